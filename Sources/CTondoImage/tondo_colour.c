#include "tondo_picture.h"

#include <string.h>

// The intent that Pillow, ImageMagick and browsers take for photos.
static int apply_profile(VipsImage *in, VipsImage **out) {
    return vips_icc_transform(
        in, out, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_RELATIVE, "depth", 8, NULL);
}

// CMYK without a profile, as browsers show it: each ink takes away its share of the light.
static int multiply_inks(VipsImage *in, VipsImage **out) {
    VipsImage *base = vips_image_new();
    VipsImage **t = (VipsImage **) vips_object_local_array(VIPS_OBJECT(base), 5);
    int failed = vips_invert(in, &t[0], NULL) || vips_extract_band(t[0], &t[1], 0, "n", 3, NULL)
        || vips_extract_band(t[0], &t[2], 3, NULL) || vips_multiply(t[1], t[2], &t[3], NULL)
        || vips_linear1(t[3], &t[4], 1 / 255.0, 0.5, "uchar", TRUE, NULL)
        || vips_copy(t[4], out, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(base);
    return failed;
}

// 16 bit samples to 8, alpha alike; libvips's own conversion would clip alpha.
static int halve_depth(VipsImage *in, VipsImage **out) {
    VipsImage *narrow = NULL;
    VipsInterpretation meant = vips_image_get_bands(in) < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    if (vips_cast(in, &narrow, VIPS_FORMAT_UCHAR, "shift", TRUE, NULL)) return -1;
    int failed = vips_copy(narrow, out, "interpretation", meant, NULL);
    g_object_unref(narrow);
    return failed;
}

static int is_cmyk(VipsImage *image) {
    return vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK && vips_image_get_bands(image) >= 4
        && vips_image_get_format(image) == VIPS_FORMAT_UCHAR;
}

// By a profile or, where there is none or `tagged` is off, by what the numbers are taken to mean.
static int convert(VipsImage *in, VipsImage **out, int tagged) {
    VipsInterpretation meaning = vips_image_guess_interpretation(in);
    if (tagged) return apply_profile(in, out);
    if (is_cmyk(in)) return multiply_inks(in, out);
    if (meaning == VIPS_INTERPRETATION_sRGB && vips_image_get_format(in) == VIPS_FORMAT_UCHAR)
        return vips_copy(in, out, NULL);
    return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

// Exactly 3 or 4 bands of 8 bits.
static int settle_bands(VipsImage **image) {
    VipsImage *next = NULL;
    if (vips_image_get_bands(*image) < 3) {
        if (vips_colourspace(*image, &next, VIPS_INTERPRETATION_sRGB, NULL)) return -1;
        tondo_replace(image, next);
    }
    int bands = vips_image_hasalpha(*image) ? 4 : 3;
    if (vips_image_get_bands(*image) > bands) {
        if (vips_extract_band(*image, &next, 0, "n", bands, NULL)) return -1;
        tondo_replace(image, next);
    }
    if (vips_image_get_format(*image) != VIPS_FORMAT_UCHAR) {
        if (vips_cast(*image, &next, VIPS_FORMAT_UCHAR, NULL)) return -1;
        tondo_replace(image, next);
    }
    return vips_image_get_bands(*image);
}

// RGB samples of 8 bits can be resampled first and converted when they are few.
static int may_convert_late(VipsImage *image) {
    VipsInterpretation meaning = vips_image_guess_interpretation(image);
    int bands = vips_image_get_bands(image);
    return vips_image_get_format(image) == VIPS_FORMAT_UCHAR && (bands == 3 || bands == 4)
        && (meaning == VIPS_INTERPRETATION_sRGB || meaning == VIPS_INTERPRETATION_RGB);
}

static int is_deep(VipsImage *image) {
    VipsInterpretation meaning = vips_image_guess_interpretation(image);
    return vips_image_get_format(image) == VIPS_FORMAT_USHORT
        && (meaning == VIPS_INTERPRETATION_RGB16 || meaning == VIPS_INTERPRETATION_GREY16
            || meaning == VIPS_INTERPRETATION_sRGB || meaning == VIPS_INTERPRETATION_B_W);
}

int tondo_picture_prepare(tondo_picture *picture, int *dropped) {
    VipsImage *next = NULL;
    int tagged = vips_image_get_typeof(picture->image, VIPS_META_ICC_NAME) != 0;
    *dropped = 0;
    if (is_deep(picture->image)) {
        if (halve_depth(picture->image, &next)) return -1;
        tondo_replace(&picture->image, next);
    }
    picture->converts_late = tagged && may_convert_late(picture->image);
    if (picture->converts_late) return vips_image_get_bands(picture->image);
    if (tagged && convert(picture->image, &next, 1) == 0) {
        tondo_replace(&picture->image, next);
        return settle_bands(&picture->image);
    }
    *dropped = tagged;
    if (convert(picture->image, &next, 0)) return -1;
    tondo_replace(&picture->image, next);
    return settle_bands(&picture->image);
}

// The picture's profile on a small image of its samples.
static VipsImage *tagged_samples(const tondo_picture *picture, uint8_t *samples, int width, int height, int bands) {
    const void *profile = NULL;
    size_t length = 0;
    if (vips_image_get_blob(picture->image, VIPS_META_ICC_NAME, &profile, &length)) return NULL;
    VipsImage *image = vips_image_new_from_memory(
        samples, (size_t) width * height * bands, width, height, bands, VIPS_FORMAT_UCHAR);
    if (image == NULL) return NULL;
    image->Type = VIPS_INTERPRETATION_sRGB;
    vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, length);
    return image;
}

int tondo_picture_finish(
    const tondo_picture *picture, uint8_t *samples, int width, int height, int bands, int *dropped) {
    *dropped = 0;
    if (!picture->converts_late) return 0;
    VipsImage *image = tagged_samples(picture, samples, width, height, bands), *converted = NULL;
    if (image == NULL) return -1;
    size_t count = 0;
    void *result = NULL;
    *dropped = apply_profile(image, &converted) != 0 || vips_image_get_bands(converted) != bands
        || (result = vips_image_write_to_memory(converted, &count)) == NULL
        || count != (size_t) width * height * bands;
    if (!*dropped) memcpy(samples, result, count);
    g_free(result);
    if (converted != NULL) g_object_unref(converted);
    g_object_unref(image);
    return 0;
}
