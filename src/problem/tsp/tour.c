/* Tour files: see tour.h. */
#include "tour.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "text.h"
#include "io/digits.h"
#include "io/input.h"
#include "io/output.h"
#include "tour_numbers.h"

enum { WORD_MAX = 64 };

/* ---- TSPLIB's ---- */

/* "KEY : value" before TOUR_SECTION: NAME and COMMENT are anything, TYPE and DIMENSION must fit. */
static Status read_specification(Lexer *lx, const char *key, int32_t n) {
  char word[WORD_MAX] = "";
  long long count;
  lexer_skip_blanks(lx);
  if (lx->at == lx->end || *lx->at != ':') return lexer_fail(lx, "':' after %s", key);
  lx->at++;
  lexer_skip_blanks(lx);
  Lexer ahead = *lx;
  if (c_strcasecmp(key, "TYPE") == 0 &&
      !(lexer_word(&ahead, word, sizeof word) && c_strcasecmp(word, "TOUR") == 0))
    return lexer_fail(lx, "TYPE TOUR");
  if (c_strcasecmp(key, "DIMENSION") == 0 && !lexer_integer(&ahead, n, n, &count))
    return lexer_fail(lx, "DIMENSION %d", n);
  return lexer_text(lx, word, sizeof word);
}

/* The section's keyword may have a colon behind it, and its data may begin on that line. */
static void section_begin(Lexer *lx) {
  lexer_skip_blanks(lx);
  if (lx->at < lx->end && *lx->at == ':') lx->at++;
}

static Status read_header(Lexer *lx, int32_t n) {
  static const char *const known[] = {"NAME", "COMMENT", "TYPE", "DIMENSION", NULL};
  for (;;) {
    char word[WORD_MAX];
    lexer_skip_space(lx);
    const Lexer place = *lx;
    if (!lexer_word(lx, word, sizeof word)) return lexer_fail(&place, "TOUR_SECTION, or numbers alone");
    if (c_strcasecmp(word, "TOUR_SECTION") == 0) {
      section_begin(lx);
      return OK;
    }
    const char *const *key = known;
    while (*key && c_strcasecmp(*key, word) != 0) key++;
    if (!*key)
      return lexer_fail(&place,
                        "a keyword of a tour or TOUR_SECTION, or numbers alone (no table, no GeoJSON)");
    TRY(read_specification(lx, word, n));
  }
}

static Status parse_tsplib(Lexer *lx, const TourShape *shape, int32_t *tour) {
  TRY(read_header(lx, shape->n));
  TRY(tour_cities(lx, shape->n, 1, tour));
  return tour_end(lx, shape->n);
}

/* ---- any ---- */

Status tour_parse(const char *path, const char *text, size_t bytes, const TourShape *shape, int32_t *tour,
                  TourForm *form) {
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  lexer_skip_space(&lx);
  const bool number = lx.at < lx.end && *lx.at >= '0' && *lx.at <= '9';
  *form = TOUR_TSPLIB;
  return number ? tour_numbers(&lx, shape, tour, form) : parse_tsplib(&lx, shape, tour);
}

Status tour_read(const char *path, const TourShape *shape, int32_t *tour, TourForm *form) {
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  const Status status = tour_parse(path, text, bytes, shape, tour, form);
  free(text);
  return status;
}

typedef struct TourText {
  const char *name;
  int32_t n;
  const int32_t *tour;
  int64_t cost;
} TourText;

static void city_print(FILE *out, int32_t city) {
  char line[DIGITS_MAX + 1], *end = digits_put(line, city + 1LL);
  *end++ = '\n';
  fwrite_unlocked(line, 1, (size_t)(end - line), out);
}

static void tour_print(FILE *out, const void *what) {
  const TourText *t = what;
  fprintf(out, "NAME : %s\nTYPE : TOUR\nCOMMENT : cost %" PRId64 "\nDIMENSION : %d\nTOUR_SECTION\n",
          text_line(t->name), t->cost, t->n);
  for (int32_t p = 0; p < t->n; p++) city_print(out, t->tour[p]);
  fputs("-1\nEOF\n", out);
}

Status tour_write(const char *path, const char *name, int32_t n, const int32_t *tour, int64_t cost) {
  return output_write(path, tour_print, &(TourText){name, n, tour, cost});
}
