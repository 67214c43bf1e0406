/* See cvrp_bound.h. */
#include "cvrp_bound.h"

#include "bound_ascent.h"
#include "bound_simple.h"

enum { WIDTH = 16, WIDTH_SMALL = 127 };

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* Rows of small instances have all arcs. */
static Status bound_find(const CvrpInstance *cvrp, int threads, int64_t *bound) {
  BoundGraph graph;
  BoundFleet fleet;
  int64_t degrees = 0, ascent = 0;
  Status status = bound_fleet_find(cvrp, &fleet);
  if (status != OK) return status;
  TRY_GOTO(bound_graph_make(cvrp, cvrp->head.n <= WIDTH_SMALL ? WIDTH_SMALL : WIDTH, &graph), end);
  TRY_GOTO(bound_degrees(&graph, fleet, &degrees), end);
  TRY_GOTO(bound_ascend(&graph, fleet, threads, &ascent), end);
  *bound = cvrp->route_cost * fleet.least + larger(ascent, larger(degrees, bound_radial(&graph, fleet)));
end:
  bound_graph_free(&graph);
  return status;
}

Status cvrp_bound(const Instance *inst, int threads, int64_t *bound) {
  CvrpBound *proven = cvrp_of(inst)->proven;
  if (!proven->known) TRY(bound_find(cvrp_of(inst), threads, &proven->bound));
  proven->known = true;
  *bound = proven->bound;
  return OK;
}
