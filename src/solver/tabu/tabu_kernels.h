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

/* ---- what both twins compute in the same way ---- */

/* Purposes of the streams of random numbers; the second has the number of the restart in its low 24 bits. */
enum { RNG_TABU_TENURE = 0x54000000, RNG_TABU_RESTART = 0x55000000 };

RNG_FN int64_t tabu_key(int32_t a, int32_t b) {
  return a < b ? (int64_t)a << 32 | (uint32_t)b : (int64_t)b << 32 | (uint32_t)a;
}

/* A place among 2^bits, 5 <= bits <= 32. */
RNG_FN uint32_t tabu_hash(int64_t key, int bits) {
  return ((uint32_t)((uint64_t)key >> 32) * 0x9e3779b1u ^ (uint32_t)key * 0x85ebca77u) >> (32 - bits);
}

/* The bits of a filter for lists of so many places: 16 a place at least. */
RNG_FN int tabu_filter_bits(const TabuRules *rules) {
  int bits = 9;
  while ((1u << bits) < 16 * rules->window * rules->edges) bits++;
  return bits;
}

/* Steps for which what step `step` removes may not come back. */
RNG_FN int64_t tabu_tenure(const TabuRules *rules, uint64_t seed, uint32_t island, uint32_t searcher,
                           int64_t step) {
  const RngStream s = {seed, island, searcher, RNG_TABU_TENURE};
  return (int64_t)(rules->tenure - rules->spread) + rng_below(s, (uint32_t)step, 2 * rules->spread + 1);
}

RNG_FN RngStream tabu_restart(uint64_t seed, uint32_t island, uint32_t searcher, int64_t restarts) {
  const RngStream s = {seed, island, searcher, RNG_TABU_RESTART | (uint32_t)(restarts & 0xffffff)};
  return s;
}

/* Positions of the ends of the edges that move (i, j) adds and of those that it removes; returns how many. Of a swap of
 * cities with at most one between them, those beside both alone; of positions 1 and n - 1, those away from position 0. */
RNG_FN int tabu_changed(ClimbMove move, int32_t n, int32_t i, int32_t j, int32_t added[TABU_EDGES][2],
                        int32_t removed[TABU_EDGES][2]) {
  const int32_t after = j + 1 < n ? j + 1 : 0;
  int count = 0;
#define TABU_CHANGE(a, b, p, q)                                                                              \
  added[count][0] = a, added[count][1] = b, removed[count][0] = p, removed[count][1] = q, count++
  if (move == MOVE_TWO_OPT) {
    TABU_CHANGE(i, j, i, i + 1);
    TABU_CHANGE(i + 1, after, j, after);
    return count;
  }
  if (after != i - 1) {
    TABU_CHANGE(i - 1, j, i - 1, i);
    TABU_CHANGE(i, after, j, after);
  }
  if (j - i > 2) {
    TABU_CHANGE(j, i + 1, i, i + 1);
    TABU_CHANGE(j - 1, i, j - 1, j);
  }
#undef TABU_CHANGE
  return count;
}

#endif
