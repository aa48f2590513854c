#include "tondo_jpeg.h"

#include "tondo_image.h"
#include "tondo_planes.h"

#include <jerror.h>
#include <string.h>
#include <vips/vips.h>

static void give_up(j_common_ptr codec) {
    char text[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, text);
    vips_error("jpeg", "%s", text);
    longjmp(((tondo_jpeg_errors *) codec->err)->place, 1);
}

// Below zero are warnings, the first of which says enough; above is what nobody needs to know.
static void hear(j_common_ptr codec, int level) {
    char text[JMSG_LENGTH_MAX];
    if (level >= 0 || codec->err->num_warnings++ > 0) return;
    codec->err->format_message(codec, text);
    tondo_image_warn(text);
}

struct jpeg_error_mgr *tondo_jpeg_errors_start(tondo_jpeg_errors *errors) {
    jpeg_std_error(&errors->manager);
    errors->manager.error_exit = give_up;
    errors->manager.emit_message = hear;
    return &errors->manager;
}

static void ignore(j_decompress_ptr decoder) { (void) decoder; }

static boolean end_source(j_decompress_ptr decoder) {
    static const JOCTET end[] = {0xFF, JPEG_EOI};
    if (!((tondo_jpeg_source *) decoder->src)->cut) ERREXIT(decoder, JERR_INPUT_EOF);
    decoder->src->next_input_byte = end;
    decoder->src->bytes_in_buffer = sizeof end;
    return TRUE;
}

static void skip_bytes(j_decompress_ptr decoder, long count) {
    struct jpeg_source_mgr *source = decoder->src;
    if (count <= 0) return;
    if ((size_t) count > source->bytes_in_buffer) {
        end_source(decoder);
        return;
    }
    source->next_input_byte += count;
    source->bytes_in_buffer -= (size_t) count;
}

void tondo_jpeg_source_start(tondo_jpeg_source *source, const void *bytes, size_t count, int cut) {
    *source = (tondo_jpeg_source) {
        .manager = {bytes, count, ignore, end_source, skip_bytes, jpeg_resync_to_restart, ignore},
        .cut = cut,
    };
}

// Bits of the scales. libjpeg is slower at five to seven eighths than at all eight, for which it has the processor's
// wide instructions.
enum { NONE, WHOLE = 1 << 8, HALF = 1 << 4 | WHOLE, SMALL = 1 << 1 | 1 << 2 | 1 << 3 | HALF };

// A unit of so many pixels of luma holds one of chroma. Where chroma is coarser in one direction alone, libjpeg loses
// of it when it decodes smaller; of four across and two down, libjpeg-turbo 2.1 crops wrongly.
static int scales_by_unit(int across, int down) {
    if (across <= 2 && down <= 2) return across == down ? SMALL : HALF;
    return across == 4 && down == 1 ? WHOLE : NONE;
}

static int scales_of(const struct jpeg_decompress_struct *decoder) {
    const jpeg_component_info *parts = decoder->comp_info;
    for (int i = 1; i < 3; i++)
        if (parts[i].h_samp_factor != 1 || parts[i].v_samp_factor != 1) return NONE;
    return scales_by_unit(parts[0].h_samp_factor, parts[0].v_samp_factor);
}

// Without chroma, whose loss covers it, more of luma's shows.
static tondo_reduction reduction_of(const struct jpeg_decompress_struct *decoder) {
    const tondo_reduction none = {NONE, TONDO_USUAL_MARGIN};
    if (decoder->data_precision != 8 || decoder->arith_code) return none;
    if (decoder->num_components == 1 && decoder->jpeg_color_space == JCS_GRAYSCALE) return (tondo_reduction) {SMALL, 2};
    if (decoder->num_components != 3 || decoder->jpeg_color_space != JCS_YCbCr) return none;
    return (tondo_reduction) {scales_of(decoder), TONDO_USUAL_MARGIN};
}

// Quietly: who reads the same header for good says what there is to say.
static void stay_quiet(j_common_ptr codec, int level) {
    if (level < 0) codec->err->num_warnings++;
}

static void leave_quietly(j_common_ptr codec) { longjmp(((tondo_jpeg_errors *) codec->err)->place, 1); }

static void start_quietly(j_decompress_ptr decoder, tondo_jpeg_errors *errors) {
    memset(decoder, 0, sizeof *decoder);
    decoder->err = tondo_jpeg_errors_start(errors);
    errors->manager.emit_message = stay_quiet;
    errors->manager.error_exit = leave_quietly;
}

tondo_reduction tondo_jpeg_reduction(const void *bytes, size_t count) {
    struct jpeg_decompress_struct decoder;
    tondo_jpeg_errors errors;
    tondo_jpeg_source source;
    volatile tondo_reduction reduction = {NONE, TONDO_USUAL_MARGIN};
    start_quietly(&decoder, &errors);
    if (setjmp(errors.place) == 0) {
        jpeg_create_decompress(&decoder);
        tondo_jpeg_source_start(&source, bytes, count, 0);
        decoder.src = &source.manager;
        if (jpeg_read_header(&decoder, TRUE) == JPEG_HEADER_OK) reduction = reduction_of(&decoder);
    }
    jpeg_destroy_decompress(&decoder);
    return reduction;
}

enum { PROFILE_MARKER = JPEG_APP0 + 2, LONGEST_SEGMENT = 0xFFFF };

static int is_profile(jpeg_saved_marker_ptr marker) {
    static const char name[] = "ICC_PROFILE";
    return marker->data_length >= sizeof name && memcmp(marker->data, name, sizeof name) == 0;
}

// Its parts must make one: else whoever looks more closely says what is wrong with it.
static int read_profile(j_decompress_ptr decoder, tondo_jpeg_facts *facts) {
    unsigned count = 0;
    int parts = 0;
    for (jpeg_saved_marker_ptr marker = decoder->marker_list; marker != NULL; marker = marker->next)
        parts += is_profile(marker);
    if (parts == 0) return 0;
    if (!jpeg_read_icc_profile(decoder, &facts->profile, &count)) return -1;
    facts->profile_count = count;
    return 0;
}

static int read_facts(j_decompress_ptr decoder, tondo_jpeg_facts *facts) {
    jpeg_save_markers(decoder, PROFILE_MARKER, LONGEST_SEGMENT);
    if (jpeg_read_header(decoder, TRUE) != JPEG_HEADER_OK) return -1;
    if (reduction_of(decoder).scales == NONE || read_profile(decoder, facts)) return -1;
    facts->gray = decoder->num_components == 1;
    return decoder->err->num_warnings == 0 ? 0 : -1;
}

int tondo_jpeg_facts_read(const void *bytes, size_t count, tondo_jpeg_facts *facts) {
    struct jpeg_decompress_struct decoder;
    tondo_jpeg_errors errors;
    tondo_jpeg_source source;
    volatile int failed = -1;
    memset(facts, 0, sizeof *facts);
    start_quietly(&decoder, &errors);
    if (setjmp(errors.place) == 0) {
        jpeg_create_decompress(&decoder);
        tondo_jpeg_source_start(&source, bytes, count, 0);
        decoder.src = &source.manager;
        failed = read_facts(&decoder, facts);
    }
    jpeg_destroy_decompress(&decoder);
    return failed;
}
