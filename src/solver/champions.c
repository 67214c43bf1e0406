/* Champions of islands: see champions.h. */
#include "champions.h"

#include <stdlib.h>
#include <string.h>
#include "loaded.h"

Status champions_make(Champions *c, Span span, int32_t n) {
  const size_t islands = span.count + 1;
  *c = (Champions){.span = span, .n = (size_t)n};
  c->cost = malloc(islands * sizeof *c->cost);
  c->gene = calloc(islands * c->n, sizeof *c->gene);
  if (!c->cost || !c->gene) FAIL(ERR_MEMORY, "no memory for the champions of %u islands", span.count);
  for (size_t i = 0; i < islands; i++) c->cost[i] = COST_NONE;
  return OK;
}

void champions_free(Champions *c) {
  free(c->cost);
  free(c->gene);
}

void champions_offer(Champions *c, uint32_t i, int64_t cost, const int32_t *gene) {
  if (cost >= c->cost[i]) return;
  c->cost[i] = cost;
  memcpy(c->gene + i * c->n, gene, c->n * sizeof *gene);
}

void champions_get(const Champions *c, uint32_t i, Individual *out) {
  out->cost = c->cost[i];
  out->island = c->span.first + i;
  out->length = (uint32_t)c->n;
  if (out->gene) memcpy(out->gene, c->gene + i * c->n, c->n * sizeof *out->gene);
}

void champions_best(const Champions *c, Individual *out) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < c->span.count; i++)
    if (c->cost[i] < c->cost[best]) best = i;
  out->cost = COST_NONE;
  if (c->span.count && c->cost[best] != COST_NONE) champions_get(c, best, out);
}

Status champions_save(const Champions *c, FieldSet *out) {
  const size_t rows = c->span.count;
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, "champion_cost", DTYPE_I64, rows, 1, &data));
  if (rows) memcpy(data, c->cost, rows * sizeof *c->cost);
  TRY(fieldset_add(out, FIELD_ISLAND, "champion_gene", DTYPE_I32, rows, c->n, &data));
  if (rows) memcpy(data, c->gene, rows * c->n * sizeof *c->gene);
  return OK;
}

Status champions_load(Champions *c, const Instance *inst, const FieldSet *in) {
  const Field *cost, *gene;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "champion_cost", DTYPE_I64, c->span.count, 1, &cost));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "champion_gene", DTYPE_I32, c->span.count, c->n, &gene));
  TRY(loaded_solutions(inst, "champion_gene", cost->rows, gene->data, cost->data));
  if (cost->rows) memcpy(c->cost, cost->data, cost->rows * sizeof *c->cost);
  if (gene->rows) memcpy(c->gene, gene->data, gene->rows * gene->columns * sizeof *c->gene);
  return OK;
}
