/* What the kernels of the annealing of tours write, on the backend. Inside "tempering".
 *
 * Every chain begins with the given tour, or the greedy one; with uniform proposals, which begin hot, with a random one of its own. */
#include <stdio.h>
#include <stdlib.h>
#include "halt.h"
#include "individual.h"
#include "rng.h"
#include "temper_archipelago.h"
#include "problem/tsp/tsp.h"

enum { SLAB_BYTES = 1 << 24 }; /* of start tours that are uploaded together */

size_t temper_tour_bytes(const Archipelago *a) { return (size_t)a->inst->n * sizeof(int32_t); }
int32_t *temper_tour(const Archipelago *a, int32_t *tours, size_t row) {
  return tours + row * (size_t)a->inst->n;
}

Status temper_costs_download(Archipelago *a) {
  const size_t bytes = a->state.chains * sizeof *a->cost;
  TRY(a->be->ops->download(a->be, a->cost, a->state.cost, bytes));
  return a->be->ops->download(a->be, a->best_cost, a->state.best_cost, bytes);
}

static Status arrays_make(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  TemperState *st = &a->state;
  const size_t chains = st->chains, tour = temper_tour_bytes(a);
  TRY(ops->alloc(a->be, chains * sizeof *st->level, (void **)&st->level));
  TRY(ops->alloc(a->be, chains * tour, (void **)&st->tour));
  TRY(ops->alloc(a->be, chains * tour, (void **)&st->position));
  TRY(ops->alloc(a->be, chains * tour, (void **)&st->best));
  TRY(ops->alloc(a->be, chains * sizeof *st->cost, (void **)&st->cost));
  TRY(ops->alloc(a->be, chains * sizeof *st->best_cost, (void **)&st->best_cost));
  TRY(ops->alloc(a->be, tour, (void **)&st->inbox));
  a->cost = malloc((chains + 1) * sizeof *a->cost);
  a->best_cost = malloc((chains + 1) * sizeof *a->cost);
  a->level = malloc((chains + 1) * sizeof *a->level);
  a->source = malloc((chains + 1) * sizeof *a->source);
  if (a->cost && a->best_cost && a->level && a->source) return OK;
  FAIL(ERR_MEMORY, "no memory for %zu chains", chains);
}

/* ---- start tours ---- */

/* The plain greedy tour, in the inbox and in tour (n). */
static Status greedy_make(Archipelago *a, int32_t *tour) {
  const GreedyPlan plan = {.seed = a->plan->seed};
  TRY(a->be->ops->candidates->greedy(a->be, &a->problem.tour, a->problem.width, a->list, plan, 1,
                                     a->state.inbox));
  return a->be->ops->download(a->be, tour, a->state.inbox, temper_tour_bytes(a));
}

/* A random order of the cities, the chain's own (Durstenfeld 1964). */
static void random_make(const Archipelago *a, uint32_t chain, int32_t *tour) {
  const RngStream stream = {a->plan->seed, a->state.first + chain, 0, RNG_TOUR};
  for (int32_t p = 0; p < a->inst->n; p++) {
    const uint32_t other = rng_below(stream, (uint32_t)p, (uint32_t)p + 1);
    tour[p] = tour[other];
    tour[other] = p;
  }
}

static int64_t tour_cost(const Archipelago *a, const int32_t *tour) {
  int64_t cost = 0;
  for (int32_t p = 0, n = a->inst->n; p < n && n > 1; p++)
    cost += judge_distance(a->inst, a->order[tour[p]], a->order[tour[p + 1 < n ? p + 1 : 0]]);
  return cost;
}

/* Chain c begins with `own` (n) of that cost, or with a random tour if it is NULL; written to tour (n). */
static void chain_begin(Archipelago *a, uint32_t c, const int32_t *own, int64_t cost, int32_t *tour) {
  if (own)
    memcpy(tour, own, temper_tour_bytes(a));
  else
    random_make(a, c, tour);
  a->cost[c] = a->best_cost[c] = own ? cost : tour_cost(a, tour);
  a->level[c] = c % temper_plan(a->plan)->chains;
  a->source[c] = c;
}

/* Chains first .. first + count - 1, by way of slab (count, n). */
static Status slab_begin(Archipelago *a, uint32_t first, uint32_t count, const int32_t *own, int64_t cost,
                         int32_t *slab) {
  const BackendOps *ops = a->be->ops;
  const size_t bytes = count * temper_tour_bytes(a);
  TRY(halt_check("the start tours"));
  for (uint32_t c = 0; c < count; c++)
    chain_begin(a, first + c, own, cost, slab + (size_t)c * (size_t)a->inst->n);
  TRY(ops->upload(a->be, temper_tour(a, a->state.tour, first), slab, bytes));
  return ops->upload(a->be, temper_tour(a, a->state.best, first), slab, bytes);
}

static Status numbers_upload(Archipelago *a) {
  const size_t chains = a->state.chains;
  TRY(a->be->ops->upload(a->be, a->state.level, a->level, chains * sizeof *a->level));
  TRY(a->be->ops->upload(a->be, a->state.cost, a->cost, chains * sizeof *a->cost));
  return a->be->ops->upload(a->be, a->state.best_cost, a->best_cost, chains * sizeof *a->cost);
}

/* All chains, with `own` or with random tours as chain_begin. */
static Status chains_begin(Archipelago *a, const int32_t *own, int64_t cost) {
  const size_t tour = temper_tour_bytes(a);
  const uint32_t chains = a->state.chains, fit = (uint32_t)(SLAB_BYTES / tour ? SLAB_BYTES / tour : 1),
                 most = fit < chains ? fit : chains;
  Status status = OK;
  int32_t *slab = malloc(most * tour + 1);
  if (!slab) FAIL(ERR_MEMORY, "no memory for %u tours of %d cities", most, a->inst->n);
  for (uint32_t first = 0, count; first < chains && status == OK; first += count) {
    count = chains - first < most ? chains - first : most;
    status = slab_begin(a, first, count, own, cost, slab);
  }
  free(slab);
  return status == OK ? numbers_upload(a) : status;
}

/* Temperatures stay those of the greedy tour, so that a resumed run has the same. */
Status temper_start(Archipelago *a, const int32_t *initial) {
  int64_t cost;
  int32_t *own;
  if (!initial || !a->span.count) return OK;
  TRY(tour_given(a->inst, a->order, initial, &own, &cost));
  const Status status = chains_begin(a, own, cost);
  free(own);
  return status;
}

static Status greedy_begin(Archipelago *a, int32_t *tour) {
  TRY(greedy_make(a, tour));
  if (a->inst->n >= TEMPER_LEAST) TRY(temper_measure(a, a->state.inbox, a->state.position));
  return chains_begin(a, a->rules.uniform ? NULL : tour, tour_cost(a, tour));
}

Status temper_state_make(Archipelago *a) {
  const uint32_t chains = temper_plan(a->plan)->chains;
  a->state =
      (TemperState){.seed = a->plan->seed, .first = a->span.first * chains, .chains = a->span.count * chains};
  TRY(arrays_make(a));
  int32_t *tour = malloc(temper_tour_bytes(a));
  if (!tour) FAIL(ERR_MEMORY, "no memory for a tour of %d cities", a->inst->n);
  const Status status = greedy_begin(a, tour);
  free(tour);
  return status;
}

void temper_state_free(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  TemperState *st = &a->state;
  ops->free(a->be, st->level);
  ops->free(a->be, st->tour);
  ops->free(a->be, st->position);
  ops->free(a->be, st->best);
  ops->free(a->be, st->cost);
  ops->free(a->be, st->best_cost);
  ops->free(a->be, st->inbox);
  free(a->cost);
  free(a->best_cost);
  free(a->level);
  free(a->source);
}

void temper_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const TemperPlan *p = temper_plan(plan);
  const uint64_t n = (uint64_t)inst->n, chains = (uint64_t)span.count * p->chains, tour = n * sizeof(int32_t),
                 distances = tour_by_matrix(inst) ? n * tour : n * 2 * sizeof(double);
  (void)be;
  *out = (Memory){.of = ""};
  snprintf(out->of, sizeof out->of, "--islands %u --chains %u%s", plan->islands, p->chains,
           tour_by_matrix(inst) ? " and a matrix of distances" : "");
  if (!span.count) return;
  out->host = bytes_of(n, tour_by_matrix(inst) && !tsp_of(inst)->matrix ? n : 1, sizeof(int32_t));
  out->device = bytes_plus(bytes_of(chains, tour, 3), bytes_of(n, p->candidates, 3 * sizeof(int32_t)));
  out->device = bytes_plus(out->device, distances);
  out->saved = bytes_of(chains, tour, 2);
}
