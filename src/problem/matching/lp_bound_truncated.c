/* The truncated LP bound: see lp_bound.h, lp_bound_truncated. */
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "problem/matching/lp_bound.h"
#include "matching.h"

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
