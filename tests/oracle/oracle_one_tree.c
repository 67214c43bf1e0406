/* See oracle_one_tree.h. */
#include "oracle_one_tree.h"

#include <stdbool.h>
#include <stdlib.h>
#include "problem/tsp/tsp.h"

typedef struct Weights {
  const Instance *inst;
  int64_t scale;
  const int64_t *price;
} Weights;

static int64_t weight_of(const Weights *w, int32_t a, int32_t b) {
  return w->scale * judge_distance(w->inst, a, b) + w->price[a] + w->price[b];
}

/* The tree of all cities but `city`, by Prim: the city nearest to the tree joins it. */
static int64_t tree_without(const Weights *w, int32_t city) {
  const int32_t n = w->inst->n;
  if (n < 3) abort();
  int64_t total = 0, *near = malloc((size_t)n * sizeof *near);
  bool *in = calloc((size_t)n, sizeof *in);
  int32_t last = city == 0 ? 1 : 0;
  for (int32_t k = 0; k < n; k++) near[k] = INT64_MAX;
  for (int32_t joined = 1; joined < n - 1; joined++) {
    int32_t next = -1;
    in[last] = true;
    for (int32_t k = 0; k < n; k++) {
      if (k == city || in[k]) continue;
      if (weight_of(w, last, k) < near[k]) near[k] = weight_of(w, last, k);
      if (next < 0 || near[k] < near[next]) next = k;
    }
    total += near[next];
    last = next;
  }
  free(near);
  free(in);
  return total;
}

int64_t oracle_one_tree(const Instance *inst, int64_t scale, const int64_t *price, int32_t city) {
  const Weights w = {inst, scale, price};
  int64_t first = INT64_MAX, second = INT64_MAX;
  for (int32_t k = 0; k < inst->n; k++) {
    if (k == city) continue;
    int64_t here = weight_of(&w, city, k);
    if (here < first) {
      const int64_t before = first;
      first = here;
      here = before;
    }
    if (here < second) second = here;
  }
  return tree_without(&w, city) + first + second;
}

/* length[set][last]: the shortest way from city 0 through the set to `last`; sets leave out city 0. */
int64_t oracle_shortest_tour(const Instance *inst) {
  enum { MOST = 12 };
  const int32_t n = inst->n, others = n - 1;
  if (n > MOST) abort();
  int64_t(*length)[MOST] = malloc(((size_t)1 << others) * sizeof *length), best = INT64_MAX;
  for (uint32_t set = 1; set < 1u << others; set++)
    for (int32_t last = 0; last < others; last++) {
      if (!(set >> last & 1)) continue;
      const uint32_t rest = set & ~(1u << last);
      int64_t least = rest ? INT64_MAX : judge_distance(inst, 0, last + 1);
      for (int32_t k = 0; k < others; k++)
        if (rest >> k & 1) {
          const int64_t way = length[rest][k] + judge_distance(inst, k + 1, last + 1);
          if (way < least) least = way;
        }
      length[set][last] = least;
      const int64_t tour = least + judge_distance(inst, last + 1, 0);
      if (set == (1u << others) - 1 && tour < best) best = tour;
    }
  free(length);
  return best;
}
