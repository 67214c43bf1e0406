/* The words of completion for bash: options of every command, method and problem, and the values of choices. See options.h. */
#include <stdio.h>
#include <string.h>
#include "options_table.h"
#include "problem.h"

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

/* ["NAME"]="--a --b" */
static void names_print(FILE *out, const char *name, Owner owner) {
  fprintf(out, "  [\"%s\"]=\"", name);
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (is_of(spec, owner) && (owner.problem || !option_repeated(spec))) fprintf(out, "--%s ", spec->name);
  fprintf(out, "\"\n");
}

/* ["NAME --option"]="auto cpu cuda": a line for each choice. */
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
