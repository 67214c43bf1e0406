/* Climbers on the CPU: twin of src/gpu/climb.cu, contract in ../solver/climb_kernels.h, tests/oracle.c its judge.
 *
 * A thread advances a slot at a time. Its bench holds the tour as the filter (scan.h) wants it; the filter names
 * candidates, exact integers choose among them. */
#include "climb.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../individual.h"
#include "../metric.h"
#include "scan.h"

typedef struct Bench { /* one thread's room to work in */
  const ClimbProblem *problem;
  const ScanOps *scan;
  ScanTour tour;
  float *minima; /* (scan_groups) */
  ScanHit *hits; /* (SCAN_GROUP * (n + SCAN_LANES_MAX)) */
} Bench;

typedef struct Move {
  int64_t delta;
  int32_t i, j;
} Move;

static void bench_free(Bench *b) {
  free(b->tour.x), free(b->tour.y), free(b->tour.e), free(b->tour.city), free(b->minima), free(b->hits);
}

static Status bench_make(Bench *b, const ClimbProblem *problem) {
  size_t length = scan_length(problem->n), n = problem->n;
  *b = (Bench){.problem = problem, .scan = scan_find(problem->filter)};
  b->tour = (ScanTour){.n = problem->n,
                       .x = calloc(length, sizeof(float)),
                       .y = calloc(length, sizeof(float)),
                       .e = calloc(length, sizeof(float)),
                       .city = calloc(length, sizeof(int32_t)),
                       .matrix = problem->matrix};
  b->minima = calloc(n / 2 + SCAN_GROUP, sizeof(float));
  b->hits = calloc(SCAN_GROUP * (n + SCAN_LANES_MAX), sizeof(ScanHit));
  if (b->tour.x && b->tour.y && b->tour.e && b->tour.city && b->minima && b->hits) return OK;
  bench_free(b);
  FAIL(ERR_MEMORY, "no memory for a climber of %d cities", problem->n);
}

static int64_t city_distance(const ClimbProblem *p, int32_t a, int32_t b) {
  if (p->filter == FILTER_MATRIX) return p->matrix[(size_t)a * p->n + b];
  return metric_distance(p->metric, p->xy[2 * (size_t)a], p->xy[2 * (size_t)a + 1], p->xy[2 * (size_t)b],
                         p->xy[2 * (size_t)b + 1]);
}

static float filter_distance(const ClimbProblem *p, int32_t a, int32_t b) {
  if (p->filter == FILTER_MATRIX) return (float)p->matrix[(size_t)a * p->n + b];
  float dx = p->fxy[2 * (size_t)a] - p->fxy[2 * (size_t)b], dy = p->fxy[2 * (size_t)a + 1] - p->fxy[2 * (size_t)b + 1];
  if (p->filter == FILTER_MANHATTAN) return fabsf(dx) + fabsf(dy);
  if (p->filter == FILTER_CHEBYSHEV) return fmaxf(fabsf(dx), fabsf(dy));
  return sqrtf(dx * dx + dy * dy);
}

/* Position p of the filter's arrays, wherever it repeats; its edge is left to bench_edge. */
static void bench_place(Bench *b, int32_t p, int32_t city) {
  for (size_t q = p; q < scan_length(b->tour.n); q += b->tour.n) {
    b->tour.city[q] = city;
    if (!b->problem->fxy) continue;
    b->tour.x[q] = b->problem->fxy[2 * (size_t)city];
    b->tour.y[q] = b->problem->fxy[2 * (size_t)city + 1];
  }
}

static void bench_edge(Bench *b, int32_t p) {
  float e = filter_distance(b->problem, b->tour.city[p], b->tour.city[p + 1]);
  for (size_t q = p; q < scan_length(b->tour.n); q += b->tour.n) b->tour.e[q] = e;
}

static void bench_load(Bench *b, const int32_t *tour) {
  for (int32_t p = 0; p < b->tour.n; p++) bench_place(b, p, tour[p]);
  for (int32_t p = 0; p < b->tour.n; p++) bench_edge(b, p);
}

/* Judges the move of positions i and i + o exactly and keeps it if it comes first in the contract's order. */
static void move_consider(const Bench *b, int32_t i, int32_t o, Move *best) {
  int32_t n = b->tour.n, j = i + o < n ? i + o : i + o - n, low = i < j ? i : j, high = i < j ? j : i;
  if (high - low < 2 || high - low > n - 2) return;
  const int32_t *t = b->tour.city;
  const ClimbProblem *p = b->problem;
  int64_t delta = city_distance(p, t[low], t[high]) + city_distance(p, t[low + 1], t[high + 1]) -
                  city_distance(p, t[low], t[low + 1]) - city_distance(p, t[high], t[high + 1]);
  bool tie_first = delta == best->delta && (low < best->i || (low == best->i && high < best->j));
  if (delta < best->delta || (tie_first && delta < 0)) *best = (Move){delta, low, high};
}

/* The best improving move of all; delta 0: there is none. */
static Move move_choose(Bench *b) {
  Move best = {0, 0, 0};
  int32_t n = b->tour.n;
  if (n < SCAN_N_MIN) {
    for (int32_t i = 0; i < n; i++)
      for (int32_t o = 2; o <= n / 2; o++) move_consider(b, i, o, &best);
    return best;
  }
  float slack = b->problem->slack + b->scan->slack(&b->tour);
  float threshold = climb_threshold(b->scan->minima(&b->tour, b->minima), slack);
  for (int32_t g = 0; g < scan_groups(n); g++) {
    if (b->minima[g] > threshold) continue;
    int32_t count = b->scan->hits(&b->tour, g, threshold, b->hits);
    for (int32_t k = 0; k < count; k++) move_consider(b, b->hits[k].i, b->hits[k].o, &best);
  }
  return best;
}

/* Reverses the shorter side of the move, in the tour and in the bench. */
static void move_apply(Bench *b, int32_t *tour, Move move) {
  int32_t n = b->tour.n, inner = move.j - move.i, length = inner, first = move.i + 1;
  if (inner > n - inner) length = n - inner, first = move.j + 1;
  for (int32_t k = 0; k < length / 2; k++) {
    int32_t p = (first + k) % n, q = (first + length - 1 - k) % n, city = tour[p];
    tour[p] = tour[q], tour[q] = city;
    bench_place(b, p, tour[p]), bench_place(b, q, tour[q]);
  }
  for (int32_t k = -1; k < length; k++) bench_edge(b, (first + k + n) % n);
}

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
    Move move = move_choose(b);
    if (move.delta < 0) {
      move_apply(b, tour, move);
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

/* The processor's clock as /proc/cpuinfo has it now, 0 if it does not. */
static double clock_hz(void) {
  double mhz = 0;
  char line[256];
  FILE *info = fopen("/proc/cpuinfo", "r");
  while (info && mhz == 0 && fgets(line, sizeof line, info)) sscanf(line, "cpu MHz : %lf", &mhz);
  if (info) fclose(info);
  return mhz * 1e6;
}

static Status climb_describe(Backend *be, const ClimbProblem *problem, Description *out) {
  const ScanOps *scan = scan_find(problem->filter);
  snprintf(out->shape, sizeof out->shape, "%s, %d thread%s, a climber each", scan->name, be->threads, be->threads == 1 ? "" : "s");
  snprintf(out->binds, sizeof out->binds, "%s", scan->binds);
  out->ceiling_moves_s = scan->cycles > 0 ? be->threads * clock_hz() / scan->cycles : 0;
  return OK;
}

const ClimbKernels climb_kernels_cpu = {climb_slots, climb_describe, climb_advance};
