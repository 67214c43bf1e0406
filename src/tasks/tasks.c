/* Groups of ranks take units until there are no more: see tasks.h. */
#include "tasks.h"

#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "halt.h"
#include "mpi/bcast.h"
#include "mpi/bind.h"
#include "mpi/collect.h"
#include "mpi/stop.h"

Status tasks_open(Tasks *t, const Comm *comm, const Options *options, uint64_t ranks_per_task) {
  t->comm = comm;
  t->ranks_per_task = ranks_per_task < (uint64_t)comm->size ? (int)ranks_per_task : comm->size;
  t->groups = (comm->size + t->ranks_per_task - 1) / t->ranks_per_task;
  return rank_bind(comm, option_backends[options->backend], (int)options->threads, &t->be);
}

void tasks_close(Tasks *t) {
  if (t->be.ops) t->be.ops->close(&t->be);
}

void tasks_options(const Tasks *t, Options *options) {
  for (options->backend = 0; strcmp(option_backends[options->backend], t->be.ops->name) != 0;)
    options->backend++;
  if (t->be.threads > 0) options->threads = (uint64_t)t->be.threads;
}

/* The next unit of this group; units or more: none. Collective over the group. */
static uint64_t unit_next(Tasks *t) {
  uint64_t unit = t->units;
  if (t->group.rank == 0) {
    t->host->poll(t->self);
    if (!tasks_stopping(t)) unit = queue_take(&t->queue);
  }
  bytes_bcast(&t->group, &unit, sizeof unit, 0);
  return unit;
}

static Status unit_run(Tasks *t, const WorkUnit *unit) {
  if (unit->count > 1) return comm_agree(&t->group, t->group.rank == 0 ? tasks_batch(t, unit) : OK);
  const Status status = t->host->alone(t->self, unit->first);
  halt_watch(stop_signal, t->host->halt_s(t->self));
  return status;
}

static Status units_run(Tasks *t) {
  for (uint64_t unit = unit_next(t); unit < t->units; unit = unit_next(t)) {
    const Status status = unit_run(t, &t->unit[unit]);
    if (status == OK) continue;
    if (t->group.rank == 0) queue_stop(&t->queue, t->host->failure);
    return status;
  }
  return OK;
}

static void idle(void *self) {
  Tasks *t = self;
  if (t->group.rank == 0) t->host->poll(t->self);
  tasks_stopping(t);
}

/* If a group fails, the others still end with their answers sent. */
Status tasks_run(Tasks *t, int *why) {
  TRY(queue_open(t->comm, &t->queue));
  comm_split(t->comm, t->ranks_per_task, &t->group);
  halt_watch(stop_signal, t->host->halt_s(t->self));
  if (t->comm->rank == 0) t->host->started(t->self);
  Status status = units_run(t);
  const Status sent = t->group.rank == 0 ? t->host->sent(t->self) : OK;
  comm_await(t->comm, idle, t);
  halt_rest();
  status = comm_agree(t->comm, status != OK ? status : sent);
  *why = queue_stopped(&t->queue);
  comm_split_free(&t->group);
  queue_close(&t->queue);
  return status;
}
