/* See progress.h. */
#include "progress.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cost.h"
#include "problem/instance_file.h"
#include "io/output.h"
#include "shares.h"
#include "text.h"

/* Seconds this leg still needs: at its own rate, or until its limit if that is sooner; < 0: unknown. */
static double time_left(const RunView *view) {
  double left = -1, limit = view->limit_s > 0 ? fmax(0, view->limit_s - view->leg_s) : -1;
  if (view->leg_finished > 0 && view->budget > 0)
    left = view->leg_s / (double)view->leg_finished * (double)(view->budget - view->outcome.finished);
  return limit >= 0 && (left < 0 || limit < left) ? limit : left;
}

static void line_print(Reporter *r, const RunView *view) {
  double left = time_left(view);
  const char *gap = human_gap_of(cost_form(view->inst), view->outcome.best, view->outcome.best_known);
  fprintf(stderr, "%8s  %s%s %s  ", human_seconds(view->outcome.elapsed_s),
          human_count((double)view->outcome.finished), human_of((double)view->budget),
          view->solver->finished);
  if (r->shown_rate >= 0.5) fprintf(stderr, "%s %s/s  ", human_count(r->shown_rate), view->solver->work);
  if (view->outcome.best == COST_NONE && view->trace_rows)
    fprintf(stderr, "none finished yet, %s under way",
            human_cost(cost_form(view->inst), view->trace[view->trace_rows - 1].best));
  else if (view->outcome.best == COST_NONE)
    fprintf(stderr, "none finished yet");
  else
    fprintf(stderr, "best %s%s%s", human_cost(cost_form(view->inst), view->outcome.best),
            *gap ? "  gap " : "", gap);
  if (left >= 0) fprintf(stderr, "  left %s", human_seconds(left));
  if (view->shares) fputs("  islands ", stderr), shares_tell(stderr, view);
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

/* The best cost, its parts if it has two, and its gap. */
static void log_best(FILE *log, const RunView *view) {
  const int64_t best = view->outcome.best, known = view->outcome.best_known;
  const CostForm form = cost_form(view->inst);
  char cost[COST_TEXT_MAX];
  fprintf(log, "%s, \"island\": %u", cost_text(best, form.decimals, cost), view->outcome.best_island);
  if (form.unit)
    fprintf(log, ", \"%s\": %" PRId64 ", \"%s\": %s", form.part, best / form.unit, form.rest,
            cost_text(best % form.unit, form.decimals, cost));
  if (known > 0) fprintf(log, ", \"gap_percent\": %.6f", cost_gap_percent(form, best, known));
}

static void log_print(Reporter *r, const char *event, const RunView *view) {
  char cost[COST_TEXT_MAX];
  if (!r->log) return;
  fprintf(r->log,
          "{\"event\": \"%s\", \"elapsed_s\": %.3f, \"epoch\": %u, \"epochs\": %u, \"searches\": %llu, "
          "\"moves\": %llu, "
          "\"moves_per_s\": %.6g, \"best\": ",
          event, view->outcome.elapsed_s, view->epoch, view->epochs == EPOCHS_OPEN ? 0 : view->epochs,
          (unsigned long long)view->outcome.finished, (unsigned long long)view->outcome.moves, r->shown_rate);
  if (view->outcome.best == COST_NONE)
    fprintf(r->log, "null");
  else
    log_best(r->log, view);
  if (view->outcome.bound > 0)
    fprintf(r->log, ", \"bound\": %s", cost_text(view->outcome.bound, view->inst->decimals, cost));
  if (view->saved_bytes)
    fprintf(r->log,
            ", \"checkpoint_bytes\": %llu, \"checkpoint_s\": %.4f, \"pause_s\": %.4f, \"pauses_s\": %.4f, "
            "\"checkpoint_moves\": %llu",
            (unsigned long long)view->saved_bytes, view->saved_s, view->save_pause_s, view->save_pauses_s,
            (unsigned long long)view->saved_moves);
  else if (view->warning[0])
    fputs(", \"warning\": ", r->log), text_json(r->log, view->warning);
  shares_log(r->log, view);
  fprintf(r->log, "}\n");
  fflush(r->log);
}

static void on_started(void *self, const RunView *view) {
  Reporter *r = self;
  char advice[256] = "";
  log_print(r, view->resumed ? "resume" : "start", view);
  if (r->quiet) return;
  if (view->inst->problem->advice) view->inst->problem->advice(view->inst, advice, sizeof advice);
  if (advice[0]) fprintf(stderr, "warning: %s\n", text_line(advice));
  fputs(view->bindings, stderr);
  if (r->options->verbose) fprintf(stderr, "%s\n", view->how.shape);
  char size[96], plan[1024];
  instance_size_text(view->inst, size, sizeof size);
  options_summary(view->options, plan, sizeof plan);
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
}

static void rate_update(Reporter *r, const RunView *view, double since) {
  if (since > 0) r->shown_rate = (double)(view->leg_moves - r->shown_moves) / since;
  r->shown_s = view->leg_s, r->shown_moves = view->leg_moves;
}

static void on_progress(void *self, const RunView *view) {
  Reporter *r = self;
  double since = view->leg_s - r->shown_s;
  if (since < (r->terminal ? 1 : 10)) return;
  rate_update(r, view, since);
  state_show(r, view);
  log_print(r, "progress", view);
}

static void on_saved(void *self, const RunView *view) { log_print(self, "checkpoint", view); }

static const char *const ends[] = {[RUN_GOING] = "going",
                                   [RUN_FINISHED] = "finished",
                                   [RUN_TARGET] = "target reached",
                                   [RUN_TIME] = "time limit reached",
                                   [RUN_LIMIT] = "stopped before the job's time limit",
                                   [RUN_SIGNAL] = "stopped by a signal",
                                   [RUN_FAILED] = "failed"};

static void on_ended(void *self, const RunView *view) {
  Reporter *r = self;
  double rate = view->leg_s > 0 ? (double)view->leg_moves / view->leg_s : 0;
  r->shown_rate = rate;
  log_print(r, ends[view->end], view);
  live_clear(&r->live, stderr);
  if (!r->quiet)
    fprintf(stderr, "%s after %s: %s, %s (%s/s)%s%s\n", ends[view->end],
            human_seconds(view->outcome.elapsed_s),
            human_things((double)view->outcome.finished, view->solver->finished),
            human_things((double)view->outcome.moves, view->solver->work), human_count(rate),
            view->saved_bytes ? ", checkpoint " : "", view->saved_bytes ? text_line(view->checkpoint) : "");
  if (!r->quiet) shares_list(stderr, view);
  if (view->outcome.best == COST_NONE) {
    printf("%s: no solution yet\n", text_line(view->inst->name));
    return;
  }
  result_print(view->inst, view->outcome.best, view->outcome.best_known, view->outcome.bound);
  if (r->options->out[0])
    r->status = solution_write(r->options->out, view->inst, view->outcome.best_gene, view->outcome.best);
}

Status reporter_open(Reporter *r, const Options *options) {
  *r = (Reporter){.quiet = options->quiet, .terminal = live_able(), .options = options};
  if (options->out[0]) TRY(output_reserve(options->out));
  return options->log[0] ? output_append(options->log, &r->log) : OK;
}

RunObserver reporter_observer(Reporter *r) {
  return (RunObserver){r, on_started, on_progress, on_saved, on_ended};
}

Status reporter_close(Reporter *r) {
  if (!r->log) return r->status;
  int bad = ferror(r->log);
  bad |= fclose(r->log);
  r->log = NULL;
  if (bad) FAIL(ERR_IO, "%s: the log could not be written: %s", r->options->log, strerror(errno));
  return r->status;
}
