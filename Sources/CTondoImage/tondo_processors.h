#ifndef TONDO_PROCESSORS_H
#define TONDO_PROCESSORS_H

// The loops that take the time are built twice, and chosen once, when the program starts. What they call must be one with
// them: ALWAYS_INLINE.
#if defined(__x86_64__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

#define ALWAYS_INLINE static inline __attribute__((always_inline))

#endif
