/* Moves applied to giant tours: see three_opt_move.h. */
#include "three_opt_move.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "ref_move.h"
#include "three_opt_fold.h"

/* Appends tour[from..to], backwards if to < from; returns the end. */
static int32_t *append(int32_t *out, const int32_t *tour, int32_t from, int32_t to) {
  const int32_t step = from <= to ? 1 : -1;
  for (int32_t p = from; p != to + step; p += step) *out++ = tour[p];
  return out;
}

void three_opt_apply(const int32_t *tour, int32_t n, ThreeOptMove move, int32_t *out) {
  const RefParts parts = ref_parts(move.i, move.j, move.k, move.way);
  out = append(out, tour, 0, move.i);
  out = append(out, tour, parts.a, parts.a_end);
  out = append(out, tour, parts.b, parts.b_end);
  append(out, tour, move.k + 1, n - 1);
}

/* A 2-opt move: x[p + 1..q] backwards. */
static void turn(const int32_t *tour, int32_t n, int32_t p, int32_t q, int32_t *out) {
  out = append(out, tour, 0, p);
  out = append(out, tour, q, p + 1);
  append(out, tour, q + 1, n - 1);
}

uint64_t three_opt_moves_published(int32_t n) {
  const uint64_t m = (uint64_t)n;
  return n < 4 ? 0 : 7 * ((m - 1) * (m - 2) / 2 * (m - 3) / 3);
}

uint64_t three_opt_moves_distinct(int32_t n) {
  const uint64_t m = (uint64_t)n;
  return n < 4 ? 0 : three_opt_moves_published(n) / 7 * 4 + (m - 1) * (m - 2) / 2;
}

int three_opt_edges(ThreeOptMove move, int32_t edge[3]) {
  const int32_t all[3] = {move.i, move.j, move.k};
  int stays;
  if (move.way == 1)
    stays = 2;
  else if (move.way == 2)
    stays = 0;
  else if (move.way == 3)
    stays = 1;
  else
    stays = -1;
  int count = 0;
  for (int c = 0; c < 3; c++)
    if (c != stays) edge[count++] = all[c];
  return count;
}

/* ---- disjoint moves ---- */

typedef struct Slots {
  int32_t routes;
  int32_t *first;      /* (routes + 1) position of each route's depot; the last one: the tour's end */
  int32_t *route;      /* (n) the route of each edge */
  bool *changed;       /* (routes) */
  int32_t *part, *out; /* (n) the routes of a move as a tour of their own, before and after it */
  int32_t *kept, used; /* (n) new routes, one after the other */
  int32_t *at, *count; /* (routes) where a new route begins in kept, and its nodes */
} Slots;

enum { SLOT_ARRAYS = 7 };

static Status slots_make(const int32_t *tour, int32_t n, Slots *s) {
  const size_t each = (size_t)n + 1;
  s->first = calloc(each, SLOT_ARRAYS * sizeof(int32_t) + sizeof(bool));
  if (!s->first) FAIL(ERR_MEMORY, "no memory for the routes of a tour of %d nodes", n);
  s->route = s->first + each;
  s->part = s->route + each;
  s->out = s->part + each;
  s->kept = s->out + each;
  s->at = s->kept + each;
  s->count = s->at + each;
  s->changed = (bool *)(s->count + each);
  s->routes = s->used = 0;
  for (int32_t p = 0; p < n; p++) {
    if (tour[p] == 0) s->first[s->routes++] = p;
    s->route[p] = s->routes - 1;
  }
  s->routes--; /* the last depot begins none */
  return OK;
}

static bool routes_free(const Slots *s, const int32_t *edge, int count) {
  for (int c = 0; c < count; c++)
    if (s->changed[s->route[edge[c]]]) return false;
  return true;
}

/* Keeps the routes of a tour, which begin with a depot each, as those of the slots. */
static void routes_keep(Slots *s, const int32_t *tour, int32_t n, const int32_t *slot) {
  for (int32_t p = 0, k = -1; p < n - 1; p++) {
    if (tour[p] == 0) s->at[slot[++k]] = s->used;
    s->count[slot[k]]++;
    s->kept[s->used++] = tour[p];
  }
}

/* The changed routes alone are a tour, in which the move is the same one: whole routes between them only change places. */
static void routes_change(Slots *s, const int32_t *tour, ThreeOptMove move, const int32_t *edge, int count) {
  int32_t slot[3] = {0}, cut[3] = {0}, n = 0;
  int slots = 0;
  for (int c = 0; c < count; c++) {
    const int32_t r = s->route[edge[c]];
    if (!slots || slot[slots - 1] != r) {
      slot[slots++] = r;
      s->changed[r] = true;
      for (int32_t p = s->first[r]; p < s->first[r + 1]; p++) s->part[n++] = tour[p];
    }
    cut[c] = n - (s->first[r + 1] - edge[c]);
  }
  s->part[n++] = 0;
  if (count == 2)
    turn(s->part, n, cut[0], cut[1], s->out);
  else
    three_opt_apply(s->part, n, (ThreeOptMove){0, cut[0], cut[1], cut[2], move.way}, s->out);
  routes_keep(s, s->out, n, slot);
}

/* The tour with the new routes. */
static void routes_join(Slots *s, int32_t *tour, int32_t n) {
  int32_t to = 0;
  for (int32_t r = 0; r < s->routes; r++) {
    const bool changed = s->changed[r];
    const int32_t nodes = changed ? s->count[r] : s->first[r + 1] - s->first[r];
    memcpy(s->out + to, changed ? s->kept + s->at[r] : tour + s->first[r], (size_t)nodes * sizeof *tour);
    to += nodes;
  }
  s->out[to] = 0;
  memcpy(tour, s->out, (size_t)n * sizeof *tour);
}

static int compare(const void *a, const void *b) {
  const ThreeOptMove left = *(const ThreeOptMove *)a, right = *(const ThreeOptMove *)b;
  return three_opt_before(left, right) ? -1 : three_opt_before(right, left);
}

Status three_opt_apply_disjoint(int32_t *tour, int32_t n, ThreeOptMove *rows, uint64_t most,
                                ThreeOptDisjoint *out) {
  Slots s = {0};
  *out = (ThreeOptDisjoint){0};
  TRY(slots_make(tour, n, &s));
  qsort(rows, (size_t)n - 1, sizeof *rows, compare);
  for (int32_t r = 0; r < n - 1 && rows[r].delta < 0 && (uint64_t)out->moves < most; r++) {
    int32_t edge[3];
    const int count = three_opt_edges(rows[r], edge);
    if (!routes_free(&s, edge, count)) continue;
    routes_change(&s, tour, rows[r], edge, count);
    out->moves++;
    out->delta += rows[r].delta;
  }
  routes_join(&s, tour, n);
  free(s.first);
  return OK;
}
