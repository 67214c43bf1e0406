/* What batches of all solvers have in common: see batch.h; docs/algorithms-answer.md, "Batches". */
#include "batch.h"

bool batch_stopping(BatchStop *stop) {
  stop->stopped = stop->stopped || (stop->asked && stop->asked(stop->self));
  return stop->stopped;
}

static Status tasks_check(const Batching *batching, BatchTask *task, size_t tasks) {
  for (size_t k = 0; k < tasks; k++) {
    task[k].best.cost = COST_NONE;
    task[k].finished = task[k].moves = 0;
    task[k].whole = false;
    if (!batching->fits(task[k].inst, task[k].plan) || !batching->alike(task, &task[k]))
      FAIL(ERR_INTERNAL, "task %zu of a batch is not like the first", k);
  }
  return OK;
}

Status batch_solve(const Batching *batching, Backend *be, BatchTask *task, size_t tasks, BatchStop *stop) {
  stop->stopped = false;
  TRY(tasks_check(batching, task, tasks));
  size_t left, part = tasks ? batching->room(task) : 1;
  for (size_t first = 0; first < tasks && !stop->stopped; first += left) {
    left = tasks - first < part ? tasks - first : part;
    TRY(batching->solve(be, task + first, left, stop));
    for (size_t k = first; k < first + left; k++) task[k].whole = !stop->stopped;
  }
  return OK;
}
