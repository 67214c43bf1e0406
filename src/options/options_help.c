/* The help on options, and the list of them that the user guide's tables are made from. See options.h. */
#include <stdio.h>
#include <string.h>
#include "options_table.h"

void option_explain(const OptionSpec *spec, FILE *out) {
  const Solver *solver;
  fputs(spec->help, out);
  for (int k = 0; spec->detail && (solver = solver_at(k)); k++)
    if (spec->detail(solver)) fprintf(out, "; %s: %s", solver->name, spec->detail(solver));
  if (spec->tell) spec->tell(out);
}

/* The methods or kinds of a row, with commas between. */
static void readers_help(FILE *out, const char *of) {
  for (; *of; of++) fprintf(out, "%s%c", *of == ' ' ? "," : "", *of);
  fprintf(out, ": ");
}

static void choices_help(FILE *out, const OptionSpec *spec) {
  const char *const *shown = spec->shown ? spec->shown : spec->choices;
  for (int c = 0; shown && shown[c]; c++)
    fprintf(out, "%s%s%s", c ? ", " : " (", shown[c], option_word_counts(spec, c) ? "K" : "");
  if (shown) fprintf(out, ")");
}

static void spec_help(FILE *out, const OptionSpec *spec) {
  char left[64];
  snprintf(left, sizeof left, "--%s %s", spec->name, spec->argument ? spec->argument : "");
  fprintf(out, "  %-22s ", left);
  if (spec->solver)
    fprintf(out, "%s: ", spec->solver->name);
  else if (spec->of && !spec->detail)
    readers_help(out, spec->of);
  option_explain(spec, out);
  choices_help(out, spec);
  if (spec->least) fprintf(out, " (%s to %s)", spec->least, spec->most);
  if (spec->standard && spec->standard[0] && spec->kind != KIND_FLAG) fprintf(out, " [%s]", spec->standard);
  if (spec->alias) fprintf(out, "; also --%s", spec->alias);
  fprintf(out, "\n");
}

void options_help(FILE *out, CommandMask mask) {
  fprintf(out, "\noptions:\n");
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->commands & mask) spec_help(out, spec);
}

/* Names of the commands in a mask, with commas between. */
static void commands_list(FILE *out, const CommandName *names, CommandMask mask) {
  bool one = false;
  for (; names->name; names++)
    if (mask & names->mask) fprintf(out, "%s%s", one ? "," : "", names->name), one = true;
}

void options_list(FILE *out, const CommandName *names) {
  const Solver *solver;
  fprintf(out, "commands\tmethod\tof\tname\targument\tdefault\tleast\tmost\talias\tchoices\thelp\n");
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    commands_list(out, names, spec->commands);
    fprintf(out, "\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t", spec->solver ? spec->solver->name : "",
            spec->of ? spec->of : "", spec->name, spec->argument ? spec->argument : "",
            spec->standard ? spec->standard : "", spec->least ? spec->least : "",
            spec->most ? spec->most : "", spec->alias ? spec->alias : "");
    choices_help(out, spec);
    fputc('\t', out);
    option_explain(spec, out);
    fputc('\n', out);
  }
  for (int k = 0; (solver = solver_at(k)); k++)
    fprintf(out, "solve\t%s\tmethod\t\t\t\t\t\t\t\t%s\n", solver->name, solver->title);
}
