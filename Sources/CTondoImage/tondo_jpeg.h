#ifndef TONDO_JPEG_H
#define TONDO_JPEG_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

#include "tondo_picture.h"

// libjpeg ends what it cannot do by a jump to `place`, when the reason was noted. Its first warning is kept.
typedef struct tondo_jpeg_errors {
    struct jpeg_error_mgr manager;
    jmp_buf place;
} tondo_jpeg_errors;

struct jpeg_error_mgr *tondo_jpeg_errors_start(tondo_jpeg_errors *errors);

// Reads from memory. With `cut`, what is missing at the end is left out on purpose; else that is an error.
typedef struct tondo_jpeg_source {
    struct jpeg_source_mgr manager;
    int cut;
} tondo_jpeg_source;

void tondo_jpeg_source_start(tondo_jpeg_source *source, const void *bytes, size_t count, int cut);

// Gray or YCbCr of 8 bits, sampled as cameras and programs do it: what libjpeg alone will do for. Else there is no scale.
tondo_reduction tondo_jpeg_reduction(const void *bytes, size_t count);

// Where the last scan of a progressive file begins that only adds the last bit to coefficients that are all there;
// `count` where there is none such.
size_t tondo_jpeg_without_last_bit(const uint8_t *bytes, size_t count);

// RGB to a JPEG without metadata, 4:2:0. The bytes must be given back with free.
int tondo_jpeg_save(const uint8_t *samples, int width, int height, int quality, void **bytes, size_t *count);

#endif
