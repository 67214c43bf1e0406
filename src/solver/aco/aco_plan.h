/* The "aco" solver (aco.c) and its settings in a plan: for the solver itself, benches and tests. */
#ifndef CORDEE_SOLVER_ACO_ACO_PLAN_H
#define CORDEE_SOLVER_ACO_ACO_PLAN_H

#include "aco_kernels.h"
#include "solver.h"

typedef enum AcoVariant {
  ACO_AUTO,    /* by the instance's size */
  ACO_MMAS,    /* MAX-MIN ant system */
  ACO_RANK,    /* rank-based ant system */
  ACO_FOCUSED, /* ants change a tour in few places */
  ACO_AS       /* ant system: all ants leave trails */
} AcoVariant;

typedef enum AcoSearch {
  ACO_SEARCH_NONE,
  ACO_SEARCH_TWO_OPT,
  ACO_SEARCH_ILS,
  ACO_SEARCH_AUTO /* by the variant */
} AcoSearch;

/* Which edges have trails. */
typedef enum AcoTrails { ACO_TRAILS_AUTO, ACO_TRAILS_CANDIDATES, ACO_TRAILS_ALL } AcoTrails;

typedef struct AcoPlan { /* 0 asks for the default, which depends on the variant */
  AcoVariant variant;
  AcoSearch search;    /* on the tour of every ant */
  uint32_t ants;       /* of an island */
  uint32_t iterations; /* of every island; 0: the time limit decides */
  uint32_t alpha;      /* power of the trail */
  double beta;         /* power of the inverse distance */
  double rho;          /* share of a trail that evaporates in an iteration */
  double p_best;       /* sets the least trail: Stuetzle and Hoos' probability of the best tour */
  uint32_t elite;      /* w of the rank-based system: w - 1 ants and the best tour leave trails */
  uint32_t changes;    /* new edges after which a focused ant stops */
  uint32_t candidates; /* of a city */
  uint32_t quadrant;   /* of those, from each quadrant around it; 0: the nearest in any direction */
  AcoTrails trails;
  double q;      /* of the ant system: an ant leaves q / cost */
  double trail0; /* of the ant system: the trails at first; 0: q / (n greedy tour's cost) */
  bool open;     /* filled in by Solver.complete: there is no budget, the time limit ends the run */
} PLAN_SETTINGS AcoPlan;

PLAN_OWN(aco_plan, AcoPlan)

/* The trails of all pairs at first, if the greedy tour has that cost. */
uint64_t aco_trail_all_first(const Plan *plan, int32_t n, int64_t unit);

/* The plan in the kernels' numbers, with that many candidates. */
AcoRules aco_rules(const Instance *inst, const Plan *plan, int32_t width);

/* Solver's functions of these names. */
Status aco_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
uint64_t aco_budget(const Plan *plan);
uint32_t aco_epochs(const Plan *plan);
double aco_work_all(const Instance *inst, const Plan *plan);
double aco_work_done(const Instance *inst, const Plan *plan, const Progress *progress);
const char *aco_word(const Plan *plan);

extern const Solver solver_aco;
extern const OptionRow aco_option_rows[];

#endif
