// The least that any program on these libraries must do for a square. Of a JPEG: parse the entropy-coded data from the
// first byte to the square's last row, without a single inverse DCT. Of a WebP, whose pixels are predicted from each
// other: libwebp's decoding of the square, in the planes that it is stored in.
//
// Reads lines "LEFT TOP SIDE FILE", answers each with an empty one.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <webp/decode.h>

#define QUOTED(word) #word
#define TEXT(word) QUOTED(word)

static void decode_webp(const char *name, int left, int top, int side) {
  FILE *file = fopen(name, "rb");
  if (!file || fseek(file, 0, SEEK_END)) exit(1);
  size_t count = (size_t)ftell(file);
  uint8_t *bytes = malloc(count);
  rewind(file);
  WebPDecoderConfig config;
  if (fread(bytes, 1, count, file) != count || !WebPInitDecoderConfig(&config)) exit(1);
  config.output.colorspace = MODE_YUV;
  config.options.use_cropping = 1;
  config.options.crop_left = left;
  config.options.crop_top = top;
  config.options.crop_width = config.options.crop_height = side;
  if (WebPDecode(bytes, count, &config) != VP8_STATUS_OK) exit(1);
  WebPFreeDecBuffer(&config.output);
  free(bytes);
  fclose(file);
}

static void parse_jpeg(const char *name, unsigned rows) {
  struct jpeg_decompress_struct photo;
  struct jpeg_error_mgr errors;
  FILE *file = fopen(name, "rb");
  if (!file) exit(1);
  photo.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&photo);
  jpeg_stdio_src(&photo, file);
  jpeg_read_header(&photo, TRUE);
  jpeg_start_decompress(&photo);
  jpeg_skip_scanlines(&photo, rows);
  jpeg_destroy_decompress(&photo);
  fclose(file);
}

int main(void) {
  char line[4096];
  int libwebp = WebPGetDecoderVersion();
  printf("libjpeg-turbo " TEXT(LIBJPEG_TURBO_VERSION) ", libwebp %d.%d.%d\n", libwebp >> 16, libwebp >> 8 & 255, libwebp & 255);
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    int left, top, side, start = 0;
    if (sscanf(line, "%d %d %d %n", &left, &top, &side, &start) != 3 || !start) return 1;
    char *name = line + start;
    name[strcspn(name, "\n")] = 0;
    if (strstr(name, ".webp")) decode_webp(name, left, top, side);
    else parse_jpeg(name, (unsigned)(top + side));
    puts("");
    fflush(stdout);
  }
}
