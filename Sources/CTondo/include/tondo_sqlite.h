// SQLite, and what of it Swift cannot import: variadic calls, and macros that cast.
#ifndef TONDO_SQLITE_H
#define TONDO_SQLITE_H

#include <sqlite3.h>

/// sqlite3_bind_text, copying; a NULL pointer binds an empty text rather than NULL.
static inline int tondo_sqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// sqlite3_bind_blob, copying; a NULL pointer binds an empty blob rather than NULL.
static inline int tondo_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// No SQL, not even that of a damaged schema, may write into the file's own structures.
static inline int tondo_sqlite_be_defensive(sqlite3 *database) {
    int done = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    return done != SQLITE_OK ? done : sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

#endif
