/* Options of a run: see options.h. */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "io/generate_etc.h"

typedef enum OptionKind { KIND_COUNT, KIND_REAL, KIND_SECONDS, KIND_CHOICE, KIND_TEXT, KIND_FLAG } OptionKind;

typedef struct OptionSpec {
  const char *name;
  OptionKind kind;
  size_t offset;
  bool plan; /* kept in checkpoints */
  CommandMask commands;
  const char *standard; /* default, as it would be typed; NULL: unset */
  const char *const *choices;
  const char *argument, *help;
  const char *solver; /* the one it is for; NULL: any */
} OptionSpec;

const char *const option_backends[] = {"auto", "cpu", "cuda", NULL};
static const char *const restarts[] = {"random", "kick", NULL};
static const char *const inertias[] = {"decay", "linear", "constriction", NULL};
static const char *const forms[] = {"real", "discrete", NULL};
static const char *const recombinations[] = {"auto", "eax", "none", "apart", NULL};
static const char *const moves[] = {"2opt", "swap", NULL};

#define AT(member) offsetof(Options, member)
#define RUN (FOR_SOLVE | FOR_RESUME)
static const OptionSpec specs[] = {
    {"climbers", KIND_COUNT, AT(climbers), true, FOR_SOLVE, "1000", NULL, "N",
     "local searches in all, shared out over the islands", "climb"},
    {"method", KIND_TEXT, AT(method), true, FOR_SOLVE, "", NULL, "NAME",
     "TSP: ils, climb; task matching: anneal, lists (the best of the next four), fcfs, min-min, max-min, sufferage, pso; functions: pso"
     " (the first is the default)", NULL},
    {"islands", KIND_COUNT, AT(islands), true, FOR_SOLVE, "0", NULL, "N", "islands on the ring (0: ils 8, or fewer if there are fewer tours, and one a rank where the clock decides how much tours meet; climb 8; pso 10 swarms; anneal 8 on the CPU, up to 80 on a GPU)", NULL},
    {"epoch", KIND_COUNT, AT(epoch), true, FOR_SOLVE, "0", NULL, "N",
     "work of an island between two exchanges; ils: kicks a city (0: a tenth of --kicks; without those 5, more on fewer than 400 cities); climb: climbers (0: 1024 to 16384 by size, or 32 with --restart kick); pso: iterations (0: 50); anneal: steps of a chain (0: 256 a task, 2^16 to 2^20)", NULL},
    {"recombine", KIND_CHOICE, AT(recombination), true, FOR_SOLVE, "auto", recombinations, "HOW",
     "tours that meet; eax: edge assembly crossover; apart: the same, but tours of an island meet each other alone; none: they never meet; auto: eax for 8 to 50,000 cities, 200,000 on a GPU, none for more, and apart where the clock decides on several GPUs", "ils"},
    {"tours", KIND_COUNT, AT(tours), true, FOR_SOLVE, "0", NULL, "N", "on all islands together, rounded up to as many on each (0: 30 and one for 8 cities, at most 300, fewer for more than 20,000 cities, and so many on each island if they are apart; where tours do not meet 1 on the CPU, and on a GPU so many that it is busy)", "ils"},
    {"kicks", KIND_REAL, AT(kicks), true, FOR_SOLVE, "0", NULL, "X", "for every city of a tour before tours meet, twice as many in every later population (0: 1); where they do not meet, in all (0: 100; with --time as many as there is time for)", "ils"},
    {"populations", KIND_COUNT, AT(populations), true, FOR_SOLVE, "0", NULL, "N", "of tours that meet, one after the other (0: 1; with --time and without --kicks as many as there is time for)", "ils"},
    {"generations", KIND_COUNT, AT(generations), true, FOR_SOLVE, "0", NULL, "N", "of a population at most: it ends when hardly a tour gets better (0: 200)", "ils"},
    {"kick-temperature", KIND_REAL, AT(kick_temperature), true, FOR_SOLVE, "0", NULL, "X",
     "at the start, in edges of mean length: how much longer a kick may make a tour and be kept; falls to 0 (where tours do not meet 0: 0.5, or less for more than 20,000 cities)", "ils"},
    {"candidates", KIND_COUNT, AT(candidates), true, FOR_SOLVE, "7", NULL, "N", "nearest cities of each that moves may join it to, at most 8", "ils"},
    {"quadrant", KIND_COUNT, AT(quadrant), true, FOR_SOLVE, "0", NULL, "N", "so many of the candidates from each quadrant around a city", "ils"},
    {"restart", KIND_CHOICE, AT(restart), true, FOR_SOLVE, "random", restarts, "HOW",
     "random: a fresh tour each; kick: the island's champion after a double bridge", "climb"},
    {"move", KIND_CHOICE, AT(move), true, FOR_SOLVE | FOR_BENCH, "2opt", moves, "MOVE",
     "of a climber; 2opt: two edges, by reversing a piece; swap: two cities change places", "climb"},
    {"seed", KIND_COUNT, AT(seed), true, FOR_SOLVE | FOR_BENCH | FOR_LADDER | FOR_MATCHING | FOR_GENERATE, "1", NULL, "N", "of all randomness", NULL},
    {"particles", KIND_COUNT, AT(particles), true, FOR_SOLVE, "128", NULL, "N", "of a swarm", "pso"},
    {"iterations", KIND_COUNT, AT(iterations), true, FOR_SOLVE, "1000", NULL, "N", "of every particle", "pso"},
    {"migrants", KIND_COUNT, AT(migrants), true, FOR_SOLVE, "2", NULL, "N", "best of a swarm that replace the next one's worst", "pso"},
    {"form", KIND_CHOICE, AT(form), true, FOR_SOLVE, "real", forms, "FORM", "of positions", "pso"},
    {"inertia", KIND_CHOICE, AT(inertia), true, FOR_SOLVE, "decay", inertias, "HOW",
     "decay: w times --decay an iteration; linear: w to 0.4; constriction: Clerc and Kennedy's", "pso"},
    {"w", KIND_REAL, AT(w), true, FOR_SOLVE, "0.9", NULL, "X", "inertia at the start", "pso"},
    {"decay", KIND_REAL, AT(decay), true, FOR_SOLVE, "0.995", NULL, "X", "of the inertia", "pso"},
    {"c1", KIND_REAL, AT(c1), true, FOR_SOLVE, "2.0", NULL, "X", "pull of a particle's own best", "pso"},
    {"c2", KIND_REAL, AT(c2), true, FOR_SOLVE, "1.4", NULL, "X", "pull of its swarm's best", "pso"},
    {"c3", KIND_REAL, AT(c3), true, FOR_SOLVE, "1.0", NULL, "X", "push of the neighbour's best, in every second swarm", "pso"},
    {"chains", KIND_COUNT, AT(chains), true, FOR_SOLVE, "0", NULL, "N", "an island (0: 1 on the CPU, 32 on a GPU)", "anneal"},
    {"epochs", KIND_COUNT, AT(epochs), true, FOR_SOLVE, "50", NULL, "N", "anneals of every chain", "anneal"},
    {"temperature", KIND_REAL, AT(temperature), true, FOR_SOLVE, "0.15", NULL, "X", "at the start", "anneal"},
    {"reheat", KIND_REAL, AT(reheat), true, FOR_SOLVE, "0.05", NULL, "X", "at the start of later epochs", "anneal"},
    {"cold", KIND_REAL, AT(cold), true, FOR_SOLVE, "0.005", NULL, "X", "at the end of every epoch", "anneal"},
    {"aim", KIND_REAL, AT(aim), true, FOR_SOLVE, "0.003", NULL, "X", "how far below its best makespan a chain aims, of it", "anneal"},
    {"target", KIND_REAL, AT(target), true, FOR_SOLVE, NULL, NULL, "COST",
     "stop at the end of the epoch that reaches it", NULL},
    {"time", KIND_SECONDS, AT(time_s), false, RUN | FOR_SWEEP | FOR_BENCH | FOR_LADDER, "0", NULL, "S", "stop after S seconds (0: no limit)", NULL},
    {"backend", KIND_CHOICE, AT(backend), false, RUN | FOR_SWEEP | FOR_BENCH | FOR_LADDER | FOR_MATCHING, "auto", option_backends, "NAME",
     "where to run: a GPU if there is one, else the CPU", NULL},
    {"threads", KIND_COUNT, AT(threads), false, RUN | FOR_SWEEP | FOR_BENCH | FOR_MATCHING, "0", NULL, "N",
     "CPU threads a rank (0: its share of the cores, or OMP_NUM_THREADS)", NULL},
    {"checkpoint", KIND_TEXT, AT(checkpoint), false, RUN, NULL, NULL, "FILE",
     "keep a checkpoint there (resume: FILE that was given)", NULL},
    {"checkpoint-every", KIND_SECONDS, AT(every_s), false, RUN, "60", NULL, "S", "seconds from the start of a checkpoint to that of the next, at least", NULL},
    {"force", KIND_FLAG, AT(force), false, FOR_SOLVE, NULL, NULL, NULL, "overwrite a checkpoint that exists", NULL},
    {"out", KIND_TEXT, AT(out), false, RUN, NULL, NULL, "FILE", "write the best solution there (TSPLIB tour, or assignment; -: standard output)", NULL},
    {"best-known", KIND_REAL, AT(best_known), false, RUN, "0", NULL, "COST",
     "for the gap (0: looked up in optima.tsv beside the instance)", NULL},
    {"instance", KIND_TEXT, AT(instance), false, FOR_RESUME, NULL, NULL, "FILE", "the instance, if it has moved", NULL},
    {"or-start", KIND_TEXT, AT(or_start), false, FOR_RESUME, NULL, NULL, "INSTANCE",
     "solve it, with FILE as checkpoint, if neither FILE nor FILE.prev is there yet", NULL},
    {"stop-before", KIND_SECONDS, AT(stop_before_s), false, RUN | FOR_SWEEP, "30", NULL, "S",
     "stop so many seconds before the SLURM job's time limit (0: never look)", NULL},
    {"ranks-per-task", KIND_COUNT, AT(ranks_per_task), false, FOR_SWEEP, "1", NULL, "N", "ranks that share a task", NULL},
    {"retry-failed", KIND_FLAG, AT(retry_failed), false, FOR_SWEEP, NULL, NULL, NULL, "run the tasks again whose rows say failed", NULL},
    {"dry-run", KIND_FLAG, AT(dry_run), false, FOR_SWEEP, NULL, NULL, NULL, "print the tasks and an estimate of their time", NULL},
    {"log", KIND_TEXT, AT(log), false, RUN | FOR_SWEEP, NULL, NULL, "FILE", "append progress there, a JSON object a line (-: standard output)", NULL},
    {"quiet", KIND_FLAG, AT(quiet), false, RUN | FOR_SWEEP, NULL, NULL, NULL, "print the result only", NULL},
    {"verbose", KIND_FLAG, AT(verbose), false, RUN | FOR_SWEEP | FOR_BENCH | FOR_MATCHING, NULL, NULL, NULL, "tell how the kernels run", NULL},
    {"json", KIND_FLAG, AT(json), false, FOR_SHOW, NULL, NULL, NULL, "print JSON", NULL},
    {"sizes", KIND_TEXT, AT(sizes), false, FOR_BENCH, "52,100,200,439,1000,4000", NULL, "N,N,...", "cities to measure", NULL},
    {"sizes", KIND_TEXT, AT(ladder_sizes), false, FOR_LADDER, "100,200,439,1000,2000,4000,10000,18512", NULL, "N,N,...",
     "ladder: first cities of the instance", NULL},
    {"instance", KIND_TEXT, AT(instance), false, FOR_BENCH | FOR_LADDER, NULL, NULL, "FILE",
     "measure on it instead; ladder: its first cities, EUC_2D (else TSPLIB's d18512, else uniform)", NULL},
    {"csv", KIND_TEXT, AT(csv), false, FOR_LADDER, NULL, NULL, "FILE", "ladder: write the figures there too (-: standard output)", NULL},
    {"cities", KIND_COUNT, AT(cities), false, FOR_GENERATE, "1000", NULL, "N", "cities of the instance", NULL},
    {"tasks", KIND_COUNT, AT(tasks), false, FOR_GENERATE, "512", NULL, "N", "etc, grid: tasks of the instance", NULL},
    {"machines", KIND_COUNT, AT(machines), false, FOR_GENERATE, "16", NULL, "N", "etc, grid: machines of the instance", NULL},
    {"task-heterogeneity", KIND_CHOICE, AT(task_heterogeneity), false, FOR_GENERATE, "hi", heterogeneity_names, "HOW",
     "etc: tasks' weights up to 3000 or 100", NULL},
    {"machine-heterogeneity", KIND_CHOICE, AT(machine_heterogeneity), false, FOR_GENERATE, "hi", heterogeneity_names, "HOW",
     "etc: times up to 1000 or 10 times the weight", NULL},
    {"consistency", KIND_CHOICE, AT(consistency), false, FOR_GENERATE, "c", consistency_names, "HOW",
     "etc: is a machine that is faster for one task faster for all? c: yes; s: every second one; i: no", NULL},
    {"out", KIND_TEXT, AT(out), false, FOR_SWEEP, NULL, NULL, "FILE", "keep the results there (default: JOB with .h5 for .job)", NULL},
    {"out", KIND_TEXT, AT(out), false, FOR_REPORT, NULL, NULL, "FILE", "write the page there (default: RESULTS with .html for .h5; -: standard output)", NULL},
    {"csv", KIND_TEXT, AT(csv), false, FOR_REPORT, NULL, NULL, "FILE", "write a table there instead of the page (-: standard output)", NULL},
    {"out", KIND_TEXT, AT(out), false, FOR_GENERATE, NULL, NULL, "FILE", "write there instead of standard output", NULL}};
enum { SPECS = sizeof specs / sizeof *specs };
_Static_assert(sizeof specs / sizeof *specs <= OPTION_ROWS_MAX, "Options.given is too short");

static const char *const kind_words[] = {"a count such as 1000 or 1e6", "a number", "a number of seconds", "one of", "text", ""};

static Status bad_value(const OptionSpec *spec, const char *text) {
  char choices[256] = "";
  for (int k = 0; spec->choices && spec->choices[k]; k++)
    snprintf(choices + strlen(choices), sizeof choices - strlen(choices), " %s", spec->choices[k]);
  FAIL(ERR_USAGE, "--%s: expected %s%s, found '%s'", spec->name, kind_words[spec->kind], choices, text);
}

/* Whole digits exactly; anything else as a double that must be whole and below 2^63. */
static bool parse_integer(const char *text, int64_t *value) {
  char *end;
  errno = 0;
  *value = strtoll(text, &end, 10);
  if (*text && !*end) return errno == 0;
  double number = strtod(text, &end);
  if (!*text || *end || !(fabs(number) < 0x1p63) || number != floor(number)) return false;
  *value = (int64_t)number;
  return true;
}

static Status option_set(const OptionSpec *spec, const char *text, Options *options) {
  void *at = (char *)options + spec->offset;
  int64_t integer = 0;
  char *end;
  switch (spec->kind) {
  case KIND_COUNT:
    if (!parse_integer(text, &integer) || integer < 0) return bad_value(spec, text);
    memcpy(at, &integer, sizeof integer);
    return OK;
  case KIND_REAL:
    *(double *)at = strtod(text, &end);
    return *text && !*end && !isnan(*(double *)at) ? OK : bad_value(spec, text);
  case KIND_SECONDS:
    *(double *)at = strtod(text, &end);
    return *text && !*end && *(double *)at >= 0 && isfinite(*(double *)at) ? OK : bad_value(spec, text);
  case KIND_CHOICE:
    for (; spec->choices[integer]; integer++)
      if (strcmp(spec->choices[integer], text) == 0) {
        memcpy(at, &integer, sizeof integer);
        return OK;
      }
    return bad_value(spec, text);
  case KIND_TEXT:
    if (strlen(text) >= OPTION_PATH_MAX) return bad_value(spec, "a very long text");
    strcpy(at, text);
    return OK;
  default: *(bool *)at = true; return OK;
  }
}

/* Read once: a sweep asks for them task by task. */
void options_default(Options *options) {
  static Options usual;
  static bool known;
  if (!known) usual.target = -INFINITY;
  for (int k = 0; k < SPECS && !known; k++)
    if (specs[k].standard) (void)option_set(&specs[k], specs[k].standard, &usual);
  known = true;
  *options = usual;
}

static bool option_taken(const OptionSpec *spec, CommandMask mask) {
  return (spec->commands & mask) || (spec->plan && (mask & FOR_OR_START));
}

/* The plan of a checkpoint is fixed: its options are known beside --or-start alone. */
static Status plan_refuse(const Options *options, const char *command) {
  for (int k = 0; k < SPECS && !options->or_start[0]; k++)
    if (options->given[k] && specs[k].plan)
      FAIL(ERR_USAGE, "%s: unknown option --%s (without --or-start; cordee %s --help)", command, specs[k].name, command);
  return OK;
}

Status options_parse(Options *options, CommandMask mask, int argc, char **argv, int positional, int *first) {
  struct option table[SPECS + 1] = {0};
  int count = 0, which[SPECS], index = 0, code;
  for (int k = 0; k < SPECS; k++)
    if (option_taken(&specs[k], mask)) {
      which[count] = k;
      table[count++] = (struct option){specs[k].name, specs[k].kind == KIND_FLAG ? no_argument : required_argument, NULL, 0};
    }
  optind = 1, opterr = 0;
  while ((code = getopt_long(argc, argv, ":", table, &index)) != -1) {
    if (code == ':') FAIL(ERR_USAGE, "%s %s: expected a value", argv[0], argv[optind - 1]);
    if (code == '?') FAIL(ERR_USAGE, "%s: unknown option %s (cordee %s --help)", argv[0], argv[optind - 1], argv[0]);
    TRY(option_set(&specs[which[index]], optarg ? optarg : "", options));
    options->given[which[index]] = true;
  }
  if (mask & FOR_OR_START) TRY(plan_refuse(options, argv[0]));
  if (argc - optind != positional)
    FAIL(ERR_USAGE, "%s: expected %d file%s or word%s, found %d (cordee %s --help)", argv[0], positional,
         positional == 1 ? "" : "s", positional == 1 ? "" : "s", argc - optind, argv[0]);
  *first = optind;
  return OK;
}

static void option_print(const OptionSpec *spec, const Options *options, char *text, size_t size) {
  const char *at = (const char *)options + spec->offset;
  int64_t integer;
  double real;
  memcpy(&integer, at, sizeof integer), memcpy(&real, at, sizeof real);
  switch (spec->kind) {
  case KIND_CHOICE: snprintf(text, size, "%s", spec->choices[integer]); return;
  case KIND_TEXT: snprintf(text, size, "%.60s", at); return;
  case KIND_SECONDS:
  case KIND_REAL: /* the shortest that reads back */
    for (int digits = 6; digits <= 17; digits++)
      if (snprintf(text, size, "%.*g", digits, real), strtod(text, NULL) == real) return;
    return;
  default: snprintf(text, size, "%lld", (long long)integer);
  }
}

/* Kept in the plan: an option of this method that says something. */
static bool option_kept(const OptionSpec *spec, const Options *options, const char *value) {
  bool other = spec->solver && options->method[0] && strcmp(spec->solver, options->method) != 0;
  return spec->plan && !other && value[0] && strcmp(value, "-inf") != 0;
}

void options_print_plan(const Options *options, char *text, size_t size) {
  size_t used = 0;
  char value[64];
  text[0] = 0;
  for (int k = 0; k < SPECS; k++) {
    option_print(&specs[k], options, value, sizeof value);
    if (!option_kept(&specs[k], options, value)) continue;
    used += (size_t)snprintf(text + used, size - used, "%s = %s\n", specs[k].name, value);
  }
}

void options_summary(const Options *options, char *text, size_t size) {
  size_t used = 0;
  char value[64];
  text[0] = 0;
  for (int k = 0; k < SPECS; k++) {
    option_print(&specs[k], options, value, sizeof value);
    if (!option_kept(&specs[k], options, value) || used >= size) continue;
    used += (size_t)snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", specs[k].name, value);
  }
}

Status options_read_plan(const char *file, const char *text, Options *options) {
  char line[256], name[64], value[128];
  for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    int known = sscanf(line, "%63s = %127s", name, value);
    for (int k = 0; known == 2 && k < SPECS; k++)
      if (specs[k].plan && strcmp(specs[k].name, name) == 0) {
        TRY(option_set(&specs[k], value, options));
        known = 3;
      }
    if (known != 3) FAIL(ERR_FORMAT, "%s: expected an option of the plan, found '%s'", file, line);
  }
  return OK;
}

/* Whether what was given can be found in a plan: said of its method, and not left to the program. */
static bool option_comparable(const OptionSpec *spec, const Options *plan, const char *value) {
  bool other = spec->solver && strcmp(spec->solver, plan->method) != 0;
  bool chosen = spec->standard && strcmp(spec->standard, "0") == 0 && strcmp(value, "0") == 0;
  return spec->plan && !other && !chosen && value[0];
}

Status options_agree(const char *file, const char *text, const Options *options) {
  Options plan;
  char made[64], found[64];
  options_default(&plan);
  TRY(options_read_plan(file, text, &plan));
  for (int k = 0; k < SPECS; k++) {
    option_print(&specs[k], options, found, sizeof found);
    if (!options->given[k] || !option_comparable(&specs[k], &plan, found)) continue;
    option_print(&specs[k], &plan, made, sizeof made);
    if (strcmp(made, found) != 0)
      FAIL(ERR_USAGE, "%s: made with %s %s, found --%s %s", file, specs[k].name, made, specs[k].name, found);
  }
  return OK;
}

Status options_assign(Options *options, CommandMask mask, const char *name, const char *value) {
  for (int k = 0; k < SPECS; k++)
    if ((specs[k].commands & mask) && strcmp(specs[k].name, name) == 0) return option_set(&specs[k], value, options);
  FAIL(ERR_USAGE, "unknown option %s", name);
}

int options_task_row(const char *name) {
  for (int k = 0; k < SPECS; k++)
    if (specs[k].commands & FOR_SOLVE && strcmp(specs[k].name, name) == 0)
      return specs[k].plan || strcmp(name, "time") == 0 || strcmp(name, "best-known") == 0 ? k : -1;
  return -1;
}

Status options_task_line(int row, const char *value, char *line, size_t size) {
  Options options; /* no more of it is looked at than this one option */
  char shortest[64];
  TRY(option_set(&specs[row], value, &options));
  option_print(&specs[row], &options, shortest, sizeof shortest);
  snprintf(line, size, "%s = %s\n", specs[row].name, shortest);
  return OK;
}

void options_help(FILE *out, CommandMask mask) {
  fprintf(out, "\noptions:\n");
  for (int k = 0; k < SPECS; k++) {
    if (!(specs[k].commands & mask)) continue;
    char left[64];
    snprintf(left, sizeof left, "--%s %s", specs[k].name, specs[k].argument ? specs[k].argument : "");
    fprintf(out, "  %-22s %s%s%s", left, specs[k].solver ? specs[k].solver : "", specs[k].solver ? ": " : "", specs[k].help);
    for (int c = 0; specs[k].choices && specs[k].choices[c]; c++)
      fprintf(out, "%s%s", c ? ", " : " (", specs[k].choices[c]);
    if (specs[k].choices) fprintf(out, ")");
    if (specs[k].standard && specs[k].standard[0] && specs[k].kind != KIND_FLAG) fprintf(out, " [%s]", specs[k].standard);
    fprintf(out, "\n");
  }
}

static Status plan_check(const Options *o) {
  if (o->islands > 1000000) FAIL(ERR_USAGE, "--islands: expected at most 1000000, found %llu", (unsigned long long)o->islands);
  if (o->epoch > 1000000000) FAIL(ERR_USAGE, "--epoch: expected at most 1e9, found %llu", (unsigned long long)o->epoch);
  if (o->tours > 1000000) FAIL(ERR_USAGE, "--tours: expected at most 1000000, found %llu", (unsigned long long)o->tours);
  if (o->candidates > 1000 || o->quadrant > 1000)
    FAIL(ERR_USAGE, "--candidates and --quadrant: expected at most 1000, found %llu and %llu", (unsigned long long)o->candidates,
         (unsigned long long)o->quadrant);
  if (o->particles > 1000000) FAIL(ERR_USAGE, "--particles: expected at most 1000000, found %llu", (unsigned long long)o->particles);
  if (o->iterations > 1000000000)
    FAIL(ERR_USAGE, "--iterations: expected at most 1e9, found %llu", (unsigned long long)o->iterations);
  if (o->chains > 1000000) FAIL(ERR_USAGE, "--chains: expected at most 1000000, found %llu", (unsigned long long)o->chains);
  if (o->epochs > 1000000000) FAIL(ERR_USAGE, "--epochs: expected at most 1e9, found %llu", (unsigned long long)o->epochs);
  if (o->migrants > o->particles)
    FAIL(ERR_USAGE, "--migrants: expected at most --particles, found %llu", (unsigned long long)o->migrants);
  return OK;
}

Status options_plan(Options *options, const Solver *solver, const Instance *inst, const BackendOps *backend, Plan *plan) {
  TRY(plan_check(options));
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
  TRY(solver->complete(inst, backend, plan));
  options->islands = plan->islands, options->epoch = plan->epoch, options->chains = plan->anneal.chains;
  options->tours = plan->ils.tours, options->kicks = plan->ils.kicks, options->kick_temperature = plan->ils.temperature;
  options->recombination = plan->ils.recombination;
  options->populations = plan->ils.populations, options->generations = plan->ils.generations;
  return OK;
}
