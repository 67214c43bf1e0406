/* Items of an evaluator over all ranks: each takes the next batch when it is free; rank 0 writes the records, or
 * keeps them in memory. */
#ifndef CORDEE_SWEEP_EVALUATE_H
#define CORDEE_SWEEP_EVALUATE_H

#include "evaluate_table.h"
#include "evaluator.h"
#include "mpi/comm.h"

typedef enum EvaluateEnd {
  EVALUATE_GOING,
  EVALUATE_FINISHED, /* every item has its record */
  EVALUATE_TIME,     /* the time limit */
  EVALUATE_LIMIT,    /* the batch job's own end is near */
  EVALUATE_SIGNAL,
  EVALUATE_ASKED, /* by EvaluatePlan.progress */
  EVALUATE_ERROR
} EvaluateEnd;

typedef struct EvaluateView { /* on rank 0 */
  const Evaluator *evaluator;
  uint64_t items, done, earlier, failed; /* done and failed: earlier runs' included */
  double elapsed_s, work;                /* work: of this run's records (Evaluator.work) */
  EvaluateEnd end;
} EvaluateView;

/* Items that are in memory already. */
typedef struct EvaluateSource {
  /* What they share, as Evaluator.open. NULL: `asset` is it. */
  Status (*open)(const void *self, Backend *be, const void *settings, void **asset);
  void *asset;
  /* As Evaluator.items, on rank 0. */
  Status (*items)(const void *self, const void *settings, Items *out);
  const void *self;
} EvaluateSource;

typedef struct EvaluatePlan {
  const Evaluator *evaluator;
  const char *spec;             /* of the items */
  const EvaluateSource *source; /* NULL: `spec` names the items. On every rank */
  const void *settings;         /* of the evaluator; NULL: it has none */
  const char *settings_text; /* the same for the file of records: options_print_evaluator; "": it has none */
  const char *path;          /* of the records; NULL: they are kept in `table` */
  EvaluateTable *table;      /* rank 0's; release it also after a failure */
  double time_s;             /* 0: no limit */
  double stop_before_s;      /* of a SLURM job's end; 0: never look */
  uint64_t check_every;      /* Evaluator.check for one of so many records of this run; 0: for none */
  /* On rank 0, with the asset, before the first item. NULL: nothing is shown. */
  void (*opened)(void *self, const Items *items);
  /* On rank 0: several times a second, unless a batch takes longer. true: stop. NULL: nothing is shown. */
  bool (*progress)(void *self, const EvaluateView *view);
  /* On rank 0 for all records that are written: codes and messages alone, those that are valid perhaps left out. NULL: nothing is shown. */
  void (*written)(void *self, const EvaluateView *view, const Records *records);
  /* On rank 0: what the sums of all items come to (Evaluator.finish). NULL: nothing is shown. */
  void (*summed)(void *self, const char *text);
  /* On rank 0 once every item has its record in the file; its failure is the run's. NULL: nothing is done. */
  Status (*finished)(void *self, const Items *items);
  void *self;
} EvaluatePlan;

/* Computes the items that have no record yet. Signals end it where the program listens (stop_listen). Collective: every rank returns the same, *view is rank 0's.
 * ERR_NO_INPUT, ERR_FORMAT: of the items; ERR_USAGE, ERR_IO: of the file; ERR_DEVICE, ERR_MEMORY, ERR_INTERNAL (a check). */
Status evaluate_run(const Comm *comm, Backend *be, const EvaluatePlan *plan, EvaluateView *view);

#endif
