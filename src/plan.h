/* Plan: what an answer depends on besides the instance.
 *
 * A plan is a value: it may be copied, compared and kept; it has no pointers. What all solvers share is here; a solver's own
 * settings lie in `own`, which only that solver and its tests look into, by the functions that PLAN_OWN makes. */
#ifndef CORDEE_PLAN_H
#define CORDEE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { PLAN_OWN_BYTES = 256 };

typedef struct Plan { /* immutable once complete; 0 asks for the solver's own default (Solver.complete) */
  uint64_t seed;
  uint32_t islands; /* on the whole ring */
  uint32_t epoch;   /* work of an island between two exchanges, in the solver's own count */
  bool initial;     /* it goes on from a given solution */
  /* a solver without a budget may follow the clock, and plan for these; nothing else depends on them: */
  double time_s;    /* the time limit of the run; 0: none */
  uint32_t ranks;   /* that begin the run; 0: one */
  uint32_t threads; /* of all these ranks; 0: not known, or they work on devices */
  uint64_t room;    /* free bytes of the rank that has the least; 0: not known */
  bool
      mixed; /* ranks work on CPUs and on devices: where these advance in other steps, they take the same ones. No answer depends on it */
  unsigned char own[PLAN_OWN_BYTES] __attribute__((aligned(16))); /* the solver's settings */
} Plan;

/* For defaults of runs that the clock ends. Ranks that begin the run, at least one. */
static inline uint32_t plan_ranks(const Plan *plan) { return plan->ranks ? plan->ranks : 1; }
/* CPU threads that each island has, at least one; one where ranks work on devices. The plan has its islands. */
static inline uint32_t plan_island_threads(const Plan *plan) {
  return plan->threads > plan->islands ? plan->threads / plan->islands : 1;
}

/* On the type of a solver's settings: they are read and written in the bytes of a plan, which are copied as bytes. */
#define PLAN_SETTINGS __attribute__((may_alias))

/* The settings of type TYPE in a plan: NAME reads them, NAME_edit changes them, NAME_make puts them into a plan. */
#define PLAN_OWN(NAME, TYPE)                                                                                 \
  _Static_assert(sizeof(TYPE) <= PLAN_OWN_BYTES, "PLAN_OWN_BYTES is too small for " #TYPE);                  \
  static inline const TYPE *NAME(const Plan *plan) { return (const TYPE *)(const void *)plan->own; }         \
  static inline TYPE *NAME##_edit(Plan *plan) { return (TYPE *)(void *)plan->own; }                          \
  static inline Plan NAME##_make(Plan common, TYPE own) {                                                    \
    memcpy(common.own, &own, sizeof own);                                                                    \
    return common;                                                                                           \
  }

#endif
