/* Inside the climb kernels of the CPU: a thread's bench, and the table of moves that work on it. climb.c lives the
 * life of slots and asks the table; climb_two_opt.c and climb_swap.c are its entries. */
#ifndef CORDEE_CPU_CLIMB_CLIMB_BENCH_H
#define CORDEE_CPU_CLIMB_CLIMB_BENCH_H

#include "scan.h"

typedef struct Move {
  int64_t delta;
  int32_t i, j;
} Move;

typedef struct MoveOps MoveOps;

typedef struct Bench { /* one thread's room to work in */
  const ClimbProblem *problem;
  const MoveOps *move;
  const ScanOps *scan; /* the move's choice of instruction set */
  ScanTour tour;
  float *
      minima; /* (scan_room) the smallest float delta of each group, and more (2-opt), or of each offset (swap) */
  float *around; /* (scan_length) swap: edges beside each position */
  ScanHit *hits; /* (SCAN_GROUP_MAX * n) */
} Bench;

struct MoveOps {
  const ScanOps *(*scan)(const ClimbProblem *problem);
  /* The best improving move of all; delta 0: there is none. Told to halt (halt.h) it returns soon, with any answer. */
  Move (*choose)(Bench *b);
  /* Makes it, in the tour and on the bench. */
  void (*apply)(Bench *b, int32_t *tour, Move move);
  /* out->shape: the instruction set, to which the caller adds the threads; the ceiling of one thread, if known. */
  void (*describe)(const ClimbProblem *problem, Description *out);
};

extern const MoveOps climb_two_opt, climb_swap;

/* ERR_MEMORY. */
Status bench_make(Bench *b, const ClimbProblem *problem);
void bench_free(Bench *b);
const MoveOps *climb_move_find(ClimbMove move);

void bench_load(Bench *b, const int32_t *tour);
/* Position p of the filter's arrays, wherever it repeats; its edge is left to bench_edge. */
void bench_place(Bench *b, int32_t p, int32_t city);
void bench_edge(Bench *b, int32_t p);
/* Turns `length` positions from `first` on around, in the tour and on the bench; cyclic, 0 < length < n. */
void bench_reverse(Bench *b, int32_t *tour, int32_t first, int32_t length);

/* The exact distance of two cities. */
int64_t city_distance(const ClimbProblem *p, int32_t a, int32_t b);

/* Keeps a move that comes first in the contract's order. */
static inline void move_keep(Move *best, int64_t delta, int32_t i, int32_t j) {
  int first = i < best->i || (i == best->i && j < best->j);
  if (delta < best->delta || (delta < 0 && delta == best->delta && first)) *best = (Move){delta, i, j};
}

/* The processor's clock as /proc/cpuinfo has it now, 0 if it does not. */
double clock_hz(void);

#endif
