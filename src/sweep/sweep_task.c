/* One task of a sweep over a group of ranks.
 *
 * Long tasks keep a checkpoint beside the results until their row is written, so that a later sweep goes on with
 * them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "mpi/collect.h"
#include "sweep_state.h"

/* ---- task ---- */

/* Called by the run under way: its row is collected, and rows of others are sent and received. */
static void on_started(void *self, const RunView *view) { row_collect(&((Sweep *)self)->collector, view); }

static void on_progress(void *self, const RunView *view) {
  Sweep *s = self;
  (void)view;
  rows_poll(s);
  tasks_stopping(&s->tasks);
}

static void on_saved(void *self, const RunView *view) {
  (void)self;
  (void)view;
}
static void on_ended(void *self, const RunView *view) { row_collect(&((Sweep *)self)->collector, view); }

/* The attempts of a task, best first: its checkpoint, the previous one, a new run. The group's first rank decides for all. */
enum { FROM_CHECKPOINT, FROM_PREVIOUS, ANEW };

static int attempt_next(Sweep *s, const Options *options, int attempt) {
  char file[OPTION_PATH_MAX + 8];
  for (; s->tasks.group.rank == 0 && attempt < ANEW; attempt++) {
    snprintf(file, sizeof file, "%s%s", options->checkpoint, attempt == FROM_PREVIOUS ? ".prev" : "");
    if (options->checkpoint[0] && access(file, F_OK) == 0) break;
  }
  bytes_bcast(&s->tasks.group, &attempt, sizeof attempt, 0);
  return attempt;
}

static Status task_attempt(Sweep *s, const SweepTask *task, const Options *options, int attempt,
                           RunEnd *end) {
  const RunObserver observer = {s, on_started, on_progress, on_saved, on_ended, NULL, NULL};
  char file[OPTION_PATH_MAX + 8];
  int signal_number;
  snprintf(file, sizeof file, "%s%s", attempt == ANEW ? task_instance(&s->work, task) : options->checkpoint,
           attempt == FROM_PREVIOUS ? ".prev" : "");
  row_clear(&s->collector.row);
  free(s->collector.gene);
  s->collector.gene = NULL;
  const RunInput input = {.file = file, .resume = attempt != ANEW};
  return run_task(&s->tasks.group, options, &input, &observer, end, &signal_number);
}

/* A checkpoint that is damaged, or of an instance that has changed since, is no reason to fail. */
static bool checkpoint_useless(Status status, int attempt) {
  return attempt != ANEW && (status == ERR_FORMAT || status == ERR_NO_INPUT || status == ERR_USAGE);
}

static Status task_attempts(Sweep *s, const SweepTask *task, Options *options, RunEnd *end) {
  int attempt = attempt_next(s, options, FROM_CHECKPOINT);
  Status status = task_attempt(s, task, options, attempt, end);
  while (checkpoint_useless(status, attempt)) {
    status_clear();
    attempt = attempt_next(s, options, attempt + 1);
    options->force = attempt == ANEW;
    status = task_attempt(s, task, options, attempt, end);
  }
  return status;
}

/* Options of the run: the task's own, a shorter limit if the sweep ends sooner, and a checkpoint if it is long. */
static Status task_prepare(Sweep *s, const SweepTask *task, Options *options, bool *own_limit) {
  TRY(task_options(s, task_option_lines(&s->work, task), options));
  const double left = sweep_left_s(s);
  *own_limit = options->time_s > 0 && (left == 0 || options->time_s <= left);
  options->cut_s = left;
  options->lazy = true;
  options->inputs = task->inputs;
  if (task->lasting) task_checkpoint_path(s, task, options->checkpoint, sizeof options->checkpoint);
  return OK;
}

/* Sends the row of a task, from the group's first rank; nothing if the sweep is stopping. */
static Status task_close(Sweep *s, const SweepTask *task, Status status, RunEnd end, bool own_limit) {
  static const char *const ends[] = {
      [RUN_FINISHED] = "finished", [RUN_TARGET] = "target reached", [RUN_TIME] = "time limit reached"};
  ResultRow *row = &s->collector.row;
  const bool whole = end == RUN_FINISHED || end == RUN_TARGET || (end == RUN_TIME && own_limit);
  if (status == OK && !whole) {
    int reason = SWEEP_LIMIT;
    if (end == RUN_TIME) reason = SWEEP_TIME;
    if (end == RUN_SIGNAL) reason = SWEEP_SIGNAL;
    tasks_stop(&s->tasks, reason); /* at once, or this group would begin another task */
    return OK;
  }
  row_provenance(row, &s->tasks.be, s->tasks.group.size);
  if (status != OK)
    row_fail(row, status);
  else if (row->best == COST_NONE || !s->collector.gene)
    row_fail(row, status_fail(OK, "no solution was found within the time limit"));
  else
    snprintf(row->end, sizeof row->end, "%s", ends[end]);
  return row_send(s, task, row, s->collector.gene);
}

Status sweep_task_alone(void *self, uint64_t number) {
  Sweep *s = self;
  const SweepTask *task = &s->work.task[number];
  Options options;
  RunEnd end = RUN_GOING;
  bool own_limit = false;
  row_clear(&s->collector.row);
  Status status = task_prepare(s, task, &options, &own_limit);
  if (status == OK) status = task_attempts(s, task, &options, &end);
  if (status == ERR_STOPPED) {
    status_clear();
    status = OK;
  } /* `end` says why */
  if (status == ERR_DEVICE) return status;
  if (s->tasks.group.rank == 0) return task_close(s, task, status, end, own_limit);
  status_clear();
  return OK;
}

/* ---- batches ---- */

/* Tasks of a sweep in batches (src/tasks/tasks.c): their instances, and their rows. */

Status sweep_batch_begin(void *self, uint64_t first, uint64_t count) {
  BatchFiles *b = &((Sweep *)self)->files;
  *b = (BatchFiles){.first = first,
                    .count = count,
                    .inst = calloc(count, sizeof *b->inst),
                    .used = calloc(count, sizeof *b->used),
                    .settings = malloc(count * sizeof *b->settings),
                    .published = malloc(count * sizeof *b->published)};
  if (b->inst && b->used && b->settings && b->published) return OK;
  FAIL(ERR_MEMORY, "no memory for a batch of %zu tasks", b->count);
}

void sweep_batch_end(void *self) {
  BatchFiles *b = &((Sweep *)self)->files;
  for (size_t k = 0; b->inst && k < b->count; k++) instance_free(b->inst[k]);
  free(b->inst);
  free(b->used);
  free(b->settings);
  free(b->published);
  *b = (BatchFiles){0};
}

/* The instance of the batch's task `here`: that of an earlier task from the same file with the same settings, or read now. */
static Status instance_find(Sweep *s, size_t here, const char *path, const Options *options) {
  BatchFiles *b = &s->files;
  b->published[here] = -1;
  options_instance(options, &b->settings[here]);
  for (size_t t = here; t > 0; t--)
    if (b->used[t - 1] && strcmp(task_instance(&s->work, &s->work.task[b->first + t - 1]), path) == 0 &&
        memcmp(&b->settings[t - 1], &b->settings[here], sizeof *b->settings) == 0) {
      b->used[here] = b->used[t - 1];
      b->published[here] = b->published[t - 1];
      return OK;
    }
  TRY(instance_read_set(path, &b->settings[here], &b->inst[here]));
  b->used[here] = b->inst[here];
  return OK;
}

/* The value given with the task, or the published one, which is read once an instance. */
static Status task_best_known(const char *path, const Instance *inst, const InstanceSettings *settings,
                              double given, int64_t *published, int64_t *best_known) {
  if (given == 0 && *published < 0) TRY(best_known_find(path, inst, settings, 0, published));
  *best_known = *published;
  return given == 0 ? OK : best_known_find(path, inst, settings, given, best_known);
}

/* Prepares a task as run_open would. */
Status sweep_batch_open(void *self, uint64_t task, OpenTask *out) {
  Sweep *s = self;
  BatchFiles *b = &s->files;
  const size_t here = task - b->first;
  const SweepTask *from = &s->work.task[task];
  const char *path = task_instance(&s->work, from);
  Options options;
  b->settings[here] = (InstanceSettings){{{0}}};
  b->published[here] = -1;
  TRY(task_options(s, task_option_lines(&s->work, from), &options));
  TRY(instance_find(s, here, path, &options));
  out->inst = b->used[here];
  TRY(solver_find(options.method, out->inst->problem, &out->solver));
  TRY(options_plan(&options, out->solver, out->inst, s->tasks.be.ops, &out->plan));
  return task_best_known(path, out->inst, &b->settings[here], options.best_known, &b->published[here],
                         &out->best_known);
}

Status sweep_task_failed(void *self, uint64_t task, Status status) {
  Sweep *s = self;
  ResultRow row;
  row_clear(&row);
  row_provenance(&row, &s->tasks.be, 1);
  row_fail(&row, status);
  return row_send(s, &s->work.task[task], &row, NULL);
}

/* A batch that was stopped has rows for those tasks alone that were finished. */
Status sweep_batch_answer(void *self, uint64_t task, const TaskAnswer *answer) {
  Sweep *s = self;
  const OpenTask *of = answer->task;
  ResultRow row;
  if (!answer->whole) return OK;
  row_clear(&row);
  row_provenance(&row, &s->tasks.be, 1);
  row_fill(&row, of->inst, of->solver, &of->plan, &answer->outcome);
  row.batch = (uint32_t)answer->batch;
  snprintf(row.end, sizeof row.end, "finished");
  return row_send(s, &s->work.task[task], &row, answer->outcome.best_gene);
}
