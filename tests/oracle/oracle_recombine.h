/* The oracle of recombination: what a child must be, in the plainest C, from the contract's prose
 * (src/search/eax/recombine_kernels.h). Whole tours are walked wherever the kernels keep segments. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_RECOMBINE_H
#define CORDEE_TESTS_ORACLE_ORACLE_RECOMBINE_H

#include "instance.h"
#include "search/eax/recombine_kernels.h"

/* What happened on the way: so a test can tell that it saw the rare cases. Counts add up. */
typedef struct OracleSeen {
  int64_t sets[RECOMBINE_SET + 1]; /* that gained, by their number of cycles */
  int64_t refused;                 /* tests that had too few cities left for a join */
  int64_t crossing,
      tied; /* of large tours: moves that were not applied; pairs of moves with a cut in common */
} OracleSeen;

/* The child (n) of pair i, by the rule for large tours if `large`; task's arrays are on the host and its numbers the instance's; task->child and
 * task->entropy are not used. */
RecombineResult oracle_recombine(const Instance *inst, const RecombineTask *task, uint32_t i, int large,
                                 OracleSeen *seen, int32_t *child);

/* The edges of a group's tours by bucket: count (2^bits). */
void oracle_counts(const Instance *inst, const RecombineTask *task, uint32_t group, uint32_t *count);
int32_t oracle_bits(int32_t n);
uint32_t oracle_bucket(int32_t bits, int32_t a, int32_t b);

#endif
