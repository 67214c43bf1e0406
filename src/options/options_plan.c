/* From options to the plan of a solver, and the texts of plans: in checkpoints, and for people. See options.h.
 *
 * Options have what was given; a plan has what is used, which the solver completes. Texts are made of both: nothing goes back. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "evaluator.h"
#include "options_table.h"
#include "text.h"

/* ---- settings of owners ---- */

/* An owner's setting has four or eight bytes: OptionRow. */
static void setting_write(const OptionRow *row, const OptionValue *value, unsigned char *own) {
  const uint32_t narrow = (uint32_t)value->whole;
  if (row->kind == KIND_REAL)
    memcpy(own + row->offset, &value->real, sizeof value->real);
  else
    memcpy(own + row->offset, row->bytes == sizeof narrow ? (const void *)&narrow : &value->whole,
           row->bytes);
}

static void setting_read(const OptionRow *row, const unsigned char *own, OptionValue *value) {
  uint32_t narrow;
  memcpy(&narrow, own + row->offset, sizeof narrow);
  if (row->kind == KIND_REAL)
    memcpy(&value->real, own + row->offset, sizeof value->real);
  else if (row->bytes == sizeof narrow)
    value->whole = narrow;
  else
    memcpy(&value->whole, own + row->offset, sizeof value->whole);
}

/* Puts the value of a row into the settings of an owner: a text, or a number. */
static void value_write(const Options *options, const OptionSpec *spec, void *settings) {
  if (option_is_text(spec))
    snprintf((char *)settings + spec->row->offset, spec->row->bytes, "%s",
             (const char *)options + spec->offset);
  else
    setting_write(spec->row, &options->own[option_row(spec)], settings);
}

void options_settings(const Options *options, const Solver *solver, Plan *plan) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->solver == solver) setting_write(spec->row, &options->own[option_row(spec)], plan->own);
}

void options_generator(const Options *options, const Generators *generators, void *settings) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->generators == generators) setting_write(spec->row, &options->own[option_row(spec)], settings);
}

void options_evaluator(const Options *options, const struct Evaluator *evaluator, void *settings) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->evaluator == evaluator) value_write(options, spec, settings);
}

void options_extension(const Options *options, void *settings) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->extends) value_write(options, spec, settings);
}

/* A text as settings of a problem have it: equal texts are equal pointers, and none is NULL. */
static void text_write(const Options *options, const OptionSpec *spec, unsigned char *own) {
  const char *text = (const char *)options + spec->offset, *const kept = text[0] ? text_kept(text) : NULL;
  memcpy(own + spec->row->offset, &kept, sizeof kept);
}

void options_instance(const Options *options, InstanceSettings *settings) {
  *settings = (InstanceSettings){{{0}}};
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    if (!spec->problem) continue;
    unsigned char *const own = settings->own[problem_index(spec->problem)];
    if (option_is_text(spec))
      text_write(options, spec, own);
    else
      setting_write(spec->row, &options->own[option_row(spec)], own);
  }
}

/* ---- the plan ---- */

/* Whether a solution to start from is given: a word that the method itself knows is no file, as 3opt's --start star. */
static bool initial_given(const Options *options, const Solver *solver) {
  char word[64];
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    const int row = option_row(spec);
    if (spec->solver != solver || !options->given[row] || options->refused[row]) continue;
    const OptionSpec *alias = option_aliased(spec->name, spec->commands);
    option_print(spec, options, word, sizeof word);
    if (alias && strcmp((const char *)options + alias->offset, word) == 0) return false;
  }
  return options->initial[0];
}

Status options_plan_ranks(const Options *options, const Solver *solver, const Instance *inst,
                          const BackendOps *backend, const PlanRanks *on, Plan *plan) {
  TRY(options_belong(options, solver, inst->problem));
  *plan = (Plan){.seed = options->seed,
                 .islands = (uint32_t)options->islands,
                 .epoch = (uint32_t)options->epoch,
                 .initial = initial_given(options, solver),
                 .time_s = options->time_s,
                 .ranks = on->ranks,
                 .threads = on->threads,
                 .room = on->room};
  options_settings(options, solver, plan);
  TRY(backend_require(backend, solver->kernels, solver->name));
  return solver->complete(inst, backend, plan);
}

Status options_plan(const Options *options, const Solver *solver, const Instance *inst,
                    const BackendOps *backend, Plan *plan) {
  return options_plan_ranks(options, solver, inst, backend, &(PlanRanks){0}, plan);
}

/* ---- texts of a plan ---- */

typedef struct Used { /* what a text is made of */
  const Options *options;
  const Solver *solver; /* NULL: the method that the options name, and what was given */
  const Plan *plan;
} Used;

/* The value that is used, as text: the plan's where the plan has it, else the options'. */
static void value_print(const Used *used, const OptionSpec *spec, bool shown, char *text, size_t size) {
  OptionValue value;
  const void *at = (const char *)used->options + spec->offset;
  if (used->plan && spec->row && spec->solver == used->solver) {
    setting_read(spec->row, used->plan->own, &value);
    at = &value;
  } else if (used->plan && spec->offset == offsetof(Options, islands)) {
    value.whole = used->plan->islands;
    at = &value;
  } else if (used->plan && spec->offset == offsetof(Options, epoch)) {
    value.whole = used->plan->epoch;
    at = &value;
  } else if (used->solver && spec->offset == offsetof(Options, method)) {
    at = used->solver->name;
  }
  option_print_value(spec, at, shown, text, size);
}

/* Whether the plan's text has the option: one of this method, that says something. */
static bool is_kept(const Used *used, const OptionSpec *spec, const char *value) {
  const char *method = used->solver ? used->solver->name : used->options->method;
  const bool foreign = method[0] && !option_own(spec, method);
  return spec->plan && !foreign && value[0] && strcmp(value, "-inf") != 0 && !option_repeated(spec);
}

void options_print_plan(const Options *options, const Solver *solver, const Plan *plan, char *text,
                        size_t size) {
  const Used used = {options, solver, plan};
  size_t length = 0;
  char value[OPTION_SHORT_MAX];
  text[0] = 0;
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    value_print(&used, spec, false, value, sizeof value);
    if (!is_kept(&used, spec, value)) continue;
    length += (size_t)snprintf(text + length, size - length, "%s = %s\n", spec->name, value);
  }
}

/* Whether the option says how an instance is read, and says it as usual: people are not told of it. */
static bool is_usual(const Used *used, const OptionSpec *spec) {
  char value[OPTION_SHORT_MAX];
  value_print(used, spec, false, value, sizeof value);
  return spec->problem && spec->standard && strcmp(value, spec->standard) == 0;
}

void options_summary(const Options *options, const Solver *solver, const Plan *plan, char *text,
                     size_t size) {
  const Used used = {options, solver, plan};
  size_t length = 0;
  char value[OPTION_SHORT_MAX];
  text[0] = 0;
  for (const OptionSpec *spec = option_specs(); spec->name && length < size; spec++) {
    value_print(&used, spec, true, value, sizeof value);
    if (!is_kept(&used, spec, value) || is_usual(&used, spec)) continue;
    length +=
        (size_t)snprintf(text + length, size - length, "%s%s %s", length ? ", " : "", spec->name, value);
  }
}

/* Sets an option of a checkpoint's plan. */
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
  char line[OPTION_SHORT_MAX + 128], name[64], value[OPTION_SHORT_MAX];
  for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    const bool pair = c_sscanf(line, "%63s = %511[^\n]", name, value) == 2;
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

/* Whether what was given can be found in a plan: it is of its method, and not left to the program. */
static bool option_comparable(const OptionSpec *spec, const Options *plan, const char *value) {
  bool foreign = !option_own(spec, plan->method);
  bool chosen = spec->standard && strcmp(spec->standard, "0") == 0 && strcmp(value, "0") == 0;
  return spec->plan && !foreign && !chosen && value[0];
}

/* Values are the same, also where a method is named by its alias. */
static bool values_same(const OptionSpec *spec, const char *made, const char *found) {
  const Solver *solver = strcmp(spec->name, "method") == 0 ? solver_named(made) : NULL;
  return strcmp(made, found) == 0 || (solver && solver_called(solver, found));
}

Status options_agree(const char *file, const char *text, const Options *options) {
  Options plan;
  char made[OPTION_SHORT_MAX], found[OPTION_SHORT_MAX];
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
