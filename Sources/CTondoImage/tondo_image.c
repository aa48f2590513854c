#include "tondo_image.h"

#include "tondo_picture.h"

#include <dlfcn.h>
#include <gmodule.h>
#include <link.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vips/vips.h>
#include <vips/vector.h>

static char first_warning[512];

void tondo_image_warn(const char *text) {
    if (first_warning[0] == '\0') g_strlcpy(first_warning, text, sizeof first_warning);
}

static void keep_warning(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer unused) {
    (void) domain;
    (void) unused;
    if ((level & (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL)) != 0) tondo_image_warn(message);
}

// Everything off, then what is needed on: a loader that a later libvips brings stays off.
static void allow_needed_only(enum tondo_purpose purpose) {
    static const char *const savers[] = {
        "VipsForeignSaveJpeg", "VipsForeignSavePng", "VipsForeignSaveWebp", "VipsForeignSaveHeif", NULL,
    };
    static const char *const photos[] = {
        "VipsForeignLoadJpeg", "VipsForeignLoadPng",  "VipsForeignLoadWebp", "VipsForeignLoadNsgif",
        "VipsForeignLoadTiff", "VipsForeignLoadHeif", NULL,
    };
    static const char *const drawings[] = {"VipsForeignLoadSvgBuffer", NULL};
    const char *const *loaders = purpose == TONDO_FOR_PHOTOS ? photos : drawings;
    vips_operation_block_set("VipsForeign", TRUE);
    for (const char *const *name = savers; *name != NULL; name++) vips_operation_block_set(*name, FALSE);
    for (const char *const *name = loaders; *name != NULL; name++) vips_operation_block_set(*name, FALSE);
}

static void set_environment(void) {
    // liborc would write its machine code to a file in $HOME; our own resampler leaves it little to speed up.
    setenv("VIPS_NOVECTOR", "1", 1);
    setenv("ORC_CODE", "backup", 1);
    // No temporary files either, however large the picture.
    setenv("VIPS_DISC_THRESHOLD", "4096g", 1);
    // Messages are read by our classification, so they come untranslated.
    setenv("LC_ALL", "C", 1);
    setenv("LANGUAGE", "C", 1);
    // It would load all of its modules, with libraries by the dozen for formats that are blocked.
    setenv("VIPSHOME", "/nonexistent", 1);
    // libimagequant would start threads of its own.
    setenv("OMP_NUM_THREADS", "1", 1);
    // Settings that would change what is written.
    unsetenv("VIPS_WARNING");
    unsetenv("VIPS_PROFILE");
    unsetenv("VIPS_LEAK");
    unsetenv("VIPS_TRACE");
}

// Of the modules beside libvips the only one that is needed, where there is one: else it is built in, or missing.
static void load_heif(void) {
    Dl_info library;
    if (dladdr((void *) vips_init, &library) == 0) return;
    char *folder = g_path_get_dirname(library.dli_fname);
    char *name = g_strdup_printf("vips-modules-%d.%d", VIPS_MAJOR_VERSION, VIPS_MINOR_VERSION);
    char *path = g_build_filename(folder, name, "vips-heif.so", NULL);
    GModule *module = g_module_open(path, G_MODULE_BIND_LAZY);
    if (module != NULL) g_module_make_resident(module);
    g_free(path);
    g_free(name);
    g_free(folder);
}

// Code and constants of libraries, most of which are needed at the start alone: what is needed again comes back from the
// page cache. Without it a worker would have half as much memory again, for as long as it lives.
static int give_back(struct dl_phdr_info *library, size_t size, void *unused) {
    (void) size;
    (void) unused;
    const uintptr_t page = (uintptr_t) sysconf(_SC_PAGESIZE);
    for (int i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &library->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || (part->p_flags & PF_W) != 0) continue;
        uintptr_t start = library->dlpi_addr + part->p_vaddr, first = start / page * page;
        madvise((void *) first, start + part->p_memsz - first, MADV_DONTNEED);
    }
    return 0;
}

int tondo_image_start(enum tondo_purpose purpose) {
    set_environment();
    // Large buffers come and go with every picture: giving them back to the kernel each time costs page faults.
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 96 << 20);
    mallopt(M_ARENA_MAX, 1);
    g_log_set_default_handler(keep_warning, NULL);
    if (VIPS_INIT("tondo-worker") != 0) return -1;
    load_heif();
    g_log_set_handler("VIPS", G_LOG_LEVEL_MASK, keep_warning, NULL);
    // A path may be written again with other pixels, and every picture comes once.
    vips_cache_set_max(0);
    vips_concurrency_set(1);
    vips_vector_set_enabled(FALSE);
    allow_needed_only(purpose);
    tondo_keep_colour_errors();
    dl_iterate_phdr(give_back, NULL);
    return 0;
}

int tondo_image_has_operation(const char *name) {
    VipsOperation *operation = vips_operation_new(name);
    if (operation == NULL) {
        vips_error_clear();
        return 0;
    }
    int blocked = (VIPS_OPERATION_GET_CLASS(operation)->flags & VIPS_OPERATION_BLOCKED) != 0;
    g_object_unref(operation);
    return !blocked;
}

// libheif is in the process already, as libvips needs it; asking it by name spares a dependency of our own.
int tondo_image_has_heif_codec(int codec, int for_writing) {
    int (*ask)(int) = NULL;
    void *symbol = dlsym(RTLD_DEFAULT, for_writing ? "heif_have_encoder_for_format" : "heif_have_decoder_for_format");
    memcpy(&ask, &symbol, sizeof ask);
    return ask != NULL && ask(codec) != 0;
}

void tondo_image_error(char *text, size_t room) {
    char *taken = vips_error_buffer_copy();
    g_strlcpy(text, taken, room);
    g_free(taken);
}

void tondo_image_warning(char *text, size_t room) {
    g_strlcpy(text, first_warning, room);
    first_warning[0] = '\0';
}

size_t tondo_image_memory(void) { return vips_tracked_get_mem(); }
