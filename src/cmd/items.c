/* Runs of an evaluator: what they show of themselves, their tables and their exit codes. See items.h. */
#include "items.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "c_locale.h"
#include "io/columns/columns.h"
#include "table.h"
#include "io/output.h"
#include "mpi/bcast.h"
#include "mpi/stop.h"
#include "text.h"
#include "live.h"

enum { TOLD_MAX = 20, RATE_MAX = 96 };

typedef struct Reporter {
  const Options *options;
  const Evaluator *evaluator;
  const char *spec; /* of the items */
  const char *path; /* of the records */
  bool live;        /* the terminal shows progress on one line */
  int told;         /* failures that were printed */
} Reporter;

/* ", 812000 options/s, 31.2 Gnodes/s" of what this run has computed; "" for work that has no unit. */
static void rate_text(const EvaluateView *view, char rate[RATE_MAX]) {
  const Evaluator *evaluator = view->evaluator;
  rate[0] = 0;
  if (!evaluator->work_word || view->elapsed_s <= 0 || view->done == view->earlier) return;
  c_snprintf(rate, RATE_MAX, ", %.3g %s/s, %.3g %s", (double)(view->done - view->earlier) / view->elapsed_s,
             evaluator->items_word, view->work / view->elapsed_s / 1e9, evaluator->work_word);
}

static void asset_show(void *self, const Items *items) {
  const Reporter *r = self;
  char text[EVALUATOR_TEXT_MAX];
  if (r->options->quiet || !r->evaluator->about || !items->asset) return;
  r->evaluator->about(items->asset, text);
  fprintf(stderr, "%s: %s\n", text_line(r->spec), text);
}

static bool progress_show(void *self, const EvaluateView *view) {
  const Reporter *r = self;
  if (!r->live) return false;
  char rate[RATE_MAX];
  rate_text(view, rate);
  c_fprintf(stderr, "\r%llu of %llu %s, %llu failed, %.0f s%s\033[K", (unsigned long long)view->done,
            (unsigned long long)view->items, view->evaluator->items_word, (unsigned long long)view->failed,
            view->elapsed_s, rate);
  fflush(stderr);
  return false;
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

static void summary_print(const Reporter *r, const EvaluateView *view) {
  char rate[RATE_MAX];
  FILE *out = strcmp(r->options->csv, "-") == 0 ? stderr : stdout;
  if (r->live) fprintf(stderr, "\r\033[K");
  fprintf(out, "%s: %llu %s: %llu %s, %llu failed", text_line(r->path), (unsigned long long)view->items,
          view->evaluator->items_word, (unsigned long long)(view->done - view->failed),
          view->evaluator->valid_word, (unsigned long long)view->failed);
  if (view->done < view->items)
    fprintf(out, ", %llu pending", (unsigned long long)(view->items - view->done));
  if (view->earlier) fprintf(out, ", %llu by earlier runs", (unsigned long long)view->earlier);
  rate_text(view, rate);
  c_fprintf(out, ", %.1f s%s%s\n", view->elapsed_s, rate, end_text(view->end));
}

static int exit_code_of(const EvaluateView *view) {
  if (view->end != EVALUATE_FINISHED) return EXIT_RESUMABLE;
  return view->failed ? EXIT_SOME_FAILED : 0;
}

/* ---- a table of comma separated values ---- */

typedef struct Table {
  const Evaluator *evaluator;
  const Items *items;
  ColumnsFile file;
  Records records; /* of a chunk */
  Status status;   /* of reading while something is printed */
} Table;

static void row_print(FILE *out, const Table *t, uint32_t k) {
  if (t->evaluator->print) t->evaluator->print(out, t->items, t->records.first + k);
  for (int c = 0; t->evaluator->columns[c].name; c++, fputc(',', out))
    if (!t->records.code[k]) dtype_print(out, t->evaluator->columns[c].dtype, t->records.column[c], k);
  fprintf(out, "%d,", t->records.code[k]);
  text_csv(out, t->records.message[k]);
  fputc('\n', out);
}

static void table_print(FILE *out, const void *what) {
  Table *t = *(Table *const *)what;
  bool whole;
  if (t->evaluator->print) t->evaluator->print(out, t->items, UINT64_MAX);
  for (int c = 0; t->evaluator->columns[c].name; c++) fprintf(out, "%s,", t->evaluator->columns[c].name);
  fputs("code,message\n", out);
  for (uint64_t chunk = 0; chunk < t->file.chunks && t->status == OK; chunk++) {
    t->status = columns_read_chunk(&t->file, chunk, &t->records, &whole);
    for (uint32_t k = 0; t->status == OK && k < t->records.count; k++) row_print(out, t, k);
  }
}

static Status table_write(void *self, const Items *items) {
  const Reporter *r = self;
  Table t = {.items = items}, *const table = &t;
  if (!r->options->csv[0]) return OK;
  TRY(columns_read_open(r->path, &t.file));
  t.evaluator = t.file.evaluator;
  Status status = records_alloc(t.evaluator, t.file.chunk, &t.records);
  if (status == OK) status = output_write(r->options->csv, table_print, &table);
  if (status == OK) status = t.status;
  records_free(&t.records);
  columns_read_close(&t.file);
  return status;
}

/* ---- the run ---- */

Status items_run(const Comm *comm, Backend *be, const Options *options, EvaluatePlan plan, int *exit_code) {
  Reporter reporter = {.options = options,
                       .evaluator = plan.evaluator,
                       .spec = plan.spec,
                       .path = plan.path,
                       .live = !options->quiet && live_able()};
  EvaluateView view = {.end = EVALUATE_GOING};
  plan.time_s = options->time_s;
  plan.stop_before_s = options->stop_before_s;
  plan.opened = asset_show;
  plan.progress = progress_show;
  plan.written = records_show;
  plan.finished = table_write;
  plan.self = &reporter;
  stop_listen();
  const Status status = evaluate_run(comm, be, &plan, &view);
  if (status == OK && comm->rank == 0) summary_print(&reporter, &view);
  int32_t code = exit_code_of(&view);
  bytes_bcast(comm, &code, sizeof code, 0);
  *exit_code = code;
  return status;
}
