/* The library's own swarms, as `cordee solve --method pso` runs them, for the ladder of swarms: their times, and the state that every
 * design must reach. */
#ifndef CORDEE_LADDER_SWARM_OWN_H
#define CORDEE_LADDER_SWARM_OWN_H

#include "instance.h"
#include "swarm_kernels.h"

/* All settings but these are those of the method: 128 particles, c1 2.0, c2 1.4, inertia 0.9 that decays by 0.995. */
typedef struct SwarmSize {
  int32_t tasks, machines;
  uint32_t swarms, iterations;
  uint64_t seed;
} SwarmSize;

/* A grid: task lengths over machine speeds. *out is owned by the caller. */
Status swarm_grid(const SwarmSize *size, Instance **out);

/* A run, on any backend. */
typedef struct SwarmOwn {
  SwarmPlan plan; /* what designs are given to do the same; its arrays are owned */
  PsoState state; /* after the last exchange, in arrays of the host, owned */
  double seconds; /* of all iterations, exchanges and champions included, the start not */
} SwarmOwn;

/* To be freed, even after an error. */
Status swarm_own_run(Backend *be, const Instance *inst, const SwarmSize *size, SwarmOwn *out);
void swarm_own_free(SwarmOwn *own);

/* Arrays of the host for the state that SwarmLadderKernels.state copies; to be freed, even after an error. */
Status swarm_state_make(const SwarmPlan *plan, PsoState *out);
void swarm_state_free(PsoState *state);
/* ERR_INTERNAL, with the name, unless both are the same bit for bit. */
Status swarm_state_compare(const SwarmPlan *plan, const char *name, const PsoState *want,
                           const PsoState *got);

#endif
