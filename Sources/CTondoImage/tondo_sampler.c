#include "tondo_plane_loops.h"

#include <stdlib.h>
#include <vips/vips.h>

// Separable Lanczos of three lobes, down before across, for a few rows of the result at a time.
struct tondo_sampler {
    tondo_axis columns;
    tondo_axis lines;
    int width;  // of the result
    int height;
    int left;  // the first column that counts
    int right;  // the first one after it that does not
    int top;
    int bottom;
    tondo_strip *strips;
    tondo_lanes *sums;
    uint8_t *made;
};

typedef struct {
    int first;
    int end;
} reach;

static reach reach_of(const tondo_axis *axis, int from, int to) {
    reach reach = {axis->first[from], 0};
    for (int i = from; i < to; i++) {
        reach.first = VIPS_MIN(reach.first, axis->first[i]);
        reach.end = VIPS_MAX(reach.end, axis->first[i] + axis->count[i]);
    }
    return reach;
}

static int end_of_rows(const tondo_sampler *sampler, int from) { return VIPS_MIN(from + TONDO_LANES, sampler->height); }

static size_t longest_band(const tondo_sampler *sampler) {
    int longest = 0;
    for (int from = 0; from < sampler->height; from += TONDO_LANES) {
        reach rows = reach_of(&sampler->lines, from, end_of_rows(sampler, from));
        longest = VIPS_MAX(longest, rows.end - rows.first);
    }
    return (size_t) longest;
}

// Aligned as vectors have to be.
static void *room(size_t count, size_t size) {
    void *found = NULL;
    return posix_memalign(&found, 64, count * size) == 0 ? found : NULL;
}

static int make_room(tondo_sampler *sampler) {
    sampler->strips = room(longest_band(sampler), sizeof *sampler->strips);
    sampler->sums = room((size_t) (sampler->right - sampler->left + TONDO_STRIP), sizeof *sampler->sums);
    sampler->made = room((size_t) sampler->width, TONDO_LANES);
    return sampler->strips == NULL || sampler->sums == NULL || sampler->made == NULL ? -1 : 0;
}

static int begin(tondo_sampler *sampler, tondo_grid grid, tondo_area area) {
    if (tondo_axis_make(&sampler->columns, area.x, area.width, grid.right, grid.width, sampler->width)) return -1;
    if (tondo_axis_make(&sampler->lines, area.y, area.height, grid.bottom, grid.height, sampler->height)) return -1;
    reach across = reach_of(&sampler->columns, 0, sampler->width), down = reach_of(&sampler->lines, 0, sampler->height);
    sampler->left = across.first;
    sampler->right = across.end;
    sampler->top = down.first;
    sampler->bottom = down.end;
    return make_room(sampler);
}

tondo_sampler *tondo_sampler_make(tondo_grid grid, tondo_area area, int width, int height) {
    tondo_sampler *sampler = calloc(1, sizeof *sampler);
    if (sampler != NULL) {
        sampler->width = width;
        sampler->height = height;
        if (begin(sampler, grid, area) == 0) return sampler;
        tondo_sampler_free(sampler);
    }
    vips_error("tondo", "out of memory");
    return NULL;
}

void tondo_sampler_free(tondo_sampler *sampler) {
    tondo_axis_free(&sampler->columns);
    tondo_axis_free(&sampler->lines);
    free(sampler->strips);
    free(sampler->sums);
    free(sampler->made);
    free(sampler);
}

// Where a sample of the result that lies as it is stored belongs when it lies upright.
static ptrdiff_t place(const tondo_sampler *sampler, tondo_turn turn, int x, int y) {
    ptrdiff_t width = sampler->width, height = sampler->height, column = turn.mirrored ? width - 1 - x : x, row = y;
    for (int i = 0; i < turn.quarters; i++) {
        ptrdiff_t turned = height - 1 - row, wide = height;
        row = column;
        column = turned;
        height = width;
        width = wide;
    }
    return row * width + column;
}

static tondo_layout layout_of(const tondo_sampler *sampler, tondo_turn turn, uint8_t *result) {
    ptrdiff_t first = place(sampler, turn, 0, 0);
    return (tondo_layout) {result + first, place(sampler, turn, 1, 0) - first, place(sampler, turn, 0, 1) - first};
}

static int holds(const tondo_part_of_plane *plane, const tondo_sampler *sampler) {
    return sampler->left >= plane->x && sampler->right <= plane->x + plane->width && sampler->top >= plane->y
        && sampler->bottom <= plane->y + plane->height;
}

static tondo_band band_of(const tondo_sampler *sampler, const tondo_part_of_plane *plane, int from) {
    reach rows = reach_of(&sampler->lines, from, end_of_rows(sampler, from));
    const uint8_t *samples =
        plane->samples + (size_t) (rows.first - plane->y) * plane->stride + (sampler->left - plane->x);
    return (tondo_band) {samples, plane->stride, rows.first, rows.end - rows.first, sampler->right - sampler->left};
}

int tondo_sampler_apply(
    const tondo_sampler *sampler, const tondo_part_of_plane *plane, tondo_turn turn, uint8_t *result) {
    if (!holds(plane, sampler)) {
        vips_error("tondo", "the part is too small");
        return -1;
    }
    tondo_layout layout = layout_of(sampler, turn, result);
    for (int from = 0; from < sampler->height; from += TONDO_LANES) {
        int to = end_of_rows(sampler, from);
        tondo_add_down(
            sampler->sums, sampler->strips, band_of(sampler, plane, from), &sampler->lines, from, to);
        tondo_add_across(sampler->made, sampler->sums, &sampler->columns, sampler->left, sampler->width);
        tondo_lay(layout, sampler->made, sampler->width, from, to);
    }
    return 0;
}
