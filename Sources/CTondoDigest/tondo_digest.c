#include "tondo_digest.h"

#include <openssl/evp.h>
#include <stdlib.h>

struct tondo_digest { EVP_MD_CTX *context; };

static tondo_digest *start(const EVP_MD *kind) {
    tondo_digest *digest = malloc(sizeof *digest);
    if (digest == NULL) abort();
    digest->context = EVP_MD_CTX_new();
    if (digest->context == NULL || EVP_DigestInit_ex(digest->context, kind, NULL) != 1) abort();
    return digest;
}

tondo_digest *tondo_sha256_start(void) { return start(EVP_sha256()); }

tondo_digest *tondo_md5_start(void) { return start(EVP_md5()); }

void tondo_digest_add(tondo_digest *digest, const void *bytes, size_t count) {
    if (EVP_DigestUpdate(digest->context, bytes, count) != 1) abort();
}

void tondo_digest_finish(tondo_digest *digest, unsigned char *result) {
    if (EVP_DigestFinal_ex(digest->context, result, NULL) != 1) abort();
    EVP_MD_CTX_free(digest->context);
    free(digest);
}
