/* The "3opt" solver (three_opt.c) and its settings in a plan. */
#ifndef CORDEE_SOLVER_THREE_OPT_THREE_OPT_PLAN_H
#define CORDEE_SOLVER_THREE_OPT_THREE_OPT_PLAN_H

#include "solver.h"
#include "three_opt_kernels.h"

typedef enum ThreeOptStart { START_SAVINGS, START_STAR } ThreeOptStart;
typedef enum ThreeOptSelection {
  SELECT_AUTO,    /* complete() resolves it */
  SELECT_BEST,    /* the best move of a scan, as published */
  SELECT_DISJOINT /* of the best moves of rows those of routes that no better one changes */
} ThreeOptSelection;
/* From so many nodes of a giant tour on, SELECT_AUTO is SELECT_DISJOINT. */
enum { THREE_OPT_LARGE = 5000, THREE_OPT_EPOCH = 1024 /* moves */ };

typedef struct ThreeOptPlan {
  ThreeOptStart start;
  ThreeOptEvaluator evaluator;
  ThreeOptSelection selection;
  uint32_t levels; /* of the segment hierarchy; 0: the default */
  uint64_t moves;  /* most to make; 0: until there is no improving one */
} PLAN_SETTINGS ThreeOptPlan;

PLAN_OWN(three_opt_plan, ThreeOptPlan)

extern const Solver solver_three_opt;
extern const struct Certifying three_opt_certifying; /* three_opt_certify.c */
extern const OptionRow three_opt_option_rows[];

/* The evaluator of a plan that leaves it open: it is no evaluator of the kernels. */
#define THREE_OPT_AUTO THREE_OPT_EVALUATORS

/* Solver.complete. ERR_USAGE. */
Status three_opt_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
/* Chooses the evaluator if it is open, then checks that the instance and the settings of the evaluator can be. ERR_USAGE. */
Status three_opt_evaluator_complete(const Instance *inst, ThreeOptPlan *own);

#endif
