/* The graph of a run and its machine on this rank: made by the backend where it can and has room, else by the host. */
#include <stdio.h>
#include <string.h>
#include "bfs_asset.h"
#include "bfs_kernels.h"
#include "c_locale.h"
#include "clock.h"
#include "graph/graph_share.h"
#include "node.h"

/* Plans and makes the rows, on the backend if that is asked for and possible. */
static Status rows_make(const char *spec, int threads, bool by_backend, BfsGraph *out) {
  GraphPlan plan;
  GraphAbout about;
  const double began = clock_s();
  TRY(graph_plan_open(spec, out->arcs, out->naming, threads, &plan, &about));
  const double planned = clock_s();
  Status status = OK;
  if (by_backend && !about.rows) status = out->be->ops->bfs->make(out->be, &plan, &out->graph, &out->machine);
  out->by_backend = out->machine;
  if (status == OK && !out->graph)
    status = about.rows ? graph_open(spec, out->arcs, out->naming, threads, &out->graph)
                        : graph_make(&plan, threads, &out->graph);
  if (status == OK) graph_ids_take(out->graph, &plan);
  snprintf(out->said, sizeof out->said, "%s", about.said);
  snprintf(out->named, sizeof out->named, "%s", about.named);
  out->read_s = planned - began;
  out->made_s = clock_s() - planned;
  graph_plan_free(&plan);
  return status;
}

/* Of a rank that has rows on the host. */
static Status machine_open(BfsGraph *out) {
  const double began = clock_s();
  if (!out->graph || out->machine) return OK;
  TRY(out->be->ops->bfs->open(out->be, out->graph, &out->machine));
  out->placed_s = clock_s() - began;
  return OK;
}

/* By the first rank of the node, with the cores of all. */
static Status shared_open(const char *spec, const Node *node, BfsGraph *out) {
  const int64_t all = (int64_t)out->be->threads * node->size, threads = all < THREADS_MAX ? all : THREADS_MAX;
  bool own;
  const Status made = node->rank == 0 ? rows_make(spec, (int)threads, false, out) : OK;
  const Status shared = graph_share(node, &out->graph, &own);
  if (made != OK || shared != OK) return made != OK ? made : shared;
  if (own) TRY(rows_make(spec, out->be->threads, false, out));
  return machine_open(out);
}

/* Each rank's own device makes the graph. *all: every rank has it so. */
static Status devices_open(const char *spec, const Node *node, BfsGraph *out, bool *all) {
  GraphPlan plan;
  GraphAbout about;
  const double began = clock_s();
  Status status = graph_plan_open(spec, out->arcs, out->naming, out->be->threads, &plan, &about);
  snprintf(out->said, sizeof out->said, "%s", about.said);
  if (status == OK) status = out->be->ops->bfs->make(out->be, &plan, &out->graph, &out->machine);
  out->made_s = clock_s() - began;
  out->by_backend = true;
  *all = node->all(node->self, out->machine != NULL);
  if (*all) return OK;
  bfs_graph_close(out);
  *out = (BfsGraph){.be = out->be, .arcs = out->arcs, .naming = out->naming};
  return status;
}

Status bfs_graph_open(Backend *be, const char *spec, GraphArcs arcs, GraphNaming naming, const Node *node,
                      BfsGraph *out) {
  const bool makes = be->ops->bfs->make;
  bool made = false;
  *out = (BfsGraph){.be = be, .arcs = arcs, .naming = naming};
  if (node_alone(node)) {
    TRY(rows_make(spec, be->threads, makes, out));
    return machine_open(out);
  }
  Status status = OK;
  if (makes && graph_is_generated(spec)) status = devices_open(spec, node, out, &made);
  if (made || !node->all(node->self, status == OK)) return status;
  return shared_open(spec, node, out);
}

Status bfs_graph_lend(Backend *be, Graph *graph, BfsGraph *out) {
  *out = (BfsGraph){.be = be, .graph = graph, .lent = true};
  return machine_open(out);
}

void bfs_graph_close(BfsGraph *g) {
  if (g->be) g->be->ops->bfs->close(g->be, g->machine);
  if (!g->lent) graph_free(g->graph);
}

Status bfs_graph_rows(BfsGraph *g) {
  return g->graph->to ? OK : g->be->ops->bfs->rows(g->be, g->machine, g->graph);
}

/* ", directed (general), all arcs both ways" */
static void directions_text(const BfsGraph *g, char *text, size_t size) {
  const bool lost = strncmp(g->said, "directed", strlen("directed")) == 0 && !g->graph->directed;
  const char *const rows = g->graph->directed ? "directed" : "";
  const char *const said = g->said[0] ? g->said : rows;
  snprintf(text, size, "%s%s%s", said[0] ? ", " : "", said, lost ? ", all arcs both ways" : "");
}

void bfs_graph_text(const BfsGraph *g, char text[BFS_GRAPH_TEXT_MAX]) {
  char directions[GRAPH_SAID_MAX + 32];
  directions_text(g, directions, sizeof directions);
  c_snprintf(text, BFS_GRAPH_TEXT_MAX, "%u vertices, %llu arcs%s%s%s, made by %s in %.2f s (%.2g arcs/s)",
             g->graph->n, (unsigned long long)g->graph->arcs, directions, g->named[0] ? ", " : "", g->named,
             g->by_backend ? g->be->ops->name : "the host", g->made_s,
             (double)g->graph->arcs / (g->made_s + 1e-9));
}
