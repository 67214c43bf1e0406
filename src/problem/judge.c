/* The judge of any problem: see judge.h. */
#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "problem.h"

/* The part of a cost that is a length, where costs have two. */
static int64_t length_of(const Instance *inst, int64_t cost) {
  const int64_t unit = inst->problem->cost_unit ? inst->problem->cost_unit(inst) : 0;
  return unit ? cost % unit : cost;
}

Status judge_solution(const Instance *inst, const int32_t *gene, int64_t *cost) {
  const Problem *problem = inst->problem;
  double most;
  const char *help = "";
  TRY(problem->judge(inst, gene, cost));
  if (length_of(inst, *cost) != 0 || !problem->scattered || !problem->scattered(inst)) return OK;
  (void)problem->unrounded(inst, gene, &most, &help);
  FAIL(ERR_FORMAT,
       "%s: expected a cost above 0 of places that differ, found 0: their distances round to 0 (%s)",
       inst->name, help);
}

void judge_caution(const Instance *inst, const int32_t *gene, int64_t cost, int64_t best_known, char *text,
                   size_t size) {
  double most = 0;
  const char *help = "";
  text[0] = 0;
  if (best_known > 0 || !inst->problem->unrounded) return;
  const double exact = inst->problem->unrounded(inst, gene, &most, &help),
               change = fabs((double)length_of(inst, cost) - exact);
  if (!(change > most * exact) || !(exact > 0)) return;
  c_snprintf(text, size, "%s: rounding of distances changes the cost of this solution by %.2f%% (%s)",
             inst->name, 100 * change / exact, help);
}

int32_t judge_missing(const Instance *inst, const int32_t *gene, char *text, size_t size) {
  int64_t first = 0;
  const int32_t missing = inst->problem->missing ? inst->problem->missing(inst, gene, &first) : 0;
  const char *items = inst->problem->words.items;
  text[0] = 0;
  if (missing)
    snprintf(text, size, "incomplete: %d %.*s left out, %s%lld", missing, (int)strlen(items) - (missing == 1),
             items, missing == 1 ? "" : "first ", (long long)first);
  return missing;
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
