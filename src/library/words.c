/* Options as texts: see handle.h. They become the words of a command line, which its parser reads. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "handle.h"

/* A program may be parsing words of its own. */
typedef struct Getopt {
  int at, quiet, refused;
  char *argument;
} Getopt;

static Getopt getopt_keep(void) { return (Getopt){optind, opterr, optopt, optarg}; }

static void getopt_restore(Getopt kept) {
  optind = kept.at, opterr = kept.quiet, optopt = kept.refused, optarg = kept.argument;
}

static size_t words_count(const char *const *words) {
  size_t count = 0;
  while (words && words[count]) count++;
  return count;
}

static Status word_copy(const char *word, char **out) {
  const char *dashes = strncmp(word, "--", 2) == 0 ? "" : "--";
  if (!word[0] || word[0] == '=' || strcmp(word, "--") == 0)
    FAIL(ERR_USAGE, "expected an option NAME=VALUE, found '%s'", word);
  if (asprintf(out, "%s%s", dashes, word) >= 0) return OK;
  *out = NULL;
  FAIL(ERR_MEMORY, "no memory for options");
}

static Status words_read(const char *command, CommandMask mask, size_t count, const char *const *words,
                         char **argv, Options *options) {
  int first;
  argv[0] = strdup(command);
  if (!argv[0]) FAIL(ERR_MEMORY, "no memory for options");
  for (size_t k = 0; k < count; k++) TRY(word_copy(words[k], &argv[k + 1]));
  const Getopt kept = getopt_keep();
  const Status status = options_parse(options, mask, (int)count + 1, argv, 0, &first);
  getopt_restore(kept);
  return status;
}

Status words_parse(const char *command, CommandMask mask, const char *const *words, Options *options) {
  const size_t count = words_count(words);
  options_default(options);
  if (count == 0) return OK;
  if (count > OPTION_ROWS_MAX)
    FAIL(ERR_USAGE, "expected at most %d options, found %zu", OPTION_ROWS_MAX, count);
  char **argv = calloc(count + 2, sizeof *argv);
  if (!argv) FAIL(ERR_MEMORY, "no memory for options");
  const Status status = words_read(command, mask, count, words, argv, options);
  for (size_t k = 0; k <= count; k++) free(argv[k]);
  free(argv);
  return status;
}

Status words_refuse(const Options *options, const char *const *names, const char *why) {
  for (; *names; names++)
    if (options_given(options, *names)) FAIL(ERR_USAGE, "--%s: %s", *names, why);
  return OK;
}
