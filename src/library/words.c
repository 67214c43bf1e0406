/* Options as texts: see handle.h. They become the words of a command line, which its parser reads. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "handle.h"
#include "mpi/same.h"

/* A program may be parsing words of its own. */
typedef struct Getopt {
  int at, quiet, refused;
  char *argument;
} Getopt;

static Getopt getopt_keep(void) { return (Getopt){optind, opterr, optopt, optarg}; }

static void getopt_restore(Getopt kept) {
  optind = kept.at;
  opterr = kept.quiet;
  optopt = kept.refused;
  optarg = kept.argument;
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

/* Each rank may have its own. */
static bool is_own(const char *word) {
  static const char *const own[] = {"backend", "threads", NULL};
  for (int k = 0; own[k]; k++) {
    const size_t length = strlen(own[k]);
    if (strncmp(word, own[k], length) == 0 && (word[length] == '=' || !word[length])) return true;
  }
  return false;
}

Status words_same(const Comm *comm, const char *call, const char *const *words, uint64_t digest) {
  char text[SAME_TEXT_MAX];
  if (comm->size == 1) return OK;
  int used = digest ? snprintf(text, sizeof text, "%s of data %016llx", call, (unsigned long long)digest)
                    : snprintf(text, sizeof text, "%s", call);
  uint64_t all = XXH3_64bits(text, (size_t)used);
  for (const char *const *word = words; word && *word; word++) {
    const char *const plain = *word + (strncmp(*word, "--", 2) == 0 ? 2 : 0);
    if (is_own(plain)) continue;
    all = XXH3_64bits_withSeed(plain, strlen(plain) + 1, all);
    if (used < SAME_TEXT_MAX) used += snprintf(text + used, SAME_TEXT_MAX - (size_t)used, " %s", plain);
  }
  return comm_same(comm, "call", all, text);
}
