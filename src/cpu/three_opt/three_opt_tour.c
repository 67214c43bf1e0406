/* A giant tour by a move, and its normal form. */
#include <string.h>
#include "three_opt_place.h"

/* Appends x[from..to], or reversed; returns the end. */
static int32_t *append(int32_t *out, const int32_t *x, int32_t from, int32_t to, bool back) {
  for (int32_t p = from; p <= to; p++) *out++ = x[back ? from + to - p : p];
  return out;
}

int32_t tour_apply(const int32_t *tour, int32_t n, ThreeOptMove move, int32_t *out) {
  static const struct {
    bool swapped, back1, back2;
  } ways[THREE_OPT_WAYS + 1] = {{0},       {0, 1, 0}, {0, 0, 1}, {1, 1, 1},
                                {1, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
  const bool swapped = ways[move.way].swapped, back1 = ways[move.way].back1, back2 = ways[move.way].back2;
  int32_t *end = append(out, tour, 0, move.i, false);
  if (swapped) end = append(end, tour, move.j + 1, move.k, back2);
  end = append(end, tour, move.i + 1, move.j, back1);
  if (!swapped) end = append(end, tour, move.j + 1, move.k, back2);
  append(end, tour, move.k + 1, n - 1, false);
  return n;
}

int32_t tour_normalize(const RouteData *data, int32_t routes_most, int32_t *tour, int32_t n) {
  int32_t kept = 1, routes = 0;
  for (int32_t p = 1; p < n; p++) {
    routes += tour[p] && !tour[kept - 1];
    if (tour[p] || tour[kept - 1]) tour[kept++] = tour[p];
  }
  if (!data->closed && routes < data->customers && routes < routes_most) tour[kept++] = 0;
  return kept;
}
