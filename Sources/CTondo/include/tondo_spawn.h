// posix_spawn(3) with what Swift's Glibc module lacks of it: addchdir, addclosefrom, prlimit.
#ifndef TONDO_SPAWN_H
#define TONDO_SPAWN_H

#include <stddef.h>
#include <sys/types.h>

/// The kernel's SCM_MAX_FD.
enum { TONDO_MOST_FILES = 253 };

/// Starts a program, with one argument or (NULL) none, whose standard input and output are `channel`, in `folder`, with nothing else of this process:
/// no other descriptor, a small fixed environment, default signals, a process group of its own, no core dumps.
/// Standard error goes nowhere. `executable` should be absolute: the folder is entered first.
/// Returns 0 and the process id, or an errno value; nothing was started then.
int tondo_spawn_worker(
    const char *executable, const char *argument, const char *folder, int channel, pid_t *process);

/// A pair of connected stream sockets, close-on-exec. Returns 0, or -1 and errno.
int tondo_socketpair(int pair[2]);

/// sendmsg(2) and recv(2) that neither wait nor raise SIGPIPE. With the bytes go copies of the open files, at most
/// TONDO_MOST_FILES of them; none of both has gone where it returns -1.
ssize_t tondo_send_now(int channel, const void *bytes, size_t count, const int *files, size_t files_count);
ssize_t tondo_receive_now(int channel, void *bytes, size_t count);

#endif
