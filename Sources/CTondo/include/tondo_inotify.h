// libinotifytools, as a system-call wrapper for ONE thread and nothing more.
//
// The library is a single instance for the whole process, full of unlocked statics, so only the watcher's thread may
// call what is declared here. Its recursion, renaming helpers, filters, formatters and statistics are not wrapped: they
// lose files or crash.
#ifndef TONDO_INOTIFY_H
#define TONDO_INOTIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One event. `name` lies in the library's buffer and holds until the next call; `length` is without the padding.
struct tondo_inotify_event {
    int32_t watch;
    uint32_t mask;
    uint32_t cookie;
    const char *name;
    size_t length;
};

/// Opens the instance; 0 or an errno value (EMFILE: no instance left for this user).
int tondo_inotify_initialize(void);

/// Closes the instance. What the library has buffered must have been taken first, or it is given out later under
/// the numbers of another instance.
void tondo_inotify_cleanup(void);

/// Puts an ever silent descriptor in the place of the instance's, so that taking events to the end does end.
/// 0 or an errno value.
int tondo_inotify_hush(int descriptor);

/// Watches a folder. `path` must end in '/' and must never have been given before. Returns the watch (1 or more),
/// or the negative errno value (-EEXIST: the folder is being watched already).
int tondo_inotify_watch(const char *path, uint32_t mask);

/// Ends a watch; false where it had ended by itself.
bool tondo_inotify_remove(int watch);

/// Takes one event without waiting: 1 with an event, 0 without, or a negative errno value.
int tondo_inotify_next(struct tondo_inotify_event *event);

#endif
