#ifndef TONDO_FEED_H
#define TONDO_FEED_H

#include "tondo_picture.h"

// The part of a picture that is needed: whole pixels, within its edges.
typedef struct tondo_part {
    int left;
    int top;
    int width;
    int height;
} tondo_part;

// The rows of a part, as RGB or RGBA. Each passes once, from top to bottom.
typedef struct tondo_feed {
    // Puts down the next row. Returns -1 when it cannot; the reason is in tondo_image_error.
    int (*read)(struct tondo_feed *feed, uint8_t *row);
    void (*close)(struct tondo_feed *feed);
} tondo_feed;

// Decoded by libvips, whatever it is. NULL when it cannot.
tondo_feed *tondo_feed_region(const tondo_picture *picture, tondo_part part);

// Decoded by libjpeg: no row and no column that is not needed, and no thread. NULL when it cannot.
tondo_feed *tondo_feed_jpeg(const tondo_picture *picture, tondo_part part);

// Decoded by libwebp: the part alone. NULL when it cannot.
tondo_feed *tondo_feed_webp(const tondo_picture *picture, tondo_part part);

#endif
