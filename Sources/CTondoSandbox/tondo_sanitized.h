#ifndef TONDO_SANITIZED_H
#define TONDO_SANITIZED_H

// Whether this is a build for finding faults: a sanitizer's report reads /proc, writes a file and starts a symbolizer.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TONDO_SANITIZED 1
#endif
#endif
#ifndef TONDO_SANITIZED
#define TONDO_SANITIZED 0
#endif

#endif
