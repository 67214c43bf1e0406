/* See newest.h. Rank 0 finds which files exist, for ranks may have different views of a shared file system; all ranks share the
 * reading of a file to check it. */
#include "newest.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "io/checkpoint/checkpoint_file.h"
#include "io/path.h"
#include "mpi/bcast.h"
#include "checkpoint_ranks.h"

enum { THERE_FILE = 1, THERE_PREVIOUS = 2, WHY_MAX = PATH_MAX + 64 };

static int files_present(const Comm *comm, const char *file, const char *previous) {
  int there = 0;
  if (comm->rank == 0)
    there = (access(file, F_OK) == 0 ? THERE_FILE : 0) | (access(previous, F_OK) == 0 ? THERE_PREVIOUS : 0);
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

static void beginning_set(Beginning *out, const char *file, bool resume) {
  snprintf(out->file, sizeof out->file, "%s", file);
  out->resume = resume;
}

Status newest_find(const Comm *comm, const char *file, Options *options, Beginning *out) {
  char previous[PATH_MAX], why[WHY_MAX], why_previous[WHY_MAX];
  *out = (Beginning){.resume = true};
  TRY(options_prepare(file, options));
  TRY(path_append(file, ".prev", previous));
  int there = files_present(comm, file, previous);
  if (!there) {
    beginning_set(out, options->instance, false);
    return OK;
  }
  Status status = file_sound(comm, file, there & THERE_FILE, why, sizeof why);
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
