/* The knapsack bound of task matching: see matching_bounds.h, knapsack_bound_raise.
 *
 * Prices of tasks are raised by subgradient steps (Held, Wolfe, Crowder 1974) towards a trial T: a task that no machine's best set contains
 * becomes dearer, one that several contain cheaper. Every T for which the prices pay more for the tasks than the sets can earn is proven, and
 * the next T follows by Newton's method. */
#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "halt.h"
#include "knapsack.h"
#include "matching.h"
#include "matching_bounds.h"

enum {
  TICK_BITS = 28, /* T is fewer than 2^28 ticks */
  PATIENCE = 60,  /* steps without a gain */
  TRIES = 600     /* steps for one trial */
};

static const double PAID = 4503599627370496.0; /* 2^52: what the prices sum to, about */
static const double AIM = 1e-3, AIM_LEAST = 1e-6, AIM_FACTOR = 0.7,
                    AIM_FAR = 3 /* of PAID; how much a step is for */;
static const double MOMENTUM = 0.8, TOLERANCE = 2e-6 /* of PAID, of all knapsacks */, RANGE = 0.01 /* of T */;

typedef struct Ascent {
  const MatchingInstance *inst;
  const uint32_t *machine_price;
  int threads;
  int64_t least;         /* the LP bound */
  int64_t proven, trial; /* no schedule is shorter than `proven`; is one of `trial` possible? */
  int64_t most, tick;    /* arcs are those that a schedule of at most `most` may use; weights are in ticks */
  size_t *first;         /* (machines + 1) of each machine's arcs */
  int32_t *task;         /* (arcs) */
  int64_t *weight;       /* (arcs) */
  KnapsackItem *item;    /* (threads, n) */
  uint8_t *taken;        /* (arcs) */
  uint8_t *set;          /* (threads, n) */
  Knapsack **sack;       /* (threads) */
  int64_t *earned, *room_price; /* (machines) */
  double *price, *proof;        /* (n) of tasks; those that proved `proven` */
  double *metric, *direction;   /* (n) squared scale of a task's price; the sum of past subgradients */
  int64_t *whole;               /* (n) prices as integers */
  int32_t *cover;               /* (n) how many sets contain a task */
  double aim, record; /* of the excess: what a step hopes for, and the most since `aim` has changed */
  int stale, tries;   /* steps without a record; since the last proof or change of `aim` */
} Ascent;

/* ---- memory ---- */

static void ascent_close(Ascent *a) {
  for (int t = 0; a->sack && t < a->threads; t++) knapsack_close(a->sack[t]);
  free(a->sack);
  free(a->first);
  free(a->task);
  free(a->weight);
  free(a->item);
  free(a->taken);
  free(a->set);
  free(a->earned);
  free(a->room_price);
  free(a->price);
  free(a->proof);
  free(a->metric);
  free(a->direction);
  free(a->whole);
  free(a->cover);
}

static bool arrays_alloc(Ascent *a) {
  const size_t n = (size_t)a->inst->head.n, machines = (size_t)a->inst->machines,
               threads = (size_t)a->threads;
  a->sack = calloc(threads, sizeof(Knapsack *));
  a->first = malloc((machines + 1) * sizeof *a->first);
  a->item = malloc(threads * n * sizeof *a->item);
  a->set = malloc(threads * n);
  a->earned = malloc(machines * sizeof *a->earned);
  a->room_price = malloc(machines * sizeof *a->room_price);
  a->price = malloc(n * sizeof *a->price);
  a->proof = malloc(n * sizeof *a->proof);
  a->metric = malloc(n * sizeof *a->metric);
  a->direction = calloc(n, sizeof *a->direction);
  a->whole = malloc(n * sizeof *a->whole);
  a->cover = malloc(n * sizeof *a->cover);
  return a->sack && a->first && a->item && a->set && a->earned && a->room_price && a->price && a->proof &&
         a->metric && a->direction && a->whole && a->cover;
}

static Status ascent_alloc(Ascent *a) {
  if (!arrays_alloc(a))
    FAIL(ERR_MEMORY, "no memory for the knapsack bound of %d tasks and %d machines", a->inst->head.n,
         a->inst->machines);
  for (int t = 0; t < a->threads; t++) TRY(knapsack_open(a->inst->head.n, &a->sack[t]));
  return OK;
}

/* ---- arcs ---- */

static int64_t time_of(const Ascent *a, int32_t t, int32_t m) {
  return a->inst->etc[(size_t)t * (size_t)a->inst->machines + (size_t)m];
}

static unsigned __int128 cost_of(const Ascent *a, int32_t t, int32_t m) {
  return (unsigned __int128)a->machine_price[m] * (uint64_t)time_of(a, t, m);
}

/* By the machines' prices, the least that a task costs in a schedule of at most `most`. */
static unsigned __int128 cheapest_of(const Ascent *a, int32_t t) {
  unsigned __int128 cheapest = ~(unsigned __int128)0;
  for (int32_t m = 0; m < a->inst->machines; m++)
    if (time_of(a, t, m) <= a->most && cost_of(a, t, m) < cheapest) cheapest = cost_of(a, t, m);
  return cheapest;
}

/* What the loads of a schedule of `most` cost at most by the machines' prices, less what its tasks cost at least: a task's machine costs
 * at most so much more than its cheapest. */
static unsigned __int128 regret_most(const Ascent *a) {
  unsigned __int128 room = 0, paid = 0;
  for (int32_t m = 0; m < a->inst->machines; m++)
    room += (unsigned __int128)a->machine_price[m] * (uint64_t)a->most;
  for (int32_t t = 0; t < a->inst->head.n; t++) paid += cheapest_of(a, t);
  return room > paid ? room - paid : 0;
}

static size_t machine_arcs(Ascent *a, int32_t m, const unsigned __int128 *limit, size_t arc, bool fill) {
  for (int32_t t = 0; t < a->inst->head.n; t++) {
    if (time_of(a, t, m) > a->most || cost_of(a, t, m) > limit[t]) continue;
    if (fill) {
      a->task[arc] = t;
      a->weight[arc] = time_of(a, t, m) / a->tick;
    }
    arc++;
  }
  return arc;
}

static size_t arcs_fill(Ascent *a, const unsigned __int128 *limit, bool fill) {
  size_t arc = 0;
  for (int32_t m = 0; m < a->inst->machines; m++) {
    a->first[m] = arc;
    arc = machine_arcs(a, m, limit, arc, fill);
  }
  return a->first[a->inst->machines] = arc;
}

/* The arcs of schedules of at most `most`. */
static Status arcs_make(Ascent *a) {
  const unsigned __int128 regret = regret_most(a);
  unsigned __int128 *limit = malloc((size_t)a->inst->head.n * sizeof *limit);
  size_t arcs = 0;
  for (int32_t t = 0; limit && t < a->inst->head.n; t++) limit[t] = cheapest_of(a, t) + regret;
  if (limit) arcs = arcs_fill(a, limit, false);
  free(a->task);
  free(a->weight);
  free(a->taken);
  a->task = malloc((arcs + 1) * sizeof *a->task);
  a->weight = malloc((arcs + 1) * sizeof *a->weight);
  a->taken = malloc(arcs + 1);
  const bool enough = limit && a->task && a->weight && a->taken;
  for (a->tick = 1; a->most / a->tick >= (int64_t)1 << TICK_BITS;) a->tick *= 2;
  if (enough) arcs_fill(a, limit, true);
  free(limit);
  if (!enough) FAIL(ERR_MEMORY, "no memory for the knapsack bound of %d tasks", a->inst->head.n);
  return OK;
}

/* Schedules of up to `trial` are looked at from now on. */
static Status range_widen(Ascent *a) {
  const int64_t before = a->most;
  while (a->trial > a->most) {
    const int64_t range = a->most - a->least, first = (int64_t)(RANGE * (double)a->least);
    a->most = a->least + (2 * range > first ? 2 * range : first) + 1;
  }
  return a->most > before ? arcs_make(a) : OK;
}

/* ---- one evaluation ---- */

/* The best set of machine m that fits into the trial, by thread `t`. */
static void machine_earn(Ascent *a, int32_t m, int t) {
  const size_t n = (size_t)a->inst->head.n, begin = a->first[m], end = a->first[m + 1];
  const int64_t room = a->trial / a->tick, tolerance = (int64_t)(TOLERANCE * PAID / a->inst->machines);
  KnapsackItem *const item = a->item + (size_t)t * n;
  uint8_t *const set = a->set + (size_t)t * n;
  int32_t items = 0;
  for (size_t arc = begin; arc < end; arc++)
    if (a->weight[arc] <= room) item[items++] = (KnapsackItem){a->whole[a->task[arc]], a->weight[arc]};
  a->earned[m] = knapsack_bound(a->sack[t], items, item, room, tolerance, set, &a->room_price[m]);
  items = 0;
  for (size_t arc = begin; arc < end; arc++) a->taken[arc] = a->weight[arc] <= room ? set[items++] : 0;
}

/* Returns what the prices pay for all tasks, less the most that machines can earn with the trial's room: above 0, no schedule is that short. */
static double evaluate(Ascent *a) {
  __int128 excess = 0;
  for (int32_t t = 0; t < a->inst->head.n; t++) {
    a->whole[t] = (int64_t)(a->price[t] + 0.5);
    excess += a->whole[t];
  }
#pragma omp parallel for num_threads(a->threads) schedule(dynamic)
  for (int32_t m = 0; m < a->inst->machines; m++) machine_earn(a, m, omp_get_thread_num());
  memset(a->cover, 0, (size_t)a->inst->head.n * sizeof *a->cover);
  for (int32_t m = 0; m < a->inst->machines; m++) excess -= a->earned[m];
  for (size_t arc = 0; arc < a->first[a->inst->machines]; arc++) a->cover[a->task[arc]] += a->taken[arc];
  return (double)excess; /* of the same sign */
}

/* ---- ascent ---- */

/* The trial is proven: the next is where the excess would be 0 if rooms kept their prices. */
static void trial_raise(Ascent *a, double excess) {
  double room_price = 0;
  for (int32_t m = 0; m < a->inst->machines; m++) room_price += (double)a->room_price[m];
  const double most = (double)a->trial / 256, least = (double)a->trial * 1e-7;
  double gain = room_price > 0 ? excess / room_price * (double)a->tick : most;
  gain = gain > most ? most : gain;
  gain = gain < least ? least : gain;
  a->proven = a->trial + 1;
  a->trial += gain < 1 ? 1 : (int64_t)gain;
  a->record = 0;
  a->stale = 0;
  a->tries = 0;
  memcpy(a->proof, a->price, (size_t)a->inst->head.n * sizeof *a->price);
}

/* Nothing has been gained for a while: less is hoped for, from the prices that proved most. */
static void trial_lower(Ascent *a) {
  a->aim *= AIM_FACTOR;
  a->stale = 0;
  a->tries = 0;
  a->record = -2 * PAID;
  a->trial = a->proven + (a->trial - a->proven) / 2;
  memcpy(a->price, a->proof, (size_t)a->inst->head.n * sizeof *a->price);
  memset(a->direction, 0, (size_t)a->inst->head.n * sizeof *a->direction);
}

/* The trial is not proven: is there still hope? */
static void record_keep(Ascent *a, double excess) {
  a->stale++;
  a->tries++;
  if (excess > a->record + 0.1 * a->aim) {
    a->record = excess;
    a->stale = 0;
  }
  if (a->stale > PATIENCE || a->tries > TRIES) trial_lower(a);
}

/* A step towards an excess of `aim`, along the sum of subgradients. */
static void prices_step(Ascent *a, double excess) {
  double square = 0, sum = 0;
  for (int32_t t = 0; t < a->inst->head.n; t++) {
    a->direction[t] = MOMENTUM * a->direction[t] + (1 - a->cover[t]);
    square += a->metric[t] * a->direction[t] * a->direction[t];
  }
  double lacking = excess < 0 ? -excess : 0;
  lacking = lacking > AIM_FAR * a->aim ? AIM_FAR * a->aim : lacking;
  const double step = square > 0 ? (a->aim + lacking) / square : 0;
  for (int32_t t = 0; t < a->inst->head.n; t++) {
    const double price = a->price[t] + step * a->metric[t] * a->direction[t];
    a->price[t] = price > 0 ? price : 0;
    sum += a->price[t];
  }
  const double scale = sum > 2 * PAID || (sum > 0 && sum < PAID / 2) ? PAID / sum : 1;
  for (int32_t t = 0; t < a->inst->head.n; t++) a->price[t] *= scale;
}

/* The start: what a task costs by the machines' prices. A step is scaled by the root of that. */
static void prices_start(Ascent *a) {
  double sum = 0;
  for (int32_t t = 0; t < a->inst->head.n; t++) sum += a->price[t] = (double)cheapest_of(a, t);
  const double scale = sum > 0 ? PAID / sum : 0;
  for (int32_t t = 0; t < a->inst->head.n; t++) {
    a->price[t] *= scale;
    a->metric[t] = a->price[t] / PAID;
  }
  memcpy(a->proof, a->price, (size_t)a->inst->head.n * sizeof *a->price);
}

static Status ascend(Ascent *a, double until) {
  while (a->aim > AIM_LEAST * PAID && clock_s() < until && !halt_due()) {
    TRY(range_widen(a));
    const double excess = evaluate(a);
    if (excess > 0)
      trial_raise(a, excess);
    else
      record_keep(a, excess);
    prices_step(a, excess);
  }
  return OK;
}

Status knapsack_bound_raise(const Instance *inst, int threads, const uint32_t *price, double seconds,
                            int64_t *bound) {
  const double until = clock_s() + seconds;
  Ascent a = {
      .inst = matching_of(inst), .machine_price = price, .least = *bound, .proven = *bound, .trial = *bound};
  a.threads = threads < a.inst->machines ? threads : a.inst->machines;
  a.most = *bound - 1;
  a.aim = AIM * PAID;
  a.record = -2 * PAID;
  Status status = ascent_alloc(&a);
  if (status == OK) status = range_widen(&a);
  if (status == OK) {
    prices_start(&a);
    status = ascend(&a, until);
  }
  if (status == OK) *bound = a.proven;
  ascent_close(&a);
  return status;
}
