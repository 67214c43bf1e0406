/* Can a move pay at all, wherever its cities are on the tour? What most looks of the CPU's iterated local search end
 * with. Distances are compared as squares of float, which spares their roots: no is certain, yes is to be looked at
 * exactly. */
#ifndef CORDEE_CPU_ILS_ILS_GAIN_BOUNDS_H
#define CORDEE_CPU_ILS_ILS_GAIN_BOUNDS_H

#include "ils_adjacency.h"

/* Where t1 is: distances from it. For the vectors of all versions. */
typedef struct IlsReference {
  _Alignas(32) float place[8]; /* x x y y x x y y in the frame */
  float slack;
  int32_t t1;
  const int32_t *row; /* of the matrix; or NULL */
} IlsReference;

IlsReference ils_reference(const IlsFrame *frame, int32_t t1);

/* Ends of a move, t5 and t6 (or t3 and t4): those neighbours t6 of t5 with which over + d(t5,t6) - d(t6,t1) > 0, a bit
 * each; t1 is none of them. */
uint32_t ils_gain_bounds(const IlsReference *reference, const IlsNeighbours *t5, int32_t over);

enum { ILS_BOUND_BITS = 4, ILS_BOUND_BOTH = 3 }; /* of a t5: room, and those in use */

/* The same of all candidates near t4 as t5, ILS_BOUND_BITS each. g: the gain so far with d(t3,t4); least: what the
 * move's has to be above. */
typedef uint32_t IlsGainBounds(const IlsAdjacency *adjacency, const IlsReference *reference,
                               const IlsCandidate *near4, int32_t width, int32_t g, int32_t least);

/* The fastest for this problem and processor; $CORDEE_SIMD = avx2 or plain overrides. */
IlsGainBounds *ils_gain_bounds_find(const TourProblem *problem);

IlsGainBounds ils_gain_bounds_avx2;

#endif
