/* See swap_host.h. */
#include "swap_host.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "individual.h"
#include "problem/tsp/tsp.h"
#include "rng.h"
#include "solver/climb/climb_problem.h"

/* ---- cities and start ---- */

Status swap_points(const Instance *inst, SwapPoint **point) {
  const double *x = tsp_of(inst)->x, *y = tsp_of(inst)->y;
  double low_x = x[0], low_y = y[0];
  for (int32_t c = 1; c < inst->n; c++) {
    low_x = fmin(low_x, x[c]);
    low_y = fmin(low_y, y[c]);
  }
  *point = malloc((size_t)inst->n * sizeof **point);
  if (!*point) FAIL(ERR_MEMORY, "no memory for %d cities", inst->n);
  for (int32_t c = 0; c < inst->n; c++) {
    const double a = x[c] - low_x, b = y[c] - low_y;
    if (x[c] != floor(x[c]) || y[c] != floor(y[c]) || a > LADDER_WHOLE_EXTENT || b > LADDER_WHOLE_EXTENT)
      FAIL(ERR_USAGE, "swap: expected whole coordinates at most %d apart, found %.12g %.12g of city %d",
           LADDER_WHOLE_EXTENT, x[c], y[c], c + 1);
    (*point)[c] = (SwapPoint){(int32_t)a, (int32_t)b};
  }
  return OK;
}

static void exchange(int32_t *tour, LadderPair pair) {
  const int32_t city = tour[pair.i];
  tour[pair.i] = tour[pair.j];
  tour[pair.j] = city;
}

void swap_start(uint64_t seed, int32_t n, int32_t *tour) {
  const RngStream stream = {seed, 0, 0, RNG_TOUR};
  for (int32_t p = 0; p < n; p++) tour[p] = p;
  for (int32_t p = n - 1; p > 0; p--)
    exchange(tour, (LadderPair){p, (int32_t)rng_below(stream, (uint32_t)p, (uint32_t)p + 1)});
}

/* ---- one swap ---- */

static SwapCities cities_at(int32_t n, const int32_t *tour, LadderPair pair) {
  return (SwapCities){tour[pair.i - 1], tour[pair.i], tour[pair.i + 1],
                      tour[pair.j - 1], tour[pair.j], tour[pair.j + 1 < n ? pair.j + 1 : 0]};
}

static SwapPlaces places_of(const SwapPoint *point, const SwapCities *c) {
  return (SwapPlaces){point[c->before_x], point[c->x], point[c->after_x],
                      point[c->before_y], point[c->y], point[c->after_y]};
}

static inline void consider(const SwapClimb *climb, const int32_t *tour, LadderPair pair, SwapBest *best) {
  const SwapCities cities = cities_at(climb->n, tour, pair);
  const SwapPlaces places = places_of(climb->point, &cities);
  const bool beside = pair.j == pair.i + 1;
  if (climb->forbid && !swap_allowed(&cities, beside)) return;
  const SwapBest found = {swap_change(&places, beside), swap_word(pair)};
  if (swap_better(found, *best)) *best = found;
}

/* ---- the CPU versions ---- */

static SwapBest numbers_best(const SwapClimb *climb, const int32_t *tour) {
  const uint32_t moves = swap_count(climb->n);
  const SwapMap map = climb->n <= SWAP_ROOT_LARGEST ? SWAP_ROOT : SWAP_FOLDED;
  SwapBest best = swap_none();
  for (uint32_t k = 0; k < moves; k++) consider(climb, tour, swap_pair(map, climb->n, k), &best);
  return best;
}

static SwapBest loops_best(const SwapClimb *climb, const int32_t *tour) {
  SwapBest best = swap_none();
  for (int32_t x = 1; x < climb->n; x++)
    for (int32_t y = x + 1; y < climb->n; y++) consider(climb, tour, (LadderPair){x, y}, &best);
  return best;
}

void swap_cpu_run(const SwapClimb *climb, SwapForm form, double seconds_most, int32_t *tour, SwapRun *run) {
  const double began = clock_s();
  double evaluate = 0;
  memcpy(tour, climb->start, (size_t)climb->n * sizeof *tour);
  run->iterations = run->steps = 0;
  run->minimum = false;
  while (!run->minimum && run->iterations < climb->limit && clock_s() - began < seconds_most) {
    const double start = clock_s();
    const SwapBest best = form == SWAP_NUMBERS ? numbers_best(climb, tour) : loops_best(climb, tour);
    evaluate += clock_s() - start;
    run->iterations++;
    run->minimum = best.change >= 0;
    if (run->minimum) break;
    exchange(tour, swap_of_word(best.word));
    run->step[run->steps++] = best;
  }
  run->seconds = clock_s() - began;
  run->evaluate_s = evaluate / run->iterations;
  run->apply_s = 0;
}

/* ---- ours ---- */

typedef struct Slot { /* the state of one climber, as arrays of the backend */
  Backend *be;
  ClimbProblem problem;
  ClimbState state;
} Slot;

static Status array_make(Backend *be, size_t bytes, const void *from, void *out) {
  void *at;
  TRY(be->ops->alloc(be, bytes, &at));
  memcpy(out, &at, sizeof at);
  return be->ops->upload(be, at, from, bytes);
}

/* The climber is in the first slot; a second one is empty. */
static Status slot_make(Slot *s, const SwapClimb *climb, uint32_t slots) {
  const int64_t none = COST_NONE, zero[2] = {0, 0};
  const uint32_t word = 0, words[2] = {0, SLOT_EMPTY};
  const uint64_t counters[2] = {0, 0}, seed = 0;
  const size_t tour = (size_t)climb->n * sizeof *climb->start;
  ClimbState *const state = &s->state;
  *state = (ClimbState){.islands = 1, .instances = 1, .group = 1, .slots = slots};
  TRY(array_make(s->be, sizeof seed, &seed, &state->seed));
  TRY(array_make(s->be, sizeof word, &word, &state->cursor));
  TRY(array_make(s->be, sizeof word, &word, &state->quota));
  TRY(array_make(s->be, sizeof word, &word, &state->drawn));
  TRY(array_make(s->be, sizeof none, &none, &state->champion_cost));
  TRY(array_make(s->be, sizeof none, &none, &state->contender_cost));
  TRY(array_make(s->be, sizeof word, &word, &state->contender_climber));
  TRY(array_make(s->be, sizeof word, &word, &state->lock));
  TRY(array_make(s->be, sizeof words, words, &state->slot_island));
  TRY(array_make(s->be, sizeof words, words, &state->slot_climber));
  TRY(array_make(s->be, sizeof zero, zero, &state->slot_cost));
  TRY(array_make(s->be, tour, climb->start, &state->champion_tour));
  TRY(array_make(s->be, tour, climb->start, &state->contender_tour));
  TRY(array_make(s->be, tour, climb->start, &state->slot_tour));
  return array_make(s->be, sizeof counters, counters, &state->counters);
}

static void slot_free(Slot *s) {
  ClimbState *const t = &s->state;
  void *const arrays[] = {t->seed,           t->cursor,        t->quota,          t->drawn,
                          t->champion_cost,  t->champion_tour, t->contender_cost, t->contender_climber,
                          t->contender_tour, t->lock,          t->slot_island,    t->slot_climber,
                          t->slot_cost,      t->slot_tour,     t->counters};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) s->be->ops->free(s->be, arrays[k]);
}

/* A climber that ends is its island's contender; one under way is in its slot. */
static Status slot_run(Slot *s, const SwapClimb *climb, uint32_t limit, int32_t *tour, SwapRun *run) {
  const size_t bytes = (size_t)climb->n * sizeof *tour;
  uint64_t counters[2];
  const double began = clock_s();
  TRY(s->be->ops->climb->advance(s->be, &s->problem, &s->state, limit));
  TRY(s->be->ops->download(s->be, counters, s->state.counters, sizeof counters));
  run->seconds = clock_s() - began;
  run->iterations = (uint32_t)counters[0];
  run->minimum = counters[1] == 1;
  run->evaluate_s = run->apply_s = 0;
  return s->be->ops->download(s->be, tour, run->minimum ? s->state.contender_tour : s->state.slot_tour,
                              bytes);
}

Status swap_ours_run(Backend *be, const Instance *inst, const SwapClimb *climb, uint32_t limit, bool block,
                     int32_t *tour, SwapRun *run) {
  Slot slot = {.be = be};
  TRY(climb_problem_pack((const Instance *const[]){inst}, 1, be, MOVE_SWAP, &slot.problem));
  Status status = slot_make(&slot, climb, block ? 2 : 1);
  if (status == OK) status = slot_run(&slot, climb, limit, tour, run);
  slot_free(&slot);
  climb_problem_free(be, &slot.problem);
  return status;
}

/* ---- what results are held against ---- */

int32_t swap_largest(SwapMap map) {
  static const int32_t largest[SWAP_MAPS] = {SWAP_ROOT_LARGEST, SWAP_REARRANGED_LARGEST, LADDER_CITIES_MAX};
  return largest[map];
}

uint64_t swap_wrong(SwapMap map, int32_t n) {
  const uint32_t moves = swap_count(n);
  uint64_t wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (uint32_t k = 0; k < moves; k++) wrong += !swap_right(map, n, k);
  return wrong;
}

static SwapPlaces places_made(int32_t n, LadderPair pair) {
  return (SwapPlaces){swap_made(pair.i - 1), swap_made(pair.i), swap_made(pair.i + 1),
                      swap_made(pair.j - 1), swap_made(pair.j), swap_made(pair.j + 1 < n ? pair.j + 1 : 0)};
}

SwapBest swap_part(const SwapClimb *climb, SwapPart part) {
  SwapBest best = swap_none();
  if (part == SWAP_WHOLE) return loops_best(climb, climb->start);
  if (part == SWAP_MEMORY) best.word = 0;
  for (int32_t x = 1; x < climb->n; x++)
    for (int32_t y = x + 1; y < climb->n; y++) {
      const LadderPair pair = {x, y};
      const SwapCities cities = cities_at(climb->n, climb->start, pair);
      const SwapPlaces places =
          part == SWAP_MATH ? places_made(climb->n, pair) : places_of(climb->point, &cities);
      const SwapBest found = {swap_change(&places, y == x + 1), swap_word(pair)};
      if (part == SWAP_MEMORY)
        best.word += swap_sum(&cities, &places);
      else if (swap_better(found, best))
        best = found;
    }
  return best;
}

Status swap_replay(const SwapClimb *climb, const char *name, const SwapRun *run, const int32_t *tour) {
  const size_t bytes = (size_t)climb->n * sizeof *tour;
  int32_t *made = malloc(bytes);
  if (!made) FAIL(ERR_MEMORY, "no memory for a tour of %d cities", climb->n);
  Status status = OK;
  memcpy(made, climb->start, bytes);
  for (uint32_t k = 0; k < run->steps && status == OK; k++) {
    const LadderPair pair = swap_of_word(run->step[k].word);
    const SwapCities cities = cities_at(climb->n, made, pair);
    const SwapPlaces places = places_of(climb->point, &cities);
    const int32_t change = swap_change(&places, pair.j == pair.i + 1);
    if (change != run->step[k].change)
      status = status_fail(ERR_INTERNAL,
                           "ladder: %s: swap %u of positions %d %d: expected a change of %d, found %d", name,
                           k + 1, pair.i, pair.j, change, run->step[k].change);
    exchange(made, pair);
  }
  if (status == OK && memcmp(made, tour, bytes) != 0)
    status = status_fail(ERR_INTERNAL, "ladder: %s: expected the tour of its %u swaps, found another one",
                         name, run->steps);
  free(made);
  return status;
}
