/* See bound_simple.h. */
#include "bound_simple.h"

#include <stdlib.h>

static int order(const void *left, const void *right) {
  const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  return (a > b) - (a < b);
}

Status bound_degrees(const BoundGraph *graph, BoundFleet fleet, int64_t *bound) {
  int32_t *home = malloc((size_t)graph->n * sizeof *home);
  if (!home) FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", graph->n);
  int64_t ends = 0;
  for (int32_t c = 1; c <= graph->n; c++) {
    ends += bound_two_shortest(graph, c);
    home[c - 1] = graph->home[c];
  }
  qsort(home, (size_t)graph->n, sizeof *home, order);
  for (int32_t r = 0; r < fleet.least && r < graph->n; r++) ends += 2 * (int64_t)home[r];
  free(home);
  *bound = (ends + 1) / 2;
  return OK;
}

/* A route r with any customer c of it: |r| + 1 distances, each at least its real one less 1/2, and those add up to 2 home(c) - 1 at least;
 * truncated ones, less 1 each, to 2 home(c). */
int64_t bound_radial(const BoundGraph *graph, BoundFleet fleet) {
  const CvrpInstance *cvrp = graph->cvrp;
  if (cvrp->matrix) return 0;
  const bool truncated = cvrp->divisor < 0;
  __int128 sum = 0;
  for (int32_t c = 1; c <= graph->n; c++)
    if (graph->home[c] > 0) sum += (__int128)cvrp->demand[c] * (2 * (int64_t)graph->home[c] - !truncated);
  const int64_t edges = (int64_t)graph->n + fleet.most, lost = truncated ? edges : (edges + 1) / 2;
  const __int128 bound = (sum + cvrp->capacity - 1) / cvrp->capacity - lost;
  return bound > 0 ? (int64_t)bound : 0;
}
