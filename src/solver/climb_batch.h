/* Many small tasks of the "climb" solver at once: thousands of instances of one size share the launches of one device. Every
 * task gets the answer that it gets alone (a run of one epoch, random starts), bit for bit. */
#ifndef CORDEE_SOLVER_CLIMB_BATCH_H
#define CORDEE_SOLVER_CLIMB_BATCH_H

#include "../individual.h"
#include "../solver.h"

typedef struct BatchTask {
  const Instance *inst;
  const Plan *plan; /* complete */
  /* the answer */
  Individual best;          /* gene (n) is the caller's; cost COST_NONE: none */
  uint64_t climbers, moves; /* finished, evaluated */
} BatchTask;

/* Whether a task can be in a batch at all: random starts, one epoch, an instance of at most BATCH_CITIES cities. */
enum { BATCH_CITIES = 1000 };
bool climb_batchable(const Instance *inst, const Plan *plan);

/* Whether two batchable tasks can be in the same one: cities, filter and metric, move, islands, climbers. */
bool climb_batch_alike(const BatchTask *a, const BatchTask *b);

/* Solves all of them, alike, on this process's device. stop (NULL: never) is asked every fraction of a second; if it says so
 * the call ends early with OK and *stopped true, and no answer counts. ERR_MEMORY, ERR_DEVICE. Local. */
Status climb_batch(Backend *be, BatchTask *task, size_t tasks, bool (*stop)(void *), void *self, bool *stopped);

#endif
