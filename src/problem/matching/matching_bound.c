/* See matching_bound.h. */
#include "matching_bound.h"

#include <string.h>
#include "eligible_bound.h"
#include "lp_bound.h"
#include "matching.h"

Status matching_bound(const Instance *inst, int threads, uint32_t *price, int64_t *bound) {
  struct MatchingBound *proven = matching_of(inst)->proven;
  if (!proven->known) {
    TRY(lp_bound_truncated(inst, threads, proven->price, &proven->bound));
    TRY(eligible_bound(inst, proven->bound, &proven->bound));
  }
  proven->known = true;
  if (price) memcpy(price, proven->price, (size_t)matching_of(inst)->machines * sizeof *price);
  *bound = proven->bound;
  return OK;
}
