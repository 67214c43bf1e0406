/* Parts of ant colony optimisation on the CPU. Inside "aco". */
#ifndef CORDEE_CPU_ACO_ACO_ANT_H
#define CORDEE_CPU_ACO_ACO_ANT_H

#include "aco_pieces.h"
#include "solver/aco/aco_step.h"

/* A tour with the positions of its cities, the queue of local search, and its cost. */
typedef struct AcoTour {
  int32_t n;
  int32_t *tour, *position; /* (n); of focused ants those of the source, which they do not change */
  AcoPieces *pieces;        /* of a focused ant, else NULL */
  int32_t *queue;           /* (n) a ring of cities */
  uint8_t *queued;          /* (n) 1: the city is in the queue; all 0 between searches */
  int32_t head, count;      /* of the queue */
  int64_t cost;
} AcoTour;

/* Allocates queue and queued for n cities. ERR_MEMORY. To be freed in any case. */
Status aco_queue_make(AcoTour *t, int32_t n);
void aco_queue_free(AcoTour *t);
void aco_queue_push(AcoTour *t,
                    int32_t city); /* unless it is in the queue, or the queue of a focused ant is full */
void aco_queue_pop(AcoTour *t);

/* ---- aco_exchange.c: both forms of a tour ---- */

int32_t aco_tour_neighbour(const AcoTour *t, int32_t city, int direction); /* 0: next, 1: previous */
/* Two edges {a, b} and {c, d}, b on the side of a on which d is of c, become {a, c} and {b, d}. Edges that share a city stay. */
void aco_tour_exchange(AcoTour *t, int32_t a, int32_t b, int32_t c, int32_t d);
/* The path from a to s, b before a and g behind s, goes between c and e: a beside c, s beside e. turned: e is on that side of c on
 * which b is of a; straight: on the other one. */
void aco_tour_move_turned(AcoTour *t, int32_t a, int32_t b, int32_t c, int32_t e, int32_t s, int32_t g);
void aco_tour_move_straight(AcoTour *t, int32_t a, int32_t b, int32_t c, int32_t e, int32_t s, int32_t g);
/* Is there room for the cuts of another move? */
bool aco_tour_room(const AcoTour *t);

/* Until the queue is empty. */
void aco_two_opt(const AcoProblem *problem, AcoTour *t);

/* ---- aco_deposits.c: tours that leave trails ---- */

typedef struct AcoLeft {
  const int32_t *tour; /* (n) */
  uint64_t amount;     /* on each of its edges, in 2^-aco_fine() */
  int64_t cost;        /* of an ant's tour, */
  uint32_t ant;        /* and the ant's number */
} AcoLeft;

/* The row of the island's cheapest ant, of equals the lowest number. */
int64_t aco_best_ant(const AcoState *state, uint32_t i);
/* What was decided of the island: left (rows + deposits); returns their number. */
uint32_t aco_lefts_choose(const AcoRules *rules, const AcoState *state, int32_t n, uint32_t i,
                          const AcoUpdate *decided, AcoLeft *left);
/* sum (n, K): what they leave on candidates. */
void aco_lefts_sum(const AcoProblem *problem, const AcoLeft *left, uint32_t lefts, uint64_t *sum);
/* link (n, 2): each city's neighbours. */
void aco_links_make(const int32_t *tour, int32_t n, int32_t *link);

/* ---- aco_all.c: trails on all pairs ---- */

/* AcoKernels' functions of these names; the update of island i, after what was decided. */
Status aco_all_weigh_cpu(Backend *be, const AcoProblem *problem, const AcoRules *rules,
                         const AcoState *state);
Status aco_all_build_cpu(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                         uint32_t iteration);
void aco_all_update_cpu(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                        uint32_t i, const AcoUpdate *decided, const AcoLeft *left, uint32_t lefts);

/* AcoKernels.build of focused ants. */
Status aco_focused_cpu(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                       uint32_t iteration);
/* AcoKernels.improve. */
Status aco_improve_cpu(Backend *be, const AcoProblem *problem, const AcoState *state);

#endif
