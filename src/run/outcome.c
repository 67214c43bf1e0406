/* See outcome.h. */
#include "outcome.h"

#include "io/optima.h"
#include "problem/judge.h"

Status outcome_judge(Outcome *o, const Instance *inst, const Individual *found) {
  int64_t judged;
  if (found->cost == COST_NONE) FAIL(ERR_INTERNAL, "there is no solution to judge: please report this");
  TRY(judge_claim(inst, found->gene, found->cost, found->island, &judged));
  o->best = judged, o->best_island = found->island, o->best_gene = found->gene;
  return OK;
}

Status best_known_find(const char *path, const Instance *inst, double given, int64_t *best_known) {
  TRY(optima_given(given, inst->decimals, best_known));
  return *best_known ? OK : optima_find(path, inst->name, inst->decimals, best_known);
}
