/* See flow_arrays.h. */
#include "flow_arrays.h"

#include <stdlib.h>
#include "io/arrays/arrays.h"

Status flow_arrays_flow(const char *path, const FlowOutput *o) {
  const Network *const n = o->network;
  const uint32_t arcs = n->arcs - n->own_arcs;
  const Array arrays[] = {{"value", DTYPE_I64, 1, &o->value},
                          {"tail", DTYPE_U32, arcs, n->tail},
                          {"head", DTYPE_U32, arcs, n->head},
                          {"capacity", DTYPE_I64, arcs, n->capacity},
                          {"flow", DTYPE_I64, arcs, o->flow}};
  return arrays_write(path, arrays, sizeof arrays / sizeof *arrays);
}

typedef struct Cut {
  uint32_t arcs;
  uint32_t *side, *tail, *head; /* side (vertices); the others (arcs) */
  int64_t *capacity;
} Cut;

static void cut_fill(const FlowOutput *o, Cut *cut) {
  const Network *const n = o->network;
  for (uint32_t v = 0; v < n->vertices; v++) cut->side[v] = o->side[v];
  for (uint32_t a = 0; a < n->arcs - n->own_arcs; a++) {
    if (o->side[n->tail[a]] || !o->side[n->head[a]]) continue;
    cut->tail[cut->arcs] = n->tail[a];
    cut->head[cut->arcs] = n->head[a];
    cut->capacity[cut->arcs++] = n->capacity[a];
  }
}

static Status cut_write(const char *path, const FlowOutput *o, const Cut *cut) {
  const Array arrays[] = {{"value", DTYPE_I64, 1, &o->value},
                          {"side", DTYPE_U32, o->network->vertices - o->network->own_vertices, cut->side},
                          {"tail", DTYPE_U32, cut->arcs, cut->tail},
                          {"head", DTYPE_U32, cut->arcs, cut->head},
                          {"capacity", DTYPE_I64, cut->arcs, cut->capacity}};
  return arrays_write(path, arrays, sizeof arrays / sizeof *arrays);
}

Status flow_arrays_cut(const char *path, const FlowOutput *o) {
  const size_t vertices = o->network->vertices, arcs = o->network->arcs;
  uint32_t *const word = malloc((vertices + 2 * arcs) * sizeof *word);
  int64_t *const capacity = malloc((arcs + 1) * sizeof *capacity);
  Cut cut = {.side = word, .capacity = capacity};
  Status status = word && capacity ? OK : status_fail(ERR_MEMORY, "no memory for a cut of %zu arcs", arcs);
  if (status == OK) {
    cut.tail = word + vertices;
    cut.head = cut.tail + arcs;
    cut_fill(o, &cut);
    status = cut_write(path, o, &cut);
  }
  free(word);
  free(capacity);
  return status;
}
