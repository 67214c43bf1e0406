/* See graph.h. */
#include "graph.h"

Status graph_open(const char *spec, int threads, Graph **out) {
  if (graph_is_generated(spec)) return graph_generate(spec, threads, out);
  FAIL(ERR_NO_INPUT, "cannot open %s", spec);
}
