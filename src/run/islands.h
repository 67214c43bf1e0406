/* The islands of a run: those that this rank hosts, what a run does with them on whatever backend they are, the ring that they are part of,
 * and the memory that they take on the rank's node. Functions are local, unless it is said. */
#ifndef CORDEE_RUN_ISLANDS_H
#define CORDEE_RUN_ISLANDS_H

#include "io/checkpoint/checkpoint.h"
#include "memory.h"
#include "mpi/bind.h"
#include "mpi/ring.h"

typedef struct Islands {
  RankIslands local;
  const Solver *solver;
  Ring ring;
  BindKinds kinds; /* the backends of all ranks */
  uint32_t weight; /* the speed of this rank, on any scale that is the same for all ranks; 0: it hosts none */
  Progress progress; /* as Solver.advance has left it */
  uint64_t moved;    /* Progress.moves of archipelagos whose islands have changed ranks */
  uint64_t improved; /* Progress.improved of all ranks in the last epoch */
} Islands;

/* Opens the backend ("auto", "cpu" or "cuda") as rank_bind_mixed does. Where ranks of different speed share the islands
 * (islands_uneven), the weight is a guess then. Collective. ERR_USAGE, ERR_DEVICE: on every rank. */
Status islands_bind(Islands *s, const Comm *comm, const char *backend, bool spare, int threads);
/* Whether blocks of islands follow the measured speeds of the ranks: ranks are of both kinds, or --hybrid says so. */
bool islands_uneven(const Islands *s, const Comm *comm);
/* The threads of all ranks; 0: their backends are devices, or some of them. Collective. */
uint64_t islands_threads(const Islands *s, const Comm *comm);
/* Shares `islands` islands among the ranks by their weights. Collective. ERR_MEMORY: on every rank. */
Status islands_share(Islands *s, const Comm *comm, const Solver *solver, uint32_t islands);
/* The archipelago, before the start of epoch 0. inst and plan must outlive it. ERR_MEMORY, ERR_DEVICE. */
Status islands_create(Islands *s, const Instance *inst, const Plan *plan);
/* The state of this rank's islands from the checkpoint at `path`. ERR_FORMAT names it. */
Status islands_load(Islands *s, const char *path, uint32_t epoch);
/* Destroys the archipelago and closes the backend, if there are any. */
void islands_close(Islands *s);

/* Begins an epoch, after it is known how many islands improved in the last one. *over: its budget is used up, as far as this rank knows. */
Status islands_begin(Islands *s, uint32_t epoch, bool *over);
/* Progress of this rank, islands that it had before included. */
Progress islands_progress(const Islands *s);
/* The best of this rank as Solver.best, into gene (genes). */
Status islands_best(Islands *s, bool unfinished, int32_t *gene, Individual *out);

/* Other blocks: count[ranks] islands for each rank. Islands take their whole state along. `epoch` is under way. Collective. ERR_MEMORY: there
 * is no room, and nothing has changed unless *gone; *gone: there are no islands any more. Other errors of create and load: so too. */
Status islands_redistribute(Islands *s, const Comm *comm, const Instance *inst, const Plan *plan,
                            uint32_t epoch, const uint32_t *count, bool *gone);

/* ---- the memory of a node (node_memory.c) ---- */

/* The free bytes of the rank that has the least: of its device, or its part of what is free on the node and its own limit. Collective: every
 * rank has the same. ERR_DEVICE. */
Status node_memory_room(const Comm *comm, Backend *be, uint64_t *room);
/* need: of this rank. Adds up what the ranks of each node need, and those that share a device, and compares it with what is free there; each
 * rank also with its own limit. Collective: every rank returns the same. ERR_MEMORY, ERR_DEVICE. */
Status node_memory_check(const Comm *comm, const Memory *need, Backend *be);

#endif
