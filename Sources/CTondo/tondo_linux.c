#include "tondo_linux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/eventfd.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

int tondo_open_beneath(int folder, const char *path, int flags, unsigned mode) {
    struct open_how how = {
        .flags = (uint64_t)(unsigned)flags | O_CLOEXEC,
        .mode = (flags & (O_CREAT | O_TMPFILE)) ? mode : 0,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS,
    };
    long opened;
    // EAGAIN: a rename elsewhere raced with the walk; the kernel asks to try again.
    do { opened = syscall(SYS_openat2, folder, path, &how, sizeof how); }
    while (opened < 0 && (errno == EINTR || errno == EAGAIN));
    return (int)opened;
}

// Of a folder with very many names, no more than a few need be read.
int tondo_holds_nothing(int folder) {
    _Alignas(struct dirent64) char room[4096];
    ssize_t count;
    while ((count = getdents64(folder, room, sizeof room)) > 0) {
        const struct dirent64 *entry;
        for (ssize_t at = 0; at < count; at += entry->d_reclen) {
            entry = (const struct dirent64 *)(room + at);
            if (entry->d_name[0] != '.' && strcmp(entry->d_name, "lost+found") != 0) return 0;
        }
    }
    return count < 0 ? -1 : 1;
}

int tondo_rename_new(int from_folder, const char *from, int to_folder, const char *to) {
    return renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE);
}

int tondo_rename_exchange(int from_folder, const char *from, int to_folder, const char *to) {
    return renameat2(from_folder, from, to_folder, to, RENAME_EXCHANGE);
}

uint64_t tondo_mount(int descriptor) {
    struct statx found;
    if (statx(descriptor, "", AT_EMPTY_PATH, STATX_MNT_ID, &found) != 0) return 0;
    return (found.stx_mask & STATX_MNT_ID) ? found.stx_mnt_id : 0;
}

uint32_t tondo_file_system(int descriptor) {
    struct statfs found;
    return fstatfs(descriptor, &found) == 0 ? (uint32_t)found.f_type : 0;
}

bool tondo_has_writer(int descriptor) {
    // A read lease is granted only while nobody has the file open for writing.
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) == 0) {
        fcntl(descriptor, F_SETLEASE, F_UNLCK);
        return false;
    }
    return errno == EAGAIN;
}

int tondo_lock(int file) {
    struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    return fcntl(file, F_OFD_SETLK, &whole);
}

int tondo_lock_folder(int folder) { return flock(folder, LOCK_EX | LOCK_NB); }

bool tondo_is_locked(int file) {
    struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    return fcntl(file, F_OFD_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
}

int tondo_memory_file(void) { return memfd_create("tondo", MFD_CLOEXEC); }

int tondo_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int tondo_clone(int from, int to) { return ioctl(to, FICLONE, from); }

ssize_t tondo_copy(int from, int to, size_t count) { return copy_file_range(from, NULL, to, NULL, count, 0); }

uint64_t tondo_free_space(int descriptor) {
    struct statvfs found;
    return fstatvfs(descriptor, &found) == 0 ? (uint64_t)found.f_bavail * found.f_frsize : UINT64_MAX;
}

bool tondo_touch_files_as(uid_t user, gid_t group) {
    setfsgid(group);
    setfsuid(user);
    // Both answer who it was before, and nothing of an error: asked for nobody, they change nothing.
    return setfsuid((uid_t)-1) == (int)user && setfsgid((gid_t)-1) == (int)group;
}

int tondo_step_down(uid_t user, gid_t group) {
    if (setgroups(0, NULL) != 0 || setresgid(group, group, 0) != 0) return -1;
    return setresuid(user, user, 0);
}

int tondo_errno(void) { return errno; }

void tondo_error_text(int number, char *buffer, size_t capacity) {
    snprintf(buffer, capacity, "%s", strerrordesc_np(number) ? strerrordesc_np(number) : "unknown error");
}

int tondo_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
bool tondo_exited(int status) { return WIFEXITED(status); }
int tondo_exit_code(int status) { return WEXITSTATUS(status); }
bool tondo_signaled(int status) { return WIFSIGNALED(status); }
int tondo_termination_signal(int status) { return WTERMSIG(status); }
