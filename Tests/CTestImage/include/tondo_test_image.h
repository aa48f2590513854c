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
} tondo_test_kind;

// RGB in, a file out; free it with free. Any error ends the process.
uint8_t *tondo_test_jpeg(const uint8_t *samples, int width, int height, tondo_test_kind kind, size_t *count);

// Every pixel of a file by libjpeg, in the plainest way, to `samples` of RGB.
void tondo_test_decode(const uint8_t *bytes, size_t count, uint8_t *samples);

#endif
