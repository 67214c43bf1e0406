/* See waves_bits.h. */
#include "waves_bits.h"

#include <string.h>

enum { WORDS_MOST = 32, WORDS_A_PLACE = 3 };

uint32_t waves_bits_words(const FlowView *n) {
  const uint32_t words = (n->vertices + 63) / 64;
  return words <= WORDS_MOST && (uint64_t)n->vertices * words <= WORDS_A_PLACE * (uint64_t)n->places ? words
                                                                                                     : 0;
}

void waves_bits_fill(const FlowView *n, WavesBits *b) {
  memset(b->row, 0, waves_bits_bytes(n->vertices, b->words));
  b->unseen = b->row + (size_t)n->vertices * b->words;
  b->next = b->unseen + b->words;
  b->excess = b->next + b->words;
  for (uint32_t v = 0; v < n->vertices; v++)
    for (uint32_t a = n->first[v], end = n->first[v + 1]; a < end; a++)
      b->row[(size_t)n->head[a] * b->words + v / 64] |= (uint64_t)(n->residual[a] > 0) << v % 64;
}

/* Is there another open arc from v to w? */
static bool open_to(const FlowView *n, uint32_t v, uint32_t w) {
  bool open = false;
  for (uint32_t a = n->first[v], end = n->first[v + 1]; a < end; a++)
    open |= (n->head[a] == w) & (n->residual[a] > 0);
  return open;
}

void waves_bits_sent(const FlowView *n, WavesBits *b, uint32_t v, uint32_t a) {
  const uint32_t w = n->head[a];
  bit_set(b->row + (size_t)v * b->words, w);
  if (n->residual[a] == 0 && !open_to(n, v, w)) bit_clear(b->row + (size_t)w * b->words, v);
}

void waves_bits_begin(WavesBits *b, uint32_t vertices, uint32_t target, uint32_t shut) {
  memset(b->unseen, 0xff, b->words * sizeof *b->unseen);
  if (vertices % 64) b->unseen[b->words - 1] = ((uint64_t)1 << vertices % 64) - 1;
  bit_clear(b->unseen, target);
  bit_clear(b->unseen, shut);
}

uint32_t waves_bits_level(WavesBits *b, uint32_t *queue, uint32_t begin, uint32_t end, uint32_t *level_of,
                          uint32_t level, uint32_t *found) {
  const uint32_t words = b->words;
  uint32_t reached = end;
  memset(b->next, 0, words * sizeof *b->next);
  for (uint32_t q = begin; q < end; q++) {
    const uint64_t *const row = b->row + (size_t)queue[q] * words;
    for (uint32_t k = 0; k < words; k++) b->next[k] |= row[k];
  }
  for (uint32_t k = 0; k < words; k++) {
    uint64_t more = b->next[k] & b->unseen[k];
    b->unseen[k] &= ~more;
    *found += (uint32_t)__builtin_popcountll(more & b->excess[k]);
    for (; more; more &= more - 1) {
      const uint32_t u = 64 * k + (uint32_t)__builtin_ctzll(more);
      level_of[u] = level;
      queue[reached++] = u;
    }
  }
  return reached;
}
