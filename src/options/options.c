/* Options of a run, from the command line and from job files: see options.h. */
#include "options.h"

#include <getopt.h>
#include <math.h>
#include <string.h>
#include "options_table.h"
#include "suggest.h"

enum { ROW_FIRST = 256 }; /* getopt_long's value of row 0: above all characters */

/* The defaults are made once: a sweep asks for them task by task. */
void options_default(Options *options) {
  static Options usual;
  static bool known;
  if (!known) usual.target = usual.target_gap = -INFINITY;
  for (const OptionSpec *spec = option_specs(); spec->name && !known; spec++)
    if (spec->standard && spec->standard[0]) (void)option_set(spec, spec->standard, &usual);
  known = true;
  *options = usual;
}

/* The plan of a checkpoint is fixed: its options are known beside --or-start alone. */
static Status plan_refuse(const Options *options, const char *command) {
  for (const OptionSpec *spec = option_specs(); spec->name && !options->or_start[0]; spec++)
    if (options->given[option_row(spec)] && spec->plan)
      FAIL(ERR_USAGE, "%s: unknown option --%s (without --or-start; %s %s --help)", command, spec->name,
           options_program(), command);
  return OK;
}

/* Writes ", did you mean --tours or --time?": the options of `table` that begin like `name`; else the one that is written nearly so. */
static void candidates_text(const struct option *table, const char *name, char *text, size_t size) {
  const struct option *last = NULL;
  Suggestion near = suggest_begin(name);
  char nearest[SUGGEST_TEXT_MAX];
  text[0] = 0;
  for (; table->name; table++) {
    suggest_offer(&near, table->name);
    if (!name[0] || strncmp(table->name, name, strlen(name)) != 0) continue;
    if (last)
      snprintf(text + strlen(text), size - strlen(text), "%s--%s", text[0] ? ", " : ", did you mean ",
               last->name);
    last = table;
  }
  if (last)
    snprintf(text + strlen(text), size - strlen(text), "%s--%s?", text[0] ? " or " : ", did you mean ",
             last->name);
  else
    snprintf(text, size, "%s", suggest_text(&near, "--", nearest));
}

/* Says that no option of the command has that name. */
static Status name_refuse(const struct option *table, const char *command, const char *name) {
  char text[1024];
  candidates_text(table, name, text, sizeof text);
  FAIL(ERR_USAGE, "%s: unknown option --%s%s (%s %s --help)", command, name, text, options_program(),
       command);
}

/* Says what getopt_long did not take: `word`, or with optopt a short option or the row of a flag. */
static Status word_refuse(const struct option *table, const char *command, const char *word) {
  char name[64];
  if (optopt >= ROW_FIRST)
    FAIL(ERR_USAGE, "%s: --%s: expected no value, found %s", command, option_specs()[optopt - ROW_FIRST].name,
         word);
  if (optopt)
    FAIL(ERR_USAGE, "%s: unknown option -%c (%s %s --help)", command, optopt, options_program(), command);
  snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
  return name_refuse(table, command, name);
}

/* getopt_long takes the beginning of a name for the name; here it names nothing. `word` is "--NAME" or "--NAME=VALUE". */
static Status name_whole(const struct option *table, const char *command, const char *word) {
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
  for (const struct option *option = table; option->name; option++)
    if (strcmp(option->name, name) == 0) return OK;
  return name_refuse(table, command, name);
}

/* The word of the option that getopt_long has just taken: its value is the next one, or a part of it. */
static const char *word_taken(char **argv) {
  const bool apart = optarg && optarg == argv[optind - 1];
  return argv[optind - 1 - apart];
}

/* Whether a row is the first of its name that the commands take: options of one name are set together. */
static bool name_first(const OptionSpec *spec, CommandMask mask) {
  for (const OptionSpec *before = option_specs(); before < spec; before++)
    if (option_taken(before, mask) && option_same_name(before, spec)) return false;
  return true;
}

static bool name_taken(const char *name, CommandMask mask) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (option_taken(spec, mask) && strcmp(spec->name, name) == 0) return true;
  return false;
}

/* Every name has a value of its own: getopt_long takes options of one value for one option. */
static void table_make(CommandMask mask, struct option *table) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    const int argument = spec->kind == KIND_FLAG ? no_argument : required_argument,
              code = ROW_FIRST + option_row(spec);
    if (!option_taken(spec, mask) || !name_first(spec, mask)) continue;
    *table++ = (struct option){spec->name, argument, NULL, code};
    if (spec->alias && !name_taken(spec->alias, mask))
      *table++ = (struct option){spec->alias, argument, NULL, code};
  }
}

static Status option_give(const OptionSpec *spec, CommandMask mask, const char *text, Options *options) {
  const OptionSpec *alias = option_aliased(spec->name, mask);
  Status status = option_set_all(spec, mask, text, options);
  if (alias && option_set(alias, text, options) == OK) {
    status_clear();
    status = OK;
    options->given[option_row(alias)] = true;
  }
  TRY(status);
  for (const OptionSpec *same = option_specs(); same->name; same++)
    if (option_taken(same, mask) && option_same_name(same, spec)) options->given[option_row(same)] = true;
  return OK;
}

Status options_parse(Options *options, CommandMask mask, int argc, char **argv, int positional, int *first) {
  struct option table[2 * OPTION_ROWS_MAX + 1] = {0};
  int code;
  table_make(mask, table);
  optind = 0;
  opterr = 0; /* 0: afresh, also where it stopped inside a word */
  while ((code = getopt_long(argc, argv, ":", table, NULL)) != -1) {
    if (code == '?') return word_refuse(table, argv[0], argv[optind - 1]);
    TRY(name_whole(table, argv[0], code == ':' ? argv[optind - 1] : word_taken(argv)));
    if (code == ':') FAIL(ERR_USAGE, "%s %s: expected a value", argv[0], argv[optind - 1]);
    TRY(option_give(&option_specs()[code - ROW_FIRST], mask, optarg ? optarg : "", options));
  }
  if (mask & FOR_OR_START) TRY(plan_refuse(options, argv[0]));
  if (positional == OPTIONS_WORDS_SOME && argc == optind)
    FAIL(ERR_USAGE, "%s: expected files, found none (%s %s --help)", argv[0], options_program(), argv[0]);
  if (positional >= 0 && argc - optind != positional)
    FAIL(ERR_USAGE, "%s: expected %d file%s or word%s, found %d (%s %s --help)", argv[0], positional,
         positional == 1 ? "" : "s", positional == 1 ? "" : "s", argc - optind, options_program(), argv[0]);
  *first = optind;
  return OK;
}

Status options_assign(Options *options, CommandMask mask, const char *name, const char *value) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if ((spec->commands & mask) && option_named(spec, name))
      return option_set_all(spec, mask, value, options);
  FAIL(ERR_USAGE, "unknown option %s", name);
}

/* Whether a task may say the option, beside those of the plan. */
static bool is_of_tasks(const char *name) {
  return strcmp(name, "initial") == 0 || strcmp(name, "time") == 0 || strcmp(name, "best-known") == 0;
}

int options_task_row(const char *name) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->commands & FOR_SOLVE && option_named(spec, name))
      return spec->plan || is_of_tasks(name) ? option_row(spec) : -1;
  return -1;
}

void options_task_offer(Suggestion *near) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (options_task_row(spec->name) >= 0) {
      suggest_offer(near, spec->name);
      if (spec->alias) suggest_offer(near, spec->alias);
    }
}

bool options_row_path(int row) { return option_specs()[row].kind == KIND_PATH; }

Status options_task_line(int row, const char *value, char *line, size_t size) {
  Options options; /* no more of it is looked at than this one option */
  char shortest[OPTION_PATH_MAX];
  const OptionSpec *spec = &option_specs()[row];
  TRY(option_set_all(spec, FOR_SOLVE, value, &options));
  while (strcmp(spec->name, option_specs()[row].name) != 0 || !(spec->commands & FOR_SOLVE) ||
         options.refused[option_row(spec)])
    spec++;
  option_print(spec, &options, shortest, sizeof shortest);
  snprintf(line, size, "%s = %s\n", spec->name, shortest);
  return OK;
}
