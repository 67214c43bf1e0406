/* The boxes of a space on the CPU: what searches for candidates and start tours prune by
 * (search/candidates/candidate_search.h). */
#include <stdlib.h>
#include "candidates.h"

Status space_boxes_cpu(CandidateSpace *space, int32_t m, int threads) {
  size_t boxes = (size_t)space_levels(space, m);
  space->box = malloc(sizeof *space->box * boxes);
  if (!space->box) FAIL(ERR_MEMORY, "no memory for %zu boxes", boxes);
  for (int32_t level = 0; level < space->levels; level++)
#pragma omp parallel for num_threads(threads) if (space_count(space, level) > 10000)
    for (int32_t k = 0; k < space_count(space, level); k++) space_box(space, level, k);
  return OK;
}
