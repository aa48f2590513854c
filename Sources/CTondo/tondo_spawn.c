#include "tondo_spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

// One arena: threads that come and go would each keep freed memory. No run-time code generation in libvips: the same
// bytes on every processor of a kind. No backtrace of Swift's: it keeps a crashed worker, and two more processes, busy
// for seconds, and swallows a signal that was sent.
static char *const environment[] = {
    "PATH=/usr/bin:/bin", "LANG=C", "MALLOC_ARENA_MAX=1", "VIPS_NOVECTOR=1", "SWIFT_BACKTRACE=enable=no", NULL,
};

static int prepare_files(posix_spawn_file_actions_t *actions, const char *folder, int channel) {
    int failed = 0;
    // In this order: only then may the channel itself be 0, 1 or 2.
    if (!failed) failed = posix_spawn_file_actions_adddup2(actions, channel, 0);
    if (!failed) failed = posix_spawn_file_actions_adddup2(actions, 0, 1);
    if (!failed) failed = posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0);
    // Whatever a library opened without close-on-exec, such as libinotifytools.
    if (!failed) failed = posix_spawn_file_actions_addclosefrom_np(actions, 3);
    if (!failed) failed = posix_spawn_file_actions_addchdir_np(actions, folder);
    return failed;
}

static int prepare_signals(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int failed = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (!failed) failed = posix_spawnattr_setpgroup(attributes, 0);
    if (!failed) failed = posix_spawnattr_setsigdefault(attributes, &all);
    if (!failed) failed = posix_spawnattr_setsigmask(attributes, &none);
    return failed;
}

int tondo_spawn_worker(
    const char *executable, const char *argument, const char *folder, int channel, pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed) return failed;
    failed = posix_spawnattr_init(&attributes);
    if (failed) {
        posix_spawn_file_actions_destroy(&actions);
        return failed;
    }
    failed = prepare_files(&actions, folder, channel);
    if (!failed) failed = prepare_signals(&attributes);
    char *const arguments[] = {(char *)executable, (char *)argument, NULL};
    if (!failed) failed = posix_spawn(process, executable, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    // The niceness is the thread's that starts it, and libdispatch gives its threads one of their own where it may.
    if (!failed) setpriority(PRIO_PROCESS, (id_t) *process, getpriority(PRIO_PROCESS, (id_t) getpid()));
    // A crash would write the photo, as decoded so far, to a disk that nobody looks at.
    if (!failed) prlimit(*process, RLIMIT_CORE, &(struct rlimit){0, 0}, NULL);
    return failed;
}

int tondo_socketpair(int pair[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair); }

static void attach(struct msghdr *message, const int *files, size_t count) {
    message->msg_controllen = CMSG_SPACE(count * sizeof *files);
    struct cmsghdr *part = CMSG_FIRSTHDR(message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(count * sizeof *files);
    memcpy(CMSG_DATA(part), files, count * sizeof *files);
}

ssize_t tondo_send_now(int channel, const void *bytes, size_t count, const int *files, size_t files_count) {
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(TONDO_MOST_FILES * sizeof *files)] = {0};
    struct iovec piece = {(void *)bytes, count};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = control};
    if (files_count > TONDO_MOST_FILES) {
        errno = EINVAL;
        return -1;
    }
    if (files_count > 0) attach(&message, files, files_count);
    else message.msg_control = NULL;
    return sendmsg(channel, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t tondo_receive_now(int channel, void *bytes, size_t count) { return recv(channel, bytes, count, MSG_DONTWAIT); }
