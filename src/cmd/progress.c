/* Reports a run, on rank 0: a live view in a terminal, or lines, on standard error; the result on standard output and
 * in a solution file; JSON lines in a log. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "human.h"
#include "io/output.h"
#include "io/path.h"
#include "problem/instance_file.h"
#include "problem/judge.h"
#include "progress.h"
#include "run/run.h"
#include "text.h"

/* Seconds this leg still needs: at its own rate, or until its limit if that is sooner; < 0: unknown. */
static double time_left(const RunView *view) {
  double left = -1, limit = view->limit_s > 0 ? fmax(0, view->limit_s - view->leg_s) : -1;
  if (view->leg_finished > 0 && view->budget > 0)
    left = view->leg_s / (double)view->leg_finished * (double)(view->budget - view->outcome.finished);
  return limit >= 0 && (left < 0 || limit < left) ? limit : left;
}

/* The best so far of all ranks: within an epoch the search may have a better solution than those that are finished. */
static int64_t best_seen(const RunView *view) {
  const int64_t under_way = view->trace_rows ? view->trace[view->trace_rows - 1].best : COST_NONE;
  return under_way < view->outcome.best ? under_way : view->outcome.best;
}

static void line_print(Reporter *r, const RunView *view) {
  const double left = time_left(view);
  const int64_t best = best_seen(view);
  const char *gap = human_gap_of(cost_form(view->inst), best, view->outcome.best_known);
  fprintf(stderr, "%8s  %s%s %s  ", human_seconds(view->outcome.elapsed_s),
          human_count((double)view->outcome.finished), human_of((double)view->budget),
          view->solver->finished);
  if (r->shown_rate >= 0.5) fprintf(stderr, "%s %s/s  ", human_count(r->shown_rate), view->solver->work);
  if (view->outcome.best == COST_NONE && view->trace_rows)
    fprintf(stderr, "none finished yet, %s under way", human_cost(cost_form(view->inst), best));
  else if (view->outcome.best == COST_NONE)
    fprintf(stderr, "none finished yet");
  else
    fprintf(stderr, "best %s%s%s", human_cost(cost_form(view->inst), best), *gap ? "  gap " : "", gap);
  if (left >= 0) fprintf(stderr, "  left %s", human_seconds(left));
  if (view->shares) {
    fputs("  islands ", stderr);
    shares_tell(stderr, view);
  }
  fprintf(stderr, "\n");
  fflush(stderr);
}

static void state_show(Reporter *r, const RunView *view) {
  if (r->quiet) return;
  if (r->terminal)
    live_draw(&r->live, stderr, view, r->shown_rate, time_left(view));
  else
    line_print(r, view);
}

static void log_saved(json_t *event, const RunView *view) {
  json_add(event, "checkpoint_bytes", json_count(view->saved_bytes));
  json_add(event, "checkpoint_s", json_rounded(view->saved_s, 4));
  json_add(event, "pause_s", json_rounded(view->save_pause_s, 4));
  json_add(event, "pauses_s", json_rounded(view->save_pauses_s, 4));
  json_add(event, "checkpoint_moves", json_count(view->saved_moves));
}

static void log_print(Reporter *r, const char *name, const RunView *view) {
  const Outcome *o = &view->outcome;
  if (!r->log) return;
  json_t *event = json_object();
  json_add(event, "event", json_string(name));
  result_progress(event, view);
  json_add(event, "moves_per_s", json_rounded(r->shown_rate, 3));
  result_cost(event, "best", view);
  if (o->bound > 0) json_add(event, "bound", json_cost(o->bound, view->inst->decimals));
  if (view->saved_bytes)
    log_saved(event, view);
  else if (view->warning[0])
    json_add(event, "warning", json_foreign(view->warning));
  if ((strcmp(name, "resume") == 0 || strcmp(name, "start") == 0) && view->notes[0])
    json_add(event, "notes", json_foreign(view->notes));
  shares_log(event, view);
  const Status status = json_print(r->log, event);
  if (status != OK) r->status = status;
  fflush(r->log);
}

/* What a resumed run does otherwise, which --quiet does not hide. */
static void notes_print(const char *notes) {
  char line[512];
  for (const char *at = notes; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    fprintf(stderr, "note: %s\n", text_line(line));
  }
}

static void on_started(void *self, const RunView *view) {
  Reporter *r = self;
  char advice[256] = "";
  log_print(r, view->resumed ? "resume" : "start", view);
  notes_print(view->notes);
  if (r->quiet) return;
  if (view->inst->problem->advice) view->inst->problem->advice(view->inst, advice, sizeof advice);
  if (advice[0]) fprintf(stderr, "warning: %s\n", text_line(advice));
  instance_tell(view->inst);
  fputs(view->bindings, stderr);
  if (r->options->verbose) fprintf(stderr, "%s\n", view->how.shape);
  char size[256], plan[1024];
  instance_size_text(view->inst, size, sizeof size);
  options_summary(view->options, view->solver, view->plan, plan, sizeof plan);
  fprintf(stderr, "%s %s: %s; %s; ", view->resumed ? "resuming" : "solving", text_line(view->inst->name),
          size, plan);
  if (view->epochs == EPOCHS_OPEN && view->limit_s > 0)
    fprintf(stderr, "for %s\n", human_seconds(view->limit_s));
  else if (view->epochs == EPOCHS_OPEN)
    fprintf(stderr, "until it is done\n");
  else
    fprintf(stderr, "%s%u epoch%s\n", view->solver->pacing ? "at most " : "", view->epochs,
            view->epochs == 1 ? "" : "s");
  if (view->job_left_s > 0)
    fprintf(stderr, "time limit in %s\n", human_seconds(view->job_left_s));
  else if (options_given(r->options, "stop-before"))
    fprintf(stderr, "no time limit of a SLURM job is known: --stop-before does nothing here\n");
  if (isfinite(view->options->target_gap) && !view->outcome.best_known)
    fprintf(stderr, "there is no best known value: --target-gap does nothing here\n");
}

static void rate_update(Reporter *r, const RunView *view, double since) {
  if (since > 0) r->shown_rate = (double)(view->leg_moves - r->shown_moves) / since;
  r->shown_s = view->leg_s;
  r->shown_moves = view->leg_moves;
}

static void bound_awaited(Reporter *r, const RunView *view) {
  log_print(r, "waiting for the proven bound", view);
  if (r->quiet) return;
  live_clear(&r->live, stderr);
  fprintf(stderr, "the search is over; computing the proven bound (a signal ends this; with --best-known it "
                  "is not computed)\n");
}

static void on_progress(void *self, const RunView *view) {
  Reporter *r = self;
  double since = view->leg_s - r->shown_s;
  if (view->bound_awaited) return bound_awaited(r, view);
  if (since < (r->terminal ? 1 : 10)) return;
  rate_update(r, view, since);
  state_show(r, view);
  log_print(r, "progress", view);
}

static void on_saved(void *self, const RunView *view) { log_print(self, "checkpoint", view); }

static const char *const result_marks[] = {"\"cordee\": ", NULL};

/* .json has everything that is known of a run, unless it is a form of the problem's solutions; other suffixes are the problem's. */
static bool is_result(const char *path, const Instance *inst) {
  return path_ends(path, ".json") && !solution_has_form(path, inst);
}

static Status solution_out(const char *path, const RunView *view) {
  if (is_result(path, view->inst)) return json_write(path, result_json(view));
  return solution_write(path, view->inst, view->outcome.best_gene, view->outcome.best);
}

/* Whether the solution can be written as the suffix says, before the search. */
static Status on_ready(void *self, const RunView *view) {
  const Reporter *r = self;
  const char *const out = r->options->out;
  if (!out[0]) return OK;
  return is_result(out, view->inst) ? output_may_replace(out, "a result", result_marks)
                                    : solution_form_check(out, view->inst);
}

static void on_ended(void *self, const RunView *view) {
  Reporter *r = self;
  double rate = view->leg_s > 0 ? (double)view->leg_moves / view->leg_s : 0;
  char missing[MISSING_TEXT_MAX];
  r->shown_rate = rate;
  log_print(r, result_end(view->end), view);
  live_clear(&r->live, stderr);
  if (!r->quiet)
    fprintf(stderr, "%s after %s: %s, %s (%s/s)%s%s\n", result_end(view->end),
            human_seconds(view->outcome.elapsed_s),
            human_things((double)view->outcome.finished, view->solver->finished),
            human_things((double)view->outcome.moves, view->solver->work), human_count(rate),
            view->saved_bytes ? ", checkpoint " : "", view->saved_bytes ? text_line(view->checkpoint) : "");
  if (!r->quiet) shares_list(stderr, view);
  if (r->options->json) r->status = json_print(stdout, result_json(view));
  if (view->outcome.best == COST_NONE) {
    if (!r->options->json) printf("%s: no solution yet\n", text_line(view->inst->name));
    return;
  }
  if (!r->options->json)
    result_print(view->inst, view->outcome.best_gene, view->outcome.best, view->outcome.best_known,
                 view->outcome.bound);
  r->incomplete = judge_missing(view->inst, view->outcome.best_gene, missing, sizeof missing) > 0;
  if (!r->quiet)
    caution_tell(view->inst, view->outcome.best_gene, view->outcome.best, view->outcome.best_known);
  if (r->options->out[0] && r->status == OK) r->status = solution_out(r->options->out, view);
}

Status reporter_open(Reporter *r, const Options *options) {
  *r = (Reporter){.quiet = options->quiet, .terminal = live_able(), .options = options};
  if (options->out[0]) TRY(output_reserve(options->out));
  return options->log[0] ? log_open(options->log, &r->log) : OK;
}

RunObserver reporter_observer(Reporter *r) {
  return (RunObserver){r, on_started, on_progress, on_saved, on_ended, on_ready, NULL};
}

Status reporter_close(Reporter *r) {
  if (!r->log) return r->status;
  int bad = ferror(r->log);
  bad |= fclose(r->log);
  r->log = NULL;
  if (bad) FAIL(ERR_IO, "%s: the log could not be written: %s", r->options->log, strerror(errno));
  return r->status;
}
