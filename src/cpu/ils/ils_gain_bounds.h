/* Pruning by a bound on the gain: can a move gain at all, wherever its cities are on the tour? Most moves
 * that the CPU's local search considers end here. Squared distances are compared as floats, which saves the
 * roots. "No" is certain; "yes" is then computed exactly. */
#ifndef CORDEE_CPU_ILS_ILS_GAIN_BOUNDS_H
#define CORDEE_CPU_ILS_ILS_GAIN_BOUNDS_H

#include "ils_adjacency.h"

/* The reference of a comparison: t1, to which distances are measured. Laid out for the vector version. */
typedef struct IlsReference {
  _Alignas(32) float place[8]; /* x x y y x x y y in the frame */
  float slack;
  int32_t t1;
  const int32_t *row; /* t1's row of the matrix; or NULL */
} IlsReference;

IlsReference ils_reference(const IlsFrame *frame, int32_t t1);

/* The ends of a move, t5 and t6 (or t3 and t4). Returns a bit per neighbour t6 of t5 with over + d(t5,t6) -
 * d(t6,t1) > 0 as far as the bound can tell; t1 is never one. */
uint32_t ils_gain_bounds(const IlsReference *reference, const IlsNeighbours *t5, int32_t over);

enum { ILS_BOUND_BITS = 4, ILS_BOUND_BOTH = 3 }; /* bits per t5; those in use */

/* The same for all candidates of t4 as t5, ILS_BOUND_BITS each. g: the gain so far with d(t3,t4); least: the
 * gain that the move must exceed. */
typedef uint32_t IlsGainBounds(const IlsAdjacency *adjacency, const IlsReference *reference,
                               const IlsCandidate *near4, int32_t width, int32_t g, int32_t least);

/* The fastest version for this problem and processor (cpu/simd.h). */
IlsGainBounds *ils_gain_bounds_find(const TourProblem *problem);

IlsGainBounds ils_gain_bounds_avx2;

#endif
