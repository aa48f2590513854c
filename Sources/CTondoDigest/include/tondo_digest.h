// SHA-256 from OpenSSL's libcrypto, which uses the processor's SHA instructions where there are some.
#ifndef TONDO_DIGEST_H
#define TONDO_DIGEST_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tondo_sha256 tondo_sha256;

tondo_sha256 *tondo_sha256_start(void);
void tondo_sha256_add(tondo_sha256 *digest, const void *bytes, size_t count);
/// Writes 32 bytes to `result` and frees `digest`.
void tondo_sha256_finish(tondo_sha256 *digest, unsigned char *result);

#endif
