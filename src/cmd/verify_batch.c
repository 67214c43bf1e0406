/* `cordee verify --batch LIST`: what the run shows of itself, and its exit code. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "io/distinct.h"
#include "mpi/bcast.h"
#include "mpi/bind.h"
#include "sweep/evaluate.h"
#include "text.h"
#include "verify_batch.h"

enum { EXIT_SOME_FAILED = 1, TOLD_MAX = 20 };

typedef struct Reporter {
  bool quiet, live; /* live: the terminal shows progress on one line */
  int told;         /* failures that were printed */
} Reporter;

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

static void progress_show(void *self, const EvaluateView *view) {
  const Reporter *r = self;
  if (!r->live) return;
  fprintf(stderr, "\r%llu of %llu %s, %llu failed, %.0f s\033[K", (unsigned long long)view->done,
          (unsigned long long)view->items, view->evaluator->items_word, (unsigned long long)view->failed,
          view->elapsed_s);
  fflush(stderr);
}

static void records_show(void *self, const EvaluateView *view, const Records *records) {
  Reporter *r = self;
  (void)view;
  for (uint32_t k = 0; k < records->count && r->told <= TOLD_MAX; k++) {
    if (!records->code[k]) continue;
    if (r->live) fprintf(stderr, "\r\033[K");
    if (r->told++ < TOLD_MAX)
      fprintf(stderr, "cordee: %s\n", text_line(records->message[k]));
    else
      fprintf(stderr, "cordee: more failed; the records have the rest\n");
  }
}

static const char *end_text(EvaluateEnd end) {
  static const char *const texts[] = {[EVALUATE_TIME] = ", time limit reached",
                                      [EVALUATE_LIMIT] = ", stopped before the job's time limit",
                                      [EVALUATE_SIGNAL] = ", stopped by a signal"};
  return end == EVALUATE_TIME || end == EVALUATE_LIMIT || end == EVALUATE_SIGNAL ? texts[end] : "";
}

static void summary_print(const Reporter *r, const EvaluateView *view, const char *path) {
  if (r->live) fprintf(stderr, "\r\033[K");
  printf("%s: %llu %s: %llu %s, %llu failed", text_line(path), (unsigned long long)view->items,
         view->evaluator->items_word, (unsigned long long)(view->done - view->failed),
         view->evaluator->valid_word, (unsigned long long)view->failed);
  if (view->done < view->items) printf(", %llu pending", (unsigned long long)(view->items - view->done));
  if (view->earlier) printf(", %llu by earlier runs", (unsigned long long)view->earlier);
  printf(", %.1f s%s\n", view->elapsed_s, end_text(view->end));
}

static int exit_code_of(const EvaluateView *view) {
  if (view->end != EVALUATE_FINISHED) return EXIT_RESUMABLE;
  return view->failed ? EXIT_SOME_FAILED : 0;
}

Status verify_batch(const Comm *comm, const Options *options, int *exit_code) {
  char path[OPTION_PATH_MAX];
  Reporter reporter = {.quiet = options->quiet, .live = !options->quiet && isatty(STDERR_FILENO)};
  Backend be = {.ops = NULL};
  EvaluateView view = {.end = EVALUATE_GOING};
  TRY(records_name(options, path));
  TRY(comm_agree(comm, comm->rank == 0 ? files_check(options, path) : OK));
  TRY(rank_bind(comm, "cpu", 1, &be)); /* the judge is the host's */
  const EvaluatePlan plan = {.evaluator = evaluator_find("verify"),
                             .spec = options->batch,
                             .path = path,
                             .time_s = options->time_s,
                             .stop_before_s = options->stop_before_s,
                             .check = options->check,
                             .progress = progress_show,
                             .written = records_show,
                             .self = &reporter};
  const Status status = evaluate_run(comm, &be, &plan, &view);
  be.ops->close(&be);
  if (status == OK && comm->rank == 0) summary_print(&reporter, &view, path);
  int32_t code = exit_code_of(&view);
  bytes_bcast(comm, &code, sizeof code, 0);
  *exit_code = code;
  return status;
}
