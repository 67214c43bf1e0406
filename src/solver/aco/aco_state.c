/* What the kernels of ant colony optimisation write, on the backend. Inside "aco". */
#include <stdio.h>
#include <stdlib.h>
#include "aco_archipelago.h"
#include "individual.h"
#include "problem/tsp/tsp.h"

size_t aco_trails(const Archipelago *a) { return (size_t)a->inst->n * (size_t)a->problem.width; }
size_t aco_tour_bytes(const Archipelago *a) { return (size_t)a->inst->n * sizeof(int32_t); }
int32_t *aco_tour(const Archipelago *a, int32_t *tours, size_t row) {
  return tours + row * (size_t)a->inst->n;
}

Status aco_colonies_download(Archipelago *a) {
  return a->be->ops->download(a->be, a->colony, a->state.colony, a->span.count * sizeof *a->colony);
}
Status aco_colonies_upload(Archipelago *a) {
  return a->be->ops->upload(a->be, a->state.colony, a->colony, a->span.count * sizeof *a->colony);
}

static Status arrays_make(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  AcoState *st = &a->state;
  const size_t islands = a->span.count, rows = islands * st->rows, tour = aco_tour_bytes(a),
               trails = islands * aco_trails(a) * sizeof(uint32_t);
  TRY(ops->alloc(a->be, islands * sizeof *st->colony, (void **)&st->colony));
  TRY(ops->alloc(a->be, trails, (void **)&st->trail));
  TRY(ops->alloc(a->be, trails, (void **)&st->choice));
  TRY(ops->alloc(a->be, islands * tour, (void **)&st->best));
  TRY(ops->alloc(a->be, islands * tour, (void **)&st->source));
  TRY(ops->alloc(a->be, rows * tour, (void **)&st->tour));
  TRY(ops->alloc(a->be, rows * sizeof *st->cost, (void **)&st->cost));
  return ops->alloc(a->be, rows * sizeof *st->ant, (void **)&st->ant);
}

/* The greedy tour (n), in internal numbers, and its cost. */
static Status greedy_make(Archipelago *a, int32_t *tour, int64_t *cost) {
  const GreedyPlan plan = {.seed = a->plan->seed};
  int32_t *const dev = a->state.best; /* the first island's: nothing is there yet */
  TRY(a->be->ops->candidates->greedy(a->be, &a->problem.tour, a->problem.width, a->problem.list, plan, 1,
                                     dev));
  TRY(a->be->ops->download(a->be, tour, dev, aco_tour_bytes(a)));
  *cost = 0;
  for (int32_t p = 0, n = a->inst->n; p < n && n > 1; p++)
    *cost += judge_distance(a->inst, a->order[tour[p]], a->order[tour[p + 1 < n ? p + 1 : 0]]);
  return OK;
}

/* Every trail at its balance for the greedy tour's cost. */
static Status trails_begin(Archipelago *a) {
  const size_t trails = aco_trails(a);
  Status status = OK;
  uint32_t *trail = malloc(trails * sizeof *trail + 1);
  if (!trail) FAIL(ERR_MEMORY, "no memory for %zu trails", trails);
  for (size_t k = 0; k < trails; k++) trail[k] = 1u << ACO_TAU_BITS;
  for (uint32_t i = 0; i < a->span.count && status == OK; i++)
    status = a->be->ops->upload(a->be, a->state.trail + i * trails, trail, trails * sizeof *trail);
  free(trail);
  TRY(status);
  return a->be->ops->aco->weigh(a->be, &a->problem, &a->rules, &a->state);
}

/* No tour is known; focused ants change the greedy one. */
static Status colonies_begin(Archipelago *a, int32_t *tour) {
  const bool focused = a->rules.focused;
  TRY(greedy_make(a, tour, &a->unit));
  for (uint32_t i = 0; i < a->span.count; i++) {
    const int64_t known = focused ? a->unit : COST_NONE;
    a->colony[i] = (AcoColony){.unit = a->unit, .best = known, .source = known};
    for (int k = 0; k < 2 && focused; k++)
      TRY(a->be->ops->upload(a->be, aco_tour(a, k ? a->state.best : a->state.source, i), tour,
                             aco_tour_bytes(a)));
  }
  return aco_colonies_upload(a);
}

Status aco_state_make(Archipelago *a) {
  a->state = (AcoState){.seed = a->plan->seed, .first = a->span.first, .islands = a->span.count};
  a->state.rows = a->rules.focused ? 1 : a->rules.ants;
  a->colony = malloc((a->span.count + 1) * sizeof *a->colony);
  int32_t *tour = malloc(aco_tour_bytes(a));
  Status status =
      a->colony && tour ? OK : status_fail(ERR_MEMORY, "no memory for a tour of %d cities", a->inst->n);
  if (status == OK) status = arrays_make(a);
  if (status == OK) status = colonies_begin(a, tour);
  free(tour);
  return status == OK ? trails_begin(a) : status;
}

void aco_state_free(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  AcoState *st = &a->state;
  ops->free(a->be, st->colony);
  ops->free(a->be, st->trail);
  ops->free(a->be, st->choice);
  ops->free(a->be, st->best);
  ops->free(a->be, st->source);
  ops->free(a->be, st->tour);
  ops->free(a->be, st->cost);
  ops->free(a->be, st->ant);
  free(a->colony);
}

void aco_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const CandidatePlan lists = {(int32_t)aco_plan(plan)->candidates, (int32_t)aco_plan(plan)->quadrant};
  const uint64_t n = (uint64_t)inst->n, islands = span.count, tour = n * sizeof(int32_t),
                 row = (uint64_t)candidate_width(inst->n, lists) * sizeof(uint32_t),
                 distances = tour_by_matrix(inst) ? n * tour : n * 2 * sizeof(double),
                 focused = aco_plan(plan)->variant == ACO_FOCUSED, rows = focused ? 1 : aco_plan(plan)->ants;
  (void)be;
  *out = (Memory){.of = ""};
  snprintf(out->of, sizeof out->of, "--islands %u --ants %u%s", plan->islands, aco_plan(plan)->ants,
           tour_by_matrix(inst) ? " and a matrix of distances" : "");
  if (!islands) return;
  out->host = bytes_of(n, tour_by_matrix(inst) && !tsp_of(inst)->matrix ? n : 1, sizeof(int32_t));
  out->device = bytes_plus(bytes_of(islands * (2 + rows), tour, 1), bytes_of(islands * n, row, 2));
  out->device = bytes_plus(out->device, bytes_plus(distances, 3 * n * row));
  /* the copy in the order of the source, on a GPU */
  out->device = bytes_plus(out->device, bytes_of(focused * islands * n, 3 * row + 20, 1));
  out->saved = bytes_plus(bytes_of(islands, tour, 2), bytes_of(islands, n, row));
}
