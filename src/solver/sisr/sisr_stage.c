/* See sisr_stage.h. */
#include "sisr_stage.h"

#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"

/* ---- memory ---- */

bool sisr_has_stage(const Instance *inst, const Plan *plan) {
  const SisrPlan *own = sisr_plan(plan);
  return cvrp_of(inst)->route_cost && cvrp_of(inst)->fleet != FLEET_EXACTLY && own->vehicles_share > 0 &&
         own->epochs != 1;
}

uint64_t sisr_stage_bytes(const Instance *inst, const Plan *plan, uint32_t islands) {
  const RouteData data = route_data_of(inst);
  if (!sisr_has_stage(inst, plan) || !islands) return 0;
  return bytes_plus(fleet_inputs_bytes(&data), bytes_of(islands, 1, fleet_search_bytes(inst->n)));
}

/* A search that only looks for a solution is over with its first one. */
static void goal_set(const Archipelago *a, FleetSearch *search) {
  const int32_t most = cvrp_routes_most(cvrp_of(a->inst)), n = a->inst->n;
  if (!sisr_has_stage(a->inst, a->plan)) search->goal = most < n ? most : n;
}

static Status searches_make(Archipelago *a, SisrStage *stage) {
  stage->search = calloc(a->span.count, sizeof *stage->search);
  if (!stage->search) FAIL(ERR_MEMORY, "no memory for %u searches", a->span.count);
  TRY(fleet_inputs_make(&a->task.host, a->be->threads, &stage->inputs));
  for (uint32_t i = 0; i < a->span.count; i++) {
    TRY(fleet_search_make(&stage->inputs.data, stage->inputs.near, a->plan->seed, a->span.first + i,
                          &stage->search[i]));
    goal_set(a, &stage->search[i]);
  }
  return OK;
}

Status sisr_stage_make(Archipelago *a) {
  if (!sisr_has_stage(a->inst, a->plan) && !a->startless) return OK;
  SisrStage *stage = a->stage = calloc(1, sizeof *stage);
  if (!stage) FAIL(ERR_MEMORY, "no memory for a search for fewer vehicles");
  stage->end = a->startless ? SISR_STAGE_SEEKS : SISR_STAGE_OPEN;
  stage->open = 1;
  return a->chains ? searches_make(a, stage) : OK;
}

void sisr_stage_free(Archipelago *a) {
  if (!a->stage) return;
  for (uint32_t i = 0; a->stage->search && i < a->span.count; i++) fleet_search_free(&a->stage->search[i]);
  fleet_inputs_free(&a->stage->inputs);
  free(a->stage->search);
  free(a->stage);
}

/* ---- when ---- */

bool sisr_stage_on(const Archipelago *a) { return a->stage && a->stage->end >= SISR_STAGE_SEEKS; }
bool sisr_stage_seeks(const Archipelago *a) { return a->stage && a->stage->end == SISR_STAGE_SEEKS; }

uint32_t sisr_stage_end(const Archipelago *a) { return a->stage && !sisr_stage_on(a) ? a->stage->end : 0; }

bool sisr_stage_late(const Archipelago *a) {
  return !sisr_plan(a->plan)->epochs && !sisr_stage_seeks(a) &&
         a->paced >= sisr_plan(a->plan)->vehicles_share;
}

double sisr_stage_share(const Archipelago *a) {
  const double begun = a->stage ? a->stage->begun : 0;
  return a->paced > begun && begun < 1 ? (a->paced - begun) / (1 - begun) : 0;
}

uint64_t sisr_stage_open(const Archipelago *a) {
  uint64_t open = 0;
  for (uint32_t i = 0; sisr_stage_on(a) && a->chains && i < a->span.count; i++)
    open += !fleet_search_over(&a->stage->search[i]);
  return open;
}

/* Both numbers are below 2^32, of all ranks, too. */
uint64_t sisr_stage_vote(const Archipelago *a) {
  uint64_t seeking = 0;
  for (uint32_t i = 0; sisr_stage_on(a) && a->chains && i < a->span.count; i++)
    seeking += a->stage->search[i].seeking;
  return sisr_stage_open(a) + (seeking << 32);
}

void sisr_stage_agree(Archipelago *a, uint64_t votes) {
  if (a->stage) {
    a->stage->open = votes & UINT32_MAX;
    a->stage->seeking = votes >> 32;
  }
}

/* Epochs of a budget, at least one less than all. */
static uint32_t epochs_most(const Archipelago *a) {
  const SisrPlan *own = sisr_plan(a->plan);
  const uint32_t most = (uint32_t)(own->vehicles_share * own->epochs + 0.5);
  if (most < 1) return 1;
  if (most < own->epochs) return most;
  return own->epochs - 1;
}

static bool ends_at(const Archipelago *a, uint32_t epoch) {
  if (!a->stage->open) return true;
  return sisr_plan(a->plan)->epochs ? epoch >= epochs_most(a) : sisr_stage_late(a);
}

/* ---- an epoch ---- */

/* Nobody has a solution: all searches begin with the routes of the first chain. */
static void seek(Archipelago *a) {
  const int32_t most = cvrp_routes_most(cvrp_of(a->inst));
  for (uint32_t i = 0; i < a->span.count; i++)
    fleet_search_seek(&a->stage->search[i], a->now.gene, most, a->unit);
  memset(a->now.gene, 0, a->chains * (size_t)a->inst->n * sizeof *a->now.gene);
}

void sisr_stage_start(Archipelago *a) {
  if (!a->stage || !a->chains) return;
  if (a->startless) return seek(a);
  for (uint32_t i = 0; i < a->span.count; i++) fleet_search_begin(&a->stage->search[i], a->now.gene, a->unit);
  if (!sisr_stage_open(a)) a->stage->end = 0; /* all islands of all ranks have this solution */
}

/* All chains of island i have a solution. */
static void chains_set(Archipelago *a, uint32_t i, const int32_t *gene, int64_t cost) {
  const uint32_t chains = sisr_plan(a->plan)->chains;
  const size_t n = (size_t)a->inst->n;
  for (uint32_t c = i * chains; c < (i + 1) * chains; c++) {
    if (a->now.gene + c * n != gene) memcpy(a->now.gene + c * n, gene, n * sizeof *gene);
    a->cost[c] = cost;
  }
}

static void island_begin(Archipelago *a, uint32_t i) {
  FleetSearch *const search = &a->stage->search[i];
  const uint32_t c = sisr_extreme(a, a->cost, i, 1);
  const int32_t *gene = a->now.gene + c * (size_t)a->inst->n;
  if (!sisr_stage_on(a)) return chains_set(a, i, gene, a->cost[c]);
  if (a->cost[c] == COST_NONE) return;
  if (sisr_part_routes(gene, a->inst->n) < search->routes) fleet_search_begin(search, gene, a->unit);
}

void sisr_stage_begin(Archipelago *a, uint32_t epoch) {
  if (!epoch || !sisr_stage_on(a)) return;
  a->stage->end = a->stage->seeking ? SISR_STAGE_SEEKS : SISR_STAGE_OPEN;
  if (!a->stage->seeking && ends_at(a, epoch)) {
    a->stage->end = epoch;
    a->stage->begun = a->paced;
  }
  for (uint32_t i = 0; a->chains && i < a->span.count; i++) island_begin(a, i);
}

void sisr_stage_run(Archipelago *a, uint32_t rounds) {
  const uint64_t each = (uint64_t)sisr_plan(a->plan)->width * sisr_plan(a->plan)->parts,
                 first = ((uint64_t)a->epoch * a->rounds_all + a->rounds_done) * each;
  a->proposals += sisr_stage_open(a) * rounds * each;
#pragma omp parallel for schedule(dynamic, 1) num_threads(a->be->threads)
  for (uint32_t i = 0; i < a->span.count; i++) fleet_search_run(&a->stage->search[i], first, rounds * each);
  a->rounds_done += rounds;
}

/* The cost of a search's best solution; COST_NONE: it has none. */
static int64_t best_cost(const Archipelago *a, const FleetSearch *search) {
  return search->seeking ? COST_NONE : sisr_part_cost(a->inst, search->best, a->inst->n);
}

void sisr_stage_offer(const Archipelago *a, Champions *to) {
  for (uint32_t i = 0; i < a->span.count; i++)
    champions_offer(to, i, best_cost(a, &a->stage->search[i]), a->stage->search[i].best);
}

void sisr_stage_close(Archipelago *a) {
  sisr_stage_offer(a, &a->champions);
  for (uint32_t i = 0; i < a->span.count; i++) {
    const int64_t cost = best_cost(a, &a->stage->search[i]);
    chains_set(a, i, a->stage->search[i].best, cost);
    if (cost < a->best_seen) a->best_seen = cost;
  }
}
