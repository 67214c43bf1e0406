/* The exchange of a ring whose islands are all in this process, in one archipelago or in several: for measurements and tests. Runs exchange
 * along the ring of all ranks (mpi/ring.h). */
#ifndef CORDEE_SOLVER_LOCAL_EXCHANGE_H
#define CORDEE_SOLVER_LOCAL_EXCHANGE_H

#include "solver.h"

/* part (parts): the archipelagos, none of them empty, in the order of their islands; together a ring of several islands. ERR_MEMORY, ERR_DEVICE. */
Status local_exchange(const Solver *solver, Archipelago *const *part, int parts);

#endif
