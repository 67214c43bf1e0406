/* Graphs by name: generated, HDF5, or text. See graph.h. */
#include <stdlib.h>
#include "graph_text.h"
#include "io/arrays/arrays.h"
#include "io/input.h"

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

/* The edges of a file's text; *rows: it is no text. */
static Status file_plan(const char *path, GraphPlan *out, bool *rows) {
  char *text;
  size_t bytes;
  EdgeList edges;
  TRY(text_read(path, &text, &bytes));
  *rows = arrays_are(text, bytes);
  const Status status = *rows ? OK : edges_parse(path, text, bytes, &edges);
  free(text);
  if (status == OK && !*rows) *out = edges_plan(&edges);
  return status;
}

Status graph_plan_open(const char *spec, GraphPlan *out, bool *rows) {
  *out = (GraphPlan){.kind = GRAPH_LISTED}, *rows = false;
  return graph_is_generated(spec) ? generator_plan(spec, out) : file_plan(spec, out, rows);
}

Status graph_open(const char *spec, int threads, Graph **out) {
  GraphPlan plan;
  bool rows;
  TRY(graph_plan_open(spec, &plan, &rows));
  const Status status = rows ? arrays_graph(spec, threads, out) : graph_make(&plan, threads, out);
  graph_plan_free(&plan);
  return status;
}
