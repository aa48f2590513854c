#include "tondo_planes.h"

#include "tondo_jpeg.h"
#include "tondo_processors.h"

#include <string.h>

// As parts of 65,536: T.871, section 7, whose chroma has its zero at 128.
enum { RED = 91881, GREEN_BLUE = 22554, GREEN_RED = 46802, BLUE = 116130, HALF = 1 << 15 };

ALWAYS_INLINE uint8_t sample(int value) { return (uint8_t) (value < 0 ? 0 : value > 255 ? 255 : value); }

FOR_EACH_PROCESSOR
void tondo_planes_to_rgb(const uint8_t *luma, const uint8_t *blue, const uint8_t *red, size_t count, uint8_t *rgb) {
    for (size_t i = 0; i < count; i++) {
        int light = (luma[i] << 16) + HALF, b = blue[i] - 128, r = red[i] - 128;
        rgb[3 * i] = sample((light + RED * r) >> 16);
        rgb[3 * i + 1] = sample((light - GREEN_BLUE * b - GREEN_RED * r) >> 16);
        rgb[3 * i + 2] = sample((light + BLUE * b) >> 16);
    }
}

enum { COMPONENTS = 3, LUMA_ROWS = 2 * DCTSIZE };

typedef struct {
    const uint8_t *samples;
    int width;
    int height;
} plane;

// What the encoder is handed: rows that are as long as whole blocks, and as many.
typedef struct {
    JSAMPROW rows[COMPONENTS][LUMA_ROWS];
    JSAMPARRAY planes[COMPONENTS];
} block_rows;

static int rows_of(int component) { return component == 0 ? LUMA_ROWS : DCTSIZE; }

static int padded(j_compress_ptr encoder, int component) {
    int blocks = (int) (encoder->image_width + LUMA_ROWS - 1) / LUMA_ROWS;
    return blocks * rows_of(component);
}

static void make_rows(j_compress_ptr encoder, block_rows *to) {
    for (int i = 0; i < COMPONENTS; i++) {
        to->planes[i] = to->rows[i];
        for (int j = 0; j < rows_of(i); j++)
            to->rows[i][j] = encoder->mem->alloc_large((j_common_ptr) encoder, JPOOL_IMAGE, (size_t) padded(encoder, i));
    }
}

// Past the edge, its last sample goes on: that costs fewest bytes, and nobody sees it.
static void fill(j_compress_ptr encoder, block_rows *to, int component, plane from, int first) {
    for (int j = 0; j < rows_of(component); j++) {
        int row = first + j < from.height ? first + j : from.height - 1;
        const uint8_t *samples = from.samples + (size_t) row * (size_t) from.width;
        JSAMPROW place = to->rows[component][j];
        memcpy(place, samples, (size_t) from.width);
        memset(place + from.width, samples[from.width - 1], (size_t) (padded(encoder, component) - from.width));
    }
}

static void write_planes(j_compress_ptr encoder, const plane *planes) {
    block_rows rows;
    make_rows(encoder, &rows);
    for (int row = 0; row < planes[0].height; row += LUMA_ROWS) {
        for (int i = 0; i < COMPONENTS; i++) fill(encoder, &rows, i, planes[i], i == 0 ? row : row / 2);
        jpeg_write_raw_data(encoder, rows.planes, LUMA_ROWS);
    }
}

static void save(j_compress_ptr encoder, const plane *planes, int quality) {
    encoder->image_width = (JDIMENSION) planes[0].width;
    encoder->image_height = (JDIMENSION) planes[0].height;
    encoder->input_components = COMPONENTS;
    encoder->in_color_space = JCS_YCbCr;
    // Chroma at half the size each way is the default, as is a header without any metadata.
    jpeg_set_defaults(encoder);
    jpeg_set_quality(encoder, quality, TRUE);
    encoder->raw_data_in = TRUE;
    jpeg_start_compress(encoder, TRUE);
    write_planes(encoder, planes);
    jpeg_finish_compress(encoder);
}

int tondo_planes_encode(
    const uint8_t *luma, const uint8_t *blue, const uint8_t *red, int width, int height, int quality, void **bytes,
    size_t *count) {
    int half_width = (width + 1) / 2, half_height = (height + 1) / 2;
    const plane planes[] = {
        {luma, width, height}, {blue, half_width, half_height}, {red, half_width, half_height},
    };
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
        save(&encoder, planes, quality);
        *bytes = written;
        *count = length;
    }
    jpeg_destroy_compress(&encoder);
    return failed ? -1 : 0;
}
