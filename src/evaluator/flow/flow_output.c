/* See flow_output.h. The program's own vertices and arcs are left out. */
#include "flow_output.h"

#include <stdio.h>
#include "flow_arrays.h"
#include "io/output.h"
#include "io/path.h"
#include "text.h"

static void head_print(FILE *out, const FlowOutput *o) {
  fprintf(out, "c maximum flow of %s\ns %lld\n", text_line(o->name), (long long)o->value);
}

static void flow_print(FILE *out, const void *what) {
  const FlowOutput *const o = what;
  const Network *const n = o->network;
  head_print(out, o);
  for (uint32_t a = 0; a < n->arcs - n->own_arcs; a++)
    if (o->flow[a] > 0) fprintf(out, "f %u %u %lld\n", n->tail[a] + 1, n->head[a] + 1, (long long)o->flow[a]);
}

static void cut_print(FILE *out, const void *what) {
  const FlowOutput *const o = what;
  const Network *const n = o->network;
  head_print(out, o);
  for (uint32_t v = 0; v < n->vertices - n->own_vertices; v++)
    fprintf(out, "n %u %c\n", v + 1, o->side[v] ? 't' : 's');
  for (uint32_t a = 0; a < n->arcs - n->own_arcs; a++)
    if (!o->side[n->tail[a]] && o->side[n->head[a]])
      fprintf(out, "a %u %u %lld\n", n->tail[a] + 1, n->head[a] + 1, (long long)n->capacity[a]);
}

static Status text_write(const char *path, void (*print)(FILE *out, const void *what),
                         const FlowOutput *output) {
  TRY(output_may_replace(path, "a flow or a cut", (const char *const[]){"c maximum flow of", NULL}));
  return output_write(path, print, output);
}

Status flow_output_flow(const char *path, const FlowOutput *output) {
  return path_ends(path, ".h5") ? flow_arrays_flow(path, output) : text_write(path, flow_print, output);
}

Status flow_output_cut(const char *path, const FlowOutput *output) {
  return path_ends(path, ".h5") ? flow_arrays_cut(path, output) : text_write(path, cut_print, output);
}
