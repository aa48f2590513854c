#ifndef TONDO_IMAGE_H
#define TONDO_IMAGE_H

#include <stddef.h>
#include <stdint.h>

// A flat view of libvips: opaque handles, plain numbers, every name prefixed. All functions belong to one thread.
// Functions that can fail return 0 or a pointer when well, and -1 or NULL when not; the reason is in tondo_image_error.

// What a process is for: photos, or drawings of our own. Neither may load what is the other's.
enum tondo_purpose { TONDO_FOR_PHOTOS, TONDO_FOR_DRAWINGS };

// Starts libvips, with all loaders and savers blocked but those that Tondo needs. Once, before anything else.
int tondo_image_start(enum tondo_purpose purpose);

// Whether libvips has this operation, such as "jpegload_source", and lets it run.
int tondo_image_has_operation(const char *name);

// Whether libheif can decode (or encode) this: 1 is HEVC, 4 is AV1.
int tondo_image_has_heif_codec(int codec, int for_writing);

// Copies the pending error text, as much as fits, and forgets it. Always ends in NUL.
void tondo_image_error(char *text, size_t room);

// The same for the first warning since the last call; empty where there was none.
void tondo_image_warning(char *text, size_t room);

// Keeps a warning for tondo_image_warning, unless there is one already.
void tondo_image_warn(const char *text);

// The loaders. The order is that of the Swift enum.
enum tondo_loader {
    TONDO_LOADER_JPEG,
    TONDO_LOADER_PNG,
    TONDO_LOADER_WEBP,
    TONDO_LOADER_GIF,
    TONDO_LOADER_TIFF,
    TONDO_LOADER_HEIF,
};

// An opened picture. Its bytes must outlive it.
typedef struct tondo_picture tondo_picture;

// What decodes the pixels, where libvips has read the header: itself, as it was opened, or what does it with less work.
enum tondo_decoder { TONDO_BY_LIBVIPS, TONDO_BY_LIBJPEG, TONDO_BY_LIBWEBP };

typedef struct tondo_header {
    int width;
    int height;
    int orientation;  // 1...8; 1 where the file says none or nonsense
    int frames;
    int scales;       // bit 1...8: whether so many eighths of the size can be decoded
    double margin;    // how many times the result's pixels that has to leave, for nobody to see it
    int profile;      // whether a colour profile is embedded
    enum tondo_decoder decoder;
} tondo_header;

// Reads the header; decodes no pixel. Of the size so many eighths will be decoded.
tondo_picture *tondo_picture_open(const void *bytes, size_t count, enum tondo_loader loader, int eighths);
void tondo_picture_close(tondo_picture *picture);
void tondo_picture_header(const tondo_picture *picture, tondo_header *header);

// Arranges that samples come in 8 bits, and returns their number per pixel: 3 or 4. Sets *dropped where an embedded
// profile was of no use; why is in tondo_image_error.
int tondo_picture_prepare(tondo_picture *picture, int *dropped);

// What is left of the conversion to sRGB, in place, on samples that tondo_picture_resample made. Returns -1 where an
// embedded profile was of no use; why is in tondo_image_error.
int tondo_picture_finish(const tondo_picture *picture, uint8_t *samples, int width, int height, int bands);

// A rectangle of real numbers, in pixels of the picture that is sampled.
typedef struct tondo_area {
    double x;
    double y;
    double width;
    double height;
} tondo_area;

// Resamples an area to width x height pixels, decoding as it goes. `right` and `bottom` are the picture's exact edges:
// less than its whole pixels where it was shrunk.
int tondo_picture_resample(
    const tondo_picture *picture, tondo_area area, double right, double bottom, uint8_t *result, int width, int height);

// The same for samples in memory, of 3 or 4 bands; the fourth is alpha, not premultiplied.
int tondo_samples_resample(
    const uint8_t *samples, int width, int height, int bands, tondo_area area, uint8_t *result, int result_width,
    int result_height);

// Draws SVG, which must be our own, into RGBA samples that are not premultiplied; the drawing has exactly this size.
int tondo_svg_draw(const char *svg, size_t count, uint8_t *result, int width, int height);

// How many glyphs of a text no font has.
int tondo_text_unknown(const char *text);

// How many families of fonts there are.
int tondo_font_families(void);

// Of WebP: four would take twice the time, for 2 % fewer bytes.
enum { TONDO_WEBP_EFFORT = 2 };

// The savers. The order is that of the Swift enum.
enum tondo_saver { TONDO_SAVER_JPEG, TONDO_SAVER_PNG, TONDO_SAVER_WEBP, TONDO_SAVER_AVIF };

// Encodes samples without any metadata. `palette` (PNG only) is 0 or the bits per pixel: 1, 2, 4, 8.
// The bytes must be given back with tondo_bytes_free.
int tondo_samples_encode(
    const uint8_t *samples, int width, int height, int bands, enum tondo_saver saver, int quality, int palette,
    void **bytes, size_t *count);
void tondo_bytes_free(void *bytes);

// Bytes that libvips holds now; for tests that look for leaks.
size_t tondo_image_memory(void);

#endif
