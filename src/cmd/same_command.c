/* See same_command.h. */
#include "same_command.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/same.h"
#include "text.h"
#include "version.h"

/* Options that each rank may have of its own: a host with GPUs beside one without. */
static const char *const own[] = {"--backend", "--threads", NULL};

static bool is_own(const char *word, size_t length) {
  for (int k = 0; own[k]; k++)
    if (strlen(own[k]) == length && strncmp(word, own[k], length) == 0) return true;
  return false;
}

/* A word as a shell takes it. */
static void word_print(FILE *out, const char *word, size_t length) {
  char plain[SAME_TEXT_MAX];
  const bool quoted = length == 0 || memchr(word, ' ', length);
  snprintf(plain, sizeof plain, "%.*s", (int)length, word);
  const char *const mark = quoted ? "'" : "";
  fprintf(out, " %s%s%s", mark, text_line(plain), mark);
}

/* Returns the words that belong together: an option of a rank's own has its value behind it. */
static int words_print(FILE *out, const char *word, bool more) {
  const bool option = strncmp(word, "--", 2) == 0;
  const size_t length = strlen(word), name = option ? strcspn(word, "=") : length;
  if (option && is_own(word, name)) return name == length && more ? 2 : 1;
  word_print(out, word, name);
  if (name < length) word_print(out, word + name + 1, length - name - 1);
  return 1;
}

/* The environment is rank 0's matter, but for instances that every rank reads itself. */
static void environment_print(FILE *out) {
  const char *const folder = getenv("CORDEE_INSTANCES");
  if (folder) fprintf(out, ", CORDEE_INSTANCES=%s", text_line(folder));
}

Status same_command(const Comm *comm, int argc, char **argv) {
  char *text = NULL;
  size_t bytes = 0;
  if (comm->size == 1) return OK;
  FILE *const out = open_memstream(&text, &bytes);
  if (out) fputs("cordee", out);
  for (int k = 1; out && k < argc;) k += words_print(out, argv[k], k + 1 < argc);
  if (out) {
    fprintf(out, " (version %s", program_version);
    environment_print(out);
    fputs(")", out);
  }
  const bool made = out && fclose(out) == 0;
  const Status status =
      comm_same_text(comm, "command", made ? text : "a command for which there was no memory");
  free(text);
  return status;
}
