#include "tondo_inotify.h"

#include <errno.h>
#include <fcntl.h>
#include <inotifytools/inotify.h>
#include <inotifytools/inotifytools.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int failure(int fallback) {
    int number = inotifytools_error();
    return number > 0 ? number : fallback;
}

int tondo_inotify_initialize(void) { return inotifytools_initialize() ? 0 : failure(EIO); }

void tondo_inotify_cleanup(void) { inotifytools_cleanup(); }

int tondo_inotify_hush(int descriptor) {
    int silent = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (silent < 0) return errno;
    int number = dup3(silent, descriptor, O_CLOEXEC) < 0 ? errno : 0;
    close(silent);
    return number;
}

int tondo_inotify_watch(const char *path, uint32_t mask) {
    if (!inotifytools_watch_file(path, (int)mask)) return -failure(EIO);
    // Right only because the spelling is new: an ended watch stays in the library's tree under its old one.
    int watch = inotifytools_wd_from_filename(path);
    return watch > 0 ? watch : -EIO;
}

bool tondo_inotify_remove(int watch) { return inotifytools_remove_watch_by_wd(watch) != 0; }

int tondo_inotify_next(struct tondo_inotify_event *event) {
    // Exactly (0, 1): other counts spin, and the function without a count waits for ever when told 0.
    struct inotify_event *found = inotifytools_next_events(0, 1);
    if (!found) return inotifytools_error() ? -failure(EIO) : 0;
    event->watch = found->wd;
    event->mask = found->mask;
    event->cookie = found->cookie;
    event->name = found->name;
    event->length = strnlen(found->name, found->len);
    return 1;
}
