#include "tondo_languages.h"

// Each language is a file, and its line here. The first is spoken where no other is asked for.
static const unsigned char catalogs[] = {
#embed "catalogs/en.json" suffix(, 0,)
#embed "catalogs/fr.json" suffix(, 0,)
};

const unsigned char *tondo_languages(size_t *size) {
  *size = sizeof catalogs;
  return catalogs;
}
