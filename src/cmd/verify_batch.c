/* `cordee verify --batch LIST`: see verify_batch.h. */
#include <stdio.h>
#include <string.h>
#include "io/distinct.h"
#include "mpi/bind.h"
#include "items.h"
#include "verify_batch.h"

/* LIST with .h5 for .list, unless --out says. */
static Status records_name(const Options *options, char path[OPTION_PATH_MAX]) {
  const char *list = options->batch;
  size_t length = strlen(list);
  if (!options->out[0] && strcmp(list, "-") == 0)
    FAIL(ERR_USAGE, "--out: expected a file for the records of a list from standard input, found none");
  if (length > 5 && strcmp(list + length - 5, ".list") == 0) length -= 5;
  const int size = options->out[0] ? snprintf(path, OPTION_PATH_MAX, "%s", options->out)
                                   : snprintf(path, OPTION_PATH_MAX, "%.*s.h5", (int)length, list);
  if (size + 128 >= OPTION_PATH_MAX) FAIL(ERR_USAGE, "path too long: %s", list);
  return OK;
}

static Status files_check(const Options *options, const char *path) {
  FileRoles files = {.count = 0};
  files_add(&files, "the list", options->batch, "", false, 0);
  files_add_results(&files, "--out", path);
  return files_distinct(&files);
}

Status verify_batch(const Comm *comm, const Options *options, int *exit_code) {
  char path[OPTION_PATH_MAX];
  Backend be = {.ops = NULL};
  TRY(records_name(options, path));
  TRY(comm_agree(comm, comm->rank == 0 ? files_check(options, path) : OK));
  TRY(rank_bind(comm, "cpu", 1, &be)); /* the judge is the host's */
  const EvaluatePlan plan = {.evaluator = evaluator_find("verify"),
                             .spec = options->batch,
                             .settings_text = "",
                             .path = path,
                             .check_every = options->check};
  const Status status = items_run(comm, &be, options, plan, exit_code);
  be.ops->close(&be);
  return status;
}
