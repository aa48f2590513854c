#include "tondo_test_image.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

static void do_not_warn(j_common_ptr coder, int level) {
    (void) coder;
    (void) level;
}

static void set_kind(j_compress_ptr encoder, tondo_test_kind kind) {
    jpeg_set_defaults(encoder);
    if (kind.gray) jpeg_set_colorspace(encoder, JCS_GRAYSCALE);
    if (kind.rgb) jpeg_set_colorspace(encoder, JCS_RGB);
    jpeg_set_quality(encoder, kind.quality, TRUE);
    encoder->comp_info[0].h_samp_factor = kind.across;
    encoder->comp_info[0].v_samp_factor = kind.down;
    encoder->restart_in_rows = kind.restart;
    if (kind.interval) encoder->restart_interval = (unsigned) kind.interval;
    encoder->optimize_coding = (boolean) kind.optimized;
    if (kind.extended) encoder->quant_tbl_ptrs[0]->quantval[63] = 300;
    if (kind.progressive) jpeg_simple_progression(encoder);
}

uint8_t *tondo_test_jpeg(const uint8_t *samples, int width, int height, tondo_test_kind kind, size_t *count) {
    struct jpeg_compress_struct encoder;
    struct jpeg_error_mgr errors;
    unsigned char *bytes = NULL;
    unsigned long length = 0;
    encoder.err = jpeg_std_error(&errors);
    errors.emit_message = do_not_warn;
    jpeg_create_compress(&encoder);
    jpeg_mem_dest(&encoder, &bytes, &length);
    encoder.image_width = (JDIMENSION) width;
    encoder.image_height = (JDIMENSION) height;
    encoder.input_components = 3;
    encoder.in_color_space = JCS_RGB;
    set_kind(&encoder, kind);
    jpeg_start_compress(&encoder, TRUE);
    while (encoder.next_scanline < encoder.image_height) {
        JSAMPROW row = (JSAMPROW) samples + (size_t) encoder.next_scanline * (size_t) width * 3;
        jpeg_write_scanlines(&encoder, &row, 1);
    }
    jpeg_finish_compress(&encoder);
    jpeg_destroy_compress(&encoder);
    *count = length;
    return bytes;
}

void tondo_test_decode(const uint8_t *bytes, size_t count, uint8_t *samples) {
    struct jpeg_decompress_struct decoder;
    struct jpeg_error_mgr errors;
    decoder.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, bytes, count);
    jpeg_read_header(&decoder, TRUE);
    decoder.out_color_space = JCS_RGB;
    jpeg_start_decompress(&decoder);
    while (decoder.output_scanline < decoder.output_height) {
        JSAMPROW row = samples + (size_t) decoder.output_scanline * decoder.output_width * 3;
        jpeg_read_scanlines(&decoder, &row, 1);
    }
    jpeg_finish_decompress(&decoder);
    jpeg_destroy_decompress(&decoder);
}

typedef struct catching {
    struct jpeg_error_mgr errors;
    jmp_buf place;
} catching;

static void catch_error(j_common_ptr decoder) {
    longjmp(((catching *) decoder->err)->place, 1);
}

static long same_blocks(j_decompress_ptr decoder, jvirt_barray_ptr stored, int component, const int16_t *own, long blocks) {
    jpeg_component_info *info = &decoder->comp_info[component];
    int across = decoder->num_components == 1 ? 1 : info->h_samp_factor;
    int down = decoder->num_components == 1 ? 1 : info->v_samp_factor;
    long width = ((long) info->width_in_blocks + across - 1) / across * across;
    long height = ((long) info->height_in_blocks + down - 1) / down * down;
    long same = 0;
    if (width * height != blocks) return -1;
    for (long row = 0; row < height; row++) {
        JBLOCKARRAY line = decoder->mem->access_virt_barray(
            (j_common_ptr) decoder, stored, (JDIMENSION) row, 1, FALSE);
        for (long column = 0; column < width; column++)
            same += memcmp(own + (row * width + column) * DCTSIZE2, line[0] + column, sizeof(JBLOCK)) == 0;
    }
    return same;
}

long tondo_test_same_blocks(
    const uint8_t *bytes, size_t count, int component, const int16_t *coefficients, long blocks) {
    struct jpeg_decompress_struct decoder;
    catching caught;
    volatile long same = -1;
    decoder.err = jpeg_std_error(&caught.errors);
    caught.errors.error_exit = catch_error;
    caught.errors.emit_message = do_not_warn;
    if (setjmp(caught.place) == 0) {
        jpeg_create_decompress(&decoder);
        jpeg_mem_src(&decoder, bytes, count);
        jpeg_read_header(&decoder, TRUE);
        if (component < decoder.num_components)
            same = same_blocks(&decoder, jpeg_read_coefficients(&decoder)[component], component, coefficients, blocks);
    }
    jpeg_destroy_decompress(&decoder);
    return same;
}
