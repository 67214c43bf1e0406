/* Whether all ranks mean the same: their command, a call of the library, a file that each of them has read. */
#ifndef CORDEE_MPI_SAME_H
#define CORDEE_MPI_SAME_H

#include <stdint.h>
#include "comm.h"

enum { SAME_TEXT_MAX = 1500 };

/* Compares this rank's digest with rank 0's. `text` describes this rank's for the message, `what` is for all: "command". ERR_USAGE on every
 * rank: they differ; the message has rank 0's text and that of the lowest rank that differs. Collective. */
Status comm_same(const Comm *comm, const char *what, uint64_t digest, const char *text);
/* The same of a text. */
Status comm_same_text(const Comm *comm, const char *what, const char *text);

#endif
