/* See graph_give.h. */
#include "graph_give.h"

#include <stdlib.h>
#include "graph_share.h"

enum { PART = 1 << 30 }; /* bytes of a broadcast */

/* Memory for a graph like that one, whose arrays are another process's. */
static Status graph_alloc_like(const Graph *like, Graph **out) {
  const size_t offsets = (like->n + 1ull) * sizeof(uint64_t), heads = (like->arcs + 1) * sizeof(uint32_t);
  Graph *g = calloc(1, sizeof *g);
  if (!g) FAIL(ERR_MEMORY, "no memory for a graph");
  *g = (Graph){.n = like->n,
               .directed = like->directed,
               .arcs = like->arcs,
               .first = like->first,
               .digest = like->digest,
               .offset = malloc(offsets),
               .to = malloc(heads)};
  g->in_offset = g->directed ? malloc(offsets) : g->offset;
  g->in_to = g->directed ? malloc(heads) : g->to;
  *out = g;
  if (g->offset && g->to && g->in_offset && g->in_to) return OK;
  graph_free(g);
  *out = NULL;
  FAIL(ERR_MEMORY, "no memory for a graph of %llu arcs", (unsigned long long)like->arcs);
}

static void array_give(const Node *node, void *data, uint64_t bytes) {
  for (uint64_t at = 0; at < bytes; at += PART)
    node->bcast(node->self, (char *)data + at, bytes - at < PART ? bytes - at : PART);
}

/* Every rank of that node gets a copy of its own, of rank 0's; there NULL: no rank gets one. */
static Status copies_give(const Node *node, Graph **graph) {
  Graph head = {.n = 0};
  if (node->rank == 0 && *graph) head = **graph;
  node->bcast(node->self, &head, sizeof head);
  if (head.n == 0) return OK;
  const Status status = node->rank == 0 ? OK : graph_alloc_like(&head, graph);
  if (!node->all(node->self, status == OK)) return status;
  Graph *const g = *graph;
  const uint64_t offsets = (g->n + 1ull) * sizeof *g->offset, heads = g->arcs * sizeof *g->to;
  array_give(node, g->offset, offsets);
  array_give(node, g->to, heads);
  if (g->directed) {
    array_give(node, g->in_offset, offsets);
    array_give(node, g->in_to, heads);
  }
  return OK;
}

Status graph_give(const Node *hosts, const Node *host, Graph **graph) {
  bool own;
  const Status given = hosts ? copies_give(hosts, graph) : OK;
  const Status shared = graph_share(host, graph, &own);
  if (host->all(host->self, shared == OK && !own)) return given;
  if (host->rank != 0) {
    graph_free(*graph);
    *graph = NULL;
  }
  const Status copied = copies_give(host, graph); /* where memory cannot be shared */
  return given != OK ? given : copied;
}
