/* Helpers for tests that run the climb solver: instances of every metric, one backend after the other. */
#ifndef CORDEE_TESTS_CLIMBING_H
#define CORDEE_TESTS_CLIMBING_H

#include "solver.h"

/* A random instance with n cities; coordinates in [0, size), fractional if `fraction`; the caller's. */
Instance *climbing_instance(Metric metric, int32_t n, double size, int fraction, uint64_t seed);

/* Opens a backend by name with `threads` host threads; 0 if it is not built or has no device. */
int climbing_open(Backend *be, const char *name, int threads);

/* Runs epoch after epoch of the whole ring on one archipelago without exchange, `steps` a slice. */
Status climbing_run(const Instance *inst, Backend *be, const Plan *plan, uint32_t steps, Archipelago **out);

/* The champion that the oracle finds on an island after `epochs` epochs (no exchange); its tour into tour (n). */
int64_t climbing_oracle(const Instance *inst, const Plan *plan, uint32_t island, uint32_t epochs, int32_t *tour);

#endif
