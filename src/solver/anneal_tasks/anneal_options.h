/* The machines that the annealer considers for each task, and their sizes at the LP duals: the first half of
 * making a model. */
#ifndef CORDEE_SOLVER_ANNEAL_TASKS_ANNEAL_OPTIONS_H
#define CORDEE_SOLVER_ANNEAL_TASKS_ANNEAL_OPTIONS_H

#include "anneal_archipelago.h"
#include "problem/matching/matching.h"

typedef struct AnnealOptions {
  const Instance *inst;
  AnnealModel *model;
  uint32_t *price; /* (machines) */
  double per_unit; /* a price times a time, in units */
  double *size;    /* (n, machines) in units; HUGE_VAL: too long */
  double *least;   /* (n) the smallest of each task */
  uint8_t *rank;   /* (n, machines) of the option, or ANNEAL_NONE: compacted to searched tasks at the end */
  int32_t *count;  /* (n) options */
  int64_t *total;  /* (machines) of its options' times */
} AnnealOptions;

static inline size_t option_at(const AnnealOptions *b, int32_t t, int32_t m) {
  return (size_t)t * (size_t)matching_of(b->inst)->machines + (size_t)m;
}

/* Also sets the model's incumbent, bound, spacing, and units_tick for a tick of one unit. The caller frees *out
 * in any case. ERR_MEMORY. */
Status anneal_options_make(const Instance *inst, int threads, AnnealModel *model, AnnealOptions *out);
void anneal_options_free(AnnealOptions *options);

#endif
