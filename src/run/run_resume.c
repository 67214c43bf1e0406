/* A run that goes on from a checkpoint: what the file must fit, what it restores, and what ends the run over its legs.
 *
 * A target in per cent is one of the best known value that the run began with: a table that has changed since does not move it in silence.
 * Limits in seconds are each leg's own; the user is told that a limit is gone. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "io/path.h"
#include "problem/judge.h"
#include "run_state.h"

/* ---- what ends a run ---- */

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
  run->goal.best_known_given = meta->best_known_given;
  if (!meta->best_known_given) value_stays(run, meta->best_known, *now);
  *now = meta->best_known;
}

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

/* Goes on with the best known value that the run began with, unless another one is given, and notes what ends this leg otherwise than the one
 * before. Before the plan is made. ERR_USAGE: the checkpoint was made from other inputs than Options.inputs. */
static Status ends_resume(Run *run, const char *file, const CheckpointMeta *meta) {
  const uint64_t inputs = run->options.inputs;
  if (inputs && meta->inputs && meta->inputs != inputs)
    FAIL(ERR_USAGE, "%s: expected a checkpoint of the inputs as they are now, found one of others", file);
  value_resume(run, meta);
  if (!meta->finished) limits_compare(run, meta);
  return OK;
}

/* ---- what the file must fit ---- */

/* Checks the sizes in the file against those that the plan makes of the instance. */
static Status sizes_check(const Run *run, const char *file, const CheckpointMeta *meta) {
  const uint32_t epochs = run->solver->epochs(&run->plan);
  const uint64_t budget = run->solver->budget(&run->plan);
  if (meta->n != (int32_t)run->genes || meta->decimals != run->inst->decimals)
    FAIL(ERR_FORMAT, "%s: expected %d genes and %d decimals, found %d and %d", file, (int)run->genes,
         run->inst->decimals, meta->n, meta->decimals);
  if (meta->islands != run->plan.islands)
    FAIL(ERR_FORMAT, "%s: expected %u islands, found %u", file, run->plan.islands, meta->islands);
  if (!meta->finished && (meta->epochs != epochs || meta->epoch >= epochs))
    FAIL(ERR_FORMAT, "%s: expected an epoch below %u, found %u of %u", file, epochs, meta->epoch,
         meta->epochs);
  if (!meta->finished && budget && meta->searches > budget)
    FAIL(ERR_FORMAT, "%s: expected at most %llu %s, found %llu", file, (unsigned long long)budget,
         run->solver->finished, (unsigned long long)meta->searches);
  return OK;
}

static Status meta_check(const Run *run, const char *file, const CheckpointMeta *meta) {
  if (meta->instance_digest != run->inst->digest)
    FAIL(ERR_FORMAT,
         "%s: expected the instance %s (%s) it was made from (digest %016llx), found %s (%016llx)", file,
         meta->instance_name, meta->instance_size, (unsigned long long)meta->instance_digest,
         run->instance_path, (unsigned long long)run->inst->digest);
  if (strcmp(meta->solver, run->solver->name) != 0)
    FAIL(ERR_FORMAT, "%s: expected solver %s, found %s", file, run->solver->name, meta->solver);
  const bool clock = run->solver->pacing && run->options.time_s == 0;
  if (!meta->finished && clock && meta->epochs == EPOCHS_OPEN &&
      run->solver->epochs(&run->plan) != EPOCHS_OPEN)
    FAIL(ERR_USAGE,
         "%s: its schedule follows the clock, as it was made with a time limit and no budget: expected "
         "--time S",
         file);
  return sizes_check(run, file, meta);
}

/* Checks names, types and widths of the file's fields against those of an archipelago without islands. */
static Status fields_check(Run *run, const char *file) {
  const uint64_t rows[FIELD_GROUP_COUNT] = {[FIELD_ISLAND] = run->plan.islands,
                                            [FIELD_SEARCH] = run->solver->rows ? run->solver->rows(&run->plan)
                                                                               : CHECKPOINT_ROWS_ANY};
  Archipelago *none = NULL;
  FieldSet expected = {0};
  Status status = OK;
  TRY_GOTO(run->solver->create(run->inst, &run->islands.local.backend, &run->plan, (Span){0, 0}, &none),
           cleanup);
  TRY_GOTO(run->solver->save(none, &expected), cleanup);
  status = checkpoint_check_fields(file, &expected, run->solver->renamed, rows);
cleanup:
  fieldset_free(&expected);
  if (none) run->solver->destroy(none);
  return status;
}

/* Checks that the file is of this instance and plan, sizes included, before memory is taken for its content. Collective. */
static Status checkpoint_fits(Run *run, const char *file, const CheckpointMeta *meta) {
  const bool here = run->comm->rank == 0;
  TRY(comm_agree(run->comm, here ? meta_check(run, file, meta) : OK));
  return comm_agree(run->comm, here ? fields_check(run, file) : OK);
}

/* ---- what it restores ---- */

/* Judges the best solution of the file. */
static Status best_restore(Run *run, const char *file, const Checkpoint *c) {
  Individual *best = &run->best.found;
  int64_t cost;
  if (!c->best_gene) return OK;
  TRY(status_at(file, judge_solution(run->inst, c->best_gene, &cost)));
  if (!judge_agrees(run->inst, c->best_gene, c->meta.best, cost))
    FAIL(ERR_FORMAT, "%s: run/best: expected the cost of the best solution, %lld, found %lld", file,
         (long long)cost, (long long)c->meta.best);
  run->view.outcome.best = cost;
  best->cost = c->meta.best;
  best->island = c->meta.best_island;
  best->length = (uint32_t)run->genes;
  memcpy(best->gene, c->best_gene, run->genes * sizeof *c->best_gene);
  return OK;
}

/* Takes over the state of the checkpoint: best, tables, counts, and this rank's islands. */
static Status state_restore(Run *run, const char *file, Checkpoint *c) {
  const CheckpointMeta *meta = &c->meta;
  TRY(best_restore(run, file, c));
  run_tables_start(&run->tables, c);
  run->view.trace = run->tables.trace.row;
  run->view.trace_rows = run->tables.trace.rows;
  run->saving.kept = strcmp(file, run->options.checkpoint) == 0;
  run->saving.kept_epoch = meta->epoch;
  run->earlier = (RunEarlier){meta->elapsed_s, meta->moves, meta->searches, meta->finished};
  run->view.epoch = meta->epoch;
  run->view.resumed = true;
  return run->earlier.over ? OK : islands_load(&run->islands, file, meta->epoch);
}

/* A plan that is refused is the file's fault, but for options of another method, which the user has given. */
static Status plan_restore(Run *run, const char *file) {
  const Status status = run_plan(run);
  if (status != ERR_USAGE) return status;
  const bool strays = run->solver && options_stray(&run->options, run->solver);
  return strays ? status : status_at(file, ERR_FORMAT);
}

/* What is wrong with the instance is the file's fault, too. */
static Status instance_restore(Run *run, const char *file, const CheckpointMeta *meta) {
  const char *given = run->options.instance;
  const Status status = run_instance(run, given[0] ? given : meta->instance_path);
  return status == ERR_USAGE ? status_at(file, ERR_FORMAT) : status;
}

/* Where an instance was that cannot be read again; NULL: it can be. */
static const char *instance_gone(const char *path) {
  if (strcmp(path, RUN_IN_MEMORY) == 0) return "memory";
  if (strcmp(path, "-") == 0) return "standard input";
  return path_descriptor(path) >= 0 ? path : NULL;
}

/* Checks that the instance of a resumed run can be read again, and is no file that the run writes. */
static Status instance_find(const Run *run, const char *file, const CheckpointMeta *meta) {
  const char *given = run->options.instance, *gone = given[0] ? NULL : instance_gone(meta->instance_path);
  if (run->input->inst) return OK;
  if (gone) FAIL(ERR_USAGE, "%s: its instance was read from %s: expected --instance FILE", file, gone);
  return run_files_check(&run->options, file, given[0] ? given : meta->instance_path, true);
}

/* The file's content, once it is known to be whole. */
static Status content_restore(Run *run, const char *file, Checkpoint *c) {
  const Comm *comm = run->comm;
  TRY(comm_agree(comm, checkpoint_read_meta(file, c)));
  TRY(options_agree(file, c->meta.options, &run->options));
  TRY(options_read_plan(file, c->meta.options, &run->options));
  TRY(comm_agree(comm, comm->rank == 0 ? instance_find(run, file, &c->meta) : OK));
  TRY(instance_restore(run, file, &c->meta));
  TRY(ends_resume(run, file, &c->meta));
  TRY(plan_restore(run, file));
  TRY(checkpoint_fits(run, file, &c->meta));
  TRY(run_share(run));
  TRY(comm_agree(comm, islands_create(&run->islands, run->inst, &run->plan)));
  return comm_agree(comm, state_restore(run, file, c));
}

Status run_resume(Run *run) {
  const char *file = run->input->file;
  const bool in_memory = run->input->in_memory;
  Checkpoint c = {0};
  if (!run->options.checkpoint[0] && !in_memory) run_checkpoint_path(file, run->options.checkpoint);
  TRY(run_lock(run, in_memory ? NULL : file));
  if (in_memory) TRY(comm_agree(run->comm, run->comm->rank == 0 ? run_checkpoint_absent(&run->options) : OK));
  TRY(checkpoint_check(run->comm, file));
  const Status status = content_restore(run, file, &c);
  checkpoint_free(&c);
  return status;
}
