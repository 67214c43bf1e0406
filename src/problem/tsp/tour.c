/* Tour files: see tour.h. */
#include "tour.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "text.h"
#include "io/digits.h"
#include "io/output.h"
#include "io/lexer.h"

enum { WORD_MAX = 64 };

/* "KEY : value" before TOUR_SECTION: NAME and COMMENT are anything, TYPE and DIMENSION must fit. */
static Status read_specification(Lexer *lx, const char *key, int32_t n) {
  char word[WORD_MAX] = "";
  long long count;
  lexer_skip_blanks(lx);
  if (lx->at == lx->end || *lx->at != ':') return lexer_fail(lx, "':' after %s", key);
  lx->at++;
  lexer_skip_blanks(lx);
  Lexer ahead = *lx;
  if (strcmp(key, "TYPE") == 0 && !(lexer_word(&ahead, word, sizeof word) && strcmp(word, "TOUR") == 0))
    return lexer_fail(lx, "TYPE TOUR");
  if (strcmp(key, "DIMENSION") == 0 && !lexer_integer(&ahead, n, n, &count))
    return lexer_fail(lx, "DIMENSION %d", n);
  return lexer_text(lx, word, sizeof word);
}

static Status read_header(Lexer *lx, int32_t n) {
  static const char *const known[] = {"NAME", "COMMENT", "TYPE", "DIMENSION", NULL};
  for (;;) {
    char word[WORD_MAX];
    lexer_skip_space(lx);
    const Lexer place = *lx;
    if (!lexer_word(lx, word, sizeof word)) return lexer_fail(&place, "TOUR_SECTION");
    if (strcmp(word, "TOUR_SECTION") == 0) return lexer_line_end(lx);
    const char *const *key = known;
    while (*key && strcmp(*key, word) != 0) key++;
    if (!*key) return lexer_fail(&place, "a keyword of a tour or TOUR_SECTION");
    TRY(read_specification(lx, word, n));
  }
}

/* -1, EOF or the end of the file; -1 may be followed by EOF. */
static Status read_end(Lexer *lx, int32_t n) {
  char word[WORD_MAX];
  long long minus_one;
  lexer_skip_space(lx);
  if (lexer_integer(lx, -1, -1, &minus_one)) lexer_skip_space(lx);
  if (lx->at == lx->end) return OK;
  const Lexer place = *lx;
  if (lexer_word(lx, word, sizeof word) && strcmp(word, "EOF") == 0) return OK;
  return lexer_fail(&place, "the end of the tour after %d cities", n);
}

/* n cities, of which the first is called `first`. */
static Status read_cities(Lexer *lx, int32_t n, int32_t first, int32_t *tour) {
  for (int32_t p = 0; p < n; p++) {
    long long city;
    lexer_skip_space(lx);
    if (!lexer_integer(lx, first, first + n - 1LL, &city))
      return lexer_fail(lx, "city %d of %d: a number from %d to %lld", p + 1, n, first, first + n - 1LL);
    tour[p] = (int32_t)(city - first);
  }
  return OK;
}

static Status parse_concorde(Lexer *lx, int32_t n, int32_t *tour) {
  long long count;
  if (!lexer_integer(lx, n, n, &count)) return lexer_fail(lx, "%d, the number of cities, before the tour", n);
  TRY(read_cities(lx, n, 0, tour));
  lexer_skip_space(lx);
  return lx->at == lx->end ? OK : lexer_fail(lx, "the end of the tour after %d cities", n);
}

static Status parse_tsplib(Lexer *lx, int32_t n, int32_t *tour) {
  TRY(read_header(lx, n));
  TRY(read_cities(lx, n, 1, tour));
  return read_end(lx, n);
}

Status tour_parse(const char *path, const char *text, size_t bytes, int32_t n, int32_t *tour) {
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  lexer_skip_space(&lx);
  const bool number = lx.at < lx.end && *lx.at >= '0' && *lx.at <= '9';
  return (number ? parse_concorde : parse_tsplib)(&lx, n, tour);
}

Status tour_read(const char *path, int32_t n, int32_t *tour) {
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  const Status status = tour_parse(path, text, bytes, n, tour);
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
