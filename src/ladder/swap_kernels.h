/* The ladder of one climber that swaps two cities (Brodtkorb, Hagen, Schulz, Hasle 2013): eight versions of two kernels an iteration, and
 * one kernel fitted to present devices, to be measured beside the library's own (`cordee-ladder swap`). C interface; one
 * implementation, src/ladder/gpu/swap.cu. docs/ladder.md tells the designs.
 *
 * An iteration looks at all (n-1)(n-2)/2 swaps of the one tour with all threads of the grid and makes the best one, by the rule of
 * solver/climb/climb_kernels.h; the last iteration finds none. So every design makes the same swaps.
 * Calls are local, for one thread, on the backend that opened the ladder. */
#ifndef CORDEE_LADDER_SWAP_KERNELS_H
#define CORDEE_LADDER_SWAP_KERNELS_H

#include "backend.h"
#include "swap_moves.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SwapLadder SwapLadder; /* a tour on a device, and what the designs need */

typedef struct SwapDesign {
  const char *name; /* that of swap_table.c, which has the texts */
  SwapMap map;      /* its largest n: swap_largest() */
  bool parts;       /* it has math-only and memory-only kernels */
} SwapDesign;

/* A climb: what all designs are given. Arrays are the host's. */
typedef struct SwapClimb {
  int32_t n;              /* 4 to LADDER_CITIES_MAX */
  const SwapPoint *point; /* (n) of the cities */
  const int32_t *start;   /* (n) */
  bool forbid;
  uint32_t limit; /* iterations at most */
} SwapClimb;

/* What came of it. */
typedef struct SwapRun {
  uint32_t iterations;        /* the last one, which finds no swap, included */
  bool minimum;               /* it ended at a local minimum, not at a limit */
  double seconds;             /* of all iterations, the host's part included */
  double evaluate_s, apply_s; /* of an iteration, the mean of the first ones; 0: not apart */
  SwapBest *step;             /* (limit) the swaps made, in their order; the caller's */
  uint32_t steps;             /* their number */
} SwapRun;

typedef struct SwapLadderKernels {
  const SwapDesign *(*design)(int k); /* the k-th, NULL behind the last */
  /* `climb` is copied, its arrays, too. ERR_MEMORY, ERR_DEVICE. */
  Status (*open)(Backend *be, const SwapClimb *climb, SwapLadder **out);
  /* Climbs by design k, from the start. */
  Status (*run)(SwapLadder *l, int k, SwapRun *run);
  /* The tour (n) after the last run. */
  Status (*tour)(SwapLadder *l, int32_t *tour);
  /* How many numbers have other positions than they should, a thread a number. */
  Status (*wrong)(SwapLadder *l, SwapMap map, uint64_t *wrong);
  /* Seconds of an evaluation of the start tour by design k, a part of its arithmetic; the mean of `repeats`. With the occupancy of the
   * whole. *result: of the whole and of math the best swap; of memory the sum in `word`. */
  Status (*part)(SwapLadder *l, int k, SwapPart part, uint32_t repeats, double *seconds, SwapBest *result);
  void (*close)(SwapLadder *l); /* NULL allowed */
} SwapLadderKernels;

#ifdef __cplusplus
}
#endif
#endif
