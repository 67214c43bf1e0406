/* See pgm.h. */
#include "pgm.h"

#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "lexer.h"
#include "memory.h"
#include "output.h"

/* ---- reading ---- */

bool pgm_is(const char *text, size_t bytes) { return bytes > 1 && text[0] == 'P' && c_isdigit(text[1]); }

void pgm_free(GreyImage *image) {
  free(image->level);
  *image = (GreyImage){.width = 0};
}

/* White space, and comments from '#' to the end of a line. */
static void gap_skip(Lexer *lx) {
  for (lexer_skip_space(lx); lx->at < lx->end && *lx->at == '#'; lexer_skip_space(lx))
    while (lx->at < lx->end && *lx->at != '\n') lx->at++;
}

static Status number_read(Lexer *lx, long long least, long long most, const char *what, uint32_t *out) {
  long long value;
  gap_skip(lx);
  if (!lexer_integer(lx, least, most, &value))
    return lexer_fail(lx, "%s, from %lld to %lld", what, least, most);
  *out = (uint32_t)value;
  return OK;
}

static Status head_read(Lexer *lx, GreyImage *out) {
  enum { SIDE_MAX = 1 << 20 };
  TRY(number_read(lx, 1, SIDE_MAX, "the width", &out->width));
  TRY(number_read(lx, 1, SIDE_MAX, "the height", &out->height));
  return number_read(lx, 1, PGM_LEVEL_MAX, "the level of white", &out->most);
}

static Status levels_of_text(Lexer *lx, GreyImage *out) {
  const size_t pixels = (size_t)out->width * out->height;
  for (size_t k = 0; k < pixels; k++) {
    uint32_t level = 0;
    TRY(number_read(lx, 0, out->most, "a level", &level));
    out->level[k] = (uint16_t)level;
  }
  gap_skip(lx);
  return lx->at == lx->end ? OK : lexer_fail(lx, "no more than %zu levels", pixels);
}

/* Behind a single character of white space; levels above 255 have two bytes, the higher one first. */
static Status levels_of_bytes(Lexer *lx, GreyImage *out) {
  const size_t pixels = (size_t)out->width * out->height, each = out->most > UINT8_MAX ? 2 : 1;
  const unsigned char *const at = (const unsigned char *)lx->at + 1;
  const size_t there = lx->at < lx->end ? (size_t)(lx->end - lx->at) - 1 : 0;
  if (there != pixels * each)
    FAIL(ERR_FORMAT, "%s:%d: expected %zu bytes of pixels behind this line, found %zu", lx->path, lx->line,
         pixels * each, there);
  for (size_t k = 0; k < pixels; k++) {
    const uint32_t level = each == 2 ? (uint32_t)at[2 * k] << 8 | at[2 * k + 1] : at[k];
    if (level > out->most)
      FAIL(ERR_FORMAT, "%s: pixel %zu: expected a level from 0 to %u, found %u", lx->path, k + 1, out->most,
           level);
    out->level[k] = (uint16_t)level;
  }
  return OK;
}

Status pgm_parse(const char *path, const char *text, size_t bytes, GreyImage *out) {
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  *out = (GreyImage){.width = 0};
  if (!pgm_is(text, bytes) || (text[1] != '2' && text[1] != '5') || bytes < 3 || !c_isspace(text[2]))
    return lexer_fail(&lx, "P2 or P5, an image of grey levels (PGM)");
  lx.at += 2;
  TRY(head_read(&lx, out));
  const size_t pixels = (size_t)out->width * out->height;
  TRY(memory_claim(path, pixels * sizeof *out->level, "an image of %u x %u pixels", out->width, out->height));
  if (pixels > bytes) return lexer_fail(&lx, "an image of %zu pixels, not more than the file has", pixels);
  out->level = malloc(pixels * sizeof *out->level);
  if (!out->level) FAIL(ERR_MEMORY, "%s: no memory for %zu pixels", path, pixels);
  const Status status = text_over(path, (text[1] == '2' ? levels_of_text : levels_of_bytes)(&lx, out));
  if (status != OK) pgm_free(out);
  return status;
}

/* ---- writing ---- */

typedef struct Written {
  const GreyImage *image;
  const char *comment;
} Written;

static void image_print(FILE *out, const void *what) {
  const Written *const w = what;
  const GreyImage *const g = w->image;
  const size_t pixels = (size_t)g->width * g->height;
  fprintf(out, "P5\n# %s\n%u %u\n%u\n", w->comment, g->width, g->height, g->most);
  for (size_t k = 0; k < pixels; k++) {
    if (g->most > UINT8_MAX) fputc(g->level[k] >> 8, out);
    fputc(g->level[k] & UINT8_MAX, out);
  }
}

Status pgm_write(const char *path, const char *what, const char *comment, const GreyImage *image) {
  const Written written = {image, comment};
  TRY(output_may_replace(path, what, (const char *const[]){comment, NULL}));
  return output_write(path, image_print, &written);
}
