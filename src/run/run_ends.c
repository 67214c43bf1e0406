/* What ends a run besides its plan, over its legs: the best known value, by which a target counts, and limits of a leg. See run_state.h.
 *
 * A target in per cent is one of the value that the run began with: a table that has changed since does not move it in silence. Limits in
 * seconds are each leg's own; that a limit is gone is said. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "run_state.h"

void run_ends_keep(const Run *run, CheckpointMeta *meta) {
  const Options *o = &run->options;
  meta->best_known = run->view.outcome.best_known;
  meta->best_known_given = o->best_known > 0 || run->best_known_given;
  meta->time_s = o->time_s;
  meta->stop_before_s = o->stop_before_s;
  meta->inputs = o->inputs;
}

void run_note(Run *run, const char *format, ...) {
  const size_t used = strlen(run->notes), room = sizeof run->notes - used;
  char line[256];
  va_list args;
  va_start(args, format);
  c_vsnprintf(line, sizeof line, format, args);
  va_end(args);
  if (strlen(line) + 2 <= room) snprintf(run->notes + used, room, "%s\n", line);
}

/* ---- the best known value ---- */

static void value_replaced(Run *run, int64_t was, int64_t now) {
  char then[COST_TEXT_MAX], given[COST_TEXT_MAX];
  const int32_t decimals = run->inst->decimals;
  if (was == now || was == CHECKPOINT_NOT_KEPT) return;
  run_note(run, "the best known value is %s from now on, as --best-known says; the run began with %s",
           cost_text(now, decimals, given), was ? cost_text(was, decimals, then) : "none");
}

static void value_stays(Run *run, int64_t was, int64_t table) {
  char then[COST_TEXT_MAX], there[COST_TEXT_MAX];
  const int32_t decimals = run->inst->decimals;
  if (table == was || table == 0) return;
  run_note(
      run,
      "optima.tsv has changed: it says %s, the run goes on with %s as it began (--best-known %s: with the "
      "new one)",
      cost_text(table, decimals, there), was ? cost_text(was, decimals, then) : "none", there);
}

/* The file does not say which value the run began with. */
static void value_unknown(Run *run, int64_t table) {
  char text[COST_TEXT_MAX];
  if (!isfinite(run->options.target_gap)) return;
  if (table)
    run_note(
        run,
        "the checkpoint is of a version that did not keep the best known value: --target-gap counts from %s",
        cost_text(table, run->inst->decimals, text));
  else
    run_note(run, "the checkpoint is of a version that did not keep the best known value: --target-gap does "
                  "nothing without "
                  "--best-known COST");
}

static void value_resume(Run *run, const CheckpointMeta *meta) {
  int64_t *now = &run->view.outcome.best_known;
  if (run->options.best_known > 0) return value_replaced(run, meta->best_known, *now);
  if (meta->best_known == CHECKPOINT_NOT_KEPT) return value_unknown(run, *now);
  if (meta->best_known == 0 && !isfinite(run->options.target_gap)) return; /* nothing ends by it */
  run->best_known_given = meta->best_known_given;
  if (!meta->best_known_given) value_stays(run, meta->best_known, *now);
  *now = meta->best_known;
}

/* ---- limits ---- */

static void limits_compare(Run *run, const CheckpointMeta *meta) {
  const Options *o = &run->options;
  if (meta->time_s > 0 && o->time_s == 0)
    run_note(run,
             "the leg before had --time %g: this one has no limit in seconds (--time counts for one leg)",
             meta->time_s);
  if (meta->time_s > 0 && o->time_s > 0 && o->time_s != meta->time_s)
    run_note(run, "this leg has --time %g, the one before had %g", o->time_s, meta->time_s);
  if (meta->best_known != CHECKPOINT_NOT_KEPT && o->stop_before_s != meta->stop_before_s)
    run_note(run, "this leg has --stop-before %g, the one before had %g", o->stop_before_s,
             meta->stop_before_s);
}

Status run_ends_resume(Run *run, const char *file, const CheckpointMeta *meta) {
  const uint64_t inputs = run->options.inputs;
  if (inputs && meta->inputs && meta->inputs != inputs)
    FAIL(ERR_USAGE, "%s: expected a checkpoint of the inputs as they are now, found one of others", file);
  value_resume(run, meta);
  if (!meta->finished) limits_compare(run, meta);
  return OK;
}
