/* Which moves can be applied to a tour together, for both backends: the contract is in recombine_kernels.h (At once), the oracle
 * in tests/oracle/oracle_recombine_large.c.
 *
 * A move divides the positions into segments, and gives each position the label of its segment: 64 random bits, 0 for the first
 * one. The labels of all moves are summed. Two positions in the same segment of every move have the same sum; others have
 * different sums, but for a chance of 2^-64. So the moves that cross are found from one sum over the positions, however many
 * they are. */
#ifndef CORDEE_SEARCH_EAX_RECOMBINE_CROSS_H
#define CORDEE_SEARCH_EAX_RECOMBINE_CROSS_H

#include "recombine_kernels.h"
#include "thread_group.h"

/* A move that may be applied: a cycle or a set that has passed its test on parent A. */
typedef struct RecombineChosen {
  int64_t gain;
  uint64_t at;   /* of its first cut in RecombineCuts */
  int32_t cycle; /* its number: that of its first cycle */
  int32_t cuts;
} RecombineChosen;

/* The cuts of moves, ascending in each, and the links of their sides: as RecombineMove has them. */
typedef struct RecombineCuts {
  int32_t *cut;   /* (all cuts) */
  int16_t *link;  /* (2, all cuts) */
  int32_t *place; /* (2, all cuts) of the positions before and after a cut, in the sum of labels */
} RecombineCuts;

/* Bits that differ for each pair of numbers (Steele, Lea and Flood 2014: SplitMix64). */
GROUP_FN uint64_t cross_mix(uint32_t a, uint32_t b) {
  uint64_t z = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u + 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* Does the move take part in that round, if it is undecided? */
GROUP_FN int32_t cross_takes_part(int32_t cycle, int32_t round) {
  return !(cross_mix((uint32_t)cycle, 0x80000000u + (uint32_t)round) & (RECOMBINE_ROUND_PART(round) - 1));
}

/* The label of a segment of the move; after the last segment comes the first one. */
GROUP_FN uint64_t segment_label(const RecombineChosen *m, int32_t segment) {
  return segment && segment < m->cuts ? cross_mix((uint32_t)m->cycle, (uint32_t)segment) : 0;
}

/* What the label of a move's segments changes by after its i-th cut. */
GROUP_FN uint64_t label_step(const RecombineChosen *m, int32_t i) {
  return segment_label(m, i + 1) - segment_label(m, i);
}

/* Are all cuts of the move in one segment of every other move? place (2, cuts) of the move; sum: of the labels of moves, this one among them
 * if own is 1. */
GROUP_FN int32_t cross_none(ThreadGroup t, const RecombineChosen *m, const int32_t *place,
                            const uint64_t *sum, uint64_t own) {
  const uint64_t all = sum[place[0]];
  int64_t other = 0;
  GROUP_EACH (i, t, 0, m->cuts) {
    const uint64_t before = sum[place[2 * i]] - own * segment_label(m, i),
                   after = sum[place[2 * i + 1]] - own * segment_label(m, i + 1);
    other += before != all || after != all;
  }
  return !group_sum(t, other);
}

#endif
