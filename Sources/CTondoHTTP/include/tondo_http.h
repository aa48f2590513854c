// libmicrohttpd, and the sockets it listens on, behind functions that Swift can call: no variadics, no macros.
#ifndef TONDO_HTTP_H
#define TONDO_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct tondo_http_server tondo_http_server;
/// One client's connection; it may make several requests, one after the other.
typedef struct MHD_Connection tondo_http_connection;
typedef struct MHD_Response tondo_http_response;

/// What is told to whoever answers requests, always by the server's one thread. `visit` and `request` are what
/// `opened` and `begun` answered.
typedef struct tondo_http_hooks {
    void *context;
    void *(*opened)(void *context, int socket);
    void (*closed)(void *visit);
    /// A request's first line was read; `target` is as it was sent.
    void *(*begun)(void *context, void *visit, tondo_http_connection *connection, const char *target);
    /// The turn is the request's owner's: when its headers were read, when all of it was, and whenever it was resumed.
    /// False: the connection is closed.
    bool (*turn)(void *request, const char *method);
    /// A piece of its body. False: the connection is closed.
    bool (*piece)(void *request, const char *bytes, size_t count);
    /// The request is over, answered or not.
    void (*ended)(void *request);
} tondo_http_hooks;

/// Serves the listener, which becomes the server's, on a thread of its own. The hooks are copied. NULL where it can't.
tondo_http_server *tondo_http_start(
    int listener, const tondo_http_hooks *hooks, unsigned most_connections, unsigned idle_seconds);

/// Accepts nobody any more.
void tondo_http_quiesce(tondo_http_server *server);

/// Ends the server, which was quiesced, and closes the listener. Nothing may be suspended.
void tondo_http_stop(tondo_http_server *server);

void tondo_http_suspend(tondo_http_connection *connection);
void tondo_http_resume(tondo_http_connection *connection);

/// Calls with each header of the request; the texts are not terminated.
void tondo_http_headers(
    tondo_http_connection *connection, void *context,
    void (*each)(void *context, const char *name, size_t name_length, const char *value, size_t value_length));

/// Copies the bytes.
tondo_http_response *tondo_http_bytes(const void *bytes, size_t count);
/// The file becomes the response's.
tondo_http_response *tondo_http_file(int file, uint64_t count);

/// A response without a known end. `read` fills a buffer: the number of bytes, 0 where there is nothing yet (then the
/// connection must have been suspended), or TONDO_HTTP_END. `freed` is called when it is over.
enum { TONDO_HTTP_END = -1 };
tondo_http_response *tondo_http_stream(
    void *context, ssize_t (*read)(void *context, uint64_t offset, char *buffer, size_t room),
    void (*freed)(void *context));

bool tondo_http_add_header(tondo_http_response *response, const char *name, const char *value);
/// Sends it, and gives it up.
bool tondo_http_answer(tondo_http_connection *connection, unsigned status, tondo_http_response *response);

/// A listening TCP socket at a numeric address (IPv6 without brackets). Returns -1 and errno.
int tondo_listen_internet(const char *address, uint16_t port);
/// A listening Unix socket with this mode, in place of one on which nobody listens. Returns -1 and errno.
int tondo_listen_local(const char *path, unsigned mode);
/// Writes the address that a socket is bound to, as in `127.0.0.1:8673`; whether only this machine's users reach it.
bool tondo_socket_name(int socket, char *text, size_t room);
/// Ends what a client may still send or wait for.
void tondo_hang_up(int socket);
/// Lets this process have so many open files, as far as it may. Returns how many it has.
uint64_t tondo_raise_file_limit(uint64_t wanted);

#endif
