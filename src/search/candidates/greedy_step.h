/* One phase of greedy edge by many threads, for both backends; the contract is in candidate_kernels.h.
 *
 * There is no sorted list of edges but rounds: every end proposes its best edge that is still admissible, and
 * an edge is taken if it is the best of all ends of both its fragments. No smaller edge can make it
 * inadmissible, since such an edge would begin at one of those ends; so the sequential algorithm takes it,
 * too. The smallest edge of all is always taken, so every round makes progress (locally dominant edges: Preis
 * 1999, for matchings). A fragment joins at most one other in a round, so the edges of a round do not
 * conflict. Each step of a round reads only what other steps write: all ends do one step before any does the
 * next.
 *
 * An edge that is inadmissible once stays so, as degrees and fragments only grow: each end goes through its
 * row once. */
#ifndef CORDEE_SEARCH_CANDIDATES_GREEDY_STEP_H
#define CORDEE_SEARCH_CANDIDATES_GREEDY_STEP_H

#include "rng.h"
#include "candidate_search.h"

enum { GREEDY_TIES = 14, GREEDY_ONE = 20 }; /* bits of t; w is 1 at 2^20 */

/* Of all cities: the partial tour. */
typedef struct GreedyLinks {
  int32_t *link;  /* (n, 2) neighbours; -1: none yet; the first before the second */
  int32_t *other; /* (n) of an end: the other end of its fragment, itself for a single city */
} GreedyLinks;

/* The ends of a phase, by their places 0..m-1. */
typedef struct GreedyPhase {
  TourProblem problem;
  GreedyPlan plan;
  int32_t m, width;
  const int32_t *city; /* (m) ascending */
  const int32_t *list; /* (m, width) places; -1: no more */
  int32_t *row;        /* (m, width) the mutual edges, best first; -1: no more */
  int32_t *other;      /* (m) place of the fragment's other end */
  int32_t *target;     /* (m) proposed; -1: none */
  int32_t *mate;       /* (m) taken in this round; -1: none */
  uint64_t *key;       /* (m) of the proposed edge; UINT64_MAX: none */
  uint8_t *open, *at;  /* (m) 2 - degree; next in row */
} GreedyPhase;

/* Of an image (tour_image.h) without the penalty, which perturbed edges would be lost in; pairs come first. */
METRIC_FN int32_t greedy_length(const TourProblem *p, int32_t a, int32_t b) {
  const int32_t d = tour_distance(p, a, b);
  return d < p->penalty ? d : d - p->penalty + (p->penalty > 0);
}

METRIC_FN uint64_t greedy_key(const GreedyPhase *g, int32_t a, int32_t b) {
  int32_t i = g->city[a], j = g->city[b], low = i < j ? i : j, high = i < j ? j : i;
  uint32_t one = 1u << GREEDY_ONE,
           spread = g->plan.member ? (uint32_t)((uint64_t)one * g->plan.spread / 100) : 0;
  RngStream stream;
  stream.seed = g->plan.seed;
  stream.island = (uint32_t)low;
  stream.individual = (uint32_t)high;
  stream.purpose = RNG_EDGE;
  uint64_t draw = rng_draw(stream, 2 * g->plan.member), m = 2 * (uint64_t)spread + 1;
  uint64_t below = ((draw >> 32) * m + ((draw & 0xffffffffu) * m >> 32)) >> 32;
  uint64_t weight = one - spread + below;
  return (uint64_t)greedy_length(&g->problem, i, j) * weight << GREEDY_TIES |
         (draw & ((1u << GREEDY_TIES) - 1));
}

/* Does edge {a, b} come before {c, d}? Places are in the order of their cities. */
METRIC_FN int greedy_before(uint64_t key, int32_t a, int32_t b, uint64_t its, int32_t c, int32_t d) {
  if (key != its) return key < its;
  int32_t low = a < b ? a : b, high = a < b ? b : a, its_low = c < d ? c : d, its_high = c < d ? d : c;
  return low < its_low || (low == its_low && high < its_high);
}

METRIC_FN int greedy_lists(const GreedyPhase *g, int32_t a, int32_t b) {
  for (int32_t k = 0; k < g->width; k++)
    if (g->list[(size_t)a * g->width + k] == b) return 1;
  return 0;
}

/* Before the first round: sorts the row of an end by keys. */
METRIC_FN void greedy_row(const GreedyPhase *g, int32_t i) {
  uint64_t keys[CANDIDATES_MAX];
  int32_t *row = g->row + (size_t)i * g->width, have = 0;
  for (int32_t k = 0; k < g->width; k++) {
    int32_t j = g->list[(size_t)i * g->width + k], at;
    if (j < 0 || !greedy_lists(g, j, i)) continue;
    uint64_t key = greedy_key(g, i, j);
    for (at = have++; at > 0 && greedy_before(key, i, j, keys[at - 1], i, row[at - 1]); at--) {
      keys[at] = keys[at - 1];
      row[at] = row[at - 1];
    }
    keys[at] = key;
    row[at] = j;
  }
  for (; have < g->width; have++) row[have] = -1;
  g->target[i] = -1;
  g->key[i] = UINT64_MAX;
  g->at[i] = 0;
}

METRIC_FN int greedy_admits(const GreedyPhase *g, int32_t i, int32_t j) {
  return g->open[j] && g->other[i] != j;
}

/* First step of a round. target -1: the end is finished in this phase and need not propose again. */
METRIC_FN void greedy_propose(const GreedyPhase *g, int32_t i) {
  int32_t target = g->target[i], at = g->at[i];
  const int32_t *row = g->row + (size_t)i * g->width;
  if (g->open[i] && target >= 0 && greedy_admits(g, i, target)) return;
  while (at < g->width && row[at] >= 0 && !greedy_admits(g, i, row[at])) at++;
  int found = g->open[i] && at < g->width && row[at] >= 0;
  g->at[i] = (uint8_t)at;
  g->target[i] = found ? row[at] : -1;
  g->key[i] = found ? greedy_key(g, i, row[at]) : UINT64_MAX;
}

/* Is the end's proposal the best of its fragment? */
METRIC_FN int greedy_leads(const GreedyPhase *g, int32_t i) {
  int32_t other = g->other[i];
  return g->target[other] < 0 || other == i ||
         greedy_before(g->key[i], i, g->target[i], g->key[other], other, g->target[other]);
}

/* Second step, for ends that propose. */
METRIC_FN void greedy_decide(const GreedyPhase *g, int32_t i) {
  int32_t j = g->target[i];
  g->mate[i] = j >= 0 && g->target[j] == i && greedy_leads(g, i) && greedy_leads(g, j) ? j : -1;
}

/* Adds an edge between two ends of different fragments. */
METRIC_FN void greedy_link(const GreedyPhase *g, int32_t *link, int32_t i, int32_t j) {
  int32_t a = g->other[i], b = g->other[j];
  link[2 * (size_t)g->city[i] + 2 - g->open[i]] = g->city[j];
  link[2 * (size_t)g->city[j] + 2 - g->open[j]] = g->city[i];
  g->open[i]--;
  g->open[j]--;
  g->other[a] = b;
  g->other[b] = a;
}

/* Third step, for ends that propose: the lower end adds the edge. Returns the edges added. */
METRIC_FN int greedy_join(const GreedyPhase *g, int32_t *link, int32_t i) {
  if (g->mate[i] <= i) return 0;
  greedy_link(g, link, i, g->mate[i]);
  return 1;
}

/* Joins the fragments in the order of their lower ends, whatever it costs: by one thread, when lists yield
 * too few edges. mate marks ends that are done. */
METRIC_FN void greedy_string(const GreedyPhase *g, int32_t *link) {
  int32_t tail = -1;
  for (int32_t i = 0; i < g->m; i++) g->mate[i] = -1;
  for (int32_t i = 0; i < g->m; i++) {
    if (g->mate[i] == i || !g->open[i]) continue;
    int32_t far = g->other[i];
    g->mate[far] = far;
    if (tail >= 0) greedy_link(g, link, tail, i);
    tail = far;
  }
}

/* Fills in the places of a phase's ends, after city and its inverse `place` (n). */
METRIC_FN void greedy_enter(const GreedyPhase *g, GreedyLinks all, const int32_t *place, int32_t i) {
  const int32_t *link = all.link + 2 * (size_t)g->city[i];
  g->other[i] = place[all.other[g->city[i]]];
  g->open[i] = (uint8_t)((link[0] < 0) + (link[1] < 0));
}

METRIC_FN void greedy_leave(const GreedyPhase *g, GreedyLinks all, int32_t i) {
  if (g->open[i]) all.other[g->city[i]] = g->city[g->other[i]];
}

/* Joins the two ends of the last fragment; two cities get both edges between them. */
METRIC_FN void greedy_close(int32_t *link, int32_t a, int32_t b) {
  link[2 * (size_t)a + 1] = b;
  link[2 * (size_t)b + 1] = a;
}

/* The city after `from` on the tour, coming from `before`. */
METRIC_FN int32_t greedy_next(const int32_t *link, int32_t before, int32_t from) {
  const int32_t *two = link + 2 * (size_t)from;
  return two[0] == before ? two[1] : two[0];
}

#endif
