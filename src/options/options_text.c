/* Texts of a plan: in checkpoints, and for people. See options.h. */
#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "options_table.h"

/* Kept in the plan: an option of this method that says something. */
static bool option_kept(const OptionSpec *spec, const Options *options, const char *value) {
  bool other = options->method[0] && !option_own(spec, options->method);
  return spec->plan && !other && value[0] && strcmp(value, "-inf") != 0;
}

void options_print_plan(const Options *options, char *text, size_t size) {
  size_t used = 0;
  char value[64];
  text[0] = 0;
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    option_print(spec, options, value, sizeof value);
    if (!option_kept(spec, options, value) || option_repeated(spec)) continue;
    used += (size_t)snprintf(text + used, size - used, "%s = %s\n", spec->name, value);
  }
}

/* Of how an instance is read people are told what is not as usual. */
static bool option_usual(const OptionSpec *spec, const Options *options) {
  char value[64];
  option_print(spec, options, value, sizeof value);
  return spec->problem && spec->standard && strcmp(value, spec->standard) == 0;
}

void options_summary(const Options *options, char *text, size_t size) {
  size_t used = 0;
  char value[64];
  text[0] = 0;
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    option_print_shown(spec, options, value, sizeof value);
    if (!option_kept(spec, options, value) || option_usual(spec, options) || used >= size) continue;
    if (option_repeated(spec)) continue;
    used += (size_t)snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", spec->name, value);
  }
}

/* An option of a checkpoint's plan. */
static Status plan_set(const char *file, const OptionSpec *spec, const char *value, Options *options) {
  if (option_set_all(spec, FOR_SOLVE, value, options) == OK) return OK;
  char why[512];
  snprintf(why, sizeof why, "%.511s", status_message());
  status_clear();
  FAIL(ERR_FORMAT, "%s: %s", file, why + 2); /* without the dashes */
}

static const OptionSpec *plan_find(const char *name) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->plan && strcmp(spec->name, name) == 0) return spec;
  return NULL;
}

Status options_read_plan(const char *file, const char *text, Options *options) {
  char line[256], name[64], value[128];
  for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    const bool pair = c_sscanf(line, "%63s = %127s", name, value) == 2;
    const OptionSpec *spec = pair ? plan_find(name) : NULL;
    if (!spec) FAIL(ERR_FORMAT, "%s: expected an option of the plan, found '%s'", file, line);
    TRY(plan_set(file, spec, value, options));
  }
  return OK;
}

/* ---- settings of an evaluator ---- */

void options_print_evaluator(const Options *options, const struct Evaluator *evaluator, char *text,
                             size_t size) {
  size_t used = 0;
  char value[OPTION_PATH_MAX];
  text[0] = 0;
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    if (spec->evaluator != evaluator || used >= size) continue;
    option_print(spec, options, value, sizeof value);
    if (value[0]) used += (size_t)snprintf(text + used, size - used, "%s = %s\n", spec->name, value);
  }
}

static const OptionSpec *evaluator_find_option(const struct Evaluator *evaluator, const char *name) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->evaluator == evaluator && strcmp(spec->name, name) == 0) return spec;
  return NULL;
}

Status options_read_evaluator(const char *file, const struct Evaluator *evaluator, const char *text,
                              void *settings) {
  char line[OPTION_PATH_MAX + 64];
  Options options;
  options_default(&options);
  for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    char *const value = strstr(line, " = ");
    if (value) *value = 0;
    const OptionSpec *spec = value ? evaluator_find_option(evaluator, line) : NULL;
    if (!spec || option_set(spec, value + 3, &options) != OK) {
      status_clear();
      if (value) *value = ' ';
      FAIL(ERR_FORMAT, "%s: expected a setting of its records, found '%s'", file, line);
    }
  }
  options_evaluator(&options, evaluator, settings);
  return OK;
}

/* ---- agreement with a plan ---- */

/* Whether what was given can be found in a plan: said of its method, and not left to the program. */
static bool option_comparable(const OptionSpec *spec, const Options *plan, const char *value) {
  bool other = !option_own(spec, plan->method);
  bool chosen = spec->standard && strcmp(spec->standard, "0") == 0 && strcmp(value, "0") == 0;
  return spec->plan && !other && !chosen && value[0];
}

/* A method may be told by its alias. */
static bool values_same(const OptionSpec *spec, const char *made, const char *found) {
  const Solver *solver = strcmp(spec->name, "method") == 0 ? solver_named(made) : NULL;
  return strcmp(made, found) == 0 || (solver && solver_called(solver, found));
}

Status options_agree(const char *file, const char *text, const Options *options) {
  Options plan;
  char made[64], found[64];
  options_default(&plan);
  TRY(options_read_plan(file, text, &plan));
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    option_print_shown(spec, options, found, sizeof found);
    if (!options->given[option_row(spec)] || !option_comparable(spec, &plan, found)) continue;
    if (option_elsewhere(spec, options)) continue;
    if (options->refused[option_row(spec)]) return option_expected(spec, "method", spec->solver->name);
    option_print_shown(spec, &plan, made, sizeof made);
    if (!values_same(spec, made, found))
      FAIL(ERR_USAGE, "%s: made with %s %s, found --%s %s", file, spec->name, made, spec->name, found);
  }
  return OK;
}
