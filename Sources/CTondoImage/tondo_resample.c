#include "tondo_axis.h"
#include "tondo_feed.h"
#include "tondo_processors.h"

#include <stdlib.h>
#include <string.h>

// Separable Lanczos of three lobes, widened where the picture is made smaller. The rows of the source pass once, from
// top to bottom, so a picture of any size needs memory for a few dozen rows alone.

typedef float four __attribute__((vector_size(16)));

// Rows that are added up in one go: a sum that stays in a register is not written and read again for each of them.
enum { ROWS_ADDED_AT_ONCE = 4 };

FOR_EACH_PROCESSOR
static void add_plain(float *restrict sum, const uint8_t *const *rows, const float *weights, int count) {
    const uint8_t *restrict a = rows[0], *restrict b = rows[1], *restrict c = rows[2], *restrict d = rows[3];
    for (int i = 0; i < count; i++)
        sum[i] += weights[0] * (float) a[i] + weights[1] * (float) b[i] + weights[2] * (float) c[i]
            + weights[3] * (float) d[i];
}

// Colour counts as much as it is opaque; else what hides behind transparent pixels would show at their edges.
FOR_EACH_PROCESSOR
static void add_premultiplied(float *restrict sum, const uint8_t *const *rows, const float *weights, int pixels) {
    for (int j = 0; j < ROWS_ADDED_AT_ONCE; j++) {
        const uint8_t *restrict row = rows[j];
        for (int i = 0; i < pixels; i++) {
            four pixel = {row[4 * i], row[4 * i + 1], row[4 * i + 2], 255}, total;
            memcpy(&total, sum + 4 * i, sizeof total);
            total += pixel * (weights[j] * (float) row[4 * i + 3] * (1 / 255.0f));
            memcpy(sum + 4 * i, &total, sizeof total);
        }
    }
}

typedef uint8_t four_samples __attribute__((vector_size(4)));

static four_samples samples_of(four value) {
    const four least = {0, 0, 0, 0}, most = {255, 255, 255, 255};
    four inside = __builtin_elementwise_min(__builtin_elementwise_max(value, least), most);
    return __builtin_convertvector(inside + 0.5f, four_samples);
}

// `alpha` tells whether the last of four bands is that.
static void put(uint8_t *result, four value, int bands, int alpha) {
    if (alpha) {
        uint8_t opacity = samples_of(value)[3];
        float scale = opacity == 0 ? 0 : 255 / value[3];
        value *= (four) {scale, scale, scale, 1};
    }
    four_samples samples = samples_of(value);
    // Of constant lengths, which need no call.
    if (bands == 4) memcpy(result, &samples, 4);
    else memcpy(result, &samples, 3);
}

static four four_at(const float *place) {
    four value;
    memcpy(&value, place, sizeof value);
    return value;
}

// One row of result pixels from one row of sums; `left` is the source column of the first sum.
FOR_EACH_PROCESSOR
static void across(uint8_t *result, const float *sums, const tondo_axis *columns, int left, int results, int bands, int alpha) {
    for (int i = 0; i < results; i++) {
        const float *from = sums + (size_t) (columns->first[i] - left) * bands;
        const float *weights = columns->weights + columns->offset[i];
        // Two chains of additions, as each has to wait for its own last one.
        four even = {0, 0, 0, 0}, odd = {0, 0, 0, 0};
        int count = columns->count[i];
        for (int j = 0; j + 1 < count; j += 2) {
            even += four_at(from + (size_t) j * bands) * weights[j];
            odd += four_at(from + (size_t) (j + 1) * bands) * weights[j + 1];
        }
        if (count % 2 == 1) even += four_at(from + (size_t) (count - 1) * bands) * weights[count - 1];
        put(result + (size_t) i * bands, even + odd, bands, alpha);
    }
}

// Where rows come from: samples in memory, or a feed with the last rows kept in a ring.
typedef struct {
    const uint8_t *samples;
    size_t stride;
    tondo_feed *feed;
    uint8_t *ring;
    int capacity;
    int left;
    int width;
    int bands;
    int alpha;  // whether the last of four bands is that
    int next;   // the first row that was not read yet
} rows;

static uint8_t *kept(const rows *rows, int y) { return rows->ring + (y % rows->capacity) * rows->stride; }

static const uint8_t *row_at(rows *rows, int y) {
    if (rows->samples != NULL) return rows->samples + y * rows->stride + (size_t) rows->left * rows->bands;
    for (; rows->next <= y; rows->next++)
        if (rows->feed->read(rows->feed, kept(rows, rows->next))) return NULL;
    return kept(rows, y);
}

// The next rows of one result row, and how much each counts. Where there are fewer, one is taken again, for nothing.
static int gather(rows *rows, const tondo_axis *lines, int i, int from, const uint8_t **found, float *weights) {
    for (int j = ROWS_ADDED_AT_ONCE - 1; j >= 0; j--) {
        int line = VIPS_MIN(from + j, lines->count[i] - 1);
        weights[j] = line == from + j ? lines->weights[lines->offset[i] + line] : 0;
        found[j] = row_at(rows, lines->first[i] + line);
        if (found[j] == NULL) return -1;
    }
    return 0;
}

static int down(rows *rows, const tondo_axis *lines, int i, float *sums) {
    memset(sums, 0, (size_t) rows->width * rows->bands * sizeof *sums);
    for (int from = 0; from < lines->count[i]; from += ROWS_ADDED_AT_ONCE) {
        const uint8_t *found[ROWS_ADDED_AT_ONCE];
        float weights[ROWS_ADDED_AT_ONCE];
        if (gather(rows, lines, i, from, found, weights)) return -1;
        if (rows->alpha) add_premultiplied(sums, found, weights, rows->width);
        else add_plain(sums, found, weights, rows->width * rows->bands);
    }
    return 0;
}

static int resample(
    rows *rows, const tondo_axis *columns, const tondo_axis *lines, uint8_t *result, int width, int height) {
    // One sample more than needed: `across` reads four at a time, of three bands too.
    float *sums = calloc((size_t) rows->width * rows->bands + 1, sizeof *sums);
    int failed = sums == NULL;
    for (int i = 0; i < height && !failed; i++) {
        failed = down(rows, lines, i, sums);
        if (!failed)
            across(
                result + (size_t) i * width * rows->bands, sums, columns, rows->left, width, rows->bands, rows->alpha);
    }
    free(sums);
    return failed ? -1 : 0;
}

// The first pixel past all that count.
static int end_of(const tondo_axis *axis, int results) {
    int end = 0;
    for (int i = 0; i < results; i++) end = VIPS_MAX(end, axis->first[i] + axis->count[i]);
    return end;
}

// The columns that count at all.
static void span(rows *rows, const tondo_axis *columns, int results) {
    rows->left = columns->first[0];
    rows->width = end_of(columns, results) - rows->left;
}

static tondo_feed *open_feed(const tondo_picture *picture, tondo_part part) {
    switch (picture->decoder) {
    case TONDO_BY_LIBVIPS: return tondo_feed_region(picture, part);
    case TONDO_BY_LIBJPEG: return tondo_feed_jpeg(picture, part);
    case TONDO_BY_LIBWEBP: return tondo_feed_webp(picture, part);
    }
    return NULL;
}

// As long as the most that one result row needs: what is read last never falls on what is still to be used.
static int start_ring(rows *rows, const tondo_picture *picture, const tondo_axis *lines, int results) {
    tondo_part part = {rows->left, lines->first[0], rows->width, end_of(lines, results) - lines->first[0]};
    rows->capacity = lines->longest;
    rows->stride = (size_t) rows->width * rows->bands;
    rows->next = part.top;
    rows->ring = malloc(rows->capacity * rows->stride);
    if (rows->ring == NULL) vips_error("tondo", "out of memory");
    if (rows->ring == NULL) return -1;
    rows->feed = open_feed(picture, part);
    return rows->feed == NULL ? -1 : 0;
}

static void end_ring(rows *rows) {
    if (rows->feed != NULL) rows->feed->close(rows->feed);
    free(rows->ring);
}

static int make_axes(
    tondo_axis *columns, tondo_axis *lines, tondo_area area, double right, double bottom, int width, int height,
    int results_across, int results_down) {
    if (tondo_axis_make(columns, area.x, area.width, right, width, results_across) == 0) {
        if (tondo_axis_make(lines, area.y, area.height, bottom, height, results_down) == 0) return 0;
        tondo_axis_free(columns);
    }
    vips_error("tondo", "out of memory");
    return -1;
}

int tondo_picture_resample(
    const tondo_picture *picture, tondo_area area, double right, double bottom, uint8_t *result, int width,
    int height) {
    tondo_axis columns, lines;
    int wide = tondo_scaled(picture, picture->image->Xsize), high = tondo_scaled(picture, picture->image->Ysize);
    if (make_axes(&columns, &lines, area, right, bottom, wide, high, width, height)) return -1;
    int bands = picture->inks ? 3 : picture->image->Bands;
    rows rows = {.bands = bands, .alpha = bands == 4};
    span(&rows, &columns, width);
    int failed =
        start_ring(&rows, picture, &lines, height) || resample(&rows, &columns, &lines, result, width, height);
    end_ring(&rows);
    tondo_axis_free(&columns);
    tondo_axis_free(&lines);
    return failed ? -1 : 0;
}

int tondo_samples_resample(
    const uint8_t *samples, int width, int height, int bands, tondo_area area, uint8_t *result, int result_width,
    int result_height) {
    tondo_axis columns, lines;
    if (make_axes(&columns, &lines, area, width, height, width, height, result_width, result_height)) return -1;
    rows rows = {.samples = samples, .stride = (size_t) width * bands, .bands = bands, .alpha = bands == 4};
    span(&rows, &columns, result_width);
    int failed = resample(&rows, &columns, &lines, result, result_width, result_height);
    tondo_axis_free(&columns);
    tondo_axis_free(&lines);
    return failed;
}
