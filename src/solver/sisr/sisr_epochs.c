/* Epochs of the "sisr" solver on the host, as sisr.c tells them: champions, tournaments, migration. */
#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "sisr_archipelago.h"
#include "sisr_population.h"
#include "sisr_stage.h"

uint64_t sisr_budget(const Plan *plan) {
  return (uint64_t)sisr_plan(plan)->epochs * sisr_plan(plan)->chains * plan->islands;
}

static void champion_take(const Archipelago *a, uint32_t chain, const int32_t *gene, int64_t cost, void *to) {
  champions_offer(to, chain / sisr_plan(a->plan)->chains, cost, gene);
}

void sisr_champions_take(const Archipelago *a, Champions *to) { sisr_kept_each(a, champion_take, to); }

/* Chains meet, all at once: whose solution each goes on from. */
static Status tournament(Archipelago *a) {
  const SisrPlan *own = sisr_plan(a->plan);
  const size_t n = (size_t)a->inst->n;
  const uint32_t chains = own->chains, step = 1 + a->epoch / own->meet % (chains - 1);
  int32_t *gene = malloc((a->chains * n + 1) * sizeof *gene);
  int64_t *cost = malloc((a->chains + (size_t)1) * sizeof *cost);
  if (!gene || !cost) {
    free(gene);
    free(cost);
    FAIL(ERR_MEMORY, "no memory for a tournament of %u chains", a->chains);
  }
  for (uint32_t c = 0; c < a->chains; c++) {
    const uint32_t i = c % chains, other = c - i + (i + step) % chains;
    const uint32_t from = a->cost[other] < a->cost[c] ? other : c;
    memcpy(gene + c * n, a->now.gene + from * n, n * sizeof *gene);
    cost[c] = a->cost[from];
  }
  free(a->now.gene);
  free(a->cost);
  a->now.gene = gene;
  a->cost = cost;
  return OK;
}

Status sisr_prepare(Archipelago *a, uint32_t epoch) {
  const SisrPlan *own = sisr_plan(a->plan);
  sisr_stage_begin(a, epoch);
  sisr_open(a, epoch);
  if (!a->chains) return OK;
  if (sisr_stage_seeks(a)) {
    a->count = 0;
    return OK;
  }
  if (epoch && !a->population && !sisr_stage_on(a) && own->meet && epoch % own->meet == 0 && own->chains > 1)
    TRY(tournament(a));
  TRY(sisr_population_next(a, epoch));
  return sisr_parts_cut(a);
}

/* ---- migration ---- */

size_t sisr_migrant_bytes(const Archipelago *a) {
  return sizeof *a->cost + (size_t)a->inst->n * sizeof *a->now.gene;
}

/* Of a population elites migrate, else what chains have now. */
static bool elites_migrate(const Archipelago *a) { return a->population && !sisr_stage_on(a); }
static int64_t *migrating_costs(const Archipelago *a) {
  return elites_migrate(a) ? a->population->elite_cost : a->cost;
}
static int32_t *migrating_genes(const Archipelago *a) {
  return elites_migrate(a) ? a->population->elite : a->now.gene;
}

static void migrant_write(const Archipelago *a, uint32_t i, void *migrant) {
  const size_t n = (size_t)a->inst->n;
  const int64_t *const cost = migrating_costs(a);
  const uint32_t c = sisr_extreme(a, cost, i, 1);
  memcpy(migrant, &cost[c], sizeof *cost);
  memcpy((char *)migrant + sizeof *cost, migrating_genes(a) + c * n, n * sizeof(int32_t));
}

Status sisr_emigrate(Archipelago *a, void *migrant) {
  migrant_write(a, a->span.count - 1, migrant);
  return OK;
}

static void migrant_read(Archipelago *a, uint32_t i, const void *migrant) {
  const size_t n = (size_t)a->inst->n;
  int64_t *const costs = migrating_costs(a), cost;
  const uint32_t c = sisr_extreme(a, costs, i, -1);
  memcpy(&cost, migrant, sizeof cost);
  if (cost >= costs[c] || (elites_migrate(a) && sisr_elite_known(a, c, cost))) return;
  costs[c] = cost;
  memcpy(migrating_genes(a) + c * n, (const char *)migrant + sizeof cost, n * sizeof(int32_t));
}

Status sisr_immigrate(Archipelago *a, const void *migrant) {
  const size_t bytes = sisr_migrant_bytes(a);
  char *const leaves = malloc(2 * bytes);
  if (!leaves) FAIL(ERR_MEMORY, "no memory for a migrant of %zu bytes", bytes);
  char *const arrives = leaves + bytes;
  memcpy(arrives, migrant, bytes);
  for (uint32_t i = 0; i < a->span.count; i++) {
    migrant_write(a, i, leaves);
    migrant_read(a, i, arrives);
    memcpy(arrives, leaves, bytes);
  }
  free(leaves);
  return OK;
}

Status sisr_exchange(Archipelago *a) {
  if (a->span.count == 1) return OK;
  char *const migrant = malloc(sisr_migrant_bytes(a));
  if (!migrant) FAIL(ERR_MEMORY, "no memory for a migrant of %zu bytes", sisr_migrant_bytes(a));
  Status status = sisr_emigrate(a, migrant);
  if (status == OK) status = sisr_immigrate(a, migrant);
  free(migrant);
  return status;
}
