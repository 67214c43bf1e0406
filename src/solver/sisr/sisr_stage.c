/* See sisr_stage.h. */
#include "sisr_stage.h"

#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "solver/routes/route_neighbours.h"

enum { NEAR_WIDTH = 100, MATRIX_MOST = 4000 /* customers: 64 MB */ };

/* ---- memory ---- */

bool sisr_has_stage(const Instance *inst, const Plan *plan) {
  const SisrPlan *own = sisr_plan(plan);
  return cvrp_of(inst)->route_cost && cvrp_of(inst)->fleet != FLEET_EXACTLY && own->vehicles_share > 0 &&
         own->epochs != 1;
}

static int32_t near_width(const Instance *inst) {
  return inst->n - 1 < NEAR_WIDTH ? inst->n - 1 : NEAR_WIDTH;
}

static bool keeps_matrix(const Instance *inst) { return !cvrp_of(inst)->matrix && inst->n <= MATRIX_MOST; }

uint64_t sisr_stage_bytes(const Instance *inst, const Plan *plan, uint32_t islands) {
  const uint64_t nodes = (uint64_t)inst->n + 1;
  if (!sisr_has_stage(inst, plan) || !islands) return 0;
  const uint64_t near = bytes_of(nodes, (uint64_t)near_width(inst), sizeof(int32_t)),
                 matrix = keeps_matrix(inst) ? bytes_of(nodes, nodes, sizeof(int32_t)) : 0;
  return bytes_plus(bytes_plus(near, matrix), bytes_of(islands, 1, fleet_search_bytes(inst->n)));
}

/* Distances are looked up many times: the data with a matrix, unless that is too large. ERR_MEMORY. */
static Status matrix_make(const Archipelago *a, SisrStage *stage, RouteData *data) {
  const size_t nodes = (size_t)a->inst->n + 1;
  *data = a->task.host;
  if (!keeps_matrix(a->inst)) return OK;
  stage->matrix = malloc(nodes * nodes * sizeof *stage->matrix);
  if (!stage->matrix) FAIL(ERR_MEMORY, "no memory for the distances of %d customers", a->inst->n);
  for (size_t k = 0; k < nodes * nodes; k++)
    stage->matrix[k] = route_distance(&a->task.host, (int32_t)(k / nodes), (int32_t)(k % nodes));
  data->matrix = stage->matrix;
  return OK;
}

static Status near_make(const Archipelago *a, SisrStage *stage) {
  const int32_t width = near_width(a->inst);
  stage->near = calloc(((size_t)a->inst->n + 1) * (size_t)width + 1, sizeof *stage->near);
  if (!stage->near) FAIL(ERR_MEMORY, "no memory for the neighbours of %d customers", a->inst->n);
  return route_neighbours_nearest(&a->task.host, width, a->be->threads, stage->near);
}

Status sisr_stage_make(Archipelago *a) {
  RouteData data;
  if (!sisr_has_stage(a->inst, a->plan)) return OK;
  SisrStage *stage = a->stage = calloc(1, sizeof *stage);
  if (!stage) FAIL(ERR_MEMORY, "no memory for a search for fewer vehicles");
  stage->end = SISR_STAGE_OPEN, stage->open = 1;
  if (!a->chains) return OK;
  stage->search = calloc(a->span.count, sizeof *stage->search);
  if (!stage->search) FAIL(ERR_MEMORY, "no memory for %u searches", a->span.count);
  TRY(matrix_make(a, stage, &data));
  TRY(near_make(a, stage));
  const FleetNear near = {stage->near, near_width(a->inst)};
  for (uint32_t i = 0; i < a->span.count; i++)
    TRY(fleet_search_make(&data, near, a->plan->seed, a->span.first + i, &stage->search[i]));
  return OK;
}

void sisr_stage_free(Archipelago *a) {
  if (!a->stage) return;
  for (uint32_t i = 0; a->stage->search && i < a->span.count; i++) fleet_search_free(&a->stage->search[i]);
  free(a->stage->search), free(a->stage->near), free(a->stage->matrix), free(a->stage);
}

/* ---- when ---- */

bool sisr_stage_on(const Archipelago *a) { return a->stage && a->stage->end == SISR_STAGE_OPEN; }

uint32_t sisr_stage_end(const Archipelago *a) {
  return a->stage && a->stage->end != SISR_STAGE_OPEN ? a->stage->end : 0;
}

bool sisr_stage_late(const Archipelago *a) {
  return !sisr_plan(a->plan)->epochs && a->paced >= sisr_plan(a->plan)->vehicles_share;
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

void sisr_stage_agree(Archipelago *a, uint64_t open) {
  if (a->stage) a->stage->open = open;
}

/* Epochs of a budget, at least one less than all. */
static uint32_t epochs_most(const Archipelago *a) {
  const SisrPlan *own = sisr_plan(a->plan);
  const uint32_t most = (uint32_t)(own->vehicles_share * own->epochs + 0.5);
  return most < 1 ? 1 : most < own->epochs ? most : own->epochs - 1;
}

static bool ends_at(const Archipelago *a, uint32_t epoch) {
  if (!a->stage->open) return true;
  return sisr_plan(a->plan)->epochs ? epoch >= epochs_most(a) : sisr_stage_late(a);
}

/* ---- an epoch ---- */

void sisr_stage_start(Archipelago *a) {
  if (!a->stage || !a->chains) return;
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
  const uint32_t c = sisr_extreme(a, i, 1);
  const int32_t *gene = a->now.gene + c * (size_t)a->inst->n;
  if (!sisr_stage_on(a)) return chains_set(a, i, gene, a->cost[c]);
  if (sisr_part_routes(gene, a->inst->n) < search->routes) fleet_search_begin(search, gene, a->unit);
}

void sisr_stage_begin(Archipelago *a, uint32_t epoch) {
  if (!epoch || !sisr_stage_on(a)) return;
  if (ends_at(a, epoch)) a->stage->end = epoch, a->stage->begun = a->paced;
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

void sisr_stage_offer(const Archipelago *a, Champions *to) {
  for (uint32_t i = 0; i < a->span.count; i++) {
    const int32_t *best = a->stage->search[i].best;
    champions_offer(to, i, sisr_part_cost(a->inst, best, a->inst->n), best);
  }
}

void sisr_stage_close(Archipelago *a) {
  sisr_stage_offer(a, &a->champions);
  for (uint32_t i = 0; i < a->span.count; i++) {
    const int32_t *best = a->stage->search[i].best;
    const int64_t cost = sisr_part_cost(a->inst, best, a->inst->n);
    chains_set(a, i, best, cost);
    if (cost < a->best_seen) a->best_seen = cost;
  }
}
