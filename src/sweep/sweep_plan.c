/* From a job's tasks to the work list, long units first. On rank 0.
 *
 * Every instance is read once: for the size of its solutions, for the estimates of its tasks, and to find tasks that
 * cannot be run. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "halt.h"
#include "io/file_digest.h"
#include "io/input.h"
#include "io/path.h"
#include "problem/instance_file.h"
#include "sweep.h"
#include "sweep_state.h"

/* ---- files ---- */

/* The files of a sweep, checked before it runs. Local, on rank 0. */

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The instances of the job, sorted, in a list of the caller's. ERR_MEMORY. */
static Status instances_list(const Job *job, const char ***out, size_t *count) {
  const char **path = malloc((job->tasks + 1) * sizeof *path);
  if (!path) FAIL(ERR_MEMORY, "no memory for the names of %zu instances", job->tasks);
  *count = 0;
  for (size_t k = 0; k < job->tasks; k++)
    if (*count == 0 || strcmp(path[*count - 1], job->task[k].instance) != 0)
      path[(*count)++] = job->task[k].instance;
  qsort(path, *count, sizeof *path, by_text);
  *out = path;
  return OK;
}

Status sweep_files_check(const Options *options, const char *job_path, const Job *job,
                         const char *results_path) {
  FileRoles written = {.count = 0};
  const char **instance = NULL;
  size_t count = 0;
  files_add(&written, "the job file", job_path, "", false, 0);
  files_add_results(&written, "--out", results_path);
  files_add(&written, "--log", options->log, "", true, 0);
  TRY(files_distinct(&written));
  if (job) TRY(instances_list(job, &instance, &count));
  Status status = OK;
  for (size_t k = 0; k < count && status == OK; k++) {
    if (k > 0 && strcmp(instance[k - 1], instance[k]) == 0) continue;
    FileRoles files = written;
    files_add_instance(&files, instance[k]);
    status = files_distinct(&files);
  }
  free(instance);
  return status;
}

/* ---- rows of earlier sweeps ---- */

/* Rows of earlier sweeps: whether they were made from what their tasks are made from now. On rank 0.
 *
 * A row knows a digest of its inputs: the data of the instance, the solution that it starts from, and the best known
 * value where a target depends on it. Options are in the task's key; names and times of files do not matter. */

/* ---- what a task is made from ---- */

/* Of a task that cannot be run: why. If that changes, it is tried again. */
static uint64_t failure_digest(Status status, const char *message) {
  return XXH3_64bits_withSeed(message, strlen(message), (uint64_t)status) | 1;
}

static Status initial_digest(const Options *options, const Instance *inst, const char *instance,
                             uint64_t *digest) {
  char path[PATH_MAX];
  *digest = 0;
  if (!options->initial[0]) return OK;
  TRY(run_initial_path(options->initial, inst, instance, path));
  return file_digest(path, digest);
}

static Status inputs_find(const Options *options, const Reading *r, const char *instance, TaskInputs *out) {
  uint64_t part[3] = {r->inst->digest, 0, 0};
  TRY(best_known_find(instance, r->inst, &r->settings, options->best_known, &out->best_known));
  TRY(initial_digest(options, r->inst, instance, &part[1]));
  if (isfinite(options->target_gap)) part[2] = (uint64_t)out->best_known;
  out->instance_digest = r->inst->digest;
  out->inputs = XXH3_64bits(part, sizeof part) | 1;
  return OK;
}

static Status inputs_of(const Sweep *s, size_t row, const Reading *r, TaskInputs *out) {
  const Task *task = &s->job.task[row];
  Options options;
  *out = (TaskInputs){.row = RESULT_PENDING};
  Status status = r->status;
  if (status != OK) {
    out->inputs = failure_digest(status, r->message);
    return OK;
  }
  status = task_options(s, task->options, &options);
  if (status == OK) status = inputs_find(&options, r, task->instance, out);
  if (status == ERR_STOPPED) return status;
  if (status != OK) out->inputs = failure_digest(status, status_message());
  status_clear();
  return OK;
}

/* ---- whether its row stands ---- */

/* The instance is gone, or nobody may read it: what was found for it stays. */
static bool unreadable(const Reading *r) { return r->status != OK && r->status != ERR_FORMAT; }

/* Why the row does not stand, as a counter of SweepStanding; NULL: it does. */
static size_t *why_again(SweepStanding *counts, const ResultFound *found, const TaskInputs *now) {
  if (!found->inputs) return &counts->unknown;
  if (!found->same_answers) return &counts->version;
  return found->inputs == now->inputs ? NULL : &counts->changed;
}

static void row_again(Sweep *s, size_t row, size_t *why) {
  SweepStanding *counts = &s->view.standing;
  s->made[row].again = true;
  if (why == &counts->changed && !counts->first_changed) counts->first_changed = s->job.task[row].instance;
  ++*why;
}

static void row_unread(Sweep *s, size_t row) {
  SweepStanding *counts = &s->view.standing;
  s->made[row].row = RESULT_VERIFIED;
  if (!counts->unread++) counts->first_unread = s->job.task[row].instance;
}

/* A failed row is no answer: if it does not stand, nobody is told. */
static void failed_stand(Sweep *s, size_t row, const ResultFound *found) {
  TaskInputs *now = &s->made[row];
  const bool same = found->inputs == now->inputs && found->same_answers;
  now->again = !same || s->options->retry_failed;
  if (!now->again) now->row = RESULT_FAILED;
}

static void row_moved(Sweep *s, size_t row) {
  TaskInputs *now = &s->made[row];
  if (!now->instance_digest) return;
  now->moved_from = results_find_moved(s->results, now->inputs, s->job.task[row].options);
  if (!now->moved_from) return;
  now->row = RESULT_VERIFIED;
  s->view.standing.moved++;
}

Status task_stand(Sweep *s, size_t row, const Reading *r) {
  TaskInputs *now = &s->made[row];
  TRY(inputs_of(s, row, r, now));
  if (!s->results) return OK;
  const ResultFound found = results_find(s->results, s->job.task[row].key);
  if (found.state == RESULT_PENDING) {
    row_moved(s, row);
    return OK;
  }
  if (found.state == RESULT_FAILED) {
    failed_stand(s, row, &found);
    return OK;
  }
  if (unreadable(r)) {
    row_unread(s, row);
    return OK;
  }
  size_t *const why = why_again(&s->view.standing, &found, now);
  if (why)
    row_again(s, row, why);
  else
    now->row = RESULT_VERIFIED;
  return OK;
}

/* ---- plan ---- */

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
  s->genes[row] = (int32_t)instance_genes(inst);
  p->task[row] = (SweepTask){.key = task->key,
                             .inputs = s->made[row].inputs,
                             .instance_digest = s->made[row].instance_digest,
                             .row = (uint32_t)row,
                             .n = (int32_t)instance_genes(inst),
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
