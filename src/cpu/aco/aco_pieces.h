/* The tour of a focused ant, as pieces of the source tour: nothing takes time or memory in proportion to the cities. Twin of
 * src/gpu/aco/aco_pieces.cuh, contract in solver/aco/aco_kernels.h. Inside "aco". */
#ifndef CORDEE_CPU_ACO_ACO_PIECES_H
#define CORDEE_CPU_ACO_ACO_PIECES_H

#include "solver/aco/aco_kernels.h"

/* Pieces are numbered in the order of the source; the places are those of the ant's tour. */
typedef struct AcoPieces {
  int32_t n, count;
  int32_t low[ACO_PIECES + 1]; /* first position in the source; behind the last piece: n */
  uint8_t place[ACO_PIECES], turned[ACO_PIECES];
  uint8_t piece[ACO_PIECES]; /* at each place */
} AcoPieces;

/* The source itself. */
void aco_pieces_open(AcoPieces *v, int32_t n);
/* The position beside p in the ant's tour; 0: next, 1: previous. */
int32_t aco_pieces_beside(const AcoPieces *v, int32_t p, int direction);
/* Cuts the tour behind positions p and q, and reverses the part between the cuts that has not the end of the tour. */
void aco_pieces_reverse(AcoPieces *v, int32_t p, int32_t q);
/* The ant's tour (n). */
void aco_pieces_write(const AcoPieces *v, const int32_t *source, int32_t *tour);

#endif
