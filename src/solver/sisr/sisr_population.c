/* See sisr_population.h. */
#include "sisr_population.h"

#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "rng.h"
#include "search/routes/route_crossover.h"
#include "sisr_stage.h"

enum { DRAW_PARTNER = 2 /* route_crossover has the draws before it */ };

/* ---- memory ---- */

bool sisr_has_population(const Plan *plan) {
  return sisr_plan(plan)->generations > 1 && sisr_plan(plan)->chains > 1;
}

uint64_t sisr_population_bytes(const Instance *inst, const Plan *plan, uint64_t chains) {
  if (!sisr_has_population(plan)) return 0;
  return bytes_of(chains, (uint64_t)inst->n + 2, 2 * sizeof(int32_t));
}

Status sisr_population_make(Archipelago *a) {
  const size_t genes = a->chains * (size_t)a->inst->n;
  if (!sisr_has_population(a->plan)) return OK;
  SisrPopulation *p = a->population = calloc(1, sizeof *p);
  if (!p) FAIL(ERR_MEMORY, "no memory for a population");
  p->best = calloc(genes + 1, sizeof *p->best);
  p->elite = calloc(genes + 1, sizeof *p->elite);
  p->best_cost = malloc((a->chains + (size_t)1) * sizeof *p->best_cost);
  p->elite_cost = malloc((a->chains + (size_t)1) * sizeof *p->elite_cost);
  if (!p->best || !p->elite || !p->best_cost || !p->elite_cost)
    FAIL(ERR_MEMORY, "no memory for a population of %u chains", a->chains);
  for (uint32_t c = 0; c < a->chains; c++) p->best_cost[c] = p->elite_cost[c] = COST_NONE;
  return OK;
}

void sisr_population_free(Archipelago *a) {
  if (!a->population) return;
  free(a->population->best);
  free(a->population->elite);
  free(a->population->best_cost);
  free(a->population->elite_cost);
  free(a->population);
}

/* ---- generations ---- */

/* The share of the run at which generation g begins. */
static double begin_of(const SisrPlan *plan, uint32_t g) {
  if (g == 0) return 0;
  return plan->first_share + (1 - plan->first_share) * (g - 1) / (plan->generations - 1);
}

uint32_t sisr_generation(const SisrPlan *plan, double share) {
  if (plan->generations <= 1 || share < plan->first_share) return 0;
  if (share >= 1) return plan->generations - 1;
  const double after = (share - plan->first_share) / (1 - plan->first_share) * (plan->generations - 1);
  const uint32_t g = 1 + (uint32_t)after;
  return g < plan->generations ? g : plan->generations - 1; /* `after` may be rounded up */
}

double sisr_generation_share(const SisrPlan *plan, uint32_t g, double share) {
  const double begin = begin_of(plan, g), end = g + 1 < plan->generations ? begin_of(plan, g + 1) : 1;
  if (share <= begin) return 0;
  return share < end ? (share - begin) / (end - begin) : 1;
}

double sisr_chain_temperature(const Archipelago *a, uint32_t island, double share) {
  const SisrPlan *own = sisr_plan(a->plan);
  const double hot = sisr_hot(own, island, a->plan->islands);
  if (!a->population) return sisr_temperature(own, hot, share);
  const uint32_t g = a->population->generation;
  return sisr_temperature(own, g ? own->reheat : hot, sisr_generation_share(own, g, share));
}

/* ---- bests and elites ---- */

static void best_offer(const Archipelago *a, uint32_t c, const int32_t *gene, int64_t cost, void *to) {
  SisrPopulation *const p = to;
  const size_t n = (size_t)a->inst->n;
  if (cost >= p->best_cost[c]) return;
  p->best_cost[c] = cost;
  memcpy(p->best + c * n, gene, n * sizeof *gene);
}

bool sisr_elite_known(const Archipelago *a, uint32_t c, int64_t cost) {
  const uint32_t chains = sisr_plan(a->plan)->chains, first = c - c % chains;
  for (uint32_t other = first; other < first + chains; other++)
    if (other != c && a->population->elite_cost[other] == cost) return true;
  return false;
}

static void elites_take(Archipelago *a) {
  SisrPopulation *const p = a->population;
  const size_t n = (size_t)a->inst->n;
  for (uint32_t c = 0; c < a->chains; c++) {
    const bool none = p->elite_cost[c] == COST_NONE;
    if (none || (p->best_cost[c] < p->elite_cost[c] && !sisr_elite_known(a, c, p->best_cost[c]))) {
      p->elite_cost[c] = p->best_cost[c];
      memcpy(p->elite + c * n, p->best + c * n, n * sizeof *p->elite);
    }
    p->best_cost[c] = COST_NONE;
  }
}

/* ---- children ---- */

static Status child_make(Archipelago *a, uint32_t c) {
  const size_t n = (size_t)a->inst->n;
  const uint32_t chains = sisr_plan(a->plan)->chains, i = c % chains;
  const RngStream stream = {a->plan->seed, a->span.first * chains + c, a->population->generation,
                            RNG_SISR_CROSS};
  const uint32_t other = c - i + (i + 1 + rng_below(stream, DRAW_PARTNER, chains - 1)) % chains;
  int32_t *const child = a->now.gene + c * n;
  TRY(route_crossover(a->inst, a->population->elite + c * n, a->population->elite + other * n, stream,
                      child));
  a->cost[c] = sisr_part_cost(a->inst, child, a->inst->n);
  return OK;
}

static Status children_make(Archipelago *a) {
  Status status = OK;
#pragma omp parallel for schedule(dynamic, 1) num_threads(a->be->threads)
  for (uint32_t c = 0; c < a->chains; c++) {
    const Status mine = child_make(a, c);
#pragma omp critical
    if (mine != OK) status = mine;
  }
  return status;
}

Status sisr_population_next(Archipelago *a, uint32_t epoch) {
  const SisrPlan *own = sisr_plan(a->plan);
  SisrPopulation *const p = a->population;
  if (!p || sisr_stage_on(a) || epoch <= sisr_stage_end(a)) return OK;
  sisr_kept_each(a, best_offer, p);
  const uint32_t g = sisr_generation(own, own->epochs ? a->share : sisr_stage_share(a));
  if (g == p->generation) return OK;
  p->generation = g;
  elites_take(a);
  return g ? children_make(a) : OK;
}

/* ---- checkpoints ---- */

static Status genes_save(const Archipelago *a, FieldSet *out, const char *name, const int32_t *gene,
                         const int64_t *cost) {
  const size_t n = (size_t)a->inst->n;
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, DTYPE_I32, a->span.count, sisr_plan(a->plan)->chains * n, &data));
  for (uint32_t c = 0; c < a->chains; c++)
    if (cost[c] != COST_NONE) memcpy((int32_t *)data + c * n, gene + c * n, n * sizeof *gene);
  return OK;
}

Status sisr_population_save(const Archipelago *a, FieldSet *out) {
  const SisrPopulation *const p = a->population;
  void *generation;
  if (!p) return OK;
  TRY(genes_save(a, out, "generation_best", p->best, p->best_cost));
  TRY(genes_save(a, out, "elite", p->elite, p->elite_cost));
  TRY(fieldset_add(out, FIELD_ISLAND, "generation", DTYPE_U32, a->span.count, 1, &generation));
  for (uint32_t i = 0; i < a->span.count; i++) ((uint32_t *)generation)[i] = p->generation;
  return OK;
}

Status sisr_population_load(Archipelago *a, const FieldSet *in) {
  SisrPopulation *const p = a->population;
  const uint32_t most = sisr_plan(a->plan)->generations;
  const Field *generation;
  if (!p) return OK;
  TRY(sisr_genes_load(a, in, "generation_best", p->best, p->best_cost));
  TRY(sisr_genes_load(a, in, "elite", p->elite, p->elite_cost));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "generation", DTYPE_U32, a->span.count, 1, &generation));
  if (!a->span.count) return OK;
  p->generation = *(const uint32_t *)generation->data;
  if (p->generation >= most)
    FAIL(ERR_FORMAT, "field generation: expected at most %u, found %u", most - 1, p->generation);
  for (uint32_t c = 0; p->generation && c < a->chains; c++)
    if (p->elite_cost[c] == COST_NONE)
      FAIL(ERR_FORMAT, "field elite, chain %u: expected a solution, found none", c);
  return OK;
}
