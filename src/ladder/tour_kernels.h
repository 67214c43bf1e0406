/* The ladder: published GPU designs of best-improvement 2-opt, to be measured beside the library's own kernels
 * (`cordee-ladder 2opt`). C interface; one implementation, src/ladder/gpu/tours.cu. docs/ladder.md tells the designs.
 *
 * All designs keep the contract of src/solver/climb/climb_kernels.h (start, move, choice, apply, step), so from the same
 * start tour all reach the same local optimum, position by position. Only the swap design has moves of its own.
 * Calls are local, for one thread, on the backend that opened the ladder. */
#ifndef CORDEE_LADDER_TOUR_KERNELS_H
#define CORDEE_LADDER_TOUR_KERNELS_H

#include <stdbool.h>
#include "backend.h"
#include "instance.h"
#include "solver/climb/climb_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TourLadder TourLadder; /* an instance on a device, and what its climbs need */

typedef enum LadderMoves { LADDER_TWO_OPT, LADDER_SWAP } LadderMoves;

typedef struct TourLadderDesign {
  const char *name;  /* that of two_opt_table.c, which has the texts */
  const char *limit; /* why there is a largest n */
  LadderMoves moves;
  bool tuned;    /* its block size is to be searched by measurement */
  bool computed; /* it is computed: see computed() */
  bool alone;    /* it has one climber at a time */
} TourLadderDesign;

/* Climbers 0..climbers-1, each with the start tour of stream (seed, 0, climber, RNG_TOUR), at most `steps` steps
 * each. threads: of a block, a multiple of 32 up to 1024; 0: the design's usual number. */
typedef struct TourLadderRun {
  uint64_t seed;
  uint32_t climbers, steps;
  int threads;
} TourLadderRun;

typedef struct TourLadderResult {
  uint64_t steps, finished; /* done by all climbers, last ones included; climbers at their local optimum */
  double seconds;           /* on the device, between two CUDA events */
  double
      first_s; /* from the first climber's begin to the first local optimum; 0: none, or the design has no clock */
} TourLadderResult;

typedef struct TourLadderKernels {
  /* The k-th design, NULL behind the last. */
  const TourLadderDesign *(*design)(int k);
  /* EUC_2D, 4 to 46340 cities. `problem` is of the same instance and backend (climb_problem_pack); both must
   * outlive the ladder. ERR_USAGE, ERR_MEMORY, ERR_DEVICE. */
  Status (*open)(Backend *be, const Instance *inst, const ClimbProblem *problem, TourLadder **out);
  /* How distances are rounded for this instance, in words. */
  const char *(*rounding)(const TourLadder *l);
  /* The largest n that design k can do on this device. */
  int32_t (*largest)(const TourLadder *l, int k);
  /* Climbers that are under way at once; 0: the block size is too large for this design. */
  Status (*resident)(TourLadder *l, int k, int threads, uint32_t *climbers);
  /* The block size that is computed from this device and n; 0: the design has none. */
  Status (*computed)(TourLadder *l, int k, int *threads);
  /* Climbs, from the start. Start tours, matrix and copies are made before the clock runs. */
  Status (*climb)(TourLadder *l, int k, const TourLadderRun *run, TourLadderResult *result);
  /* The tours after the last climb() into the host's tours (climbers, n); at most as many as climbed. */
  Status (*tours)(TourLadder *l, uint32_t climbers, int32_t *tours);
  void (*close)(TourLadder *l); /* NULL allowed */
} TourLadderKernels;

/* Moves of a neighbourhood: n(n-3)/2, or (n-1)(n-2)/2 swaps. */
static inline uint64_t ladder_moves(LadderMoves moves, int32_t n) {
  const uint64_t m = (uint64_t)n;
  return moves == LADDER_SWAP ? (m - 1) * (m - 2) / 2 : m * (m - 3) / 2;
}

#ifdef __cplusplus
}
#endif
#endif
