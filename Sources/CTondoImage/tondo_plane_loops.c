#include "tondo_plane_loops.h"

#include "tondo_processors.h"

#include <string.h>

enum { LANES = TONDO_LANES };

typedef uint8_t samples __attribute__((vector_size(LANES)));

// A sample becomes a float once, for all rows of the result that it counts in.
ALWAYS_INLINE void load(tondo_strip *strips, const uint8_t *from, size_t stride, int rows) {
    for (int i = 0; i < rows; i++, from += stride) {
        samples left, right;
        memcpy(&left, from, LANES);
        memcpy(&right, from + LANES, LANES);
        strips[i].left = __builtin_convertvector(left, tondo_lanes);
        strips[i].right = __builtin_convertvector(right, tondo_lanes);
    }
}

ALWAYS_INLINE void add(tondo_strip *sum, const tondo_strip *strips, const float *weights, int count) {
    tondo_strip total = {{0}, {0}};
    for (int i = 0; i < count; i++) {
        total.left += strips[i].left * weights[i];
        total.right += strips[i].right * weights[i];
    }
    *sum = total;
}

// Eight rows of eight columns to eight columns of eight rows: across, the lanes are rows, and no sum over lanes is needed.
ALWAYS_INLINE void transpose(tondo_lanes *columns, const tondo_lanes *rows) {
    tondo_lanes pairs[LANES], fours[LANES];
    for (int i = 0; i < LANES; i += 2) {
        pairs[i] = __builtin_shufflevector(rows[i], rows[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        pairs[i + 1] = __builtin_shufflevector(rows[i], rows[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (int i = 0; i < LANES; i += 4)
        for (int j = 0; j < 2; j++) {
            const tondo_lanes *from = pairs + i + j;
            fours[i + 2 * j] = __builtin_shufflevector(from[0], from[2], 0, 1, 8, 9, 4, 5, 12, 13);
            fours[i + 2 * j + 1] = __builtin_shufflevector(from[0], from[2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    for (int i = 0; i < LANES / 2; i++) {
        columns[i] = __builtin_shufflevector(fours[i], fours[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        columns[i + 4] = __builtin_shufflevector(fours[i], fours[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

FOR_EACH_PROCESSOR
void tondo_add_down(tondo_lanes *sums, tondo_strip *strips, tondo_band band, const tondo_axis *lines, int from, int to) {
    for (int x = 0; x < band.columns; x += TONDO_STRIP) {
        tondo_lanes left[LANES], right[LANES];
        load(strips, band.samples + x, band.stride, band.rows);
        for (int i = 0; i < LANES; i++) {
            // Past the last row it is made again, for nothing.
            int line = from + i < to ? from + i : to - 1;
            tondo_strip sum;
            add(&sum, strips + lines->first[line] - band.first, lines->weights + lines->offset[line], lines->count[line]);
            left[i] = sum.left;
            right[i] = sum.right;
        }
        transpose(sums + x, left);
        transpose(sums + x + LANES, right);
    }
}

ALWAYS_INLINE void put(uint8_t *made, const tondo_lanes *value) {
    const tondo_lanes least = {0}, most = least + 255;
    tondo_lanes inside = __builtin_elementwise_min(__builtin_elementwise_max(*value, least), most);
    samples rounded = __builtin_convertvector(inside + 0.5f, samples);
    memcpy(made, &rounded, LANES);
}

FOR_EACH_PROCESSOR
void tondo_add_across(uint8_t *made, const tondo_lanes *sums, const tondo_axis *columns, int left, int results) {
    for (int i = 0; i < results; i++) {
        const tondo_lanes *from = sums + (columns->first[i] - left);
        const float *weights = columns->weights + columns->offset[i];
        // Two chains of additions, as each has to wait for its own last one.
        tondo_lanes even = {0}, odd = {0};
        int count = columns->count[i];
        for (int j = 0; j + 1 < count; j += 2) {
            even += from[j] * weights[j];
            odd += from[j + 1] * weights[j + 1];
        }
        if (count % 2 == 1) even += from[count - 1] * weights[count - 1];
        even += odd;
        put(made + (size_t) i * LANES, &even);
    }
}

// Eight by eight bytes, by halves: the corners of the whole, of its quarters, of theirs.
ALWAYS_INLINE void flip(uint64_t *rows) {
    static const uint64_t kept[] = {0, 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0, 0x00000000FFFFFFFF};
    for (int step = LANES / 2; step > 0; step /= 2)
        for (int i = 0; i < LANES; i++) {
            if ((i & step) != 0) continue;
            uint64_t changed = ((rows[i] >> 8 * step) ^ rows[i + step]) & kept[step];
            rows[i + step] ^= changed;
            rows[i] ^= changed << 8 * step;
        }
}

// So many runs of eight samples that lie side by side, in one direction or the other.
ALWAYS_INLINE void put_runs(uint8_t *place, ptrdiff_t side, ptrdiff_t next, const uint64_t *runs) {
    for (int i = 0; i < LANES; i++, place += next) {
        uint64_t run = side < 0 ? __builtin_bswap64(runs[i]) : runs[i];
        memcpy(side < 0 ? place - (LANES - 1) : place, &run, LANES);
    }
}

ALWAYS_INLINE void lay_tile(tondo_layout layout, uint8_t *place, const uint8_t *made) {
    uint64_t runs[LANES];
    memcpy(runs, made, sizeof runs);
    if (layout.row == 1 || layout.row == -1) {
        put_runs(place, layout.row, layout.column, runs);
    } else {
        flip(runs);
        put_runs(place, layout.column, layout.row, runs);
    }
}

FOR_EACH_PROCESSOR
void tondo_lay(tondo_layout layout, const uint8_t *made, int columns, int from, int to) {
    uint8_t *place = layout.first + from * layout.row;
    int whole = to - from == LANES ? columns / LANES * LANES : 0;
    for (int i = 0; i < whole; i += LANES, made += LANES * LANES) {
        lay_tile(layout, place, made);
        place += LANES * layout.column;
    }
    for (int i = whole; i < columns; i++, made += LANES, place += layout.column)
        for (int j = 0; j < to - from; j++) place[j * layout.row] = made[j];
}
