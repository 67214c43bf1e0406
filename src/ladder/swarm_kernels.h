/* The ladder of particle swarms for task matching as published (Solomon 2012): a kernel for each part of an iteration, launched one after
 * another, all state in global memory; to be measured beside the library's fused kernel (`cordee-ladder swarms`). C interface; one
 * implementation, src/ladder/gpu/swarms.cu. docs/ladder.md tells the designs.
 *
 * All designs compute what solver/pso/pso_kernels.h says, with the same random numbers: so every position, velocity and best is, bit for
 * bit, that of `cordee solve --method pso`. Calls are local, for one thread, on the backend that opened the ladder. */
#ifndef CORDEE_LADDER_SWARM_KERNELS_H
#define CORDEE_LADDER_SWARM_KERNELS_H

#include <stdbool.h>
#include "solver/pso/pso_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SwarmLadder SwarmLadder; /* swarms on a device */

/* The kernels: a particle's place in one dimension is a thread of SWARM_INIT, SWARM_UPDATE and SWARM_MOVE, a particle one of the others, whose
 * blocks are swarms; SWARM_RANDOM stores the numbers of many iterations. */
typedef enum SwarmKernel {
  SWARM_INIT,
  SWARM_RANDOM,
  SWARM_UPDATE,
  SWARM_FITNESS,
  SWARM_BESTS,
  SWARM_FIND, /* the particles that change places */
  SWARM_MOVE, /* and do so */
  SWARM_KERNELS
} SwarmKernel;

typedef struct SwarmDesign {
  const char *name; /* that of swarm_table.c, which has the texts */
  bool shared;      /* loads of the machines in shared memory; false: in global memory */
  bool texture;     /* times of tasks by texture fetches */
  bool by_particle; /* state lies particle by particle; false: dimension by dimension */
} SwarmDesign;

enum { SWARM_PARTICLES_MAX = 1024 };

/* What all designs are given. Arrays are the host's. */
typedef struct SwarmPlan {
  PsoProblem problem; /* a matching */
  uint64_t seed;
  uint32_t swarms, iterations;
  uint32_t epoch; /* iterations from one exchange to the next; there is one after the last, too */
  const float *w; /* (iterations) inertia */
  uint64_t
      chunk_bytes; /* of random numbers that are stored at most; numbers of an iteration are never divided */
} SwarmPlan;

/* Seconds of all iterations. */
typedef struct SwarmTimes {
  double total;                 /* by the host's clock, exchanges included, the start not */
  double kernel[SWARM_KERNELS]; /* between events, the start included; 0 if they were not timed apart */
} SwarmTimes;

typedef struct SwarmLadderKernels {
  const SwarmDesign *(*design)(int k); /* the k-th, NULL behind the last */
  /* `plan` is copied, its arrays, too. ERR_USAGE: more than SWARM_PARTICLES_MAX particles, or more than half of them migrate. ERR_MEMORY, ERR_DEVICE. */
  Status (*open)(Backend *be, const SwarmPlan *plan, SwarmLadder **out);
  /* Swarms whose fitness a design computes at once; 0: the loads do not fit into shared memory. */
  Status (*resident)(SwarmLadder *l, int k, uint32_t *swarms);
  /* From the start to the last exchange. apart: with events around each kernel. */
  Status (*run)(SwarmLadder *l, int k, bool apart, SwarmTimes *times);
  /* The state after the last run, of design k, into the host's arrays x, v, b, b_fitness, g, h, g_fitness, h_known, in the order of
   * pso_kernels.h. */
  Status (*state)(SwarmLadder *l, int k, const PsoState *host);
  void (*close)(SwarmLadder *l); /* NULL allowed */
} SwarmLadderKernels;

#ifdef __cplusplus
}
#endif
#endif
