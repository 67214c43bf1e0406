/* Searches: the library's side of src/run, as src/cmd/solve.c is the command line's. See cordee.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io/hdf/hdf.h"
#include "mpi/limit.h"
#include "mpi/stop.h"
#include "result.h"
#include "run/provenance.h"

/* What watches a run on rank 0. */
typedef struct Watch {
  const cordee_solving *how;
  cordee_result *result;
  Status status; /* of the result */
} Watch;

static void on_nothing(void *self, const RunView *view) { (void)self, (void)view; }

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

/* The problem's are the instance's. */
static Status instance_options(const cordee_instance *instance, Options *options) {
  const int rows = options_rows();
  for (int row = 0; row < rows; row++) {
    if (!options_row_of_instance(row)) continue;
    if (options->given[row])
      FAIL(ERR_USAGE, "an option of instances was given: expected it where the instance is made");
    options->own[row] = instance->options.own[row];
  }
  return OK;
}

static Status options_make(const cordee_instance *instance, const char *const *words, bool resume,
                           Options *options) {
  TRY(words_parse(resume ? "resume" : "solve", resume ? FOR_RESUME : FOR_SOLVE, words, options));
  TRY(words_refuse(options, resume ? of_resume : of_solve, "belongs to the command line: drop it"));
  TRY(instance_options(instance, options));
  if (!resume) TRY(run_options_check(options));
  if (resume) TEXT_COPY(options->instance, instance->path);
  if (!options_given(options, "stop-before"))
    options->stop_before_s = 0; /* the batch job is the program's matter */
  return OK;
}

/* ---- one search ---- */

typedef struct Search {
  const cordee_instance *instance;
  const char *checkpoint; /* to resume; NULL: none */
  const char *const *words;
  const cordee_solving *how;
} Search;

static Status solving_copy(const cordee_solving *how, cordee_solving *all) {
  *all = (cordee_solving){.bytes = 0};
  return how ? struct_copy("cordee_solving", how, sizeof how->bytes, sizeof *all, all) : OK;
}

static Status search_check(const Search *search, cordee_solving *how, Options *options) {
  const bool resume = search->checkpoint != NULL;
  if (!search->instance) FAIL(ERR_USAGE, "instance: expected an instance, found NULL");
  if (resume && !search->checkpoint[0]) FAIL(ERR_USAGE, "checkpoint: expected a file, found none");
  TRY(solving_copy(search->how, how));
  return options_make(search->instance, search->words, resume, options);
}

static Status search_prepare(const Comm *comm, const Search *search, cordee_solving *how, Options *options) {
  const bool resume = search->checkpoint != NULL;
  TRY(comm_agree(comm, search_check(search, how, options)));
  const char *path = search->instance->path, *file = resume ? search->checkpoint : path;
  const bool memory = strcmp(path, RUN_IN_MEMORY) == 0, here = comm->rank == 0;
  TRY(comm_agree(comm, here ? run_files_check(options, file, memory ? "" : path, resume) : OK));
  if (options->stop_before_s > 0) limit_learn(comm);
  return OK;
}

static Status search_run(const Comm *comm, const Search *search, const cordee_solving *how,
                         const Options *options, Watch *watch) {
  const bool resume = search->checkpoint != NULL, files = resume || options->checkpoint[0];
  const RunObserver observer = {watch, on_nothing, on_nothing, on_nothing, on_ended, NULL, on_round};
  const RunInput input = {.file = resume ? search->checkpoint : search->instance->path,
                          .resume = resume,
                          .inst = search->instance->inst,
                          .initial = resume || comm->rank > 0 ? NULL : how->start};
  Hdf5Errors errors;
  RunEnd end;
  int signal_number;
  stop_note(0); /* a signal ends the search that it meets */
  watch->how = how;
  if (files) hdf5_errors_keep(&errors);
  const Status status = run_input(comm, options, &input, &observer, &end, &signal_number);
  if (files) hdf5_errors_restore(&errors);
  return status != OK ? status : comm_agree(comm, watch->status);
}

/* *result is set where something was found, whatever the status. */
static Status search_do(const Comm *comm, const Search *search, cordee_result **result) {
  cordee_solving how;
  Watch watch = {.status = OK};
  Options *options = malloc(sizeof *options);
  Status status = options ? OK : status_fail(ERR_MEMORY, "no memory for options");
  TRY_GOTO(comm_agree(comm, status), cleanup);
  TRY_GOTO(search_prepare(comm, search, &how, options), cleanup);
  status = search_run(comm, search, &how, options, &watch);
  const Status shared = result_share(comm, &watch.result);
  if (status == OK) status = shared;
  *result = watch.result;
cleanup:
  free(options);
  return status;
}

static int search_call(cordee *c, const Search *search, cordee_result **out) {
  Status status = call_begin(c);
  if (status != OK) return (int)status;
  if (!out) status = status_fail(ERR_USAGE, "out: expected a place for the result, found NULL");
  if (out) *out = NULL;
  status = comm_agree(&c->comm, status);
  if (status == OK) status = search_do(&c->comm, search, out);
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

/* ---- many ---- */

static Status many_check(size_t count, const cordee_instance *const *instances, cordee_result **results,
                         int *status) {
  if (count && (!instances || !results || !status))
    FAIL(ERR_USAGE, "expected instances, and places for their results and statuses, found NULL");
  for (size_t k = 0; k < count; k++) results[k] = NULL, status[k] = OK;
  return OK;
}

/* The greatest status; `first` is the message of the first failure. */
static Status many_solve(const Comm *comm, size_t count, Search search,
                         const cordee_instance *const *instances, cordee_result **results, int *status,
                         char first[STATUS_MESSAGE_MAX]) {
  Status worst = OK;
  for (size_t k = 0; k < count; k++) {
    search.instance = instances[k];
    const Status one = search_do(comm, &search, &results[k]);
    if (one != OK && !first[0])
      snprintf(first, STATUS_MESSAGE_MAX, "instance %zu: %.*s", k, STATUS_MESSAGE_MAX - 40, status_message());
    status_clear();
    status[k] = (int)one;
    worst = one > worst ? one : worst;
  }
  return worst;
}

int cordee_solve_many(cordee *c, size_t count, const cordee_instance *const *instances,
                      const char *const *options, const cordee_solving *how, cordee_result **results,
                      int *status) {
  char first[STATUS_MESSAGE_MAX] = "";
  cordee_solving plain;
  Status worst = call_begin(c);
  if (worst != OK) return (int)worst;
  worst = many_check(count, instances, results, status);
  if (worst == OK) worst = solving_copy(how, &plain);
  worst = comm_agree(&c->comm, worst);
  if (worst != OK) return call_end(c, worst);
  plain.start = NULL, plain.bytes = sizeof plain;
  const Search search = {.words = options, .how = &plain};
  worst = many_solve(&c->comm, count, search, instances, results, status, first);
  return call_end(c, worst == OK ? OK : status_fail(worst, "%s", first));
}
