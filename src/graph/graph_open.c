/* Graphs by name: generated, HDF5, or text. See graph.h. */
#include <stdlib.h>
#include "graph_text.h"
#include "io/arrays/arrays.h"

/* Rows that begin at 0, ascend, and end where `to` does. */
static Status offset_check(const char *path, const uint64_t *offset, uint64_t n, uint64_t arcs) {
  if (n < 1 || n > GRAPH_VERTICES_MAX || offset[0] != 0 || offset[n] != arcs)
    FAIL(ERR_FORMAT, "%s: offset: expected places of rows from 0 to %llu, the size of to, found others", path,
         (unsigned long long)arcs);
  for (uint64_t v = 0; v < n; v++)
    if (offset[v] > offset[v + 1])
      FAIL(ERR_FORMAT, "%s: offset[%llu]: expected %llu or more, found less", path, (unsigned long long)v + 1,
           (unsigned long long)offset[v]);
  return OK;
}

static Status arrays_graph(const char *path, int threads, Graph **out) {
  void *offset = NULL, *to = NULL;
  uint64_t rows = 0, arcs = 0;
  Status status = arrays_read(path, "offset", GRAPH_ARCS_MAX, true, &offset, &rows);
  if (status == OK && !rows)
    status = status_fail(ERR_FORMAT, "%s: offset: expected the places of rows, found none", path);
  if (status == OK) status = arrays_read(path, "to", rows > 1 ? rows - 2 : 0, false, &to, &arcs);
  if (status == OK) status = offset_check(path, offset, rows - 1, arcs);
  if (status == OK) return graph_adopt((uint32_t)(rows - 1), true, offset, to, threads, out);
  free(offset), free(to);
  return status;
}

static Status text_graph(const char *path, const char *text, size_t bytes, int threads, Graph **out) {
  EdgeList edges;
  TRY(edges_parse(path, text, bytes, &edges));
  const Status status = edges_graph(&edges, threads, out);
  edges_free(&edges);
  return status;
}

Status graph_open(const char *spec, int threads, Graph **out) {
  if (graph_is_generated(spec)) return graph_generate(spec, threads, out);
  char *text;
  size_t bytes;
  TRY(graph_text_read(spec, &text, &bytes));
  const bool arrays = arrays_are(text, bytes);
  const Status status = arrays ? OK : text_graph(spec, text, bytes, threads, out);
  free(text);
  return arrays ? arrays_graph(spec, threads, out) : status;
}
