/* What there are pages on, beside the commands: see help.h. */
#include "help.h"
#include "problem.h"

static const char *const own_topics[] = {"methods", "exit-codes"};
enum { OWN_TOPICS = sizeof own_topics / sizeof *own_topics };

const char *help_topic_at(int k) {
  int solvers = 0, count = 0;
  while (solver_at(solvers)) solvers++;
  while (problems[count]) count++;
  if (k < OWN_TOPICS) return own_topics[k];
  k -= OWN_TOPICS;
  if (k < count) return problems[k]->name;
  k -= count;
  return k < solvers ? solver_at(k)->name : NULL;
}
