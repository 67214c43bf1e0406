/* Closeness of all vertices and pairs by distance, from the sums of batches over all sources. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bfs_asset.h"
#include "c_locale.h"
#include "graph/graph.h"
#include "io/arrays/arrays.h"

/* Random sources are a sample (Eppstein and Wang, "Fast approximation of centrality", 2004). Of a graph without directions: R of k sources reach
 * the vertex v, and are a random sample of its component without v. The mean of their distances is off by more than
 * (diameter - 1) sqrt(ln(2 n / 0.05) / (2 R)) for one of n vertices with a probability of 5% at most (Hoeffding); a component's diameter is at most twice the
 * depth of a search in it. */

#define ALL_WRONG 0.05 /* the probability that one of all bounds does not hold */

/* ---- what sums come to ---- */

typedef struct Closeness {
  double *closeness, *mean, *error; /* (n) */
  uint32_t *reached;                /* (n) */
  uint64_t sources, population;     /* that have arcs; vertices that have */
  uint32_t depth;
  bool exact;
} Closeness;

static Status closeness_alloc(const Graph *g, Closeness *c) {
  c->closeness = calloc(g->n, sizeof *c->closeness);
  c->mean = calloc(g->n, sizeof *c->mean);
  c->error = calloc(g->n, sizeof *c->error);
  c->reached = calloc(g->n, sizeof *c->reached);
  if (c->closeness && c->mean && c->error && c->reached) return OK;
  FAIL(ERR_MEMORY, "no memory for the closeness of %u vertices", g->n);
}

static void closeness_free(Closeness *c) {
  free(c->closeness);
  free(c->mean);
  free(c->error);
  free(c->reached);
}

/* own: v is a source. */
static void vertex_fill(const Graph *g, const uint64_t *sums, uint32_t v, bool own, Closeness *c) {
  const double levels = (double)sums[(uint64_t)BFS_SUM_LEVELS * g->n + v];
  const double reached = (double)sums[(uint64_t)BFS_SUM_REACHED * g->n + v];
  const double others = (double)(c->sources - own), wide = c->depth > 0 ? 2.0 * c->depth - 1 : 0;
  c->reached[v] = (uint32_t)reached;
  c->mean[v] = reached > 0 ? levels / reached : NAN;
  if (!c->exact) c->error[v] = reached > 0 ? wide * sqrt(log(2.0 * g->n / ALL_WRONG) / (2 * reached)) : NAN;
  if (reached <= 0) return;
  const double all = c->exact ? reached : reached / others * (double)(c->population - 1);
  c->closeness[v] = all / (g->n - 1.0) / c->mean[v];
}

static Status closeness_fill(const Graph *g, const Items *items, const uint64_t *sums, Closeness *c) {
  uint8_t *const own = calloc(g->n, 1);
  if (!own) FAIL(ERR_MEMORY, "no memory for marks of %u vertices", g->n);
  for (uint64_t k = 0; k < items->count; k++) {
    own[bfs_source(items, k)] = 1;
    c->sources += graph_degree(g, bfs_source(items, k)) > 0;
  }
  for (uint32_t v = 0; v < g->n; v++) {
    c->population += graph_degree(g, v) > 0;
    if (sums[(uint64_t)BFS_SUM_PAIRS * g->n + v]) c->depth = v;
  }
  for (uint32_t v = 0; v < g->n; v++) vertex_fill(g, sums, v, own[v], c);
  free(own);
  return OK;
}

/* ---- the file ---- */

/* Of the share of vertices at a distance, from one source, for all distances. */
static double pairs_error(const Closeness *c) {
  return c->exact ? 0 : sqrt(log(2.0 * (c->depth + 1.0) / ALL_WRONG) / (2 * (double)c->sources));
}

static Status closeness_write(const BfsAsset *a, const Items *items, const uint64_t *sums,
                              const Closeness *c) {
  enum { ARRAYS = 8 };
  const Graph *const g = a->at.graph;
  const double error = pairs_error(c);
  char *names;
  Array arrays[ARRAYS] = {{.name = "closeness", .dtype = DTYPE_F64, .count = g->n, .values = c->closeness},
                          {.name = "mean", .dtype = DTYPE_F64, .count = g->n, .values = c->mean},
                          {.name = "error", .dtype = DTYPE_F64, .count = g->n, .values = c->error},
                          {.name = "reached", .dtype = DTYPE_U32, .count = g->n, .values = c->reached},
                          {.name = "pairs",
                           .dtype = DTYPE_U64,
                           .count = c->depth + 1ull,
                           .values = sums + (uint64_t)BFS_SUM_PAIRS * g->n},
                          {.name = "pairs_error", .dtype = DTYPE_F64, .count = 1, .values = &error},
                          {.name = "sources", .dtype = DTYPE_U64, .count = 1, .values = &items->count}};
  TRY(bfs_ids_array(g, &names, &arrays[ARRAYS - 1]));
  const Status status = arrays_write(a->settings.closeness, arrays, g->ids.id ? ARRAYS : ARRAYS - 1);
  free(names);
  return status;
}

/* "mean distance 3.2146, largest 7 of 64 sources; a vertex's mean is off by 0.9 at most (95%)" */
static void closeness_tell(const Graph *g, const uint64_t *sums, const Closeness *c,
                           char text[EVALUATOR_TEXT_MAX]) {
  double levels = 0, reached = 0, error = 0;
  for (uint32_t v = 0; v < g->n; v++) {
    levels += (double)sums[(uint64_t)BFS_SUM_LEVELS * g->n + v];
    reached += c->reached[v];
    if (c->error[v] > error) error = c->error[v]; /* not of one that none reaches */
  }
  const size_t used =
      (size_t)c_snprintf(text, EVALUATOR_TEXT_MAX, "mean distance %.4f, largest %u, from %llu sources",
                         reached > 0 ? levels / reached : 0, c->depth, (unsigned long long)c->sources);
  if (c->exact)
    snprintf(text + used, EVALUATOR_TEXT_MAX - used, ", which are all: closeness is exact");
  else
    c_snprintf(text + used, EVALUATOR_TEXT_MAX - used,
               "; no vertex's mean is off by more than %.3g, with a probability of %.0f%%", error,
               100 * (1 - ALL_WRONG));
}

Status bfs_closeness_finish(const Items *items, const uint64_t *sums, char text[EVALUATOR_TEXT_MAX]) {
  const BfsAsset *const a = items->asset;
  Closeness c = {.exact = bfs_sources_all(a, items)};
  Status status = closeness_alloc(a->at.graph, &c);
  if (status == OK) status = closeness_fill(a->at.graph, items, sums, &c);
  if (status == OK) status = closeness_write(a, items, sums, &c);
  if (status == OK) closeness_tell(a->at.graph, sums, &c, text);
  closeness_free(&c);
  return status;
}

/* ---- sums of this rank ---- */

Status bfs_closeness_begin(Backend *be, BfsAsset *a) {
  if (!a->settings.closeness[0] || a->summed) return OK;
  a->summed = true;
  return be->ops->bfs->sums_open(be, a->at.machine);
}

Status bfs_closeness_sums(Backend *be, const Items *items, uint64_t **out, uint64_t *count) {
  const BfsAsset *const a = items->asset;
  *out = NULL;
  *count = 0;
  if (!a->settings.closeness[0]) return OK;
  *count = (uint64_t)BFS_SUMS * a->at.graph->n;
  *out = calloc(*count, sizeof **out);
  if (!*out) FAIL(ERR_MEMORY, "no memory for sums over the sources of %u vertices", a->at.graph->n);
  return a->summed ? be->ops->bfs->sums(be, a->at.machine, *out) : OK;
}
