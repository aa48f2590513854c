#include "tondo_axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

// Lanczos of three lobes at one place after the other, in equal steps: each angle's sine comes from that of the one in
// front by the theorem of addition, and that of its triple from it.
typedef struct {
    double place;
    double sine;  // of a third of the angle
    double cosine;
} lanczos;

static const double third = M_PI / 3;

static lanczos lanczos_at(double place) { return (lanczos) {place, sin(third * place), cos(third * place)}; }

// `step` is one of so much from zero.
static double lanczos_next(lanczos *at, const lanczos *step) {
    double angle = third * at->place, square = at->sine * at->sine, sine = at->sine;
    double value = fabs(at->place) >= 3 ? 0 : fabs(angle) < 1e-6 ? 1 : square * (3 - 4 * square) / (3 * angle * angle);
    at->place += step->place;
    at->sine = sine * step->cosine + at->cosine * step->sine;
    at->cosine = at->cosine * step->cosine - sine * step->sine;
    return value;
}

void tondo_axis_free(tondo_axis *axis) {
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
    lanczos unit;  // of one pixel, where the kernel is as wide as it has to be
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
static void weigh(tondo_axis *axis, const course *course, int i) {
    int from, to;
    double middle = centre(course, i), sum = 0;
    float *weights = axis->weights + axis->offset[i];
    reach(course, i, &from, &to);
    if (is_outside(course, i)) weights[0] = 1;
    if (is_outside(course, i)) return;
    lanczos at = lanczos_at((from + 0.5 - middle) / stretch(course));
    for (int j = from; j <= to; j++) {
        double weight = lanczos_next(&at, &course->unit);
        weights[VIPS_CLIP(0, j, course->pixels - 1) - axis->first[i]] += (float) weight;
        sum += weight;
    }
    for (int k = 0; k < axis->count[i]; k++) weights[k] = (float) (weights[k] / sum);
}

// Finds out how many weights there are, and makes room for them.
static int plan(tondo_axis *axis, const course *course) {
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

int tondo_axis_make(tondo_axis *axis, double origin, double length, double edge, int pixels, int results) {
    course course = {origin, length / results, fmin(edge, pixels), pixels, results, {0}};
    course.unit = lanczos_at(1 / stretch(&course));
    memset(axis, 0, sizeof *axis);
    if (plan(axis, &course)) {
        tondo_axis_free(axis);
        return -1;
    }
    for (int i = 0; i < results; i++) weigh(axis, &course, i);
    return 0;
}
