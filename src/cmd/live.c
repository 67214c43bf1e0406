/* Uses plain characters and three control sequences (up, start of line, clear below) that every terminal knows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "c_locale.h"
#include "cost.h"
#include "human.h"
#include "mpi/start.h"
#include "progress.h"
#include "run/run.h"
#include "text.h"

enum { BAR = 24, COLUMNS = 80 };

void live_bar(FILE *out, double part) {
  char bar[BAR + 1] = "";
  for (int k = 0; k < BAR; k++) bar[k] = (k + 0.5) / BAR < part ? '#' : '.';
  c_fprintf(out, "[%s] %.1f%%", bar, 100 * part);
}

static void row_title(FILE *out, const RunView *view) {
  char size[96];
  instance_size_text(view->inst, size, sizeof size);
  fprintf(out, "%s: %s; %s on %d rank%s, %s\n", text_line(view->inst->name), size, view->solver->name,
          view->ranks, view->ranks == 1 ? "" : "s", view->backend);
}

/* Share of the budget, or of the time if there is no budget. */
static double part_done(const RunView *view) {
  if (view->epochs == EPOCHS_OPEN) return view->limit_s > 0 ? view->leg_s / view->limit_s : 0;
  return view->budget ? (double)view->outcome.finished / (double)view->budget : 0;
}

static void row_work(FILE *out, const RunView *view, double left_s) {
  fprintf(out, "  work        ");
  live_bar(out, part_done(view));
  fprintf(out, ", %s%s %s\n", human_count((double)view->outcome.finished), human_of((double)view->budget),
          view->solver->finished);
  fprintf(out, "  time        %s", human_seconds(view->outcome.elapsed_s));
  if (left_s >= 0) fprintf(out, ", left %s", human_seconds(left_s));
  fprintf(out, "; epoch %u%s\n", view->epoch, human_of_epochs(view->epochs));
}

/* Within an epoch the search may have a better solution than the best of finished ones. */
static void row_under_way(FILE *out, const RunView *view) {
  if (!view->trace_rows || view->trace[view->trace_rows - 1].best >= view->outcome.best) return;
  const int64_t cost = view->trace[view->trace_rows - 1].best;
  const char *gap = human_gap_of(cost_form(view->inst), cost, view->outcome.best_known);
  fprintf(out, "  under way   %s%s%s\n", human_cost(cost_form(view->inst), cost), *gap ? ", gap " : "", gap);
}

/* What the course is measured from: the best known value (a gap), else the bound, else nothing. */
static int64_t reference_of(const RunView *view) {
  return view->outcome.best_known > 0 ? view->outcome.best_known : view->outcome.bound;
}

static void row_course(FILE *out, const RunView *view) {
  const CostForm form = cost_form(view->inst);
  const int64_t reference = reference_of(view);
  const char *const measured = view->outcome.best_known > 0 ? "gap" : "over bound";
  const char *const name = reference > 0 ? measured : "cost";
  char line[SPARK_BYTES];
  sparkline(line, view->trace, view->trace_rows, view->outcome.elapsed_s, reference, terminal_utf8());
  if (!line[0]) return;
  const int64_t first = view->trace[0].best, last = view->trace[view->trace_rows - 1].best;
  fprintf(out, "  %-10s  %s %s to %s\n", name, line,
          reference > 0 ? human_gap_of(form, first, reference) : human_cost(form, first),
          reference > 0 ? human_gap_of(form, last, reference) : human_cost(form, last));
}

static void row_best(FILE *out, const Live *live, const RunView *view) {
  if (view->outcome.best == COST_NONE) {
    fprintf(out, "  best        none yet\n");
    return;
  }
  const char *gap = human_gap_of(cost_form(view->inst), view->outcome.best, view->outcome.best_known);
  fprintf(out, "  best        %s%s%s", human_cost(cost_form(view->inst), view->outcome.best),
          *gap ? ", gap " : "", gap);
  if (view->outcome.bound > 0)
    fprintf(out, ", %s above the bound",
            human_gap_of(cost_form(view->inst), view->outcome.best, view->outcome.bound));
  fprintf(out, "; island %u, %s ago\n", view->outcome.best_island,
          human_seconds(view->outcome.elapsed_s - live->best_at_s));
}

static int costs_order(const void *left, const void *right) {
  const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return a < b ? -1 : a > b;
}

/* Best, median and worst champion of the islands, as of the last epoch. */
static void row_islands(FILE *out, const RunView *view) {
  size_t count = 0;
  fprintf(out, "  islands     %u", view->plan->islands);
  int64_t *cost = malloc((view->champions + 1) * sizeof *cost);
  for (uint32_t i = 0; cost && i < view->champions; i++)
    if (view->champion[i] != COST_NONE) cost[count++] = view->champion[i];
  if (count) {
    qsort(cost, count, sizeof *cost, costs_order);
    const CostForm form = cost_form(view->inst);
    fprintf(out, ": best %s, median %s, worst %s", human_cost(form, cost[0]),
            human_cost(form, cost[count / 2]), human_cost(form, cost[count - 1]));
  }
  fprintf(out, "\n");
  free(cost);
}

static void row_shares(FILE *out, const RunView *view) {
  if (!view->shares) return;
  fprintf(out, "  shares      ");
  shares_tell(out, view);
  fprintf(out, "\n");
}

static void row_checkpoint(FILE *out, const RunView *view) {
  if (!view->checkpoint[0]) return;
  fprintf(out, "  checkpoint  %s", text_line(view->checkpoint));
  if (view->saved_bytes)
    fprintf(out, ": %sB in %s, paused %s", human_count((double)view->saved_bytes),
            human_moment(view->saved_s), human_moment(view->save_pause_s));
  if (view->next_save_s >= 0.05)
    fprintf(out, "; next in %s\n", human_seconds(view->next_save_s));
  else
    fprintf(out, "; writing the next one\n");
}

static int terminal_columns(void) {
  struct winsize size;
  return ioctl(streams_terminal(), TIOCGWINSZ, &size) == 0 && size.ws_col > 8 ? size.ws_col : COLUMNS;
}

/* Cuts lines at the terminal's width: longer ones would take two rows. */
static void lines_print(Live *live, FILE *terminal, const char *text) {
  const int most = terminal_columns() - 1;
  for (const char *at = text; *at; at += strcspn(at, "\n") + 1, live->lines++)
    fprintf(terminal, "%.*s\n", (int)text_fit(at, strcspn(at, "\n"), most), at);
  fflush(terminal);
}

void live_clear(Live *live, FILE *terminal) {
  if (live->lines) fprintf(terminal, "\r\033[%dA\033[J", live->lines);
  live->lines = 0;
  fflush(terminal);
}

void live_show(Live *live, FILE *terminal, const char *text) {
  live_clear(live, terminal);
  lines_print(live, terminal, text);
}

bool live_able(void) {
  const char *term = getenv("TERM");
  return term && strcmp(term, "dumb") != 0 && streams_terminal() >= 0;
}

void live_draw(Live *live, FILE *terminal, const RunView *view, double rate, double left_s) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  if (!out) return;
  if (view->outcome.best != live->best) {
    live->best = view->outcome.best;
    live->best_at_s = view->outcome.elapsed_s;
  }
  row_title(out, view);
  row_work(out, view, left_s);
  if (rate >= 0.5) fprintf(out, "  rate        %s %s/s\n", human_count(rate), view->solver->work);
  row_best(out, live, view);
  row_under_way(out, view);
  row_course(out, view);
  row_islands(out, view);
  row_shares(out, view);
  row_checkpoint(out, view);
  if (fclose(out) == 0) live_show(live, terminal, text);
  free(text);
}
