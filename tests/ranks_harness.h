/* harness.h for tests that run on several ranks: rank 0 prints, and passes only what passed on every rank. */
#ifndef CORDEE_TESTS_RANKS_HARNESS_H
#define CORDEE_TESTS_RANKS_HARNESS_H

#include "harness.h"
#include "mpi/comm.h"

extern Comm comm; /* open during the run */

int ranks_harness_run(int *argc, char ***argv, const char *suite, const HarnessTest *tests);

#endif
