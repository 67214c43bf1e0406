/* A finished file of records judged: Evaluator.check for a sample of them, shared by the ranks. */
#ifndef CORDEE_SWEEP_RECHECK_H
#define CORDEE_SWEEP_RECHECK_H

#include "evaluator.h"
#include "mpi/comm.h"

typedef struct RecheckPlan {
  const Evaluator *evaluator;
  const char *spec;     /* of the items */
  const void *settings; /* of the evaluator; NULL: it has none */
  const char *path;     /* of the records */
  uint64_t every; /* one of so many is checked, whatever chunk it is in; 0: so many that about 100 are */
} RecheckPlan;

typedef struct Recheck {
  uint64_t items, pending; /* pending: without a record, or with one that is damaged */
  uint64_t checked, wrong;
  char message[ITEM_MESSAGE_MAX]; /* on rank 0: of the first that is wrong; "" */
} Recheck;

/* Reads the items again, and checks their records. Collective: the same counts on every rank. ERR_NO_INPUT, ERR_FORMAT: of the items or of the file, or
 * the file was made for other items; ERR_MEMORY, ERR_DEVICE. */
Status records_recheck(const Comm *comm, Backend *be, const RecheckPlan *plan, Recheck *out);

#endif
