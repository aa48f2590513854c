#include "tondo_picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Separable Lanczos of three lobes, widened where the picture is made smaller. The rows of the source pass once, from
// top to bottom, so a picture of any size needs memory for a few dozen rows alone.

// The loops that take the time are built twice, and chosen once, when the program starts.
#if defined(__x86_64__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

typedef float four __attribute__((vector_size(16)));

// Along one axis: which source pixels make up each result pixel, and how much each counts.
typedef struct {
    int *first;
    int *count;
    size_t *offset;  // of the first weight
    float *weights;
    int longest;
} axis;

static double lanczos(double x) {
    const double lobes = 3;
    if (x == 0) return 1;
    if (fabs(x) >= lobes) return 0;
    double angle = M_PI * x;
    return lobes * sin(angle) * sin(angle / lobes) / (angle * angle);
}

static void free_axis(axis *axis) {
    free(axis->first);
    free(axis->count);
    free(axis->offset);
    free(axis->weights);
}

// The part of the source along one axis that becomes `results` pixels. The source ends at `edge`, within its last pixel.
typedef struct {
    double origin;
    double step;
    double edge;
    int pixels;
    int results;
} course;

static double stretch(const course *course) { return fmax(1, course->step); }

// What lies past the edge is covered later, and only its border may shine through: it shows the edge.
static double centre(const course *course, int i) {
    double middle = course->origin + (i + 0.5) * course->step;
    double margin = course->step > 1 ? fmin(course->step, course->edge) / 2 : 0;
    return fmin(fmax(middle, margin), course->edge - margin);
}

static int is_outside(const course *course, int i) {
    double start = course->origin + i * course->step;
    return start >= course->edge || start + course->step <= 0;
}

// The range of pixels that one result pixel is made of. It never begins before that of the one in front of it.
static void reach(const course *course, int i, int *from, int *to) {
    double middle = centre(course, i), half = 3 * stretch(course);
    if (is_outside(course, i)) {
        *from = *to = course->origin + i * course->step < 0 ? 0 : course->pixels - 1;
        return;
    }
    *from = (int) fmax(-4, ceil(middle - half - 0.5));
    *to = (int) fmin(course->pixels + 4, floor(middle + half - 0.5));
    if (course->step > 1) {
        *from = VIPS_CLIP(0, *from, course->pixels - 1);
        *to = VIPS_CLIP(*from, *to, course->pixels - 1);
    }
}

// Where the picture grows, the edge's own pixels go on past the edge, so that nothing is invented there; where it
// shrinks, the weights inside are made to sum up to one.
static void weigh(axis *axis, const course *course, int i) {
    int from, to;
    double middle = centre(course, i), sum = 0;
    float *weights = axis->weights + axis->offset[i];
    reach(course, i, &from, &to);
    if (is_outside(course, i)) weights[0] = 1;
    if (is_outside(course, i)) return;
    for (int j = from; j <= to; j++) sum += lanczos((j + 0.5 - middle) / stretch(course));
    for (int j = from; j <= to; j++) {
        int inside = VIPS_CLIP(0, j, course->pixels - 1) - axis->first[i];
        weights[inside] += (float) (lanczos((j + 0.5 - middle) / stretch(course)) / sum);
    }
}

// Finds out how many weights there are, and makes room for them.
static int plan(axis *axis, const course *course) {
    size_t total = 0;
    axis->first = calloc(course->results, sizeof *axis->first);
    axis->count = calloc(course->results, sizeof *axis->count);
    axis->offset = calloc(course->results, sizeof *axis->offset);
    if (axis->first == NULL || axis->count == NULL || axis->offset == NULL) return -1;
    for (int i = 0; i < course->results; i++) {
        int from, to;
        reach(course, i, &from, &to);
        axis->first[i] = VIPS_CLIP(0, from, course->pixels - 1);
        axis->count[i] = VIPS_CLIP(0, to, course->pixels - 1) - axis->first[i] + 1;
        axis->offset[i] = total;
        axis->longest = VIPS_MAX(axis->longest, axis->count[i]);
        total += axis->count[i];
    }
    axis->weights = calloc(total, sizeof *axis->weights);
    return axis->weights == NULL ? -1 : 0;
}

static int make_axis(axis *axis, double origin, double length, double edge, int pixels, int results) {
    course course = {origin, length / results, fmin(edge, pixels), pixels, results};
    memset(axis, 0, sizeof *axis);
    if (plan(axis, &course)) {
        free_axis(axis);
        return -1;
    }
    for (int i = 0; i < results; i++) weigh(axis, &course, i);
    return 0;
}

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

static uint8_t sample(float value) { return value <= 0 ? 0 : value >= 255 ? 255 : (uint8_t) (value + 0.5f); }

// `alpha` tells whether the last of four bands is that.
static void put(uint8_t *result, four value, int bands, int alpha) {
    float scale = 1;
    if (bands == 4) result[3] = sample(value[3]);
    if (alpha) scale = result[3] == 0 ? 0 : 255 / value[3];
    for (int band = 0; band < 3; band++) result[band] = sample(value[band] * scale);
}

static four four_at(const float *place) {
    four value;
    memcpy(&value, place, sizeof value);
    return value;
}

// One row of result pixels from one row of sums; `left` is the source column of the first sum.
FOR_EACH_PROCESSOR
static void across(uint8_t *result, const float *sums, const axis *columns, int left, int results, int bands, int alpha) {
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

// Where rows come from: samples in memory, or a region of a picture with the last rows kept in a ring.
typedef struct {
    const tondo_picture *picture;
    const uint8_t *samples;
    size_t stride;
    VipsRegion *region;
    uint8_t *ring;
    int capacity;
    int left;
    int width;
    int bands;
    int alpha;   // whether the last of four bands is that
    int next;    // the first row that was not read yet
    int height;  // of the picture
} rows;

enum { ROWS_AT_ONCE = 16 };

static int read_more(rows *rows) {
    VipsRect wanted = {rows->left, rows->next, rows->width, VIPS_MIN(ROWS_AT_ONCE, rows->height - rows->next)};
    if (vips_region_prepare(rows->region, &wanted)) return -1;
    for (int i = 0; i < wanted.height; i++) {
        const void *row = VIPS_REGION_ADDR(rows->region, rows->left, rows->next + i);
        uint8_t *kept = rows->ring + ((rows->next + i) % rows->capacity) * rows->stride;
        if (rows->picture->inks) tondo_convert_inks(rows->picture, row, kept, rows->width);
        else memcpy(kept, row, rows->stride);
    }
    rows->next += wanted.height;
    return 0;
}

static const uint8_t *row_at(rows *rows, int y) {
    if (rows->samples != NULL) return rows->samples + y * rows->stride + (size_t) rows->left * rows->bands;
    while (rows->next <= y)
        if (read_more(rows)) return NULL;
    return rows->ring + (y % rows->capacity) * rows->stride;
}

// The next rows of one result row, and how much each counts. Where there are fewer, one is taken again, for nothing.
static int gather(rows *rows, const axis *lines, int i, int from, const uint8_t **found, float *weights) {
    for (int j = ROWS_ADDED_AT_ONCE - 1; j >= 0; j--) {
        int line = VIPS_MIN(from + j, lines->count[i] - 1);
        weights[j] = line == from + j ? lines->weights[lines->offset[i] + line] : 0;
        found[j] = row_at(rows, lines->first[i] + line);
        if (found[j] == NULL) return -1;
    }
    return 0;
}

static int down(rows *rows, const axis *lines, int i, float *sums) {
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
    rows *rows, const axis *columns, const axis *lines, uint8_t *result, int width, int height) {
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

// The columns that count at all.
static void span(rows *rows, const axis *columns, int results) {
    int end = 0;
    rows->left = columns->first[0];
    for (int i = 0; i < results; i++) end = VIPS_MAX(end, columns->first[i] + columns->count[i]);
    rows->width = end - rows->left;
}

static int start_ring(rows *rows, VipsImage *image, const axis *lines) {
    rows->capacity = lines->longest + ROWS_AT_ONCE;
    rows->stride = (size_t) rows->width * rows->bands;
    rows->next = lines->first[0];
    rows->ring = malloc(rows->capacity * rows->stride);
    rows->region = vips_region_new(image);
    if (rows->ring == NULL) vips_error("tondo", "out of memory");
    return rows->ring == NULL || rows->region == NULL ? -1 : 0;
}

static int make_axes(
    axis *columns, axis *lines, tondo_area area, double right, double bottom, int width, int height, int results_across,
    int results_down) {
    if (make_axis(columns, area.x, area.width, right, width, results_across) == 0) {
        if (make_axis(lines, area.y, area.height, bottom, height, results_down) == 0) return 0;
        free_axis(columns);
    }
    vips_error("tondo", "out of memory");
    return -1;
}

int tondo_picture_resample(
    const tondo_picture *picture, tondo_area area, double right, double bottom, uint8_t *result, int width,
    int height) {
    VipsImage *image = picture->image;
    axis columns, lines;
    if (make_axes(&columns, &lines, area, right, bottom, image->Xsize, image->Ysize, width, height)) return -1;
    int bands = picture->inks ? 3 : image->Bands;
    rows rows = {.picture = picture, .bands = bands, .alpha = bands == 4, .height = image->Ysize};
    span(&rows, &columns, width);
    int failed = start_ring(&rows, image, &lines) || resample(&rows, &columns, &lines, result, width, height);
    if (rows.region != NULL) g_object_unref(rows.region);
    free(rows.ring);
    free_axis(&columns);
    free_axis(&lines);
    return failed ? -1 : 0;
}

int tondo_samples_resample(
    const uint8_t *samples, int width, int height, int bands, tondo_area area, uint8_t *result, int result_width,
    int result_height) {
    axis columns, lines;
    if (make_axes(&columns, &lines, area, width, height, width, height, result_width, result_height)) return -1;
    rows rows = {.samples = samples, .stride = (size_t) width * bands, .bands = bands, .alpha = bands == 4, .height = height};
    span(&rows, &columns, result_width);
    int failed = resample(&rows, &columns, &lines, result, result_width, result_height);
    free_axis(&columns);
    free_axis(&lines);
    return failed;
}
