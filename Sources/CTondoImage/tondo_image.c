#include "tondo_image.h"
#include <vips/vips.h>
int tondo_image_start(void) { return VIPS_INIT("tondo-worker"); }
