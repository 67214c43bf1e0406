/* What the kernels of iterated local search write: tours on the backend; start tours. Inside "ils". */
#include <math.h>
#include <stdlib.h>
#include "ils_archipelago.h"

static Status device_make(Archipelago *a, size_t rows, size_t islands) {
  const BackendOps *ops = a->be->ops;
  IlsState *st = &a->state;
  const size_t tour = (size_t)a->nodes * sizeof(int32_t);
  const size_t arriving = ils_plan(a->plan)->crossover && !ils_isolated(a) ? ils_plan(a->plan)->group : 0;
  TRY(ops->alloc(a->be, (rows + arriving) * tour, (void **)&st->tour));
  TRY(ops->alloc(a->be, rows * tour, (void **)&st->position));
  TRY(ops->alloc(a->be, rows * sizeof *st->cost, (void **)&st->cost));
  TRY(ops->alloc(a->be, rows * sizeof *st->scale, (void **)&st->scale));
  TRY(ops->alloc(a->be, a->tasks * 3 * sizeof *st->counters, (void **)&st->counters));
  TRY(ops->alloc(a->be, a->tasks * sizeof *st->task, (void **)&st->task));
  TRY(ops->alloc(a->be, islands * tour, (void **)&a->champion_tour));
  if (a->plan->islands > 1) TRY(ops->alloc(a->be, islands * tour, (void **)&a->inbox_tour));
  return OK;
}

static Status host_make(Archipelago *a, size_t rows, size_t islands) {
  a->cost = malloc((rows + 1) * sizeof *a->cost);
  a->champion_cost = malloc((islands + 1) * sizeof *a->champion_cost);
  a->inbox_cost = malloc((islands + 1) * sizeof *a->inbox_cost);
  a->champion_origin = calloc(islands + 1, sizeof *a->champion_origin);
  a->inbox_origin = calloc(islands + 1, sizeof *a->inbox_origin);
  if (!a->cost || !a->champion_cost || !a->inbox_cost || !a->champion_origin || !a->inbox_origin)
    FAIL(ERR_MEMORY, "no memory for %zu tours", rows);
  for (size_t i = 0; i < islands; i++) a->champion_cost[i] = a->inbox_cost[i] = COST_NONE;
  return OK;
}

Status ils_state_make(Archipelago *a) {
  const IlsPlan *p = ils_plan(a->plan);
  const size_t rows = (size_t)a->span.count * p->group;
  a->state = (IlsState){.first = a->span.first,
                        .islands = a->span.count,
                        .ring = a->plan->islands,
                        .tours = (uint32_t)rows,
                        .kicks = p->round};
  TRY(host_make(a, rows, a->span.count));
  TRY(device_make(a, rows, a->span.count));
  TRY(ils_tasks_set(a));
  return ils_tours_drop(a);
}

Status ils_tasks_set(Archipelago *a) {
  return a->be->ops->upload(a->be, (TourTask *)a->state.task, a->task, a->tasks * sizeof *a->task);
}

Status ils_epoch_set(Archipelago *a, uint32_t epoch) {
  a->epoch = epoch;
  if (!a->span.count) return OK;
  for (uint32_t k = 0; k < a->tasks; k++) a->task[k].epoch = epoch;
  return ils_tasks_set(a);
}

Status ils_tours_drop(Archipelago *a) {
  for (uint32_t r = 0; r < a->state.tours; r++) a->cost[r] = COST_NONE;
  return ils_costs_upload(a);
}

void ils_state_free(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  ops->free(a->be, a->state.tour);
  ops->free(a->be, a->state.position);
  ops->free(a->be, a->state.cost);
  ops->free(a->be, a->state.scale);
  ops->free(a->be, a->state.counters);
  ops->free(a->be, (TourTask *)a->state.task);
  ops->free(a->be, a->champion_tour);
  ops->free(a->be, a->inbox_tour);
  free(a->cost);
  free(a->champion_cost);
  free(a->inbox_cost);
  free(a->champion_origin);
  free(a->inbox_origin);
}

size_t ils_row(const Archipelago *a, uint32_t i, uint32_t j) { return (size_t)j * a->span.count + i; }
size_t ils_neighbour_row(const Archipelago *a, uint32_t i, uint32_t j) {
  const uint32_t ring = a->plan->islands;
  if (a->task_stage) return ils_row(a, i % ring ? i - 1 : i + ring - 1, j);
  return i ? ils_row(a, i - 1, j) : a->state.tours + (size_t)j;
}
size_t ils_tour_bytes(const Archipelago *a) { return (size_t)a->nodes * sizeof(int32_t); }
int32_t *ils_tour(const Archipelago *a, int32_t *tours, size_t row) { return tours + row * (size_t)a->nodes; }

/* Rows [row, row + count) as a state of their own. row belongs to the first island. */
static IlsState rows_state(const Archipelago *a, size_t row, uint32_t count) {
  const size_t at = row * (size_t)a->nodes;
  IlsState some = a->state;
  some.member = (uint32_t)(row / a->span.count);
  some.tours = count;
  some.tour += at;
  some.position += at;
  some.cost += row;
  some.scale += row;
  return some;
}

Status ils_measure(Archipelago *a, uint32_t row) {
  const IlsState one = rows_state(a, row, 1);
  return a->be->ops->ils->measure(a->be, &a->problem, &one);
}

Status ils_advance_rows(Archipelago *a, uint32_t from, uint32_t count, const IlsRounds *rounds) {
  const IlsState some = rows_state(a, ils_row(a, 0, from), count * a->span.count);
  return a->be->ops->ils->advance(a->be, &a->problem, &some, rounds);
}

/* The lists without distances are only needed for start tours and crossover, and are large. */
void ils_started(Archipelago *a) {
  if (ils_plan(a->plan)->crossover) return;
  a->be->ops->free(a->be, a->list);
  a->list = NULL;
}

/* Before the first population has started, champions are given tours: the first tour of an island is that, without crossover all are. */
static Status given_place(Archipelago *a, uint32_t from, uint32_t count) {
  const uint32_t last = ils_plan(a->plan)->crossover ? 1 : from + count;
  for (uint32_t j = from; j < last && !a->stage.population && !a->task_stage; j++)
    for (uint32_t i = 0; i < a->span.count; i++)
      if (a->champion_cost[i] != COST_NONE)
        TRY(a->be->ops->copy(a->be, ils_tour(a, a->state.tour, ils_row(a, i, j)),
                             ils_tour(a, a->champion_tour, i), ils_tour_bytes(a)));
  return OK;
}

uint32_t ils_spread(const Archipelago *a) {
  const bool differ = ils_plan(a->plan)->crossover && a->nodes <= ILS_SPREAD_CITIES;
  return differ ? ILS_SPREAD_CROSSOVER : ILS_SPREAD;
}

/* Greedy tours are numbered over all populations, then tours of an island, then islands. The first one is
 * plain greedy, so a run with a single tour starts from the best greedy tour. */
Status ils_start(Archipelago *a, uint32_t from, uint32_t count) {
  const uint32_t islands = a->plan->islands,
                 number = (a->stage.population * ils_plan(a->plan)->group + from) * islands;
  const GreedyPlan plan = {.seed = a->task->seed,
                           .member = number + a->span.first,
                           .spread = ils_spread(a),
                           .row = a->span.count,
                           .pitch = islands,
                           .task = a->task_stage ? a->state.task : NULL,
                           .ring = islands};
  const IlsState some = rows_state(a, ils_row(a, 0, from), count * a->span.count);
  if (!ils_patched_all(a))
    TRY(a->be->ops->candidates->greedy(a->be, &a->problem.tour, a->problem.width, a->list, plan, some.tours,
                                       some.tour));
  TRY(ils_patched_start(a, plan, some.tours, some.tour));
  TRY(given_place(a, from, count));
  return a->be->ops->ils->measure(a->be, &a->problem, &some);
}

Status ils_costs_download(Archipelago *a) {
  return a->be->ops->download(a->be, a->cost, a->state.cost, a->state.tours * sizeof *a->cost);
}

Status ils_costs_upload(Archipelago *a) {
  return a->be->ops->upload(a->be, a->state.cost, a->cost, a->state.tours * sizeof *a->cost);
}

/* 256 cost / n, rounded down, without overflow of the product. */
static int64_t scale_of(int64_t cost, int64_t n) { return cost / n * 256 + cost % n * 256 / n; }

/* No kick that is kept may cut a fixed edge of an image: the largest threshold is 9.1 times the temperature. */
static int64_t scale_least(const Archipelago *a, int64_t scale) {
  const double most = 256.0 * a->problem.tour.penalty / (20 * fmax(1, ils_plan(a->plan)->temperature));
  return a->problem.tour.penalty && (double)scale > most ? (int64_t)most : scale;
}

int64_t ils_base(const Archipelago *a, uint32_t i) {
  return a->base ? a->base[a->task[ils_task_of(a, i)].instance] : 0;
}

static int64_t row_scale(const Archipelago *a, uint32_t r) {
  const int64_t cost = a->cost[r];
  return cost == COST_NONE ? 0 : scale_least(a, scale_of(cost - ils_base(a, r % a->span.count), a->inst->n));
}

Status ils_scale(Archipelago *a) {
  const size_t bytes = a->state.tours * sizeof(int64_t);
  int64_t *scale = malloc(bytes + 1);
  if (!scale) FAIL(ERR_MEMORY, "no memory for %u tours", a->state.tours);
  Status status = ils_costs_download(a);
  for (uint32_t r = 0; r < a->state.tours; r++) scale[r] = row_scale(a, r);
  if (status == OK) status = a->be->ops->upload(a->be, a->state.scale, scale, bytes);
  free(scale);
  return status;
}
