/* Which options a run reads: see options.h. One that was given and is not read is an error, as whoever gave it expects it to
 * matter. */
#include <string.h>
#include "evaluator.h"
#include "options_table.h"
#include "problem.h"
#include "text.h"

bool option_own(const OptionSpec *spec, const char *name) {
  return spec->solver ? strcmp(spec->solver->name, name) == 0 : option_of(spec, name);
}

bool option_of(const OptionSpec *spec, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = spec->of; at; at = strchr(at, ' '), at = at ? at + 1 : NULL)
    if (strcspn(at, " ") == length && strncmp(at, name, length) == 0) return true;
  return !spec->of;
}

bool options_row_read(int row, const char *method) { return option_of(&option_specs()[row], method); }

bool options_given(const Options *options, const char *name) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (options->given[option_row(spec)] && option_named(spec, name)) return true;
  return false;
}

/* Whether an option of spec's name was given that `name` reads. Rows of one name are given together. */
static bool name_read(const Options *options, const OptionSpec *spec, const char *name) {
  for (const OptionSpec *same = option_specs(); same->name; same++)
    if (options->given[option_row(same)] && option_named(same, spec->name) && option_of(same, name))
      return true;
  return false;
}

/* The first option that was given and `name` does not read; NULL: there is none. */
static const OptionSpec *stray_find(const Options *options, const char *name) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (options->given[option_row(spec)] && !name_read(options, spec, name)) return spec;
  return NULL;
}

/* Writes "ils, climb or pso" for "ils climb pso", and of these only what `fits` says; returns how many. */
static int readers_list(const char *of, bool (*fits)(const char *name, const struct Problem *),
                        const struct Problem *problem, char *list, size_t size) {
  char word[32], before[32] = "";
  int count = 0;
  list[0] = 0;
  for (const char *at = of; at; at = strchr(at, ' '), at = at ? at + 1 : NULL) {
    snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
    if (!fits(word, problem)) continue;
    if (count++) snprintf(list + strlen(list), size - strlen(list), "%s%s", count > 2 ? ", " : "", before);
    strcpy(before, word);
  }
  if (count) snprintf(list + strlen(list), size - strlen(list), "%s%s", count > 1 ? " or " : "", before);
  return count;
}

static bool any_fits(const char *name, const struct Problem *problem) {
  (void)name;
  (void)problem;
  return true;
}

void options_row_readers(int row, char *list, size_t size) {
  (void)readers_list(option_specs()[row].of, any_fits, NULL, list, size);
}

static bool method_fits(const char *name, const struct Problem *problem) {
  const Solver *solver = solver_named(name);
  return solver && solver_accepts(solver, problem);
}

/* Refuses the first option of the method that has a value that it does not take. */
static Status values_check(const Options *options, const Solver *solver) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->solver == solver && options->refused[option_row(spec)] && !option_elsewhere(spec, options))
      return option_expected(spec, "method", solver->name);
  return OK;
}

/* Whether the problem has an option of spec's name. */
static bool problem_reads(const struct Problem *problem, const OptionSpec *spec) {
  for (const OptionSpec *same = option_specs(); same->name; same++)
    if (same->problem == problem && option_same_name(same, spec)) return true;
  return false;
}

Status options_belong_instance(const Options *options, const struct Problem *problem) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (options->given[option_row(spec)] && spec->problem && !problem_reads(problem, spec))
      FAIL(ERR_USAGE, "--%s belongs to %s, and this instance is one of %s: drop it", spec->name,
           spec->problem->words.title, problem->words.title);
  return OK;
}

bool options_row_of_instance(int row) { return option_specs()[row].problem != NULL; }

int options_rows(void) {
  int rows = 0;
  while (option_specs()[rows].name) rows++;
  return rows;
}

bool options_row_taken(int row, CommandMask mask) { return option_taken(&option_specs()[row], mask); }

bool options_stray(const Options *options, const Solver *solver) {
  return stray_find(options, solver->name) != NULL;
}

Status options_belong(const Options *options, const Solver *solver, const struct Problem *problem) {
  TRY(options_belong_instance(options, problem));
  const OptionSpec *spec = stray_find(options, solver->name);
  if (!spec) return values_check(options, solver);
  const OptionSpec *alias = option_aliased(spec->name, spec->commands);
  if (alias && options->given[option_row(alias)]) spec = alias;
  char all[256], fit[256];
  const char *plural = readers_list(spec->of, any_fits, problem, all, sizeof all) > 1 ? "s" : "";
  if (!readers_list(spec->of, method_fits, problem, fit, sizeof fit))
    FAIL(ERR_USAGE,
         "--%s belongs to method%s %s, which this instance is not for, and this run uses %s: drop it",
         spec->name, plural, all, solver->name);
  FAIL(ERR_USAGE, "--%s belongs to method%s %s, and this run uses %s: %s --method %s, or drop it", spec->name,
       plural, all, solver->name, options_given(options, "method") ? "say" : "add", fit);
}

/* Refuses the first option that the kind reads and that has a value that it does not take. */
static Status kind_values_check(const Options *options, const char *kind) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->generators && option_of(spec, kind) && options->refused[option_row(spec)])
      return option_expected(spec, "generate", kind);
  return OK;
}

/* Joins the kinds of all rows of that name. */
static void kinds_join(const Options *options, const char *name, char *kinds, size_t size) {
  kinds[0] = 0;
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (options->given[option_row(spec)] && strcmp(spec->name, name) == 0)
      snprintf(kinds + strlen(kinds), size - strlen(kinds), "%s%s", kinds[0] ? " " : "", spec->of);
}

Status options_belong_kind(const Options *options, const char *kind) {
  const OptionSpec *spec = stray_find(options, kind);
  if (!spec) return kind_values_check(options, kind);
  char kinds[512], all[512];
  kinds_join(options, spec->name, kinds, sizeof kinds);
  readers_list(kinds, any_fits, NULL, all, sizeof all);
  FAIL(ERR_USAGE, "--%s belongs to generate %s, and this is generate %s: drop it", spec->name, all, kind);
}

Status options_needed(const Options *options, const struct Evaluator *evaluator) {
  bool there[OPTION_ROWS_MAX];
  char missing[TEXT_MISSING_MAX];
  for (int k = 0; evaluator->needed[k]; k++) there[k] = options_given(options, evaluator->needed[k]);
  if (!text_missing(evaluator->needed, there, missing)) return OK;
  FAIL(ERR_USAGE, "%s: expected options %s", evaluator->name, missing);
}
