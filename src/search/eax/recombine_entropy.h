/* The entropy of the edges of a group of tours, for both backends (Nagata and Kobayashi 2013):
 * H = - sum of F(e) / N ln (F(e) / N) over edges e, of N tours of which F(e) have e. A child that replaces parent A lowers F of
 * the edges it loses by 1, and raises F of those it gains. So N times the loss of entropy is the sum of step(F(e)) over gained edges
 * less that of step(F(e) - 1) over lost ones, where step(F) = (F + 1) ln(F + 1) - F ln F, here in 1/256.
 *
 * F is kept by hash: edges of one bucket count together. There are 8 to 16 buckets for each city, and no more
 * distinct edges in a population that converges than 1 to 2 for each city. */
#ifndef CORDEE_SEARCH_EAX_RECOMBINE_ENTROPY_H
#define CORDEE_SEARCH_EAX_RECOMBINE_ENTROPY_H

#include "recombine_kernels.h"
#include "thread_group.h"

/* The bucket of edge (a, b). */
GROUP_FN uint32_t edge_bucket(int32_t bits, int32_t a, int32_t b) {
  const uint32_t low = (uint32_t)(a < b ? a : b), high = (uint32_t)(a < b ? b : a);
  uint32_t h = (low * 0x9e3779b1u) ^ ((high + 0x7f4a7c15u) * 0x85ebca77u);
  h = (h ^ h >> 15) * 0x2c1b3c6du;
  return (h ^ h >> 13) >> (32 - bits);
}

/* step(F(e) - own) of edge e = (a, b): own is 0 for an edge that is gained, 1 for one that is lost. */
GROUP_FN int32_t edge_step(const RecombineTask *t, uint32_t group, int32_t a, int32_t b, uint32_t own) {
  const RecombineEntropy *e = &t->entropy;
  const uint32_t all = e->count[((size_t)group << e->bits) + edge_bucket(e->bits, a, b)],
                 others = all > own ? all - own : 0;
  return e->step[others < RECOMBINE_STEPS ? others : RECOMBINE_STEPS - 1];
}

#endif
