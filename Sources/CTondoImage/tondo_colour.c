#include "tondo_picture.h"

#include <lcms2.h>
#include <string.h>

// An embedded profile, opened to be looked at. libvips would put another in the place of one it cannot use, and not say so.
static cmsHPROFILE embedded_profile(VipsImage *image) {
    const void *bytes = NULL;
    size_t count = 0;
    if (vips_image_get_blob(image, VIPS_META_ICC_NAME, &bytes, &count)) return NULL;
    cmsHPROFILE profile = cmsOpenProfileFromMem(bytes, (cmsUInt32Number) count);
    if (profile == NULL) vips_error("profile", "it cannot be read");
    return profile;
}

static int is_cmyk(VipsImage *image) {
    return vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK && vips_image_get_bands(image) >= 4;
}

static int fits(cmsHPROFILE profile, VipsImage *image) {
    switch (cmsGetColorSpace(profile)) {
    case cmsSigGrayData: return vips_image_get_bands(image) < 3;
    case cmsSigRgbData: return vips_image_get_bands(image) >= 3 && !is_cmyk(image);
    case cmsSigCmykData: return is_cmyk(image);
    default: return 0;
    }
}

// The intent that Pillow, ImageMagick and browsers take for photos; some profiles have another one only.
static int intent_of(cmsHPROFILE profile) {
    int has_usual = cmsIsIntentSupported(profile, INTENT_RELATIVE_COLORIMETRIC, LCMS_USED_AS_INPUT);
    return has_usual ? INTENT_RELATIVE_COLORIMETRIC : INTENT_PERCEPTUAL;
}

// Only where the profile is one of these samples.
static int apply_profile(VipsImage *in, VipsImage **out) {
    cmsHPROFILE profile = embedded_profile(in);
    if (profile == NULL) return -1;
    int suits = fits(profile, in), intent = intent_of(profile);
    cmsCloseProfile(profile);
    if (!suits) vips_error("profile", "it is for another kind of samples");
    if (!suits) return -1;
    return vips_icc_transform(in, out, "srgb", "embedded", TRUE, "intent", (VipsIntent) intent, "depth", 8, NULL);
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

// By a profile or, where there is none or `tagged` is off, by what the numbers are taken to mean.
static int convert(VipsImage *in, VipsImage **out, int tagged) {
    VipsInterpretation meaning = vips_image_guess_interpretation(in);
    if (tagged) return apply_profile(in, out);
    if (is_cmyk(in) && vips_image_get_format(in) == VIPS_FORMAT_UCHAR) return multiply_inks(in, out);
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

// From a profile's RGB to sRGB; alpha passes through.
static cmsHTRANSFORM transform_of(cmsHPROFILE profile, int bands) {
    cmsUInt32Number layout = bands == 4 ? TYPE_RGBA_8 : TYPE_RGB_8;
    cmsHPROFILE srgb = cmsCreate_sRGBProfile();
    cmsHTRANSFORM transform = srgb == NULL
        ? NULL
        : cmsCreateTransform(profile, layout, srgb, layout, intent_of(profile), bands == 4 ? cmsFLAGS_COPY_ALPHA : 0);
    if (srgb != NULL) cmsCloseProfile(srgb);
    if (transform == NULL) vips_error("profile", "it cannot be applied");
    return transform;
}

void tondo_picture_finish(
    const tondo_picture *picture, uint8_t *samples, int width, int height, int bands, int *dropped) {
    *dropped = 0;
    if (!picture->converts_late) return;
    cmsHPROFILE profile = embedded_profile(picture->image);
    cmsHTRANSFORM transform = NULL;
    if (profile != NULL && fits(profile, picture->image)) transform = transform_of(profile, bands);
    else if (profile != NULL) vips_error("profile", "it is for another kind of samples");
    *dropped = transform == NULL;
    if (transform != NULL) cmsDoTransform(transform, samples, samples, (cmsUInt32Number) width * height);
    if (transform != NULL) cmsDeleteTransform(transform);
    if (profile != NULL) cmsCloseProfile(profile);
}
