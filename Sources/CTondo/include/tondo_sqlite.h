#ifndef TONDO_SQLITE_H
#define TONDO_SQLITE_H
#endif
