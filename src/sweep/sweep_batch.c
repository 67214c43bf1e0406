/* Tasks of a sweep in batches (src/tasks/tasks.c): their instances, and their rows. See sweep_state.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sweep_state.h"

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
