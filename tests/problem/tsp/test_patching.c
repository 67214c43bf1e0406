/* Assignments of matrices with few entries (tsp_bounds.h), and tours that are made of assignments (tsp_bounds.h). */
#include <stdio.h>
#include <stdlib.h>
#include "fixtures/directing.h"
#include "fixtures/harness.h"
#include "problem/judge.h"
#include "problem/tsp/bounds/tsp_bounds.h"
#include "problem/tsp/metric.h"
#include "rng.h"

enum { MOST = 400 };

/* Rows of some of the instance's arcs, `width` or more of each city; those of the assignment among them, if it is given. */
typedef struct Rows {
  SparseEntries entries;
  int32_t *first, *column;
  int64_t *cost;
} Rows;

static Rows rows_make(const Instance *inst, uint32_t width, uint64_t seed, const Assignment *with) {
  const int32_t n = inst->n;
  Rows r = {.first = calloc((size_t)n + 1, sizeof(int32_t)),
            .column = malloc((size_t)n * (size_t)n * sizeof(int32_t)),
            .cost = malloc((size_t)n * (size_t)n * sizeof(int64_t))};
  int32_t count = 0;
  for (int32_t a = 0; a < n; a++) {
    for (int32_t b = 0; b < n; b++) {
      const RngStream s = {seed, (uint32_t)a, (uint32_t)b, RNG_EDGE};
      const bool has = rng_below(s, 0, (uint32_t)n) < width || (with && with->to[a] == b);
      if (a != b && has) {
        r.cost[count] = metric_cities(tsp_of(inst), a, b);
        r.column[count++] = b;
      }
    }
    r.first[a + 1] = count;
  }
  r.entries = (SparseEntries){n, r.first, r.column};
  return r;
}

static void rows_free(Rows *r) {
  free(r->first);
  free(r->column);
  free(r->cost);
}

/* The least sum by trying every assignment; INT64_MAX: there is none. */
static int64_t cheapest(const Rows *r, int32_t row, uint32_t used) {
  int64_t least = INT64_MAX;
  if (row == r->entries.n) return 0;
  for (int32_t k = r->first[row]; k < r->first[row + 1]; k++) {
    if (used >> r->column[k] & 1) continue;
    const int64_t rest = cheapest(r, row + 1, used | 1u << r->column[k]);
    if (rest < INT64_MAX && rest + r->cost[k] < least) least = rest + r->cost[k];
  }
  return least;
}

/* The sum of an assignment, which is checked. */
static int64_t assigned(const Rows *r, const int32_t *column) {
  char seen[MOST] = {0};
  int64_t sum = 0;
  for (int32_t a = 0; a < r->entries.n; a++) {
    int32_t k = r->first[a];
    while (k < r->first[a + 1] && r->column[k] != column[a]) k++;
    CU_ASSERT_FATAL(k < r->first[a + 1] && !seen[column[a]]);
    seen[column[a]] = 1;
    sum += r->cost[k];
  }
  return sum;
}

static void few_entries(void) {
  int none = 0, some = 0;
  for (int32_t n = 2; n <= 7; n++)
    for (uint64_t seed = 0; seed < 60; seed++) {
      Instance *inst = directing_instance(n, seed % 2 ? 10 : DIRECTED_MAX, seed % 3 ? 0 : 3, seed);
      Rows r = rows_make(inst, 1 + (uint32_t)seed % 5, seed, NULL);
      int32_t column[8];
      const int64_t least = cheapest(&r, 0, 0);
      const Status status = sparse_assignment(&r.entries, r.cost, column);
      CU_ASSERT_EQUAL(status, least < INT64_MAX ? OK : ERR_FORMAT);
      if (status == OK) CU_ASSERT_EQUAL(assigned(&r, column), least);
      status == OK ? some++ : none++;
      status_clear();
      rows_free(&r);
      instance_free(inst);
    }
  CU_ASSERT(none > 50 && some > 50);
}

/* With all entries it is the cheapest assignment; with few, those of that among them, too. */
static void many_entries(void) {
  static const int32_t most[] = {4, 100, 1000000, DIRECTED_MAX};
  for (uint64_t seed = 0; seed < 8; seed++) {
    const int32_t n = MOST - 30 * (int32_t)seed;
    Instance *inst = directing_instance(n, most[seed % 4], seed < 4 ? 0 : 3, seed);
    const Assignment *found;
    int32_t column[MOST];
    CU_ASSERT_EQUAL_FATAL(tsp_assignment(inst, &found), OK);
    Rows all = rows_make(inst, (uint32_t)n, seed, NULL), few = rows_make(inst, 5, seed, found);
    CU_ASSERT_EQUAL(assigned(&all, found->to), found->total);
    CU_ASSERT_EQUAL_FATAL(sparse_assignment(&all.entries, all.cost, column), OK);
    CU_ASSERT_EQUAL(assigned(&all, column), found->total);
    CU_ASSERT_EQUAL_FATAL(sparse_assignment(&few.entries, few.cost, column), OK);
    CU_ASSERT_EQUAL(assigned(&few, column), found->total);
    rows_free(&all);
    rows_free(&few);
    instance_free(inst);
  }
}

/* ---- patches ---- */

static int64_t cost_of(const Instance *inst, const int32_t *next) {
  int64_t sum = 0;
  for (int32_t a = 0; a < inst->n; a++) sum += metric_cities(tsp_of(inst), a, next[a]);
  return sum;
}

/* Two cycles: the cheapest of all patches, where lists have all arcs and where they have none. */
static void joins_two(void) {
  for (uint64_t seed = 0; seed < 40; seed++) {
    const int32_t n = 4 + (int32_t)seed % 5, split = 2 + (int32_t)seed % (n - 3);
    Instance *inst = directing_instance(n, seed % 2 ? 30 : DIRECTED_MAX, 0, seed);
    int64_t least = INT64_MAX;
    int32_t two[9], next[9], cycles;
    for (int32_t a = 0; a < n; a++) {
      if (a + 1 == split)
        two[a] = 0;
      else if (a + 1 == n)
        two[a] = split;
      else
        two[a] = a + 1;
    }
    for (int32_t a = 0; a < split; a++)
      for (int32_t b = split; b < n; b++) {
        for (int32_t c = 0; c < n; c++) {
          if (c == a)
            next[c] = two[b];
          else if (c == b)
            next[c] = two[a];
          else
            next[c] = two[c];
        }
        const int64_t cost = cost_of(inst, next);
        least = cost < least ? cost : least;
      }
    for (uint32_t width = 0; width <= (uint32_t)n; width += (uint32_t)n) {
      Rows r = rows_make(inst, width, seed, NULL);
      for (int32_t c = 0; c < n; c++) next[c] = two[c];
      CU_ASSERT_EQUAL(patching_join(tsp_of(inst), &r.entries, next), OK);
      CU_ASSERT(patching_cycles(n, next, &cycles) == OK && cycles == 1);
      CU_ASSERT_EQUAL(cost_of(inst, next), least);
      rows_free(&r);
    }
    instance_free(inst);
  }
}

/* The cost of the tour that `next` is. */
static int64_t judged(const Instance *inst, const int32_t *next) {
  int32_t tour[MOST];
  int64_t cost = -1;
  for (int32_t k = 0, a = 0; k < inst->n; k++, a = next[a]) tour[k] = a;
  CU_ASSERT_EQUAL(judge_solution(inst, tour, &cost), OK);
  return cost;
}

/* Many cycles: pairs of cities, with few arcs listed. */
static void joins_many(void) {
  for (uint64_t seed = 0; seed < 6; seed++) {
    const int32_t n = 60 + 60 * (int32_t)seed;
    Instance *inst = directing_instance(n, 1000000, seed % 2 ? 4 : 0, seed);
    const Assignment *found;
    int32_t next[MOST], cycles;
    CU_ASSERT_EQUAL_FATAL(tsp_assignment(inst, &found), OK);
    Rows r = rows_make(inst, (uint32_t)seed % 3 * 2, seed, found);
    for (int32_t a = 0; a < n; a++) next[a] = a ^ 1;
    const int64_t before = cost_of(inst, next);
    CU_ASSERT(patching_cycles(n, next, &cycles) == OK && cycles == n / 2);
    CU_ASSERT_EQUAL_FATAL(patching_join(tsp_of(inst), &r.entries, next), OK);
    CU_ASSERT(judged(inst, next) == cost_of(inst, next) &&
              judged(inst, next) < before); /* patches of random arcs gain */
    for (int32_t a = 0; a < n; a++) next[a] = found->to[a];
    CU_ASSERT_EQUAL_FATAL(patching_join(tsp_of(inst), &r.entries, next), OK);
    CU_ASSERT(judged(inst, next) >= found->total);
    rows_free(&r);
    instance_free(inst);
  }
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(few_entries), TEST(many_entries), TEST(joins_two), TEST(joins_many), {NULL, NULL}};
  return harness_run("patching", tests);
}
