/* Rows of earlier sweeps: whether they were made from what their tasks are made from now. See sweep_state.h. On rank 0.
 *
 * A row knows a digest of its inputs: the data of the instance, the solution that it starts from, and the best known value where a target
 * depends on it. Options are in the task's key; names and times of files do not matter. */
#include <limits.h>
#include <math.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "io/file_digest.h"
#include "sweep_state.h"

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
