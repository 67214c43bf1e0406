/* Completion for bash, as `cordee --completion` prints it: words from the tables, and the function of completion.bash. See help.h. */
#include <stdio.h>
#include <string.h>
#include "commands.h"
#include "help.h"
#include "problem.h"

extern const char completion_bash[]; /* completion.bash: src/SConscript makes it */

static void commands_print(FILE *out) {
  fprintf(out, "_cordee_commands=\"");
  for (const Command *c = command_table(); c->name; c++)
    if (!command_is_part(c)) fprintf(out, "%s ", c->name);
  fprintf(out, "\"\n_cordee_benches=\"");
  for (const Command *c = command_table(); c->name; c++)
    if (command_is_part(c)) fprintf(out, "%s ", strchr(c->name, ' ') + 1);
  fprintf(out, "\"\n");
}

static void kinds_print(FILE *out) {
  fprintf(out, "_cordee_kinds=\"");
  for (int p = 0; problems[p]; p++)
    for (const GeneratorName *k = problems[p]->generators ? problems[p]->generators->kinds : NULL;
         k && k->name; k++)
      fprintf(out, "%s ", k->name);
  fprintf(out, "\"\n");
}

static void topics_print(FILE *out) {
  const Solver *solver;
  const char *topic;
  fprintf(out, "_cordee_topics=\"");
  for (int k = 0; (topic = help_topic_at(k)); k++) fprintf(out, "%s ", topic);
  fprintf(out, "\"\n_cordee_methods=\"");
  for (int k = 0; (solver = solver_at(k)); k++) fprintf(out, "%s ", solver->name);
  fprintf(out, "\"\n_cordee_problems=\"");
  for (int p = 0; problems[p]; p++) fprintf(out, "%s ", problems[p]->name);
  fprintf(out, "\"\n");
}

void help_completion(FILE *out) {
  fprintf(out, "# Completion of cordee for bash, made by `cordee --completion`.\n");
  commands_print(out);
  kinds_print(out);
  topics_print(out);
  options_completion(out, command_names());
  fputs(completion_bash, out);
}
