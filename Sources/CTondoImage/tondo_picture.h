#ifndef TONDO_PICTURE_H
#define TONDO_PICTURE_H

#include "tondo_image.h"

#include <vips/vips.h>

struct tondo_picture {
    VipsSource *source;
    VipsImage *image;
    // Set by tondo_picture_prepare for samples that are converted once they are few: CMYK, not RGB ...
    int inks;
    // ... and as an embedded profile says.
    int profile;
};

// Puts `next` in the place of `*image`, which is given up.
static inline void tondo_replace(VipsImage **image, VipsImage *next) {
    g_object_unref(*image);
    *image = next;
}

#endif
