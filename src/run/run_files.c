/* The files of a run, checked before anything is opened; and the newest checkpoint that can be resumed. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/checkpoint/checkpoint_file.h"
#include "io/output.h"
#include "io/path.h"
#include "mpi/collect.h"
#include "run_state.h"

enum { GROUP_OF_RUN = 1 }; /* the checkpoint that is resumed may be the one that is written */

/* ---- files that differ ---- */

/* It is FILE itself; a run that is resumed from FILE.prev keeps its checkpoint as FILE. */
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

/* ---- the checkpoint that is written ---- */

static bool file_same(const char *a, const char *b) {
  struct stat x, y;
  return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Whether nothing is lost with the file: it is a checkpoint, whole or damaged behind its first words, or empty. */
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

Status run_checkpoint_absent(const Options *options) {
  const char *path = options->checkpoint;
  struct stat info;
  if (!path[0] || stat(path, &info) != 0) return OK;
  if (options->force && !S_ISREG(info.st_mode)) FAIL(ERR_IO, "%s: is there, and is not a plain file", path);
  if (options->force && !checkpoint_like(path))
    FAIL(ERR_USAGE,
         "%s: is there, and is no checkpoint: --force overwrites none but those; move it away, or name "
         "another file",
         path);
  if (options->force) return OK;
  FAIL(ERR_USAGE, "%s exists: `cordee resume %s` goes on from it, --force starts anew over it", path, path);
}

/* ---- the newest sound checkpoint ----
 *
 * Rank 0 finds which files exist, for ranks may have different views of a shared file system; all ranks share the reading of a file to check
 * it. */

enum { THERE_FILE = 1, THERE_PREVIOUS = 2, WHY_MAX = PATH_MAX + 64 };

static int files_present(const Comm *comm, const char *file, const char *previous) {
  int there = 0;
  if (comm->rank == 0 && access(file, F_OK) == 0) there |= THERE_FILE;
  if (comm->rank == 0 && access(previous, F_OK) == 0) there |= THERE_PREVIOUS;
  bytes_bcast(comm, &there, sizeof there, 0);
  return there;
}

/* Checks a file, if it is present; `why` explains a failure. Collective. */
static Status file_sound(const Comm *comm, const char *file, bool there, char *why, size_t size) {
  snprintf(why, size, "%s is not there", file);
  if (!there) return ERR_NO_INPUT;
  Status status = checkpoint_verify(comm, file);
  if (status != OK) snprintf(why, size, "%s", status_message());
  status_clear();
  return status;
}

/* The run keeps its checkpoint at FILE, and refuses one of another instance. */
static Status options_prepare(const char *file, Options *options) {
  if (options->checkpoint[0])
    FAIL(ERR_USAGE, "--checkpoint: expected none beside --or-start, which keeps it at %s, found '%s'", file,
         options->checkpoint);
  if (strlen(file) >= sizeof options->checkpoint) FAIL(ERR_USAGE, "path too long: %s", file);
  strcpy(options->checkpoint, file);
  if (!options->instance[0]) strcpy(options->instance, options->or_start);
  return OK;
}

static void beginning_set(RunBeginning *out, const char *file, bool resume) {
  snprintf(out->file, sizeof out->file, "%s", file);
  out->resume = resume;
}

Status run_newest(const Comm *comm, const char *file, Options *options, RunBeginning *out) {
  char previous[PATH_MAX], why[WHY_MAX], why_previous[WHY_MAX];
  *out = (RunBeginning){.resume = true};
  TRY(options_prepare(file, options));
  TRY(path_append(file, ".prev", previous));
  int there = files_present(comm, file, previous);
  if (!there) {
    beginning_set(out, options->instance, false);
    return OK;
  }
  const Status status = file_sound(comm, file, there & THERE_FILE, why, sizeof why);
  if (status == OK) {
    beginning_set(out, file, true);
    return OK;
  }
  if (file_sound(comm, previous, there & THERE_PREVIOUS, why_previous, sizeof why_previous) != OK)
    FAIL(there & THERE_FILE ? status : ERR_FORMAT,
         "%s; %s: nothing to go on from, and nothing is overwritten", why, why_previous);
  beginning_set(out, previous, true);
  snprintf(out->warning, sizeof out->warning, "%s; going on from the one before it, %s", why, previous);
  return OK;
}
