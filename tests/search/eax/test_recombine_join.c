/* The search for a join: what it leaves out, and the order in which a warp looks, do not change the join. */
#include <stdlib.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/recombining.h"
#include "search/eax/recombine_move.h"

static const ThreadGroup alone = {0, 1, NULL};

/* A tour under test, and what was seen. */
typedef struct Search {
  Population *p;
  RecombineChild child;
  RecombineMove move;
  int32_t *position, *reach;
  uint64_t state;
  int64_t joins, left_out, wraps;
} Search;

static int32_t below(Search *x, int32_t m) {
  x->state = x->state * 6364136223846793005u + 1442695040888963407u;
  return (int32_t)((x->state >> 33) % (uint32_t)m);
}

static Search *search_open(const Instance *inst, int32_t width, uint64_t seed) {
  Search *x = calloc(1, sizeof *x);
  const size_t n = (size_t)inst->n;
  x->p = population_make(inst, width, 1, 2, 1, seed);
  x->state = seed;
  population_pair(x->p, seed);
  const RecombineTask task = population_task(x->p, 40);
  x->position = malloc(n * sizeof *x->position);
  x->reach = malloc(2 * n * sizeof *x->reach);
  for (size_t k = 0; k < n; k++) x->position[x->p->tour[k]] = (int32_t)k;
  x->child = recombine_child(&task, x->p->pair[0], x->p->tour, x->position, NULL, NULL);
  for (int32_t k = 0; k < inst->n; k++) reach_find(&x->child, k, x->reach);
  return x;
}

static void search_close(Search *x) {
  population_free(x->p);
  free(x->position);
  free(x->reach);
  free(x);
}

/* Cuts the tour at `cuts` random places, and closes its segments to random sub-tours. */
static void subtours_make(Search *x, int32_t cuts) {
  int32_t next[16] = {0};
  x->move.cuts = 0;
  for (int32_t p = 0; p < x->p->inst->n; p++)
    if (below(x, x->p->inst->n - p) < cuts - x->move.cuts) x->move.cut[x->move.cuts++] = p;
  for (int32_t s = 0; s < cuts; s++) {
    const int32_t at = below(x, s + 1);
    next[s] = next[at];
    next[at] = s;
  }
  for (int32_t s = 0; s < cuts; s++) sides_link(&x->move, 2 * s, 2 * segment_before(&x->move, next[s]) + 1);
  subtours_mark(alone, &x->child, &x->move);
}

/* The search of a warp, of one thread. */
static int64_t join_of_warp(Search *x, int32_t u) {
  const int32_t first = subtour_first(alone, &x->move, u);
  RecombineSearch search = {alone, &x->move.places, u, 0, 0, RECOMBINE_NO_JOIN};
  int32_t s = first, forward = 1;
  do {
    const int32_t n = x->p->inst->n, start = segment_start(&x->child, &x->move, s),
                  size = segment_size(&x->child, &x->move, s);
    for (int32_t i = 0; i < size; i++) x->left_out += !may_leave(&x->child, &x->move, s, (start + i) % n);
    x->wraps += start + size > n;
    segment_look(alone, &x->child, &x->move, s, &search);
    s = segment_after(&x->move, s, &forward);
  } while (s != first);
  search_finish(&x->child, &x->move, &search);
  return search.best;
}

static void subtour_check(Search *x, int32_t u) {
  x->child.reach = NULL;
  const int64_t all = join_find(alone, &x->child, &x->move, u), all_warp = join_of_warp(x, u);
  x->child.reach = x->reach;
  CU_ASSERT_EQUAL(join_find(alone, &x->child, &x->move, u), all);
  CU_ASSERT_EQUAL(join_of_warp(x, u), all);
  CU_ASSERT_EQUAL(all_warp, all);
  x->joins += all != RECOMBINE_NO_JOIN;
}

static void same_join(void) {
  int64_t joins = 0, left_out = 0, wraps = 0;
  for (uint64_t k = 0; k < 60; k++) {
    Instance *inst =
        climbing_instance(k % 2 ? METRIC_EUC_2D : METRIC_EXPLICIT, 20 + 7 * (int32_t)k, 1e4, 0, 1 + k);
    Search *x = search_open(inst, 1 + (int32_t)k % 9, k);
    for (int32_t round = 0; round < 40; round++) {
      subtours_make(x, 2 + round % 14);
      for (int32_t u = 0; u < x->move.tours && x->move.tours > 1; u++) subtour_check(x, u);
    }
    joins += x->joins;
    left_out += x->left_out;
    wraps += x->wraps;
    search_close(x);
    instance_free(inst);
  }
  printf("# joins %lld, cities left out %lld, segments across position 0 %lld\n", (long long)joins,
         (long long)left_out, (long long)wraps);
  CU_ASSERT(joins > 2000 && left_out > 10000 && wraps > 500);
}

static const HarnessTest tests[] = {TEST(same_join), {NULL, NULL}};

int main(void) { return harness_run("recombine_join", tests); }
