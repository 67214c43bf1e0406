/* What the files of evaluate.c share. Inside src/sweep. */
#ifndef CORDEE_SWEEP_EVALUATE_STATE_H
#define CORDEE_SWEEP_EVALUATE_STATE_H

#include "evaluate.h"
#include "io/columns/columns.h"
#include "mpi/comm.h"
#include "mpi/message.h"

enum { TAG_RECORDS = 1, TAG_WRITTEN, TAG_LEAVE };

typedef struct Evaluation Evaluation;

/* Where records go, on rank 0: a file (EvaluatePlan.path), or memory (evaluate_records.c). */
typedef struct EvaluateStore {
  /* Sets e->chunk, e->all, and what the view tells of earlier runs. */
  Status (*open)(Evaluation *e);
  bool (*done)(const Evaluation *e, uint64_t chunk); /* by an earlier run */
  Status (*write)(Evaluation *e, const Records *chunk);
  Status (*settle)(Evaluation *e); /* what has been written lasts soon */
} EvaluateStore;

const EvaluateStore *evaluate_store(const EvaluatePlan *plan);

struct Evaluation {
  const Comm *comm;
  Backend *be;
  const EvaluatePlan *plan;
  const EvaluateStore *store;
  Items items;
  uint32_t chunk; /* items of one */
  uint64_t all;   /* chunks, on rank 0 */
  uint64_t *todo; /* (chunks) those without records, ascending; the same on every rank */
  uint64_t chunks;
  uint64_t *
      batch; /* (batches) what a rank takes at once ends before this place of todo: consecutive chunks; the same on every rank */
  uint64_t batches;
  SharedWords words;
  Outbox outbox;   /* records under way to rank 0 */
  Records records; /* of the batch at hand */
  double began;
  Columns
      *columns; /* the file: rank 0's; of other ranks of its host, which write their own records; else NULL */
  /* rank 0 */
  uint8_t *again; /* (chunks of the file) 1: those that have records and are computed again */
  double *work;   /* (chunks of the file) of those in todo */
  EvaluateView *view;
  int leaving; /* ranks that may still send */
  double shown;
};

/* Cuts todo into batches, on rank 0. ERR_MEMORY. */
Status batches_cut(Evaluation *e);
/* Items of the largest batch. */
uint32_t batches_most(const Evaluation *e);

/* Opens the file on the other ranks of rank 0's host. Collective: every rank returns the same. ERR_IO: rank 0 cannot tell where it is. */
Status records_join(Evaluation *e);
/* e->records to the file: on rank 0 at once, else as a message: of all they are, or only that they are written. ERR_IO, ERR_MEMORY. */
Status records_send(Evaluation *e);
/* Rank 0: commits what has come. ERR_IO, ERR_MEMORY. */
Status messages_commit(Evaluation *e);

#endif
