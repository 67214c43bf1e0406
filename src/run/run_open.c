/* From files to islands: the instance, the plan, a given start, memory, archipelagos; and back. See run_resume.c for checkpoints. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "c_locale.h"
#include "io/input.h"
#include "io/optima.h"
#include "io/path.h"
#include "mpi/collect.h"
#include "mpi/loss.h"
#include "mpi/stop.h"
#include "problem/instance_file.h"
#include "problem/judge.h"
#include "run_state.h"

/* ---- the instance ---- */

void run_note(Run *run, const char *format, ...) {
  const size_t used = strlen(run->notes), room = sizeof run->notes - used;
  char line[256];
  va_list args;
  va_start(args, format);
  c_vsnprintf(line, sizeof line, format, args);
  va_end(args);
  if (strlen(line) + 2 <= room) snprintf(run->notes + used, room, "%s\n", line);
}

/* The instance on rank 0, and its best known value. */
static Status instance_load(Run *run, const char *path) {
  int64_t *best_known = &run->view.outcome.best_known;
  char absolute[PATH_MAX];
  InstanceSettings settings;
  options_instance(&run->options, &settings);
  if (!run->input->inst) TRY(instance_read_set(path, &settings, &run->inst));
  const bool named = !input_is_stream(path) && realpath(path, absolute);
  snprintf(run->instance_path, sizeof run->instance_path, "%s", named ? absolute : path);
  if (strcmp(path, RUN_IN_MEMORY) == 0)
    return optima_given(run->options.best_known, run->inst->decimals, best_known);
  return best_known_find(path, run->inst, &settings, run->options.best_known, best_known);
}

Status run_instance(Run *run, const char *path) {
  run->inst = (Instance *)run->input->inst; /* it is not changed */
  TRY(comm_agree(run->comm, run->comm->rank == 0 ? instance_load(run, path) : OK));
  if (!run->input->inst) TRY(instance_bcast(run->comm, &run->inst));
  bytes_bcast(run->comm, &run->view.outcome.best_known, sizeof run->view.outcome.best_known, 0);
  bytes_bcast(run->comm, run->instance_path, sizeof run->instance_path, 0);
  run->genes = instance_genes(run->inst);
  return comm_alive();
}

/* ---- the plan ---- */

Status run_plan(Run *run) {
  const Options *options = &run->options;
  Islands *s = &run->islands;
  TRY(solver_find(options->method, run->inst->problem, &run->solver));
  run->goal.target =
      outcome_target(&run->view.outcome, run->inst->decimals, options->target, options->target_gap);
  TRY(islands_bind(s, run->comm, option_backends[options->backend], options->hybrid, (int)options->threads));
  PlanRanks on = {.ranks = (uint32_t)s->kinds.leaders, .threads = (uint32_t)islands_threads(s, run->comm)};
  TRY(node_memory_room(run->comm, &s->local.backend, &on.room));
  TRY(options_plan_ranks(options, run->solver, run->inst, s->kinds.leader, &on, &run->plan));
  run->plan.mixed = s->kinds.mixed;
  return comm_agree(run->comm,
                    backend_require(s->local.backend.ops, run->solver->kernels, run->solver->name));
}

/* ---- a given start ---- */

typedef struct Start { /* what --initial or the input names */
  int32_t *gene;       /* (genes) owned; NULL: nothing */
  int64_t cost;        /* judged */
} Start;

Status run_initial_path(const char *given, const Instance *inst, const char *instance, char path[PATH_MAX]) {
  const char *suffix = inst->problem->words.suffix;
  char name[PATH_MAX];
  struct stat info;
  const bool folder = suffix && stat(given, &info) == 0 && S_ISDIR(info.st_mode);
  path_stem(instance, "", name, sizeof name);
  const char *dot = strrchr(name, '.');
  const int length = dot ? (int)(dot - name) : (int)strlen(name);
  const int wanted = folder ? snprintf(path, PATH_MAX, "%s/%.*s%s", given, length, name, suffix)
                            : snprintf(path, PATH_MAX, "%s", given);
  if (wanted < PATH_MAX) return OK;
  FAIL(ERR_USAGE, "--initial: expected a path of less than %d characters", PATH_MAX);
}

/* Judges the start on rank 0. */
static Status start_read(Run *run, Start *start) {
  char path[PATH_MAX], remark[INSTANCE_REMARK_MAX];
  if (run->input->initial) {
    memcpy(start->gene, run->input->initial, run->genes * sizeof *start->gene);
    return status_at("the start solution", judge_solution(run->inst, start->gene, &start->cost));
  }
  TRY(run_initial_path(run->options.initial, run->inst, run->input->file, path));
  TRY(solution_read_told(path, run->inst, start->gene, remark));
  if (remark[0]) run_note(run, "%s: %s", path, remark);
  return status_at(path, judge_solution(run->inst, start->gene, &start->cost));
}

/* A start in memory has a name, so that the plan is made for a start, as it is for a file's. Collective. */
static void start_name(Run *run) {
  int64_t given = run->input->initial != NULL;
  comm_max(run->comm, &given, 1);
  if (given) c_snprintf(run->options.initial, sizeof run->options.initial, RUN_IN_MEMORY);
}

/* The start, if there is one, on all ranks. Collective. ERR_NO_INPUT, ERR_FORMAT: it is no solution of the instance; ERR_USAGE, ERR_MEMORY. */
static Status start_make(Run *run, Start *start) {
  if (!run->plan.initial) return OK;
  const size_t bytes = run->genes * sizeof *start->gene;
  start->gene = malloc(bytes);
  TRY(comm_agree(run->comm, start->gene ? OK : status_fail(ERR_MEMORY, "no memory for a solution")));
  TRY(comm_agree(run->comm, run->comm->rank == 0 ? start_read(run, start) : OK));
  bytes_bcast(run->comm, start->gene, bytes, 0);
  bytes_bcast(run->comm, &start->cost, sizeof start->cost, 0);
  return comm_alive();
}

/* The start is the best of the run until a cheaper one is found: no answer is worse, and checkpoints have it. Where solvers' costs are the
 * judge's. */
static void start_judged(Run *run, const Start *start) {
  Individual *best = &run->best.found;
  if (!start->gene || run->inst->problem->margin) return;
  memcpy(best->gene, start->gene, run->genes * sizeof *best->gene);
  best->cost = start->cost;
  best->island = 0;
  best->length = (uint32_t)run->genes;
  run->view.outcome.best = start->cost;
}

/* ---- islands ---- */

/* Whether there is memory for this rank's islands, on its node and on its device. */
static Status islands_fit(Run *run) {
  RankIslands *local = &run->islands.local;
  const size_t champion_bytes = sizeof *run->best.judged + sizeof *run->best.origin;
  Memory need;
  run->solver->needs(run->inst, &local->backend, &run->plan, local->span, &need);
  need.host = bytes_plus(need.host, bytes_of(local->span.count, 1, champion_bytes));
  if (!run->options.checkpoint[0] && !run->input->keep) need.saved = 0;
  return node_memory_check(run->comm, &need, &local->backend);
}

Status run_share(Run *run) {
  Islands *s = &run->islands;
  TRY(rank_bindings(run->comm, &s->local.backend, &run->bindings));
  TRY(islands_share(s, run->comm, run->solver, run->plan.islands));
  TRY(islands_fit(run));
  return comm_agree(run->comm, best_alloc(&run->best, run->genes, s->local.span.count));
}

/* ---- opening and closing ---- */

Status run_lock(Run *run, const char *resumed) {
  char *path = run->options.checkpoint;
  const bool here = run->comm->rank == 0 && path[0];
  if (here) path_follow(path, OPTION_PATH_MAX);
  bytes_bcast(run->comm, path, OPTION_PATH_MAX, 0);
  Status status = here ? run_checkpoint_check(path, resumed) : OK;
  if (here && status == OK) status = lock_take(path, &run->saving.lock);
  TRY(comm_agree(run->comm, status));
  if (run->input->kept)
    snprintf(run->input->kept->path, PATH_MAX, "%s", path); /* known not to be lost on the way */
  return OK;
}

static void plan_told(Run *run) {
  char remark[256] = "";
  if (run->solver->remark) run->solver->remark(run->inst, &run->plan, remark, sizeof remark);
  if (remark[0]) run_note(run, "%s", remark);
}

Status run_begin(Run *run) {
  const Comm *comm = run->comm;
  Islands *s = &run->islands;
  Start start = {.gene = NULL};
  Status status = OK;
  throughput_start(&run->tables.throughput, NULL, 0, 0);
  TRY_GOTO(run_lock(run, NULL), cleanup);
  TRY_GOTO(comm_agree(comm, comm->rank == 0 ? run_checkpoint_absent(&run->options) : OK), cleanup);
  TRY_GOTO(run_instance(run, run->input->file), cleanup);
  start_name(run);
  TRY_GOTO(run_plan(run), cleanup);
  plan_told(run);
  TRY_GOTO(start_make(run, &start), cleanup);
  TRY_GOTO(run_share(run), cleanup);
  TRY_GOTO(comm_agree(comm, islands_create(s, run->inst, &run->plan)), cleanup);
  start_judged(run, &start);
  status = comm_agree(comm, solver_start(run->solver, s->local.archipelago, start.gene));
cleanup:
  free(start.gene);
  return status;
}

/* What observers see of the run before its first slice. */
static void view_make(Run *run) {
  const Individual *best = &run->best.found;
  RunView *view = &run->view;
  view->inst = run->inst;
  view->plan = &run->plan;
  view->options = &run->options;
  view->solver = run->solver;
  view->backend = run->islands.kinds.mixed ? "cuda and cpu" : run->islands.local.backend.ops->name;
  view->bindings = run->bindings;
  view->checkpoint = run->options.checkpoint;
  view->warning = run->saving.lock.warning;
  view->notes = run->notes;
  view->instance_path = run->instance_path;
  view->history = run->tables.history.row;
  view->history_rows = run->tables.history.rows;
  view->ranks = run->comm->size;
  view->job_left_s = run->options.stop_before_s > 0 ? limit_left() : 0;
  view->epochs = run->solver->epochs(&run->plan);
  view->budget = run->solver->budget(&run->plan);
  view->outcome.best_island = best->island;
  view->outcome.best_gene = best->cost == COST_NONE ? NULL : best->gene;
  view->outcome.finished = run->earlier.finished;
  view->outcome.moves = run->earlier.moves;
  view->outcome.elapsed_s = run->earlier.elapsed_s;
}

Status run_complete(Run *run) {
  TRY(comm_agree(run->comm, run_bound_begin(run)));
  TRY(run_leg(run));
  view_make(run);
  TRY(run_balance_open(run));
  return comm_agree(run->comm, run->solver->describe(run->islands.local.archipelago, &run->view.how));
}

void run_close(Run *run) {
  run_bound_drop(run);
  saving_end(&run->saving);
  balance_free(&run->balance);
  lock_release(&run->saving.lock);
  islands_close(&run->islands);
  if (!run->input->inst) instance_free(run->inst);
  best_free(&run->best);
  run_tables_free(&run->tables);
  free(run->saving.image);
  free(run->bindings);
}
