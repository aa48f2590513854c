#ifndef TONDO_PLANES_H
#define TONDO_PLANES_H

#include "tondo_image.h"

// Pictures as JPEG stores them: a plane of luma, and two of chroma. No libvips here.

// What libjpeg reads in the header of a JPEG.
typedef struct tondo_jpeg_facts {
    int gray;  // else it is YCbCr
    uint8_t *profile;  // the embedded colour profile; NULL where there is none
    size_t profile_count;
} tondo_jpeg_facts;

// Fills `facts`, whose profile must be given back with free. Returns -1 where it is another kind of JPEG, or where anything
// had to be forgiven: so that whoever looks more closely can tell.
int tondo_jpeg_facts_read(const void *bytes, size_t count, tondo_jpeg_facts *facts);

// From an embedded profile of RGB to sRGB, in place. Returns -1 where it is of no use; why is in tondo_image_error.
int tondo_profile_apply(const void *profile, size_t profile_count, uint8_t *rgb, size_t pixels);

// How a stored picture is laid upright: mirrored left to right, then turned clockwise by so many quarters.
typedef struct tondo_turn {
    int mirrored;
    int quarters;
} tondo_turn;

// All samples of a plane, of which maybe only a part was decoded. The picture ends at `right` and `bottom`, within the last
// ones, where it was shrunk.
typedef struct tondo_grid {
    int width;
    int height;
    double right;
    double bottom;
} tondo_grid;

// A part of a plane, of 8 bits a sample; `x` and `y` are its first sample's column and row. Some bytes behind the last
// sample are read, and not used: TONDO_SPARE at most.
typedef struct tondo_part_of_plane {
    const uint8_t *samples;
    size_t stride;
    int x;
    int y;
    int width;
    int height;
} tondo_part_of_plane;

enum { TONDO_SPARE = 32 };

// Resamples an area of planes that lie alike to width x height samples each.
typedef struct tondo_sampler tondo_sampler;

// NULL where memory runs out.
tondo_sampler *tondo_sampler_make(tondo_grid grid, tondo_area area, int width, int height);
void tondo_sampler_free(tondo_sampler *sampler);

// One plane, laid upright. Returns -1 where the part does not hold what the area needs.
int tondo_sampler_apply(
    const tondo_sampler *sampler, const tondo_part_of_plane *plane, tondo_turn turn, uint8_t *result);

// YCbCr of full range (JFIF), three planes of equal size, to RGB.
void tondo_planes_to_rgb(const uint8_t *luma, const uint8_t *blue, const uint8_t *red, size_t count, uint8_t *rgb);

// A picture of which a sample of chroma covers two by two of luma: `blue` and `red` have half the rows and columns, rounded
// up. To a JPEG without metadata. The bytes must be given back with tondo_bytes_free.
int tondo_planes_encode(
    const uint8_t *luma, const uint8_t *blue, const uint8_t *red, int width, int height, int quality, void **bytes,
    size_t *count);

// The same to a WebP.
int tondo_planes_encode_webp(
    const uint8_t *luma, const uint8_t *blue, const uint8_t *red, int width, int height, int quality, void **bytes,
    size_t *count);

#endif
