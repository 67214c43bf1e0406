/* The LP duals of task matching.
 *
 * The dual of the linear relaxation of R||Cmax (Lenstra, Shmoys, Tardos 1990), as a Lagrangian: each task goes to the
 * machine with its least cost, dual times time, and the dual of an overloaded machine increases. Here an
 * approximation of the duals is computed by multiplicative updates, in which a task is divided among the machines
 * within a factor 1 + tau of its least cost, with decreasing tau; interior_point.c refines it.
 *
 * Results are the same on every machine: only IEEE operations, no function of the C library, sums in a fixed order. */
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "instance.h"
#include "matching.h"
#include "matching_bounds.h"

/* ---- duals ---- */

enum {
  LANES = 8,
  ROUNDS = 60,
  THREADS_WORTH = 1 << 18
}; /* from this number of times on, threads are worth their overhead */
static const double TAU_START = 0.5, TAU_FACTOR = 0.95, RATE = 0.7, CHANGE_MAX = 0.3;

typedef struct DualSearch {
  const Instance *inst;
  int threads;
  size_t stride; /* machines, rounded up to whole lanes; the additional ones are too slow to be chosen */
  float *time;   /* (tasks, stride) in units of the average time */
  float *price;  /* (stride) */
  float *load;   /* (MATCH_CHUNKS, stride) */
  float *cost;   /* (MATCH_CHUNKS, stride) of one task */
} DualSearch;

static void dual_search_close(DualSearch *k) {
  free(k->time);
  free(k->price);
  free(k->load);
  free(k->cost);
}

static Status dual_search_alloc(const Instance *inst, int threads, DualSearch *k) {
  const size_t stride = ((size_t)matching_of(inst)->machines + LANES - 1) / LANES * LANES;
  *k = (DualSearch){.inst = inst, .threads = threads, .stride = stride};
  k->time = malloc((size_t)inst->n * stride * sizeof *k->time);
  k->price = malloc(stride * sizeof *k->price);
  k->load = malloc(MATCH_CHUNKS * stride * sizeof *k->load);
  k->cost = malloc(MATCH_CHUNKS * stride * sizeof *k->cost);
  if (k->time && k->price && k->load && k->cost) return OK;
  dual_search_close(k);
  FAIL(ERR_MEMORY, "no memory for the LP duals of %d tasks and %d machines", inst->n,
       matching_of(inst)->machines);
}

/* The start: u_m is the reciprocal of the sum of the machine's times. */
static void dual_search_fill(DualSearch *k, double *u) {
  const size_t machines = (size_t)matching_of(k->inst)->machines;
  double all = 0;
  for (size_t m = 0; m < machines; m++) u[m] = 0;
  for (size_t t = 0; t < (size_t)k->inst->n; t++)
    for (size_t m = 0; m < machines; m++) u[m] += (double)matching_of(k->inst)->etc[t * machines + m];
  for (size_t m = 0; m < machines; m++) {
    all += u[m];
    u[m] = 1 / u[m];
  }
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

/* cost[m]: the dual of m times the task's time there; returns the least. */
static float task_costs(const DualSearch *k, const float *time, float *cost) {
  float least[LANES];
  for (int l = 0; l < LANES; l++) least[l] = 1e38f;
  for (size_t m = 0; m < k->stride; m += LANES)
    for (int l = 0; l < LANES; l++) {
      cost[m + l] = time[m + l] * k->price[m + l];
      least[l] = cost[m + l] < least[l] ? cost[m + l] : least[l];
    }
  return lanes_min(least);
}

/* Divides the tasks of a chunk among machines: machine m has weight 1 - (cost / least - 1) / tau, if that is
 * above 0. */
static void chunk_load(const DualSearch *k, int chunk, float tau) {
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

static double clip(double x, double most) {
  if (x > most) return most;
  if (x < -most) return -most;
  return x;
}

/* Increases the duals of machines with more than the weighted average load, decreases the others; their sum
 * becomes 1. */
static void duals_update(const DualSearch *k, double tau, double *u, double *load) {
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

static void duals_round(int32_t machines, const double *u, uint32_t *price) {
  double most = 0;
  for (int32_t m = 0; m < machines; m++) most = u[m] > most ? u[m] : most;
  for (int32_t m = 0; m < machines; m++) price[m] = (uint32_t)(u[m] / most * (double)UINT32_MAX + 0.5);
}

/* Replaces u by `other` if that proves a larger bound; price (machines) is scratch. */
static void duals_choose(const Instance *inst, const double *other, double *u, uint32_t *price) {
  duals_round(matching_of(inst)->machines, u, price);
  const int64_t bound = lp_bound_prove(inst, price);
  duals_round(matching_of(inst)->machines, other, price);
  if (lp_bound_prove(inst, price) > bound) memcpy(u, other, (size_t)matching_of(inst)->machines * sizeof *u);
}

/* Improves u by multiplicative updates. start (machines): receives the initial duals. */
static Status duals_approximate(const Instance *inst, int threads, double *u, double *start, double *load) {
  DualSearch k;
  TRY(dual_search_alloc(inst, threads, &k));
  dual_search_fill(&k, u);
  memcpy(start, u, (size_t)matching_of(inst)->machines * sizeof *u);
  memset(k.load, 0, MATCH_CHUNKS * k.stride * sizeof *k.load);
  double tau = TAU_START;
  duals_update(&k, 0, u, load);
  for (int round = 0; round < ROUNDS && !halt_due(); round++, tau *= TAU_FACTOR) {
    for (size_t m = 0; m < k.stride; m++)
      k.price[m] = m < (size_t)matching_of(inst)->machines ? (float)u[m] : 1;
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (int chunk = 0; chunk < MATCH_CHUNKS; chunk++) chunk_load(&k, chunk, (float)tau);
    duals_update(&k, tau, u, load);
  }
  dual_search_close(&k);
  return halt_after("the LP duals of machines");
}

Status lp_bound(const Instance *inst, int threads, uint32_t *price, int64_t *bound) {
  double *u = malloc(3 * (size_t)matching_of(inst)->machines * sizeof *u);
  if (!u) FAIL(ERR_MEMORY, "no memory for the LP duals of %d machines", matching_of(inst)->machines);
  Status status = OK;
  if ((int64_t)inst->n * matching_of(inst)->machines < THREADS_WORTH) threads = 1;
  TRY_GOTO(duals_approximate(inst, threads, u, u + matching_of(inst)->machines,
                             u + 2 * matching_of(inst)->machines),
           cleanup);
  duals_choose(inst, u + matching_of(inst)->machines, u,
               price); /* where machines differ only in speed, the initial duals are optimal */
  TRY_GOTO(interior_point_refine(inst, threads, u), cleanup);
  duals_round(matching_of(inst)->machines, u, price);
  *bound = lp_bound_prove(inst, price);
cleanup:
  free(u);
  return status;
}

int64_t lp_bound_prove(const Instance *inst, const uint32_t *price) {
  unsigned __int128 paid = 0; /* at most 2^32 * LOAD_MAX */
  uint64_t sum = 0;
  int64_t longest = 0;
  for (int32_t m = 0; m < matching_of(inst)->machines; m++) sum += price[m];
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
  const int64_t average = sum ? (int64_t)((paid + sum - 1) / sum) : 0;
  return average > longest ? average : longest;
}

/* ---- truncated bound ---- */

/* The truncated LP bound: see matching_bounds.h, lp_bound_truncated. */

enum { SOLVES = 1 };
static const double WORTH = 1e-3 /* of the bound: the search ends below it */, TIE = 1e-5;

typedef struct Truncation {
  const Instance *inst;
  Instance *cut; /* a copy in which times above T are too long for any schedule */
  int threads;
  uint32_t *price, *best_price; /* (machines) of the last T; of the best bound so far */
  int64_t bound;                /* the best so far */
} Truncation;

/* A time longer than any useful schedule that still fits: the sum over tasks is at most LOAD_MAX. */
static int64_t too_long(const Instance *inst, int64_t limit) {
  const int64_t most = LOAD_MAX / inst->n, long_enough = limit < LOAD_MAX / 1024 ? limit * 1024 : LOAD_MAX;
  return long_enough < most ? long_enough : most;
}

static void times_cut(Truncation *s, int64_t limit) {
  const size_t count = (size_t)s->inst->n * (size_t)matching_of(s->inst)->machines;
  const int64_t instead = too_long(s->inst, limit), *from = matching_of(s->inst)->etc;
  int64_t *to = matching_of(s->cut)->etc;
  for (size_t k = 0; k < count; k++) to[k] = from[k] <= limit || from[k] > instead ? from[k] : instead;
}

/* Keeps the bound of the times up to `limit` and these duals if it is larger; returns b. */
static int64_t bound_keep(Truncation *s, int64_t limit, const uint32_t *price) {
  const int64_t proven = lp_bound_prove(s->cut, price), both = proven < limit ? proven : limit;
  if (both > s->bound) {
    s->bound = both;
    memmove(s->best_price, price, (size_t)matching_of(s->inst)->machines * sizeof *price);
  }
  return proven;
}

static Status limit_try(Truncation *s, int64_t limit, int64_t *proven) {
  times_cut(s, limit);
  TRY(halt_check("the bound of the makespan"));
  TRY(lp_bound(s->cut, s->threads, s->price, proven));
  *proven = bound_keep(s, limit, s->price);
  return OK;
}

/* The zero of the line through (low, more) and (high, less), `more` > 0 >= `less`: the excess of b over T. */
static int64_t crossing(int64_t low, int64_t more, int64_t high, int64_t less) {
  const double share = (double)more / ((double)more - (double)less);
  return low + (int64_t)(share * (double)(high - low));
}

/* Searches between low, where b - T is `more` > 0, and low + more, where it cannot be above 0. */
static Status limits_search(Truncation *s, int64_t low, int64_t more) {
  int64_t high = low + more, less = -more, proven;
  for (int solve = 0; solve < SOLVES && (double)(high - low) > WORTH * (double)low; solve++) {
    const int64_t limit = crossing(low, more, high, less);
    TRY(limit_try(s, limit, &proven));
    if (proven > limit) {
      low = limit;
      more = proven - limit;
    } else {
      high = limit;
      less = proven - limit;
    }
  }
  return OK;
}

/* Whether a time above `limit` is among those of least cost for a task. If none is, removing these times
 * changes nothing. */
static int times_matter(const Truncation *s, int64_t limit) {
  const int32_t machines = matching_of(s->inst)->machines;
  for (int32_t t = 0; t < s->inst->n; t++) {
    const int64_t *time = matching_of(s->inst)->etc + (size_t)t * (size_t)machines;
    double least = (double)s->best_price[0] * (double)time[0];
    for (int32_t m = 1; m < machines; m++) {
      const double cost = (double)s->best_price[m] * (double)time[m];
      least = cost < least ? cost : least;
    }
    for (int32_t m = 0; m < machines; m++)
      if (time[m] > limit && (double)s->best_price[m] * (double)time[m] <= least * (1 + TIE)) return 1;
  }
  return 0;
}

static Status truncation_search(Truncation *s) {
  const int64_t start = s->bound;
  int64_t proven;
  if (!times_matter(s, start)) return OK;
  TRY(limit_try(s, start, &proven));
  return proven > start ? limits_search(s, start, proven - start) : OK;
}

Status lp_bound_truncated(const Instance *inst, int threads, uint32_t *price, int64_t *bound) {
  Status status = OK;
  Truncation s = {.inst = inst, .threads = threads, .best_price = price};
  TRY(lp_bound(inst, threads, price, &s.bound));
  TRY(halt_check("the bound of the makespan"));
  TRY(instance_alloc_like(inst, &s.cut));
  s.price = malloc((size_t)matching_of(inst)->machines * sizeof *s.price);
  if (!s.price)
    FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for the LP duals of %d machines", matching_of(inst)->machines);
  TRY_GOTO(truncation_search(&s), cleanup);
  *bound = s.bound;
cleanup : {
  instance_free(s.cut);
  free(s.price);
}
  return status;
}
