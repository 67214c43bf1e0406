/* See tour_numbers.h. */
#include "tour_numbers.h"

#include <stdlib.h>
#include "c_locale.h"

enum { WORD_MAX = 64 };

const char *tour_form_told(TourForm form) {
  static const char *const told[] = {[TOUR_COUNTED_1] =
                                         "the number of cities and a list of them, counted from 1",
                                     [TOUR_LIST] = "a list of cities, counted from 0",
                                     [TOUR_LIST_1] = "a list of cities, counted from 1",
                                     [TOUR_EDGES] = "edges of a tour, cities counted from 0"};
  return told[form];
}

/* ---- lists ---- */

Status tour_cities(Lexer *lx, int32_t n, int32_t first, int32_t *tour) {
  for (int32_t p = 0; p < n; p++) {
    long long city;
    lexer_skip_space(lx);
    if (!lexer_integer(lx, first, first + n - 1LL, &city))
      return lexer_fail(lx, "city %d of %d: a number from %d to %lld", p + 1, n, first, first + n - 1LL);
    tour[p] = (int32_t)(city - first);
  }
  return OK;
}

Status tour_end(Lexer *lx, int32_t n) {
  char word[WORD_MAX];
  long long minus_one;
  lexer_skip_space(lx);
  for (int ends = 0; ends < 2 && lexer_integer(lx, -1, -1, &minus_one); ends++) lexer_skip_space(lx);
  if (lx->at == lx->end) return OK;
  const Lexer place = *lx;
  if (lexer_word(lx, word, sizeof word) && c_strcasecmp(word, "EOF") == 0) return OK;
  return lexer_fail(&place, "the end of the tour after %d cities", n);
}

/* ---- edges ---- */

typedef struct Edges { /* city[2 k] and city[2 k + 1] are joined; both arrays are owned */
  int32_t n, *city;
  int32_t *at; /* (n, 2) the edges of each city; -1: none */
} Edges;

static Status edge_read(Lexer *lx, int32_t k, Edges *e) {
  double length;
  for (int end = 0; end < 2; end++) {
    long long city;
    lexer_skip_space(lx);
    if (!lexer_integer(lx, 0, e->n - 1LL, &city))
      return lexer_fail(lx, "edge %d of %d: two cities, numbers from 0 to %d", k + 1, e->n, e->n - 1);
    int32_t *const at = e->at + 2 * city;
    if (at[1] >= 0)
      FAIL(ERR_FORMAT, "%s:%d: expected two edges of city %lld, counted from 0, found a third", lx->path,
           lx->line, city);
    at[at[0] >= 0] = k;
    e->city[2 * k + end] = (int32_t)city;
  }
  lexer_skip_blanks(lx);
  lexer_number(lx, &length);
  return lexer_line_end(lx);
}

/* Whether each edge goes from one city to the next. */
static bool edges_chain(const Edges *e) {
  for (int32_t c = 0; c < e->n; c++)
    if ((e->city[2 * e->at[2 * c]] == c) == (e->city[2 * e->at[2 * c + 1]] == c) && e->n > 1) return false;
  return true;
}

/* Along the edges, from the first one's first city. How many cities lie on the cycle. */
static int32_t edges_walk(const Edges *e, int32_t *tour) {
  int32_t city = e->city[0], edge = 0, count = 0;
  do {
    tour[count++] = city;
    city = e->city[2 * edge] == city ? e->city[2 * edge + 1] : e->city[2 * edge];
    edge = e->at[2 * city] == edge ? e->at[2 * city + 1] : e->at[2 * city];
  } while (edge != 0 && count < e->n);
  return count;
}

static Status edges_parse(Lexer *lx, const TourShape *shape, Edges *e, int32_t *tour) {
  const Lexer place = *lx;
  for (int32_t k = 0; k < e->n; k++) TRY(edge_read(lx, k, e));
  TRY(tour_end(lx, e->n));
  if (shape->directed && !edges_chain(e))
    FAIL(ERR_FORMAT, "%s:%d: expected edges from each city to the next, for distances that have a direction",
         place.path, place.line);
  const int32_t count = edges_walk(e, tour);
  if (count == e->n) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected the edges of one tour of %d cities, found a cycle of %d", place.path,
       place.line, e->n, count);
}

/* Behind "n n". */
static Status edges_read(Lexer *lx, const TourShape *shape, int32_t *tour) {
  const size_t ends = 2 * (size_t)shape->n;
  if (shape->path) return lexer_fail(lx, "the cities of a path in their order, not edges of a cycle");
  Edges e = {shape->n, malloc(ends * sizeof *e.city), malloc(ends * sizeof *e.at)};
  for (size_t k = 0; e.at && k < ends; k++) e.at[k] = -1;
  const Status status = e.city && e.at ? edges_parse(lx, shape, &e, tour)
                                       : status_fail(ERR_MEMORY, "no memory for %d edges", shape->n);
  free(e.city);
  free(e.at);
  return status;
}

/* ---- which ---- */

typedef struct Numbers {
  double first;
  long long count; /* those before -1, a word or the end */
  int first_line;  /* of these, on the first line */
  bool zero;       /* one of them is 0 */
} Numbers;

static Numbers numbers_count(Lexer lx) {
  Numbers all = {0};
  double value;
  for (const int line = lx.line; lexer_number(&lx, &value) && value >= 0; lexer_skip_space(&lx)) {
    if (all.count++ == 0) all.first = value;
    all.first_line += lx.line == line;
    all.zero |= value == 0;
  }
  return all;
}

static Status counted_read(Lexer *lx, int32_t n, const Numbers *all, int32_t *tour, TourForm *form) {
  long long count;
  if (!lexer_integer(lx, n, n, &count))
    return lexer_fail(lx,
                      "%d, the number of cities, before the tour, or %d cities alone (here are %lld numbers)",
                      n, n, all->count);
  const bool from_one = all->count == n + 1LL && !all->zero;
  *form = from_one ? TOUR_COUNTED_1 : TOUR_COUNTED;
  TRY(tour_cities(lx, n, from_one, tour));
  return tour_end(lx, n);
}

Status tour_numbers(Lexer *lx, const TourShape *shape, int32_t *tour, TourForm *form) {
  const int32_t n = shape->n;
  const Numbers all = numbers_count(*lx);
  long long count;
  const bool cut = all.zero && all.first == n; /* a list of cities from 0 has no city n: it is their number */
  if (all.count == n && !cut) {
    *form = all.zero ? TOUR_LIST : TOUR_LIST_1;
    TRY(tour_cities(lx, n, !all.zero, tour));
    return tour_end(lx, n);
  }
  if (all.first_line != 2 || all.count <= n + 1LL) return counted_read(lx, n, &all, tour, form);
  *form = TOUR_EDGES;
  if (!lexer_integer(lx, n, n, &count)) return lexer_fail(lx, "%d, the number of cities of a tour", n);
  if (!lexer_integer(lx, n, n, &count))
    return lexer_fail(lx, "%d, the number of edges of a tour of %d cities", n, n);
  return edges_read(lx, shape, tour);
}
