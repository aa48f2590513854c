// The web page's files, as they lie in page/.
#ifndef TONDO_PAGE_H
#define TONDO_PAGE_H

#include <stddef.h>

typedef struct tondo_page_file {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} tondo_page_file;

/// The file of this number, from 0; NULL after the last.
const tondo_page_file *tondo_page(size_t number);

#endif
