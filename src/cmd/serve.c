/* `cordee serve`: becomes the Python program that answers over HTTP (python/cordee/serve), with the options that were checked here. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "c_locale.h"
#include "command.h"

enum { WORDS_MAX = 40, WORD_MAX = PATH_MAX + 32 };

typedef struct Line { /* a command line, which lasts as long as this does */
  char text[WORDS_MAX][WORD_MAX];
  char *word[WORDS_MAX + 1];
  int count;
} Line;

static void line_add(Line *line, const char *word) {
  snprintf(line->text[line->count], WORD_MAX, "%s", word);
  line->word[line->count] = line->text[line->count];
  line->word[++line->count] = NULL;
}

static void line_text(Line *line, const char *name, const char *value) {
  if (!value[0]) return;
  line_add(line, name);
  line_add(line, value);
}

static void line_number(Line *line, const char *name, double value) {
  char text[32];
  c_snprintf(text, sizeof text, "%.17g", value);
  line_text(line, name, text);
}

static void options_add(Line *line, const Options *options) {
  line_number(line, "--port", (double)options->port);
  line_text(line, "--host", options->host);
  line_text(line, "--token-file", options->token_file);
  line_text(line, "--folder", options->folder);
  line_number(line, "--jobs", (double)options->jobs);
  line_number(line, "--queue", (double)options->queue);
  line_number(line, "--megabytes", (double)options->megabytes);
  line_number(line, "--longest", options->longest_s);
  line_text(line, "--backend", option_backends[options->backend]);
  line_number(line, "--threads", (double)options->threads);
}

/* Lets Python find the package beside this program: of an installation, or of a tree. Elsewhere Python knows it, or says that it does not. */
static void package_show(const char *program) {
  static const char *const places[] = {
      "../share/cordee/python",
      "../../../python"}; /* of an installation; of a tree, from build/release/src */
  char folder[PATH_MAX], path[2 * PATH_MAX], all[4 * PATH_MAX];
  const char *known = getenv("PYTHONPATH");
  snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(program, '/') - program), program);
  for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
    snprintf(path, sizeof path, "%s/%s", folder, places[k]);
    snprintf(all, sizeof all, "%s/cordee/serve", path);
    if (access(all, R_OK) != 0) continue;
    snprintf(all, sizeof all, "%s%s%s", path, known && known[0] ? ":" : "", known ? known : "");
    setenv("PYTHONPATH", all, 1);
    return;
  }
}

/* The one that the user names, else the one beside this program, as in an environment of Python, else that of PATH. */
static const char *python_of(const char *program) {
  static char beside[PATH_MAX + 16];
  const char *const asked = getenv("CORDEE_PYTHON");
  if (asked && asked[0]) return asked;
  snprintf(beside, sizeof beside, "%.*s/python3", (int)(strrchr(program, '/') - program), program);
  return access(beside, X_OK) == 0 ? beside : "python3";
}

Status command_serve(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  static Line line;
  Options options;
  int first;
  char program[PATH_MAX];
  if (comm) FAIL(ERR_USAGE, "serve: expected one process, found a launcher's: start it without");
  options_default(&options);
  TRY(options_parse(&options, FOR_SERVE, argc, argv, 0, &first));
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0) FAIL(ERR_IO, "serve: the path of this program is not known: %m");
  program[length] = 0;
  package_show(program);
  setenv("CORDEE_PROGRAM", program, 1);
  line_add(&line, python_of(program));
  line_add(&line, "-m");
  line_add(&line, "cordee.serve");
  options_add(&line, &options);
  execvp(line.word[0], line.word);
  FAIL(ERR_NO_INPUT, "serve: %s: %m (CORDEE_PYTHON names another Python 3)", line.word[0]);
}
