/* See bfs_graph.h. */
#include "bfs_graph.h"

#include <stdio.h>
#include "clock.h"

static Status host_make(const GraphPlan *plan, const char *spec, bool rows, BfsGraph *out) {
  const double began = clock_s();
  TRY(rows ? graph_open(spec, out->be->threads, &out->graph)
           : graph_make(plan, out->be->threads, &out->graph));
  out->made_s = clock_s() - began;
  TRY(out->be->ops->bfs->open(out->be, out->graph, &out->machine));
  out->placed_s = clock_s() - began - out->made_s;
  return OK;
}

static Status plan_make(const GraphPlan *plan, const char *spec, bool rows, BfsGraph *out) {
  const double began = clock_s();
  const BfsKernels *const kernels = out->be->ops->bfs;
  if (!rows && kernels->make) TRY(kernels->make(out->be, plan, &out->graph, &out->machine));
  out->by_backend = out->machine;
  out->made_s = clock_s() - began;
  return out->machine ? OK : host_make(plan, spec, rows, out);
}

Status bfs_graph_open(Backend *be, const char *spec, BfsGraph *out) {
  GraphPlan plan;
  bool rows;
  const double began = clock_s();
  *out = (BfsGraph){.be = be};
  TRY(graph_plan_open(spec, &plan, &rows));
  out->read_s = clock_s() - began;
  const Status status = plan_make(&plan, spec, rows, out);
  graph_plan_free(&plan);
  return status;
}

void bfs_graph_close(BfsGraph *g) {
  if (g->be) g->be->ops->bfs->close(g->be, g->machine);
  graph_free(g->graph);
}

Status bfs_graph_rows(BfsGraph *g) {
  return g->graph->to ? OK : g->be->ops->bfs->rows(g->be, g->machine, g->graph);
}

void bfs_graph_text(const BfsGraph *g, char text[BFS_GRAPH_TEXT_MAX]) {
  snprintf(text, BFS_GRAPH_TEXT_MAX, "%u vertices, %llu arcs, made by %s in %.2f s (%.2g arcs/s)",
           g->graph->n, (unsigned long long)g->graph->arcs, g->by_backend ? g->be->ops->name : "the host",
           g->made_s, (double)g->graph->arcs / (g->made_s + 1e-9));
}
