#include "tondo_page.h"

// A file is embedded by naming it here, twice.
static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char adder_js[] = {
#embed "page/adder.js"
};
static const unsigned char api_js[] = {
#embed "page/api.js"
};
static const unsigned char asking_js[] = {
#embed "page/asking.js"
};
static const unsigned char card_js[] = {
#embed "page/card.js"
};
static const unsigned char editor_js[] = {
#embed "page/editor.js"
};
static const unsigned char element_js[] = {
#embed "page/element.js"
};
static const unsigned char gallery_js[] = {
#embed "page/gallery.js"
};
static const unsigned char geometry_js[] = {
#embed "page/geometry.js"
};
static const unsigned char gestures_js[] = {
#embed "page/gestures.js"
};
static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};
static const unsigned char live_js[] = {
#embed "page/live.js"
};
static const unsigned char main_js[] = {
#embed "page/main.js"
};
static const unsigned char page_css[] = {
#embed "page/page.css"
};
static const unsigned char photo_js[] = {
#embed "page/photo.js"
};
static const unsigned char placeholder_js[] = {
#embed "page/placeholder.js"
};
static const unsigned char previews_js[] = {
#embed "page/previews.js"
};
static const unsigned char stage_js[] = {
#embed "page/stage.js"
};
static const unsigned char telling_js[] = {
#embed "page/telling.js"
};
static const unsigned char uploads_js[] = {
#embed "page/uploads.js"
};
static const unsigned char viewer_js[] = {
#embed "page/viewer.js"
};
static const unsigned char words_js[] = {
#embed "page/words.js"
};

#define ENTRY(name, symbol) {name, symbol, sizeof symbol}

static const tondo_page_file files[] = {
    ENTRY("index.html", index_html),
    ENTRY("adder.js", adder_js),
    ENTRY("api.js", api_js),
    ENTRY("asking.js", asking_js),
    ENTRY("card.js", card_js),
    ENTRY("editor.js", editor_js),
    ENTRY("element.js", element_js),
    ENTRY("gallery.js", gallery_js),
    ENTRY("geometry.js", geometry_js),
    ENTRY("gestures.js", gestures_js),
    ENTRY("icon.svg", icon_svg),
    ENTRY("live.js", live_js),
    ENTRY("main.js", main_js),
    ENTRY("page.css", page_css),
    ENTRY("photo.js", photo_js),
    ENTRY("placeholder.js", placeholder_js),
    ENTRY("previews.js", previews_js),
    ENTRY("stage.js", stage_js),
    ENTRY("telling.js", telling_js),
    ENTRY("uploads.js", uploads_js),
    ENTRY("viewer.js", viewer_js),
    ENTRY("words.js", words_js),
};

const tondo_page_file *tondo_page(size_t number) {
    return number < sizeof files / sizeof *files ? &files[number] : NULL;
}
