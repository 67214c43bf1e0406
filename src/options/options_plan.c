/* From options to the plan of a solver, and back: see options.h. */
#include <string.h>
#include "evaluator.h"
#include "options_table.h"

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

/* Also of a text. */
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

void options_instance(const Options *options, InstanceSettings *settings) {
  *settings = (InstanceSettings){{{0}}};
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->problem)
      setting_write(spec->row, &options->own[option_row(spec)], settings->own[problem_index(spec->problem)]);
}

static void settings_keep(const Solver *solver, const Plan *plan, Options *options) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->solver == solver) setting_read(spec->row, plan->own, &options->own[option_row(spec)]);
}

/* A word that the method itself knows is no file: 3opt's --start star. */
static void initial_settle(const Solver *solver, Options *options) {
  char word[64];
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    const int row = option_row(spec);
    if (spec->solver != solver || !options->given[row] || options->refused[row]) continue;
    const OptionSpec *other = option_aliased(spec->name, spec->commands);
    option_print(spec, options, word, sizeof word);
    if (other && strcmp((char *)options + other->offset, word) == 0) ((char *)options)[other->offset] = 0;
  }
}

Status options_plan(Options *options, const Solver *solver, const Instance *inst, const BackendOps *backend,
                    Plan *plan) {
  TRY(options_belong(options, solver, inst->problem));
  initial_settle(solver, options);
  *plan = (Plan){.seed = options->seed,
                 .islands = (uint32_t)options->islands,
                 .epoch = (uint32_t)options->epoch,
                 .initial = options->initial[0],
                 .time_s = options->time_s,
                 .ranks = (uint32_t)options->ranks,
                 .threads = (uint32_t)options->all_threads,
                 .room = options->room};
  options_settings(options, solver, plan);
  TRY(backend_require(backend, solver->kernels, solver->name));
  TRY(solver->complete(inst, backend, plan));
  options->islands = plan->islands;
  options->epoch = plan->epoch;
  settings_keep(solver, plan, options);
  return OK;
}
