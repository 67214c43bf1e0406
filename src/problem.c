/* The registry of problems: see problem.h. */
#include "problem.h"

#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "problem/function/function.h"
#include "problem/matching/matching.h"
#include "problem/routes/routes.h"
#include "problem/tsp/tsp.h"

const Problem *const problems[] = {&problem_tsp,  &problem_matching, &problem_function,
                                   &problem_cvrp, &problem_routes,   NULL};

const Problem *problem_find(const char *name) {
  for (int k = 0; problems[k]; k++)
    if (strcmp(problems[k]->name, name) == 0) return problems[k];
  return NULL;
}

int problem_index(const Problem *problem) {
  int k = 0;
  while (problems[k] != problem) k++;
  return k;
}

const char *problem_optima_column(const Problem *problem, const InstanceSettings *settings) {
  static const InstanceSettings none;
  if (!problem->optima_column) return NULL;
  return problem->optima_column((settings ? settings : &none)->own[problem_index(problem)]);
}

void problem_forms(char *text, size_t size) {
  text[0] = 0;
  for (int k = 0; problems[k]; k++) {
    const char *before;
    if (k == 0)
      before = "";
    else if (problems[k + 1])
      before = "; ";
    else
      before = "; or ";
    snprintf(text + strlen(text), size - strlen(text), "%s%s", before, problems[k]->words.form);
  }
}
