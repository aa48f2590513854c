#include "tondo_http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 4096 };

static int give_up(int socket) {
    int number = errno;
    close(socket);
    errno = number;
    return -1;
}

static int open_socket(int family) { return socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0); }

static int listen_at(int socket, const void *address, socklen_t length) {
    if (bind(socket, address, length) != 0 || listen(socket, BACKLOG) != 0) return give_up(socket);
    return socket;
}

int tondo_listen_internet(const char *address, uint16_t port) {
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    bool is_four = inet_pton(AF_INET, address, &four.sin_addr) == 1;
    if (!is_four && inet_pton(AF_INET6, address, &six.sin6_addr) != 1) {
        errno = EINVAL;
        return -1;
    }
    int opened = open_socket(is_four ? AF_INET : AF_INET6);
    if (opened < 0) return -1;
    // A daemon that is started again must not wait for the connections of the last one to be forgotten.
    int yes = 1;
    setsockopt(opened, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (!is_four) setsockopt(opened, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
    return is_four ? listen_at(opened, &four, sizeof four) : listen_at(opened, &six, sizeof six);
}

// Whether somebody listens at the address, or may: only what refuses is nobody's.
static bool is_in_use(const struct sockaddr_un *address) {
    int probe = open_socket(AF_UNIX);
    if (probe < 0) return true;
    bool answers = connect(probe, (const struct sockaddr *)address, sizeof *address) == 0 || errno != ECONNREFUSED;
    close(probe);
    return answers;
}

int tondo_listen_local(const char *path, unsigned mode) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    struct stat found;
    if (lstat(path, &found) == 0) {
        // Anything but a socket that nobody serves is somebody's.
        if (!S_ISSOCK(found.st_mode) || is_in_use(&address)) {
            errno = EADDRINUSE;
            return -1;
        }
        unlink(path);
    }
    int opened = open_socket(AF_UNIX);
    if (opened < 0) return -1;
    // Before anybody can connect: the mode counts from the moment that it is bound.
    fchmod(opened, mode);
    opened = listen_at(opened, &address, sizeof address);
    if (opened >= 0 && chmod(path, mode) != 0) return give_up(opened);
    return opened;
}

bool tondo_socket_name(int socket, char *text, size_t room) {
    struct sockaddr_storage found = {0};
    socklen_t length = sizeof found;
    char host[INET6_ADDRSTRLEN] = "";
    text[0] = 0;
    if (getsockname(socket, (struct sockaddr *)&found, &length) != 0) return false;
    if (found.ss_family == AF_INET) {
        const struct sockaddr_in *four = (struct sockaddr_in *)&found;
        inet_ntop(AF_INET, &four->sin_addr, host, sizeof host);
        snprintf(text, room, "%s:%u", host, ntohs(four->sin_port));
        return ntohl(four->sin_addr.s_addr) >> 24 == 127;
    }
    if (found.ss_family == AF_INET6) {
        const struct sockaddr_in6 *six = (struct sockaddr_in6 *)&found;
        inet_ntop(AF_INET6, &six->sin6_addr, host, sizeof host);
        snprintf(text, room, "[%s]:%u", host, ntohs(six->sin6_port));
        return IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
    }
    snprintf(text, room, "unix:%s", ((struct sockaddr_un *)&found)->sun_path);
    return found.ss_family == AF_UNIX;
}

void tondo_hang_up(int socket) { shutdown(socket, SHUT_RDWR); }

uint64_t tondo_raise_file_limit(uint64_t wanted) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    rlim_t reachable = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    if (limit.rlim_cur < reachable) {
        limit.rlim_cur = reachable;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur;
}
