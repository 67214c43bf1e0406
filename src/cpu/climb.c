/* Climbers on the CPU: twin of src/gpu/climb.cu, contract in ../solver/climb_kernels.h, tests/oracle.c its judge.
 *
 * The life of slots: a thread advances one at a time, on its bench (climb_bench.h) and with the problem's move. */
#include "climb.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "../individual.h"
#include "climb_bench.h"

static void start_random(RngStream stream, int32_t n, int32_t *tour) {
  for (int32_t p = 0; p < n; p++) tour[p] = p;
  for (int32_t p = n - 1; p > 0; p--) {
    int32_t q = (int32_t)rng_below(stream, p, p + 1), city = tour[p];
    tour[p] = tour[q], tour[q] = city;
  }
}

static void start_kick(RngStream stream, int32_t n, const int32_t *champion, int32_t *tour) {
  int32_t cut[3];
  climb_cuts(stream, n, cut);
  size_t left = cut[1] - cut[0], right = cut[2] - cut[1];
  memcpy(tour, champion, n * sizeof *tour);
  memcpy(tour + cut[0], champion + cut[1], right * sizeof *tour);
  memcpy(tour + cut[0] + right, champion + cut[0], left * sizeof *tour);
}

/* Takes the next climber of an island that has one left, from island `s` on; false if all are taken. */
static bool slot_draw(const ClimbProblem *problem, const ClimbState *st, uint32_t s) {
  for (uint32_t k = 0; k < st->islands; k++) {
    uint32_t island = (s + k) % st->islands;
    if (__atomic_load_n(&st->drawn[island], __ATOMIC_RELAXED) >= st->quota[island]) continue;
    uint32_t climber = __atomic_fetch_add(&st->drawn[island], 1, __ATOMIC_RELAXED);
    if (climber >= st->quota[island]) continue;
    int32_t *tour = st->slot_tour + (size_t)s * problem->n;
    RngStream stream = {st->seed, st->first + island, st->base + climber, RNG_TOUR};
    if (st->kick && problem->n >= 8 && st->champion_cost[island] != COST_NONE) {
      stream.purpose = RNG_KICK;
      start_kick(stream, problem->n, st->champion_tour + (size_t)island * problem->n, tour);
    } else {
      start_random(stream, problem->n, tour);
    }
    st->slot_island[s] = island, st->slot_climber[s] = st->base + climber, st->slot_cost[s] = 0;
    for (int32_t p = 0; p < problem->n; p++)
      st->slot_cost[s] += city_distance(problem, tour[p], tour[(p + 1) % problem->n]);
    return true;
  }
  return false;
}

/* Offers the finished climber of slot s to its island and empties the slot. */
static void slot_finish(const ClimbProblem *problem, const ClimbState *st, uint32_t s) {
  uint32_t island = st->slot_island[s], climber = st->slot_climber[s];
  int64_t cost = st->slot_cost[s];
#pragma omp critical(contender)
  if (cost < st->contender_cost[island] ||
      (cost == st->contender_cost[island] && climber < st->contender_climber[island])) {
    st->contender_cost[island] = cost, st->contender_climber[island] = climber;
    memcpy(st->contender_tour + (size_t)island * problem->n, st->slot_tour + (size_t)s * problem->n,
           problem->n * sizeof *st->slot_tour);
  }
  st->slot_island[s] = SLOT_EMPTY;
}

static void slot_advance(Bench *b, const ClimbState *st, uint32_t s, uint32_t steps, uint64_t counts[2]) {
  int32_t *tour = st->slot_tour + (size_t)s * b->tour.n;
  bool loaded = false;
  for (; steps; steps--, counts[0]++) {
    if (st->slot_island[s] == SLOT_EMPTY) {
      if (s >= st->drawing || !slot_draw(b->problem, st, s)) return;
      loaded = false;
    }
    if (!loaded) bench_load(b, tour), loaded = true;
    Move move = b->move->choose(b);
    if (move.delta < 0) {
      b->move->apply(b, tour, move);
      st->slot_cost[s] += move.delta;
    } else {
      slot_finish(b->problem, st, s);
      counts[1]++;
    }
  }
}

static Status climb_advance(Backend *be, const ClimbProblem *problem, const ClimbState *state, uint32_t steps) {
  Status failed = OK;
  uint64_t done = 0, finished = 0;
#pragma omp parallel num_threads(be->threads) reduction(+ : done, finished)
  {
    Bench bench;
    Status status = bench_make(&bench, problem);
    uint64_t counts[2] = {0, 0};
    if (status != OK)
#pragma omp atomic write
      failed = status;
#pragma omp for schedule(dynamic, 1)
    for (uint32_t s = 0; s < state->slots; s++)
      if (status == OK) slot_advance(&bench, state, s, steps, counts);
    if (status == OK) bench_free(&bench);
    done += counts[0], finished += counts[1];
  }
  state->counters[0] += done, state->counters[1] += finished;
  return failed;
}

static Status climb_slots(Backend *be, const ClimbProblem *problem, uint32_t *slots) {
  (void)problem;
  *slots = (uint32_t)be->threads;
  return OK;
}

static Status climb_describe(Backend *be, const ClimbProblem *problem, Description *out) {
  climb_move_find(problem->move)->describe(problem, out);
  size_t used = strlen(out->shape);
  snprintf(out->shape + used, sizeof out->shape - used, ", %d thread%s, a climber each", be->threads,
           be->threads == 1 ? "" : "s");
  out->ceiling_moves_s *= be->threads;
  return OK;
}

const ClimbKernels climb_kernels_cpu = {climb_slots, climb_describe, climb_advance};
