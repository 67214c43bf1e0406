/* Moves applied to giant tours, on the host. Local. */
#ifndef CORDEE_SOLVER_THREE_OPT_THREE_OPT_MOVE_H
#define CORDEE_SOLVER_THREE_OPT_THREE_OPT_MOVE_H

#include "three_opt_kernels.h"

/* tour (n) by a move, into out (n). */
void three_opt_apply(const int32_t *tour, int32_t n, ThreeOptMove move, int32_t *out);

/* The edges that it removes, ascending; returns how many: two or three. */
int three_opt_edges(ThreeOptMove move, int32_t edge[3]);

/* Moves made of the rows of one scan (ThreeOptKernels.rows): in the order of moves, each that changes no route that an earlier one
 * changes. An empty route at the end is a route, too. */
typedef struct ThreeOptDisjoint {
  int32_t moves;
  int64_t delta; /* of all of them */
} ThreeOptDisjoint;

/* Applies them to tour (n) in place: each leaves as many routes as it found, in the same places; the new tour is not in normal form.
 * At most `most` moves. rows (n - 1) are sorted. ERR_MEMORY. */
Status three_opt_apply_disjoint(int32_t *tour, int32_t n, ThreeOptMove *rows, uint64_t most,
                                ThreeOptDisjoint *out);

/* The moves of a tour of n nodes as published, 7 (n - 1) (n - 2) (n - 3) / 6, and those of them that differ. */
uint64_t three_opt_moves_published(int32_t n);
uint64_t three_opt_moves_distinct(int32_t n);

#endif
