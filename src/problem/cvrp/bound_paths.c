/* See bound_paths.h. */
#include "bound_paths.h"

#include <stdlib.h>

Status bound_paths_make(const BoundGraph *graph, const BoundWeights *weights, int64_t scale,
                        BoundPaths *out) {
  const size_t labels = ((size_t)weights->limit + 1) * ((size_t)graph->n + 1);
  *out = (BoundPaths){.graph = graph, .weights = weights, .scale = scale};
  bool jumps = false;
  for (int32_t c = 1; c <= graph->n; c++) jumps = jumps || graph->beyond[c] != INT32_MAX;
  out->label = malloc(labels * sizeof *out->label);
  out->column = malloc(((size_t)weights->limit + 1) * sizeof *out->column);
  out->jumped = jumps ? malloc(labels * sizeof *out->jumped) : NULL;
  if (!out->label || !out->column || (jumps && !out->jumped))
    FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", graph->n);
  return jumps ? bound_jumps_make(graph, scale, &out->jumps) : OK;
}

void bound_paths_free(BoundPaths *paths) {
  free(paths->label);
  free(paths->column);
  free(paths->jumped);
  bound_jumps_free(&paths->jumps);
}

/* All paths of one weight, and the shortest of them. */
typedef struct Row {
  const BoundLabel *label; /* (n + 1) */
  int64_t least;
} Row;

static void label_offer(BoundLabel *label, int64_t found) {
  if (found < label->best) {
    label->second = label->best;
    label->best = found;
  } else if (found < label->second)
    label->second = found;
}

/* To customer c by the arcs of its row. Neighbours come by rising distance, so the rest is longer than both paths that are there when
 * even the shortest path of all is. */
static BoundLabel by_arcs(const BoundPaths *paths, const Row *row, int32_t c) {
  const BoundGraph *graph = paths->graph;
  const int32_t *near = graph->near + (size_t)c * (size_t)graph->width;
  const int32_t *arc = graph->arc + (size_t)c * (size_t)graph->width;
  BoundLabel made = {BOUND_NO_PATH, BOUND_NO_PATH};
  for (int32_t k = 0; k < graph->count[c]; k++) {
    const int64_t distance = arc[k] * paths->scale;
    if (bound_label(row->least + distance, 0) >= made.second) break;
    const BoundLabel from = row->label[near[k]];
    const int64_t path = bound_pred(from.best) == c ? from.second : from.best;
    label_offer(&made, bound_label(bound_length(path) + distance, near[k]));
  }
  return made;
}

/* The same by other arcs, if the best of them might be shorter. */
static void by_jump(BoundPaths *paths, const Row *row, int32_t c, size_t at, BoundLabel *made) {
  const int32_t beyond = paths->graph->beyond[c];
  if (beyond == INT32_MAX || bound_label(row->least + beyond * paths->scale, 0) >= made->second) return;
  const int64_t jump = bound_jump(&paths->jumps, c);
  if (jump >= BOUND_NO_PATH) return;
  paths->jumped[at] = bound_pred(jump);
  label_offer(made, jump | BOUND_PRED_ANY);
}

static void path_end(BoundLabel *label, int64_t price) {
  if (label->best < BOUND_NO_PATH) label->best -= bound_label(price, 0);
  if (label->second < BOUND_NO_PATH) label->second -= bound_label(price, 0);
}

/* The row of weight q, ready to be extended. False: it has no path. */
static bool row_begin(BoundPaths *paths, int32_t q, Row *row) {
  const size_t nodes = (size_t)paths->graph->n + 1;
  *row = (Row){paths->label + (size_t)q * nodes, BOUND_NO_PATH};
  for (size_t c = 1; c < nodes; c++)
    if (row->label[c].best < row->least) row->least = row->label[c].best;
  if (row->least >= BOUND_NO_PATH) return false;
  row->least = bound_length(row->least);
  if (paths->jumped) bound_jumps_set(&paths->jumps, &row->label->best, 2);
  return true;
}

static void customer_reach(BoundPaths *paths, const Row *row, int32_t q, int32_t c, const int64_t *price) {
  const int32_t weight = q + paths->weights->weight[c];
  if (weight > paths->weights->limit) return;
  const size_t at = (size_t)weight * ((size_t)paths->graph->n + 1) + (size_t)c;
  BoundLabel made = {BOUND_NO_PATH, BOUND_NO_PATH};
  if (q == 0)
    made.best = bound_label(paths->graph->home[c] * paths->scale - price[0] / 2, 0);
  else {
    made = by_arcs(paths, row, c);
    by_jump(paths, row, c, at, &made);
  }
  path_end(&made, price[c]);
  paths->label[at] = made;
}

enum { MANY = 1000 }; /* customers that are worth more than one thread */

void bound_paths_find(BoundPaths *paths, const int64_t *price, int threads) {
  const int32_t n = paths->graph->n;
  const size_t labels = ((size_t)paths->weights->limit + 1) * ((size_t)n + 1);
  for (size_t k = 0; k < labels; k++) paths->label[k] = (BoundLabel){BOUND_NO_PATH, BOUND_NO_PATH};
  for (int32_t q = 0; q < paths->weights->limit; q++) {
    Row row;
    if (!row_begin(paths, q, &row) && q > 0) continue;
#pragma omp parallel for num_threads(threads) if (n >= MANY) schedule(static)
    for (int32_t c = 1; c <= n; c++) customer_reach(paths, &row, q, c, price);
  }
}
