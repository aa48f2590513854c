#include "tondo_jpeg.h"
#include "tondo_picture.h"
#include "tondo_webp.h"

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
static int has_profile_of_gray(const tondo_picture *picture) {
    VipsImage *image = picture->image;
    return image->Bands == 1 && vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
}

enum { WHOLE = 1 << 8, HALVES = WHOLE | 1 << 4 | 1 << 2 | 1 << 1 };

// libwebp shrinks exactly what can be divided without a rest.
static int webp_scales(const tondo_picture *picture) {
    int sides = picture->image->Xsize | picture->image->Ysize;
    if (!tondo_webp_can_shrink(picture) || sides % 2 != 0) return WHOLE;
    return sides % 4 == 0 ? WHOLE | 1 << 4 | 1 << 2 : WHOLE | 1 << 4;
}

static void decode_by(tondo_picture *picture, enum tondo_decoder decoder, tondo_reduction reduction) {
    picture->decoder = decoder;
    picture->reduction = reduction;
}

static void choose_decoder(tondo_picture *picture, enum tondo_loader loader) {
    tondo_reduction jpeg = {0, TONDO_USUAL_MARGIN}, other = {WHOLE, TONDO_USUAL_MARGIN};
    if (loader == TONDO_LOADER_JPEG) other.scales = HALVES;
    if (loader == TONDO_LOADER_JPEG && !has_profile_of_gray(picture))
        jpeg = tondo_jpeg_reduction(picture->bytes, picture->count);
    if (jpeg.scales != 0) {
        decode_by(picture, TONDO_BY_LIBJPEG, jpeg);
    } else if (loader == TONDO_LOADER_WEBP && tondo_webp_is_usual(picture)) {
        decode_by(picture, TONDO_BY_LIBWEBP, (tondo_reduction) {webp_scales(picture), TONDO_USUAL_MARGIN});
    } else {
        decode_by(picture, TONDO_BY_LIBVIPS, other);
    }
}

// libvips shrinks as it opens, and could not say the true size then: so it is opened once more.
static int reduce(tondo_picture *picture, enum tondo_loader loader, int eighths) {
    picture->eighths = eighths;
    if (picture->decoder != TONDO_BY_LIBVIPS || eighths == 8) return 0;
    VipsImage *image = load(picture->source, loader, 8 / eighths);
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
    choose_decoder(picture, loader);
    return picture;
}

tondo_picture *tondo_picture_open(const void *bytes, size_t count, enum tondo_loader loader, int eighths) {
    tondo_picture *picture = open_whole(bytes, count, loader);
    if (picture == NULL) return NULL;
    if ((picture->reduction.scales & 1 << eighths) == 0) vips_error("tondo", "no such scale");
    else if (reduce(picture, loader, eighths) == 0) return picture;
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
    header->scales = picture->reduction.scales;
    header->margin = picture->reduction.margin;
    header->profile = vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
    header->decoder = picture->decoder;
}
