// What Swift's Glibc module does not show of Linux: newer system calls, and macros that Swift cannot import.
#ifndef TONDO_LINUX_H
#define TONDO_LINUX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// openat2(2): opens `path` below `folder`, never leaving it and never following a symbolic link.
/// Returns a descriptor with O_CLOEXEC set, or -1 and errno (ELOOP for a link, EXDEV for an escape).
int tondo_open_beneath(int folder, const char *path, int flags, unsigned mode);

/// Whether a folder holds nothing, hidden names and lost+found aside: 1, 0, or -1 and errno.
int tondo_holds_nothing(int folder);

/// renameat2(2) with RENAME_NOREPLACE: fails with EEXIST rather than replace.
int tondo_rename_new(int from_folder, const char *from, int to_folder, const char *to);

/// renameat2(2) with RENAME_EXCHANGE: both names must exist; swaps what they name.
int tondo_rename_exchange(int from_folder, const char *from, int to_folder, const char *to);

/// The id of the mount that an open file or folder lies on: a rename reaches no further. 0 where the kernel can't tell.
uint64_t tondo_mount(int descriptor);

/// The type of the file system that an open file or folder lies on (f_type of statfs(2)); 0 where it cannot be told.
uint32_t tondo_file_system(int descriptor);

/// Whether some process has the file open for writing. False where that cannot be told (only a file's owner may ask).
bool tondo_has_writer(int descriptor);

/// Locks a whole file for the open description, and so for its owner's life (F_OFD_SETLK). 0, or -1 and errno: EAGAIN
/// where another one has it.
int tondo_lock(int file);

/// flock(2) of a folder, exclusive, without waiting. 0, or -1 and errno: EWOULDBLOCK where another one has it.
int tondo_lock_folder(int folder);

/// Whether another open description has it locked; takes no lock to find out, so that nobody is kept from it.
bool tondo_is_locked(int file);

/// memfd_create(2), close-on-exec. A descriptor, or -1 and errno.
int tondo_memory_file(void);

/// eventfd(2), close-on-exec and non-blocking.
int tondo_eventfd(void);

/// Has `to`, which is empty, share the bytes of `from` (FICLONE): nothing is copied until one of them is changed.
/// 0, or -1 and errno: EOPNOTSUPP, EXDEV or EINVAL where the file system cannot.
int tondo_clone(int from, int to);

/// copy_file_range(2) from where either descriptor stands: how many bytes were copied, 0 at the end, or -1 and errno.
ssize_t tondo_copy(int from, int to, size_t count);

/// The bytes of the file system of `descriptor` that are free for this process; UINT64_MAX where it cannot be told.
uint64_t tondo_free_space(int descriptor);

/// Has files opened, made and looked at by the calling thread alone as by this user and group (setfsuid(2)); whether it
/// took hold. Only for a process with the superuser as one of its users.
bool tondo_touch_files_as(uid_t user, gid_t group);

/// Makes the calling process one of this user and group that may still become the superuser again. 0, or -1 and errno.
int tondo_step_down(uid_t user, gid_t group);

/// errno of the calling thread.
int tondo_errno(void);

/// The message of an errno value, as strerror_r gives it in the C locale.
void tondo_error_text(int number, char *buffer, size_t capacity);

/// umask(2), pidfd_open(2), and the child-status macros.
int tondo_pidfd_open(pid_t process);
bool tondo_exited(int status);
int tondo_exit_code(int status);
bool tondo_signaled(int status);
int tondo_termination_signal(int status);

#endif
