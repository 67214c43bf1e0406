/* Islands that change owners: their rows, as checkpoints have them, go to the ranks that have them next. */
#ifndef CORDEE_RUN_DEAL_ROWS_H
#define CORDEE_RUN_DEAL_ROWS_H

#include "field.h"
#include "mpi/comm.h"
#include "span.h"

/* *rows, which has those of the islands of from[rank], becomes those of the islands of to[rank]. from, to: (ranks), the same on
 * every rank; each are all islands, in the order of the ranks. All ranks have the same fields. Collective. ERR_MEMORY: on every
 * rank, and *rows is as it was. */
Status rows_deal(const Comm *comm, const Span *from, const Span *to, FieldSet *rows);

#endif
