/* Images of grey levels as files of Netpbm: PGM, as text (P2) or bytes (P5), with up to 65,535 levels. Local, host only. */
#ifndef CORDEE_IO_PGM_H
#define CORDEE_IO_PGM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "status.h"

enum { PGM_LEVEL_MAX = 65535 };

typedef struct GreyImage {
  uint32_t width, height, most; /* most: the level of white; 0 is black */
  uint16_t *level;              /* (height, width) from the top left; owned */
} GreyImage;

/* Does the text begin as a file of Netpbm: a P and a digit? */
bool pgm_is(const char *text, size_t bytes);
/* ERR_FORMAT "path:line: expected ..., found ..."; ERR_MEMORY. */
Status pgm_parse(const char *path, const char *text, size_t bytes, GreyImage *out);
void pgm_free(GreyImage *image);
/* As bytes, with a comment behind the first line. A file without that comment is not replaced. ERR_IO, ERR_USAGE. */
Status pgm_write(const char *path, const char *what, const char *comment, const GreyImage *image);

#endif
