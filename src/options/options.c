/* Options of a run: see options.h. */
#include "options.h"

#include <getopt.h>
#include <math.h>
#include <string.h>
#include "options_table.h"

enum { ROW_FIRST = 256 }; /* getopt_long's value of row 0: above all characters */

/* Read once: a sweep asks for them task by task. */
void options_default(Options *options) {
  static Options usual;
  static bool known;
  if (!known) usual.target = -INFINITY;
  for (int k = 0; k < option_count && !known; k++)
    if (option_specs[k].standard && option_specs[k].standard[0])
      (void)option_set(&option_specs[k], option_specs[k].standard, &usual);
  known = true;
  *options = usual;
}

static bool option_taken(const OptionSpec *spec, CommandMask mask) {
  return (spec->commands & mask) || (spec->plan && (mask & FOR_OR_START));
}

/* The plan of a checkpoint is fixed: its options are known beside --or-start alone. */
static Status plan_refuse(const Options *options, const char *command) {
  for (int k = 0; k < option_count && !options->or_start[0]; k++)
    if (options->given[k] && option_specs[k].plan)
      FAIL(ERR_USAGE, "%s: unknown option --%s (without --or-start; cordee %s --help)", command,
           option_specs[k].name, command);
  return OK;
}

/* The options of `table` that begin like `name`, with commas between. How many. */
static int candidates_list(const struct option *table, const char *name, char *list, size_t size) {
  int count = 0;
  list[0] = 0;
  for (; table->name; table++)
    if (strncmp(table->name, name, strlen(name)) == 0)
      snprintf(list + strlen(list), size - strlen(list), "%s--%s", count++ ? ", " : "", table->name);
  return count;
}

/* What getopt_long did not take: `word`, or with optopt a short option or the row of a flag. */
static Status word_refuse(const struct option *table, const char *command, const char *word) {
  char name[64], list[1024];
  if (optopt >= ROW_FIRST)
    FAIL(ERR_USAGE, "%s: --%s: expected no value, found %s", command, option_specs[optopt - ROW_FIRST].name,
         word);
  if (optopt) FAIL(ERR_USAGE, "%s: unknown option -%c (cordee %s --help)", command, optopt, command);
  snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
  if (candidates_list(table, name, list, sizeof list) > 1)
    FAIL(ERR_USAGE, "%s: expected one of %s, found --%s", command, list, name);
  FAIL(ERR_USAGE, "%s: unknown option %s (cordee %s --help)", command, word, command);
}

/* Every row has a value of its own: getopt_long takes options of one value for one option. */
static void table_make(CommandMask mask, struct option *table) {
  for (int k = 0; k < option_count; k++)
    if (option_taken(&option_specs[k], mask))
      *table++ = (struct option){option_specs[k].name,
                                 option_specs[k].kind == KIND_FLAG ? no_argument : required_argument, NULL,
                                 ROW_FIRST + k};
}

Status options_parse(Options *options, CommandMask mask, int argc, char **argv, int positional, int *first) {
  struct option table[OPTION_ROWS_MAX + 1] = {0};
  int code;
  table_make(mask, table);
  optind = 0, opterr = 0; /* 0: afresh, also where it stopped inside a word */
  while ((code = getopt_long(argc, argv, ":", table, NULL)) != -1) {
    if (code == ':') FAIL(ERR_USAGE, "%s %s: expected a value", argv[0], argv[optind - 1]);
    if (code == '?') return word_refuse(table, argv[0], argv[optind - 1]);
    TRY(option_set(&option_specs[code - ROW_FIRST], optarg ? optarg : "", options));
    options->given[code - ROW_FIRST] = true;
  }
  if (mask & FOR_OR_START) TRY(plan_refuse(options, argv[0]));
  if (argc - optind != positional)
    FAIL(ERR_USAGE, "%s: expected %d file%s or word%s, found %d (cordee %s --help)", argv[0], positional,
         positional == 1 ? "" : "s", positional == 1 ? "" : "s", argc - optind, argv[0]);
  *first = optind;
  return OK;
}

/* Kept in the plan: an option of this method that says something. */
static bool option_kept(const OptionSpec *spec, const Options *options, const char *value) {
  bool other = options->method[0] && !option_of(spec, options->method);
  return spec->plan && !other && value[0] && strcmp(value, "-inf") != 0;
}

void options_print_plan(const Options *options, char *text, size_t size) {
  size_t used = 0;
  char value[64];
  text[0] = 0;
  for (int k = 0; k < option_count; k++) {
    option_print(&option_specs[k], options, value, sizeof value);
    if (!option_kept(&option_specs[k], options, value)) continue;
    used += (size_t)snprintf(text + used, size - used, "%s = %s\n", option_specs[k].name, value);
  }
}

void options_summary(const Options *options, char *text, size_t size) {
  size_t used = 0;
  char value[64];
  text[0] = 0;
  for (int k = 0; k < option_count; k++) {
    option_print(&option_specs[k], options, value, sizeof value);
    if (!option_kept(&option_specs[k], options, value) || used >= size) continue;
    used +=
        (size_t)snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", option_specs[k].name, value);
  }
}

/* An option of a checkpoint's plan. */
static Status plan_set(const char *file, const OptionSpec *spec, const char *value, Options *options) {
  if (option_set(spec, value, options) == OK) return OK;
  char why[512];
  snprintf(why, sizeof why, "%.511s", status_message());
  status_clear();
  FAIL(ERR_FORMAT, "%s: %s", file, why + 2); /* without the dashes */
}

Status options_read_plan(const char *file, const char *text, Options *options) {
  char line[256], name[64], value[128];
  for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    int known = sscanf(line, "%63s = %127s", name, value);
    for (int k = 0; known == 2 && k < option_count; k++)
      if (option_specs[k].plan && strcmp(option_specs[k].name, name) == 0) {
        TRY(plan_set(file, &option_specs[k], value, options));
        known = 3;
      }
    if (known != 3) FAIL(ERR_FORMAT, "%s: expected an option of the plan, found '%s'", file, line);
  }
  return OK;
}

/* Whether what was given can be found in a plan: said of its method, and not left to the program. */
static bool option_comparable(const OptionSpec *spec, const Options *plan, const char *value) {
  bool other = !option_of(spec, plan->method);
  bool chosen = spec->standard && strcmp(spec->standard, "0") == 0 && strcmp(value, "0") == 0;
  return spec->plan && !other && !chosen && value[0];
}

Status options_agree(const char *file, const char *text, const Options *options) {
  Options plan;
  char made[64], found[64];
  options_default(&plan);
  TRY(options_read_plan(file, text, &plan));
  for (int k = 0; k < option_count; k++) {
    option_print(&option_specs[k], options, found, sizeof found);
    if (!options->given[k] || !option_comparable(&option_specs[k], &plan, found)) continue;
    option_print(&option_specs[k], &plan, made, sizeof made);
    if (strcmp(made, found) != 0)
      FAIL(ERR_USAGE, "%s: made with %s %s, found --%s %s", file, option_specs[k].name, made,
           option_specs[k].name, found);
  }
  return OK;
}

Status options_assign(Options *options, CommandMask mask, const char *name, const char *value) {
  for (int k = 0; k < option_count; k++)
    if ((option_specs[k].commands & mask) && strcmp(option_specs[k].name, name) == 0)
      return option_set(&option_specs[k], value, options);
  FAIL(ERR_USAGE, "unknown option %s", name);
}

int options_task_row(const char *name) {
  for (int k = 0; k < option_count; k++)
    if (option_specs[k].commands & FOR_SOLVE && strcmp(option_specs[k].name, name) == 0)
      return option_specs[k].plan || strcmp(name, "time") == 0 || strcmp(name, "best-known") == 0 ? k : -1;
  return -1;
}

Status options_task_line(int row, const char *value, char *line, size_t size) {
  Options options; /* no more of it is looked at than this one option */
  char shortest[64];
  TRY(option_set(&option_specs[row], value, &options));
  option_print(&option_specs[row], &options, shortest, sizeof shortest);
  snprintf(line, size, "%s = %s\n", option_specs[row].name, shortest);
  return OK;
}

/* The methods or kinds of a row, with commas between. */
static void readers_help(FILE *out, const char *of) {
  for (; *of; of++) fprintf(out, "%s%c", *of == ' ' ? "," : "", *of);
  fprintf(out, ": ");
}

void options_help(FILE *out, CommandMask mask) {
  fprintf(out, "\noptions:\n");
  for (const OptionSpec *spec = option_specs; spec < option_specs + option_count; spec++) {
    if (!(spec->commands & mask)) continue;
    char left[64];
    snprintf(left, sizeof left, "--%s %s", spec->name, spec->argument ? spec->argument : "");
    fprintf(out, "  %-22s ", left);
    if (spec->of) readers_help(out, spec->of);
    fprintf(out, "%s", spec->help);
    for (int c = 0; spec->choices && spec->choices[c]; c++)
      fprintf(out, "%s%s", c ? ", " : " (", spec->choices[c]);
    if (spec->choices) fprintf(out, ")");
    if (spec->least) fprintf(out, " (%s to %s)", spec->least, spec->most);
    if (spec->standard && spec->standard[0] && spec->kind != KIND_FLAG) fprintf(out, " [%s]", spec->standard);
    fprintf(out, "\n");
  }
}

Status options_plan(Options *options, const Solver *solver, const Instance *inst, const BackendOps *backend,
                    Plan *plan) {
  TRY(options_belong(options, solver, inst->problem));
  *plan = (Plan){.seed = options->seed,
                 .climbers = options->climbers,
                 .islands = (uint32_t)options->islands,
                 .epoch = (uint32_t)options->epoch,
                 .timed = options->time_s > 0,
                 .ranks = (uint32_t)options->ranks,
                 .restart = (Restart)options->restart,
                 .move = (ClimbMove)options->move,
                 .pso = {.particles = (uint32_t)options->particles,
                         .iterations = (uint32_t)options->iterations,
                         .migrants = (uint32_t)options->migrants,
                         .form = (PsoForm)options->form,
                         .inertia = (PsoInertia)options->inertia,
                         .w = options->w,
                         .decay = options->decay,
                         .c1 = options->c1,
                         .c2 = options->c2,
                         .c3 = options->c3},
                 .anneal = {.chains = (uint32_t)options->chains,
                            .epochs = (uint32_t)options->epochs,
                            .temperature = options->temperature,
                            .reheat = options->reheat,
                            .cold = options->cold,
                            .aim = options->aim},
                 .ils = {.recombination = (Recombination)options->recombination,
                         .tours = (uint32_t)options->tours,
                         .kicks = options->kicks,
                         .populations = (uint32_t)options->populations,
                         .generations = (uint32_t)options->generations,
                         .temperature = options->kick_temperature,
                         .candidates = (uint32_t)options->candidates,
                         .quadrant = (uint32_t)options->quadrant}};
  TRY(backend_require(backend, solver->kernels, solver->name));
  TRY(solver->complete(inst, backend, plan));
  options->islands = plan->islands, options->epoch = plan->epoch, options->chains = plan->anneal.chains;
  options->tours = plan->ils.tours, options->kicks = plan->ils.kicks,
  options->kick_temperature = plan->ils.temperature;
  options->recombination = plan->ils.recombination;
  options->populations = plan->ils.populations, options->generations = plan->ils.generations;
  return OK;
}
