/* The files of a run, checked before anything is opened. Local, on rank 0. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/distinct.h"
#include "io/checkpoint/checkpoint_file.h"
#include "io/temporary.h"
#include "io/path.h"
#include "run_state.h"

enum { GROUP_OF_RUN = 1 }; /* the checkpoint that is resumed may be the one that is written */

/* FILE itself; FILE.prev is kept as FILE. */
void run_checkpoint_path(const char *file, char *checkpoint) {
  snprintf(checkpoint, OPTION_PATH_MAX, "%s", file);
  size_t length = strlen(checkpoint), suffix = strlen(".prev");
  if (length > suffix && strcmp(checkpoint + length - suffix, ".prev") == 0) checkpoint[length - suffix] = 0;
}

Status run_files_check(const Options *options, const char *file, const char *instance, bool resume) {
  FileRoles files = {.count = 0};
  char checkpoint[OPTION_PATH_MAX];
  snprintf(checkpoint, sizeof checkpoint, "%s", options->checkpoint);
  if (resume && !checkpoint[0]) run_checkpoint_path(file, checkpoint);
  if (resume) files_add(&files, "the checkpoint to resume", file, "", false, GROUP_OF_RUN);
  if (instance[0]) files_add_instance(&files, instance);
  files_add(&files, "--initial", options->initial, "", false, 0);
  files_add_checkpoint(&files, "--checkpoint", checkpoint, GROUP_OF_RUN);
  files_add(&files, "--out", options->out, "", true, 0);
  files_add(&files, "--log", options->log, "", true, 0);
  return files_distinct(&files);
}

Status run_options_check(const Options *options) {
  static const char *const of_checkpoints[] = {"checkpoint-every", "force", NULL};
  for (const char *const *name = of_checkpoints; *name && !options->checkpoint[0]; name++)
    if (options_given(options, *name))
      FAIL(ERR_USAGE, "--%s belongs to a run with a checkpoint: add --checkpoint FILE, or drop it", *name);
  return OK;
}

static bool file_same(const char *a, const char *b) {
  struct stat x, y;
  return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Nothing is lost with it: a checkpoint, whole or damaged behind its first words, or an empty file. */
static bool checkpoint_like(const char *path) {
  static const char mark[] = "cordee checkpoint ";
  char head[sizeof mark] = "";
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return false;
  FILE *const in = fopen(path, "rb");
  if (!in) return false;
  const size_t got = fread(head, 1, sizeof mark - 1, in);
  fclose(in);
  return got == 0 || memcmp(head, mark, sizeof mark - 1) == 0;
}

/* A resumed run may overwrite its own checkpoint only: `file` is that, or the previous one. */
static Status elsewhere_check(const char *checkpoint, const char *previous, const char *file) {
  if (access(checkpoint, F_OK) != 0 || file_same(checkpoint, file) || file_same(previous, file)) return OK;
  FAIL(ERR_USAGE,
       "--checkpoint %s exists, and is not %s: `cordee resume %s` goes on from it; else name another file, "
       "or remove it",
       checkpoint, file, checkpoint);
}

Status run_checkpoint_check(const char *path, const char *resumed) {
  char previous[PATH_MAX];
  if (strcmp(path, "-") == 0) FAIL(ERR_USAGE, "--checkpoint: expected a file, found standard output");
  TRY(path_check("--checkpoint", path, TEMPORARY_SUFFIX));
  TRY(path_append(path, ".prev", previous));
  if (access(previous, F_OK) == 0 && !checkpoint_like(previous))
    FAIL(ERR_USAGE, "%s: is there, and is no checkpoint: move it away, or name another file", previous);
  return resumed ? elsewhere_check(path, previous, resumed) : OK;
}

Status run_checkpoint_absent(const Run *run) {
  const char *path = run->options.checkpoint;
  struct stat info;
  if (run->comm->rank != 0 || !path[0] || stat(path, &info) != 0) return OK;
  if (run->options.force && !S_ISREG(info.st_mode))
    FAIL(ERR_IO, "%s: is there, and is not a plain file", path);
  if (run->options.force && !checkpoint_like(path))
    FAIL(ERR_USAGE,
         "%s: is there, and is no checkpoint: --force overwrites none but those; move it away, or name "
         "another file",
         path);
  if (run->options.force) return OK;
  FAIL(ERR_USAGE, "%s exists: `cordee resume %s` goes on from it, --force starts anew over it", path, path);
}
