/* See bound_graph.h. */
#include "bound_graph.h"

#include <stdlib.h>
#include "bound_arc.h"
#include "bound_near.h"

/* In the plane real distances keep the triangle inequality, and each of the three is rounded by a half at most: 3/2 in all. Of truncated
 * ones the arc and one of the others lose less than 1: less than 2. What is left is a whole number. */
static int64_t slack_find(const BoundGraph *graph) {
  const CvrpInstance *cvrp = graph->cvrp;
  int64_t slack = cvrp->matrix ? 0 : 1;
  for (int32_t a = 1; cvrp->matrix && a <= graph->n; a++)
    for (int32_t b = 1; b < a; b++) {
      const int64_t lack = llabs((int64_t)graph->home[a] - graph->home[b]) - bound_distance(cvrp, a, b);
      if (lack > slack) slack = lack;
    }
  return slack;
}

/* One more than fits shows whether there is more, and how near. */
static void row_make(BoundGraph *graph, const BoundTree *tree, int32_t c, BoundNear *near) {
  const int32_t found = bound_nearest(tree, c, graph->width + 1, near);
  const size_t row = (size_t)c * (size_t)graph->width;
  const bool all = found <= graph->width;
  graph->count[c] = all ? found : graph->width;
  graph->beyond[c] = all ? INT32_MAX : bound_distance(graph->cvrp, c, near[graph->width].customer);
  for (int32_t k = 0; k < graph->count[c]; k++) {
    graph->near[row + (size_t)k] = near[k].customer;
    graph->arc[row + (size_t)k] = bound_distance(graph->cvrp, c, near[k].customer);
  }
}

static Status rows_make(BoundGraph *graph) {
  BoundTree tree;
  Status status = OK;
  BoundNear *near = malloc(((size_t)graph->width + 1) * sizeof *near);
  TRY_GOTO(bound_tree_make(graph->cvrp, &tree), end);
  if (!near) FAIL_GOTO(end, ERR_MEMORY, "no memory for the lower bound of %d customers", graph->n);
  for (int32_t c = 1; c <= graph->n; c++) row_make(graph, &tree, c, near);
end:
  bound_tree_free(&tree);
  free(near);
  return status;
}

Status bound_graph_make(const CvrpInstance *cvrp, int32_t width, BoundGraph *out) {
  const size_t nodes = (size_t)cvrp->head.n + 1;
  *out = (BoundGraph){.cvrp = cvrp, .n = cvrp->head.n, .width = width};
  out->near = malloc(nodes * (size_t)width * sizeof *out->near);
  out->arc = malloc(nodes * (size_t)width * sizeof *out->arc);
  out->count = calloc(nodes, sizeof *out->count);
  out->beyond = calloc(nodes, sizeof *out->beyond);
  out->home = calloc(nodes, sizeof *out->home);
  if (!out->near || !out->arc || !out->count || !out->beyond || !out->home)
    FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", cvrp->head.n);
  for (int32_t c = 0; c <= out->n; c++) out->home[c] = bound_distance(cvrp, 0, c);
  out->slack = slack_find(out);
  return rows_make(out);
}

void bound_graph_free(BoundGraph *graph) {
  free(graph->near);
  free(graph->arc);
  free(graph->count);
  free(graph->beyond);
  free(graph->home);
}

int64_t bound_two_shortest(const BoundGraph *graph, int32_t c) {
  int64_t first = graph->home[c], second = graph->home[c];
  for (int32_t k = 0; k < graph->count[c] && k < 2; k++) {
    const int32_t arc = graph->arc[(size_t)c * (size_t)graph->width + (size_t)k];
    if (arc < first) {
      second = first;
      first = arc;
    } else if (arc < second)
      second = arc;
  }
  return first + second;
}
