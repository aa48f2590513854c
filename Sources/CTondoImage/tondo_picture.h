#ifndef TONDO_PICTURE_H
#define TONDO_PICTURE_H

#include "tondo_image.h"

#include <vips/vips.h>

struct tondo_picture {
    VipsSource *source;
    VipsImage *image;
    // Set by tondo_picture_prepare: samples are RGB of an embedded profile, to be converted once they are few.
    int converts_late;
};

// Puts `next` in the place of `*image`, which is given up.
static inline void tondo_replace(VipsImage **image, VipsImage *next) {
    g_object_unref(*image);
    *image = next;
}

#endif
