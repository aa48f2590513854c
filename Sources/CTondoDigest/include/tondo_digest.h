// SHA-256 and MD5 from OpenSSL's libcrypto, which uses the processor's SHA instructions where there are some.
#ifndef TONDO_DIGEST_H
#define TONDO_DIGEST_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tondo_digest tondo_digest;

tondo_digest *tondo_sha256_start(void);
/// No proof of anything: Apple's address book tells by it which photo a crop is meant for.
tondo_digest *tondo_md5_start(void);
void tondo_digest_add(tondo_digest *digest, const void *bytes, size_t count);
/// Writes 32 bytes (SHA-256) or 16 (MD5) to `result` and frees `digest`.
void tondo_digest_finish(tondo_digest *digest, unsigned char *result);

#endif
