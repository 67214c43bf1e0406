/* A method on an instance for a time and a number of evaluations, and what it had when: for `cordee-ladder heuristics`. One process. */
#ifndef CORDEE_LADDER_RACE_H
#define CORDEE_LADDER_RACE_H

#include "options/options.h"

typedef struct RacePoint { /* a new best */
  double seconds, evaluations;
  int64_t cost;
} RacePoint;

typedef struct Race {
  const Solver *solver;
  RacePoint *point; /* (count) ascending in time; owned */
  size_t count, room;
  double seconds, evaluations; /* of the whole run */
} Race;

/* Both amounts of work that all methods get, and when a run ends with fewer evaluations. */
typedef struct RaceGoal {
  double seconds, evaluations, seconds_most; /* seconds_most >= seconds */
} RaceGoal;

/* Runs the solver with its defaults until both goals are reached, for seconds_most at most: a run ends with the slice in which that
 * time is over. Its answer is judged. ERR_USAGE: it does not take the instance. The race is to be freed in any case. */
Status race_run(uint64_t seed, Backend *be, const Solver *solver, const Instance *inst, RaceGoal goal,
                Race *race);
/* Runs a complete plan to its end, `each` steps of every island at a time; its answer is judged. To be freed in any case. */
Status race_steps(Backend *be, const Solver *solver, const Instance *inst, const Plan *plan, uint32_t each,
                  Race *race);
void race_free(Race *race);

/* The best after that much; COST_NONE: the method had no tour yet. Tours become known at the end of a slice, which is at least one step
 * of every island, so point[0] says when the first one did. */
int64_t race_at_time(const Race *race, double seconds);
int64_t race_at_evaluations(const Race *race, double evaluations);

#endif
