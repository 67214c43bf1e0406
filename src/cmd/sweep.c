/* `cordee sweep`: a job's tasks, its reporter, its exit code. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "c_locale.h"
#include "command.h"
#include "human.h"
#include "io/json.h"
#include "io/output.h"
#include "mpi/stop.h"
#include "progress.h"
#include "sweep/sweep.h"
#include "text.h"

/* ---- rows of earlier sweeps ---- */

/* "3 tasks run", "1 task runs". */
static void count_print(FILE *out, size_t count, const char *noun, const char *one, const char *many) {
  fprintf(out, "%zu %s%s %s ", count, noun, count == 1 ? "" : "s", count == 1 ? one : many);
}

static void again_print(FILE *out, size_t count, const char *why, const char *instance) {
  if (!count) return;
  count_print(out, count, "task", "runs", "run");
  fprintf(out, "again: %s", why);
  if (instance) fprintf(out, " (%s%s)", text_line(instance), count == 1 ? "" : ", ...");
  fputc('\n', out);
}

static void kept_print(FILE *out, size_t count, const char *why, const char *instance) {
  if (!count) return;
  count_print(out, count, "row", "is", "are");
  fputs(why, out);
  if (instance) fprintf(out, " (%s%s)", text_line(instance), count == 1 ? "" : ", ...");
  fputc('\n', out);
}

/* Which rows of earlier sweeps do not stand, or were taken over (SweepStanding): a line a reason; nothing if there is
 * none. */
static void sweep_standing_print(FILE *out, const SweepView *view) {
  const SweepStanding *s = &view->standing;
  again_print(out, s->changed, "what they were made from has changed", s->first_changed);
  again_print(out, s->version, "the rows are of a version with other answers", NULL);
  again_print(out, s->unknown, "the rows are of a version that did not keep what they were made from", NULL);
  kept_print(out, s->moved, "taken over: the same instance at another place", NULL);
  kept_print(out, s->unread, "kept without a look at the instance, which cannot be read", s->first_unread);
}

/* ---- report ---- */

/* Reports a sweep, on rank 0: a live view in a terminal, or lines, on standard error; a summary on standard output;
 * JSON lines in a log. */

enum { FAILURES_SHOWN = 10 };

typedef struct SweepFailure { /* rows that failed in the same way: of one instance, with one message */
  char *instance, *message;   /* owned */
  char *name, *options;       /* of the first of them: "[section] instance", "seed 1, ..."; owned */
  size_t rows;
} SweepFailure;

typedef struct SweepReporter {
  const Options *options;
  FILE *log; /* NULL: none */
  bool terminal;
  Live live;                            /* in a terminal */
  char last[224];                       /* the last row, on a line */
  double shown_s, logged_s;             /* elapsed time of the last line, of the last progress in the log */
  size_t shown_ran;                     /* rows run at the last line */
  SweepFailure failure[FAILURES_SHOWN]; /* the first ones */
  size_t failures, unshown;             /* how many; rows that failed in other ways */
  size_t gaps, optimal;
  Status status;            /* of a line of the log for which there was no memory */
  double gap_sum, gap_most; /* per cent, of `gaps` rows whose best known value is known */
} SweepReporter;

/* A row's options on one line: "climbers 100, seed 2". */
static void options_line(const char *lines, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (const char *at = lines; *at && used < size; at += strcspn(at, "\n"), at += *at == '\n') {
    char name[64], value[128];
    if (c_sscanf(at, "%63s = %127s", name, value) == 2)
      used += (size_t)snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", name, value);
  }
}

/* ---- the log ---- */

static json_t *event_of(const char *name, const SweepView *view) {
  json_t *event = json_object();
  json_add(event, "event", json_string(name));
  json_add(event, "elapsed_s", json_rounded(view->elapsed_s, 3));
  return event;
}

static void event_print(SweepReporter *r, json_t *event) {
  const Status status = json_print(r->log, event);
  if (status != OK) r->status = status;
}

static void log_view(SweepReporter *r, const char *name, const SweepView *view) {
  if (!r->log) return;
  json_t *event = event_of(name, view);
  json_add(event, "tasks", json_count(view->tasks));
  json_add(event, "verified", json_count(view->verified));
  json_add(event, "failed", json_count(view->failed));
  json_add(event, "ran", json_count(view->ran));
  json_add(event, "running", json_count(view->running));
  if (view->left_s >= 0) json_add(event, "left_s", json_rounded(view->left_s, 1));
  event_print(r, event);
  fflush(r->log);
}

static CostForm form_of(const ResultRow *row) {
  return cost_form_told(problem_find(row->problem), row->options, row->decimals, row->worth);
}

static void log_verified(json_t *event, const ResultRow *row) {
  json_add(event, "best", json_cost(row->best, row->decimals));
  if (result_incomplete(row)) json_add(event, "exit_code", json_integer(row->exit_code));
  json_add(event, "seconds", json_rounded(row->elapsed_s, 6));
  json_add(event, "batch", json_integer(row->batch));
  if (row->best_known > 0)
    json_add(event, "gap_percent",
             json_rounded(cost_gap_percent(form_of(row), row->best, row->best_known), 6));
}

static void log_row(SweepReporter *r, const SweepView *view, const ResultRow *row) {
  if (!r->log) return;
  json_t *event = event_of(row->state == RESULT_VERIFIED ? "row" : "failed row", view);
  json_add(event, "key", json_key(row->key));
  json_add(event, "section", json_foreign(row->section));
  json_add(event, "instance", json_foreign(row->instance));
  json_add(event, "options", json_foreign(row->options));
  if (row->state == RESULT_VERIFIED)
    log_verified(event, row);
  else
    json_add(event, "exit_code", json_integer(row->exit_code));
  if (row->message[0])
    json_add(event, row->state == RESULT_FAILED ? "message" : "warning", json_foreign(row->message));
  event_print(r, event);
}

/* ---- the lines ---- */

/* Tasks of one instance with one message in one line. They are in the order of instances. */
static void rejected_print(const SweepView *view) {
  for (size_t k = 0, end; k < view->rejections; k = end) {
    const Task *task = &view->job->task[view->rejected[k].row];
    for (end = k + 1; end < view->rejections; end++) {
      const Task *other = &view->job->task[view->rejected[end].row];
      if (strcmp(other->instance, task->instance) != 0 || strcmp(other->section, task->section) != 0 ||
          strcmp(view->rejected[end].message, view->rejected[k].message) != 0)
        break;
    }
    printf("%-12s  %-32s  cannot be run", text_line(task->section), text_line(task->instance));
    if (end - k > 1) printf(" (%zu tasks)", end - k);
    printf(": %s\n", text_line(view->rejected[k].message));
  }
}

static void dry_run_print(const SweepView *view) {
  const WorkList *a = view->work;
  char options[512];
  printf("%-12s  %-32s  %-24s  %10s  %s\n", "section", "instance", "size", "estimate", "options");
  for (uint64_t t = 0; t < a->tasks; t++) {
    const SweepTask *task = &a->task[t];
    options_line(a->text + task->options_at, options, sizeof options);
    printf("%-12s  %-32s  %-24s  %10s  %s\n", text_line(view->job->task[task->row].section),
           text_line(a->text + task->instance_at), a->text + task->size_at, human_seconds(task->estimate_s),
           text_line(options));
  }
  rejected_print(view);
  sweep_standing_print(stdout, view);
  printf("%zu task%s: %zu have their row, %" PRIu64 " to run, %zu cannot be run\n", view->tasks,
         view->tasks == 1 ? "" : "s", view->earlier, a->tasks, view->rejections);
  printf("about %s on %d rank%s (%s)", human_seconds(view->estimate_s), view->ranks,
         view->ranks == 1 ? "" : "s", view->device);
  if (view->measured[0]) printf(", by a moment of %s", text_line(view->measured));
  printf("\n");
}

static void on_planned(void *self, const SweepView *view) {
  SweepReporter *r = self;
  if (r->options->dry_run) {
    dry_run_print(view);
    return;
  }
  log_view(r, "start", view);
  sweep_standing_print(stderr, view);
  if (r->options->quiet) return;
  fputs(view->bindings, stderr);
  fprintf(stderr, "sweep of %s: %zu task%s", text_line(view->job_path), view->tasks,
          view->tasks == 1 ? "" : "s");
  if (view->earlier) fprintf(stderr, ", %zu with a row", view->earlier);
  fprintf(stderr, "; %zu to do, in %" PRIu64 " unit%s on %d group%s", view->tasks - view->earlier,
          view->work->units, view->work->units == 1 ? "" : "s", view->groups, view->groups == 1 ? "" : "s");
  if (view->ranks_per_task > 1) fprintf(stderr, " of %d ranks", view->ranks_per_task);
  fprintf(stderr, ", about %s\n", human_seconds(view->estimate_s));
  if (options_given(r->options, "stop-before") && limit_left() == 0)
    fprintf(stderr, "no time limit of a SLURM job is known: --stop-before does nothing here\n");
  if (r->options->verbose && view->measured[0])
    fprintf(stderr, "estimates are by a moment of %s\n", text_line(view->measured));
}

/* Seconds the sweep still needs: by the estimates, or until --time if that is sooner; < 0: unknown. */
static double time_left(const SweepView *view) {
  const double limit = view->limit_s > 0 ? view->limit_s - view->elapsed_s : -1;
  return limit >= 0 && (limit < view->left_s || view->left_s < 0) ? limit : view->left_s;
}

static void line_print(const SweepView *view, double rate) {
  const double left = time_left(view);
  c_fprintf(stderr, "%8s  %zu of %zu tasks, %zu running  %zu failed  %.3g tasks/s",
            human_seconds(view->elapsed_s), view->verified + view->failed, view->tasks, view->running,
            view->failed, rate);
  if (left >= 0) fprintf(stderr, "  left %s", human_seconds(left));
  fputs("\n", stderr);
}

static void live_print(SweepReporter *r, const SweepView *view, double rate) {
  const size_t done = view->verified + view->failed;
  const double left = time_left(view);
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  if (!out) return;
  fprintf(out, "%s: %d group%s of %d rank%s, %s\n  tasks       ", text_line(view->job_path), view->groups,
          view->groups == 1 ? "" : "s", view->ranks_per_task, view->ranks_per_task == 1 ? "" : "s",
          view->backend);
  live_bar(out, view->tasks ? (double)done / (double)view->tasks : 1);
  fprintf(out, ", %zu of %zu, %zu running; %zu failed\n  time        %s", done, view->tasks, view->running,
          view->failed, human_seconds(view->elapsed_s));
  if (left >= 0) fprintf(out, ", left %s", human_seconds(left));
  c_fprintf(out, "\n  rate        %.3g tasks/s\n", rate);
  if (r->last[0]) fprintf(out, "  last        %s\n", text_line(r->last));
  if (fclose(out) == 0) live_show(&r->live, stderr, text);
  free(text);
}

static void on_progress(void *self, const SweepView *view) {
  SweepReporter *r = self;
  const double since = view->elapsed_s - r->shown_s;
  if (since < (r->terminal ? 1 : 10)) return;
  const double rate = (double)(view->ran - r->shown_ran) / since;
  r->shown_s = view->elapsed_s;
  r->shown_ran = view->ran;
  log_view(r, "progress", view);
  if (r->options->quiet) return;
  if (r->terminal)
    live_print(r, view, rate);
  else
    line_print(view, rate);
}

static void on_row(void *self, const SweepView *view, const ResultRow *row) {
  SweepReporter *r = self;
  const bool verified = row->state == RESULT_VERIFIED;
  const char *gap = verified ? human_gap_of(form_of(row), row->best, row->best_known) : "",
             *cost = verified ? human_cost(form_of(row), row->best) : "failed";
  snprintf(r->last, sizeof r->last, "[%s] %.100s: %s%s%s%s", row->section,
           row->name[0] ? row->name : row->instance, cost, *gap ? ", gap " : "", gap,
           result_incomplete(row) ? ", incomplete" : "");
  log_row(r, view, row);
  on_progress(self, view);
}

/* ---- the end ---- */

/* The failure of earlier rows that this row had, too; a new one; NULL: there are too many. */
static SweepFailure *failure_find(SweepReporter *r, const ResultRow *row) {
  for (size_t k = 0; k < r->failures; k++) {
    const SweepFailure *f = &r->failure[k];
    if (f->instance && strcmp(f->instance, row->instance) == 0 && f->message &&
        strcmp(f->message, row->message) == 0)
      return &r->failure[k];
  }
  return r->failures < FAILURES_SHOWN ? &r->failure[r->failures++] : NULL;
}

static void failure_note(SweepReporter *r, const ResultRow *row) {
  char options[512];
  SweepFailure *f = failure_find(r, row);
  if (!f) {
    r->unshown++;
    return;
  }
  if (f->rows++) return;
  options_line(row->options, options, sizeof options);
  f->instance = strdup(row->instance);
  /* lint: malloc-leak: the reporter has it */
  f->message = strdup(row->message);
  /* lint: malloc-leak: the reporter has it */
  f->options = strdup(options);
  /* lint: malloc-leak: the reporter has it */
  if (asprintf(&f->name, "[%s] %s", row->section, row->instance) < 0) f->name = NULL;
}

static void on_row_final(void *self, const ResultRow *row) {
  SweepReporter *r = self;
  if (row->state == RESULT_FAILED) failure_note(r, row);
  if (row->state != RESULT_VERIFIED || result_incomplete(row) || row->best_known <= 0) return;
  const double gap = cost_gap_percent(form_of(row), row->best, row->best_known);
  r->gaps++;
  r->gap_sum += gap;
  r->optimal += row->best <= row->best_known;
  if (r->gaps == 1 || gap > r->gap_most) r->gap_most = gap;
}

static const char *const ends[] = {[SWEEP_GOING] = "ended",
                                   [SWEEP_FINISHED] = "finished",
                                   [SWEEP_TIME] = "time limit reached",
                                   [SWEEP_LIMIT] = "the batch job ends soon: stopped",
                                   [SWEEP_SIGNAL] = "stopped by a signal",
                                   [SWEEP_ERROR] = "failed"};

static void failures_print(const SweepReporter *r) {
  for (size_t k = 0; k < r->failures; k++) {
    const SweepFailure *f = &r->failure[k];
    if (!f->name || !f->options || !f->message) continue;
    fprintf(stderr, "failed: %s", text_line(f->name));
    if (f->rows > 1)
      fprintf(stderr, " (%zu tasks)", f->rows);
    else if (f->options[0])
      fprintf(stderr, " (%s)", text_line(f->options));
    fprintf(stderr, ": %s\n", text_line(f->message));
  }
  if (r->unshown) fprintf(stderr, "... and %zu more failed\n", r->unshown);
}

static void on_ended(void *self, const SweepView *view) {
  SweepReporter *r = self;
  log_view(r, ends[view->end], view);
  live_clear(&r->live, stderr);
  if (!r->options->quiet)
    c_fprintf(stderr, "%s after %s: %zu task%s run (%.3g/s), %zu with an earlier row\n", ends[view->end],
              human_seconds(view->elapsed_s), view->ran, view->ran == 1 ? "" : "s",
              view->elapsed_s > 0 ? (double)view->ran / view->elapsed_s : 0, view->earlier);
  failures_print(r);
  const size_t pending = view->tasks - view->verified - view->failed;
  printf("%s: %zu task%s, %zu verified", text_line(view->job_path), view->tasks, view->tasks == 1 ? "" : "s",
         view->verified);
  if (view->incomplete) printf(" (%zu incomplete)", view->incomplete);
  printf(", %zu failed", view->failed);
  if (pending) printf(", %zu pending", pending);
  if (r->gaps)
    c_printf("; gap to the best known of %zu: %.3f%% mean, %.3f%% worst, %zu at it or below", r->gaps,
             r->gap_sum / (double)r->gaps, r->gap_most, r->optimal);
  printf("; results in %s\n", text_line(view->results_path));
  fflush(stdout);
}

/* Opens the log (append) if one is asked for; ERR_IO. */
static Status sweep_reporter_open(SweepReporter *r, const Options *options) {
  *r = (SweepReporter){.options = options, .terminal = live_able()};
  return options->log[0] ? log_open(options->log, &r->log) : OK;
}

/* Opens the log (append) if one is asked for; ERR_IO. */
static SweepObserver sweep_reporter_observer(SweepReporter *r) {
  return (SweepObserver){r, on_planned, on_row, on_progress, on_row_final, on_ended};
}

/* Opens the log (append) if one is asked for; ERR_IO. ERR_IO if the log could not be written. */
static Status sweep_reporter_close(SweepReporter *r) {
  for (size_t k = 0; k < r->failures; k++) {
    free(r->failure[k].instance);
    free(r->failure[k].message);
    free(r->failure[k].name);
    free(r->failure[k].options);
  }
  if (!r->log) return OK;
  int bad = ferror(r->log);
  bad |= fclose(r->log);
  r->log = NULL;
  if (bad) FAIL(ERR_IO, "%s: the log could not be written: %s", r->options->log, strerror(errno));
  return r->status;
}

/* ---- sweep ---- */

/* JOB with .h5 for .job, unless --out is given. */
static Status results_name(const Options *options, const char *job, char path[OPTION_PATH_MAX]) {
  if (!options->out[0] && strcmp(job, "-") == 0)
    FAIL(ERR_USAGE, "--out: expected a file for the results of a job from standard input, found none");
  const char *given = options->out[0] ? options->out : job;
  size_t length = strlen(given), suffix = strlen(".job");
  const bool cut = !options->out[0] && length > suffix && strcmp(job + length - suffix, ".job") == 0;
  if (cut) length -= suffix;
  if (length + 128 > OPTION_PATH_MAX) FAIL(ERR_USAGE, "path too long: %s", given);
  snprintf(path, OPTION_PATH_MAX, "%.*s%s", (int)length, given, options->out[0] ? "" : ".h5");
  return OK;
}

static int exit_code_of(const SweepOutcome *outcome) {
  if (outcome->end != SWEEP_FINISHED) return EXIT_RESUMABLE;
  if (outcome->failed) return EXIT_SOME_FAILED;
  return outcome->incomplete ? EXIT_INCOMPLETE : 0;
}

/* On rank 0, before anything is read or written. The job's instances are not known yet. */
static Status reporter_begin(SweepReporter *reporter, const Options *options, const char *job,
                             const char *results) {
  TRY(sweep_files_check(options, job, NULL, results));
  results_cut_tell(results);
  return sweep_reporter_open(reporter, options);
}

static Status sweep_reported(const Comm *comm, const Options *options, const char *job, const char *results,
                             int *exit_code) {
  SweepReporter reporter = {0};
  SweepOutcome outcome;
  TRY(comm_agree(comm, comm->rank == 0 ? reporter_begin(&reporter, options, job, results) : OK));
  const SweepObserver observer = sweep_reporter_observer(&reporter);
  Status status = sweep_run(comm, options, job, results, &observer, &outcome);
  Status closed = comm->rank == 0 ? sweep_reporter_close(&reporter) : OK;
  status = comm_agree(comm, status != OK ? status : closed);
  *exit_code =
      status == ERR_STOPPED ? EXIT_RESUMABLE : exit_code_of(&outcome); /* stopped while it was planned */
  return status;
}

Status command_sweep(const Comm *comm, int argc, char **argv, int *exit_code) {
  Options options;
  char results[OPTION_PATH_MAX];
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_SWEEP, argc, argv, 1, &first));
  if (options.dry_run && options.log[0])
    FAIL(ERR_USAGE, "--log: expected none beside --dry-run, which writes nothing");
  TRY(results_name(&options, argv[first], results));
  return sweep_reported(comm, &options, argv[first], results, exit_code);
}
