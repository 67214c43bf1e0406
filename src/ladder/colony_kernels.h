/* The ladder of ants: published GPU designs of the building of tours, to be measured beside the library's own (`cordee-ladder
 * colonies`). One implementation, src/ladder/gpu/colonies.cu. docs/ladder.md tells the designs.
 *
 * All designs build tours from the same weights with the same draws (aco_words()), in integers. Those of one rule have the same tours:
 *   candidates    the rule of solver/aco/aco_kernels.h;
 *   all           the next city is chosen among all unvisited ones, by a matrix of weights: the first at which the sum of weights exceeds
 *                 floor(word total / 2^32), in the order 0, 128, 256, ..., 1, 129, ... (ACO_LADDER_THREADS apart);
 *   independent   likewise, but the city with the largest product of its weight and a draw of its own: another distribution, which needs
 *                 no sums. */
#ifndef CORDEE_LADDER_COLONY_KERNELS_H
#define CORDEE_LADDER_COLONY_KERNELS_H

#include "solver/aco/aco_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ACO_LADDER_THREADS = 128 /* of a block that has one ant */, ACO_LADDER_CITIES = 8192 };

typedef enum AcoLadderRule { ACO_LADDER_CANDIDATES, ACO_LADDER_ALL, ACO_LADDER_INDEPENDENT } AcoLadderRule;

typedef struct AcoLadderDesign {
  const char *name;   /* that of colonies.c, which has the texts */
  AcoLadderRule rule; /* other than candidates: at most ACO_LADDER_CITIES cities */
} AcoLadderDesign;

typedef struct AcoLadderKernels {
  const AcoLadderDesign *(*design)(int k); /* the k-th, NULL behind the last */
  /* AcoKernels.build by design k. matrix (n, n): weights of 16 bits, at least 1; NULL: only candidates. Does not wait.
   * ERR_MEMORY, ERR_DEVICE. */
  Status (*build)(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                  const uint32_t *matrix, int k, uint32_t iteration);
} AcoLadderKernels;

#ifdef __cplusplus
}
#endif
#endif
