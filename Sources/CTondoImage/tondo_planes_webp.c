#include "tondo_planes.h"

#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>
#include <webp/encode.h>

// VP8 keeps to the range of television (RFC 6386, 9.2): luma 16...235, chroma 16...240. Parts of 65,536.
enum { LUMA = 56284, CHROMA = 57569, HALF = 1 << 15 };

static void narrow(uint8_t *to, int stride, const uint8_t *from, int width, int height, int factor, int zero) {
    for (int y = 0; y < height; y++, to += stride, from += width)
        for (int x = 0; x < width; x++) to[x] = (uint8_t) ((from[x] * factor + zero) >> 16);
}

static void fill(WebPPicture *picture, const uint8_t *luma, const uint8_t *blue, const uint8_t *red) {
    int width = (picture->width + 1) / 2, height = (picture->height + 1) / 2;
    const int zero = (16 << 16) + HALF, middle = (128 << 16) - 128 * CHROMA + HALF;
    narrow(picture->y, picture->y_stride, luma, picture->width, picture->height, LUMA, zero);
    narrow(picture->u, picture->uv_stride, blue, width, height, CHROMA, middle);
    narrow(picture->v, picture->uv_stride, red, width, height, CHROMA, middle);
}

static int encode(WebPPicture *picture, const WebPConfig *config, const uint8_t *const planes[3]) {
    if (!WebPPictureAlloc(picture)) return 0;
    fill(picture, planes[0], planes[1], planes[2]);
    int done = WebPEncode(config, picture);
    WebPPictureFree(picture);
    return done;
}

int tondo_planes_encode_webp(
    const uint8_t *luma, const uint8_t *blue, const uint8_t *red, int width, int height, int quality, void **bytes,
    size_t *count) {
    const uint8_t *const planes[] = {luma, blue, red};
    WebPConfig config;
    WebPPicture picture;
    WebPMemoryWriter writer;
    if (!WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, (float) quality) || !WebPPictureInit(&picture)) return -1;
    config.method = TONDO_WEBP_EFFORT;
    WebPMemoryWriterInit(&writer);
    picture.width = width;
    picture.height = height;
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &writer;
    if (encode(&picture, &config, planes)) {
        *bytes = writer.mem;
        *count = writer.size;
        return 0;
    }
    vips_error("webp", "it cannot be encoded (%d)", picture.error_code);
    WebPMemoryWriterClear(&writer);
    return -1;
}
