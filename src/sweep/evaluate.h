/* Items of an evaluator over all ranks: each takes the next batch when it is free; rank 0 writes the records. */
#ifndef CORDEE_SWEEP_EVALUATE_H
#define CORDEE_SWEEP_EVALUATE_H

#include "evaluator.h"
#include "mpi/comm.h"

typedef enum EvaluateEnd {
  EVALUATE_GOING,
  EVALUATE_FINISHED, /* every item has its record */
  EVALUATE_TIME,     /* the time limit */
  EVALUATE_LIMIT,    /* the batch job's own end is near */
  EVALUATE_SIGNAL,
  EVALUATE_ERROR
} EvaluateEnd;

typedef struct EvaluateView { /* on rank 0 */
  const Evaluator *evaluator;
  uint64_t items, done, earlier, failed; /* done and failed: earlier runs' included */
  double elapsed_s, work;                /* work: of this run's records (Evaluator.work) */
  EvaluateEnd end;
} EvaluateView;

typedef struct EvaluatePlan {
  const Evaluator *evaluator;
  const char *spec;          /* of the items */
  const void *settings;      /* of the evaluator; NULL: it has none */
  const char *settings_text; /* the same for the file of records: options_print_evaluator; "": it has none */
  const char *path;          /* of the records */
  double time_s;             /* 0: no limit */
  double stop_before_s;      /* of a SLURM job's end; 0: never look */
  uint64_t check_every;      /* Evaluator.check for one of so many records of this run; 0: for none */
  /* On rank 0, with the asset, before the first item. NULL: nothing is shown. */
  void (*opened)(void *self, const Items *items);
  /* On rank 0: several times a second. NULL: nothing is shown. */
  void (*progress)(void *self, const EvaluateView *view);
  /* On rank 0 for all records that are written: codes and messages alone, those that are valid perhaps left out. NULL: nothing is shown. */
  void (*written)(void *self, const EvaluateView *view, const Records *records);
  /* On rank 0 once every item has its record in the file; its failure is the run's. NULL: nothing is done. */
  Status (*finished)(void *self, const Items *items);
  void *self;
} EvaluatePlan;

/* Computes the items that the file has no record of. Collective: every rank returns the same, *view is rank 0's.
 * ERR_NO_INPUT, ERR_FORMAT: of the items; ERR_USAGE, ERR_IO: of the file; ERR_DEVICE, ERR_MEMORY, ERR_INTERNAL (a check). */
Status evaluate_run(const Comm *comm, Backend *be, const EvaluatePlan *plan, EvaluateView *view);

#endif
