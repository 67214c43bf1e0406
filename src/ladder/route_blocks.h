/* The segment hierarchy of the ladder: two levels whose blocks have any number of steps, not powers of two alone as those of
 * solver/three_opt/ref_levels.h. Built on the host.
 *
 * Block b of the lower level has the positions from b * block to (b + 1) * block, both included; the upper level is one block of the
 * multiples of `block`. A level keeps the segments between any two points of a block, in both directions. A part of the tour is at most
 * three segments: to the end of a block, over whole blocks, into a block. */
#ifndef CORDEE_LADDER_ROUTE_BLOCKS_H
#define CORDEE_LADDER_ROUTE_BLOCKS_H

#include "solver/three_opt/ref_segment.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RouteLadderBlocks {
  int32_t n, block;     /* nodes; steps of a block, >= 1 */
  int32_t shift;        /* block = 2^shift; -1: no power of two was asked for */
  int32_t side, points; /* points of a block, and of the upper level */
  int32_t upper;        /* segments of the lower level: those of the upper one stand behind them */
  int32_t segments;     /* of both */
} RouteLadderBlocks;

/* Blocks of about sqrt(n) steps, 2 <= n <= 65536: exactly the root, rounded up, or the power of two of ref_levels. */
RouteLadderBlocks route_ladder_blocks(int32_t n, int power_of_two);

/* The place of the segment from p to q, p != q, of one block of the lower level. */
int32_t route_ladder_lower(const RouteLadderBlocks *blocks, int32_t p, int32_t q);
/* Of the upper level; both are multiples of `block`. */
int32_t route_ladder_upper(const RouteLadderBlocks *blocks, int32_t p, int32_t q);

/* Fills segment (blocks->segments) for a tour (n). `data` is on the host. */
void route_ladder_build(const RouteLadderBlocks *blocks, const RouteData *data, RefResource resource,
                        const int32_t *tour, RefSegment *segment);

#ifdef __cplusplus
}
#endif
#endif
