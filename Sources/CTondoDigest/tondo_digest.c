#include "tondo_digest.h"

#include <openssl/evp.h>
#include <stdlib.h>

struct tondo_sha256 { EVP_MD_CTX *context; };

tondo_sha256 *tondo_sha256_start(void) {
    tondo_sha256 *digest = malloc(sizeof *digest);
    if (digest == NULL) abort();
    digest->context = EVP_MD_CTX_new();
    if (digest->context == NULL || EVP_DigestInit_ex(digest->context, EVP_sha256(), NULL) != 1) abort();
    return digest;
}

void tondo_sha256_add(tondo_sha256 *digest, const void *bytes, size_t count) {
    if (EVP_DigestUpdate(digest->context, bytes, count) != 1) abort();
}

void tondo_sha256_finish(tondo_sha256 *digest, unsigned char *result) {
    if (EVP_DigestFinal_ex(digest->context, result, NULL) != 1) abort();
    EVP_MD_CTX_free(digest->context);
    free(digest);
}
