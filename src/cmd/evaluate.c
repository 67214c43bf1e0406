/* See evaluate.h. */
#include "evaluate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "c_locale.h"
#include "command.h"
#include "io/columns/columns.h"
#include "io/output.h"
#include "io/path.h"
#include "mpi/bind.h"
#include "mpi/collect.h"
#include "mpi/stop.h"
#include "progress.h"
#include "sweep/evaluate.h"
#include "table.h"
#include "text.h"

/* ---- items ---- */

/* Runs of an evaluator: what they show of themselves, their tables and their exit codes. */

enum { TOLD_MAX = 20, RATE_MAX = 96 };

typedef struct ItemsReporter {
  const Options *options;
  const Evaluator *evaluator;
  const char *spec; /* of the items */
  const char *path; /* of the records */
  bool live;        /* the terminal shows progress on one line */
  int told;         /* failures that were printed */
} ItemsReporter;

/* ", 812000 options/s, 31.2 Gnodes/s" of what this run has computed; "" for work that has no unit. */
static void rate_text(const EvaluateView *view, char rate[RATE_MAX]) {
  const Evaluator *evaluator = view->evaluator;
  rate[0] = 0;
  if (!evaluator->work_word || view->elapsed_s <= 0 || view->done == view->earlier) return;
  c_snprintf(rate, RATE_MAX, ", %.3g %s/s, %.3g %s", (double)(view->done - view->earlier) / view->elapsed_s,
             evaluator->items_word, view->work / view->elapsed_s / 1e9, evaluator->work_word);
}

static void asset_show(void *self, const Items *items) {
  const ItemsReporter *r = self;
  char text[EVALUATOR_TEXT_MAX];
  if (r->options->quiet || !r->evaluator->about || !items->asset) return;
  r->evaluator->about(items->asset, text);
  fprintf(stderr, "%s: %s\n", text_line(r->spec), text);
}

static bool progress_show(void *self, const EvaluateView *view) {
  const ItemsReporter *r = self;
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
  ItemsReporter *r = self;
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

static void summary_print(const ItemsReporter *r, const EvaluateView *view) {
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

static void sums_show(void *self, const char *text) {
  const ItemsReporter *r = self;
  if (r->live) fprintf(stderr, "\r\033[K");
  if (!r->options->quiet) fprintf(stderr, "%s: %s\n", text_line(r->spec), text);
}

static Status table_write(void *self, const Items *items) {
  const ItemsReporter *r = self;
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
  ItemsReporter reporter = {.options = options,
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
  plan.summed = sums_show;
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

/* ---- evaluator's command ---- */

/* A command that has the name of its evaluator, such as `cordee price`: items of a file, of a generator, or one of
 * the command line. */

/* Is the option that makes one item among the words? */
static bool single_asked(const Evaluator *evaluator, int argc, char **argv) {
  char option[64];
  const int length = snprintf(option, sizeof option, "--%s", evaluator->single ? evaluator->single : "");
  for (int k = 1; k < argc && evaluator->single; k++)
    if (strncmp(argv[k], option, (size_t)length) == 0 && (!argv[k][length] || argv[k][length] == '='))
      return true;
  return false;
}

/* FILE with .h5 for .csv or .list, or .price.h5 for .h5 (the evaluator's name), unless --out says. */
static Status records_name(const Options *options, const Evaluator *evaluator, const char *spec,
                           char path[OPTION_PATH_MAX]) {
  const bool file = strcmp(spec, "-") != 0 && !strchr(spec, ':');
  if (!options->out[0] && !file)
    FAIL(ERR_USAGE, "--out: expected a file for the records of %s, found none", spec);
  const bool text = path_ends(spec, ".csv"), list = path_ends(spec, ".list"), hdf = path_ends(spec, ".h5");
  int ending = 0;
  if (text)
    ending = 4;
  else if (list)
    ending = 5;
  else if (hdf)
    ending = 3;
  const int length = (int)strlen(spec) - ending;
  const int size = options->out[0] ? snprintf(path, OPTION_PATH_MAX, "%s", options->out)
                                   : snprintf(path, OPTION_PATH_MAX, "%.*s%s%s.h5", length, spec,
                                              hdf ? "." : "", hdf ? evaluator->name : "");
  if (size + 128 >= OPTION_PATH_MAX) FAIL(ERR_USAGE, "path too long: %s", spec);
  return OK;
}

static Status files_check(const Options *options, const char *spec, const char *path) {
  static const char *const tables[] = {"code,message\n", NULL};
  FileRoles files = {.count = 0};
  if (!strchr(spec, ':')) files_add(&files, "the items", spec, "", false, 0);
  files_add_results(&files, "--out", path);
  files_add(&files, "--csv", options->csv, "", true, 0);
  TRY(files_distinct(&files));
  return options->csv[0] ? output_may_replace(options->csv, "a table of records", tables) : OK;
}

static Status many_run(const Comm *comm, Backend *be, const Options *options, EvaluatePlan plan,
                       int *exit_code) {
  char path[OPTION_PATH_MAX];
  TRY(records_name(options, plan.evaluator, plan.spec, path));
  TRY(comm_agree(comm, comm->rank == 0 ? files_check(options, plan.spec, path) : OK));
  plan.path = path;
  return items_run(comm, be, options, plan, exit_code);
}

/* Of a record that failed. */
static Status status_of(int32_t exit_code) {
  for (int s = ERR_USAGE; s < STATUS_COUNT; s++)
    if (status_exit_code((Status)s) == exit_code) return (Status)s;
  return ERR_FORMAT;
}

/* On rank 0. */
static Status one_compute(Backend *be, const EvaluatePlan *plan, void *asset, Records *records) {
  Items items;
  TRY(evaluator_items(plan->evaluator, plan->spec, plan->settings, asset, &items));
  records_clear(plan->evaluator, records, 0, 1);
  Status status = plan->evaluator->run(be, &items, records);
  if (status == OK && records->code[0])
    status = status_fail(status_of(records->code[0]), "%s", records->message[0]);
  if (status == OK && plan->check_every) status = plan->evaluator->check(&items, records, 0);
  if (status == OK) plan->evaluator->tell(stdout, &items, records);
  free(items.data);
  return status;
}

static Status one_run(const Comm *comm, Backend *be, const Options *options, const EvaluatePlan *plan) {
  Records records;
  if (options->out[0] || options->csv[0])
    FAIL(ERR_USAGE, "--%s: expected none for one %s, which is printed", options->out[0] ? "out" : "csv",
         plan->evaluator->item_word);
  if (comm->rank != 0) return OK;
  TRY(records_alloc(plan->evaluator, 1, &records));
  void *asset;
  Status status = evaluator_open(plan->evaluator, be, plan->spec, plan->settings, NULL, &asset);
  if (status == OK) status = one_compute(be, plan, asset, &records);
  evaluator_close(plan->evaluator, be, asset);
  records_free(&records);
  return status;
}

/* One item: of the command line, or by its words, unless its record is to be kept. */
static bool alone_asked(const Options *options, const EvaluatePlan *plan) {
  const Evaluator *const e = plan->evaluator;
  return !plan->spec[0] || (e->alone && e->alone(plan->spec) && !options->out[0] && !options->csv[0]);
}

/* Of the ranks' processors, what is unwise alone. Collective. */
static Status warnings_tell(const Comm *comm, const Backend *be, bool quiet) {
  char *text = NULL;
  TRY(rank_bindings(comm, be, &text));
  const char *const warning = text ? strstr(text, "warning: ") : NULL;
  if (warning && !quiet) fputs(warning, stderr);
  free(text);
  return OK;
}

static Status bound_run(const Comm *comm, const Options *options, const EvaluatePlan *plan, int *exit_code) {
  Backend be = {.ops = NULL};
  TRY(rank_bind(comm, option_backends[options->backend], (int)options->threads, &be));
  Status status = backend_require(be.ops, plan->evaluator->kernels, plan->evaluator->name);
  if (status == OK) status = warnings_tell(comm, &be, options->quiet);
  if (status == OK)
    status = alone_asked(options, plan) ? comm_agree(comm, one_run(comm, &be, options, plan))
                                        : many_run(comm, &be, options, *plan, exit_code);
  be.ops->close(&be);
  return status;
}

Status command_evaluate(const Comm *comm, int argc, char **argv, int *exit_code) {
  Options options;
  char settings_text[COLUMNS_SETTINGS_MAX];
  int first;
  const Evaluator *evaluator = evaluator_find(argv[0]);
  const bool single = single_asked(evaluator, argc, argv);
  options_default(&options);
  TRY(options_parse(&options, options_evaluator_mask(evaluator), argc, argv, !single, &first));
  if (single) TRY(options_needed(&options, evaluator));
  void *settings = calloc(1, evaluator->settings_bytes + 1);
  if (!settings) FAIL(ERR_MEMORY, "no memory for settings");
  options_evaluator(&options, evaluator, settings);
  options_print_evaluator(&options, evaluator, settings_text, sizeof settings_text);
  const EvaluatePlan plan = {.evaluator = evaluator,
                             .spec = single ? "" : argv[first],
                             .settings = settings,
                             .settings_text = settings_text,
                             .check_every = options.check_every};
  const Status status = bound_run(comm, &options, &plan, exit_code);
  free(settings);
  return status;
}
