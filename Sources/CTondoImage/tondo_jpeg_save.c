#include "tondo_jpeg.h"

#include <stdlib.h>
#include <string.h>

static void write_rows(j_compress_ptr encoder, const uint8_t *samples) {
    size_t stride = (size_t) encoder->image_width * 3;
    while (encoder->next_scanline < encoder->image_height) {
        JSAMPROW row = (JSAMPROW) (samples + encoder->next_scanline * stride);
        jpeg_write_scanlines(encoder, &row, 1);
    }
}

static void save(j_compress_ptr encoder, const uint8_t *samples, int width, int height, int quality) {
    encoder->image_width = (JDIMENSION) width;
    encoder->image_height = (JDIMENSION) height;
    encoder->input_components = 3;
    encoder->in_color_space = JCS_RGB;
    // Chroma at half the size each way is the default, as is a header without any metadata.
    jpeg_set_defaults(encoder);
    jpeg_set_quality(encoder, quality, TRUE);
    jpeg_start_compress(encoder, TRUE);
    write_rows(encoder, samples);
    jpeg_finish_compress(encoder);
}

int tondo_jpeg_save(const uint8_t *samples, int width, int height, int quality, void **bytes, size_t *count) {
    struct jpeg_compress_struct encoder;
    tondo_jpeg_errors errors;
    unsigned char *written = NULL;
    unsigned long length = 0;
    memset(&encoder, 0, sizeof encoder);
    encoder.err = tondo_jpeg_errors_start(&errors);
    int failed = setjmp(errors.place);
    if (!failed) {
        jpeg_create_compress(&encoder);
        jpeg_mem_dest(&encoder, &written, &length);
        save(&encoder, samples, width, height, quality);
        *bytes = written;
        *count = length;
    }
    jpeg_destroy_compress(&encoder);
    return failed ? -1 : 0;
}
