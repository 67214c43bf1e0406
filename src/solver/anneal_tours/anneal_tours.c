/* The annealing of tours: chains of simulated annealing and parallel tempering on islands, for the TSP. WHAT runs next; HOW is the
 * backend's (temper_kernels.h).
 *
 * Every island has some chains, each at the temperature of its level. Temperatures fall together. An epoch is some sweeps; then
 * the cheapest tour of each island goes to the next one. More often chains of an island exchange levels (temper_exchange.c).
 *
 * Every chain begins with the given tour, or the greedy one; with uniform proposals, which begin hot, with a random one of its own.
 * In checkpoints tours have the instance's numbers, city by city as they lie in memory: proposals are positions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "individual.h"
#include "problem/tsp/tsp.h"
#include "rng.h"
#include "search/candidates/tour_lists.h"
#include "solver/loaded.h"
#include "temper_archipelago.h"

enum { SLAB_BYTES = 1 << 24 }; /* of start tours that are uploaded together */

/* ---- the state ---- */

enum { TOUR, BEST, COST, BEST_COST, LEVEL, SWEEP, ARRIVALS, POSITION, INBOX };

static size_t chains_of(const Instance *inst, const Plan *plan) {
  (void)inst;
  return temper_plan(plan)->chains;
}

/* Every island has each level once. */
static Status levels_check(const Archipelago *a, const Field *const *field, int k) {
  const uint32_t chains = temper_plan(a->plan)->chains, *level = field[k]->data;
  TRY(loaded_range(field[k], 0, chains - 1));
  for (uint32_t i = 0; i < a->span.count; i++) {
    uint64_t seen = 0;
    for (uint32_t c = 0; c < chains; c++) seen |= UINT64_C(1) << level[i * chains + c];
    if (seen != UINT64_MAX >> (TEMPER_LEVELS - chains))
      FAIL(ERR_FORMAT, "field level, row %u: expected each of %u levels once, found one twice", i, chains);
  }
  return OK;
}

static const StateArray arrays[] = {
    [TOUR] = {"tour", DTYPE_I32, .meaning = STATE_SOLUTIONS, .rows = chains_of, .dev = STATE_AT(state.tour),
              .cost = COST},
    [BEST] = {"best_tour", DTYPE_I32, .meaning = STATE_SOLUTIONS, .rows = chains_of,
              .dev = STATE_AT(state.best), .cost = BEST_COST},
    [COST] = {"cost", DTYPE_I64, .meaning = STATE_COSTS, .rows = chains_of, .host = STATE_AT(cost),
              .dev = STATE_AT(state.cost), .check = island_costs_known},
    [BEST_COST] = {"best_cost", DTYPE_I64, .meaning = STATE_COSTS, .rows = chains_of,
                   .host = STATE_AT(best_cost), .dev = STATE_AT(state.best_cost),
                   .check = island_costs_known},
    [LEVEL] = {"level", DTYPE_U32, STATE_HOST, .rows = chains_of, .host = STATE_AT(level),
               .dev = STATE_AT(state.level), .check = levels_check},
    [SWEEP] = {"sweep", DTYPE_U64, .meaning = STATE_COUNTER},
    [ARRIVALS] = {NULL, DTYPE_U32, STATE_HOST, .rows = chains_of, .host = STATE_AT(source)},
    [POSITION] = {NULL, DTYPE_I32, .meaning = STATE_SOLUTIONS, .rows = chains_of,
                  .dev = STATE_AT(state.position)},
    [INBOX] = {NULL, DTYPE_I32, .meaning = STATE_SOLUTIONS, .shared = true, .dev = STATE_AT(state.inbox)}};

/* A checkpoint says how far a run without a budget has cooled. */
static Status cooled_save(Archipelago *a, FieldSet *out) {
  double *done;
  TRY(fieldset_add(out, FIELD_ISLAND, "cooled", DTYPE_F64, a->span.count, 1, (void **)&done));
  for (uint32_t i = 0; i < a->span.count; i++) done[i] = a->pace.done;
  return OK;
}

static Status cooled_load(Archipelago *a, const FieldSet *in) {
  const Field *cooled;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "cooled", DTYPE_F64, a->span.count, 1, &cooled));
  const double done = *(const double *)cooled->data;
  if (!(done >= 0 && done <= 1)) FAIL(ERR_FORMAT, "field cooled: expected 0 to 1, found %g", done);
  a->pace = (TemperPace){.begun = done < 1 ? done : 0, .done = done < 1 ? done : 0, .sweeps = a->at};
  return OK;
}

/* ---- what kernels read ---- */

/* Kernels read candidates together with their distances. */
static Status lists_place(Archipelago *a, const int32_t *distance, size_t entries) {
  const size_t bytes = entries * sizeof *distance;
  int32_t *host = malloc(bytes);
  TemperCandidate *candidates = malloc(entries * sizeof *candidates);
  Status status = host && candidates ? OK : status_fail(ERR_MEMORY, "no memory for %zu candidates", entries);
  if (status == OK) status = a->be->ops->download(a->be, host, a->list, bytes);
  for (size_t k = 0; k < entries && status == OK; k++)
    candidates[k] = (TemperCandidate){host[k], distance[k]};
  if (status == OK)
    status = tour_array_place(a->be, candidates, entries * sizeof *candidates,
                              (const void **)&a->problem.candidates);
  free(host);
  free(candidates);
  return status;
}

static Status temper_prepare(Archipelago *a) {
  const TemperPlan *p = temper_plan(a->plan);
  const CandidatePlan plan = {(int32_t)p->candidates, (int32_t)p->quadrant};
  int32_t *distance = NULL;
  a->rules = (TemperRules){.uniform = p->moves == TEMPER_UNIFORM, .sweep = temper_sweep(a->inst->n)};
  a->state = (TemperState){
      .seed = a->plan->seed, .first = a->span.first * p->chains, .chains = a->span.count * p->chains};
  TRY(tour_problem_make(a->inst, a->be, &a->problem.tour, &a->order));
  a->problem.width = candidate_width(a->inst->n, plan);
  Status status = tour_lists_make(a->inst, a->be, &a->problem.tour, a->order, plan, &a->list, &distance);
  if (status == OK && distance)
    status = lists_place(a, distance, (size_t)a->inst->n * (size_t)a->problem.width);
  free(distance);
  return status;
}

static void temper_release(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  tour_problem_free(a->be, &a->problem.tour);
  ops->free(a->be, (void *)a->problem.candidates);
  ops->free(a->be, a->list);
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
  TRY(island_upload(a, LEVEL));
  TRY(island_upload(a, COST));
  return island_upload(a, BEST_COST);
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
static Status temper_start(Archipelago *a, const int32_t *initial) {
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

static Status temper_first(Archipelago *a) {
  int32_t *tour = malloc(temper_tour_bytes(a));
  if (!tour) FAIL(ERR_MEMORY, "no memory for a tour of %d cities", a->inst->n);
  const Status status = greedy_begin(a, tour);
  free(tour);
  return status;
}

/* ---- epochs ---- */

static uint64_t temper_steps(const Plan *plan) {
  return temper_plan(plan)->open ? UINT64_MAX : temper_plan(plan)->sweeps;
}

static const IslandTable temper_table = {.bytes = sizeof(Archipelago),
                                         STATE_ARRAYS(arrays),
                                         STATE_SOURCES(BEST),
                                         .steps = temper_steps,
                                         .prepare = temper_prepare,
                                         .first = temper_first,
                                         .release = temper_release,
                                         .saved = cooled_save,
                                         .loaded = cooled_load};

static void temper_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const TemperPlan *p = temper_plan(plan);
  (void)be;
  island_needs(&temper_table, inst, plan, span, out);
  snprintf(out->of, sizeof out->of, "--islands %u --chains %u%s", plan->islands, p->chains,
           tour_problem_words(inst));
  if (!span.count) return;
  tour_problem_needs(inst, out);
  out->device = bytes_plus(out->device, bytes_of((uint64_t)inst->n, p->candidates, 3 * sizeof(int32_t)));
}

static Status temper_create(const Instance *inst, Backend *be, const Plan *plan, Span span,
                            Archipelago **out) {
  return island_create(&temper_table, inst, be, plan, span, out);
}

static Status temper_begin(Archipelago *a, uint32_t epoch) {
  TRY(island_begin(a, epoch));
  return temper_arrive(a);
}

/* Up to `most` sweeps at the same temperatures, on the same levels. */
static Status sweeps_run(Archipelago *a, uint32_t most) {
  TRY(halt_check("annealing"));
  const uint64_t apart = temper_apart(a);
  const uint32_t sweeps = temper_cool(a, apart < most ? (uint32_t)apart : most);
  a->state.sweeps = a->at;
  TRY(a->be->ops->tempering->advance(a->be, &a->problem, &a->rules, &a->state, sweeps));
  a->at += sweeps;
  a->steps += (uint64_t)sweeps * a->rules.sweep * a->state.chains;
  return temper_exchange(a);
}

static Status temper_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  if (!a->span.count || a->inst->n < TEMPER_LEAST) a->at = a->end;
  const uint64_t left = a->end - a->at, stop = a->at + (steps < left ? steps : left);
  while (a->at < stop) TRY(sweeps_run(a, (uint32_t)(stop - a->at)));
  TRY(island_progress(a, a->steps, progress));
  progress->finished = a->at * a->state.chains;
  return OK;
}

static Status temper_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  if (!a->span.count || a->inst->n < TEMPER_LEAST) return OK;
  return a->be->ops->tempering->describe(a->be, &a->problem, &a->rules, a->state.chains, out);
}

/* Its epochs are counted; only their number is open. */
static bool temper_over(const Archipelago *a) { return a->end == UINT64_MAX; }
static const SolverPacing temper_pacing = {.over = temper_over, .pace = temper_pace};

const Solver solver_tempering = {
    .name = "anneal-tours",
    .alias = "anneal",
    .title = "simulated annealing of tours with parallel tempering",
    .about = "Each island cools several Markov chains together, at different temperatures, and lets them "
             "exchange temperatures.\n",
    .example = "--sweeps 2000",
    .problems = {&problem_tsp},
    .kernels = FAMILY_BIT(candidates) | FAMILY_BIT(tempering),
    .work = "steps",
    .finished = "sweeps",
    .options = temper_option_rows,
    .plan_bytes = sizeof(TemperPlan),
    .islands_help = "0: 4; with --time and without --sweeps one per rank, on a GPU as many per rank as have "
                    "2,112 chains together, fewer above 3,000 cities",
    .epoch_help = "sweeps; 0: a 64th of --sweeps, or with --time and without --sweeps a million steps",
    .complete = temper_complete,
    .budget = temper_budget,
    .epochs = temper_epochs,
    .work_all = temper_work_all,
    .variant = temper_word,
    .remark = temper_remark,
    .needs = temper_needs,
    .create = temper_create,
    .start = temper_start,
    .initial_help = "all chains begin with it",
    .begin = temper_begin,
    .pacing = &temper_pacing,
    .advance = temper_advance,
    .migrant_bytes = temper_migrant_bytes,
    .emigrate = temper_emigrate,
    .immigrate = temper_immigrate,
    .describe = temper_describe,
    ISLAND_FUNCTIONS};
