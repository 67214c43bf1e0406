/* The "flock" solver: particle swarms of tours, a swarm an island; people call it by --method pso. WHAT runs next; HOW is the backend's
 * (flock_kernels.h).
 *
 * In an iteration every particle makes a move, the local search may improve its tour, and bests follow. At an epoch's end the best
 * particles of a swarm go to the next one. On the backend and in migrants cities have their internal numbers (tour_problem.h); in
 * champions and checkpoints they have the instance's, and tours begin with the city whose internal number is 0. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "flock_plan.h"
#include "halt.h"
#include "individual.h"
#include "problem/tsp/tsp.h"
#include "search/candidates/tour_lists.h"
#include "solver/aco/aco_kernels.h"
#include "solver/island_state.h"

enum { CANDIDATES = 16, QUADRANT = 2 }; /* of the local search, as ants have them */

struct Archipelago {
  ISLAND_STATE
  AcoProblem
      problem; /* its tour, and for the local search its lists; empty if the span is empty, as are all arrays */
  FlockRules rules;
  AcoColony *colony; /* on the backend: none has a source, so that the local search begins everywhere */
  FlockState state;
  int64_t *cost, *b_cost, *g_cost; /* host: as last downloaded */
  uint64_t moved;                  /* particles' moves since create */
};

/* ---- the state ---- */

enum { ITERATION, X, COST, V, LENGTH, B, B_COST, G, G_COST, COLONY };

static size_t particles_of(const Instance *inst, const Plan *plan) {
  (void)inst;
  return flock_plan(plan)->particles;
}

/* A velocity has so many swaps at most. */
static size_t swaps_of(const Instance *inst) { return inst->n > 1 ? (size_t)inst->n - 1 : 1; }

/* A swap has two positions. */
static size_t positions_of(const Instance *inst, const Plan *plan) {
  (void)plan;
  return 2 * swaps_of(inst);
}

static size_t colony_numbers(const Instance *inst, const Plan *plan) {
  (void)inst;
  (void)plan;
  return ACO_COLONY_NUMBERS;
}

static size_t rows_of(const Archipelago *a) { return (size_t)a->span.count * a->rules.particles; }
static size_t tour_bytes(const Archipelago *a) { return (size_t)a->inst->n * sizeof(int32_t); }

/* Swaps are looked at up to the length of their velocity. */
static Status velocities_check(const Archipelago *a, const Field *const *field, int k) {
  const int32_t n = a->inst->n, *count = field[k]->data, *swap = field[V]->data;
  for (size_t r = 0; r < rows_of(a); r++) {
    if (count[r] < 0 || count[r] > n - 1)
      FAIL(ERR_FORMAT, "field length: expected 0 to %d swaps, found %d", n - 1, count[r]);
    for (size_t s = 0; s < 2 * (size_t)count[r]; s++) {
      const int32_t at = swap[2 * r * swaps_of(a->inst) + s];
      if (at < 1 || at >= n) FAIL(ERR_FORMAT, "field v: expected a position of 1 to %d, found %d", n - 1, at);
    }
  }
  return OK;
}

/* Tours begin as those of the kernels do. */
static Status begins_check(const Archipelago *a, const Field *const *field, int k) {
  const int32_t *gene = field[k]->data;
  const size_t n = (size_t)a->inst->n;
  for (size_t e = 0; e < field[k]->rows * field[k]->columns; e += n)
    if (gene[e] != a->order[0])
      FAIL(ERR_FORMAT, "field %s: expected a tour that begins with city %d, found %d", field[k]->name,
           a->order[0] + 1, gene[e] + 1);
  return OK;
}

static const StateArray arrays[] = {
    [ITERATION] = {"iteration", DTYPE_U32, .meaning = STATE_COUNTER},
    [X] = {"x", DTYPE_I32, .meaning = STATE_SOLUTIONS, .rows = particles_of, .dev = STATE_AT(state.x),
           .cost = COST, .check = begins_check},
    [COST] = {"cost", DTYPE_I64, .meaning = STATE_COSTS, .rows = particles_of, .host = STATE_AT(cost),
              .dev = STATE_AT(state.cost), .check = island_costs_known},
    [V] = {"v", DTYPE_I32, .rows = particles_of, .width = positions_of, .dev = STATE_AT(state.v)},
    [LENGTH] = {"length", DTYPE_I32, .rows = particles_of, .dev = STATE_AT(state.length),
                .check = velocities_check},
    [B] = {"b", DTYPE_I32, .meaning = STATE_SOLUTIONS, .rows = particles_of, .dev = STATE_AT(state.b),
           .cost = B_COST, .check = begins_check},
    [B_COST] = {"b_cost", DTYPE_I64, .meaning = STATE_COSTS, .rows = particles_of, .host = STATE_AT(b_cost),
                .dev = STATE_AT(state.b_cost), .check = island_costs_known},
    [G] = {"g", DTYPE_I32, .meaning = STATE_SOLUTIONS, .dev = STATE_AT(state.g), .cost = G_COST,
           .check = begins_check},
    [G_COST] = {"g_cost", DTYPE_I64, .meaning = STATE_COSTS, .host = STATE_AT(g_cost),
                .dev = STATE_AT(state.g_cost), .check = island_costs_known},
    [COLONY] = {NULL, DTYPE_I64, .width = colony_numbers, .dev = STATE_AT(colony)}};

/* Swaps after a velocity's length are left over from other moves: zeros in files. */
static Status velocities_clear(Archipelago *a, FieldSet *out) {
  const size_t swaps = swaps_of(a->inst), particles = a->rules.particles;
  const Field *v, *length;
  if (!a->span.count) return OK;
  TRY(fieldset_get(out, FIELD_ISLAND, "v", DTYPE_I32, 2 * particles * swaps, &v));
  TRY(fieldset_get(out, FIELD_ISLAND, "length", DTYPE_I32, particles, &length));
  for (size_t r = 0; r < rows_of(a); r++) {
    const size_t used = (size_t)((const int32_t *)length->data)[r];
    memset((int32_t *)v->data + 2 * (r * swaps + used), 0, 2 * (swaps - used) * sizeof(int32_t));
  }
  return OK;
}

/* ---- what kernels read, and the beginning ---- */

static Status lists_make(Archipelago *a) {
  const CandidatePlan plan = {CANDIDATES, QUADRANT};
  const size_t bytes = (size_t)a->inst->n * (size_t)candidate_width(a->inst->n, plan) * sizeof(int32_t);
  int32_t *list = NULL, *distance = NULL;
  Status status = tour_lists_make(a->inst, a->be, &a->problem.tour, a->order, plan, &list, &distance);
  a->problem.width = candidate_width(a->inst->n, plan);
  a->problem.list = list;
  if (status == OK && distance)
    status = tour_array_place(a->be, distance, bytes, (const void **)&a->problem.distance);
  free(distance);
  return status;
}

static Status flock_prepare(Archipelago *a) {
  const FlockPlan *p = flock_plan(a->plan);
  a->rules = (FlockRules){p->particles, flock_fixed(p->c1), flock_fixed(p->c2)};
  a->state = (FlockState){.seed = a->plan->seed, .first = a->span.first, .swarms = a->span.count};
  TRY(tour_problem_make(a->inst, a->be, &a->problem.tour, &a->order));
  return p->search == FLOCK_SEARCH_NONE ? OK : lists_make(a);
}

static void flock_release(Archipelago *a) {
  tour_problem_free(a->be, &a->problem.tour);
  a->be->ops->free(a->be, (void *)a->problem.list);
  a->be->ops->free(a->be, (void *)a->problem.distance);
}

static Status colonies_upload(Archipelago *a) {
  const size_t bytes = a->span.count * sizeof(AcoColony);
  AcoColony *none = malloc(bytes);
  if (!none) FAIL(ERR_MEMORY, "no memory for %u islands", a->span.count);
  for (uint32_t i = 0; i < a->span.count; i++) none[i] = (AcoColony){.best = COST_NONE, .source = COST_NONE};
  const Status status = a->be->ops->upload(a->be, a->colony, none, bytes);
  free(none);
  return status;
}

/* All tours get the local search of ants, if the plan says so; then bests follow. */
static Status tours_settle(Archipelago *a) {
  const AcoState tours = {.colony = a->colony,
                          .islands = a->span.count,
                          .rows = a->rules.particles,
                          .tour = a->state.x,
                          .cost = a->state.cost};
  if (a->problem.width) TRY(a->be->ops->aco->improve(a->be, &a->problem, &tours));
  return a->be->ops->flock->settle(a->be, &a->problem.tour, &a->rules, &a->state);
}

static Status flock_first(Archipelago *a) {
  TRY(colonies_upload(a));
  TRY(a->be->ops->flock->start(a->be, &a->problem.tour, &a->rules, &a->state));
  return tours_settle(a);
}

/* The particle stands at a tour, which is its best, and does not move. */
static Status particle_place(Archipelago *a, size_t row, int64_t cost, const int32_t *tour) {
  const BackendOps *ops = a->be->ops;
  const int32_t still = 0;
  TRY(island_row_upload(a, X, row, tour));
  TRY(island_row_upload(a, B, row, tour));
  TRY(ops->upload(a->be, a->state.cost + row, &cost, sizeof cost));
  TRY(ops->upload(a->be, a->state.b_cost + row, &cost, sizeof cost));
  return ops->upload(a->be, a->state.length + row, &still, sizeof still);
}

/* The turned tour begins with city 0. */
static void tour_turn(const int32_t *tour, int32_t *turned, int32_t n) {
  int32_t at = 0;
  while (tour[at] != 0) at++;
  for (int32_t p = 0; p < n; p++) turned[p] = tour[(at + p) % n];
}

/* The first particle of every swarm stands at the given tour. */
static Status flock_given(Archipelago *a, const int32_t *initial) {
  int64_t cost;
  int32_t *tour = NULL;
  if (!initial || !a->span.count) return OK;
  int32_t *turned = malloc(tour_bytes(a));
  Status status = turned ? OK : status_fail(ERR_MEMORY, "no memory for a tour of %d cities", a->inst->n);
  if (status == OK) status = tour_given(a->inst, a->order, initial, &tour, &cost);
  if (status == OK) tour_turn(tour, turned, a->inst->n);
  for (uint32_t i = 0; i < a->span.count && status == OK; i++)
    status = particle_place(a, (size_t)i * a->rules.particles, cost, turned);
  free(tour);
  free(turned);
  return status == OK ? tours_settle(a) : status;
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

/* Lists the particles of swarm i from best to worst; the caller owns the list. */
static Status ranks_list(const Archipelago *a, uint32_t i, Rank **out) {
  const uint32_t particles = a->rules.particles;
  Rank *rank = malloc(particles * sizeof *rank);
  if (!rank) FAIL(ERR_MEMORY, "no memory for %u particles", particles);
  for (uint32_t p = 0; p < particles; p++) rank[p] = (Rank){a->b_cost[(size_t)i * particles + p], p};
  qsort(rank, particles, sizeof *rank, rank_order);
  *out = rank;
  return OK;
}

/* A migrant has costs first, then tours. */
static size_t flock_migrant_bytes(const Archipelago *a) {
  return flock_plan(a->plan)->migrants * (sizeof(int64_t) + tour_bytes(a)) + sizeof(int64_t);
}

static size_t tour_at(const Archipelago *a, uint32_t k) {
  return flock_plan(a->plan)->migrants * sizeof(int64_t) + k * tour_bytes(a);
}

static Status swarm_pack(Archipelago *a, uint32_t i, void *migrant) {
  Rank *rank = NULL;
  TRY(ranks_list(a, i, &rank));
  Status status = OK;
  for (uint32_t k = 0; k < flock_plan(a->plan)->migrants && status == OK; k++) {
    ((int64_t *)migrant)[k] = rank[k].cost;
    status = island_row_download(a, B, (size_t)i * a->rules.particles + rank[k].number,
                                 (int32_t *)(void *)((char *)migrant + tour_at(a, k)));
  }
  free(rank);
  return status;
}

static Status swarm_receive(Archipelago *a, uint32_t i, const void *migrant) {
  Rank *rank = NULL;
  TRY(ranks_list(a, i, &rank));
  Status status = OK;
  for (uint32_t k = 0; k < flock_plan(a->plan)->migrants && status == OK; k++) {
    const Rank *worst = rank + a->rules.particles - 1 - k;
    status = particle_place(a, (size_t)i * a->rules.particles + worst->number, ((const int64_t *)migrant)[k],
                            (const int32_t *)(const void *)((const char *)migrant + tour_at(a, k)));
  }
  free(rank);
  return status;
}

static Status bests_settle(Archipelago *a) {
  return a->be->ops->flock->settle(a->be, &a->problem.tour, &a->rules, &a->state);
}

/* ---- epochs ---- */

static uint64_t flock_steps(const Plan *plan) {
  return flock_plan(plan)->open ? UINT32_MAX : flock_plan(plan)->iterations;
}

static const IslandTable flock_table = {.bytes = sizeof(Archipelago),
                                        STATE_ARRAYS(arrays),
                                        STATE_SOURCES(G),
                                        .steps = flock_steps,
                                        .prepare = flock_prepare,
                                        .first = flock_first,
                                        .release = flock_release,
                                        .migrant_bytes = flock_migrant_bytes,
                                        .pack = swarm_pack,
                                        .settle = swarm_receive,
                                        .arrived = bests_settle,
                                        .saved = velocities_clear};

static void flock_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  (void)be;
  island_needs(&flock_table, inst, plan, span, out);
  snprintf(out->of, sizeof out->of, "--islands %u --particles %u%s", plan->islands,
           flock_plan(plan)->particles, tour_problem_words(inst));
  if (span.count) tour_problem_needs(inst, out);
}

static Status flock_create(const Instance *inst, Backend *be, const Plan *plan, Span span,
                           Archipelago **out) {
  return island_create(&flock_table, inst, be, plan, span, out);
}

static Status iteration_run(Archipelago *a) {
  TRY(halt_check("an iteration of particles"));
  TRY(a->be->ops->flock->move(a->be, &a->problem.tour, &a->rules, &a->state, (uint32_t)a->at,
                              flock_fixed(flock_plan(a->plan)->w)));
  TRY(tours_settle(a));
  a->at++;
  a->moved += rows_of(a);
  return OK;
}

static Status flock_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  if (!a->span.count) a->at = a->end;
  for (uint32_t k = 0; k < steps && a->at < a->end; k++) TRY(iteration_run(a));
  return island_progress(a, a->moved, progress);
}

static Status flock_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  return a->span.count ? a->be->ops->flock->describe(a->be, &a->problem.tour, &a->rules, out) : OK;
}

const Solver solver_flock = {.name = "flock",
                             .alias = "pso",
                             .title = "particle swarms of tours",
                             .about = "Discrete particle swarms (Clerc 2004): a position is a tour, a "
                                      "velocity a list of swaps of cities. Each island is a swarm.\n",
                             .example = "--iterations 200",
                             .problems = {&problem_tsp},
                             .kernels = FAMILY_BIT(candidates) | FAMILY_BIT(aco) | FAMILY_BIT(flock),
                             .work = "tours",
                             .finished = "iterations",
                             .options = flock_option_rows,
                             .plan_bytes = sizeof(FlockPlan),
                             .islands_help = "0: 10",
                             .epoch_help = "iterations; 0: 50",
                             .complete = flock_complete,
                             .budget = flock_budget,
                             .epochs = flock_epochs,
                             .work_all = flock_work_all,
                             .work_done = flock_work_done,
                             .variant = flock_variant,
                             .needs = flock_needs,
                             .create = flock_create,
                             .start = flock_given,
                             .initial_help = "the first particle of every swarm begins with it",
                             .begin = island_begin,
                             .pacing = &island_pacing,
                             .advance = flock_advance,
                             .describe = flock_describe,
                             ISLAND_MIGRATION,
                             ISLAND_FUNCTIONS};
