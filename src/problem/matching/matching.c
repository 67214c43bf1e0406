/* See matching.h. */
#include "matching.h"

Status matching_alloc(int32_t tasks, int32_t machines, int32_t decimals, Instance **out) {
  const MatchingInstance like = {.head = {.problem = &problem_matching, .n = tasks, .decimals = decimals},
                                 .machines = machines};
  return instance_alloc_like(&like.head, out);
}
