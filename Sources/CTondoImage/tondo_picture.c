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

tondo_picture *tondo_picture_open(const void *bytes, size_t count, enum tondo_loader loader, int shrink) {
    VipsSource *source = vips_source_new_from_memory(bytes, count);
    if (source == NULL) return NULL;
    VipsImage *image = load(source, loader, shrink);
    if (image == NULL) {
        g_object_unref(source);
        return NULL;
    }
    tondo_picture *picture = g_new0(tondo_picture, 1);
    picture->source = source;
    picture->image = image;
    return picture;
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
    header->profile = vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
}
