#include "tondo_sanitized.h"
#include "tondo_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

// None of them takes a path, opens a socket, starts a program or reaches another process.
static const int allowed[] = {
    // What is open already.
    SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(recvmsg), SCMP_SYS(close), SCMP_SYS(fstat), SCMP_SYS(lseek),
    // Memory.
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
    // Threads, which the decoders of HEIC and AVIF start.
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity),
    SCMP_SYS(gettid), SCMP_SYS(getpid), SCMP_SYS(exit), SCMP_SYS(exit_group),
    // Signals to itself: how a program ends that has found itself to be broken.
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    // Time and chance.
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep), SCMP_SYS(gettimeofday),
    SCMP_SYS(getrandom), SCMP_SYS(restart_syscall),
};

static int allow_plain(scmp_filter_ctx filter) {
    int failed = 0;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed && !failed; i++)
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    return failed;
}

// Memory that is code cannot be had any more.
static int allow_data(scmp_filter_ctx filter, int call) {
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
}

// A thread, but no process and no namespace: their bits must be unset. In clone3 they lie where no filter can look;
// told that there is no such call, the C library takes clone.
static int allow_threads(scmp_filter_ctx filter) {
    const uint64_t thread = CLONE_THREAD | CLONE_VM | CLONE_SIGHAND;
    const uint64_t spaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID
        | CLONE_NEWNET;
    int failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    if (failed) return failed;
    return seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, thread | spaces, thread));
}

static int allow_own_affairs(scmp_filter_ctx filter) {
    int failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, (uint64_t)getpid(), 0));
    if (!failed)
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME, 0));
    // Its own limits: those that matter cannot be raised.
    if (!failed) failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, SCMP_A0(SCMP_CMP_EQ, 0, 0));
    return failed;
}

// Looking for files by name, and opening them for nothing but to be read: Landlock says which.
static const int reading[] = {
    SCMP_SYS(newfstatat), SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(readlink),
    SCMP_SYS(readlinkat), SCMP_SYS(getdents64), SCMP_SYS(statfs), SCMP_SYS(fstatfs), SCMP_SYS(statx),
    SCMP_SYS(pread64), SCMP_SYS(fadvise64), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(getcwd),
};

static int allow_reading(scmp_filter_ctx filter) {
    const uint64_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    int failed = seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, writing, 0));
    // Only to keep a descriptor from programs that there will be none of.
    if (!failed)
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_SETFD, 0));
    if (!failed)
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_GETFD, 0));
    for (size_t i = 0; i < sizeof reading / sizeof *reading && !failed; i++)
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, reading[i], 0);
    return failed;
}

static int fill(scmp_filter_ctx filter, int reads) {
    int failed = allow_plain(filter);
    if (!failed && reads) failed = allow_reading(filter);
    if (!failed) failed = allow_data(filter, SCMP_SYS(mmap));
    if (!failed) failed = allow_data(filter, SCMP_SYS(mprotect));
    if (!failed) failed = allow_threads(filter);
    if (!failed) failed = allow_own_affairs(filter);
    return failed;
}

int tondo_renounce_calls(int reads) {
    if (TONDO_SANITIZED) return EOPNOTSUPP;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL) return ENOMEM;
    // The kernel's own answer rather than the library's word for it.
    int failed = seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1);
    if (!failed) failed = fill(filter, reads);
    if (!failed) failed = seccomp_load(filter);
    seccomp_release(filter);
    return -failed;
}
