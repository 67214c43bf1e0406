/* What a task has come to, judged: the same numbers for a run's report, its checkpoints and rows of results. Local. */
#ifndef CORDEE_RUN_OUTCOME_H
#define CORDEE_RUN_OUTCOME_H

#include "individual.h"
#include "problem.h"

typedef struct Outcome {
  uint64_t finished, moves; /* as Progress counts them, all legs of a run added up */
  double elapsed_s;         /* all legs added up */
  int64_t best;             /* judged; COST_NONE: no solution yet */
  uint32_t best_island;
  const int32_t *best_gene; /* NULL if best is COST_NONE; not owned */
  int64_t best_known;       /* 0: unknown */
  int64_t bound;            /* proven lower bound on any cost; 0: none */
} Outcome;

/* Judges a solution against the cost that its solver kept (problem/judge.h) and makes it the best of `o`, which must not
 * outlive the gene. ERR_INTERNAL: they differ, or there is no solution. */
Status outcome_judge(Outcome *o, const Instance *inst, const Individual *found);

/* The best known value of an instance: `given` on the command line, or, if that is 0, the one published beside the file at
 * `path` (optima.h), which is read with these settings. 0: unknown. ERR_USAGE, ERR_FORMAT. */
Status best_known_find(const char *path, const Instance *inst, const InstanceSettings *settings, double given,
                       int64_t *best_known);

/* The cost at which a run ends, in units of its costs, which have so many decimals: the larger of `cost` and of the best known value and `gap` per
 * cent of it, if it is known. Both may be -INFINITY. */
double outcome_target(const Outcome *o, int decimals, double cost, double gap);

#endif
