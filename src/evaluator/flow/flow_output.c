/* What a network comes to: its record, and files of its answer. */
#include <stdio.h>
#include <stdlib.h>
#include "cost.h"
#include "evaluator.h"
#include "flow.h"
#include "flow_parts.h"
#include "graph/network.h"
#include "io/arrays/arrays.h"
#include "io/output.h"
#include "io/path.h"
#include "io/pgm.h"
#include "text.h"

/* ---- record ---- */

void flow_record(Records *records, uint32_t k, const Network *n, const FlowAnswer *a, const FlowChoice *c,
                 uint32_t cut_arcs) {
  void *const *const column = records->column;
  ((uint32_t *)column[FLOW_VERTICES])[k] = n->vertices;
  ((uint32_t *)column[FLOW_ARCS])[k] = n->arcs;
  ((int64_t *)column[FLOW_VALUE])[k] = a->value;
  ((uint32_t *)column[FLOW_CUT_ARCS])[k] = cut_arcs;
  ((uint32_t *)column[FLOW_SOURCE_SIDE])[k] = n->vertices - a->sink_side;
  ((uint32_t *)column[FLOW_METHOD])[k] = c->method;
  ((uint32_t *)column[FLOW_LEVELS])[k] = c->depth;
  ((uint32_t *)column[FLOW_PHASES])[k] = a->phases;
  ((uint64_t *)column[FLOW_ROUNDS])[k] = a->rounds;
  ((uint64_t *)column[FLOW_PUSHES])[k] = a->pushes;
  ((uint32_t *)column[FLOW_DECIMALS])[k] = n->decimals;
}

/* ---- HDF5 ---- */

/* The answer of one network as HDF5 files. Vertices and arcs count from 0, the program's own are left out. */

/* value, decimals (1), and of all arcs in the order of the file: tail, head, capacity, flow. ERR_IO. */
static Status flow_arrays_flow(const char *path, const FlowOutput *o) {
  const Network *const n = o->network;
  const uint32_t arcs = n->arcs - n->own_arcs;
  const Array arrays[] = {
      {"value", DTYPE_I64, 1, &o->value, 0}, {"tail", DTYPE_U32, arcs, n->tail, 0},
      {"head", DTYPE_U32, arcs, n->head, 0}, {"capacity", DTYPE_I64, arcs, n->capacity, 0},
      {"flow", DTYPE_I64, arcs, o->flow, 0}, {"decimals", DTYPE_U32, 1, &n->decimals, 0}};
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
  const Array arrays[] = {{"value", DTYPE_I64, 1, &o->value, 0},
                          {"side", DTYPE_U32, o->network->vertices - o->network->own_vertices, cut->side, 0},
                          {"tail", DTYPE_U32, cut->arcs, cut->tail, 0},
                          {"head", DTYPE_U32, cut->arcs, cut->head, 0},
                          {"capacity", DTYPE_I64, cut->arcs, cut->capacity, 0},
                          {"decimals", DTYPE_U32, 1, &o->network->decimals, 0}};
  return arrays_write(path, arrays, sizeof arrays / sizeof *arrays);
}

/* value, decimals (1), side (vertices; 1: the sink's), and of the arcs of the cut: tail, head, capacity. ERR_IO, ERR_MEMORY. */
static Status flow_arrays_cut(const char *path, const FlowOutput *o) {
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

/* ---- files of an answer ---- */

/* The program's own vertices and arcs are left out. */

static void head_print(FILE *out, const FlowOutput *o) {
  char value[COST_TEXT_MAX];
  cost_text(o->value, (int32_t)o->network->decimals, value);
  fprintf(out, "c maximum flow of %s\ns %s\n", text_line(o->name), value);
}

/* "a TAIL HEAD AMOUNT" of arc a. */
static void arc_print(FILE *out, const Network *n, char letter, uint32_t a, int64_t amount) {
  char text[COST_TEXT_MAX];
  fprintf(out, "%c %u %u %s\n", letter, n->tail[a] + 1, n->head[a] + 1,
          cost_text(amount, (int32_t)n->decimals, text));
}

static void solution_print(FILE *out, const void *what) {
  const FlowOutput *const o = what;
  const Network *const n = o->network;
  head_print(out, o);
  for (uint32_t a = 0; a < n->arcs - n->own_arcs; a++)
    if (o->flow[a] > 0) arc_print(out, n, 'f', a, o->flow[a]);
}

static void cut_print(FILE *out, const void *what) {
  const FlowOutput *const o = what;
  const Network *const n = o->network;
  head_print(out, o);
  for (uint32_t v = 0; v < n->vertices - n->own_vertices; v++)
    fprintf(out, "n %u %c\n", v + 1, o->side[v] ? 't' : 's');
  for (uint32_t a = 0; a < n->arcs - n->own_arcs; a++)
    if (!o->side[n->tail[a]] && o->side[n->head[a]]) arc_print(out, n, 'a', a, n->capacity[a]);
}

static Status text_write(const char *path, void (*print)(FILE *out, const void *what),
                         const FlowOutput *output) {
  TRY(output_may_replace(path, "a flow or a cut", (const char *const[]){"c maximum flow of", NULL}));
  return output_write(path, print, output);
}

Status flow_output_flow(const char *path, const FlowOutput *output) {
  return path_ends(path, ".h5") ? flow_arrays_flow(path, output) : text_write(path, solution_print, output);
}

Status flow_output_cut(const char *path, const FlowOutput *output) {
  return path_ends(path, ".h5") ? flow_arrays_cut(path, output) : text_write(path, cut_print, output);
}

/* ---- segmentation ---- */

Status flow_output_image(const char *path, const FlowOutput *o) {
  const Network *const n = o->network;
  const uint32_t pixels = n->vertices - n->own_vertices;
  GreyImage image = {.width = n->columns, .height = pixels / n->columns, .most = n->white};
  image.level = malloc(pixels * sizeof *image.level);
  if (!image.level) FAIL(ERR_MEMORY, "no memory for %u pixels", pixels);
  for (uint32_t v = 0; v < pixels; v++) image.level[v] = (uint16_t)(o->side[v] ? 0 : n->white);
  const Status status = pgm_write(path, "a segmentation", "segmentation by cordee flow", &image);
  pgm_free(&image);
  return status;
}
