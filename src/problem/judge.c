/* The judge of any problem: see judge.h. */
#include "judge.h"

#include "problem.h"

Status judge_solution(const Instance *inst, const int32_t *gene, int64_t *cost) {
  return inst->problem->judge(inst, gene, cost);
}

bool judge_agrees(const Instance *inst, const int32_t *gene, int64_t kept, int64_t judged) {
  if (kept == judged || !inst->problem->margin) return kept == judged;
  const int64_t low = kept < judged ? kept : judged, high = kept < judged ? judged : kept;
  return (uint64_t)high - (uint64_t)low <= (uint64_t)inst->problem->margin(inst, gene);
}

Status judge_claim(const Instance *inst, const int32_t *gene, int64_t kept, uint32_t island,
                   int64_t *judged) {
  int64_t cost;
  TRY(judge_solution(inst, gene, &cost));
  if (!judge_agrees(inst, gene, kept, cost))
    FAIL(ERR_INTERNAL, "island %u: the judge finds cost %lld where the solver kept %lld: please report this",
         island, (long long)cost, (long long)kept);
  *judged = cost;
  return OK;
}
