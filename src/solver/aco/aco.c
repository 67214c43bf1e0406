/* The "aco" solver: ant colony optimisation on islands, for the TSP. WHAT runs next; HOW is the backend's (aco_kernels.h).
 *
 * Every island has a colony: trails on the candidates of every city, the best tour, and the best since its trails were
 * last reset. In an iteration every ant makes a tour, local search may improve it, and the best tours leave trails. An epoch is some
 * iterations; then the best tour of each island goes to the next one, where it counts as an ant's.
 *
 * In checkpoints trails are in the order of internal numbers and of candidate lists, which are the same on every machine. Choices
 * follow from trails, and the tours of an iteration are not kept: slices end between iterations. */
#include <stdio.h>
#include <stdlib.h>
#include "aco_all_step.h"
#include "aco_archipelago.h"
#include "halt.h"
#include "individual.h"
#include "problem/tsp/tsp.h"
#include "solver/loaded.h"

/* ---- the state ---- */

enum {
  ITERATION,
  COLONY,
  TRAIL,
  TRAIL_ALL,
  BEST,
  SOURCE,
  CHOICE,
  POWER,
  TOUR,
  COST,
  ANT,
  POSITION,
  SCALE,
  COUNTERS
};

static CandidatePlan lists_of(const Plan *plan) {
  return (CandidatePlan){(int32_t)aco_plan(plan)->candidates, (int32_t)aco_plan(plan)->quadrant};
}

static bool on_all(const Plan *plan) { return aco_plan(plan)->trails == ACO_TRAILS_ALL; }

size_t aco_trails(const Instance *inst, const Plan *plan) {
  return on_all(plan) ? 0 : (size_t)inst->n * (size_t)candidate_width(inst->n, lists_of(plan));
}

size_t aco_trails_all(const Instance *inst, const Plan *plan) {
  return on_all(plan) ? (size_t)inst->n * (size_t)inst->n : 0;
}

/* An iteration makes so many tours on an island. */
static size_t tours_of(const Instance *inst, const Plan *plan) {
  (void)inst;
  return aco_plan(plan)->variant == ACO_FOCUSED ? 1 : aco_plan(plan)->ants;
}

/* The local search of "ils" improves so many of them. */
static size_t searched_of(const Instance *inst, const Plan *plan) {
  return aco_plan(plan)->search == ACO_SEARCH_ILS ? tours_of(inst, plan) : 0;
}

static size_t counters_of(const Instance *inst, const Plan *plan) { return searched_of(inst, plan) ? 3 : 0; }

static size_t colony_numbers(const Instance *inst, const Plan *plan) {
  (void)inst;
  (void)plan;
  return ACO_COLONY_NUMBERS;
}

/* Before the first iteration there may be no tour; after it there is a best one. */
static Status colony_check(const Archipelago *a, const AcoColony *c) {
  const int64_t most = a->at || a->rules.focused ? COST_NONE - 1 : COST_NONE, at = (int64_t)a->at;
  TRY(loaded_number("colony", "a greedy tour", c->unit, a->unit, a->unit));
  TRY(loaded_number("colony", "a best tour", c->best, 0, most));
  TRY(loaded_number("colony", "a source", c->source, a->rules.focused ? 0 : c->best, COST_NONE));
  TRY(loaded_number("colony", "a reset", c->reset, 0, at));
  TRY(loaded_number("colony", "an iteration that found it", c->found, 0, at));
  return loaded_number("colony", "links", c->links, 0,
                       (int64_t)(aco_trails(a->inst, a->plan) + aco_trails_all(a->inst, a->plan)));
}

static Status colonies_check(const Archipelago *a, const Field *const *field, int k) {
  for (uint32_t i = 0; i < a->span.count; i++) TRY(colony_check(a, (const AcoColony *)field[k]->data + i));
  return OK;
}

static Status trails_check(const Archipelago *a, const Field *const *field, int k) {
  (void)a;
  return loaded_range(field[k], 1, INT32_MAX);
}

static Status trails_all_check(const Archipelago *a, const Field *const *field, int k) {
  const size_t trails = a->span.count * aco_trails_all(a->inst, a->plan);
  for (size_t t = 0; t < trails; t++) {
    const int64_t trail = ((const int64_t *)field[k]->data)[t];
    TRY(loaded_number("trail_all", "a trail", trail, 1, INT64_C(1) << ACO_TRAIL_MOST_BITS));
  }
  return OK;
}

static const StateArray arrays[] = {
    [ITERATION] = {"iteration", DTYPE_U32, .meaning = STATE_COUNTER},
    [COLONY] = {"colony", DTYPE_I64, .width = colony_numbers, .host = STATE_AT(colony),
                .dev = STATE_AT(state.colony), .check = colonies_check},
    [TRAIL] = {"trail", DTYPE_U32, .width = aco_trails, .optional = true, .dev = STATE_AT(state.trail),
               .check = trails_check},
    [TRAIL_ALL] = {"trail_all", DTYPE_U64, .width = aco_trails_all, .optional = true,
                   .dev = STATE_AT(state.trail_all), .check = trails_all_check},
    [BEST] = {"best_tour", DTYPE_I32, .meaning = STATE_SOLUTIONS, .dev = STATE_AT(state.best), .cost = COLONY,
              .cost_at = offsetof(AcoColony, best) / sizeof(int64_t)},
    [SOURCE] = {"source_tour", DTYPE_I32, .meaning = STATE_SOLUTIONS, .dev = STATE_AT(state.source),
                .cost = COLONY, .cost_at = offsetof(AcoColony, source) / sizeof(int64_t)},
    [CHOICE] = {NULL, DTYPE_U32, .width = aco_trails, .dev = STATE_AT(state.choice)},
    [POWER] = {NULL, DTYPE_F64, .width = aco_trails_all, .dev = STATE_AT(state.power)},
    [TOUR] = {NULL, DTYPE_I32, .meaning = STATE_SOLUTIONS, .rows = tours_of, .dev = STATE_AT(state.tour)},
    [COST] = {NULL, DTYPE_I64, .rows = tours_of, .dev = STATE_AT(state.cost)},
    [ANT] = {NULL, DTYPE_U32, .rows = tours_of, .dev = STATE_AT(state.ant)},
    [POSITION] = {NULL, DTYPE_I32, .meaning = STATE_SOLUTIONS, .rows = searched_of,
                  .dev = STATE_AT(ils.position)},
    [SCALE] = {NULL, DTYPE_I64, .rows = searched_of, .dev = STATE_AT(ils.scale)},
    [COUNTERS] = {NULL, DTYPE_U64, .rows = counters_of, .shared = true, .dev = STATE_AT(ils.counters)}};

static Status weights_make(Archipelago *a) {
  return a->be->ops->aco->weigh(a->be, &a->problem, &a->rules, &a->state);
}

static Status weights_loaded(Archipelago *a, const FieldSet *in) {
  (void)in;
  return weights_make(a);
}

/* ---- the beginning ---- */

static Status aco_prepare(Archipelago *a) {
  a->problem.width = candidate_width(a->inst->n, lists_of(a->plan));
  a->rules = aco_rules(a->inst, a->plan, a->problem.width);
  a->state = (AcoState){.seed = a->plan->seed,
                        .first = a->span.first,
                        .islands = a->span.count,
                        .rows = (uint32_t)tours_of(a->inst, a->plan)};
  return aco_problem_make(a);
}

/* The greedy tour (n), in internal numbers, and its cost. */
static Status greedy_make(Archipelago *a, int32_t *tour, int64_t *cost) {
  const GreedyPlan plan = {.seed = a->plan->seed};
  int32_t *const dev = a->state.best; /* the first island's: nothing is there yet */
  TRY(a->be->ops->candidates->greedy(a->be, &a->problem.tour, a->problem.width, a->problem.list, plan, 1,
                                     dev));
  TRY(island_row_download(a, BEST, 0, tour));
  *cost = 0;
  for (int32_t p = 0, n = a->inst->n; p < n && n > 1; p++)
    *cost += judge_distance(a->inst, a->order[tour[p]], a->order[tour[p + 1 < n ? p + 1 : 0]]);
  return OK;
}

/* An ant of island i has found a tour. */
static Status tour_place(Archipelago *a, uint32_t i, const int32_t *tour) {
  TRY(island_row_upload(a, BEST, i, tour));
  return island_row_upload(a, SOURCE, i, tour);
}

/* No tour is known; focused ants change the greedy one. */
static Status colonies_begin(Archipelago *a, int32_t *tour) {
  TRY(greedy_make(a, tour, &a->unit));
  for (uint32_t i = 0; i < a->span.count; i++) {
    const int64_t known = a->rules.focused ? a->unit : COST_NONE;
    a->colony[i] = (AcoColony){.unit = a->unit, .best = known, .source = known};
    if (a->rules.focused) TRY(tour_place(a, i, tour));
  }
  return island_upload(a, COLONY);
}

static Status trails_upload(Archipelago *a, const void *trail, void *dev, size_t bytes) {
  for (uint32_t i = 0; i < a->span.count; i++)
    TRY(a->be->ops->upload(a->be, (char *)dev + i * bytes, trail, bytes));
  return OK;
}

/* Every trail of an island, on candidates or on all pairs, is the same. */
static Status trails_begin(Archipelago *a) {
  const size_t trails = aco_trails(a->inst, a->plan), all = aco_trails_all(a->inst, a->plan);
  const uint64_t first = aco_trail_all_first(a->plan, a->inst->n, a->unit);
  uint32_t *trail = malloc(trails * sizeof *trail + 1);
  uint64_t *of_all = malloc(all * sizeof *of_all + 1);
  Status status = OK;
  if (!trail || !of_all) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for %zu trails", trails + all);
  for (size_t k = 0; k < trails; k++) trail[k] = 1u << ACO_TAU_BITS;
  for (size_t k = 0; k < all; k++) of_all[k] = first;
  status = trails_upload(a, trail, a->state.trail, trails * sizeof *trail);
  if (status == OK) status = trails_upload(a, of_all, a->state.trail_all, all * sizeof *of_all);
  if (status == OK) status = weights_make(a);
cleanup:
  free(trail);
  free(of_all);
  return status;
}

static Status aco_first(Archipelago *a) {
  int32_t *tour = malloc((size_t)a->inst->n * sizeof *tour);
  if (!tour) FAIL(ERR_MEMORY, "no memory for a tour of %d cities", a->inst->n);
  const Status status = colonies_begin(a, tour);
  free(tour);
  TRY(status);
  TRY(trails_begin(a));
  return aco_search_make(a);
}

/* As if an ant of every island had found the given tour before the first iteration. */
static Status aco_start(Archipelago *a, const int32_t *initial) {
  int32_t *tour;
  int64_t cost;
  if (!initial || !a->span.count) return OK;
  TRY(tour_given(a->inst, a->order, initial, &tour, &cost));
  Status status = OK;
  for (uint32_t i = 0; i < a->span.count && status == OK; i++) {
    a->colony[i].best = cost;
    a->colony[i].source = cost;
    status = tour_place(a, i, tour);
  }
  free(tour);
  return status == OK ? island_upload(a, COLONY) : status;
}

/* ---- migration ---- */

typedef struct AcoMigrant { /* the best tour of an island: internal numbers */
  int64_t cost;
  int32_t tour[]; /* (n) */
} AcoMigrant;

/* As if an ant of the island had found the tour in the last iteration. */
static Status migrant_settle(Archipelago *a, uint32_t i, const void *migrant) {
  const AcoMigrant *in = migrant;
  AcoColony *c = a->colony + i;
  if (in->cost < c->best) {
    c->best = in->cost;
    TRY(island_row_upload(a, BEST, i, in->tour));
  }
  if (in->cost >= c->source) return OK;
  c->source = in->cost;
  c->found = (int64_t)a->at;
  return island_row_upload(a, SOURCE, i, in->tour);
}

static Status migrants_arrived(Archipelago *a) { return island_upload(a, COLONY); }

/* ---- epochs ---- */

static uint64_t aco_steps(const Plan *plan) {
  return aco_plan(plan)->open ? UINT32_MAX : aco_plan(plan)->iterations;
}

static const IslandTable aco_table = {.bytes = sizeof(Archipelago),
                                      STATE_ARRAYS(arrays),
                                      STATE_SOURCES(BEST),
                                      .steps = aco_steps,
                                      .prepare = aco_prepare,
                                      .first = aco_first,
                                      .release = aco_problem_free,
                                      .settle = migrant_settle,
                                      .arrived = migrants_arrived,
                                      .loaded = weights_loaded};

/* Kernels read candidates with their distances and preferences, and those of all pairs if these have trails. Focused ants have, on a GPU, a
 * copy of trails in the order of the source; ranks have sums of deposits. */
static void aco_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const uint64_t row = (uint64_t)candidate_width(inst->n, lists_of(plan)) * sizeof(uint32_t),
                 n = (uint64_t)inst->n, focused = aco_plan(plan)->variant == ACO_FOCUSED,
                 all = aco_trails_all(inst, plan);
  (void)be;
  island_needs(&aco_table, inst, plan, span, out);
  snprintf(out->of, sizeof out->of, "--islands %u --ants %u%s", plan->islands, aco_plan(plan)->ants,
           tour_problem_words(inst));
  if (!span.count) return;
  tour_problem_needs(inst, out);
  out->device = bytes_plus(out->device, 3 * n * row);
  out->device = bytes_plus(out->device, bytes_of(focused * span.count * n, 3 * row + 20, 1));
  out->device = bytes_plus(out->device, all * sizeof(float));
  if (aco_plan(plan)->variant == ACO_RANK && !all)
    out->device = bytes_plus(out->device, bytes_of(span.count * n, 2 * row, 1));
}

static Status aco_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  return island_create(&aco_table, inst, be, plan, span, out);
}

static Status iteration_run(Archipelago *a) {
  const AcoKernels *k = a->be->ops->aco;
  const uint32_t at = (uint32_t)a->at;
  TRY(halt_check("an iteration of ants"));
  TRY(k->build(a->be, &a->problem, &a->rules, &a->state, at));
  TRY(aco_search(a));
  TRY(k->update(a->be, &a->problem, &a->rules, &a->state, at));
  a->at++;
  a->built += (uint64_t)a->rules.ants * a->span.count;
  return OK;
}

static Status aco_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  if (!a->span.count) a->at = a->end;
  for (uint32_t k = 0; k < steps && a->at < a->end; k++) TRY(iteration_run(a));
  return island_progress(a, a->built, progress);
}

static Status aco_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  return a->span.count ? a->be->ops->aco->describe(a->be, &a->problem, &a->rules, out) : OK;
}

const Solver solver_aco = {.name = "aco",
                           .title = "ant colony optimisation",
                           .about = "Ants build tours edge by edge, guided by pheromone and distance; the "
                                    "best tours deposit pheromone. Each island is a colony.\n",
                           .example = "--iterations 100",
                           .problems = {&problem_tsp},
                           .kernels = FAMILY_BIT(candidates) | FAMILY_BIT(ils) | FAMILY_BIT(aco),
                           .work = "ants",
                           .finished = "iterations",
                           .options = aco_option_rows,
                           .plan_bytes = sizeof(AcoPlan),
                           .islands_help = "0: 8; with --time and without --iterations one per rank, on a "
                                           "GPU 32 per rank if ants have local search and are not focused",
                           .epoch_help = "iterations; 0: 100,000 / cities, 100 to 1,000",
                           .complete = aco_complete,
                           .budget = aco_budget,
                           .epochs = aco_epochs,
                           .work_all = aco_work_all,
                           .work_done = aco_work_done,
                           .variant = aco_word,
                           .needs = aco_needs,
                           .create = aco_create,
                           .start = aco_start,
                           .initial_help = "the best tour of every colony at first; focused ants change it",
                           .begin = island_begin,
                           .pacing = &island_pacing,
                           .advance = aco_advance,
                           .describe = aco_describe,
                           ISLAND_MIGRATION,
                           ISLAND_FUNCTIONS};
