#include "tondo_feed.h"
#include "tondo_jpeg.h"

#include <string.h>

typedef struct {
    tondo_feed feed;
    struct jpeg_decompress_struct decoder;
    tondo_jpeg_errors errors;
    tondo_jpeg_source source;
    int offset;     // of the part in the rows that are decoded, in samples
    size_t length;  // of the part's rows, in bytes
    JSAMPROW row;
} jpeg_feed;

enum { BANDS = 3 };

// A last bit more or less is not seen where at most a quarter of each block's coefficients counts.
static size_t needed_bytes(const tondo_picture *picture) {
    if (picture->eighths > 4) return picture->count;
    return tondo_jpeg_without_last_bit(picture->bytes, picture->count);
}

static void open_decoder(jpeg_feed *jpeg, const tondo_picture *picture) {
    struct jpeg_decompress_struct *decoder = &jpeg->decoder;
    size_t count = needed_bytes(picture);
    jpeg_create_decompress(decoder);
    tondo_jpeg_source_start(&jpeg->source, picture->bytes, count, count < picture->count);
    decoder->src = &jpeg->source.manager;
    jpeg_read_header(decoder, TRUE);
    decoder->scale_num = (unsigned) picture->eighths;
    decoder->scale_denom = 8;
    decoder->out_color_space = JCS_RGB;
    // It guesses at coefficients that it takes to be on their way still.
    decoder->do_block_smoothing = FALSE;
    jpeg_start_decompress(decoder);
}

// Chroma between two columns is mixed from both: at a border that is cut, the part's own columns must not be the last.
static void crop_columns(jpeg_feed *jpeg, tondo_part part) {
    const int margin = 8;
    JDIMENSION left = (JDIMENSION) VIPS_MAX(0, part.left - margin);
    JDIMENSION right = VIPS_MIN((JDIMENSION) (part.left + part.width + margin), jpeg->decoder.output_width);
    JDIMENSION width = right - left;
    if (width < jpeg->decoder.output_width) jpeg_crop_scanline(&jpeg->decoder, &left, &width);
    jpeg->offset = (part.left - (int) left) * BANDS;
    jpeg->length = (size_t) part.width * BANDS;
    jpeg->row = (JSAMPROW) jpeg->decoder.mem->alloc_large(
        (j_common_ptr) &jpeg->decoder, JPOOL_IMAGE, (size_t) width * BANDS);
}

// The same between two rows; so the rows of blocks in front of the part are decoded, too.
static void skip_rows(jpeg_feed *jpeg, tondo_part part) {
    struct jpeg_decompress_struct *decoder = &jpeg->decoder;
    int unit = decoder->max_v_samp_factor * decoder->min_DCT_scaled_size;
    int skipped = VIPS_MAX(0, part.top / unit - 1) * unit;
    if (skipped > 0) jpeg_skip_scanlines(decoder, (JDIMENSION) skipped);
    while (decoder->output_scanline < (JDIMENSION) part.top) jpeg_read_scanlines(decoder, &jpeg->row, 1);
}

static int start(jpeg_feed *jpeg, const tondo_picture *picture, tondo_part part) {
    if (setjmp(jpeg->errors.place)) return -1;
    open_decoder(jpeg, picture);
    crop_columns(jpeg, part);
    skip_rows(jpeg, part);
    return 0;
}

static int read_row(tondo_feed *feed, uint8_t *row) {
    jpeg_feed *jpeg = (jpeg_feed *) feed;
    if (setjmp(jpeg->errors.place)) return -1;
    jpeg_read_scanlines(&jpeg->decoder, &jpeg->row, 1);
    memcpy(row, jpeg->row + jpeg->offset, jpeg->length);
    return 0;
}

static void close_jpeg(tondo_feed *feed) {
    jpeg_destroy_decompress(&((jpeg_feed *) feed)->decoder);
    g_free(feed);
}

tondo_feed *tondo_feed_jpeg(const tondo_picture *picture, tondo_part part) {
    jpeg_feed *jpeg = g_new0(jpeg_feed, 1);
    jpeg->feed = (tondo_feed) {read_row, close_jpeg};
    jpeg->decoder.err = tondo_jpeg_errors_start(&jpeg->errors);
    if (start(jpeg, picture, part) == 0) return &jpeg->feed;
    close_jpeg(&jpeg->feed);
    return NULL;
}
