/* From files to islands, on every rank. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "io/input.h"
#include "io/optima.h"
#include "problem/instance_file.h"
#include "io/path.h"
#include "problem/judge.h"
#include "mpi/bcast.h"
#include "mpi/bind.h"
#include "mpi/limit.h"
#include "node_memory.h"
#include "problem.h"
#include "run_state.h"

/* The instance on rank 0, and its best known value. */
static Status instance_load(Run *run, const char *path) {
  char absolute[PATH_MAX];
  InstanceSettings settings;
  options_instance(&run->options, &settings);
  if (!run->input->inst) TRY(instance_read_set(path, &settings, &run->inst));
  const bool named = !input_is_stream(path) && realpath(path, absolute);
  snprintf(run->instance_path, sizeof run->instance_path, "%s", named ? absolute : path);
  if (strcmp(path, RUN_IN_MEMORY) == 0)
    return optima_given(run->options.best_known, run->inst->decimals, &run->view.outcome.best_known);
  return best_known_find(path, run->inst, &settings, run->options.best_known, &run->view.outcome.best_known);
}

static Status instance_share(Run *run, const char *path) {
  run->inst = (Instance *)run->input->inst; /* it is not changed */
  TRY(comm_agree(run->comm, run->comm->rank == 0 ? instance_load(run, path) : OK));
  if (!run->input->inst) TRY(instance_bcast(run->comm, &run->inst));
  bytes_bcast(run->comm, &run->view.outcome.best_known, sizeof run->view.outcome.best_known, 0);
  bytes_bcast(run->comm, run->instance_path, sizeof run->instance_path, 0);
  run->genes = instance_genes(run->inst);
  return OK;
}

/* Chooses the solver and its backend, and completes the plan for them. Solver and plan are kept in checkpoints. */
static Status plan_make(Run *run, const SeatPlan *seats) {
  TRY(solver_find(run->options.method, run->inst->problem, &run->solver));
  snprintf(run->options.method, sizeof run->options.method, "%s", run->solver->name);
  run->target =
      outcome_target(&run->view.outcome, run->inst->decimals, run->options.target, run->options.target_gap);
  const SeatPlan one = {1, {{option_backends[run->options.backend], 1}}};
  Seats *s = &run->seats;
  TRY(seats_bind(s, run->comm, seats ? seats : &one, run->options.hybrid, (int)run->options.threads));
  run->options.ranks = (uint64_t)s->kinds.leaders;
  run->options.all_threads = seats_threads(s, run->comm);
  TRY(node_memory_room(run->comm, s->seat, s->count, &run->options.room));
  TRY(options_plan(&run->options, run->solver, run->inst, s->kinds.leader, &run->plan));
  run->plan.mixed = s->kinds.mixed;
  Status status = OK;
  for (int k = 0; k < s->count && status == OK; k++)
    status = backend_require(s->seat[k].backend.ops, run->solver->kernels, run->solver->name);
  return comm_agree(run->comm, status);
}

/* Whether there is memory for this rank's islands, on its node and on its devices. */
static Status islands_fit(Run *run) {
  Memory need[SEATS_MAX];
  Seats *s = &run->seats;
  for (int k = 0; k < s->count; k++) {
    Seat *seat = &s->seat[k];
    run->solver->needs(run->inst, &seat->backend, &run->plan, seat->span, &need[k]);
    need[k].host =
        bytes_plus(need[k].host, bytes_of(seat->span.count, 1, sizeof *run->judged + sizeof *run->origin));
    if (!run->options.checkpoint[0] && !run->input->keep) need[k].saved = 0;
  }
  return node_memory_check(run->comm, need, s->seat, s->count);
}

/* Memory of the run itself for its best and its champions. */
static Status best_alloc(Run *run) {
  const bool spare = run->seats.count > 1;
  run->best.gene = malloc(run->genes * sizeof *run->best.gene);
  run->scratch = malloc(run->genes * sizeof *run->scratch);
  if (spare) run->spare = malloc(run->genes * sizeof *run->spare);
  const bool all = run->best.gene && run->scratch && (!spare || run->spare);
  return all ? run_champions_alloc(run)
             : status_fail(ERR_MEMORY, "no memory for a solution of %zu genes", run->genes);
}

/* Islands on their backends, at the start of epoch 0. */
static Status islands_make(Run *run) {
  TRY(rank_bindings(run->comm, &run->seats.seat[0].backend, &run->bindings));
  TRY(seats_share(&run->seats, run->comm, run->solver, run->plan.islands));
  TRY(islands_fit(run));
  Status status = best_alloc(run);
  if (status == OK) status = seats_create(&run->seats, run->inst, &run->plan);
  return comm_agree(run->comm, status);
}

static void view_make(Run *run) {
  RunView *view = &run->view;
  view->inst = run->inst;
  view->plan = &run->plan;
  view->options = &run->options;
  view->solver = run->solver;
  view->backend = run->seats.kinds.mixed ? "cuda and cpu" : run->seats.seat[0].backend.ops->name;
  view->bindings = run->bindings;
  view->checkpoint = run->options.checkpoint;
  view->warning = run->lock.warning;
  view->notes = run->notes;
  view->instance_path = run->instance_path;
  view->history = run->history;
  view->history_rows = run->history_rows;
  view->ranks = run->comm->size;
  view->job_left_s = run->options.stop_before_s > 0 ? limit_left() : 0;
  view->epochs = run->solver->epochs(&run->plan);
  view->budget = run->solver->budget(&run->plan);
  view->outcome.best_island = run->best.island;
  view->outcome.best_gene = run->best.cost == COST_NONE ? NULL : run->best.gene;
  view->outcome.finished = run->before_finished;
  view->outcome.moves = run->before_moves;
  view->outcome.elapsed_s = run->before_s;
}

/* Locks the checkpoint: no other process may write it. resumed: the file to resume; NULL: none. */
static Status checkpoint_lock(Run *run, const char *resumed) {
  char *path = run->options.checkpoint;
  const bool here = run->comm->rank == 0 && path[0];
  if (here) path_follow(path, OPTION_PATH_MAX);
  bytes_bcast(run->comm, path, OPTION_PATH_MAX, 0);
  Status status = here ? run_checkpoint_check(path, resumed) : OK;
  return comm_agree(run->comm, here && status == OK ? lock_take(path, &run->lock) : status);
}

/* Checks the sizes in the file against those that the plan makes of the instance. */
static Status sizes_check(const Run *run, const char *file, const CheckpointMeta *meta) {
  const uint32_t epochs = run->solver->epochs(&run->plan);
  const uint64_t budget = run->solver->budget(&run->plan);
  if (meta->n != run->inst->n || meta->decimals != run->inst->decimals)
    FAIL(ERR_FORMAT, "%s: expected %d genes and %d decimals, found %d and %d", file, run->inst->n,
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
  TRY_GOTO(run->solver->create(run->inst, &run->seats.seat[0].backend, &run->plan, (Span){0, 0}, &none),
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

/* Judges the best solution of the file. */
static Status best_restore(Run *run, const char *file, const Checkpoint *c) {
  int64_t cost;
  if (!c->best_gene) return OK;
  TRY(status_at(file, judge_solution(run->inst, c->best_gene, &cost)));
  if (!judge_agrees(run->inst, c->best_gene, c->meta.best, cost))
    FAIL(ERR_FORMAT, "%s: run/best: expected the cost of the best solution, %lld, found %lld", file,
         (long long)cost, (long long)c->meta.best);
  run->best.cost = c->meta.best;
  run->view.outcome.best = cost;
  run->best.island = c->meta.best_island;
  run->best.length = (uint32_t)run->genes;
  memcpy(run->best.gene, c->best_gene, run->genes * sizeof *c->best_gene);
  return OK;
}

/* Takes over the state of the checkpoint: best, history, counts, and this rank's islands. */
static Status state_restore(Run *run, const char *file, Checkpoint *c) {
  const CheckpointMeta *meta = &c->meta;
  TRY(best_restore(run, file, c));
  run->history = c->history;
  run->history_rows = run->history_capacity = c->history_rows;
  c->history = NULL;
  run->champion = c->champion;
  run->champion_origin = c->champion_origin;
  c->champion = NULL;
  c->champion_origin = NULL;
  run->legs = c->legs;
  run->leg_rows = c->leg_rows;
  c->legs = NULL;
  throughput_start(&run->throughput, c->throughput, c->throughput_rows, meta->elapsed_s);
  c->throughput = NULL;
  trace_start(&run->trace, c->trace, c->trace_rows);
  c->trace = NULL;
  run->view.trace = run->trace.row;
  run->view.trace_rows = run->trace.rows;
  run->sampled_s = meta->elapsed_s;
  run->kept = strcmp(file, run->options.checkpoint) == 0;
  run->kept_epoch = meta->epoch;
  run->before_s = meta->elapsed_s;
  run->before_moves = meta->moves;
  run->before_finished = meta->searches;
  run->view.epoch = meta->epoch;
  run->view.resumed = true;
  run->leg_done = meta->finished;
  if (run->leg_done) return OK;
  return seats_load(&run->seats, file, meta->epoch);
}

/* A plan that is refused is the file's fault, but for options of another method, which the user has given. */
static Status plan_restore(Run *run, const char *file, const SeatPlan *seats) {
  const Status status = plan_make(run, seats);
  if (status != ERR_USAGE) return status;
  const bool strays = run->solver && options_stray(&run->options, run->solver);
  return strays ? status : status_at(file, ERR_FORMAT);
}

/* Checks that the instance of a resumed run can be read again, and is no file that the run writes. */
static Status instance_find(const Run *run, const char *file, const CheckpointMeta *meta) {
  const char *given = run->options.instance, *path = given[0] ? given : meta->instance_path;
  const bool memory = strcmp(path, RUN_IN_MEMORY) == 0;
  if (run->input->inst) return OK;
  if (!given[0] && (memory || strcmp(path, "-") == 0 || path_descriptor(path) >= 0))
    FAIL(ERR_USAGE, "%s: its instance was read from %s: expected --instance FILE", file,
         memory                   ? "memory"
         : strcmp(path, "-") == 0 ? "standard input"
                                  : path);
  return run_files_check(&run->options, file, path, true);
}

static Status run_resume(Run *run, const SeatPlan *seats) {
  const char *file = run->input->file;
  Checkpoint c = {0};
  Status status = OK;
  const bool in_memory = run->input->in_memory;
  if (!run->options.checkpoint[0] && !in_memory) run_checkpoint_path(file, run->options.checkpoint);
  TRY(checkpoint_lock(run, in_memory ? NULL : file));
  if (in_memory) TRY(comm_agree(run->comm, run_checkpoint_absent(run)));
  TRY(checkpoint_check(run->comm, file));
  TRY_GOTO(comm_agree(run->comm, checkpoint_read_meta(file, &c)), cleanup);
  TRY_GOTO(options_agree(file, c.meta.options, &run->options), cleanup);
  TRY_GOTO(options_read_plan(file, c.meta.options, &run->options), cleanup);
  TRY_GOTO(comm_agree(run->comm, run->comm->rank == 0 ? instance_find(run, file, &c.meta) : OK), cleanup);
  status = instance_share(run, run->options.instance[0] ? run->options.instance : c.meta.instance_path);
  if (status == ERR_USAGE) status = status_at(file, ERR_FORMAT); /* what the file says of the instance */
  TRY_GOTO(status, cleanup);
  TRY_GOTO(run_ends_resume(run, file, &c.meta), cleanup);
  TRY_GOTO(plan_restore(run, file, seats), cleanup);
  TRY_GOTO(checkpoint_fits(run, file, &c.meta), cleanup);
  TRY_GOTO(islands_make(run), cleanup);
  TRY_GOTO(comm_agree(run->comm, state_restore(run, file, &c)), cleanup);
cleanup:
  checkpoint_free(&c);
  return status;
}

Status run_open(Run *run, const SeatPlan *seats) {
  if (run->input->resume) {
    TRY(run_resume(run, seats));
  } else {
    TRY(checkpoint_lock(run, NULL));
    TRY(comm_agree(run->comm, run_checkpoint_absent(run)));
    throughput_start(&run->throughput, NULL, 0, 0);
    TRY(instance_share(run, run->input->file));
    run_initial_name(run);
    TRY(plan_make(run, seats));
    TRY(run_initial(run));
    TRY(islands_make(run));
    run_initial_best(run);
    TRY(comm_agree(run->comm, seats_start(&run->seats, run->initial)));
    free(run->initial);
    run->initial = NULL;
  }
  TRY(comm_agree(run->comm, run_bound_begin(run)));
  TRY(run_leg(run));
  view_make(run);
  TRY(run_deal_open(run));
  return comm_agree(run->comm, run->solver->describe(run->seats.seat[0].islands, &run->view.how));
}

void run_close(Run *run) {
  run_bound_drop(run);
  run_save_end(run);
  run_deal_close(run);
  lock_release(&run->lock);
  seats_close(&run->seats);
  if (!run->input->inst) instance_free(run->inst);
  free(run->best.gene);
  free(run->initial);
  free(run->scratch);
  free(run->spare);
  free(run->judged);
  free(run->image);
  free(run->origin);
  free(run->bindings);
  free(run->history);
  free(run->champion);
  free(run->champion_origin);
  free(run->legs);
  free(run->throughput.row);
  free(run->trace.row);
}
