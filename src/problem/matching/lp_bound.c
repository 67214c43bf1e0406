/* Machine prices of task matching: see lp_bound.h.
 *
 * The dual of the linear relaxation of R||Cmax (Lenstra, Shmoys, Tardos 1990), seen as a Lagrangian: each task goes to the
 * machine that is cheapest at the prices, and a machine that gets too much must become dearer. Here prices are found roughly, by
 * multiplicative updates in which a task splits itself among the machines within a factor 1 + tau of its cheapest, tau falling;
 * interior_point.c does the rest.
 *
 * Results are the same everywhere: IEEE operations alone, no function of the C library, sums in a fixed order. */
#include "problem/matching/lp_bound.h"

#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "problem/matching/interior_point.h"
#include "matching.h"

enum {
  LANES = 8,
  ROUNDS = 60,
  THREADS_WORTH = 1 << 18
}; /* times from which threads gain more than they wait */
static const double TAU_START = 0.5, TAU_FACTOR = 0.95, RATE = 0.7, CHANGE_MAX = 0.3;

typedef struct Market {
  const Instance *inst;
  int threads;
  size_t stride; /* machines, filled up to whole lanes by some too slow to be cheapest */
  float *time;   /* (tasks, stride) in units of the average time */
  float *price;  /* (stride) */
  float *load;   /* (MATCH_CHUNKS, stride) */
  float *cost;   /* (MATCH_CHUNKS, stride) of one task */
} Market;

static void market_close(Market *k) { free(k->time), free(k->price), free(k->load), free(k->cost); }

static Status market_alloc(const Instance *inst, int threads, Market *k) {
  const size_t stride = ((size_t)matching_of(inst)->machines + LANES - 1) / LANES * LANES;
  *k = (Market){.inst = inst, .threads = threads, .stride = stride};
  k->time = malloc((size_t)inst->n * stride * sizeof *k->time);
  k->price = malloc(stride * sizeof *k->price);
  k->load = malloc(MATCH_CHUNKS * stride * sizeof *k->load);
  k->cost = malloc(MATCH_CHUNKS * stride * sizeof *k->cost);
  if (k->time && k->price && k->load && k->cost) return OK;
  market_close(k);
  FAIL(ERR_MEMORY, "no memory for the prices of %d tasks and %d machines", inst->n,
       matching_of(inst)->machines);
}

/* Start: u_m is one by the sum of the machine's times. */
static void market_fill(Market *k, double *u) {
  const size_t machines = (size_t)matching_of(k->inst)->machines;
  double all = 0;
  for (size_t m = 0; m < machines; m++) u[m] = 0;
  for (size_t t = 0; t < (size_t)k->inst->n; t++)
    for (size_t m = 0; m < machines; m++) u[m] += (double)matching_of(k->inst)->etc[t * machines + m];
  for (size_t m = 0; m < machines; m++) all += u[m], u[m] = 1 / u[m];
  const double scale = (double)k->inst->n * (double)machines / all;
  for (size_t t = 0; t < (size_t)k->inst->n; t++)
    for (size_t m = 0; m < k->stride; m++)
      k->time[t * k->stride + m] =
          m < machines ? (float)((double)matching_of(k->inst)->etc[t * machines + m] * scale) : 1e30f;
}

static float lanes_min(const float *lane) {
  /* lint: use-of-uninitialized-value: callers fill all lanes */
  float least = lane[0];
  for (int l = 1; l < LANES; l++) least = lane[l] < least ? lane[l] : least;
  return least;
}

static float lanes_sum(const float *lane) {
  float sum = 0;
  for (int l = 0; l < LANES; l++) sum += lane[l];
  return sum;
}

/* cost[m] = what the task pays on m; returns the least. */
static float task_costs(const Market *k, const float *time, float *cost) {
  float least[LANES];
  for (int l = 0; l < LANES; l++) least[l] = 1e38f;
  for (size_t m = 0; m < k->stride; m += LANES)
    for (int l = 0; l < LANES; l++) {
      cost[m + l] = time[m + l] * k->price[m + l];
      least[l] = cost[m + l] < least[l] ? cost[m + l] : least[l];
    }
  return lanes_min(least);
}

/* The tasks of a chunk split themselves: machine m has weight 1 - (cost / least - 1) / tau, if that is above 0. */
static void chunk_load(const Market *k, int chunk, float tau) {
  float *load = k->load + (size_t)chunk * k->stride, *cost = k->cost + (size_t)chunk * k->stride;
  memset(load, 0, k->stride * sizeof *load);
  for (int32_t t = match_chunk(k->inst, chunk); t < match_chunk(k->inst, chunk + 1) && !halt_poll(); t++) {
    const float *time = k->time + (size_t)t * k->stride;
    const float limit = task_costs(k, time, cost) * (1 + tau);
    float sum[LANES] = {0};
    for (size_t m = 0; m < k->stride; m += LANES)
      for (int l = 0; l < LANES; l++) {
        const float weight = limit - cost[m + l];
        cost[m + l] = weight > 0 ? weight : 0;
        sum[l] += cost[m + l];
      }
    const float all = lanes_sum(sum), share = all > 0 ? 1 / all : 0;
    for (size_t m = 0; m < k->stride; m++) load[m] += cost[m] * share * time[m];
  }
}

static double clip(double x, double most) { return x > most ? most : x < -most ? -most : x; }

/* Dearer where the load is above the average weighted by price; the sum of u becomes 1 again. */
static void prices_update(const Market *k, double tau, double *u, double *load) {
  const int32_t machines = matching_of(k->inst)->machines;
  double average = 0, sum = 0;
  for (int32_t m = 0; m < machines; m++) {
    load[m] = 0;
    for (int chunk = 0; chunk < MATCH_CHUNKS; chunk++)
      load[m] += (double)k->load[(size_t)chunk * k->stride + (size_t)m];
    average += u[m] * load[m];
  }
  for (int32_t m = 0; m < machines && average > 0; m++)
    u[m] *= 1 + clip(RATE * tau * (load[m] / average - 1), CHANGE_MAX);
  for (int32_t m = 0; m < machines; m++) sum += u[m];
  for (int32_t m = 0; m < machines; m++) u[m] /= sum;
}

static void prices_round(int32_t machines, const double *u, uint32_t *price) {
  double most = 0;
  for (int32_t m = 0; m < machines; m++) most = u[m] > most ? u[m] : most;
  for (int32_t m = 0; m < machines; m++) price[m] = (uint32_t)(u[m] / most * (double)UINT32_MAX + 0.5);
}

/* u becomes `other` if that proves more; price (machines) is scratch. */
static void prices_better(const Instance *inst, const double *other, double *u, uint32_t *price) {
  prices_round(matching_of(inst)->machines, u, price);
  const int64_t bound = lp_bound_prove(inst, price);
  prices_round(matching_of(inst)->machines, other, price);
  if (lp_bound_prove(inst, price) > bound) memcpy(u, other, (size_t)matching_of(inst)->machines * sizeof *u);
}

/* start (machines): the prices that it begins with. */
static Status prices_soften(const Instance *inst, int threads, double *u, double *start, double *load) {
  Market k;
  TRY(market_alloc(inst, threads, &k));
  market_fill(&k, u);
  memcpy(start, u, (size_t)matching_of(inst)->machines * sizeof *u);
  memset(k.load, 0, MATCH_CHUNKS * k.stride * sizeof *k.load);
  double tau = TAU_START;
  prices_update(&k, 0, u, load);
  for (int round = 0; round < ROUNDS && !halt_due(); round++, tau *= TAU_FACTOR) {
    for (size_t m = 0; m < k.stride; m++)
      k.price[m] = m < (size_t)matching_of(inst)->machines ? (float)u[m] : 1;
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (int chunk = 0; chunk < MATCH_CHUNKS; chunk++) chunk_load(&k, chunk, (float)tau);
    prices_update(&k, tau, u, load);
  }
  market_close(&k);
  return halt_after("the prices of machines");
}

Status lp_bound(const Instance *inst, int threads, uint32_t *price, int64_t *bound) {
  double *u = malloc(3 * (size_t)matching_of(inst)->machines * sizeof *u);
  if (!u) FAIL(ERR_MEMORY, "no memory for the prices of %d machines", matching_of(inst)->machines);
  Status status = OK;
  if ((int64_t)inst->n * matching_of(inst)->machines < THREADS_WORTH) threads = 1;
  TRY_GOTO(
      prices_soften(inst, threads, u, u + matching_of(inst)->machines, u + 2 * matching_of(inst)->machines),
      cleanup);
  prices_better(inst, u + matching_of(inst)->machines, u,
                price); /* where machines differ in speed alone, the start is the best there is */
  TRY_GOTO(interior_point_refine(inst, threads, u), cleanup);
  prices_round(matching_of(inst)->machines, u, price);
  *bound = lp_bound_prove(inst, price);
cleanup:
  free(u);
  return status;
}

int64_t lp_bound_prove(const Instance *inst, const uint32_t *price) {
  unsigned __int128 paid = 0; /* at most 2^32 * LOAD_MAX */
  uint64_t prices = 0;
  int64_t longest = 0;
  for (int32_t m = 0; m < matching_of(inst)->machines; m++) prices += price[m];
  for (size_t t = 0; t < (size_t)inst->n; t++) {
    const int64_t *time = matching_of(inst)->etc + t * (size_t)matching_of(inst)->machines;
    unsigned __int128 cheapest = (unsigned __int128)price[0] * (uint64_t)time[0];
    int64_t shortest = time[0];
    for (int32_t m = 1; m < matching_of(inst)->machines; m++) {
      const unsigned __int128 cost = (unsigned __int128)price[m] * (uint64_t)time[m];
      if (cost < cheapest) cheapest = cost;
      if (time[m] < shortest) shortest = time[m];
    }
    paid += cheapest;
    if (shortest > longest) longest = shortest;
  }
  const int64_t average = prices ? (int64_t)((paid + prices - 1) / prices) : 0;
  return average > longest ? average : longest;
}
