/* From a job's tasks to the work list, long units first: see sweep_state.h. On rank 0.
 *
 * Every instance is read once: for the size of its solutions, for the estimates of its tasks, and to find tasks that cannot be
 * run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "io/input.h"
#include "problem/instance_file.h"
#include "sweep_state.h"

static const double lasting_s = 60; /* longer tasks keep a checkpoint */

typedef struct Planner {
  Sweep *s;
  size_t *order;   /* (job.tasks) tasks by instance */
  SweepTask *task; /* (job.tasks) by row */
  Drafts drafts;
  FILE *text;
  size_t text_bytes; /* the stream's */
} Planner;

static const Job *sorted; /* for qsort */

static int by_instance(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  const int by_path = strcmp(sorted->task[x].instance, sorted->task[y].instance);
  return by_path ? by_path : (x > y) - (x < y);
}

/* All tasks of the job: those whose rows stand are found when their instance is read. */
static void tasks_order(Planner *p) {
  const Sweep *s = p->s;
  for (size_t k = 0; k < s->job.tasks; k++) {
    p->order[k] = k;
    if (s->results) results_claim(s->results, s->job.task[k].key);
  }
  sorted = &s->job;
  qsort(p->order, s->job.tasks, sizeof *p->order, by_instance);
}

static Status task_reject(Planner *p, size_t row, Status status, const char *message) {
  Sweep *s = p->s;
  RejectedTask *task = &s->rejected[s->rejections];
  *task = (RejectedTask){row, status_exit_code(status), s->made[row].inputs, strdup(message)};
  /* lint: malloc-leak: the sweep has it */
  if (!task->message) FAIL(ERR_MEMORY, "no memory for a message");
  s->rejections++;
  return OK;
}

static uint64_t text_keep(Planner *p, const char *text) {
  const uint64_t at = (uint64_t)ftell(p->text);
  fwrite(text, 1, strlen(text) + 1, p->text);
  return at;
}

/* Makes a draft of a task whose instance has been read. Fails as the task itself would. */
static Status draft_make(Planner *p, size_t row, const Instance *inst, const char *size) {
  Sweep *s = p->s;
  const Task *task = &s->job.task[row];
  Options options;
  TRY(task_options(s, task->options, &options));
  TRY(draft_add(&p->drafts, row, inst, &options, false));
  s->genes[row] = inst->n;
  p->task[row] = (SweepTask){.key = task->key,
                             .inputs = s->made[row].inputs,
                             .instance_digest = s->made[row].instance_digest,
                             .row = (uint32_t)row,
                             .n = inst->n,
                             .instance_at = text_keep(p, task->instance),
                             .options_at = text_keep(p, task->options),
                             .size_at = text_keep(p, size)};
  return OK;
}

/* The instance is read now and again when its task runs, which a pipe does not allow. */
static Status instance_load(const char *path, const InstanceSettings *settings, Instance **out) {
  if (!input_is_stream(path)) return instance_read_set(path, settings, out);
  FAIL(ERR_FORMAT, "%s: expected a plain file: a sweep reads its instances more than once", path);
}

/* What the task's options say of its instance: nothing if they are wrong, which draft_make tells. */
static void task_settings(const Planner *p, size_t row, InstanceSettings *settings) {
  Options options;
  if (task_options(p->s, p->s->job.task[row].options, &options) != OK) options_default(&options);
  status_clear();
  options_instance(&options, settings);
}

/* first: no task has read it yet. */
static void instance_reread(const Planner *p, size_t row, bool first, Reading *r) {
  InstanceSettings settings;
  task_settings(p, row, &settings);
  if (!first && memcmp(&settings, &r->settings, sizeof settings) == 0) return;
  instance_free(r->inst);
  *r = (Reading){.settings = settings};
  r->status = instance_load(p->s->job.task[row].instance, &settings, &r->inst);
  if (r->status == OK) instance_size_text(r->inst, r->size, sizeof r->size);
  snprintf(r->message, sizeof r->message, "%s", status_message());
}

/* The tasks order[first..end) of one instance. */
static Status instance_plan(Planner *p, size_t first, size_t end) {
  Reading r = {.inst = NULL};
  Status status = OK;
  for (size_t k = first; k < end && status == OK; k++) {
    const size_t row = p->order[k];
    instance_reread(p, row, k == first, &r);
    if (r.status == ERR_STOPPED) return r.status;
    status_clear();
    TRY_GOTO(task_stand(p->s, row, &r), cleanup);
    if (p->s->made[row].row != RESULT_PENDING) continue;
    const Status made = r.status == OK ? draft_make(p, row, r.inst, r.size) : r.status;
    if (made != OK) status = task_reject(p, row, made, r.status == OK ? status_message() : r.message);
    status_clear();
  }
cleanup:
  instance_free(r.inst);
  return status;
}

static Status instances_plan(Planner *p) {
  const Task *task = p->s->job.task;
  const size_t tasks = p->s->job.tasks;
  for (size_t first = 0, end; first < tasks; first = end) {
    for (end = first + 1;
         end < tasks && strcmp(task[p->order[first]].instance, task[p->order[end]].instance) == 0;)
      end++;
    TRY(halt_check("the planning of the sweep"));
    TRY(instance_plan(p, first, end));
  }
  return OK;
}

static SweepTask task_of(const Planner *p, const Draft *draft) {
  SweepTask task = p->task[draft->task];
  task.estimate_s = draft->estimate_s;
  task.kind = draft->kind;
  task.lasting = task.estimate_s > lasting_s || task_checkpoint_exists(p->s, &task);
  return task;
}

/* Drafts become the work list. */
static Status work_fill(Planner *p, WorkList *a) {
  const Drafts *d = &p->drafts;
  TRY(drafts_cut(&p->drafts, &a->unit, &a->units));
  a->task = malloc((d->count + 1) * sizeof *a->task);
  a->tasks = d->count;
  if (!a->task) FAIL(ERR_MEMORY, "no memory for %zu tasks", d->count);
  for (size_t t = 0; t < d->count; t++) a->task[t] = task_of(p, &d->draft[t]);
  return OK;
}

static Status planner_open(Planner *p) {
  const size_t tasks = p->s->job.tasks + 1;
  p->order = malloc(tasks * sizeof *p->order);
  p->task = malloc(tasks * sizeof *p->task);
  p->s->genes = calloc(tasks, sizeof *p->s->genes);
  p->s->rejected = malloc(tasks * sizeof *p->s->rejected);
  p->s->made = calloc(tasks, sizeof *p->s->made);
  p->text = open_memstream(&p->s->work.text, &p->text_bytes);
  if (!p->order || !p->task || !p->s->genes || !p->s->rejected || !p->s->made || !p->text)
    FAIL(ERR_MEMORY, "no memory for %zu tasks", tasks);
  text_keep(p, ""); /* never empty */
  return OK;
}

static Status planner_close(Planner *p) {
  WorkList *a = &p->s->work;
  Status status = OK;
  if (p->text) {
    a->text_bytes = (uint64_t)ftell(p->text);
    if (fclose(p->text) != 0) status = status_fail(ERR_MEMORY, "no memory for the tasks' texts");
  }
  drafts_free(&p->drafts);
  free(p->order);
  free(p->task);
  return status;
}

Status sweep_plan(Sweep *s) {
  Planner p = {
      .s = s,
      .drafts = {.be = &s->tasks.be, .groups = s->tasks.groups, .ranks_per_task = s->tasks.ranks_per_task}};
  Status status = OK;
  TRY_GOTO(planner_open(&p), cleanup);
  tasks_order(&p);
  TRY_GOTO(instances_plan(&p), cleanup);
  TRY_GOTO(work_fill(&p, &s->work), cleanup);
  estimates_describe(s->measured, sizeof s->measured);
cleanup:;
  Status closed = planner_close(&p);
  return status != OK ? status : closed;
}

void work_list_free(WorkList *work) {
  free(work->task);
  free(work->unit);
  free(work->text);
  *work = (WorkList){0};
}
