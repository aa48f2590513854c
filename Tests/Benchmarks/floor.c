// The least that any program on libjpeg-turbo must do for a square of a sequential JPEG: parse the entropy-coded data
// from the first byte to the square's last row, without a single inverse DCT.
//
// Reads lines "ROWS FILE", answers each with an empty one. Pixels are never made.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#define QUOTED(word) #word
#define TEXT(word) QUOTED(word)

static void parse(const char *name, unsigned rows) {
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
  puts("libjpeg-turbo " TEXT(LIBJPEG_TURBO_VERSION));
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    char *name;
    unsigned rows = strtoul(line, &name, 10);
    name[strcspn(name, "\n")] = 0;
    parse(name + 1, rows);
    puts("");
    fflush(stdout);
  }
}
