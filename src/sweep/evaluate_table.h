/* Records of all items of a run in memory. */
#ifndef CORDEE_SWEEP_EVALUATE_TABLE_H
#define CORDEE_SWEEP_EVALUATE_TABLE_H

#include "evaluator.h"
#include "mpi/comm.h"

enum { EVALUATE_PENDING = -1 }; /* the code of an item that has no record yet */

typedef struct EvaluateFailure {
  uint64_t item;
  char message[ITEM_MESSAGE_MAX];
} EvaluateFailure;

typedef struct EvaluateTable {
  const Evaluator *evaluator;
  uint64_t count;
  int32_t *code; /* (count) 0: the record is valid; EVALUATE_PENDING; else the exit code of its failure */
  void *column[EVALUATOR_COLUMNS]; /* (count) each; zeros where a record is not valid */
  EvaluateFailure *failure;        /* (failures) */
  uint64_t failures, room;
} EvaluateTable;

/* All records are pending. ERR_MEMORY: nothing is owned. */
Status evaluate_table_alloc(const Evaluator *evaluator, uint64_t count, EvaluateTable *out);
/* Releases what it holds and makes it empty; one of zeros is allowed. */
void evaluate_table_free(EvaluateTable *table);
/* Takes over these records. ERR_MEMORY. */
Status evaluate_table_put(EvaluateTable *table, const Records *records);
/* Rank 0's table on every rank, failures by item. Collective. ERR_MEMORY on all: rank 0 still has its own. */
Status evaluate_table_share(const Comm *comm, EvaluateTable *table);
/* Why an item failed; "": it did not. Of a table that was shared. */
const char *evaluate_table_message(const EvaluateTable *table, uint64_t item);

#endif
