#include "tondo_test_fault.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static atomic_long calls;

static long asked(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

/// Whether the call at hand is to fail; errno is set then. May not return at all.
static bool fails(void) {
    int number = (int)asked("TONDO_FAULT_NUMBER");
    const char *file = getenv("TONDO_FAULT_WHILE");
    int before = errno;
    if (file && access(file, F_OK) == 0) { errno = number; return true; }
    errno = before;
    if (atomic_fetch_add(&calls, 1) + 1 != asked("TONDO_FAULT_AT")) return false;
    if (number == 0) kill(getpid(), SIGKILL);
    errno = number;
    return true;
}

/// Not the log, and not what wakes threads or talks to workers.
static bool is_regular(int file) {
    struct stat found;
    int before = errno;
    bool answer = file > 2 && fstat(file, &found) == 0 && S_ISREG(found.st_mode);
    errno = before;
    return answer;
}

#define NEXT(name) \
    static __typeof__(name) *next; \
    if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

int renameat(int from, const char *name, int to, const char *other) {
    NEXT(renameat);
    return fails() ? -1 : next(from, name, to, other);
}

int renameat2(int from, const char *name, int to, const char *other, unsigned flags) {
    NEXT(renameat2);
    return fails() ? -1 : next(from, name, to, other, flags);
}

int unlinkat(int folder, const char *name, int flags) {
    NEXT(unlinkat);
    return fails() ? -1 : next(folder, name, flags);
}

int unlink(const char *name) {
    NEXT(unlink);
    return fails() ? -1 : next(name);
}

int mkdirat(int folder, const char *name, mode_t mode) {
    NEXT(mkdirat);
    return fails() ? -1 : next(folder, name, mode);
}

int fsync(int file) {
    NEXT(fsync);
    return fails() ? -1 : next(file);
}

int fdatasync(int file) {
    NEXT(fdatasync);
    return fails() ? -1 : next(file);
}

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(write);
    return is_regular(file) && fails() ? -1 : next(file, bytes, count);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    NEXT(pwrite64);
    return is_regular(file) && fails() ? -1 : next(file, bytes, count, offset);
}

int ftruncate64(int file, off64_t size) {
    NEXT(ftruncate64);
    return fails() ? -1 : next(file, size);
}

/// openat2, which glibc has no name for.
long syscall(long number, ...) {
    NEXT(syscall);
    long words[6];
    va_list list;
    va_start(list, number);
    for (int index = 0; index < 6; index++) words[index] = va_arg(list, long);
    va_end(list);
    const struct open_how *how = number == SYS_openat2 ? (const struct open_how *)words[2] : NULL;
    if (how && how->flags & O_CREAT && fails()) return -1;
    return next(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

// The wall clock, and no other one.

static time_t shift(void) {
    const char *name = getenv("TONDO_FAULT_CLOCK");
    int before = errno;
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    char text[16] = {0};
    if (file >= 0 && read(file, text, sizeof text - 1) < 0) text[0] = 0;
    if (file >= 0) close(file);
    errno = before;
    return atol(text);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    NEXT(clock_gettime);
    int result = next(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += shift();
    return result;
}

int gettimeofday(struct timeval *time, void *zone) {
    NEXT(gettimeofday);
    int result = next(time, zone);
    if (result == 0) time->tv_sec += shift();
    return result;
}

time_t time(time_t *place) {
    NEXT(time);
    time_t now = next(NULL) + shift();
    if (place) *place = now;
    return now;
}
