/* Many small tasks of one solver at once: thousands of instances of one size share the launches of one device. Every task gets
 * the answer that it gets alone, bit for bit. What solvers have for it is Solver.batch: climb_batch.c, ils_batch.c. */
#ifndef CORDEE_SOLVER_BATCH_H
#define CORDEE_SOLVER_BATCH_H

#include "individual.h"
#include "solver.h"

typedef struct BatchTask {
  const Instance *inst; /* may be that of other tasks, too */
  const Plan *plan;     /* complete */
  /* the answer */
  Individual best;          /* gene (n) is the caller's; cost COST_NONE: none */
  uint64_t finished, moves; /* as Progress has them at the end */
  bool whole;               /* it was not stopped */
} BatchTask;

enum { BATCH_CITIES = 1000 }; /* of an instance, at most */

/* Whom a batch asks every fraction of a second whether to end early; asked NULL: nobody. */
typedef struct BatchStop {
  bool (*asked)(void *self);
  void *self;
  bool stopped; /* it has said so */
} BatchStop;

struct Batching {
  /* Whether a task can be in a batch at all; whether two that can may be in the same one. */
  bool (*fits)(const Instance *inst, const Plan *plan);
  bool (*alike)(const BatchTask *a, const BatchTask *b);
  /* Searches of a task that run side by side: how much of a device it keeps busy. */
  double (*workers)(const Plan *plan);
  /* Tasks like this one that are on the device at a time (>= 1). */
  size_t (*room)(const BatchTask *task);
  /* Solves so many of them. If it is stopped, their bests so far, or none. ERR_MEMORY, ERR_DEVICE. */
  Status (*solve)(Backend *be, BatchTask *task, size_t tasks, BatchStop *stop);
  /* Makes a plan short, at about the same rate, so that batches of such tasks can be measured. NULL: tasks that take long alone are not
   * measured in batches, others as they are. */
  void (*sample)(Plan *plan);
};

/* Solves all of them, alike, on this process's device. If it is stopped it ends early with OK: tasks whose part was over have their answers
 * (whole), the others their best so far, or none. ERR_MEMORY, ERR_DEVICE. Local. */
Status batch_solve(const Batching *batching, Backend *be, BatchTask *task, size_t tasks, BatchStop *stop);

/* Whether the batch is to end: for those who solve, to be asked after each slice of work (slice.h). */
bool batch_stopping(BatchStop *stop);

#endif
