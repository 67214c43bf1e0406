/* The contract of the annealer's twins (src/cpu/anneal_tasks/anneal.c, src/gpu/anneal_tasks/anneal.cu): same state, same
 * bits.
 *
 * Task matching with the LP duals of machines (matching_bounds.h): the size of a time is its product with its
 * machine's dual, in units of bound / tasks. A good assignment has few options (a machine for a task) that are
 * much larger than the task's smallest one. Only options near the smallest are kept (anneal_tables.c); tasks
 * with one option are not searched. A chain is a sequence of assignments of the other tasks.
 *
 *   Cost     of machine m with load l, target T (a makespan), x = l - T:  price_m x + [x > 0] q x^2; all in floats,
 *            one IEEE operation after the other as in anneal_step.h. The sum of price_m x is the total regret, but for a constant.
 *   Step     k of chain c: a proposal, made if it is acceptable (anneal_step.h). The steps of a chain are sequential by
 *            definition; a backend may evaluate several at once, as rejected proposals change nothing.
 *   Random   Philox4x32-10, key seed, counter (c, k low, k high, RNG_ANNEAL); c counts over the whole ring.
 *   Start    every task at its cheapest option, which is the best so far.
 *   Stages   an epoch is ANNEAL_STAGES stages of as many steps each, each with its temperature and q.
 *   Best     after a step that is made, in the second half of the stages: if every load is below the chain's best makespan,
 *            `kept` becomes the assignment, and best its makespan in ticks. */
#ifndef CORDEE_SOLVER_ANNEAL_TASKS_ANNEAL_KERNELS_H
#define CORDEE_SOLVER_ANNEAL_TASKS_ANNEAL_KERNELS_H

#include "backend.h"
#include "rng.h"

enum {
  RNG_ANNEAL = 0x20000000,
  ANNEAL_MOVES = 4,         /* of a step at most */
  ANNEAL_STAGES = 128,      /* of an epoch */
  ANNEAL_OPTIONS_MAX = 255, /* of a task */
  ANNEAL_NONE = 255,        /* no rank */
  ANNEAL_BUCKETS = 128,     /* of a machine's list */
  ANNEAL_BUCKETS_UNIT = 32, /* buckets a unit of size */
  ANNEAL_PAD = 32           /* entries before the first one, so that windows of bits may begin below it */
};

typedef struct AnnealOption {
  int32_t time; /* ticks */
  int32_t machine;
  int32_t task;
  int32_t entry; /* its index in its machine's list */
} AnnealOption;

/* Read by every kernel, written by none. Arrays are on the backend, owned by the archipelago. Tasks are those searched. */
typedef struct AnnealTables {
  int32_t tasks, machines;
  int32_t entries;            /* ANNEAL_PAD + options */
  const uint32_t *start;      /* (tasks + 1) first option of each task */
  const AnnealOption *option; /* by task; rank r of a task is its option start + r */
  const uint8_t *rank;        /* (tasks, machines) of the task's option there, or ANNEAL_NONE */
  const uint32_t *entry; /* (entries) options by machine, then by time; the first ANNEAL_PAD are padding */
  const int32_t *list;   /* (machines + 1) first entry of each machine */
  const int32_t
      *near; /* (machines, ANNEAL_BUCKETS) its first entry of at least that size, its end if there is none */
  const float *price;  /* (machines) units a tick */
  const int32_t *base; /* (machines) load of the tasks that are not searched, ticks */
} AnnealTables;

/* Arrays are on the backend; chains are rows. */
typedef struct AnnealState {
  uint64_t seed;
  uint32_t first, chains; /* over the whole ring; here */
  uint64_t step;          /* of every chain, since the start: the next one */
  uint8_t *choice;        /* (chains, tasks) rank of each task's option */
  uint8_t *kept;          /* (chains, tasks) the best assignment, those before restarts included */
  int32_t *best;          /* (chains) its makespan in ticks */
  int32_t *target;        /* (chains) of the epoch under way, ticks */
  uint8_t *inbox;         /* (tasks) from another rank */
} AnnealState;

/* An epoch's stages: stage s is steps [first + s length, first + (s + 1) length). */
typedef struct AnnealStages {
  uint64_t first;
  uint64_t length;
  float temperature[ANNEAL_STAGES], q[ANNEAL_STAGES];
} AnnealStages;

typedef struct AnnealKernels {
  /* How the kernels run with so many chains. ERR_DEVICE. */
  Status (*describe)(Backend *be, const AnnealTables *tables, uint32_t chains, Description *out);
  /* Steps state->step .. state->step + steps - 1, all in the epoch of `stages`, of every chain; there is at least one chain,
   * task, and step. May return before it is done: transfers wait for it. ERR_DEVICE, ERR_MEMORY. */
  Status (*advance)(Backend *be, const AnnealTables *tables, const AnnealState *state,
                    const AnnealStages *stages, uint64_t steps);
  /* choice[c] and kept[c] become kept[source[c]] as it was before, inbox if source[c] is `chains`. source: (chains), on the
   * host, reusable at once. ERR_DEVICE, ERR_MEMORY. */
  Status (*restart)(Backend *be, const AnnealTables *tables, const AnnealState *state,
                    const uint32_t *source);
  uint32_t islands, chains; /* a default population: islands, chains of each */
} AnnealKernels;

RNG_FN philox4x32_ctr_t anneal_random(uint64_t seed, uint32_t chain, uint64_t step) {
  philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
  philox4x32_ctr_t counter = {{chain, (uint32_t)step, (uint32_t)(step >> 32), RNG_ANNEAL}};
  return philox4x32(counter, key);
}

#endif
