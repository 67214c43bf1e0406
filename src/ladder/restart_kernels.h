/* Published GPU designs of 2-opt with random restarts by numbers of climbers (`cordee-ladder tours`): index tables, a matrix in shared memory,
 * computed indices, a thread a climber, and the library's own kernels. C interface; one implementation, src/ladder/gpu/restarts.cu.
 *
 * All climb from the same start tours (restart_moves.h) and keep the contract of src/solver/climb/climb_kernels.h, so all reach the same
 * local optima, position by position. Calls are local, for one thread, on the backend that opened the ladder. */
#ifndef CORDEE_LADDER_RESTART_KERNELS_H
#define CORDEE_LADDER_RESTART_KERNELS_H

#include "backend.h"
#include "solver/climb/climb_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RestartLadder RestartLadder; /* an instance on a device, and what its climbs need */

typedef struct RestartDesign {
  const char *name;     /* that of tours.c, which has the texts */
  const char *limit;    /* why there is a largest n */
  double bytes_of_move; /* that a thread loads from matrix and table for a move; 0: not counted */
} RestartDesign;

/* A whole run: start tours in columns, their transposition, climbs to local optima, the best of all. */
typedef struct RestartResult {
  double seconds, climb_s; /* between CUDA events: of the run, of its climbs alone */
  uint64_t passes;         /* evaluations of a whole neighbourhood, of all climbers, last ones included */
  int64_t cost;            /* the best, */
  uint32_t climber;        /* of equals the least climber */
} RestartResult;

typedef struct RestartKernels {
  /* The k-th design, NULL behind the last. */
  const RestartDesign *(*design)(int k);
  /* matrix (n, n): distances of the host; `problem` is of the same instance and backend, and outlives the ladder. 4 to
   * RESTART_CITIES_MAX cities. ERR_USAGE, ERR_MEMORY, ERR_DEVICE. */
  Status (*open)(Backend *be, int32_t n, const int32_t *matrix, const ClimbProblem *problem,
                 RestartLadder **out);
  /* The largest n that design k can do on this device. */
  int32_t (*largest)(const RestartLadder *l, int k);
  /* climbers >= 1. */
  Status (*run)(RestartLadder *l, int k, uint64_t seed, uint32_t climbers, RestartResult *result);
  /* The tours after the last run into the host's tours (climbers, n); at most as many as climbed. */
  Status (*tours)(RestartLadder *l, uint32_t climbers, int32_t *tours);
  /* The packed pairs (n-1)(n-2)/2 of the index table, to the host: i in the upper 16 bits, j - i - 2 in the lower. */
  Status (*table)(RestartLadder *l, uint32_t *pairs);
  void (*close)(RestartLadder *l); /* NULL allowed */
} RestartKernels;

#ifdef __cplusplus
}
#endif
#endif
