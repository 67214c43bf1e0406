/* The list of options, as text. See cordee.h. */
#include <cordee.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "evaluator.h"
#include "options/options.h"

enum { NAMES_MAX = EVALUATORS_MAX + 3 };

static char *list;
static size_t bytes;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Commands that the library has calls for. */
static void names_fill(CommandName names[NAMES_MAX]) {
  const Evaluator *evaluator;
  int at = 2;
  names[0] = (CommandName){FOR_SOLVE, "solve"};
  names[1] = (CommandName){FOR_RESUME, "resume"};
  for (int k = 0; k < EVALUATORS_MAX && (evaluator = evaluator_at(k)); k++)
    names[at++] = (CommandName){options_evaluator_mask(evaluator), evaluator->name};
  names[at] = (CommandName){0, NULL};
}

static void list_make(void) {
  CommandName names[NAMES_MAX];
  FILE *out = open_memstream(&list, &bytes);
  if (!out) return;
  names_fill(names);
  options_list(out, names);
  if (fclose(out) == 0) return;
  free(list);
  list = NULL;
}

const char *cordee_options(void) {
  pthread_once(&once, list_make);
  return list;
}
