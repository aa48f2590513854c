#include "tondo_jpeg.h"

#include <string.h>

// How much of each coefficient the scans up to some place have brought. Only files with chroma, whose loss covers that
// of a bit, with the components numbered apart, and with no more scans than any program writes, are understood.
enum { NOTHING = -1, COMPONENTS = 3, SCANS = 64 };

typedef struct {
    int components;
    uint8_t names[COMPONENTS];
    int8_t missing_bits[COMPONENTS][64];
    int scans;
} progress;

// The header of one scan.
typedef struct {
    int count;
    int components[COMPONENTS];
    int from;
    int to;
    int before;  // bits that were missing before it; 0 in a first scan
    int after;
} scan;

static int read_frame(progress *progress, const uint8_t *content, size_t length) {
    if (length < 6 || content[5] != COMPONENTS || length < 6 + 3 * (size_t) content[5]) return -1;
    progress->components = content[5];
    for (int i = 0; i < content[5]; i++) progress->names[i] = content[6 + 3 * i];
    memset(progress->missing_bits, NOTHING, sizeof progress->missing_bits);
    return 0;
}

static int component(const progress *progress, uint8_t name) {
    for (int i = 0; i < progress->components; i++)
        if (progress->names[i] == name) return i;
    return -1;
}

static int read_scan(const progress *progress, const uint8_t *content, size_t length, scan *scan) {
    if (length < 1 || content[0] < 1 || content[0] > COMPONENTS || length < 4 + 2 * (size_t) content[0]) return -1;
    const uint8_t *range = content + 1 + 2 * content[0];
    scan->count = content[0];
    for (int i = 0; i < scan->count; i++) {
        scan->components[i] = component(progress, content[1 + 2 * i]);
        if (scan->components[i] < 0) return -1;
    }
    scan->from = range[0];
    scan->to = range[1];
    scan->before = range[2] >> 4;
    scan->after = range[2] & 15;
    return scan->from <= scan->to && scan->to < 64 ? 0 : -1;
}

static void apply(progress *progress, const scan *scan) {
    for (int i = 0; i < scan->count; i++)
        memset(&progress->missing_bits[scan->components[i]][scan->from], scan->after, scan->to - scan->from + 1);
    progress->scans++;
}

static int is_in(const scan *scan, int component, int coefficient) {
    for (int i = 0; i < scan->count; i++)
        if (scan->components[i] == component) return coefficient >= scan->from && coefficient <= scan->to;
    return 0;
}

// Whether this scan does nothing but add the last bit, and that to all that still misses it.
static int only_adds_last_bit(const progress *progress, const scan *scan) {
    if (scan->before != 1 || scan->after != 0 || scan->from == 0) return 0;
    for (int i = 0; i < progress->components; i++)
        for (int k = 0; k < 64; k++)
            if (progress->missing_bits[i][k] != is_in(scan, i, k)) return 0;
    return 1;
}

// The next marker that is no part of the picture's data, behind its 0xFF; NULL at the end.
static const uint8_t *next_marker(const uint8_t *place, const uint8_t *end) {
    while (place < end && (place = memchr(place, 0xFF, (size_t) (end - place))) != NULL && ++place < end)
        if (*place != 0 && *place != 0xFF && (*place < 0xD0 || *place > 0xD7)) return place;
    return NULL;
}

static size_t segment_length(const uint8_t *marker, const uint8_t *end) {
    if (*marker == 0xD8 || *marker == 0x01) return 0;
    if (end - marker < 3) return SIZE_MAX;
    size_t length = (size_t) marker[1] << 8 | marker[2];
    return length < 2 || length > (size_t) (end - marker) - 1 ? SIZE_MAX : length;
}

size_t tondo_jpeg_without_last_bit(const uint8_t *bytes, size_t count) {
    progress progress = {0};
    const uint8_t *end = bytes + count, *marker = bytes, *last = NULL;
    while ((marker = next_marker(marker, end)) != NULL && *marker != 0xD9) {
        size_t length = segment_length(marker, end);
        scan scan;
        if (length == SIZE_MAX || last != NULL) return count;
        if (length > 2 && *marker == 0xC2 && read_frame(&progress, marker + 3, length - 2)) return count;
        if (length > 2 && *marker == 0xDA) {
            if (read_scan(&progress, marker + 3, length - 2, &scan) || progress.scans >= SCANS) return count;
            if (only_adds_last_bit(&progress, &scan)) last = marker - 1;
            apply(&progress, &scan);
        }
        marker += length + 1;
    }
    return marker == NULL || last == NULL ? count : (size_t) (last - bytes);
}
