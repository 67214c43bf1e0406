/* A tour and all of its moves, for the climb kernels of the CPU and for others that look at whole neighbourhoods: the workspace of
 * a thread, and the table of moves. climb.c runs climbers; climb_two_opt.c and climb_swap.c are the moves. */
#ifndef CORDEE_CPU_CLIMB_CLIMB_WORKSPACE_H
#define CORDEE_CPU_CLIMB_CLIMB_WORKSPACE_H

#include "scan.h"

typedef struct Move {
  int64_t delta;
  int32_t i, j;
} Move;

typedef struct MoveOps MoveOps;

typedef struct ClimbWorkspace { /* of one thread */
  const ClimbProblem *problem;
  const MoveOps *move;
  const ScanOps *scan; /* the filter for the move and this processor */
  ScanTour tour;
  float *
      minima; /* (scan_floats) the smallest float delta of each group, and more (2-opt), or of each offset (swap) */
  float *around; /* (scan_length) swap: edges beside each position */
  ScanHit *hits; /* (SCAN_GROUP_MAX * n) */
} ClimbWorkspace;

/* Is shown moves: exact deltas, positions i < j. It begins a struct of its user's. */
typedef struct MoveVisitor MoveVisitor;
struct MoveVisitor {
  void (*see)(MoveVisitor *v, const ClimbWorkspace *b, int64_t delta, int32_t i, int32_t j);
};

struct MoveOps {
  const ScanOps *(*scan)(const ClimbProblem *problem);
  /* The smallest float delta of all moves; -INFINITY: it is not known, visit shows every move. When the run halts (halt.h) it
   * returns soon, with any answer. */
  float (*least)(ClimbWorkspace *b);
  /* The error of a float delta, for moves that do not make the tour longer. After `least`. */
  float (*slack)(const ClimbWorkspace *b);
  /* Shows the moves with a float delta up to the threshold, which is finite, some of them several times. After `least`, as often
   * as one likes. */
  void (*visit)(ClimbWorkspace *b, float threshold, MoveVisitor *visitor);
  /* Applies it, to the tour and in the workspace. */
  void (*apply)(ClimbWorkspace *b, int32_t *tour, Move move);
  /* out->shape: the instruction set, to which the caller adds the threads; the ceiling of one thread, if
   * known. */
  void (*describe)(const ClimbProblem *problem, Description *out);
};

extern const MoveOps climb_two_opt, climb_swap;
const MoveOps *move_find(ClimbMove move);

/* Start tours of climb_kernels.h: the cities from `base` on in random order, and the champion after a double bridge, n >= 8. */
void start_random(RngStream stream, int32_t base, int32_t n, int32_t *tour);
void start_kick(RngStream stream, int32_t n, const int32_t *champion, int32_t *tour);

/* The workspace for one move of the problem. ERR_MEMORY. */
Status workspace_make(ClimbWorkspace *b, const ClimbProblem *problem, const MoveOps *move);
void workspace_free(ClimbWorkspace *b);

void workspace_load(ClimbWorkspace *b, const int32_t *tour);
/* Sets position p of the filter's arrays, and its copies; workspace_edge sets its edge. */
void workspace_place(ClimbWorkspace *b, int32_t p, int32_t city);
void workspace_edge(ClimbWorkspace *b, int32_t p);
/* Reverses `length` positions from `first` on, cyclic, in the tour and in the workspace; 0 < length < n. */
void workspace_reverse(ClimbWorkspace *b, int32_t *tour, int32_t first, int32_t length);

/* The exact distance of two cities. */
int64_t city_distance(const ClimbProblem *p, int32_t a, int32_t b);

/* Keeps the move that comes first in the contract's order. */
static inline void move_keep(Move *best, int64_t delta, int32_t i, int32_t j) {
  int first = i < best->i || (i == best->i && j < best->j);
  if (delta < best->delta || (delta < 0 && delta == best->delta && first)) *best = (Move){delta, i, j};
}

#endif
