/* The judge of any problem: see judge.h. */
#include "judge.h"

#include <math.h>
#include "c_locale.h"
#include "problem.h"

Status judge_solution(const Instance *inst, const int32_t *gene, int64_t *cost) {
  const Problem *problem = inst->problem;
  double most;
  const char *help = "";
  TRY(problem->judge(inst, gene, cost));
  if (*cost != 0 || !problem->scattered || !problem->scattered(inst)) return OK;
  (void)problem->unrounded(inst, gene, &most, &help);
  FAIL(ERR_FORMAT, "expected a cost above 0 of places that differ, found 0: their distances round to 0 (%s)",
       help);
}

void judge_caution(const Instance *inst, const int32_t *gene, int64_t cost, int64_t best_known, char *text,
                   size_t size) {
  double most = 0;
  const char *help = "";
  text[0] = 0;
  if (best_known > 0 || !inst->problem->unrounded) return;
  const double exact = inst->problem->unrounded(inst, gene, &most, &help),
               change = fabs((double)cost - exact);
  if (!(change > most * exact) || !(exact > 0)) return;
  c_snprintf(text, size, "%s: rounding of distances changes the cost of this solution by %.2f%% (%s)",
             inst->name, 100 * change / exact, help);
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
