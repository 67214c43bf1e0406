/* Rounds of iterated local search: the CPU against an oracle that uses whole arrays, CUDA against the CPU bit
 * by bit. */
#include <Random123/philox.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "cpu/ils/ils_gain_bounds.h"
#include "fixtures/harness.h"
#include "problem/judge.h"
#include "oracle/oracle_ils.h"
#include "fixtures/preparing.h"
#include "solver/ils/ils_kernels.h"
#include "problem/tsp/tsp.h"

enum { TOURS = 3, SEED = 77 };

/* A problem and its tours on a backend. */
typedef struct Bench {
  const Instance *inst;
  Prepared prepared;
  IlsProblem problem;
  IlsState state;
} Bench;

static void *bench_alloc(Bench *b, size_t bytes) {
  void *dev = NULL;
  CU_ASSERT_EQUAL_FATAL(b->prepared.be.ops->alloc(&b->prepared.be, bytes, &dev), OK);
  return dev;
}

static void *place(Bench *b, const void *host, size_t bytes) {
  void *dev = bench_alloc(b, bytes);
  CU_ASSERT_EQUAL_FATAL(b->prepared.be.ops->upload(&b->prepared.be, dev, host, bytes), OK);
  return dev;
}

/* A coarse exponential distribution: 0 to 4 in 1/4096. */
static const uint32_t *quantiles(void) {
  static uint32_t q[ILS_QUANTILES];
  for (uint32_t k = 0; k < ILS_QUANTILES; k++) q[k] = (k * 2654435761u) >> 18;
  return q;
}

static bool
    scattered; /* tours are random, so that searches find many moves: up to the capacity of segment lists and queues */

static void tour_scatter(int32_t *tour, int32_t n, uint64_t state) {
  for (int32_t p = n - 1; p > 0; p--) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const int32_t q = (int32_t)((state >> 33) % (uint64_t)(p + 1)), city = tour[p];
    tour[p] = tour[q];
    tour[q] = city;
  }
}

/* False: no such backend. Tour t is the greedy one, rotated by t places. */
static bool bench_open(Bench *b, const Instance *inst, const char *backend, uint32_t kicks, int32_t width) {
  size_t n = (size_t)inst->n, bytes = TOURS * n * sizeof(int32_t);
  int32_t *tours = malloc(bytes);
  int64_t scale[TOURS];
  *b = (Bench){.inst = inst};
  if (!preparing_run(&b->prepared, inst, backend, 2, (CandidatePlan){width, 0}, (GreedyPlan){.seed = SEED})) {
    free(tours);
    return false;
  }
  for (size_t k = 0; k < TOURS * n; k++) tours[k] = b->prepared.tour[(k % n + k / n) % n];
  for (int t = 0; t < TOURS && scattered; t++) tour_scatter(tours + (size_t)t * n, inst->n, (uint64_t)t);
  for (int t = 0; t < TOURS; t++) scale[t] = 256 * (t + 1) * 20;
  b->problem = (IlsProblem){.tour = b->prepared.problem, .width = b->prepared.width};
  b->problem.quantile = place(b, quantiles(), ILS_QUANTILES * sizeof(uint32_t));
  void *list = place(b, b->prepared.list, n * b->prepared.width * sizeof(int32_t));
  b->problem.candidates = bench_alloc(b, n * b->prepared.width * sizeof(IlsCandidate));
  const IlsKernels *ils = b->prepared.be.ops->ils;
  CU_ASSERT_EQUAL(ils->distances(&b->prepared.be, &b->problem.tour, b->problem.width, list,
                                 (IlsCandidate *)b->problem.candidates),
                  OK);
  b->state = (IlsState){.first = 5, .islands = 2, .ring = 9, .member = 3, .tours = TOURS, .kicks = kicks};
  b->state.task = place(b, &(TourTask){.seed = SEED}, sizeof(TourTask));
  b->state.tour = place(b, tours, bytes);
  b->state.position = bench_alloc(b, bytes);
  b->state.cost = bench_alloc(b, TOURS * sizeof(int64_t));
  b->state.scale = place(b, scale, sizeof scale);
  b->state.counters = bench_alloc(b, 3 * sizeof(uint64_t));
  CU_ASSERT_EQUAL(ils->measure(&b->prepared.be, &b->problem, &b->state), OK);
  b->prepared.be.ops->free(&b->prepared.be, list);
  free(tours);
  return true;
}

static void bench_close(Bench *b) {
  Backend *be = &b->prepared.be;
  void *arrays[] = {(void *)b->problem.quantile,
                    (void *)b->problem.candidates,
                    b->state.tour,
                    b->state.position,
                    b->state.cost,
                    b->state.scale,
                    b->state.counters,
                    (TourTask *)b->state.task};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) be->ops->free(be, arrays[k]);
  preparing_free(&b->prepared);
}

static void *fetch(Bench *b, const void *dev, size_t bytes) {
  void *host = malloc(bytes + 1);
  CU_ASSERT_EQUAL(b->prepared.be.ops->download(&b->prepared.be, host, dev, bytes), OK);
  return host;
}

static int32_t *fetch_tours(Bench *b) {
  return fetch(b, b->state.tour, TOURS * b->inst->n * sizeof(int32_t));
}

/* Runs rounds of that epoch. */
static void advance(Bench *b, uint32_t epoch, IlsRounds rounds) {
  const TourTask task = {.seed = SEED, .epoch = epoch};
  CU_ASSERT_EQUAL(b->prepared.be.ops->upload(&b->prepared.be, (TourTask *)b->state.task, &task, sizeof task),
                  OK);
  CU_ASSERT_EQUAL(b->prepared.be.ops->ils->advance(&b->prepared.be, &b->problem, &b->state, &rounds), OK);
}

static IlsRounds rounds_of(uint32_t r) { /* a few of descent, then kicks, warmer and colder */
  return (IlsRounds){.first = r, .count = 1, .descent = r < 2, .temperature = r % 2 ? 0 : 65536};
}

/* ---- the CPU against the oracle ---- */

static uint32_t below(uint32_t r, uint32_t m) { return (uint32_t)((uint64_t)r * m >> 32); }

/* The proposal of kick `kick` of tour t. */
static bool propose(Bench *b, const OracleIls *o, uint32_t t, uint32_t epoch, IlsRounds rounds, uint32_t kick,
                    const int32_t *tour, int32_t *sequence) {
  int32_t n = b->inst->n, a = 0, c = 0, d = 0, p = -1;
  int64_t delta, threshold = -1;
  if (!rounds.descent) {
    philox4x32_ctr_t r = philox4x32_R(10, (philox4x32_ctr_t){{5 + t % 2, 3 + t / 2, 7 + 256 * epoch, kick}},
                                      (philox4x32_key_t){{SEED, 0}});
    uint32_t run = (uint32_t)(n - 2) / 3 < 50 ? (uint32_t)(n - 2) / 3 : 50;
    if (n < 5) return false;
    a = 1 + (int32_t)below(r.v[1], run);
    c = 1 + (int32_t)below(r.v[2], run);
    d = 1 + (int32_t)below(r.v[3], run);
    p = (int32_t)below(r.v[0], (uint32_t)(n - 1 - a - c - d));
    threshold =
        (int64_t)(t + 1) * 20 * 256 * rounds.temperature / 65536 * quantiles()[r.v[1] % 4096] / (1 << 20);
  }
  oracle_ils_kick(o, tour, p, a, c, d, (int32_t)(kick % (uint32_t)n), sequence, &delta);
  if (delta > threshold) return false;
  for (int32_t k = 0; k < n; k++) {
    int32_t step = abs(sequence[k] - sequence[(k + 1) % n]);
    if (step != 1 && step != n - 1) return true;
  }
  return false; /* the same tour */
}

static bool same_circle(int32_t n, const int32_t *a, const int32_t *b) {
  bool forward = true, back = a[0] == b[0];
  for (int32_t k = 0; k < n; k++) {
    forward &= a[k] == b[k];
    back &= a[k] == b[(n - k) % n];
  }
  return forward || back;
}

static void round_check(Bench *b, const OracleIls *o, uint32_t epoch, IlsRounds rounds) {
  int32_t n = b->inst->n, *before = fetch_tours(b),
          *sequences = malloc(sizeof *sequences * n * (b->state.kicks + 1)), done = 0;
  uint64_t *old = fetch(b, b->state.counters, 3 * sizeof *old);
  advance(b, epoch, rounds);
  int32_t *after = fetch_tours(b);
  uint64_t *now = fetch(b, b->state.counters, 3 * sizeof *now);
  for (uint32_t t = 0; t < TOURS; t++) {
    int32_t count = 0, *tour = before + (size_t)t * n;
    for (uint32_t k = 0; k < b->state.kicks; k++)
      count += propose(b, o, t, epoch, rounds, rounds.first * b->state.kicks + k, tour,
                       sequences + (size_t)count * n);
    done += oracle_ils_commit(n, tour, sequences, count);
    CU_ASSERT_TRUE(same_circle(n, tour, after + (size_t)t * n));
  }
  CU_ASSERT_EQUAL(now[1] - old[1], (uint64_t)done);
  free(before);
  free(sequences);
  free(old);
  free(after);
  free(now);
}

/* Costs are the judge's, positions are the inverse. */
static void state_check(Bench *b) {
  int32_t n = b->inst->n, *tours = fetch_tours(b), *cities = malloc(sizeof *cities * n);
  int32_t *position = fetch(b, b->state.position, TOURS * n * sizeof(int32_t));
  int64_t *cost = fetch(b, b->state.cost, TOURS * sizeof *cost), exact;
  for (int32_t t = 0; t < TOURS; t++) {
    int32_t wrong = 0;
    for (int32_t p = 0; p < n; p++) {
      cities[p] = b->prepared.order[tours[t * n + p]];
      wrong += position[t * n + tours[t * n + p]] != p;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(judge_tour(b->inst, cities, &exact), OK);
    CU_ASSERT_EQUAL(exact, cost[t]);
  }
  free(tours);
  free(cities);
  free(position);
  free(cost);
}

static void against_oracle(Instance *inst, uint32_t kicks, uint32_t rounds, int32_t width) {
  Bench b;
  CU_ASSERT_FATAL(bench_open(&b, inst, "cpu", kicks, width));
  OracleIls o = {inst, b.prepared.order, b.prepared.list, b.prepared.width};
  for (uint32_t r = 0; r < rounds; r++) round_check(&b, &o, r / 3, rounds_of(r));
  state_check(&b);
  bench_close(&b);
  instance_free(inst);
}

static void rounds_of_small_sizes(void) {
  for (int32_t n = 1; n <= 16; n++)
    against_oracle(climbing_instance(METRIC_EUC_2D, n, 100, n % 2, n), (uint32_t)n, 8, 7);
}

static void rounds_by_metric(void) {
  static const Metric metrics[] = {METRIC_EUC_2D, METRIC_CEIL_2D, METRIC_ATT,     METRIC_MAN_2D,
                                   METRIC_MAX_2D, METRIC_GEO,     METRIC_EXPLICIT};
  for (int m = 0; m < 7; m++)
    against_oracle(climbing_instance(metrics[m], 40 + m, metrics[m] == METRIC_GEO ? 90 : 300, m % 2, 11 + m),
                   12, 5, 5 + m % 4);
}

static void rounds_of_shapes(void) {
  for (int shape = 0; shape < SHAPE_COUNT; shape++)
    against_oracle(preparing_instance(shape, METRIC_EUC_2D, 40, 3), 9, 4, 8);
}

static void rounds_of_many_kicks(void) {
  against_oracle(climbing_instance(METRIC_EUC_2D, 150, 1000, 0, 5), 24, 4, 7);
}

static void rounds_of_long_searches(void) {
  scattered = true;
  for (int k = 0; k < 2; k++)
    against_oracle(climbing_instance(METRIC_EUC_2D, 90, 1000, 0, (uint64_t)k), 4, 2 + 2 * k, 8);
  scattered = false;
}

/* Coordinates so large that floats cannot distinguish neighbours. */
static void rounds_by_simd(const char *set) {
  const TourProblem plane = {.matrix = NULL};
  if (harness_simd(set)) {
#ifdef __x86_64__
    CU_ASSERT_EQUAL(ils_gain_bounds_find(&plane) == ils_gain_bounds_avx2, strcmp(set, "plain") != 0);
#endif
    for (int m = METRIC_EUC_2D; m <= METRIC_MAX_2D; m++)
      against_oracle(climbing_instance((Metric)m, 60, 100000000, m % 2, 21 + m), 14, 4, 5 + m % 4);
    against_oracle(climbing_instance(METRIC_EUC_2D, 150, 1000, 0, 7), 24, 4, 7);
  }
  harness_simd(NULL);
}

static void rounds_by_avx2(void) { rounds_by_simd("avx2"); }
static void rounds_by_plain(void) { rounds_by_simd("plain"); }

/* A city far from all others, which are so close together that floats cannot distinguish them. */
static Instance *far_away(Metric metric, uint64_t seed) {
  Instance *inst = climbing_instance(metric, 60, 400, 0, seed);
  for (int32_t c = 1; c < inst->n; c++) {
    tsp_of(inst)->x[c] += 2e8;
    tsp_of(inst)->y[c] += 2e8;
  }
  inst->digest = instance_digest(inst);
  return inst;
}

static void rounds_far_away(const char *set) {
  if (harness_simd(set))
    for (int m = METRIC_EUC_2D; m <= METRIC_MAX_2D; m++)
      for (uint64_t seed = 0; seed < 2; seed++) against_oracle(far_away((Metric)m, seed), 14, 4, 6);
  harness_simd(NULL);
}

static void rounds_far_away_by_avx2(void) { rounds_far_away("avx2"); }
static void rounds_far_away_by_plain(void) { rounds_far_away("plain"); }

/* ---- CUDA against the CPU ---- */

static void same_array(Bench *a, Bench *b, const void *x, const void *y, size_t bytes) {
  void *left = fetch(a, x, bytes), *right = fetch(b, y, bytes);
  CU_ASSERT_EQUAL(memcmp(left, right, bytes), 0);
  free(left);
  free(right);
}

static bool twins(Instance *inst, uint32_t kicks, uint32_t count, int32_t width) {
  Bench a, b;
  size_t bytes = TOURS * (size_t)inst->n * sizeof(int32_t);
  bool there = bench_open(&b, inst, "cuda", kicks, width);
  if (there) {
    CU_ASSERT_FATAL(bench_open(&a, inst, "cpu", kicks, width));
    for (uint32_t r = 0; r < 9; r++) {
      IlsRounds rounds = rounds_of(r);
      rounds.first *= count;
      rounds.count = count;
      advance(&a, r / 3, rounds);
      advance(&b, r / 3, rounds);
    }
    same_array(&a, &b, a.state.tour, b.state.tour, bytes);
    same_array(&a, &b, a.state.position, b.state.position, bytes);
    same_array(&a, &b, a.state.cost, b.state.cost, TOURS * sizeof(int64_t));
    same_array(&a, &b, a.state.counters, b.state.counters, 3 * sizeof(uint64_t));
    bench_close(&a);
    bench_close(&b);
  } else {
    harness_skip("no device");
  }
  instance_free(inst);
  return there;
}

static void same_on_cuda(void) {
  for (int32_t n = 1; n <= 33; n += 1 + n / 6)
    if (!twins(climbing_instance(METRIC_EUC_2D, n, 100, n % 2, n), 1 + (uint32_t)n / 3, 2, 7)) return;
  twins(climbing_instance(METRIC_EXPLICIT, 170, 1000, 0, 2), ils_kicks(170), 20, 8);
  twins(climbing_instance(METRIC_CEIL_2D, 500, 1000, 1, 3), ils_kicks(500), 20, 6);
  twins(climbing_instance(METRIC_EUC_2D, 1000, 10000, 0, 4), ils_kicks(1000), 20, 8);
  twins(preparing_instance(SHAPE_HEAPS, METRIC_MAN_2D, 900, 5), 40, 10, 7);
  twins(climbing_instance(METRIC_EUC_2D, 12000, 100000, 0, 6), ils_kicks(12000), 3, 7);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(rounds_of_small_sizes),
                                      TEST(rounds_by_metric),
                                      TEST(rounds_of_shapes),
                                      TEST(rounds_of_many_kicks),
                                      TEST(rounds_by_avx2),
                                      TEST(rounds_by_plain),
                                      TEST(rounds_of_long_searches),
                                      TEST(rounds_far_away_by_avx2),
                                      TEST(rounds_far_away_by_plain),
                                      TEST(same_on_cuda),
                                      {NULL, NULL}};
  return harness_run("ils", tests);
}
