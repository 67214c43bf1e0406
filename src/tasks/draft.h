/* From tasks to units of work, long units first: tasks that are alike and small become batches (src/solver/batch.h). Local, on rank 0. */
#ifndef CORDEE_TASKS_DRAFT_H
#define CORDEE_TASKS_DRAFT_H

#include "options/options.h"

typedef struct WorkUnit { /* what a group takes at once: a task, or a batch of tasks */
  uint64_t first, count;  /* consecutive drafts */
  double estimate_s;
} WorkUnit;

typedef struct Draft { /* a task that can be run */
  uint64_t task;       /* the caller's number; of alike tasks in this order */
  double estimate_s;   /* on a group */
  uint32_t kind;       /* of its estimate: a method, its variant, a class of sizes */
  uint32_t class;      /* of those in a common batch */
  int32_t n;
  double workers;
} Draft;

typedef struct DraftClass DraftClass;

typedef struct Drafts {
  Backend *be;                /* measures tasks */
  int groups, ranks_per_task; /* that they are for */
  Draft *draft;               /* (count) owned */
  size_t count, room;
  DraftClass *class; /* (classes) owned */
  uint32_t classes;
} Drafts;

/* Adds a task. alone: it can be in no batch, whatever its options say. Fails as the task itself would. */
Status draft_add(Drafts *drafts, uint64_t task, const Instance *inst, const Options *options, bool alone);
/* Orders the drafts, and cuts them into units, the longest first: unit (units) for the caller to free. ERR_MEMORY. */
Status drafts_cut(Drafts *drafts, WorkUnit **unit, uint64_t *units);
void drafts_free(Drafts *drafts);

/* Seconds until all are done if each of `groups` takes the next unit when it is free. */
double units_makespan(const WorkUnit *unit, uint64_t units, int groups);

#endif
