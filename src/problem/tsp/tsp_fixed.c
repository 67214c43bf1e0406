/* See tsp_fixed.h. */
#include "tsp_fixed.h"

#include <stdlib.h>

void tsplib_write_fixed(FILE *out, const TspInstance *tsp) {
  if (!tsp->fixed_count) return;
  fputs("FIXED_EDGES_SECTION\n", out);
  for (int32_t k = 0; k < tsp->fixed_count; k++)
    fprintf(out, "%d %d\n", tsp->fixed[2 * k] + 1, tsp->fixed[2 * k + 1] + 1);
  fputs("-1\n", out);
}

int32_t tsp_fixed_nodes(const TspInstance *tsp) { return tsp->head.n + tsp->path; }

int32_t tsp_fixed_edges(const TspInstance *tsp, int32_t *edge) {
  const int32_t beyond = tsp->head.n;
  int32_t count = 0;
  for (; count < tsp->fixed_count; count++) {
    edge[2 * count] = tsp->fixed[2 * count];
    edge[2 * count + 1] = tsp->fixed[2 * count + 1];
  }
  if (tsp->path && tsp->from >= 0) {
    edge[2 * count] = beyond;
    edge[2 * count + 1] = tsp->from;
    count++;
  }
  if (tsp->path && tsp->to >= 0) {
    edge[2 * count] = tsp->to;
    edge[2 * count + 1] = beyond;
    count++;
  }
  return count;
}

/* The fragments that fixed edges make: the other end of each end; of a single city itself. */
typedef struct Fragments {
  int32_t *other, *degree, *out, *in; /* (nodes) each */
} Fragments;

/* Adds an edge; what is wrong with it, NULL: nothing. left: edges that a whole tour lacks. */
static const char *fragments_add(Fragments *f, bool directed, int32_t a, int32_t b, int32_t left) {
  if (directed && (f->out[a] || f->in[b])) return "another one leaves or enters there";
  if (f->degree[a] == 2 || f->degree[b] == 2) return "its city has two others";
  if (f->other[a] == b && left > 1) return "it closes a tour of some cities";
  const int32_t end_a = f->other[a], end_b = f->other[b];
  f->other[end_a] = end_b;
  f->other[end_b] = end_a;
  f->degree[a]++;
  f->degree[b]++;
  f->out[a]++;
  f->in[b]++;
  return NULL;
}

static Status fixed_judge(const char *place, const TspInstance *tsp, Fragments *f, int32_t *edge) {
  const int32_t nodes = tsp_fixed_nodes(tsp), count = tsp_fixed_edges(tsp, edge);
  for (int32_t c = 0; c < nodes; c++) {
    f->other[c] = c;
    f->degree[c] = f->out[c] = f->in[c] = 0;
  }
  for (int32_t k = 0; k < count; k++) {
    const int32_t a = edge[2 * k], b = edge[2 * k + 1];
    const char *wrong = fragments_add(f, tsp->metric == METRIC_DIRECTED, a, b, nodes - k);
    if (wrong && k < tsp->fixed_count)
      FAIL(ERR_FORMAT, "%s: expected fixed edges that a tour can have, found %d %d, but %s", place, a + 1,
           b + 1, wrong);
    if (wrong)
      FAIL(ERR_USAGE, "%s: expected ends of a path that has the fixed edges, found %d, but %s", place,
           (a < b ? a : b) + 1, wrong);
  }
  return OK;
}

Status tsp_fixed_check(const char *place, TspInstance *tsp) {
  const int32_t nodes = tsp_fixed_nodes(tsp);
  if (nodes < 3) tsp->fixed_count = tsp->path = 0; /* there is one tour, and it has all edges */
  if (!tsp->fixed_count && (!tsp->path || (tsp->from < 0 && tsp->to < 0))) return OK;
  int32_t *memory = malloc(((size_t)nodes * 4 + 2 * (size_t)tsp->fixed_count + 4) * sizeof *memory);
  if (!memory) FAIL(ERR_MEMORY, "no memory for the fixed edges of %d cities", nodes);
  Fragments f = {memory, memory + nodes, memory + 2 * (size_t)nodes, memory + 3 * (size_t)nodes};
  const Status status = fixed_judge(place, tsp, &f, memory + 4 * (size_t)nodes);
  free(memory);
  return status;
}
