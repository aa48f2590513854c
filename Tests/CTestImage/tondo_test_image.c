#include "tondo_test_image.h"

#include <stdio.h>

#include <jpeglib.h>

static void set_kind(j_compress_ptr encoder, tondo_test_kind kind) {
    jpeg_set_defaults(encoder);
    if (kind.gray) jpeg_set_colorspace(encoder, JCS_GRAYSCALE);
    if (kind.rgb) jpeg_set_colorspace(encoder, JCS_RGB);
    jpeg_set_quality(encoder, kind.quality, TRUE);
    encoder->comp_info[0].h_samp_factor = kind.across;
    encoder->comp_info[0].v_samp_factor = kind.down;
    encoder->restart_in_rows = kind.restart;
    if (kind.progressive) jpeg_simple_progression(encoder);
}

uint8_t *tondo_test_jpeg(const uint8_t *samples, int width, int height, tondo_test_kind kind, size_t *count) {
    struct jpeg_compress_struct encoder;
    struct jpeg_error_mgr errors;
    unsigned char *bytes = NULL;
    unsigned long length = 0;
    encoder.err = jpeg_std_error(&errors);
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
