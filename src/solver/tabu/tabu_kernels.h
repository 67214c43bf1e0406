/* The contract of the twins of tabu search on tours (src/cpu/tabu/tabu.c, src/gpu/tabu/tabu.cu): same state, same bits.
 *
 * A searcher has a tour. In each step it takes the best admissible move of the whole neighbourhood, better or worse; edges that a
 * move removes may not come back for some steps (Glover 1989; for the TSP Knox 1994). ClimbProblem.move says which moves; they, their
 * deltas and how they are applied are those of climb_kernels.h. All numbers that decide are integers.
 *
 *   Edges     of 2-opt (i, j): added (t[i],t[j]), (t[i+1],t[j+1]); removed (t[i],t[i+1]), (t[j],t[j+1]). Of swap (i, j): those that
 *             tabu_changed() names. Positions are taken mod n.
 *   Tabu      a move that adds an edge which the searcher's list has with until >= the step's number.
 *   Admissible a move that is not tabu, or whose tour is cheaper than the searcher's best (aspiration).
 *   Choice    the admissible move of the smallest delta, of whatever sign; ties by smallest i, then smallest j.
 *   Step      the chosen move is applied; the edges that it removed go to the list's places of this step (step mod window), with
 *             until = step + tenure_drawn. Places that a step does not need, and those of a step without an admissible move, are empty.
 *   Tenure    tabu_tenure(): drawn anew for every step within a tenth of the plan's (Taillard 1991).
 *   Best      a tour that is cheaper than the searcher's best becomes that. `since` counts the steps since then.
 *   Start     of a searcher whose cost is COST_NONE, before its first step: the random tour of climb_kernels.h, with climber =
 *             searcher; it is the searcher's best.
 *   Restart   before a step, if since >= patience: the island's champion, or without one the searcher's best, after the double bridge
 *             of climb_kernels.h with the stream of tabu_restart(); with fewer than 8 cities a random tour with that stream. The list
 *             is emptied, since = 0; if the tour is cheaper than the searcher's best it becomes that.
 *
 * Floats only filter, as for climbers: a move of exact delta D has a float delta of at most D + r + slack. */
#ifndef CORDEE_SOLVER_TABU_TABU_KERNELS_H
#define CORDEE_SOLVER_TABU_TABU_KERNELS_H

#include "solver/climb/climb_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TABU_TENURE_MOST = 1000,
  TABU_EDGES = 4, /* that a move removes at most */
  TABU_SEARCHERS_MOST = 65536
};

/* The plan in the kernels' numbers. */
typedef struct TabuRules {
  uint32_t searchers;      /* of an island */
  uint32_t tenure, spread; /* steps; a tenure is drawn from [tenure - spread, tenure + spread] */
  uint32_t window;         /* tenure + spread: the steps whose edges a list holds */
  uint32_t edges;          /* places of a step: 2, of swaps 4 */
  uint64_t patience;       /* steps without a new best before a restart */
} TabuRules;

/* A searcher. All are numbers of one type, since files have them as a matrix. */
typedef struct TabuWalk {
  int64_t cost; /* of its tour; COST_NONE: it has not started */
  int64_t best; /* of its best tour */
  int64_t step; /* number of the next step, from 0 on */
  int64_t since;
  int64_t restarts;
} TabuWalk;

enum { TABU_WALK_NUMBERS = sizeof(TabuWalk) / sizeof(int64_t) };

typedef struct TabuEdge {
  int64_t key; /* tabu_key() of its cities; 0: the place is empty */
  int64_t until;
} TabuEdge;

/* Consecutive islands of the ring. Row i * searchers + s is searcher s of the i-th. Arrays are on the backend. */
typedef struct TabuState {
  uint64_t seed;
  uint32_t first, islands;
  TabuWalk *walk;         /* (rows) */
  int32_t *tour;          /* (rows, n) */
  int32_t *best;          /* (rows, n) */
  TabuEdge *list;         /* (rows, window, edges) */
  int64_t *champion_cost; /* (islands) constant in an epoch; COST_NONE: none */
  int32_t *champion;      /* (islands, n) */
} TabuState;

typedef struct TabuKernels {
  /* How they run. ERR_DEVICE. */
  Status (*describe)(Backend *be, const ClimbProblem *problem, const TabuRules *rules, uint32_t rows,
                     Description *out);
  /* Every searcher does `steps` steps. Returns when done. ERR_DEVICE, ERR_MEMORY, ERR_STOPPED. */
  Status (*walk)(Backend *be, const ClimbProblem *problem, const TabuRules *rules, const TabuState *state,
                 uint32_t steps);
  uint32_t searchers; /* of an island, that keep such a processor busy: the default */
} TabuKernels;

#ifdef __cplusplus
}
#endif
#endif
