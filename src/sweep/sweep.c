/* Many tasks in one MPI job: the story. See sweep.h for the contract.
 *
 * Rank 0 reads the job, plans it and alone writes the results. Ranks form groups; each group takes the next unit of work
 * from a counter that all can reach, so none waits for another, and sends a row for every task to rank 0. Tasks that have no
 * row when the sweep ends, for whatever reason, are the work of the next sweep. */
#include "sweep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "halt.h"
#include "mpi/bcast.h"
#include "mpi/bind.h"
#include "mpi/collect.h"
#include "io/output.h"
#include "mpi/limit.h"
#include "mpi/stop.h"
#include "sweep_state.h"

/* ---- before it runs ---- */

/* Binds every rank to its device, once: tasks get the backend and the threads that were found. Collective. */
static Status devices_open(Sweep *s) {
  TRY(rank_bind(s->comm, option_backends[s->options->backend], (int)s->options->threads, &s->be));
  return rank_bindings(s->comm, &s->be, &s->bindings);
}

/* A folder for checkpoints, if there are long tasks. */
static Status folder_make(const Sweep *s) {
  bool lasting = false;
  for (uint64_t t = 0; t < s->work.tasks; t++) lasting |= s->work.task[t].lasting;
  if (lasting && mkdir(s->folder, 0777) != 0 && errno != EEXIST)
    FAIL(ERR_IO, "%s: %s", s->folder, strerror(errno));
  return OK;
}

/* The new results file: a row for each task of the job. */
static Status results_prepare(Sweep *s, const char *job_path) {
  ResultTask *row = malloc((s->job.tasks + 1) * sizeof *row);
  if (!row) FAIL(ERR_MEMORY, "no memory for %zu tasks", s->job.tasks);
  for (size_t k = 0; k < s->job.tasks; k++) {
    const Task *task = &s->job.task[k];
    row[k] = (ResultTask){task->section, task->instance, task->options, task->key, s->genes[k]};
  }
  const Status status = results_begin(s->results, job_path, row, s->job.tasks);
  free(row);
  return status;
}

/* On rank 0: reads the job and its results, and plans what is to be done. A dry run leaves no file. */
static Status job_open(Sweep *s, const char *job_path, const char *results_path) {
  TRY(job_read(job_path, &s->job));
  TRY(sweep_files_check(s->options, job_path, &s->job, results_path));
  if (!s->options->dry_run || access(results_path, F_OK) == 0) TRY(results_open(results_path, &s->results));
  if (!s->options->dry_run) TRY(output_reserve(results_path)); /* now, for planning may take long */
  TRY(sweep_plan(s));
  if (s->options->dry_run) return OK;
  TRY(folder_make(s));
  return results_prepare(s, job_path);
}

static void view_open(Sweep *s, const char *job_path, const char *results_path) {
  SweepView *view = &s->view;
  view->job_path = job_path, view->results_path = results_path;
  view->job = &s->job, view->work = &s->work, view->tasks = s->job.tasks;
  view->rejected = s->rejected, view->rejections = s->rejections;
  view->backend = s->be.ops->name, view->device = s->be.device_name, view->bindings = s->bindings;
  view->measured = s->measured, view->limit_s = s->options->time_s;
  view->estimate_s = units_makespan(&s->work, view->groups);
  view->left_s = view->estimate_s;
  for (uint64_t t = 0; t < s->work.tasks; t++)
    kind_task(&s->kind[s->work.task[t].kind], s->work.task[t].estimate_s);
  s->planned = clock_s();
  for (size_t k = 0; s->results && k < s->job.tasks; k++) {
    const ResultState state = results_state(s->results, s->job.task[k].key);
    view->verified += state == RESULT_VERIFIED;
    view->failed += state == RESULT_FAILED && !s->options->retry_failed;
  }
  view->earlier = view->verified + view->failed;
}

/* Sends the work list to every rank. Collective. */
static Status work_share(Sweep *s) {
  WorkList *a = &s->work;
  Status status = OK;
  uint64_t counts[3] = {a->tasks, a->units, a->text_bytes};
  bytes_bcast(s->comm, counts, sizeof counts, 0);
  if (s->comm->rank != 0) {
    *a = (WorkList){malloc((counts[0] + 1) * sizeof *a->task),
                    malloc((counts[1] + 1) * sizeof *a->unit),
                    malloc(counts[2] + 1),
                    counts[0],
                    counts[1],
                    counts[2]};
    if (!a->task || !a->unit || !a->text)
      status = status_fail(ERR_MEMORY, "no memory for %llu tasks", (unsigned long long)counts[0]);
  }
  TRY(comm_agree(s->comm, status));
  bytes_bcast(s->comm, a->task, a->tasks * sizeof *a->task, 0);
  bytes_bcast(s->comm, a->unit, a->units * sizeof *a->unit, 0);
  bytes_bcast(s->comm, a->text, a->text_bytes, 0);
  return OK;
}

/* ---- while it runs ---- */

/* Writes the rows of tasks that cannot be run. */
static void rejected_commit(Sweep *s) {
  ResultRow row;
  for (size_t k = 0; k < s->rejections; k++) {
    row_clear(&row);
    row_provenance(&row, &s->be, 0);
    row.state = RESULT_FAILED, row.exit_code = s->rejected[k].exit_code;
    snprintf(row.message, sizeof row.message, "%s", s->rejected[k].message);
    row_commit(s, &(SweepTask){.row = (uint32_t)s->rejected[k].row}, &row, NULL);
  }
}

/* The next unit of this group; units or more: none. Collective over the group. */
static uint64_t unit_next(Sweep *s) {
  uint64_t unit = s->work.units;
  if (s->group.rank == 0) {
    rows_poll(s);
    if (!sweep_stopping(s)) unit = queue_take(&s->queue);
  }
  bytes_bcast(&s->group, &unit, sizeof unit, 0);
  return unit;
}

static Status unit_run(Sweep *s, const SweepUnit *unit) {
  if (unit->count == 1) return unit_run_task(s, &s->work.task[unit->first]);
  return comm_agree(&s->group, s->group.rank == 0 ? unit_run_batch(s, unit) : OK);
}

static Status units_run(Sweep *s) {
  for (uint64_t unit = unit_next(s); unit < s->work.units; unit = unit_next(s)) {
    Status status = unit_run(s, &s->work.unit[unit]);
    if (status == OK) continue;
    if (s->group.rank == 0) queue_stop(&s->queue, SWEEP_ERROR);
    return status;
  }
  return OK;
}

static void idle(void *self) { sweep_stopping(self); }

/* If a group fails, the others still end with their rows written. Collective. */
static Status groups_run(Sweep *s) {
  if (s->comm->rank == 0) rejected_commit(s);
  Status status = units_run(s);
  const Status sent = s->group.rank == 0 ? rows_finish(s) : OK;
  comm_await(s->comm, idle, s);
  return comm_agree(s->comm, status != OK ? status : sent);
}

/* ---- how it ended ---- */

/* On rank 0: counts the rows as they are on the disk. */
static Status rows_count(Sweep *s) {
  ResultRow row;
  SweepView *view = &s->view;
  view->verified = view->failed = 0;
  for (size_t k = 0; k < s->job.tasks; k++) {
    TRY(results_row(s->results, k, &row));
    view->verified += row.state == RESULT_VERIFIED, view->failed += row.state == RESULT_FAILED;
    s->observer->row_final(s->observer->self, &row);
  }
  return OK;
}

static Status sweep_close(Sweep *s, SweepOutcome *outcome) {
  Status status = OK;
  *outcome = (SweepOutcome){.end = queue_stopped(&s->queue)};
  if (s->comm->rank == 0) {
    status = results_sync(s->results);
    if (status == OK) status = rows_count(s);
    if (status == OK && s->view.verified + s->view.failed == s->job.tasks) outcome->end = SWEEP_FINISHED;
    outcome->failed = s->view.failed, s->view.end = outcome->end;
    rmdir(s->folder); /* if it is there, and empty */
    view_refresh(s);
    if (status == OK) s->observer->ended(s->observer->self, &s->view);
  }
  bytes_bcast(s->comm, outcome, sizeof *outcome, 0);
  return comm_agree(s->comm, status);
}

static Status sweep_go(Sweep *s, SweepOutcome *outcome) {
  TRY(work_share(s));
  TRY(queue_open(s->comm, &s->queue));
  comm_split(s->comm, s->view.ranks_per_task, &s->group);
  Status status = groups_run(s);
  if (status == OK) status = sweep_close(s, outcome);
  comm_split_free(&s->group);
  queue_close(&s->queue);
  return status;
}

static void sweep_free(Sweep *s) {
  for (size_t k = 0; k < s->rejections; k++) free(s->rejected[k].message);
  free(s->rejected), free(s->genes), free(s->bindings), free(s->collector.gene);
  job_free(&s->job);
  work_list_free(&s->work);
  if (s->be.ops) s->be.ops->close(&s->be);
}

Status sweep_run(const Comm *comm, const Options *options, const char *job_path, const char *results_path,
                 const SweepObserver *observer, SweepOutcome *outcome) {
  const int most = comm->size,
            wanted = options->ranks_per_task < (uint64_t)most ? (int)options->ranks_per_task : most;
  Sweep s = {.comm = comm, .options = options, .observer = observer, .started = clock_s()};
  Status status = OK;
  s.view = (SweepView){
      .ranks = comm->size, .ranks_per_task = wanted, .groups = (comm->size + wanted - 1) / wanted};
  s.senders_left = s.view.groups - 1;
  *outcome = (SweepOutcome){.end = SWEEP_FINISHED};
  snprintf(s.folder, sizeof s.folder, "%.*s.d", (int)sizeof s.folder - 3, results_path);
  stop_listen();
  halt_watch(stop_signal, sweep_halt_s(&s));
  if (options->stop_before_s > 0) limit_learn(comm);
  TRY_GOTO(devices_open(&s), cleanup);
  TRY_GOTO(comm_agree(comm, comm->rank == 0 ? job_open(&s, job_path, results_path) : OK), cleanup);
  if (comm->rank == 0) view_open(&s, job_path, results_path), observer->planned(observer->self, &s.view);
  if (!options->dry_run) status = sweep_go(&s, outcome);
cleanup:;
  halt_rest();
  Status closed = comm->rank == 0 ? results_close(s.results) : OK;
  sweep_free(&s);
  return comm_agree(comm, status != OK ? status : closed);
}
