#include "tondo_picture.h"
#include "tondo_planes.h"

#include <lcms2.h>
#include <string.h>

static void keep_error(cmsContext context, cmsUInt32Number code, const char *text) {
    (void) context;
    (void) code;
    vips_error("profile", "%s", text);
}

void tondo_keep_colour_errors(void) {
    // libvips sets a handler of its own when it first converts; it must not come after this one.
    GType converter = vips_type_find("VipsOperation", "icc_transform");
    if (converter != 0) g_type_class_ref(converter);
    cmsSetLogErrorHandler(keep_error);
}

static cmsHPROFILE opened(const void *bytes, size_t count) {
    cmsHPROFILE profile = cmsOpenProfileFromMem(bytes, (cmsUInt32Number) count);
    if (profile == NULL) vips_error("profile", "it cannot be read");
    return profile;
}

// An embedded profile, opened to be looked at. libvips would put another in the place of one it cannot use, and not say so.
static cmsHPROFILE embedded_profile(VipsImage *image) {
    const void *bytes = NULL;
    size_t count = 0;
    return vips_image_get_blob(image, VIPS_META_ICC_NAME, &bytes, &count) ? NULL : opened(bytes, count);
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

static void refuse_kind(void) { vips_error("profile", "it is for another kind of samples"); }

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
    if (!suits) refuse_kind();
    if (!suits) return -1;
    return vips_icc_transform(in, out, "srgb", "embedded", TRUE, "intent", (VipsIntent) intent, "depth", 8, NULL);
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

// RGB and CMYK samples of 8 bits can be resampled first and converted when they are few.
static int may_convert_late(VipsImage *image) {
    VipsInterpretation meaning = vips_image_guess_interpretation(image);
    int bands = vips_image_get_bands(image);
    if (vips_image_get_format(image) != VIPS_FORMAT_UCHAR) return 0;
    if (is_cmyk(image)) return bands == 4;
    return (bands == 3 || bands == 4)
        && (meaning == VIPS_INTERPRETATION_sRGB || meaning == VIPS_INTERPRETATION_RGB);
}

static int is_deep(VipsImage *image) {
    VipsInterpretation meaning = vips_image_guess_interpretation(image);
    return vips_image_get_format(image) == VIPS_FORMAT_USHORT
        && (meaning == VIPS_INTERPRETATION_RGB16 || meaning == VIPS_INTERPRETATION_GREY16
            || meaning == VIPS_INTERPRETATION_sRGB || meaning == VIPS_INTERPRETATION_B_W);
}

// From a profile's RGB or CMYK to sRGB; alpha passes through.
static cmsHTRANSFORM transform_of(cmsHPROFILE profile, int inks, int bands) {
    cmsUInt32Number from = inks ? TYPE_CMYK_8 : bands == 4 ? TYPE_RGBA_8 : TYPE_RGB_8;
    cmsUInt32Number to = !inks && bands == 4 ? TYPE_RGBA_8 : TYPE_RGB_8;
    cmsHPROFILE srgb = cmsCreate_sRGBProfile();
    cmsUInt32Number flags = to == TYPE_RGBA_8 ? cmsFLAGS_COPY_ALPHA : 0;
    cmsHTRANSFORM transform =
        srgb == NULL ? NULL : cmsCreateTransform(profile, from, srgb, to, intent_of(profile), flags);
    if (srgb != NULL) cmsCloseProfile(srgb);
    if (transform == NULL) vips_error("profile", "it cannot be applied");
    return transform;
}

// As the embedded profile says; NULL, and why, where it cannot be applied.
static cmsHTRANSFORM embedded_transform(const tondo_picture *picture, int bands) {
    cmsHPROFILE profile = embedded_profile(picture->image);
    if (profile == NULL) return NULL;
    cmsHTRANSFORM transform = NULL;
    if (fits(profile, picture->image)) transform = transform_of(profile, picture->inks, bands);
    else refuse_kind();
    cmsCloseProfile(profile);
    return transform;
}

static int prepare_inks(tondo_picture *picture, int tagged, int *dropped) {
    if (tagged) picture->by_profile = embedded_transform(picture, 4);
    *dropped = tagged && picture->by_profile == NULL;
    return 3;
}

int tondo_picture_prepare(tondo_picture *picture, int *dropped) {
    VipsImage *next = NULL;
    int tagged = vips_image_get_typeof(picture->image, VIPS_META_ICC_NAME) != 0;
    *dropped = 0;
    if (is_deep(picture->image)) {
        if (halve_depth(picture->image, &next)) return -1;
        tondo_replace(&picture->image, next);
    }
    picture->inks = is_cmyk(picture->image) && may_convert_late(picture->image);
    if (picture->inks) return prepare_inks(picture, tagged, dropped);
    picture->profile = tagged && may_convert_late(picture->image);
    if (picture->profile) return vips_image_get_bands(picture->image);
    if (tagged && convert(picture->image, &next, 1) == 0) {
        tondo_replace(&picture->image, next);
        return settle_bands(&picture->image);
    }
    *dropped = tagged;
    if (convert(picture->image, &next, 0)) return -1;
    tondo_replace(&picture->image, next);
    return settle_bands(&picture->image);
}

void tondo_convert_inks(const tondo_picture *picture, const uint8_t *inks, uint8_t *light, size_t pixels) {
    if (picture->by_profile != NULL) {
        cmsDoTransform(picture->by_profile, inks, light, (cmsUInt32Number) pixels);
        return;
    }
    // Without a profile as browsers show it: each ink takes away its share of the light.
    for (size_t i = 0; i < pixels; i++, inks += 4)
        for (int band = 0; band < 3; band++)
            light[3 * i + band] = (uint8_t) (((255 - inks[band]) * (255 - inks[3]) + 127) / 255);
}

void tondo_release_colour(tondo_picture *picture) {
    if (picture->by_profile != NULL) cmsDeleteTransform(picture->by_profile);
}

int tondo_picture_finish(const tondo_picture *picture, uint8_t *samples, int width, int height, int bands) {
    if (!picture->profile) return 0;
    cmsHTRANSFORM transform = embedded_transform(picture, bands);
    if (transform == NULL) return -1;
    cmsDoTransform(transform, samples, samples, (cmsUInt32Number) width * height);
    cmsDeleteTransform(transform);
    return 0;
}

static cmsHTRANSFORM transform_of_rgb(const void *bytes, size_t count) {
    cmsHPROFILE profile = opened(bytes, count);
    if (profile == NULL) return NULL;
    cmsHTRANSFORM transform = NULL;
    if (cmsGetColorSpace(profile) == cmsSigRgbData) transform = transform_of(profile, 0, 3);
    else refuse_kind();
    cmsCloseProfile(profile);
    return transform;
}

// To make a transform costs more than to apply it, and photos of one phone have the same profile.
static struct {
    void *profile;
    size_t count;
    cmsHTRANSFORM transform;
} last;

static int is_last(const void *bytes, size_t count) {
    return last.transform != NULL && last.count == count && memcmp(last.profile, bytes, count) == 0;
}

static int remember(const void *bytes, size_t count) {
    cmsHTRANSFORM transform = transform_of_rgb(bytes, count);
    if (transform == NULL) return -1;
    if (last.transform != NULL) cmsDeleteTransform(last.transform);
    g_free(last.profile);
    last.profile = g_memdup2(bytes, count);
    last.count = count;
    last.transform = transform;
    return 0;
}

int tondo_profile_apply(const void *bytes, size_t count, uint8_t *rgb, size_t pixels) {
    if (!is_last(bytes, count) && remember(bytes, count)) return -1;
    cmsDoTransform(last.transform, rgb, rgb, (cmsUInt32Number) pixels);
    return 0;
}
