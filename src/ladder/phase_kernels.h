/* The ladder of maximum flow by minimum potentials (S. Solomon 2012, what it is: src/cpu/flow/mpm.h): published kernels that the host drives, a
 * launch a step and an answer of a few bytes, timed by the parts of a phase (`cordee-ladder flow`). C interface; one implementation,
 * src/ladder/gpu/phases.cu. Calls are local, for one thread, on the backend that opened the ladder. */
#ifndef CORDEE_LADDER_PHASE_KERNELS_H
#define CORDEE_LADDER_PHASE_KERNELS_H

#include <stdbool.h>
#include "backend.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PhaseLadder PhaseLadder; /* a network on a device, and what the designs need */

/* A residual network on the host, in the form of evaluator/flow/flow_kernels.h. */
typedef struct PhaseNet {
  uint32_t vertices, places, source, sink;
  const uint32_t *first, *head, *mate;
  const int64_t *residual;
} PhaseNet;

/* Layers: the search, and potentials. Send: pushes and pulls. */
typedef enum PhasePart { PHASE_LAYERS, PHASE_PRUNE, PHASE_LEAST, PHASE_SEND, PHASE_PARTS } PhasePart;

typedef struct PhaseRun {
  int64_t value;
  uint64_t iterations; /* of least potentials */
  uint32_t phases;
  bool complete;              /* it ended at a maximum flow, not at a limit */
  double seconds;             /* of the run, the host's part included */
  double part_s[PHASE_PARTS]; /* between events, answers to the host included */
} PhaseRun;

typedef struct PhaseKernels {
  const char *(*design)(int k); /* the name of the k-th in flow_table.c, NULL behind the last */
  /* The network is copied. ERR_MEMORY, ERR_DEVICE. */
  Status (*open)(Backend *be, const PhaseNet *net, PhaseLadder **out);
  /* A flow by design k, from the network as it was opened, of so many iterations and seconds at most. ERR_STOPPED, ERR_DEVICE. */
  Status (*run)(PhaseLadder *l, int k, uint64_t iterations, double seconds, PhaseRun *run);
  /* Residual capacities (places) after the last run. */
  Status (*residual)(PhaseLadder *l, int64_t *residual);
  void (*close)(PhaseLadder *l); /* NULL allowed */
} PhaseKernels;

#ifdef __cplusplus
}
#endif
#endif
