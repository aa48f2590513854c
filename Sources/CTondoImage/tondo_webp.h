#ifndef TONDO_WEBP_H
#define TONDO_WEBP_H

#include "tondo_picture.h"

// Whether libwebp alone will do: one picture, as large as libvips takes it to be.
int tondo_webp_is_usual(const tondo_picture *picture);

// Whether libwebp can also shrink it as exactly as it has to be: lossy, without alpha.
int tondo_webp_can_shrink(const tondo_picture *picture);

#endif
