/* What a lower bound for vehicle routing knows of distances: of each customer the nearest ones that may be visited next to it, and how
 * near any other can be. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_BOUND_GRAPH_H
#define CORDEE_PROBLEM_CVRP_BOUND_GRAPH_H

#include "cvrp.h"

typedef struct BoundGraph {
  const CvrpInstance *cvrp;
  int32_t n, width;
  int32_t *
      near; /* (n + 1, width) of each customer the nearest by usable arcs, rising distances; row 0 is not set */
  int32_t *arc;    /* (n + 1, width) the distances to them */
  int32_t *count;  /* (n + 1) entries of the row */
  int32_t *beyond; /* (n + 1) no usable arc that is not in the row is shorter; INT32_MAX: the row has all */
  int32_t *home;   /* (n + 1) distances to the depot */
  int64_t slack;   /* of any two customers a, b: the distance is at least |home[a] - home[b]| - slack */
} BoundGraph;

/* Rows of `width` customers at most, 1 <= width. Release with bound_graph_free, also after a failure. ERR_MEMORY. */
Status bound_graph_make(const CvrpInstance *cvrp, int32_t width, BoundGraph *out);
void bound_graph_free(BoundGraph *graph);

/* The sum of the two shortest edges that customer c may have at once: the depot's counts twice. Rows: 2 or more. */
int64_t bound_two_shortest(const BoundGraph *graph, int32_t c);

#endif
