#include "tondo_webp.h"

#include "tondo_feed.h"

#include <string.h>
#include <webp/decode.h>

typedef struct {
    tondo_feed feed;
    WebPDecoderConfig config;
    size_t length;  // of a row, in bytes
    int next;
} webp_feed;

static int features_of(const tondo_picture *picture, WebPBitstreamFeatures *features) {
    return WebPGetFeatures(picture->bytes, picture->count, features) == VP8_STATUS_OK ? 0 : -1;
}

int tondo_webp_is_usual(const tondo_picture *picture) {
    WebPBitstreamFeatures features;
    VipsImage *image = picture->image;
    return features_of(picture, &features) == 0 && !features.has_animation && features.width == image->Xsize
        && features.height == image->Ysize && (image->Bands == 3 || image->Bands == 4);
}

// Its way of making RGBA smaller does not weigh colour by alpha.
int tondo_webp_can_shrink(const tondo_picture *picture) {
    const int lossy = 1;
    WebPBitstreamFeatures features;
    return features_of(picture, &features) == 0 && features.format == lossy && !features.has_alpha
        && picture->image->Bands == 3;
}

// One pixel of chroma around the part, as it is mixed from its neighbours; libwebp begins at even pixels alone.
static tondo_part with_margin(tondo_part part, const VipsImage *image) {
    const int margin = 2;
    int left = VIPS_MAX(0, part.left - margin) / 2 * 2, top = VIPS_MAX(0, part.top - margin) / 2 * 2;
    int right = VIPS_MIN(image->Xsize, part.left + part.width + margin);
    int bottom = VIPS_MIN(image->Ysize, part.top + part.height + margin);
    return (tondo_part) {left, top, right - left, bottom - top};
}

static void set_options(WebPDecoderOptions *options, tondo_part part, int shrink) {
    options->use_cropping = 1;
    options->crop_left = part.left * shrink;
    options->crop_top = part.top * shrink;
    options->crop_width = part.width * shrink;
    options->crop_height = part.height * shrink;
    options->use_scaling = shrink > 1;
    options->scaled_width = part.width;
    options->scaled_height = part.height;
}

static int failure(VP8StatusCode status) {
    switch (status) {
    case VP8_STATUS_OK: return 0;
    case VP8_STATUS_OUT_OF_MEMORY: vips_error("webp", "out of memory"); break;
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: vips_error("webp", "not enough data"); break;
    default: vips_error("webp", "its data cannot be decoded (%d)", status);
    }
    return -1;
}

static int read_row(tondo_feed *feed, uint8_t *row) {
    webp_feed *webp = (webp_feed *) feed;
    const WebPRGBABuffer *pixels = &webp->config.output.u.RGBA;
    memcpy(row, pixels->rgba + (size_t) webp->next++ * pixels->stride, webp->length);
    return 0;
}

static void close_webp(tondo_feed *feed) {
    WebPFreeDecBuffer(&((webp_feed *) feed)->config.output);
    g_free(feed);
}

// The margin in front of the part.
static void pass_over(webp_feed *webp, tondo_part part, tondo_part decoded, int bands) {
    webp->config.output.u.RGBA.rgba += (part.left - decoded.left) * bands;
    webp->next = part.top - decoded.top;
}

tondo_feed *tondo_feed_webp(const tondo_picture *picture, tondo_part part) {
    webp_feed *webp = g_new0(webp_feed, 1);
    int bands = picture->image->Bands, shrink = 8 / picture->eighths;
    tondo_part decoded = shrink == 1 ? with_margin(part, picture->image) : part;
    webp->feed = (tondo_feed) {read_row, close_webp};
    webp->length = (size_t) part.width * bands;
    WebPInitDecoderConfig(&webp->config);
    webp->config.output.colorspace = bands == 4 ? MODE_RGBA : MODE_RGB;
    set_options(&webp->config.options, decoded, shrink);
    if (failure(WebPDecode(picture->bytes, picture->count, &webp->config))) {
        close_webp(&webp->feed);
        return NULL;
    }
    pass_over(webp, part, decoded, bands);
    return &webp->feed;
}
