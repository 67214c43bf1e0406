/* Networks from matrices in the coordinate format of Matrix Market: the entry of row i and column j is the capacity of an arc from i to j. */
#include <string.h>
#include "c_locale.h"
#include "network_read.h"

enum { WORD_MAX = 24 };

/* ---- the banner ---- */

/* The next word, with '-' in it; "": there is none. */
static void banner_word(Lexer *lx, char word[WORD_MAX]) {
  size_t length = 0;
  lexer_skip_blanks(lx);
  for (; lx->at + length < lx->end && length + 1 < WORD_MAX && !c_isspace(lx->at[length]); length++)
    word[length] = c_tolower(lx->at[length]);
  word[length] = 0;
}

/* Which of these words is next, of which the lexer is behind then. ERR_FORMAT: none. */
static Status banner_expect(Lexer *lx, const char *const *words, const char *what, int *which) {
  char word[WORD_MAX];
  banner_word(lx, word);
  for (int k = 0; words[k]; k++) {
    if (strcmp(word, words[k]) != 0) continue;
    lx->at += strlen(word);
    *which = k;
    return OK;
  }
  return lexer_fail(lx, "%s", what);
}

typedef struct Banner {
  int pattern;   /* 0: entries have no value */
  int symmetric; /* 1: entries are edges */
} Banner;

static Status banner_read(Lexer *lx, Banner *out) {
  int any;
  TRY(banner_expect(lx, (const char *const[]){"%%matrixmarket", NULL},
                    "%%MatrixMarket, or a line of DIMACS's format", &any));
  TRY(banner_expect(lx, (const char *const[]){"matrix", NULL}, "matrix", &any));
  TRY(banner_expect(lx, (const char *const[]){"coordinate", NULL},
                    "coordinate, a matrix with a line an entry", &any));
  TRY(banner_expect(lx,
                    (const char *const[]){"pattern", "integer", "unsigned-integer", "real", "double", NULL},
                    "pattern, integer or real, whose values are capacities", &out->pattern));
  TRY(banner_expect(lx, (const char *const[]){"general", "symmetric", NULL},
                    "general (arcs) or symmetric (edges)", &out->symmetric));
  return lexer_line_end(lx);
}

/* ---- entries ---- */

static void comments_skip(Lexer *lx) {
  for (lexer_skip_space(lx); lx->at < lx->end && *lx->at == '%'; lexer_skip_space(lx)) {
    const char *const end = memchr(lx->at, '\n', (size_t)(lx->end - lx->at));
    lx->at = end ? end : lx->end;
  }
}

static Status sizes_read(NetworkReader *r) {
  long long rows, columns, entries;
  Lexer *const lx = &r->lx;
  const long long most = reader_lines_most(r);
  comments_skip(lx);
  if (!lexer_integer(lx, 2, NETWORK_VERTICES_MAX, &rows))
    return lexer_fail(lx, "a number of rows, 2 to %d", NETWORK_VERTICES_MAX);
  if (!lexer_integer(lx, rows, rows, &columns))
    return lexer_fail(lx, "%lld columns, a square matrix whose rows are vertices", rows);
  if (!lexer_integer(lx, 0, most, &entries))
    return lexer_fail(lx, "a number of entries, not more than the file has");
  TRY(reader_sizes(r, rows, entries));
  return lexer_line_end(lx);
}

static Status entry_read(NetworkReader *r, const Banner *banner) {
  uint32_t end[2];
  int64_t capacity = 1;
  Lexer *const lx = &r->lx;
  if (r->lines == r->said) return lexer_fail(lx, "no more than %llu entries", (unsigned long long)r->said);
  TRY(reader_ends(r, end));
  if (banner->pattern != 0) TRY(capacity_read(lx, r->network, &r->capacities, &capacity));
  TRY(reader_arc(r, end, capacity, banner->symmetric == 1));
  return lexer_line_end(lx);
}

Status market_network(NetworkReader *r) {
  Banner banner = {.pattern = 0};
  TRY(banner_read(&r->lx, &banner));
  TRY(sizes_read(r));
  for (comments_skip(&r->lx); r->lx.at < r->lx.end; comments_skip(&r->lx)) TRY(entry_read(r, &banner));
  return OK;
}
