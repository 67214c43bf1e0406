/* See tour_image.h. */
#include "tour_image.h"

#include <stdlib.h>
#include "halt.h"
#include "problem/tsp/tsp_bound.h"

/* Three reduced costs, and distances that fit DISTANCE_MAX with room for the perturbed edges of start tours. */
#define IMAGE_PENALTY (4 * (DIRECTED_MAX + 1))

bool tour_has_image(const Instance *inst) { return tsp_of(inst)->metric == METRIC_DIRECTED; }

int32_t tour_nodes(const Instance *inst) { return tour_has_image(inst) ? 2 * inst->n : inst->n; }

Status tour_image_refuse(const Instance *inst) {
  if (!tour_has_image(inst)) return OK;
  FAIL(ERR_USAGE,
       "--method: expected one for directed instances, such as the default, found one for symmetric ones");
}

/* Dual values; all 0 if a reduced cost would be too large. */
typedef struct Duals {
  const Instance *inst;
  const Assignment *assignment;
  bool used;
} Duals;

static int64_t reduced(const Duals *d, int32_t a, int32_t b) {
  const int64_t cost = tsp_of(d->inst)->matrix[(size_t)a * (size_t)d->inst->n + (size_t)b];
  return d->used ? cost - d->assignment->row[a] - d->assignment->column[b] : cost;
}

static Status duals_make(const Instance *inst, Duals *d) {
  *d = (Duals){.inst = inst, .used = true};
  TRY(tsp_assignment(inst, &d->assignment));
  bool fit = true;
  for (int32_t a = 0; a < inst->n && !halt_poll(); a++)
    for (int32_t b = 0; b < inst->n; b++) fit &= a == b || reduced(d, a, b) <= DIRECTED_MAX;
  d->used = fit;
  return halt_after("the reduced costs");
}

/* Row of a node in the image. */
static void row_fill(const Duals *d, int32_t node, int32_t *row) {
  const int32_t n = d->inst->n;
  const bool leaves = node >= n;
  const int32_t city = leaves ? node - n : node;
  for (int32_t k = 0; k < 2 * n; k++) {
    const int32_t other = k < n ? k : k - n;
    row[k] = leaves == (k >= n) ? DISTANCE_MAX
             : other == city    ? 0
             : leaves           ? (int32_t)(IMAGE_PENALTY + reduced(d, city, other))
                                : (int32_t)(IMAGE_PENALTY + reduced(d, other, city));
  }
  row[node] = 0;
}

static Status matrix_fill(const Duals *d, Backend *be, int32_t *matrix, int32_t *row) {
  const size_t nodes = 2 * (size_t)d->inst->n;
  for (size_t k = 0; k < nodes && !halt_poll(); k++) {
    row_fill(d, (int32_t)k, row);
    TRY(be->ops->upload(be, matrix + k * nodes, row, nodes * sizeof *row));
  }
  return halt_after("the matrix of distances");
}

Status tour_image_make(const Instance *inst, Backend *be, TourProblem *problem) {
  const size_t nodes = 2 * (size_t)inst->n;
  Duals d;
  void *matrix = NULL;
  TRY(duals_make(inst, &d));
  TRY(be->ops->alloc(be, nodes * nodes * sizeof(int32_t), &matrix));
  problem->matrix = matrix, problem->pairs = inst->n, problem->penalty = IMAGE_PENALTY;
  problem->base = (int64_t)inst->n * IMAGE_PENALTY - (d.used ? d.assignment->total : 0);
  int32_t *row = malloc(nodes * sizeof *row);
  if (!row) FAIL(ERR_MEMORY, "no memory for distances of %d cities", inst->n);
  const Status status = matrix_fill(&d, be, matrix, row);
  free(row);
  return status;
}

void tour_image_cities(const Instance *inst, const int32_t *node, int32_t *city) {
  const int32_t n = inst->n, nodes = 2 * n, partner = node[0] < n ? node[0] + n : node[0] - n;
  const bool enters = node[0] < n, forward = (node[1] == partner) == enters;
  int32_t count = 0;
  for (int32_t k = 0; k < nodes; k++) {
    const int32_t at = node[forward ? k : nodes - 1 - k];
    if (at < n) city[count++] = at;
  }
}
