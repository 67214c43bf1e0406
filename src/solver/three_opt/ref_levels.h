/* Where the segments of a hierarchy stand in memory, the same in C and CUDA (Irnich 2008).
 *
 * Level l has points: the positions that are multiples of 2^shift[l], every position on level 0. Blocks of level l lead from
 * one point of level l + 1 to the next, both included; the topmost level is one block. A level keeps the segments between any
 * two points of a block, in both directions: with L levels of about n^(1/L) points a block these are O(n^(1 + 1/L)) segments,
 * and any part of the tour is at most 2 L - 1 of them, one after another: up the levels from its one end, down to the other. */
#ifndef CORDEE_SOLVER_THREE_OPT_REF_LEVELS_H
#define CORDEE_SOLVER_THREE_OPT_REF_LEVELS_H

#include "problem/cvrp/cvrp_distance.h"

enum { REF_LEVELS_MOST = 4 };

typedef struct RefLevels {
  int32_t n, levels;
  int32_t shift[REF_LEVELS_MOST];     /* points of a level are 2^shift positions apart; shift[0] = 0 */
  int32_t side[REF_LEVELS_MOST];      /* points of a block */
  int32_t blocks[REF_LEVELS_MOST];    /* of a level, the last one may be short */
  int64_t first[REF_LEVELS_MOST + 1]; /* segments before those of the level; then: all of them */
} RefLevels;

/* The levels of tours of n nodes, 2 <= n; levels 1..REF_LEVELS_MOST, or 0: two up to 65,536 nodes (17 million segments), then three.
 * Shorter tours may use them as they are, with another n. */
CVRP_HD static inline RefLevels ref_levels(int32_t n, int32_t levels) {
  const int32_t usual = n <= 65536 ? 2 : 3;
  RefLevels all = {n, levels ? levels : usual, {0}, {0}, {0}, {0}};
  int32_t bits = 1;
  while (n - 1 > (int32_t)1 << bits) bits++;
  for (int32_t l = 0; l < all.levels; l++) {
    all.shift[l] = bits * l / all.levels;
    const int32_t next = bits * (l + 1) / all.levels, top = l == all.levels - 1;
    all.side[l] = top ? ((n - 1) >> all.shift[l]) + 1 : ((int32_t)1 << (next - all.shift[l])) + 1;
    all.blocks[l] = top ? 1 : ((n - 2) >> next) + 1;
    all.first[l + 1] = all.first[l] + (int64_t)all.blocks[l] * all.side[l] * all.side[l];
  }
  return all;
}

/* The block of level l in which a segment begins to the left at position `low`. */
CVRP_HD static inline int32_t ref_block(const RefLevels *levels, int32_t l, int32_t low) {
  return l == levels->levels - 1 ? 0 : low >> levels->shift[l + 1];
}

/* The position of the first point of a block. */
CVRP_HD static inline int32_t ref_block_begin(const RefLevels *levels, int32_t l, int32_t block) {
  return l == levels->levels - 1 ? 0 : block << levels->shift[l + 1];
}

/* The position where a block ends, at most. */
CVRP_HD static inline int32_t ref_block_end(const RefLevels *levels, int32_t l, int32_t block) {
  return l == levels->levels - 1 ? levels->n - 1 : (block + 1) << levels->shift[l + 1];
}

/* The place of the segment from position p to position q, two points of one block of level l; p > q: the inverse of that from q to p. */
CVRP_HD static inline int64_t ref_place(const RefLevels *levels, int32_t l, int32_t p, int32_t q) {
  const int32_t block = ref_block(levels, l, p < q ? p : q), begin = ref_block_begin(levels, l, block);
  const int32_t side = levels->side[l], shift = levels->shift[l];
  return levels->first[l] + ((int64_t)block * side + ((p - begin) >> shift)) * side + ((q - begin) >> shift);
}

#endif
