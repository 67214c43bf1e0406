/* A call of many instances: its state and its parts. */
#ifndef CORDEE_LIBRARY_MANY_H
#define CORDEE_LIBRARY_MANY_H

#include "result.h"
#include "tasks/tasks.h"

typedef struct Many {
  Tasks tasks;
  Options options, one; /* as the texts say; of the instance under way */
  const cordee_instance *const *instances;
  size_t count;
  cordee_solving how;
  int32_t *starts;           /* solutions to start from, one after another; NULL: none; owned */
  int32_t **start;           /* (count) each in `starts`; NULL: none; owned */
  cordee_result **results;   /* (count) made by this rank */
  uint64_t *order;           /* (drafts) the instance of each task; owned */
  WorkUnit *unit;            /* owned */
  uint64_t drafts, rejected; /* tasks; on rank 0, instances that cannot be one */
  cordee_progress progress;  /* on rank 0 */
  double began, called;      /* clock readings */
  bool asked;                /* the callback wants to stop */
} Many;

/* ---- what it is made of (many_plan.c) ---- */

/* The options of an instance, in m->one. ERR_USAGE. Local. */
Status many_options(Many *m, size_t k);
/* The result of an instance, owned by m from now on. Local. */
void many_result(Many *m, size_t k, cordee_result *result);
/* The instance has failed, with the message that is kept, which is cleared. ERR_MEMORY. Local. */
Status many_result_fail(Many *m, size_t k, Status why);

/* Rank 0's starts on every rank: any may search from them. Collective. ERR_MEMORY. */
Status many_starts(Many *m);
/* Tasks and units, the same on every rank. Collective. ERR_MEMORY. */
Status many_plan(Many *m);

#endif
