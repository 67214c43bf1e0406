/* The help on options, on pages of commands, methods and problems, the list of them that the tables of docs/reference.md are made from,
 * and the words of completion. See options.h. */
#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "evaluator.h"
#include "options_table.h"
#include "problem.h"

void option_explain(const OptionSpec *spec, FILE *out) {
  const Solver *solver;
  fputs(spec->help, out);
  for (int k = 0; spec->detail && (solver = solver_at(k)); k++)
    if (spec->detail(solver)) fprintf(out, "; %s: %s", solver->name, spec->detail(solver));
  if (spec->more) spec->more(out);
}

enum { LEFT_MAX = 64, EXPLAINED_MAX = 4096 };

/* Prints " (a, b, exactly:K)". */
static void choices_help(FILE *out, const OptionSpec *spec) {
  const char *const *shown = spec->shown ? spec->shown : spec->choices;
  for (int c = 0; shown && shown[c]; c++)
    fprintf(out, "%s%s%s", c ? ", " : " (", shown[c], option_word_counts(spec, c) ? "K" : "");
  if (shown) fprintf(out, ")");
}

/* Prints " (a, b; 1 to 9; default a; also --name)", in the same form for all options. */
static void values_help(FILE *out, const OptionSpec *spec) {
  const char *const *shown = spec->shown ? spec->shown : spec->choices;
  const char *before = " (";
  for (int c = 0; shown && shown[c]; c++, before = ", ")
    fprintf(out, "%s%s%s", before, shown[c], option_word_counts(spec, c) ? "K" : "");
  if (shown) before = "; ";
  if (spec->least) {
    fprintf(out, "%s%s%s to %s", before, shown ? "K: " : "", spec->least, spec->most);
    before = "; ";
  }
  if (spec->standard && spec->standard[0] && spec->kind != KIND_FLAG) {
    fprintf(out, "%sdefault %s", before, spec->standard);
    before = "; ";
  }
  if (spec->alias) {
    fprintf(out, "%salso --%s", before, spec->alias);
    before = "; ";
  }
  if (before[0] != ' ') fputc(')', out);
}

/* Prints the methods or kinds of a row, with commas between. */
static void readers_help(FILE *out, const char *of) {
  for (; *of; of++) fprintf(out, "%s%c", *of == ' ' ? "," : "", *of);
  fprintf(out, ": ");
}

/* Explains the option as `solver` reads it; NULL: as all do. */
static void spec_explain(FILE *out, const OptionSpec *spec, const Solver *solver) {
  if (spec->generators && spec->row->of) readers_help(out, spec->of);
  fputs(spec->help, out);
  if (spec->detail && solver) fprintf(out, "; %s", spec->detail(solver));
  if (spec->detail && !solver) fprintf(out, " (see `cordee help METHOD`)");
  if (spec->more) spec->more(out);
  values_help(out, spec);
}

static void spec_help(const Page *page, const OptionSpec *spec, const Solver *solver) {
  char left[LEFT_MAX], text[EXPLAINED_MAX] = "";
  FILE *out = fmemopen(text, sizeof text, "w");
  if (!out) return;
  spec_explain(out, spec, solver);
  fclose(out);
  snprintf(left, sizeof left, "--%s%s%s", spec->name, spec->argument ? " " : "",
           spec->argument ? spec->argument : "");
  page_item(page, left, text);
}

/* Whether the option is on the page of its owner, and not on that of the command. */
static bool is_elsewhere(const OptionSpec *spec, CommandMask mask) {
  return (spec->solver || spec->problem) && (mask & (FOR_SOLVE | FOR_BATCH));
}

void options_help(const Page *page, CommandMask mask) {
  page_heading(page, "options");
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if ((spec->commands & mask) && !spec->generators && !is_elsewhere(spec, mask) && !option_repeated(spec))
      spec_help(page, spec, NULL);
  for (int p = 0; problems[p] && (mask & FOR_GENERATE); p++) {
    char heading[LEFT_MAX];
    snprintf(heading, sizeof heading, "options of %s instances", problems[p]->words.title);
    if (problems[p]->generators) page_heading(page, heading);
    for (const OptionSpec *spec = option_specs(); spec->name; spec++)
      if (spec->generators && spec->generators == problems[p]->generators) spec_help(page, spec, NULL);
  }
}

bool options_help_elsewhere(CommandMask mask) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if ((spec->commands & mask) && is_elsewhere(spec, mask)) return true;
  return false;
}

void options_help_solver(const Page *page, const Solver *solver) {
  page_heading(page, "options");
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->solver == solver || (spec->detail && spec->detail(solver))) spec_help(page, spec, solver);
}

void options_help_problem(const Page *page, const Problem *problem) {
  if (!problem->options) return;
  page_heading(page, "options");
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->problem == problem) spec_help(page, spec, NULL);
}

/* Writes "option of method ils", of the first owner that it has; else of commands. */
static void spec_owner(const OptionSpec *spec, char *text, size_t size) {
  if (spec->solver)
    snprintf(text, size, "option of method %s", spec->solver->name);
  else if (spec->problem)
    snprintf(text, size, "option of %s", spec->problem->words.title);
  else if (spec->generators)
    snprintf(text, size, "option of generate");
  else if (spec->evaluator)
    snprintf(text, size, "option of %s", spec->evaluator->name);
  else
    snprintf(text, size, "option of commands");
}

bool options_help_named(const Page *page, const char *name) {
  char owner[LEFT_MAX];
  bool any = false;
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    if (c_strcasecmp(spec->name, name) != 0 && (!spec->alias || c_strcasecmp(spec->alias, name) != 0))
      continue;
    spec_owner(spec, owner, sizeof owner);
    page_heading(page, owner);
    spec_help(page, spec, NULL);
    any = true;
  }
  return any;
}

/* Prints the names of the commands in a mask, with commas between. */
static void commands_list(FILE *out, const CommandName *names, CommandMask mask) {
  bool any = false;
  for (; names->name; names++)
    if (mask & names->mask) {
      fprintf(out, "%s%s", any ? "," : "", names->name);
      any = true;
    }
}

void options_list(FILE *out, const CommandName *names) {
  const Solver *solver;
  fprintf(
      out,
      "commands\tmethod\tproblem\tof\tname\targument\tdefault\tleast\tmost\talias\tchoices\tdetail\thelp\n");
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    commands_list(out, names, spec->commands);
    fprintf(out, "\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t", spec->solver ? spec->solver->name : "",
            spec->problem ? spec->problem->name : "", spec->of ? spec->of : "", spec->name,
            spec->argument ? spec->argument : "", spec->standard ? spec->standard : "",
            spec->least ? spec->least : "", spec->most ? spec->most : "", spec->alias ? spec->alias : "");
    choices_help(out, spec);
    fprintf(out, "\t%s\t", spec->detail ? "yes" : "");
    option_explain(spec, out);
    fputc('\n', out);
  }
  for (int k = 0; (solver = solver_at(k)); k++)
    fprintf(out, "solve\t%s\t\tmethod\t\t\t\t\t\t\t\t\t%s\n", solver->name, solver->title);
}

/* ---- words of completion for bash ---- */

/* Whose options are listed together: those of a command that nobody owns, those of a method, or those of a problem's instances. */
typedef struct Owner {
  CommandMask mask;
  const Solver *solver;
  const Problem *problem;
} Owner;

static bool is_of(const OptionSpec *spec, Owner owner) {
  const bool many = owner.mask & (FOR_SOLVE | FOR_BATCH);
  if (owner.solver) return spec->solver == owner.solver;
  if (owner.problem) return spec->problem == owner.problem;
  return (spec->commands & owner.mask) && !(many && (spec->solver || spec->problem));
}

/* Prints ["NAME"]="--a --b". */
static void names_print(FILE *out, const char *name, Owner owner) {
  fprintf(out, "  [\"%s\"]=\"", name);
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (is_of(spec, owner) && (owner.problem || !option_repeated(spec))) fprintf(out, "--%s ", spec->name);
  fprintf(out, "\"\n");
}

/* Prints ["NAME --option"]="auto cpu cuda", a line for each choice. */
static void values_print(FILE *out, const char *name, Owner owner) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    const char *const *shown = spec->shown ? spec->shown : spec->choices;
    if (!is_of(spec, owner) || !shown) continue;
    fprintf(out, "  [\"%s --%s\"]=\"", name, spec->name);
    for (; *shown; shown++) fprintf(out, "%s ", *shown);
    fprintf(out, "\"\n");
  }
}

static void owners_print(FILE *out, const CommandName *names, void (*print)(FILE *, const char *, Owner)) {
  const Solver *solver;
  for (; names->name; names++) print(out, names->name, (Owner){.mask = names->mask});
  for (int k = 0; (solver = solver_at(k)); k++) print(out, solver->name, (Owner){.solver = solver});
  for (int p = 0; problems[p]; p++) print(out, problems[p]->name, (Owner){.problem = problems[p]});
}

void options_completion(FILE *out, const CommandName *names) {
  fprintf(out, "declare -A _cordee_options=(\n");
  owners_print(out, names, names_print);
  fprintf(out, ")\ndeclare -A _cordee_values=(\n");
  owners_print(out, names, values_print);
  fprintf(out, ")\n");
}
