#include "tondo_sandbox.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

const int TONDO_CORE_SIZE = RLIMIT_CORE, TONDO_CPU_SECONDS = RLIMIT_CPU;
const int TONDO_FILE_SIZE = RLIMIT_FSIZE, TONDO_OPEN_FILES = RLIMIT_NOFILE;

int tondo_limit(int resource, rlim_t value, int hard) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return errno;
    if (hard && value < limit.rlim_max) limit.rlim_max = value;
    limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
    return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

enum { MOST = 253 };  // of descriptors in one message: the kernel's SCM_MAX_FD

// What does not fit is closed by nobody else.
static size_t take(struct msghdr *message, int *descriptors, size_t room) {
    size_t count = 0;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part != NULL; part = CMSG_NXTHDR(message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
        size_t found = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < found; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(part) + i * sizeof descriptor, sizeof descriptor);
            if (count < room) descriptors[count++] = descriptor;
            else close(descriptor);
        }
    }
    return count;
}

ssize_t tondo_receive(int channel, void *bytes, size_t room, int *descriptors, size_t *count) {
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(MOST * sizeof(int))];
    struct iovec piece = {bytes, room};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control,
    };
    ssize_t received = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
    *count = received < 0 ? 0 : take(&message, descriptors, *count);
    return received;
}

int tondo_file_status(int descriptor, struct stat *status) { return (int)syscall(SYS_fstat, descriptor, status); }
