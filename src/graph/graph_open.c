/* Graphs by name: generated, HDF5, or text. */
#include <stdio.h>
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

/* Takes both arrays over. Rows of edges without directions may lack one of the two arcs. */
static Status rows_graph(uint32_t n, GraphArcs arcs, void *offset, void *to, int threads, Graph **out) {
  if (arcs != GRAPH_UNDIRECTED || n > INT32_MAX) return graph_adopt(n, true, offset, to, threads, out);
  const Status status = graph_of_rows((int32_t)n, false, offset, to, threads, out);
  free(offset);
  free(to);
  return status;
}

static Status arrays_graph(const char *path, GraphArcs as, int threads, Graph **out) {
  void *offset = NULL, *to = NULL;
  uint64_t rows = 0, arcs = 0;
  Status status = arrays_read(path, "offset", GRAPH_ARCS_MAX, true, &offset, &rows);
  if (status == OK && !rows)
    status = status_fail(ERR_FORMAT, "%s: offset: expected the places of rows, found none", path);
  if (status == OK) status = arrays_read(path, "to", rows > 1 ? rows - 2 : 0, false, &to, &arcs);
  if (status == OK) status = offset_check(path, offset, rows - 1, arcs);
  if (status == OK) return rows_graph((uint32_t)(rows - 1), as, offset, to, threads, out);
  free(offset);
  free(to);
  return status;
}

/* The edges of a file's text, unless it is no text. */
static Status file_plan(const char *path, GraphArcs arcs, GraphNaming naming, int threads, GraphPlan *out,
                        GraphAbout *about) {
  char *text, name[TEXT_NAME_MAX];
  size_t bytes;
  EdgeList edges;
  TRY(text_read_named(path, &text, &bytes, name));
  about->rows = arrays_are(text, bytes);
  const Status status =
      about->rows ? OK
                  : edges_parse(strchr(name, ':') ? name : path, text, bytes, arcs, naming, threads, &edges);
  free(text);
  if (status == OK && about->rows) return naming_check(path, naming, "HDF5");
  if (status != OK) return status;
  snprintf(about->named, sizeof about->named, "%s", edges.named);
  snprintf(about->said, sizeof about->said, "%s (%s)", edges.directed ? "directed" : "not directed",
           edges.why);
  *out = edges_plan(&edges);
  return OK;
}

Status graph_plan_open(const char *spec, GraphArcs arcs, GraphNaming naming, int threads, GraphPlan *out,
                       GraphAbout *about) {
  *out = (GraphPlan){.kind = GRAPH_LISTED};
  *about = (GraphAbout){.rows = false};
  if (!graph_is_generated(spec)) return file_plan(spec, arcs, naming, threads, out, about);
  TRY(naming_check(spec, naming, "a generator's words"));
  if (arcs == GRAPH_DIRECTED) snprintf(about->said, sizeof about->said, "directed (--directed)");
  return generator_plan(spec, arcs == GRAPH_DIRECTED, out);
}

Status graph_open(const char *spec, GraphArcs arcs, GraphNaming naming, int threads, Graph **out) {
  GraphPlan plan;
  GraphAbout about;
  TRY(graph_plan_open(spec, arcs, naming, threads, &plan, &about));
  const Status status = about.rows ? arrays_graph(spec, arcs, threads, out) : graph_make(&plan, threads, out);
  if (status == OK) graph_ids_take(*out, &plan);
  graph_plan_free(&plan);
  return status;
}
