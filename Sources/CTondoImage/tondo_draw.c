#include "tondo_image.h"

#include <pango/pangocairo.h>
#include <string.h>
#include <vips/vips.h>

static int is_as_asked(VipsImage *image, int width, int height) {
    return image->Xsize == width && image->Ysize == height && image->Bands == 4 && image->BandFmt == VIPS_FORMAT_UCHAR;
}

int tondo_svg_draw(const char *svg, size_t count, uint8_t *result, int width, int height) {
    VipsImage *image = NULL;
    if (vips_svgload_buffer((void *) svg, count, &image, NULL) != 0) return -1;
    size_t size = 0;
    void *samples = NULL;
    if (is_as_asked(image, width, height)) samples = vips_image_write_to_memory(image, &size);
    else vips_error("tondo", "the drawing has another size");
    g_object_unref(image);
    if (samples == NULL) return -1;
    memcpy(result, samples, size);
    g_free(samples);
    return 0;
}

// The map that librsvg takes its fonts from, too.
static PangoContext *new_context(void) { return pango_font_map_create_context(pango_cairo_font_map_get_default()); }

int tondo_text_unknown(const char *text) {
    PangoContext *context = new_context();
    PangoLayout *layout = pango_layout_new(context);
    pango_layout_set_text(layout, text, -1);
    int unknown = pango_layout_get_unknown_glyphs_count(layout);
    g_object_unref(layout);
    g_object_unref(context);
    return unknown;
}

int tondo_font_families(void) {
    PangoFontFamily **families = NULL;
    int count = 0;
    pango_font_map_list_families(pango_cairo_font_map_get_default(), &families, &count);
    g_free(families);
    return count;
}
