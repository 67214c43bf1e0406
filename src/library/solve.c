/* See solve.h. Searches: the library's side of src/run, as src/cmd/solve.c is the command line's. See cordee.h. */
#include "solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io/bytes.h"
#include "io/hdf/hdf.h"
#include "mpi/collect.h"
#include "mpi/stop.h"
#include "result.h"
#include "run/provenance.h"

static void on_nothing(void *self, const RunView *view) {
  (void)self;
  (void)view;
}

static void on_started(void *self, const RunView *view) {
  Watch *w = self;
  snprintf(w->note, sizeof w->note, "%s", view->notes);
}

static bool on_round(void *self, const RunView *view) {
  const Watch *w = self;
  if (!w->how->callback) return false;
  const cordee_progress progress = progress_of(view);
  return w->how->callback(w->how->self, &progress) != 0;
}

static void on_ended(void *self, const RunView *view) {
  Watch *w = self;
  w->status = result_make(view, &w->result);
}

/* ---- options ---- */

/* What a command shows or writes; of `resume` what says where the instance is, too. */
static const char *const of_solve[] = {"out", "log", "quiet", "json", "verbose", NULL};
static const char *const of_resume[] = {"out",     "log",      "quiet",    "json",
                                        "verbose", "instance", "or-start", NULL};

Status search_words(const char *const *words, bool resume, Options *options) {
  TRY(words_parse(resume ? "resume" : "solve", resume ? FOR_RESUME : FOR_SOLVE, words, options));
  TRY(words_refuse(options, resume ? of_resume : of_solve, "belongs to the command line: drop it"));
  if (!resume) TRY(run_options_check(options));
  if (!options_given(options, "stop-before"))
    options->stop_before_s = 0; /* the batch job is the program's matter */
  return OK;
}

Status search_of_instance(const cordee_instance *instance, Options *options) {
  const int rows = options_rows();
  for (int row = 0; row < rows; row++) {
    if (!options_row_of_instance(row)) continue;
    if (options->given[row])
      FAIL(ERR_USAGE, "an option of instances was given: expected it where the instance is made");
    options->own[row] = instance->options.own[row];
  }
  return OK;
}

/* ---- one search ---- */

Status solving_copy(const cordee_solving *how, cordee_solving *all) {
  *all = (cordee_solving){.bytes = 0};
  return how ? struct_copy("cordee_solving", how, offsetof(cordee_solving, starts), sizeof *all, all) : OK;
}

static Status search_check(const Search *search, cordee_solving *how, Options *options) {
  const bool resume = search->checkpoint != NULL;
  if (!search->instance) FAIL(ERR_USAGE, "instance: expected an instance, found NULL");
  if (resume && !search->checkpoint[0]) FAIL(ERR_USAGE, "checkpoint: expected a file, found none");
  TRY(solving_copy(search->how, how));
  TRY(search_words(search->words, resume, options));
  if (resume) TEXT_COPY(options->instance, search->instance->path);
  return search_of_instance(search->instance, options);
}

static Status search_prepare(const Comm *comm, const Search *search, cordee_solving *how, Options *options) {
  const bool resume = search->checkpoint != NULL;
  TRY(comm_agree(comm, search_check(search, how, options)));
  const char *path = search->instance->path, *file = resume ? search->checkpoint : path;
  const bool memory = strcmp(path, RUN_IN_MEMORY) == 0, here = comm->rank == 0;
  const bool file_resumed = resume && !search->in_memory;
  TRY(comm_agree(comm, here ? run_files_check(options, file, memory ? "" : path, file_resumed) : OK));
  if (options->stop_before_s > 0) limit_learn(comm);
  return OK;
}

Status search_run(const Comm *comm, const Search *search, const cordee_solving *how, const Options *options,
                  Watch *watch) {
  const bool resume = search->checkpoint != NULL, files = resume || options->checkpoint[0] || how->keep;
  const RunObserver observer = {watch, on_started, on_nothing, on_nothing, on_ended, NULL, on_round};
  const RunInput input = {.file = resume ? search->checkpoint : search->instance->path,
                          .resume = resume,
                          .in_memory = search->in_memory,
                          .keep = how->keep != 0,
                          .inst = search->instance->inst,
                          .initial = resume || comm->rank > 0 ? NULL : how->start};
  Hdf5Errors errors;
  RunEnd end;
  int signal_number;
  watch->how = how;
  if (files) hdf5_errors_keep(&errors);
  const Status status = run_task(comm, options, &input, &observer, &end, &signal_number);
  if (files) hdf5_errors_restore(&errors);
  return status != OK ? status : comm_agree(comm, watch->status);
}

/* *result is set where something was found, whatever the status; note: (NOTE_MAX). */
static Status search_do(const Comm *comm, const Search *search, char *note, cordee_result **result) {
  cordee_solving how;
  Watch watch = {.status = OK};
  Options *options = malloc(sizeof *options);
  Status status = options ? OK : status_fail(ERR_MEMORY, "no memory for options");
  TRY_GOTO(comm_agree(comm, status), cleanup);
  TRY_GOTO(search_prepare(comm, search, &how, options), cleanup);
  status = search_run(comm, search, &how, options, &watch);
  if (watch.result) result_tell(watch.result, status, status_message());
  bytes_bcast(comm, watch.note, sizeof watch.note, 0);
  memcpy(note, watch.note, sizeof watch.note);
  const Status shared = results_share(comm, &watch.result, 1);
  if (status == OK) status = shared;
  *result = watch.result;
cleanup:
  free(options);
  return status;
}

/* Users know no file of a checkpoint in memory. */
static Status message_name(Status status) {
  char text[STATUS_MESSAGE_MAX];
  const char *found = status == OK ? NULL : strstr(status_message(), MEMORY_FILE_FOLDER);
  if (!found) return status;
  const char *after = found + strlen(MEMORY_FILE_FOLDER);
  snprintf(text, sizeof text, "%.*sthe checkpoint%s", (int)(found - status_message()), status_message(),
           after + strspn(after, "0123456789"));
  status_clear();
  return status_fail(status, "%s", text);
}

/* Rank 0's bytes, as a file on every rank. */
static Status buffer_share(const Comm *comm, const Search *search, char **copy, MemoryFile *file) {
  const bool here = comm->rank == 0;
  uint64_t count = search->count;
  TRY(comm_agree(comm,
                 here && !search->bytes ? status_fail(ERR_FORMAT, "expected a checkpoint, found NULL") : OK));
  bytes_bcast(comm, &count, sizeof count, 0);
  *copy = here ? NULL : malloc(count + 1);
  TRY(comm_agree(comm, here || *copy ? OK : status_fail(ERR_MEMORY, "no memory for a checkpoint")));
  bytes_bcast(comm, here ? (void *)search->bytes : *copy, count, 0); /* rank 0's are not changed */
  return comm_agree(comm, memory_file_make(here ? search->bytes : *copy, count, file));
}

static Status search_do_buffer(const Comm *comm, const Search *given, char *note, cordee_result **result) {
  Search search = *given;
  MemoryFile file = {.path = ""};
  char *copy = NULL;
  Status status = buffer_share(comm, &search, &copy, &file);
  free(copy);
  search.checkpoint = file.path;
  if (status == OK) status = message_name(search_do(comm, &search, note, result));
  memory_file_close(&file);
  return status;
}

static Status search_same(const Comm *comm, const Search *search) {
  const char *const buffer = "cordee_resume_buffer", *const file = search->checkpoint ? "cordee_resume"
                                                                                      : "cordee_solve";
  const cordee_instance *instance = search->instance;
  return words_same(comm, search->in_memory ? buffer : file, search->words,
                    instance ? instance->inst->digest : 0);
}

static int search_call(cordee *c, const Search *search, cordee_result **out) {
  Status status = call_begin(c);
  if (status != OK) return (int)status;
  if (out) *out = NULL;
  status = search_same(&c->comm, search);
  if (status != OK) return call_end(c, status);
  if (!out) status = status_fail(ERR_USAGE, "out: expected a place for the result, found NULL");
  stop_note(0); /* a signal ends the search that it meets */
  status = comm_agree(&c->comm, status);
  if (status == OK)
    status = (search->in_memory ? search_do_buffer : search_do)(&c->comm, search, c->note, out);
  return call_end(c, status);
}

int cordee_solve(cordee *c, const cordee_instance *instance, const char *const *options,
                 const cordee_solving *how, cordee_result **out) {
  const Search search = {.instance = instance, .words = options, .how = how};
  return search_call(c, &search, out);
}

int cordee_resume(cordee *c, const cordee_instance *instance, const char *checkpoint,
                  const char *const *options, const cordee_solving *how, cordee_result **out) {
  const Search search = {
      .instance = instance, .checkpoint = checkpoint ? checkpoint : "", .words = options, .how = how};
  return search_call(c, &search, out);
}

int cordee_resume_buffer(cordee *c, const cordee_instance *instance, const void *checkpoint, size_t bytes,
                         const char *const *options, const cordee_solving *how, cordee_result **out) {
  const Search search = {.instance = instance,
                         .bytes = checkpoint,
                         .count = bytes,
                         .in_memory = true,
                         .words = options,
                         .how = how};
  return search_call(c, &search, out);
}
