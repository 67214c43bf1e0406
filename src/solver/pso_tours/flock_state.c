/* What the kernels of swarms of tours write, on the backend; champions and migrants. Inside "flock". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "flock_archipelago.h"
#include "individual.h"
#include "problem/tsp/tsp.h"

size_t flock_rows(const Archipelago *a) { return (size_t)a->span.count * a->rules.particles; }
size_t flock_tour_bytes(const Archipelago *a) { return (size_t)a->inst->n * sizeof(int32_t); }

size_t flock_swaps(const Archipelago *a) { return a->inst->n > 1 ? (size_t)a->inst->n - 1 : 1; }

/* count times COST_NONE. */
static Status costs_none(Archipelago *a, int64_t *costs, size_t count) {
  int64_t *none = malloc(count * sizeof *none);
  if (!none) FAIL(ERR_MEMORY, "no memory for %zu costs", count);
  for (size_t k = 0; k < count; k++) none[k] = COST_NONE;
  const Status status = a->be->ops->upload(a->be, costs, none, count * sizeof *none);
  free(none);
  return status;
}

Status flock_state_make(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  FlockState *st = &a->state;
  const size_t rows = flock_rows(a), tours = rows * flock_tour_bytes(a), islands = a->span.count;
  *st = (FlockState){.seed = a->plan->seed, .first = a->span.first, .swarms = a->span.count};
  a->cost = malloc(islands * sizeof *a->cost);
  if (!a->cost) FAIL(ERR_MEMORY, "no memory for %zu islands", islands);
  TRY(ops->alloc(a->be, tours, (void **)&st->x));
  TRY(ops->alloc(a->be, 2 * rows * flock_swaps(a) * sizeof *st->v, (void **)&st->v));
  TRY(ops->alloc(a->be, tours, (void **)&st->b));
  TRY(ops->alloc(a->be, islands * flock_tour_bytes(a), (void **)&st->g));
  TRY(ops->alloc(a->be, rows * sizeof *st->length, (void **)&st->length));
  TRY(ops->alloc(a->be, rows * sizeof *st->cost, (void **)&st->cost));
  TRY(ops->alloc(a->be, rows * sizeof *st->b_cost, (void **)&st->b_cost));
  TRY(ops->alloc(a->be, islands * sizeof *st->g_cost, (void **)&st->g_cost));
  TRY(costs_none(a, st->b_cost, rows));
  return costs_none(a, st->g_cost, islands);
}

void flock_state_free(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  FlockState *st = &a->state;
  ops->free(a->be, st->x);
  ops->free(a->be, st->v);
  ops->free(a->be, st->b);
  ops->free(a->be, st->g);
  ops->free(a->be, st->length);
  ops->free(a->be, st->cost);
  ops->free(a->be, st->b_cost);
  ops->free(a->be, st->g_cost);
  free(a->cost);
}

void flock_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const uint64_t n = (uint64_t)inst->n, tour = n * sizeof(int32_t),
                 rows = (uint64_t)span.count * flock_plan(plan)->particles, row = 4 * tour + 20,
                 distances = tour_by_matrix(inst) ? n * tour : n * 2 * sizeof(double);
  (void)be;
  *out = (Memory){.of = ""};
  snprintf(out->of, sizeof out->of, "--islands %u --particles %u%s", plan->islands,
           flock_plan(plan)->particles, tour_by_matrix(inst) ? " and a matrix of distances" : "");
  if (!rows) return;
  out->host = bytes_of(n, tour_by_matrix(inst) && !tsp_of(inst)->matrix ? n : 1, sizeof(int32_t));
  out->device = bytes_plus(bytes_times(rows, row), bytes_plus(bytes_times(span.count, tour), distances));
  out->saved = bytes_plus(bytes_times(rows, row), bytes_times(span.count, tour));
}

Status flock_costs_download(Archipelago *a) {
  if (!a->span.count) return OK;
  return a->be->ops->download(a->be, a->cost, a->state.g_cost, a->span.count * sizeof *a->cost);
}

/* ---- champions: g of each swarm ---- */

Status flock_champion(Archipelago *a, uint32_t i, Individual *out) {
  const size_t n = (size_t)a->inst->n;
  TRY(flock_costs_download(a));
  out->cost = a->cost[i];
  out->island = a->span.first + i;
  out->length = (uint32_t)n;
  if (!out->gene) return OK;
  TRY(a->be->ops->download(a->be, out->gene, a->state.g + i * n, flock_tour_bytes(a)));
  for (size_t p = 0; p < n; p++) out->gene[p] = a->order[out->gene[p]];
  return OK;
}

Status flock_best(Archipelago *a, bool unfinished, Individual *out) {
  uint32_t best = 0;
  (void)unfinished;
  out->cost = COST_NONE;
  if (!a->span.count) return OK;
  TRY(flock_costs_download(a));
  for (uint32_t i = 1; i < a->span.count; i++)
    if (a->cost[i] < a->cost[best]) best = i;
  return flock_champion(a, best, out);
}

/* ---- migration: the bests of a swarm's best particles replace the worst particles of the next ---- */

typedef struct Rank { /* a particle by its best */
  int64_t cost;
  uint32_t number;
} Rank;

static int rank_order(const void *left, const void *right) {
  const Rank *a = left, *b = right;
  if (a->cost != b->cost) return a->cost < b->cost ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

/* Costs first, then tours. */
static size_t parcel_bytes(const Archipelago *a) {
  return flock_plan(a->plan)->migrants * (sizeof(int64_t) + flock_tour_bytes(a));
}
size_t flock_migrant_bytes(const Archipelago *a) { return parcel_bytes(a) + sizeof(int64_t); }

static int64_t *parcel_cost(void *parcel, uint32_t k) { return (int64_t *)parcel + k; }
static int32_t *parcel_tour(const Archipelago *a, void *parcel, uint32_t k) {
  return (int32_t *)((int64_t *)parcel + flock_plan(a->plan)->migrants) + k * (size_t)a->inst->n;
}

/* The particles of swarm i from best to worst. The caller's. */
static Status ranks_list(Archipelago *a, uint32_t i, Rank **out) {
  const uint32_t particles = a->rules.particles;
  Status status = OK;
  int64_t *cost = malloc(particles * sizeof *cost);
  Rank *rank = malloc(particles * sizeof *rank);
  if (!cost || !rank) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for %u particles", particles);
  TRY_GOTO(
      a->be->ops->download(a->be, cost, a->state.b_cost + (size_t)i * particles, particles * sizeof *cost),
      cleanup);
  for (uint32_t p = 0; p < particles; p++) rank[p] = (Rank){cost[p], p};
  qsort(rank, particles, sizeof *rank, rank_order);
  *out = rank;
  rank = NULL;
cleanup : {
  free(cost);
  free(rank);
}
  return status;
}

static Status swarm_pack(Archipelago *a, uint32_t i, void *parcel) {
  Rank *rank = NULL;
  TRY(ranks_list(a, i, &rank));
  Status status = OK;
  for (uint32_t k = 0; k < flock_plan(a->plan)->migrants && status == OK; k++) {
    const size_t row = (size_t)i * a->rules.particles + rank[k].number;
    *parcel_cost(parcel, k) = rank[k].cost;
    status = a->be->ops->download(a->be, parcel_tour(a, parcel, k), a->state.b + row * (size_t)a->inst->n,
                                  flock_tour_bytes(a));
  }
  free(rank);
  return status;
}

/* A particle that stands at a tour, which is its best, and does not move. */
static Status particle_place(Archipelago *a, size_t row, int64_t cost, const int32_t *tour) {
  const BackendOps *ops = a->be->ops;
  const size_t n = (size_t)a->inst->n;
  const int32_t still = 0;
  TRY(ops->upload(a->be, a->state.x + row * n, tour, flock_tour_bytes(a)));
  TRY(ops->upload(a->be, a->state.b + row * n, tour, flock_tour_bytes(a)));
  TRY(ops->upload(a->be, a->state.cost + row, &cost, sizeof cost));
  TRY(ops->upload(a->be, a->state.b_cost + row, &cost, sizeof cost));
  return ops->upload(a->be, a->state.length + row, &still, sizeof still);
}

/* So that it begins with city 0. */
static void tour_turn(int32_t *tour, int32_t *turned, int32_t n) {
  int32_t at = 0;
  while (tour[at] != 0) at++;
  for (int32_t p = 0; p < n; p++) turned[p] = tour[(at + p) % n];
}

Status flock_place(Archipelago *a, int64_t cost, int32_t *tour) {
  int32_t *turned = malloc(flock_tour_bytes(a));
  if (!turned) FAIL(ERR_MEMORY, "no memory for a tour of %d cities", a->inst->n);
  tour_turn(tour, turned, a->inst->n);
  Status status = OK;
  for (uint32_t i = 0; i < a->span.count && status == OK; i++)
    status = particle_place(a, (size_t)i * a->rules.particles, cost, turned);
  free(turned);
  return status;
}

static Status swarm_receive(Archipelago *a, uint32_t i, void *parcel) {
  Rank *rank = NULL;
  TRY(ranks_list(a, i, &rank));
  Status status = OK;
  for (uint32_t k = 0; k < flock_plan(a->plan)->migrants && status == OK; k++) {
    const Rank *worst = rank + a->rules.particles - 1 - k;
    status = particle_place(a, (size_t)i * a->rules.particles + worst->number, *parcel_cost(parcel, k),
                            parcel_tour(a, parcel, k));
  }
  free(rank);
  return status;
}

Status flock_emigrate(Archipelago *a, void *migrant) { return swarm_pack(a, a->span.count - 1, migrant); }

/* From the last island to the first, so that each sends the particles that it had before the exchange. */
Status flock_immigrate(Archipelago *a, const void *migrant) {
  void *parcel = malloc(flock_migrant_bytes(a));
  if (!parcel) FAIL(ERR_MEMORY, "no memory for %u migrants", flock_plan(a->plan)->migrants);
  Status status = OK;
  for (uint32_t i = a->span.count; i-- > 0 && status == OK;) {
    if (i) status = swarm_pack(a, i - 1, parcel);
    if (!i) memcpy(parcel, migrant, parcel_bytes(a));
    if (status == OK) status = swarm_receive(a, i, parcel);
  }
  free(parcel);
  return status == OK ? a->be->ops->flock->settle(a->be, &a->problem.tour, &a->rules, &a->state) : status;
}
