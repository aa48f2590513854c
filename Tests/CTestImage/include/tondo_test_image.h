#ifndef TONDO_TEST_IMAGE_H
#define TONDO_TEST_IMAGE_H

#include <stddef.h>
#include <stdint.h>

// How a JPEG is made that Tondo itself would never write.
typedef struct tondo_test_kind {
    int across;       // pixels of luma for one of chroma
    int down;
    int gray;
    int rgb;          // stored as RGB, not as YCbCr
    int restart;      // rows of blocks between two restart markers; 0: none
    int progressive;
    int quality;
    int optimized;    // with Huffman tables of its own
    int interval;     // MCUs between two restart markers; 0: none, or as `restart` says
    int extended;     // quantization tables of 16 bits, which baseline must not have
} tondo_test_kind;

// RGB in, a file out; free it with free. Any error ends the process.
uint8_t *tondo_test_jpeg(const uint8_t *samples, int width, int height, tondo_test_kind kind, size_t *count);

// Every pixel of a file by libjpeg, in the plainest way, to `samples` of RGB.
void tondo_test_decode(const uint8_t *bytes, size_t count, uint8_t *samples);

// How many of a component's blocks are as libjpeg reads them; -1 where it reads none, or another number of them. A block has
// 64 coefficients in natural order; those that fill up the last MCUs are blocks, too.
long tondo_test_same_blocks(
    const uint8_t *bytes, size_t count, int component, const int16_t *coefficients, long blocks);

#endif
