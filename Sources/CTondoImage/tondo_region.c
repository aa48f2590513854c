#include "tondo_feed.h"

#include <string.h>

// Rows that are asked of libvips in one go.
enum { ROWS_AT_ONCE = 16 };

typedef struct {
    tondo_feed feed;
    const tondo_picture *picture;
    VipsRegion *region;
    tondo_part part;
    int next;   // the row that is read next
    int ready;  // the first row that the region does not hold yet
} region_feed;

static int prepare(region_feed *feed) {
    int end = feed->part.top + feed->part.height;
    VipsRect wanted = {feed->part.left, feed->ready, feed->part.width, VIPS_MIN(ROWS_AT_ONCE, end - feed->ready)};
    if (vips_region_prepare(feed->region, &wanted)) return -1;
    feed->ready += wanted.height;
    return 0;
}

static int read_row(tondo_feed *base, uint8_t *row) {
    region_feed *feed = (region_feed *) base;
    const tondo_picture *picture = feed->picture;
    if (feed->next == feed->ready && prepare(feed)) return -1;
    // A macro, which may look at its arguments more than once.
    const void *found = VIPS_REGION_ADDR(feed->region, feed->part.left, feed->next);
    feed->next++;
    if (picture->inks) tondo_convert_inks(picture, found, row, feed->part.width);
    else memcpy(row, found, (size_t) feed->part.width * picture->image->Bands);
    return 0;
}

static void close_region(tondo_feed *base) {
    g_object_unref(((region_feed *) base)->region);
    g_free(base);
}

tondo_feed *tondo_feed_region(const tondo_picture *picture, tondo_part part) {
    VipsRegion *region = vips_region_new(picture->image);
    if (region == NULL) return NULL;
    region_feed *feed = g_new0(region_feed, 1);
    *feed = (region_feed) {{read_row, close_region}, picture, region, part, part.top, part.top};
    return &feed->feed;
}
