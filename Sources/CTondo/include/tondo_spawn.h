// posix_spawn(3) with what Swift's Glibc module lacks of it: addchdir, addclosefrom, prlimit.
#ifndef TONDO_SPAWN_H
#define TONDO_SPAWN_H

#include <sys/types.h>

/// Starts a program whose standard input and output are `channel`, in `folder`, with nothing else of this process:
/// no other descriptor, a small fixed environment, default signals, a process group of its own, no core dumps.
/// Standard error goes nowhere. `executable` should be absolute: the folder is entered first.
/// Returns 0 and the process id, or an errno value; nothing was started then.
int tondo_spawn_worker(const char *executable, const char *folder, int channel, pid_t *process);

/// A pair of connected stream sockets, close-on-exec. Returns 0, or -1 and errno.
int tondo_socketpair(int pair[2]);

/// send(2) and recv(2) that neither wait nor raise SIGPIPE.
ssize_t tondo_send_now(int channel, const void *bytes, size_t count);
ssize_t tondo_receive_now(int channel, void *bytes, size_t count);

#endif
