/* See verify_records.h. */
#include "verify_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io/columns/columns.h"
#include "io/path.h"
#include "mpi/bcast.h"
#include "mpi/bind.h"
#include "sweep/recheck.h"
#include "text.h"

/* The user means records by a first word in .h5: if there is no such file, or another kind of file, its reader says so. */
static bool is_named(const char *word, bool first) {
  return word[0] != '-' && ((first && path_ends(word, ".h5")) || columns_are(word));
}

bool records_named(const Comm *comm, int argc, char **argv) {
  bool named = false;
  for (int k = 1; k < argc && comm->rank == 0; k++) named |= is_named(argv[k], k == 1);
  bytes_bcast(comm, &named, sizeof named, 0);
  return named;
}

typedef struct Source { /* as the file tells it */
  char evaluator[32], spec[COLUMNS_SPEC_MAX], settings[COLUMNS_SETTINGS_MAX];
} Source;

/* On rank 0. */
static Status source_read(const Options *options, const char *path, Source *out) {
  ColumnsFile file;
  TRY(columns_read_open(path, &file));
  snprintf(out->evaluator, sizeof out->evaluator, "%s", file.evaluator->name);
  columns_read_close(&file);
  TRY(columns_read_source(path, out->spec, out->settings));
  if (options->items[0]) snprintf(out->spec, sizeof out->spec, "%s", options->items);
  if (strcmp(out->spec, "-") == 0 && !options->items[0])
    FAIL(ERR_USAGE, "--items: expected the file that came from standard input when %s was made, found none",
         path);
  return OK;
}

static void summary_print(const char *path, const Evaluator *evaluator, const Recheck *found) {
  printf("%s: %llu %s: %llu checked, %llu wrong", text_line(path), (unsigned long long)found->items,
         evaluator->items_word, (unsigned long long)found->checked, (unsigned long long)found->wrong);
  if (found->pending) printf(", %llu pending", (unsigned long long)found->pending);
  printf("\n");
  fflush(stdout);
}

static Status bound_check(const Comm *comm, const RecheckPlan *plan, int *exit_code) {
  Backend be = {.ops = NULL};
  Recheck found;
  TRY(rank_bind(comm, "cpu", 1, &be)); /* checks are the host's */
  const Status status = records_recheck(comm, &be, plan, &found);
  be.ops->close(&be);
  TRY(status);
  if (comm->rank == 0) summary_print(plan->path, plan->evaluator, &found);
  if (found.pending) *exit_code = EXIT_RESUMABLE;
  return comm_agree(comm,
                    comm->rank == 0 && found.wrong ? status_fail(ERR_INTERNAL, "%s", found.message) : OK);
}

Status verify_records(const Comm *comm, const Options *options, const char *path, int *exit_code) {
  Source source = {.evaluator = ""};
  TRY(comm_agree(comm, comm->rank == 0 ? source_read(options, path, &source) : OK));
  bytes_bcast(comm, &source, sizeof source, 0);
  const Evaluator *evaluator = evaluator_find(source.evaluator);
  void *settings = calloc(1, evaluator->settings_bytes + 1);
  if (!settings) FAIL(ERR_MEMORY, "no memory for settings");
  const RecheckPlan plan = {evaluator, source.spec, settings, path, options->check_every};
  Status status = options_read_evaluator(path, evaluator, source.settings, settings);
  if (status == OK) status = bound_check(comm, &plan, exit_code);
  free(settings);
  return status;
}
