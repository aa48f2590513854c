// How a worker gives up what it does not need, and what it needs instead of paths.
#ifndef TONDO_SANDBOX_H
#define TONDO_SANDBOX_H

#include <stddef.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>

// Each of these is for good, for this thread and those it starts; call them while there is no other one.
// Each returns 0 or an errno value.

/// No program that is started gains rights by its owner or its capabilities.
int tondo_renounce_privileges(void);

/// Landlock with nothing allowed but to read what lies in some folders: no other file or folder can be opened, none
/// made, removed or renamed by its name, and, where the kernel knows of these, no TCP port used, no abstract socket and
/// no process outside reached. The list of folders ends in NULL.
int tondo_renounce_files(const char *const *readable);

/// seccomp with a list of what is allowed: computing, memory, threads, and reading and writing what is open already;
/// where `reads`, opening files to read them, too. All else is refused with EPERM.
int tondo_renounce_calls(int reads);

/// Sets a limit, and where `hard` also what it could be raised to.
int tondo_limit(int resource, rlim_t value, int hard);

/// Which limits these are: macros that Swift cannot import.
extern const int TONDO_CORE_SIZE, TONDO_CPU_SECONDS, TONDO_FILE_SIZE, TONDO_OPEN_FILES;

/// recvmsg(2), waiting: bytes, and the descriptors that came with them, at most `*count` of them; sets `*count`.
ssize_t tondo_receive(int channel, void *bytes, size_t room, int *descriptors, size_t *count);

/// fstat(2) by its own call: the C library's takes a path, which is not allowed any more.
int tondo_file_status(int descriptor, struct stat *status);

#endif
