#include "tondo_jpeg.h"
#include "tondo_picture.h"

#include <string.h>

static const char *const loaders[] = {
    [TONDO_LOADER_JPEG] = "jpegload_source", [TONDO_LOADER_PNG] = "pngload_source",
    [TONDO_LOADER_WEBP] = "webpload_source", [TONDO_LOADER_GIF] = "gifload_source",
    [TONDO_LOADER_TIFF] = "tiffload_source", [TONDO_LOADER_HEIF] = "heifload_source",
};

// JPEG tolerates a flipped bit (with a warning); the checksums of PNG make an error of it.
static VipsFailOn patience(enum tondo_loader loader) {
    return loader == TONDO_LOADER_PNG ? VIPS_FAIL_ON_ERROR : VIPS_FAIL_ON_TRUNCATED;
}

static VipsImage *load(VipsSource *source, enum tondo_loader loader, int shrink) {
    VipsImage *image = NULL;
    VipsFailOn fail_on = patience(loader);
    int failed = loader == TONDO_LOADER_JPEG
        ? vips_call(loaders[loader], source, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, "shrink",
                    shrink, NULL)
        : vips_call(loaders[loader], source, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
    return failed ? NULL : image;
}

// A gray picture's profile is one of gray, and has to be applied before it is made RGB.
static int is_direct(VipsImage *image, const void *bytes, size_t count, enum tondo_loader loader) {
    if (loader != TONDO_LOADER_JPEG) return 0;
    if (image->Bands == 1 && vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0) return 0;
    return tondo_jpeg_is_usual(bytes, count);
}

static int is_power_of_two(int number) { return (number & (number - 1)) == 0; }

// Where libvips has to decode, it is opened once more, as what has been shrunk cannot be asked for its true size.
static int reduce(tondo_picture *picture, enum tondo_loader loader, int eighths) {
    if (picture->jpeg) picture->jpeg = eighths;
    if (picture->jpeg || eighths == 8) return 0;
    if (!is_power_of_two(eighths)) vips_error("tondo", "no such scale");
    VipsImage *image = is_power_of_two(eighths) ? load(picture->source, loader, 8 / eighths) : NULL;
    if (image == NULL) return -1;
    tondo_replace(&picture->image, image);
    return 0;
}

static tondo_picture *open_whole(const void *bytes, size_t count, enum tondo_loader loader) {
    VipsSource *source = vips_source_new_from_memory(bytes, count);
    if (source == NULL) return NULL;
    VipsImage *image = load(source, loader, 1);
    if (image == NULL) {
        g_object_unref(source);
        return NULL;
    }
    tondo_picture *picture = g_new0(tondo_picture, 1);
    *picture = (tondo_picture) {.source = source, .image = image, .bytes = bytes, .count = count};
    picture->jpeg = is_direct(image, bytes, count, loader) ? 8 : 0;
    return picture;
}

tondo_picture *tondo_picture_open(const void *bytes, size_t count, enum tondo_loader loader, int eighths) {
    tondo_picture *picture = open_whole(bytes, count, loader);
    if (picture == NULL || reduce(picture, loader, eighths) == 0) return picture;
    tondo_picture_close(picture);
    return NULL;
}

void tondo_picture_close(tondo_picture *picture) {
    g_object_unref(picture->image);
    g_object_unref(picture->source);
    tondo_release_colour(picture);
    g_free(picture);
}

// The number of a field that may be missing.
static int number(VipsImage *image, const char *field, int otherwise) {
    int value = otherwise;
    if (vips_image_get_typeof(image, field) != 0 && vips_image_get_int(image, field, &value) != 0) vips_error_clear();
    return value;
}

void tondo_picture_header(const tondo_picture *picture, tondo_header *header) {
    VipsImage *image = picture->image;
    int orientation = vips_image_get_orientation(image);
    header->width = vips_image_get_width(image);
    header->height = vips_image_get_height(image);
    header->orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
    header->frames = number(image, VIPS_META_N_PAGES, 1);
    header->any_eighth = picture->jpeg != 0;
    header->profile = vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
}
