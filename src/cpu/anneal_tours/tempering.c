/* Annealing of tours on the CPU: twin of src/gpu/anneal_tours/tempering.cu, contract in src/solver/anneal_tours/temper_kernels.h, oracle in
 * tests/oracle/oracle_temper.c. A thread takes a whole chain, whose steps are sequential. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "cpu/philox_lanes.h"
#include "solver/anneal_tours/temper_step.h"

static Status describe(Backend *be, const TemperProblem *problem, const TemperRules *rules, uint32_t chains,
                       Description *out) {
  const uint32_t threads = chains < (uint32_t)be->threads ? chains : (uint32_t)be->threads;
  *out = (Description){0};
  snprintf(out->shape, sizeof out->shape, "%u chain%s on %u thread%s, %s", chains, chains == 1 ? "" : "s",
           threads, threads == 1 ? "" : "s", rules->uniform ? "uniform proposals" : "");
  if (!rules->uniform)
    snprintf(out->shape + strlen(out->shape), sizeof out->shape - strlen(out->shape), "%d candidates",
             problem->width);
  return OK;
}

static TemperTour tour_open(int32_t n, int32_t *tour, int32_t *position) {
  for (int32_t p = 0; p < n; p++) position[tour[p]] = p;
  return (TemperTour){.n = n, .is_short = 0, .tour = tour, .position = position};
}

static Status sample(Backend *be, const TemperProblem *problem, const TemperRules *rules, uint64_t seed,
                     const int32_t *tour, int32_t *position, uint32_t count, int64_t *delta) {
  const TemperTour t = tour_open(problem->tour.n, (int32_t *)tour, position);
  (void)be;
  for (uint32_t s = 0; s < count; s++) {
    const philox4x32_ctr_t words = temper_words(seed, 0, s / 2, RNG_TEMPER_SAMPLE);
    TemperMove move;
    delta[s] = temper_propose(problem, rules, &t, words.v[s % 2 * 2], &move) ? move.delta : 0;
  }
  return OK;
}

/* ---- chains ---- */

typedef struct Chain {
  TemperTour t;
  int64_t cost;
  double temperature;
} Chain;

static inline void step_run(const TemperProblem *problem, const TemperRules *rules, Chain *c, uint32_t draw,
                            uint32_t chance) {
  TemperMove move;
  if (!temper_propose(problem, rules, &c->t, draw, &move)) return;
  if (!temper_accepts(&move, c->temperature, chance)) return;
  temper_make(&c->t, &move);
  c->cost += move.delta;
}

/* Blocks first .. first + count - 1 of random words. */
static void blocks_run(const TemperProblem *problem, const TemperRules *rules, Chain *c, uint64_t seed,
                       uint32_t chain, uint64_t first, uint32_t count) {
  uint32_t words[4][PHILOX_LANES];
  philox_lanes(seed, chain, first, RNG_TEMPER, words);
  for (uint32_t j = 0; j < count; j++) {
    step_run(problem, rules, c, words[0][j], words[1][j]);
    step_run(problem, rules, c, words[2][j], words[3][j]);
  }
}

static void sweep_run(const TemperProblem *problem, const TemperRules *rules, Chain *c, uint64_t seed,
                      uint32_t chain, uint64_t sweep) {
  const uint32_t blocks = rules->sweep / 2;
  for (uint32_t at = 0; at < blocks; at += PHILOX_LANES)
    blocks_run(problem, rules, c, seed, chain, sweep * blocks + at,
               blocks - at < PHILOX_LANES ? blocks - at : PHILOX_LANES);
}

static void chain_run(const TemperProblem *problem, const TemperRules *rules, const TemperState *state,
                      uint32_t k, uint32_t sweeps) {
  const size_t n = (size_t)problem->tour.n;
  Chain c = {tour_open(problem->tour.n, state->tour + k * n, state->position + k * n), state->cost[k],
             rules->temperature[state->level[k]]};
  for (uint32_t s = 0; s < sweeps && !halt_poll(); s++) {
    sweep_run(problem, rules, &c, state->seed, state->first + k, state->sweeps + s);
    if (c.cost >= state->best_cost[k]) continue;
    state->best_cost[k] = c.cost;
    memcpy(state->best + k * n, c.t.tour, n * sizeof *state->best);
  }
  state->cost[k] = c.cost;
}

static Status advance(Backend *be, const TemperProblem *problem, const TemperRules *rules,
                      const TemperState *state, uint32_t sweeps) {
#pragma omp parallel for num_threads(be->threads) schedule(dynamic, 1) if (state->chains > 1)
  for (uint32_t k = 0; k < state->chains; k++)
    if (!halt_poll()) chain_run(problem, rules, state, k, sweeps);
  return halt_after("steps of annealing");
}

static Status replace(Backend *be, const TemperProblem *problem, const TemperState *state,
                      const uint32_t *source) {
  const size_t n = (size_t)problem->tour.n, bytes = n * sizeof *state->tour;
  (void)be;
  for (size_t c = 0; c < state->chains; c++)
    memcpy(state->position + c * n, source[c] < state->chains ? state->tour + source[c] * n : state->inbox,
           bytes);
  memcpy(state->tour, state->position, state->chains * bytes);
  return OK;
}

const TemperKernels tempering_kernels_cpu = {describe, sample, advance, replace, 1};
