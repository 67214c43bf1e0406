/* See outcome.h. */
#include "outcome.h"

#include <math.h>
#include "io/optima.h"
#include "problem/instance_file.h"
#include "problem/judge.h"

Status outcome_judge(Outcome *o, const Instance *inst, const Individual *found) {
  int64_t judged;
  if (found->cost == COST_NONE) FAIL(ERR_INTERNAL, "there is no solution to judge: please report this");
  TRY(judge_claim(inst, found->gene, found->cost, found->island, &judged));
  o->best = judged;
  o->best_island = found->island;
  o->best_gene = found->gene;
  return OK;
}

Status best_known_find(const char *path, const Instance *inst, const InstanceSettings *settings, double given,
                       int64_t *best_known) {
  TRY(optima_given(given, inst->decimals, best_known));
  if (*best_known) return OK;
  return instance_best_known(path, inst, settings, best_known);
}

double outcome_target(const Outcome *o, int decimals, double cost, double gap) {
  const double given = cost * pow(10, decimals), known = (double)o->best_known;
  return known ? fmax(given, known + fabs(known) * gap / 100) : given;
}
