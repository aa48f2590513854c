#ifndef TONDO_AXIS_H
#define TONDO_AXIS_H

#include <stddef.h>

// Along one axis: which source pixels make up each result pixel, and how much each counts.
typedef struct {
    int *first;
    int *count;
    size_t *offset;  // of the first weight
    float *weights;
    int longest;
} tondo_axis;

// For `length` from `origin` on, of a source of so many pixels that ends at `edge`, within its last pixel. -1 where
// memory runs out.
int tondo_axis_make(tondo_axis *axis, double origin, double length, double edge, int pixels, int results);
void tondo_axis_free(tondo_axis *axis);

#endif
