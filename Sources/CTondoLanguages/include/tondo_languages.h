// The catalogs of all languages, as they lie in catalogs/: JSON texts in UTF-8.
#ifndef TONDO_LANGUAGES_H
#define TONDO_LANGUAGES_H

#include <stddef.h>

/// All of them, one behind the other, each ended by a NUL.
const unsigned char *tondo_languages(size_t *size);

#endif
