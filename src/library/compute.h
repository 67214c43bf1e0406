/* Computations of the library: evaluators on data in memory or in files. Inside this folder. */
#ifndef CORDEE_LIBRARY_COMPUTE_H
#define CORDEE_LIBRARY_COMPUTE_H

#include "handle.h"
#include "sweep/evaluate.h"

struct cordee_records {
  EvaluateTable table;
  cordee_counts counts;
  cordee_end end;
};

typedef struct Computation {
  const char *name;             /* of the evaluator */
  const char *spec;             /* of the items */
  const EvaluateSource *source; /* NULL: `spec` names them */
  const char *const *words;     /* options */
  const cordee_computing *how;
  uint64_t digest; /* of data that all ranks have; 0: of none */
} Computation;

/* A whole call of the library: *out is the records of all items, on every rank, or NULL. Collective. */
int records_call(cordee *c, const Computation *what, cordee_records **out);

/* What one piece of work has: done(comm, be, settings, self) on every rank. */
typedef Status BoundWork(const Comm *comm, Backend *be, const void *settings, void *self);
/* Within a call: that work on a processor, with the settings that the words make; digest: of data that all ranks have, 0: of none. Collective. */
Status bound_call(const Comm *comm, const char *name, const char *const *words, uint64_t digest,
                  BoundWork *work, void *self);

#endif
