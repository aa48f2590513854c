#ifndef TONDO_IMAGE_H
#define TONDO_IMAGE_H
int tondo_image_start(void);
#endif
