/* Inside the recombination of tours on the CPU: one pair, in a thread's workspace. Both rules begin with its cycles and what they gain
 * (recombine_pair.c). They differ in how these are applied: one after another (recombine.c), or at once (recombine_large.c). */
#ifndef CORDEE_CPU_EAX_RECOMBINE_PAIR_H
#define CORDEE_CPU_EAX_RECOMBINE_PAIR_H

#include "search/eax/recombine_kernels.h"
#include "search/eax/recombine_sets.h"

/* A cycle, or a set, that gains. */
typedef struct Gain {
  int64_t gain, loss;
  RecombineSet set;
} Gain;

/* The workspace of a thread; n cities, d entries. */
typedef struct Workspace {
  RecombineMove move;
  RecombineTrial trial;
  int32_t *position, *position_b; /* (n) inverses of the child and of parent B */
  int32_t *entry;                 /* (n) */
  int32_t *city, *partner;        /* (2 d) */
  int32_t *cycle;                 /* (d) of each entry */
  int32_t *member;                /* (d) entries, cycle after cycle */
  int32_t *first;                 /* (cycles + 1) */
  int32_t *row;                   /* (n) cities that move */
  int32_t *reach;                 /* (n, 2) RecombineChild */
  Gain *gain;                     /* (cycles) */
} Workspace;

/* What a pair's tests read. */
typedef struct Pair {
  const RecombineTask *task;
  uint32_t group;
  RecombineChild child;
  RecombineCycles cycles;
} Pair;

static const ThreadGroup single_thread = {0, 1, NULL};

/* The child of a pair whose cycles are found: what a rule does. The child is a copy of parent A. ERR_MEMORY. */
typedef Status (*PairImprove)(const Pair *x, Workspace *r, RecombineResult *out);

/* Makes the children of all pairs, a thread for each. ERR_MEMORY, ERR_STOPPED. */
Status pairs_recombine(Backend *be, const RecombineTask *task, PairImprove improve);

/* Tests a set as it is on the child; r->move describes it if it passes. The gain; 0: it fails. */
int64_t set_as_is(const Pair *x, RecombineSet *set, Workspace *r);
/* What gains on parent A, best first, in r->gain: cycles, and sets if fewer than one in `few` cycles gain. Returns how many of them
 * are chosen. */
int32_t gains_choose(const Pair *x, Workspace *r, int32_t few, RecombineResult *out);

Status recombine_large(Backend *be, const RecombineTask *task); /* RecombineKernels.recombine_large */

#endif
