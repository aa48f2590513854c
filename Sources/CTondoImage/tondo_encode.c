#include "tondo_image.h"
#include "tondo_jpeg.h"

#include <vips/vips.h>

// A fresh image of the samples alone: what has no metadata cannot pass any on.
static VipsImage *fresh(const uint8_t *samples, int width, int height, int bands) {
    VipsImage *image = vips_image_new_from_memory(
        samples, (size_t) width * height * bands, width, height, bands, VIPS_FORMAT_UCHAR);
    if (image != NULL) image->Type = VIPS_INTERPRETATION_sRGB;
    return image;
}

// Palettes of `palette` bits per pixel; 0: none.
static int save_png(VipsImage *image, int palette, void **bytes, size_t *count) {
    if (palette == 0) return vips_pngsave_buffer(image, bytes, count, "strip", TRUE, NULL);
    return vips_pngsave_buffer(
        image, bytes, count, "strip", TRUE, "compression", 9, "palette", TRUE, "bitdepth", palette, NULL);
}

static int save(VipsImage *image, enum tondo_saver saver, int quality, int palette, void **bytes, size_t *count) {
    switch (saver) {
    case TONDO_SAVER_JPEG:
        return vips_jpegsave_buffer(
            image, bytes, count, "Q", quality, "strip", TRUE, "subsample_mode", VIPS_FOREIGN_SUBSAMPLE_ON, NULL);
    case TONDO_SAVER_PNG:
        return save_png(image, palette, bytes, count);
    case TONDO_SAVER_WEBP:
        return vips_webpsave_buffer(image, bytes, count, "Q", quality, "strip", TRUE, "effort", TONDO_WEBP_EFFORT, NULL);
    case TONDO_SAVER_AVIF:
        return vips_heifsave_buffer(
            image, bytes, count, "Q", quality, "strip", TRUE, "compression", VIPS_FOREIGN_HEIF_COMPRESSION_AV1,
            "effort", 3, NULL);
    }
    return -1;
}

int tondo_samples_encode(
    const uint8_t *samples, int width, int height, int bands, enum tondo_saver saver, int quality, int palette,
    void **bytes, size_t *count) {
    *bytes = NULL;
    *count = 0;
    if (saver == TONDO_SAVER_JPEG && bands == 3) return tondo_jpeg_save(samples, width, height, quality, bytes, count);
    VipsImage *image = fresh(samples, width, height, bands);
    if (image == NULL) return -1;
    int failed = save(image, saver, quality, palette, bytes, count);
    g_object_unref(image);
    return failed ? -1 : 0;
}

void tondo_bytes_free(void *bytes) { g_free(bytes); }
