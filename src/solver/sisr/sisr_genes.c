/* Whole solutions of the chains of the "sisr" solver: what is kept of each, and what fields of checkpoints have. */
#include <stdio.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "sisr_archipelago.h"

void sisr_kept_each(const Archipelago *a, SisrTake take, void *to) {
  int64_t kept = 0;
  for (uint32_t p = 0; p < a->count; p++) {
    const uint32_t c = a->part[p].chain;
    kept = (a->part[p].number ? kept : 0) + a->kept.cost[p];
    if (p + 1 == a->count || a->part[p + 1].chain != c)
      take(a, c, a->kept.gene + c * (size_t)a->inst->n, kept, to);
  }
}

/* ---- fields ---- */

bool sisr_gene_none(const int32_t *gene, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (gene[k]) return false;
  return true;
}

static Status gene_check(const Archipelago *a, const char *name, uint32_t chain, const int32_t *gene) {
  char why[160];
  int64_t cost;
  if (judge_routes(a->inst, gene, &cost) == OK) return OK;
  snprintf(why, sizeof why, "%s", status_message());
  status_clear(); /* the first message stays otherwise */
  FAIL(ERR_FORMAT, "field %s, chain %u: expected a solution, found: %s", name, chain, why);
}

Status sisr_genes_load(const Archipelago *a, const FieldSet *in, const char *name, int32_t *gene,
                       int64_t *cost) {
  const size_t n = (size_t)a->inst->n, chains = sisr_plan(a->plan)->chains;
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, DTYPE_I32, a->span.count, chains * n, &f));
  for (uint32_t c = 0; c < a->chains; c++) {
    const int32_t *const row = (const int32_t *)f->data + c * n;
    const bool none = cost && sisr_gene_none(row, n);
    if (!none) TRY(gene_check(a, name, c, row));
    memcpy(gene + c * n, row, n * sizeof *gene);
    if (cost) cost[c] = none ? COST_NONE : sisr_part_cost(a->inst, row, a->inst->n);
  }
  return OK;
}
