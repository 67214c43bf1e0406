/* libFuzzer target: any bytes are edges between vertices that there are, or refused with a place, and their rows are a graph; compressed data
 * and archives are unpacked or refused. Built and run by tools/fuzz; no part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "graph/graph_text.h"
#include "io/unpack.h"

enum { VERTICES = 5000 /* of a graph that is built */, UNPACKED = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s\n", what);
  abort();
}

static void graph_look(const Graph *g) {
  expect(g->offset[0] == 0 && g->offset[g->n] == g->arcs, "rows begin at 0 and end at the arcs");
  for (uint32_t v = 0; v < g->n; v++)
    for (uint64_t a = g->offset[v]; a < g->offset[v + 1]; a++) {
      expect(g->to[a] < g->n && g->to[a] != v, "an arc leads to another vertex");
      expect(a == g->offset[v] || g->to[a - 1] < g->to[a], "rows ascend");
    }
}

/* Each vertex is called otherwise, in ascending order, and is found by what it is called. */
static void ids_look(const EdgeList *edges) {
  const Graph g = {.n = (uint32_t)edges->n, .ids = edges->ids};
  for (uint32_t v = 0; v < g.n; v++) {
    char number[32];
    uint32_t found;
    size_t bytes;
    const char *name = number;
    if (g.ids.names)
      name = graph_vertex_name(&g, v, &bytes);
    else
      bytes = (size_t)snprintf(number, sizeof number, "%llu", (unsigned long long)g.ids.id[v]);
    expect(bytes > 0 && bytes <= GRAPH_NAME_MAX, "a name has bytes");
    expect(graph_vertex_find(&g, name, bytes, &found) && found == v, "a vertex is found by its name");
  }
}

static void text_look(const char *path, GraphArcs arcs, GraphNaming naming, const char *text, size_t bytes) {
  EdgeList edges;
  Graph *g;
  if (edges_parse(path, text, bytes, arcs, naming, 2, &edges) != OK) {
    expect(strncmp(status_message(), path, strlen(path)) == 0, "a refusal names the file");
    status_clear();
    return;
  }
  for (uint64_t k = 0; k < 2 * edges.count; k++) expect(edges.ends[k] < edges.n, "ends are vertices");
  if (edges.ids.id) ids_look(&edges);
  GraphPlan plan = edges_plan(&edges);
  if (plan.n <= VERTICES && graph_make(&plan, 1, &g) == OK) {
    graph_look(g);
    graph_free(g);
  }
  graph_plan_free(&plan);
}

static void archive_look(const char *bytes, size_t size) {
  TarMember member;
  if (tar_is(bytes, size) && tar_find("dir/a.tar", bytes, size, &member) == OK)
    expect(member.data >= bytes && member.bytes <= size &&
               member.data - bytes <= (ptrdiff_t)(size - member.bytes),
           "a member lies in its archive");
  status_clear();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text;
  size_t bytes;
  text_look("g", GRAPH_AS_SAID, GRAPH_IDS_AUTO, (const char *)data, size);
  text_look("g", GRAPH_AS_SAID, GRAPH_IDS_SPARSE, (const char *)data, size);
  text_look("g", GRAPH_AS_SAID, GRAPH_IDS_NAMES, (const char *)data, size);
  text_look("g.el", GRAPH_UNDIRECTED, GRAPH_IDS_DENSE, (const char *)data, size);
  text_look("g.sg", GRAPH_AS_SAID, GRAPH_IDS_AUTO, (const char *)data, size);
  text_look("g.graph", GRAPH_DIRECTED, GRAPH_IDS_AUTO, (const char *)data, size);
  if (unpack_is((const char *)data, size) &&
      unpack("g", (const char *)data, size, UNPACKED, &text, &bytes) == OK) {
    text_look("g", GRAPH_AS_SAID, GRAPH_IDS_AUTO, text, bytes);
    free(text);
  }
  status_clear();
  archive_look((const char *)data, size);
  return 0;
}
