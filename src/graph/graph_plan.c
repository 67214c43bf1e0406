/* See graph_plan.h. */
#include "graph_plan.h"

#include <stdlib.h>

void graph_plan_free(GraphPlan *plan) {
  free(plan->ends);
  plan->ends = NULL;
}

static bool planned_edge(const void *self, uint64_t k, uint32_t ends[2]) {
  plan_edge(self, k, ends);
  return true;
}

Status graph_make(const GraphPlan *plan, int threads, Graph **out) {
  const EdgeSource edges = {planned_edge, plan, plan->count, plan->n, plan->directed};
  TRY(graph_build(&edges, threads, out));
  (*out)->first = plan->first;
  return OK;
}

/* Of 2^20 vertices or more and up to 64 edges a vertex, at most a twelfth of Kronecker's edges are there twice, and next to none of a
 * uniform graph's. */
uint64_t graph_plan_least(const GraphPlan *plan) {
  const bool thin = plan->n >= 1u << 20 && plan->count <= 64ull * plan->n;
  if (!thin || (plan->kind != GRAPH_URAND && plan->kind != GRAPH_KRON)) return 0;
  return graph_plan_arcs(plan) / 4 * (plan->kind == GRAPH_URAND ? 3 : 2);
}
