/* Searches of small networks by bits: from row v, 64 vertices at a time, which vertices have an open arc to v. Inside this folder. */
#ifndef CORDEE_CPU_FLOW_WAVES_BITS_H
#define CORDEE_CPU_FLOW_WAVES_BITS_H

#include "evaluator/flow/flow_kernels.h"

typedef struct WavesBits {
  uint32_t words; /* of a row; 0: the network is too large or too sparse */
  uint64_t *row;  /* (vertices x words) bit u of row v: an arc from u to v may send something */
  uint64_t *unseen, *next,
      *excess; /* (words) of a search: vertices without a level; a level; vertices with an excess */
} WavesBits;

/* Words of a row for this network: 0 if rows are not worth their memory. */
uint32_t waves_bits_words(const FlowView *network);
/* Memory that `row` is to have: rows, then the sets of a search. */
static inline size_t waves_bits_bytes(uint32_t vertices, uint32_t words) {
  return ((size_t)vertices + 3) * words * sizeof(uint64_t);
}
/* Rows as the network is now; no vertex has an excess. */
void waves_bits_fill(const FlowView *network, WavesBits *b);

static inline void bit_set(uint64_t *set, uint32_t u) { set[u / 64] |= (uint64_t)1 << u % 64; }
static inline void bit_clear(uint64_t *set, uint32_t u) { set[u / 64] &= ~((uint64_t)1 << u % 64); }

/* Place a of v has been emptied, with its mate filled, as far as it is open or not. */
void waves_bits_sent(const FlowView *network, WavesBits *b, uint32_t v, uint32_t a);

/* No vertex has a level but these two. */
void waves_bits_begin(WavesBits *b, uint32_t vertices, uint32_t target, uint32_t shut);
/* The level behind queue[begin .. end - 1], to the queue from `end` on, with `level`. Returns where the queue ends. *found: how many of them have an
 * excess. */
uint32_t waves_bits_level(WavesBits *b, uint32_t *queue, uint32_t begin, uint32_t end, uint32_t *level_of,
                          uint32_t level, uint32_t *found);

#endif
