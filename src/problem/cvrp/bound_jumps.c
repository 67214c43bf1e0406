/* See bound_jumps.h. */
#include "bound_jumps.h"

#include <stdlib.h>

enum { BLOCK = 64 };
#define FROM    ((int64_t)1 << BOUND_PRED_BITS)
#define NOWHERE ((int64_t)1 << 62)

typedef struct Home {
  int32_t distance, customer;
} Home;

static int home_order(const void *left, const void *right) {
  const Home *a = left, *b = right;
  return (a->distance > b->distance) - (a->distance < b->distance);
}

/* The first place whose home is at least `distance`. */
static int32_t place_of(const Home *home, int32_t n, int64_t distance) {
  int32_t low = 0, high = n;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (home[middle].distance < distance)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void windows_find(BoundJumps *jumps, const Home *home) {
  const BoundGraph *graph = jumps->graph;
  for (int32_t c = 1; c <= graph->n; c++) {
    const int64_t near = graph->beyond[c] + graph->slack;
    jumps->from[c] = place_of(home, graph->n, graph->home[c] - near);
    jumps->to[c] = place_of(home, graph->n, graph->home[c] + near + 1);
  }
}

static Status arrays_make(BoundJumps *jumps) {
  const size_t nodes = (size_t)jumps->graph->n + 1;
  jumps->at = malloc(nodes * sizeof *jumps->at);
  jumps->from = malloc(nodes * sizeof *jumps->from);
  jumps->to = malloc(nodes * sizeof *jumps->to);
  jumps->length = malloc(nodes * sizeof *jumps->length);
  jumps->least = malloc((nodes / BLOCK + 1) * sizeof *jumps->least);
  jumps->nearer = malloc(nodes * sizeof *jumps->nearer);
  jumps->farther = malloc(nodes * sizeof *jumps->farther);
  if (jumps->at && jumps->from && jumps->to && jumps->length && jumps->least && jumps->nearer &&
      jumps->farther)
    return OK;
  FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", jumps->graph->n);
}

Status bound_jumps_make(const BoundGraph *graph, int64_t scale, BoundJumps *out) {
  *out = (BoundJumps){.graph = graph, .scale = scale};
  TRY(arrays_make(out));
  Home *home = malloc((size_t)graph->n * sizeof *home);
  if (!home) FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", graph->n);
  for (int32_t c = 1; c <= graph->n; c++) home[c - 1] = (Home){graph->home[c], c};
  qsort(home, (size_t)graph->n, sizeof *home, home_order);
  for (int32_t p = 0; p < graph->n; p++) out->at[p] = home[p].customer;
  windows_find(out, home);
  free(home);
  return OK;
}

void bound_jumps_free(BoundJumps *jumps) {
  free(jumps->at);
  free(jumps->from);
  free(jumps->to);
  free(jumps->length);
  free(jumps->least);
  free(jumps->nearer);
  free(jumps->farther);
}

void bound_jumps_set(BoundJumps *jumps, const int64_t *best, int32_t stride) {
  const int32_t n = jumps->graph->n, *home = jumps->graph->home;
  for (int32_t p = 0; p < n; p += BLOCK) jumps->least[p / BLOCK] = NOWHERE;
  jumps->nearer[0] = jumps->farther[n] = NOWHERE;
  for (int32_t p = 0; p < n; p++) {
    const int32_t c = jumps->at[p];
    const int64_t found = best[(size_t)c * (size_t)stride], length = found >= NOWHERE ? NOWHERE : found;
    jumps->length[p] = length < NOWHERE ? (length & -FROM) | c : NOWHERE;
    if (jumps->length[p] < jumps->least[p / BLOCK]) jumps->least[p / BLOCK] = jumps->length[p];
    const int64_t away = length < NOWHERE ? jumps->length[p] - home[c] * jumps->scale * FROM : NOWHERE;
    jumps->nearer[p + 1] = away < jumps->nearer[p] ? away : jumps->nearer[p];
  }
  for (int32_t p = n; p-- > 0;) {
    const int64_t length = jumps->length[p];
    const int64_t back = length < NOWHERE ? length + home[jumps->at[p]] * jumps->scale * FROM : NOWHERE;
    jumps->farther[p] = back < jumps->farther[p + 1] ? back : jumps->farther[p + 1];
  }
}

static int64_t least_between(const BoundJumps *jumps, int32_t from, int32_t to) {
  int64_t least = NOWHERE;
  while (from < to) {
    const bool whole = from % BLOCK == 0 && to - from >= BLOCK;
    const int64_t found = whole ? jumps->least[from / BLOCK] : jumps->length[from];
    if (found < least) least = found;
    from += whole ? BLOCK : 1;
  }
  return least;
}

static int64_t longer(int64_t length, int64_t distance) {
  return length < NOWHERE ? length + distance * FROM : NOWHERE;
}

int64_t bound_jump(const BoundJumps *jumps, int32_t c) {
  const BoundGraph *graph = jumps->graph;
  const int32_t from = jumps->from[c], to = jumps->to[c];
  const int64_t home = graph->home[c] * jumps->scale, slack = graph->slack * jumps->scale;
  int64_t least = longer(least_between(jumps, from, to), graph->beyond[c] * jumps->scale);
  const int64_t outward = longer(jumps->nearer[from], home - slack),
                inward = longer(jumps->farther[to], -home - slack);
  if (outward < least) least = outward;
  return inward < least ? inward : least;
}
