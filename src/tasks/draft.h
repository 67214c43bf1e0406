/* From tasks to units of work, long units first: tasks that are alike and small become batches (src/solver/batch.h). Local, on rank 0. */
#ifndef CORDEE_TASKS_DRAFT_H
#define CORDEE_TASKS_DRAFT_H

#include "backend.h"
#include "options/options.h"
#include "solver.h"

/* ---- units ---- */

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

/* Adds a task to the drafts. alone: it can be in no batch, whatever its options say. Fails as the task itself would. */
Status draft_add(Drafts *drafts, uint64_t task, const Instance *inst, const Options *options, bool alone);
/* Orders the drafts, and cuts them into units, the longest first: unit (units) for the caller to free. ERR_MEMORY. */
Status drafts_cut(Drafts *drafts, WorkUnit **unit, uint64_t *units);
void drafts_free(Drafts *drafts);

/* Seconds until all are done if each of `groups` takes the next unit when it is free. */
double units_makespan(const WorkUnit *unit, uint64_t units, int groups);

/* ---- estimates (estimate.c) ----
 *
 * They put long tasks first and say to people how long it will take; no result depends on them. */

enum { KINDS = 64 }; /* of tasks, at most; further ones have no estimate and are of the last kind */

/* Seconds for a task on so many ranks; the first task of a kind is run for a moment to learn the device's rate. A kind is a method and
 * its variant on instances of like size. */
double task_estimate(const Instance *inst, const Solver *solver, const Plan *plan, Backend *be, int ranks);
uint32_t task_kind(const Instance *inst, const Solver *solver, const Plan *plan,
                   Backend *be); /* below KINDS */
/* Seconds for a task that may be in a batch and takes alone_s alone; the first one of a kind is measured. */
double batch_estimate(const Instance *inst, const Solver *solver, const Plan *plan, Backend *be,
                      double alone_s);
/* Whether there is memory for such a task, some hundred megabytes of its batch included. ERR_MEMORY. */
Status task_fits(const Solver *solver, const Instance *inst, const Plan *plan, Backend *be);
/* What was measured: "climb on uniform-200-1, anneal on ...". */
void estimates_describe(char *text, size_t size);

#endif
