#include "tondo_http.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <unistd.h>

struct tondo_http_server {
    struct MHD_Daemon *daemon;
    tondo_http_hooks hooks;
    int listener;
};

static void note_connection(
    void *server, struct MHD_Connection *connection, void **visit, enum MHD_ConnectionNotificationCode code) {
    const tondo_http_hooks *hooks = &((tondo_http_server *)server)->hooks;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        hooks->closed(*visit);
        return;
    }
    const union MHD_ConnectionInfo *found = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    *visit = hooks->opened(hooks->context, found->connect_fd);
}

static void *begin(void *server, const char *target, struct MHD_Connection *connection) {
    const tondo_http_hooks *hooks = &((tondo_http_server *)server)->hooks;
    const union MHD_ConnectionInfo *found = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return hooks->begun(hooks->context, found->socket_context, connection, target);
}

static enum MHD_Result answer(
    void *server, struct MHD_Connection *connection, const char *path, const char *method, const char *version,
    const char *bytes, size_t *count, void **request) {
    (void)connection, (void)path, (void)version;
    const tondo_http_hooks *hooks = &((tondo_http_server *)server)->hooks;
    if (*count == 0) return hooks->turn(*request, method) ? MHD_YES : MHD_NO;
    size_t given = *count;
    *count = 0;
    return hooks->piece(*request, bytes, given) ? MHD_YES : MHD_NO;
}

static void end(
    void *server, struct MHD_Connection *connection, void **request, enum MHD_RequestTerminationCode how) {
    (void)connection, (void)how;
    if (*request != NULL) ((tondo_http_server *)server)->hooks.ended(*request);
    *request = NULL;
}

// The target is taken apart by whoever answers: what MHD makes of it is not looked at.
static size_t keep(void *context, struct MHD_Connection *connection, char *text) {
    (void)context, (void)connection;
    size_t length = 0;
    while (text[length] != 0) length++;
    return length;
}

static void be_silent(void *context, const char *format, va_list words) { (void)context, (void)format, (void)words; }

tondo_http_server *tondo_http_start(
    int listener, const tondo_http_hooks *hooks, unsigned most_connections, unsigned idle_seconds) {
    tondo_http_server *server = malloc(sizeof *server);
    if (server == NULL) return NULL;
    *server = (tondo_http_server){.hooks = *hooks, .listener = listener};
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, answer, server,
        MHD_OPTION_EXTERNAL_LOGGER, be_silent, NULL, MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_CONNECTION_LIMIT, most_connections, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        // Headers must fit into it, and what is sent and received passes through.
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(16 << 10), MHD_OPTION_NOTIFY_CONNECTION, note_connection, server,
        MHD_OPTION_URI_LOG_CALLBACK, begin, server, MHD_OPTION_NOTIFY_COMPLETED, end, server,
        MHD_OPTION_UNESCAPE_CALLBACK, keep, NULL, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (server->daemon != NULL) return server;
    free(server);
    return NULL;
}

void tondo_http_quiesce(tondo_http_server *server) { MHD_quiesce_daemon(server->daemon); }

void tondo_http_stop(tondo_http_server *server) {
    MHD_stop_daemon(server->daemon);
    // It was taken from the daemon when nobody was to be accepted any more.
    close(server->listener);
    free(server);
}

void tondo_http_suspend(tondo_http_connection *connection) { MHD_suspend_connection(connection); }
void tondo_http_resume(tondo_http_connection *connection) { MHD_resume_connection(connection); }

struct header_reader {
    void *context;
    void (*each)(void *, const char *, size_t, const char *, size_t);
};

static enum MHD_Result read_header(
    void *reader, enum MHD_ValueKind kind, const char *name, size_t name_length, const char *value,
    size_t value_length) {
    (void)kind;
    struct header_reader *each = reader;
    each->each(each->context, name, name_length, value ? value : "", value ? value_length : 0);
    return MHD_YES;
}

void tondo_http_headers(
    tondo_http_connection *connection, void *context,
    void (*each)(void *, const char *, size_t, const char *, size_t)) {
    struct header_reader reader = {context, each};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, read_header, &reader);
}

tondo_http_response *tondo_http_bytes(const void *bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

tondo_http_response *tondo_http_file(int file, uint64_t count) { return MHD_create_response_from_fd64(count, file); }

struct stream {
    void *context;
    ssize_t (*read)(void *, uint64_t, char *, size_t);
    void (*freed)(void *);
};

static ssize_t read_stream(void *context, uint64_t offset, char *buffer, size_t room) {
    struct stream *stream = context;
    ssize_t count = stream->read(stream->context, offset, buffer, room);
    return count == TONDO_HTTP_END ? MHD_CONTENT_READER_END_OF_STREAM : count;
}

static void free_stream(void *context) {
    struct stream *stream = context;
    stream->freed(stream->context);
    free(stream);
}

tondo_http_response *tondo_http_stream(
    void *context, ssize_t (*read)(void *, uint64_t, char *, size_t), void (*freed)(void *)) {
    struct stream *stream = malloc(sizeof *stream);
    if (stream == NULL) return NULL;
    *stream = (struct stream){context, read, freed};
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read_stream, stream, free_stream);
    if (response == NULL) free(stream);
    return response;
}

bool tondo_http_add_header(tondo_http_response *response, const char *name, const char *value) {
    return MHD_add_response_header(response, name, value) == MHD_YES;
}

bool tondo_http_answer(tondo_http_connection *connection, unsigned status, tondo_http_response *response) {
    bool is_queued = MHD_queue_response(connection, status, response) == MHD_YES;
    MHD_destroy_response(response);
    return is_queued;
}
