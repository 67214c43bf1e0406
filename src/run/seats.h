/* The seats of a rank: all that a run does with the islands that the rank hosts, whatever backends they are on. Local, unless
 * it is said. */
#ifndef CORDEE_RUN_SEATS_H
#define CORDEE_RUN_SEATS_H

#include "io/checkpoint/checkpoint.h"
#include "mpi/bind.h"
#include "mpi/ring.h"

typedef struct SeatPlan { /* what seats a rank is to have; the same number on every rank */
  int count;
  struct {
    const char *backend; /* "auto", "cpu" or "cuda" */
    uint32_t weight;     /* speed, on any scale that is the same for all seats of all ranks; 0: none */
  } seat[SEATS_MAX];
} SeatPlan;

typedef struct Seats {
  Seat seat[SEATS_MAX];
  int count;
  uint32_t weight[SEATS_MAX];
  BindKinds kinds; /* of the first seats of all ranks */
  uint64_t moved;  /* Progress.moves of archipelagos that were dealt away */
  Ring ring;
  Span span; /* of all seats together */
  const Solver *solver;
} Seats;

/* Opens the backends of the seats, each as rank_bind_mixed does. Where ranks of different speed share the islands (seats_uneven), weights
 * are a guess then. Collective. ERR_USAGE, ERR_DEVICE: on every rank. */
Status seats_bind(Seats *s, const Comm *comm, const SeatPlan *plan, bool spare, int threads);
/* Whether blocks of islands follow the measured speeds of the ranks: they are of both kinds, or --hybrid says so. */
bool seats_uneven(const Seats *s, const Comm *comm);
/* Threads of all ranks' first seats; 0: these are devices, or some of them. Collective. */
uint64_t seats_threads(const Seats *s, const Comm *comm);
/* Shares the islands of the ring among all seats by their weights. Collective. ERR_MEMORY: on every rank. */
Status seats_share(Seats *s, const Comm *comm, const Solver *solver, uint32_t islands);
/* Archipelagos, before the start of epoch 0. inst and plan must outlive them. ERR_MEMORY, ERR_DEVICE. */
Status seats_create(Seats *s, const Instance *inst, const Plan *plan);
/* Their start, with `initial` or NULL as solver_start. */
Status seats_start(Seats *s, const int32_t *initial);
/* Other blocks: count[ranks] islands for each rank, which has one seat. Islands take their whole state along. `epoch` is under way.
 * Collective. ERR_MEMORY: there is no room, and nothing has changed unless *gone; *gone: there are no islands any more. Other errors of
 * create and load: so too. */
Status seats_deal(Seats *s, const Comm *comm, const Instance *inst, const Plan *plan, uint32_t epoch,
                  const uint32_t *count, bool *gone);
/* Destroys the archipelagos. */
void seats_empty(Seats *s);
/* Destroys archipelagos and closes backends, those there are. */
void seats_close(Seats *s);

/* Begins an epoch, after the last one's islands that improved, on all ranks, are known. *over: its budget is used up, by all
 * seats that have islands. */
Status seats_begin(Seats *s, uint32_t epoch, uint64_t improved, bool *over);
/* One slice on each seat whose epoch is not done. done: as SolverPacing.pace; < 0: not paced. */
Status seats_advance(Seats *s, uint32_t steps, double done);
/* Of all seats together. */
Progress seats_progress(const Seats *s);
/* The epoch has been closed: there is another one to advance. */
void seats_reopen(Seats *s);

/* The cheapest of the seats, ties by the lowest island. gene and spare: (genes) each, *gene: where out->gene is. */
Status seats_best(Seats *s, bool unfinished, int32_t *gene, int32_t *spare, Individual *out);
/* Champion of island span.first + i, as Solver.champion. */
Status seats_champion(Seats *s, uint32_t i, Individual *out);

/* The rows of all seats' islands into the empty *out. ERR_MEMORY, ERR_DEVICE. */
Status seats_save(Seats *s, FieldSet *out);
/* The inverse, from the checkpoint at `path`. ERR_FORMAT names it. */
Status seats_load(Seats *s, const char *path, uint32_t epoch);

#endif
