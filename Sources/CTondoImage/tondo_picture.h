#ifndef TONDO_PICTURE_H
#define TONDO_PICTURE_H

#include "tondo_image.h"

#include <vips/vips.h>

// Bit by bit, in how many eighths of its size a picture can be decoded; and how many times the result's pixels these
// must still have, for a finished file to be as good as from all eight.
typedef struct {
    int scales;
    double margin;
} tondo_reduction;

// As much more than the result has as a careful eye still sees: measured, against the decoding of every pixel.
#define TONDO_USUAL_MARGIN 1.45

struct tondo_picture {
    VipsSource *source;
    VipsImage *image;
    const uint8_t *bytes;
    size_t count;
    enum tondo_decoder decoder;
    tondo_reduction reduction;
    int eighths;
    // Set by tondo_picture_prepare. CMYK becomes RGB row by row, before it is resampled: inks mix otherwise than light
    // does. `by_profile` is a cmsHTRANSFORM, or NULL where there is no profile to go by.
    int inks;
    void *by_profile;
    // RGB of an embedded profile is converted when it was resampled, and is less.
    int profile;
};

// So many pixels of the header are this many when they are decoded.
static inline int tondo_scaled(const tondo_picture *picture, int pixels) {
    return picture->decoder == TONDO_BY_LIBVIPS ? pixels : (int) (((int64_t) pixels * picture->eighths + 7) / 8);
}

// A row of CMYK to one of RGB.
void tondo_convert_inks(const tondo_picture *picture, const uint8_t *inks, uint8_t *light, size_t pixels);
void tondo_release_colour(tondo_picture *picture);

// What lcms2 finds wrong with a profile is said like the rest, from now on.
void tondo_keep_colour_errors(void);

// Puts `next` in the place of `*image`, which is given up.
static inline void tondo_replace(VipsImage **image, VipsImage *next) {
    g_object_unref(*image);
    *image = next;
}

#endif
