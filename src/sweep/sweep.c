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
#include "mpi/collect.h"
#include "mpi/bind.h"
#include "io/output.h"
#include "mpi/stop.h"
#include "sweep_state.h"

/* ---- before it runs ---- */

/* Binds every rank to its device, once: tasks get the backend and the threads that were found. Collective. */
static Status devices_open(Sweep *s) {
  TRY(tasks_open(&s->tasks, s->comm, s->options, s->options->ranks_per_task));
  s->view.groups = s->tasks.groups;
  s->view.ranks_per_task = s->tasks.ranks_per_task;
  s->senders_left = s->view.groups - 1;
  return rank_bindings(s->comm, &s->tasks.be, &s->bindings);
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
    const TaskInputs *made = &s->made[k];
    row[k] = (ResultTask){task->section, task->instance, task->options,    task->key,
                          s->genes[k],   made->again,    made->moved_from, made->best_known};
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
  view->job_path = job_path;
  view->results_path = results_path;
  view->job = &s->job;
  view->work = &s->work;
  view->tasks = s->job.tasks;
  view->rejected = s->rejected;
  view->rejections = s->rejections;
  view->backend = s->tasks.be.ops->name;
  view->device = s->tasks.be.device_name;
  view->bindings = s->bindings;
  view->measured = s->measured;
  view->limit_s = s->options->time_s;
  view->estimate_s = units_makespan(s->work.unit, s->work.units, view->groups);
  view->left_s = view->estimate_s;
  for (uint64_t t = 0; t < s->work.tasks; t++)
    kind_task(&s->kind[s->work.task[t].kind], s->work.task[t].estimate_s);
  s->planned = clock_s();
  for (size_t k = 0; k < s->job.tasks; k++) {
    view->verified += s->made[k].row == RESULT_VERIFIED;
    view->failed += s->made[k].row == RESULT_FAILED;
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
static void rejected_commit(void *self) {
  Sweep *s = self;
  ResultRow row;
  for (size_t k = 0; k < s->rejections; k++) {
    row_clear(&row);
    row_provenance(&row, &s->tasks.be, 0);
    row.state = RESULT_FAILED;
    row.exit_code = s->rejected[k].exit_code;
    snprintf(row.message, sizeof row.message, "%s", s->rejected[k].message);
    row_commit(s, &(SweepTask){.row = (uint32_t)s->rejected[k].row, .inputs = s->rejected[k].inputs}, &row,
               NULL);
  }
}

static const TasksHost host = {.begin = sweep_batch_begin,
                               .open = sweep_batch_open,
                               .end = sweep_batch_end,
                               .answer = sweep_batch_answer,
                               .failed = sweep_task_failed,
                               .alone = sweep_task_alone,
                               .started = rejected_commit,
                               .poll = rows_poll,
                               .enough = sweep_enough,
                               .sent = rows_finish,
                               .halt_s = sweep_halt_s,
                               .failure = SWEEP_ERROR};

/* ---- how it ended ---- */

/* On rank 0: counts the rows as they are on the disk. */
static Status rows_count(Sweep *s) {
  ResultRow row;
  SweepView *view = &s->view;
  view->verified = view->failed = view->incomplete = 0;
  for (size_t k = 0; k < s->job.tasks; k++) {
    TRY(results_row(s->results, k, &row));
    view->verified += row.state == RESULT_VERIFIED;
    view->failed += row.state == RESULT_FAILED;
    view->incomplete += result_incomplete(&row);
    s->observer->row_final(s->observer->self, &row);
  }
  return OK;
}

static Status sweep_close(Sweep *s, int why, SweepOutcome *outcome) {
  Status status = OK;
  *outcome = (SweepOutcome){.end = (SweepEnd)why};
  if (s->comm->rank == 0) {
    status = results_sync(s->results);
    if (status == OK) status = rows_count(s);
    if (status == OK && s->view.verified + s->view.failed == s->job.tasks) outcome->end = SWEEP_FINISHED;
    outcome->failed = s->view.failed;
    outcome->incomplete = s->view.incomplete;
    s->view.end = outcome->end;
    rmdir(s->folder); /* if it is there, and empty */
    view_refresh(s);
    if (status == OK) s->observer->ended(s->observer->self, &s->view);
  }
  bytes_bcast(s->comm, outcome, sizeof *outcome, 0);
  return comm_agree(s->comm, status);
}

static Status sweep_go(Sweep *s, SweepOutcome *outcome) {
  int why;
  TRY(work_share(s));
  s->tasks.host = &host;
  s->tasks.self = s;
  s->tasks.unit = s->work.unit;
  s->tasks.units = s->work.units;
  TRY(tasks_run(&s->tasks, &why));
  return sweep_close(s, why, outcome);
}

static void sweep_free(Sweep *s) {
  for (size_t k = 0; k < s->rejections; k++) free(s->rejected[k].message);
  free(s->rejected);
  free(s->made);
  free(s->genes);
  free(s->bindings);
  free(s->collector.gene);
  job_free(&s->job);
  work_list_free(&s->work);
  tasks_close(&s->tasks);
}

Status sweep_run(const Comm *comm, const Options *options, const char *job_path, const char *results_path,
                 const SweepObserver *observer, SweepOutcome *outcome) {
  Sweep s = {.comm = comm, .options = options, .observer = observer, .started = clock_s()};
  Status status = OK;
  s.view = (SweepView){.ranks = comm->size};
  *outcome = (SweepOutcome){.end = SWEEP_FINISHED};
  snprintf(s.folder, sizeof s.folder, "%.*s.d", (int)sizeof s.folder - 3, results_path);
  stop_listen();
  halt_watch(stop_signal, sweep_halt_s(&s));
  if (options->stop_before_s > 0) limit_learn(comm);
  TRY_GOTO(devices_open(&s), cleanup);
  TRY_GOTO(comm_agree(comm, comm->rank == 0 ? job_open(&s, job_path, results_path) : OK), cleanup);
  if (comm->rank == 0) {
    view_open(&s, job_path, results_path);
    observer->planned(observer->self, &s.view);
  }
  if (!options->dry_run) status = sweep_go(&s, outcome);
cleanup:;
  halt_rest();
  Status closed = comm->rank == 0 ? results_close(s.results) : OK;
  sweep_free(&s);
  return comm_agree(comm, status != OK ? status : closed);
}
