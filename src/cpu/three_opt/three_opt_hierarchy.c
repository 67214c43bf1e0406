/* See three_opt_hierarchy.h. */
#include "three_opt_hierarchy.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "solver/three_opt/ref_move.h"
#include "solver/three_opt/three_opt_fold.h"

struct ThreeOptHierarchy {
  RouteData data;
  RefHierarchy resource[REF_RESOURCES]; /* segments of the second: NULL without times */
};

Status three_opt_hierarchy_open(const RouteData *data, int32_t nodes, int levels, ThreeOptHierarchy **out) {
  ThreeOptHierarchy *h = calloc(1, sizeof *h);
  if (!h) FAIL(ERR_MEMORY, "out of memory");
  h->data = *data;
  for (int r = 0; r < ref_resources(data); r++) {
    RefHierarchy *one = &h->resource[r];
    one->levels = ref_levels(nodes, levels);
    one->resource = ref_resource(data, r);
    one->segment = malloc((size_t)one->levels.first[one->levels.levels] * sizeof *one->segment);
    if (one->segment) continue;
    three_opt_hierarchy_close(h);
    FAIL(ERR_MEMORY, "out of memory: a segment hierarchy of %d nodes", nodes);
  }
  *out = h;
  return OK;
}

void three_opt_hierarchy_close(ThreeOptHierarchy *h) {
  if (!h) return;
  for (int r = 0; r < REF_RESOURCES; r++) free(h->resource[r].segment);
  free(h);
}

uint64_t three_opt_hierarchy_bytes(const RouteData *data, int32_t nodes, int levels) {
  const RefLevels all = ref_levels(nodes, levels);
  const uint64_t segments = (uint64_t)ref_resources(data) * (uint64_t)all.first[all.levels];
  return sizeof(ThreeOptHierarchy) + segments * sizeof(RefSegment);
}

static void build(ThreeOptHierarchy *h, const int32_t *tour, int32_t n, int threads) {
  for (int r = 0; r < ref_resources(&h->data); r++) {
    RefHierarchy *one = &h->resource[r];
    one->levels.n = n;
    for (int32_t l = 0; l < one->levels.levels; l++) {
      const int32_t side = one->levels.side[l];
      const int64_t points = (int64_t)one->levels.blocks[l] * side;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 64)
      for (int64_t p = 0; p < points; p++)
        ref_build(one, &h->data, tour, l, (int32_t)(p / side), (int32_t)(p % side));
    }
  }
}

/* ---- a row ---- */

/* Distances from the ends of the edges i and j, and along the tour, to positions; each (n). */
typedef struct Row {
  RefTour tour;
  int32_t i;
  int32_t *a, *a_next, *b, *b_next; /* from i, i + 1, j, j + 1 */
  const int32_t *edge;              /* from each position to the next */
} Row;

enum { ROW_ARRAYS = 4 };

static void measure(const RefTour *tour, int32_t from, int32_t *distance) {
  for (int32_t p = from; p < tour->n; p++) distance[p] = ref_edge(tour, from, p);
}

/* Of the seven ways; returns the least. */
static inline int32_t deltas(const Row *row, int32_t j, int32_t k, int32_t delta[THREE_OPT_WAYS]) {
  const int32_t *a = row->a, *a_next = row->a_next, *b = row->b, *b_next = row->b_next;
  const int32_t one = row->edge[row->i], two = row->edge[j], three = row->edge[k];
  delta[0] = a[j] + a_next[j + 1] - one - two;
  delta[1] = b[k] + b_next[k + 1] - two - three;
  delta[2] = a[k] + a_next[k + 1] - one - three;
  delta[3] = a[j + 1] + a_next[k] + b[k + 1] - one - two - three;
  delta[4] = a[j] + a_next[k] + b_next[k + 1] - one - two - three;
  delta[5] = a[k] + a_next[j + 1] + b[k + 1] - one - two - three;
  delta[6] = a[j + 1] + b[k] + a_next[k + 1] - one - two - three;
  int32_t least = delta[0];
  for (int way = 1; way < THREE_OPT_WAYS; way++) least = delta[way] < least ? delta[way] : least;
  return least;
}

static void triple_scan(const Row *row, int32_t j, int32_t k, const int32_t delta[THREE_OPT_WAYS],
                        ThreeOptMove *best) {
  for (int32_t way = 1; way <= THREE_OPT_WAYS; way++) {
    const ThreeOptMove move = {delta[way - 1], row->i, j, k, way};
    if (three_opt_before(move, *best) && ref_feasible(&row->tour, row->i, j, k, way)) *best = move;
  }
}

/* Betters *best by the moves of the row. */
static void row_scan(Row *row, ThreeOptMove *best) {
  const int32_t n = row->tour.n, i = row->i;
  int32_t delta[THREE_OPT_WAYS];
  measure(&row->tour, i, row->a);
  measure(&row->tour, i + 1, row->a_next);
  measure(&row->tour, i + 1, row->b_next);
  for (int32_t j = i + 1; j < n - 2 && !halt_poll(); j++) {
    int32_t *const old = row->b;
    row->b = row->b_next;
    row->b_next = old;
    measure(&row->tour, j + 1, row->b_next);
    for (int32_t k = j + 1; k < n - 1; k++)
      if (deltas(row, j, k, delta) <= best->delta) triple_scan(row, j, k, delta, best);
  }
}

/* ---- a share ---- */

Status three_opt_hierarchy_scan(ThreeOptHierarchy *h, const int32_t *tour, int32_t n, int threads,
                                ThreeOptShare share, ThreeOptMove *best) {
  int32_t *const memory = malloc((size_t)n * (size_t)(threads * ROW_ARRAYS + 1) * sizeof *memory);
  if (!memory) FAIL(ERR_MEMORY, "out of memory");
  const RefTour all = {&h->data, tour, n, h->resource};
  int32_t *const edge = memory + (size_t)n * (size_t)(threads * ROW_ARRAYS);
  for (int32_t p = 0; p + 1 < n; p++) edge[p] = ref_edge(&all, p, p + 1);
  build(h, tour, n, threads);
  *best = (ThreeOptMove){0, 0, 0, 0, 0};
#pragma omp parallel num_threads(threads)
  {
    int32_t *const own = memory + (size_t)omp_get_thread_num() * ROW_ARRAYS * (size_t)n;
    ThreeOptMove mine = {0, 0, 0, 0, 0};
#pragma omp for schedule(dynamic)
    for (int32_t i = (int32_t)share.part; i < n - 3; i += (int32_t)share.parts) {
      Row row = {all, i, own, own + n, own + 2 * n, own + 3 * n, edge};
      row_scan(&row, &mine);
    }
#pragma omp critical(three_opt_hierarchy_best)
    if (three_opt_before(mine, *best)) *best = mine;
  }
  free(memory);
  return halt_after("a scan of 3-opt moves");
}
