/* Options of a run: see options.h. */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef enum OptionKind { KIND_COUNT, KIND_INTEGER, KIND_SECONDS, KIND_CHOICE, KIND_TEXT, KIND_FLAG } OptionKind;

typedef struct OptionSpec {
  const char *name;
  OptionKind kind;
  size_t offset;
  bool plan; /* kept in checkpoints */
  CommandMask commands;
  const char *standard; /* default, as it would be typed; NULL: unset */
  const char *const *choices;
  const char *argument, *help;
} OptionSpec;

const char *const option_backends[] = {"auto", "cpu", "cuda", NULL};
static const char *const restarts[] = {"random", "kick", NULL};

#define AT(member) offsetof(Options, member)
#define RUN (FOR_SOLVE | FOR_RESUME)
static const OptionSpec specs[] = {
    {"climbers", KIND_COUNT, AT(climbers), true, FOR_SOLVE, "1000", NULL, "N",
     "local searches in all, shared out over the islands"},
    {"islands", KIND_COUNT, AT(islands), true, FOR_SOLVE, "8", NULL, "N", "islands on the ring"},
    {"epoch", KIND_COUNT, AT(epoch), true, FOR_SOLVE, "0", NULL, "N",
     "climbers an island runs between two exchanges (0: 1024 to 16384 by size, or 32 with --restart kick)"},
    {"restart", KIND_CHOICE, AT(restart), true, FOR_SOLVE, "random", restarts, "HOW",
     "random: a fresh tour each; kick: the island's champion after a double bridge"},
    {"seed", KIND_COUNT, AT(seed), true, FOR_SOLVE | FOR_BENCH | FOR_LADDER | FOR_GENERATE, "1", NULL, "N", "of all randomness"},
    {"target", KIND_INTEGER, AT(target), true, FOR_SOLVE, NULL, NULL, "COST",
     "stop at the end of the epoch that reaches it"},
    {"time", KIND_SECONDS, AT(time_s), false, RUN | FOR_BENCH | FOR_LADDER, "0", NULL, "S", "stop after S seconds (0: no limit)"},
    {"backend", KIND_CHOICE, AT(backend), false, RUN | FOR_BENCH | FOR_LADDER, "auto", option_backends, "NAME",
     "where to run: a GPU if there is one, else the CPU"},
    {"threads", KIND_COUNT, AT(threads), false, RUN | FOR_BENCH, "0", NULL, "N",
     "CPU threads a rank (0: its share of the cores, or OMP_NUM_THREADS)"},
    {"checkpoint", KIND_TEXT, AT(checkpoint), false, RUN, NULL, NULL, "FILE",
     "keep a checkpoint there (resume: FILE that was given)"},
    {"checkpoint-every", KIND_SECONDS, AT(every_s), false, RUN, "60", NULL, "S", "seconds between checkpoints"},
    {"force", KIND_FLAG, AT(force), false, FOR_SOLVE, NULL, NULL, NULL, "overwrite a checkpoint that exists"},
    {"tour", KIND_TEXT, AT(tour), false, RUN, NULL, NULL, "FILE", "write the best tour there, TSPLIB form"},
    {"best-known", KIND_INTEGER, AT(best_known), false, RUN, "0", NULL, "COST",
     "for the gap (0: looked up in optima.tsv beside the instance)"},
    {"instance", KIND_TEXT, AT(instance), false, FOR_RESUME, NULL, NULL, "FILE", "the instance, if it has moved"},
    {"log", KIND_TEXT, AT(log), false, RUN, NULL, NULL, "FILE", "append progress there, a JSON object a line"},
    {"quiet", KIND_FLAG, AT(quiet), false, RUN, NULL, NULL, NULL, "print the result only"},
    {"verbose", KIND_FLAG, AT(verbose), false, RUN | FOR_BENCH, NULL, NULL, NULL, "tell how the kernels run"},
    {"json", KIND_FLAG, AT(json), false, FOR_SHOW, NULL, NULL, NULL, "print JSON"},
    {"sizes", KIND_TEXT, AT(sizes), false, FOR_BENCH, "52,100,200,439,1000,4000", NULL, "N,N,...", "cities to measure"},
    {"sizes", KIND_TEXT, AT(ladder_sizes), false, FOR_LADDER, "100,200,439,1000,2000,4000,10000,18512", NULL, "N,N,...",
     "ladder: first cities of the instance"},
    {"instance", KIND_TEXT, AT(instance), false, FOR_LADDER, NULL, NULL, "FILE",
     "ladder: EUC_2D (else TSPLIB's d18512, else uniform)"},
    {"csv", KIND_TEXT, AT(csv), false, FOR_LADDER, NULL, NULL, "FILE", "ladder: write the figures there too"},
    {"cities", KIND_COUNT, AT(cities), false, FOR_GENERATE, "1000", NULL, "N", "cities of the instance"},
    {"out", KIND_TEXT, AT(out), false, FOR_GENERATE, NULL, NULL, "FILE", "write there instead of standard output"}};
enum { SPECS = sizeof specs / sizeof *specs };

static const char *const kind_words[] = {"a count such as 1000 or 1e6", "an integer", "a number of seconds", "one of", "text", ""};

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
  *value = (int64_t)number;
  return *text && !*end && isfinite(number) && fabs(number) < 0x1p63 && number == floor(number);
}

static Status option_set(const OptionSpec *spec, const char *text, Options *options) {
  void *at = (char *)options + spec->offset;
  int64_t integer = 0;
  char *end;
  switch (spec->kind) {
  case KIND_COUNT:
  case KIND_INTEGER:
    if (!parse_integer(text, &integer) || (spec->kind == KIND_COUNT && integer < 0)) return bad_value(spec, text);
    memcpy(at, &integer, sizeof integer);
    return OK;
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

void options_default(Options *options) {
  *options = (Options){.target = INT64_MIN};
  for (int k = 0; k < SPECS; k++)
    if (specs[k].standard) (void)option_set(&specs[k], specs[k].standard, options);
}

Status options_parse(Options *options, CommandMask mask, int argc, char **argv, int positional, int *first) {
  struct option table[SPECS + 1] = {0};
  int count = 0, which[SPECS], index = 0, code;
  for (int k = 0; k < SPECS; k++)
    if (specs[k].commands & mask) {
      which[count] = k;
      table[count++] = (struct option){specs[k].name, specs[k].kind == KIND_FLAG ? no_argument : required_argument, NULL, 0};
    }
  optind = 1, opterr = 0;
  while ((code = getopt_long(argc, argv, ":", table, &index)) != -1) {
    if (code == ':') FAIL(ERR_USAGE, "%s %s: expected a value", argv[0], argv[optind - 1]);
    if (code == '?') FAIL(ERR_USAGE, "%s: unknown option %s (cordee %s --help)", argv[0], argv[optind - 1], argv[0]);
    TRY(option_set(&specs[which[index]], optarg ? optarg : "", options));
  }
  if (argc - optind != positional)
    FAIL(ERR_USAGE, "%s: expected %d file%s or word%s, found %d (cordee %s --help)", argv[0], positional,
         positional == 1 ? "" : "s", positional == 1 ? "" : "s", argc - optind, argv[0]);
  *first = optind;
  return OK;
}

static void option_print(const OptionSpec *spec, const Options *options, char *text, size_t size) {
  int64_t integer;
  memcpy(&integer, (const char *)options + spec->offset, sizeof integer);
  if (spec->kind == KIND_CHOICE)
    snprintf(text, size, "%s", spec->choices[integer]);
  else
    snprintf(text, size, "%lld", (long long)integer);
}

void options_print_plan(const Options *options, char *text, size_t size) {
  size_t used = 0;
  char value[64];
  text[0] = 0;
  for (int k = 0; k < SPECS; k++) {
    if (!specs[k].plan || (specs[k].offset == AT(target) && options->target == INT64_MIN)) continue;
    option_print(&specs[k], options, value, sizeof value);
    used += (size_t)snprintf(text + used, size - used, "%s = %s\n", specs[k].name, value);
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

void options_help(FILE *out, CommandMask mask) {
  fprintf(out, "\noptions:\n");
  for (int k = 0; k < SPECS; k++) {
    if (!(specs[k].commands & mask)) continue;
    char left[64];
    snprintf(left, sizeof left, "--%s %s", specs[k].name, specs[k].argument ? specs[k].argument : "");
    fprintf(out, "  %-22s %s", left, specs[k].help);
    for (int c = 0; specs[k].choices && specs[k].choices[c]; c++)
      fprintf(out, "%s%s", c ? ", " : " (", specs[k].choices[c]);
    if (specs[k].choices) fprintf(out, ")");
    if (specs[k].standard && specs[k].kind != KIND_FLAG) fprintf(out, " [%s]", specs[k].standard);
    fprintf(out, "\n");
  }
}

/* Random restarts learn nothing from each other, so an epoch may be long: 3e10 moves or so an island (a climb takes about
 * n steps of n^2/2 moves), so that a GPU is not kept waiting. Kicks start from the champion: the sooner the better. */
static uint64_t epoch_standard(const Options *options, int32_t n) {
  double climbers = 6e10 / ((double)n * n * n);
  if (options->restart == RESTART_KICK) return 32;
  return climbers < 1024 ? 1024 : climbers > 16384 ? 16384 : (uint64_t)climbers;
}

Status options_plan(Options *options, int32_t n, Plan *plan) {
  if (!options->epoch) options->epoch = epoch_standard(options, n);
  uint64_t epoch = options->epoch;
  if (options->climbers < 1) FAIL(ERR_USAGE, "--climbers: expected at least 1, found 0");
  if (options->islands < 1 || options->islands > 1000000)
    FAIL(ERR_USAGE, "--islands: expected 1 to 1000000, found %llu", (unsigned long long)options->islands);
  if (epoch > 1000000000) FAIL(ERR_USAGE, "--epoch: expected at most 1e9, found %llu", (unsigned long long)epoch);
  if (options->climbers / options->islands >= 3000000000u)
    FAIL(ERR_USAGE, "--climbers: expected at most 3e9 an island, found %llu on %llu islands",
         (unsigned long long)options->climbers, (unsigned long long)options->islands);
  *plan = (Plan){.seed = options->seed,
                 .climbers = options->climbers,
                 .islands = (uint32_t)options->islands,
                 .epoch = (uint32_t)epoch,
                 .restart = (Restart)options->restart};
  return OK;
}
