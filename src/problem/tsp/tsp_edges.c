/* See tsp_edges.h. */
#include "tsp_edges.h"

#include <stdlib.h>
#include "metric.h"

static Status pairs_add(CityPairs *pairs, long long a, long long b) {
  const int32_t count = pairs->count;
  if (!(count & (count - 1))) { /* at powers of two */
    int32_t *more = realloc(pairs->city, 4 * sizeof *pairs->city * (size_t)(count ? count : 1));
    if (!more) FAIL(ERR_MEMORY, "no memory for %d edges", count);
    pairs->city = more;
  }
  pairs->city[2 * (size_t)count] = (int32_t)a - 1;
  pairs->city[2 * (size_t)count + 1] = (int32_t)b - 1;
  pairs->count++;
  return OK;
}

Status tsplib_read_pairs(Lexer *lx, int32_t n, const char *what, CityPairs *pairs) {
  for (long long a, b;;) {
    lexer_skip_space(lx);
    if (lexer_integer(lx, -1, -1, &a)) return OK;
    if (!lexer_integer(lx, 1, n, &a)) return lexer_fail(lx, "%s: a city from 1 to %d, or -1", what, n);
    lexer_skip_space(lx);
    if (!lexer_integer(lx, 1, n, &b)) return lexer_fail(lx, "the other city of %s, from 1 to %d", what, n);
    if (a == b) return lexer_fail(lx, "%s of two cities, found %lld twice, then", what, a);
    TRY(pairs_add(pairs, a, b));
  }
}

Status tsplib_read_lists(Lexer *lx, int32_t n, CityPairs *pairs) {
  for (long long a, b;;) {
    lexer_skip_space(lx);
    if (lexer_integer(lx, -1, -1, &a)) return OK;
    if (!lexer_integer(lx, 1, n, &a))
      return lexer_fail(lx, "a list of neighbours: a city from 1 to %d, or -1", n);
    for (lexer_skip_space(lx); !lexer_integer(lx, -1, -1, &b); lexer_skip_space(lx)) {
      if (!lexer_integer(lx, 1, n, &b))
        return lexer_fail(lx, "a neighbour of %lld, from 1 to %d, or -1", a, n);
      if (a == b) return lexer_fail(lx, "a neighbour of %lld other than itself", a);
      TRY(pairs_add(pairs, a, b));
    }
  }
}

/* The distances of these edges alone. */
static void matrix_fill(const TspInstance *tsp, const CityPairs *edges, int32_t *matrix) {
  const size_t n = (size_t)tsp->head.n;
  const bool directed = tsp->metric == METRIC_DIRECTED;
  for (size_t k = 0; k < n * n; k++) matrix[k] = MISSING_COST;
  for (size_t a = 0; a < n; a++) matrix[a * n + a] = directed ? DISTANCE_MAX : 0;
  for (int32_t k = 0; k < edges->count; k++) {
    const int32_t a = edges->city[2 * k], b = edges->city[2 * k + 1], d = metric_cities(tsp, a, b);
    matrix[(size_t)a * n + (size_t)b] = d;
    if (!directed) matrix[(size_t)b * n + (size_t)a] = d;
  }
}

Status tsp_edges_keep(TspInstance *tsp, const CityPairs *edges) {
  const size_t n = (size_t)tsp->head.n;
  int32_t *matrix = instance_array_alloc(n * n * sizeof *matrix);
  if (!matrix) FAIL(ERR_MEMORY, "no memory for a matrix of %zu x %zu distances", n, n);
  matrix_fill(tsp, edges, matrix);
  free(tsp->matrix);
  free(tsp->x);
  free(tsp->y);
  free(tsp->z);
  tsp->x = tsp->y = tsp->z = NULL;
  tsp->matrix = matrix;
  tsp->missing = MISSING_COST;
  if (tsp->metric != METRIC_DIRECTED) tsp->metric = METRIC_EXPLICIT;
  return OK;
}

Status tsp_edges_check(const char *place, TspInstance *tsp) {
  const size_t n = (size_t)tsp->head.n;
  int64_t longest = 0;
  bool lacks = false;
  if (!tsp->missing) return OK;
  for (size_t k = 0; k < n * n; k++) {
    const int32_t d = k % (n + 1) ? tsp->matrix[k] : 0;
    lacks |= d == MISSING_COST;
    longest = d != MISSING_COST && d > longest ? d : longest;
  }
  if (!lacks) tsp->missing = 0;
  if (!lacks || (int64_t)n * longest < MISSING_COST) return OK;
  FAIL(ERR_FORMAT,
       "%s: expected distances of at most %d in a graph of %zu cities that lacks edges, found %lld", place,
       (int)((MISSING_COST - 1) / n), n, (long long)longest);
}
