/* The table of options, put together from the shared rows, the solvers', the generators' and the evaluators': see options_table.h. */
#include "evaluator.h"
#include "options_table.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "problem.h"

enum { READERS_MAX = 256 };

static OptionSpec table[OPTION_ROWS_MAX + 1];
static char readers[OPTION_ROWS_MAX][READERS_MAX];
static int namesake[OPTION_ROWS_MAX]; /* of each row: the first row of its name */
static int rows;
static const char *program = "cordee";
static const OptionRow *extension; /* of another program; NULL: none */

/* Ends the program itself, at its first start. */
static _Noreturn void too_small(const char *what, int value) {
  fprintf(stderr, "%s: the table of options is full: %s (options/options.h) is %d\n", program, what, value);
  exit(status_exit_code(ERR_INTERNAL));
}

/* Inserts the row behind all whose place is not greater. */
static void spec_insert(OptionSpec spec) {
  if (rows == OPTION_ROWS_MAX) too_small("OPTION_ROWS_MAX", OPTION_ROWS_MAX);
  int at = rows++;
  for (; at > 0 && table[at - 1].place > spec.place; at--) table[at] = table[at - 1];
  table[at] = spec;
}

/* The row of an owner, with what all kinds of owners have. */
static OptionSpec spec_of(const OptionRow *row) {
  return (OptionSpec){.name = row->name,
                      .kind = row->kind,
                      .standard = row->standard,
                      .choices = row->choices,
                      .argument = row->argument,
                      .help = row->help,
                      .of = row->of,
                      .least = row->least,
                      .most = row->most,
                      .place = row->place,
                      .row = row,
                      .alias = row->alias,
                      .bare = row->bare,
                      .shown = row->shown};
}

static void solver_insert(const Solver *solver) {
  for (const OptionRow *row = solver->options; row && row->name; row++) {
    OptionSpec spec = spec_of(row);
    spec.solver = solver;
    spec.plan = true;
    spec.commands = FOR_SOLVE | FOR_BATCH | (row->bench ? FOR_BENCH : 0) | (row->certify ? FOR_CERTIFY : 0);
    spec_insert(spec);
  }
}

/* Inserts the flag that asks for a solver's certificate. */
static void certificate_insert(const Solver *solver) {
  if (!solver->certifying) return;
  spec_insert((OptionSpec){.name = solver->name,
                           .kind = KIND_FLAG,
                           .offset = offsetof(Options, certify),
                           .commands = FOR_CERTIFY,
                           .help = solver->certify_help,
                           .place = PLACE_END});
}

static void problem_insert(const Problem *problem) {
  for (const OptionRow *row = problem->options; row && row->name; row++) {
    OptionSpec spec = spec_of(row);
    spec.problem = problem;
    spec.plan = true;
    spec.commands = FOR_SOLVE | FOR_VERIFY | FOR_CERTIFY;
    spec_insert(spec);
  }
}

static void generators_insert(const Generators *generators) {
  for (const OptionRow *row = generators ? generators->options : NULL; row && row->name; row++) {
    OptionSpec spec = spec_of(row);
    spec.generators = generators;
    spec.commands = FOR_GENERATE;
    spec.place = PLACE_GENERATORS;
    spec_insert(spec);
  }
}

CommandMask options_evaluator_mask(const struct Evaluator *evaluator) {
  int k = 0;
  while (evaluator_at(k) != evaluator) k++;
  if (k >= EVALUATORS_MAX) too_small("EVALUATORS_MAX", EVALUATORS_MAX);
  return evaluator->command ? FOR_EVALUATOR << k : FOR_VERIFY;
}

/* Inserts the options that the commands of all evaluators have, each with words of its own. */
static void records_insert(const struct Evaluator *evaluator) {
  const EvaluatorCommand *const command = evaluator->command;
  const CommandMask mask = options_evaluator_mask(evaluator);
  if (!command) return;
  spec_insert((OptionSpec){"out", KIND_TEXT, offsetof(Options, out), false, mask, .argument = "FILE",
                           .help = command->out, .place = PLACE_END});
  spec_insert((OptionSpec){"csv", KIND_TEXT, offsetof(Options, csv), false, mask, .argument = "FILE",
                           .help = command->csv, .place = PLACE_END});
  spec_insert((OptionSpec){"check", KIND_COUNT, offsetof(Options, check_every), false, mask, "0",
                           .argument = "N", .least = "0", .most = "1e12", .help = command->check,
                           .place = PLACE_END});
}

static void evaluator_insert(const struct Evaluator *evaluator) {
  for (const OptionRow *row = evaluator->options; row && row->name; row++) {
    OptionSpec spec = spec_of(row);
    spec.evaluator = evaluator;
    spec.commands = options_evaluator_mask(evaluator);
    spec_insert(spec);
  }
  records_insert(evaluator);
}

void options_extend(const char *name, const OptionRow *more) {
  program = name;
  extension = more;
}

const char *options_program(void) { return program; }

static void extension_insert(void) {
  for (const OptionRow *row = extension; row && row->name; row++) {
    OptionSpec spec = spec_of(row);
    spec.extends = true;
    spec.commands = FOR_PROGRAM;
    spec.place = PLACE_END;
    spec_insert(spec);
  }
}

/* Whether a problem of the solver has an option of that name. */
static bool problems_read(const Solver *solver, const char *name) {
  for (int p = 0; problems[p]; p++)
    for (const OptionRow *row = problems[p]->options; row && row->name; row++)
      if (strcmp(row->name, name) == 0 && solver_accepts(solver, problems[p])) return true;
  return false;
}

static bool solver_reads(const Solver *solver, const OptionSpec *spec) {
  if (spec->detail) return spec->detail(solver) != NULL;
  if (spec->problem) return problems_read(solver, spec->name);
  for (const OptionRow *row = solver->options; row && row->name; row++)
    if (strcmp(row->name, spec->name) == 0) return true;
  return false;
}

/* Fills in the methods that read options of its name. */
static void readers_fill(OptionSpec *spec, char *list) {
  const Solver *solver;
  for (int k = 0; (solver = solver_at(k)); k++)
    if (solver_reads(solver, spec))
      snprintf(list + strlen(list), READERS_MAX - strlen(list), "%s%s", list[0] ? " " : "", solver->name);
  spec->of = list;
}

/* Fills in the kinds that read a row of generators. */
static void kinds_fill(OptionSpec *spec, char *list) {
  for (const GeneratorName *kind = spec->generators->kinds; kind->name && !spec->row->of; kind++)
    snprintf(list + strlen(list), READERS_MAX - strlen(list), "%s%s", list[0] ? " " : "", kind->name);
  if (!spec->row->of) spec->of = list;
}

static size_t text_place(int number) {
  if (number == OPTION_TEXTS_MAX) too_small("OPTION_TEXTS_MAX", OPTION_TEXTS_MAX);
  return offsetof(Options, texts) + (size_t)number * OPTION_PATH_MAX;
}

static int row_named(const char *name) {
  int k = 0;
  while (strcmp(table[k].name, name) != 0) k++;
  return k;
}

static void table_fill(void) {
  const Solver *solver;
  for (const OptionSpec *spec = option_shared; spec->name; spec++) {
    OptionSpec shared = *spec;
    if (!shared.place) shared.place = PLACE_END;
    spec_insert(shared);
  }
  for (int k = 0; (solver = solver_at(k)); k++) solver_insert(solver);
  for (int k = 0; (solver = solver_at(k)); k++) certificate_insert(solver);
  for (int p = 0; problems[p]; p++) problem_insert(problems[p]);
  for (int p = 0; problems[p]; p++) generators_insert(problems[p]->generators);
  for (int k = 0; evaluator_at(k); k++) evaluator_insert(evaluator_at(k));
  extension_insert();
  for (int k = 0, texts = 0; k < rows; k++) {
    if (table[k].row) table[k].offset = offsetof(Options, own) + (size_t)k * sizeof(OptionValue);
    if (table[k].row && option_is_text(&table[k])) table[k].offset = text_place(texts++);
    if (table[k].solver || table[k].problem || table[k].detail) readers_fill(&table[k], readers[k]);
    if (table[k].generators) kinds_fill(&table[k], readers[k]);
    namesake[k] = row_named(table[k].name);
  }
}

const OptionSpec *option_specs(void) {
  if (!rows) table_fill();
  return table;
}

int option_row(const OptionSpec *spec) { return (int)(spec - table); }

bool option_same_name(const OptionSpec *a, const OptionSpec *b) {
  return namesake[option_row(a)] == namesake[option_row(b)];
}

bool option_repeated(const OptionSpec *spec) {
  for (const OptionSpec *before = option_specs(); before < spec; before++)
    if (spec->problem && before->problem && option_same_name(before, spec)) return true;
  return false;
}

bool option_taken(const OptionSpec *spec, CommandMask mask) {
  return (spec->commands & mask) || (spec->plan && (mask & FOR_OR_START));
}

const OptionSpec *option_aliased(const char *name, CommandMask mask) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (option_taken(spec, mask) && spec->alias && strcmp(spec->alias, name) == 0) return spec;
  return NULL;
}

bool option_elsewhere(const OptionSpec *spec, const Options *options) {
  const OptionSpec *alias = option_aliased(spec->name, spec->commands);
  return alias && options->refused[option_row(spec)] && options->given[option_row(alias)];
}

bool option_named(const OptionSpec *spec, const char *name) {
  return strcmp(spec->name, name) == 0 || (spec->alias && strcmp(spec->alias, name) == 0);
}

bool option_is_text(const OptionSpec *spec) {
  return spec->kind == KIND_TEXT || spec->kind == KIND_LIST || spec->kind == KIND_PATH;
}
