#ifndef TONDO_PLANE_LOOPS_H
#define TONDO_PLANE_LOOPS_H

#include "tondo_axis.h"
#include "tondo_planes.h"

// So many rows of the result are made at a time: as many as a vector has lanes.
enum { TONDO_LANES = 8 };

typedef float tondo_lanes __attribute__((vector_size(4 * TONDO_LANES)));

// A row of the source, as wide as two vectors.
typedef struct {
    tondo_lanes left;
    tondo_lanes right;
} tondo_strip;

enum { TONDO_STRIP = 2 * TONDO_LANES };

// What some rows of the result are made of.
typedef struct {
    const uint8_t *samples;  // of the first row and column that count
    size_t stride;
    int first;  // the row in the plane
    int rows;
    int columns;
} tondo_band;

// Down: rows from `from` to `to` of the result, TONDO_LANES at most, of each column. `strips` holds as many as the band has
// rows; `sums` gets a vector for each column, up to a whole strip.
void tondo_add_down(tondo_lanes *sums, tondo_strip *strips, tondo_band band, const tondo_axis *lines, int from, int to);

// Across: from the sums of columns from `left` on to so many columns of the result, of TONDO_LANES samples each.
void tondo_add_across(uint8_t *made, const tondo_lanes *sums, const tondo_axis *columns, int left, int results);

// Where samples go: so far it is from one column, and from one row, to the next.
typedef struct {
    uint8_t *first;
    ptrdiff_t column;
    ptrdiff_t row;
} tondo_layout;

// Puts down columns that `tondo_add_across` has made, as the rows from `from` to `to`.
void tondo_lay(tondo_layout layout, const uint8_t *made, int columns, int from, int to);

#endif
