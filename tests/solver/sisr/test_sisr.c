/* The kernels of slack induction by string removals: the oracle against the CPU, bit for bit. Vectors and CUDA: test_sisr_twins.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/ruining.h"
#include "oracle/oracle_sisr.h"

enum { SEEDS = 3, SLICES = 3, WIDTHS = 4 };
static const int32_t widths[WIDTHS] = {1, 4, 16, 32};
static const uint32_t slices[SLICES] = {1, 9, 30};

static Backend backend_of(const char *name, int threads) {
  Backend be = {.ops = backend_find(name)};
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, threads), OK);
  return be;
}

/* ---- the oracle ---- */

static bool same(const Ruin *ruin, const SisrSolutions *s, uint32_t p, const OracleSolution *want) {
  const size_t bytes = (size_t)ruin->part[p].customers * sizeof *want->gene;
  return s->cost[p] == want->cost && memcmp(ruin_genes(ruin, s, p), want->gene, bytes) == 0;
}

static OracleSisr oracle_part_of(const Ruin *ruin, uint32_t p) {
  const SisrPart *part = &ruin->part[p];
  return (OracleSisr){.inst = ruin->inst,
                      .seed = ruin->task.seed,
                      .chain = ruin->task.first + part->chain,
                      .part = part->number,
                      .width = ruin->plan.width,
                      .near_width = ruin->task.near_width,
                      .routes_least = part->routes_least,
                      .routes_most = part->routes_most,
                      .customers = part->customers,
                      .temperature = ruin->temperature[part->chain]};
}

/* One slice of every part by the oracle, from genes (of now and kept) and their costs. */
static void oracle_all(const Ruin *ruin, SisrSolutions *now, SisrSolutions *kept, uint64_t first,
                       uint32_t rounds) {
  for (uint32_t p = 0; p < ruin->count; p++) {
    const OracleSisr part = oracle_part_of(ruin, p);
    OracleSolution of_now = {ruin_genes(ruin, now, p), now->cost[p]},
                   of_kept = {ruin_genes(ruin, kept, p), kept->cost[p]};
    oracle_sisr(&part, first, rounds, &of_now, &of_kept);
    now->cost[p] = of_now.cost;
    kept->cost[p] = of_kept.cost;
  }
}

static SisrSolutions copy_of(const Ruin *ruin, const SisrSolutions *s) {
  const size_t genes = ruin->plan.chains * (size_t)ruin->inst->n * sizeof *s->gene,
               costs = ruin->count * sizeof *s->cost;
  SisrSolutions copy = {malloc(genes), malloc(costs)};
  memcpy(copy.gene, s->gene, genes);
  memcpy(copy.cost, s->cost, costs);
  return copy;
}

static int parts_wrong(const Ruin *ruin, const SisrSolutions *now, const SisrSolutions *kept) {
  int wrong = 0;
  for (uint32_t p = 0; p < ruin->count; p++) {
    const OracleSolution a = {ruin_genes(ruin, now, p), now->cost[p]},
                         b = {ruin_genes(ruin, kept, p), kept->cost[p]};
    wrong += !same(ruin, &ruin->now, p, &a) + !same(ruin, &ruin->kept, p, &b);
  }
  return wrong;
}

/* Rounds with numbers above 2^32, too. */
static void check_case(Backend *be, const char *name, const RouteCase *one, RuinPlan plan) {
  Ruin ruin = ruin_make(be, one->inst, one->tour, one->nodes, plan);
  SisrSolutions now = copy_of(&ruin, &ruin.now), kept = copy_of(&ruin, &ruin.kept);
  uint64_t first = plan.seed / 2 % 2 ? UINT64_C(0xfffffffc) / (uint64_t)plan.width : 3;
  for (int k = 0; k < SLICES; first += slices[k++]) {
    ruin_advance(&ruin, first, slices[k]);
    ruin_get(&ruin);
    oracle_all(&ruin, &now, &kept, first, slices[k]);
    const int wrong = parts_wrong(&ruin, &now, &kept);
    CU_ASSERT_EQUAL(wrong, 0);
    if (!wrong) continue;
    printf("# %s, seed %llu, %d proposals, %u parts: %d solutions differ after slice %d\n", name,
           (unsigned long long)plan.seed, plan.width, plan.parts, wrong, k);
    break;
  }
  free(now.gene);
  free(now.cost);
  free(kept.gene);
  free(kept.cost);
  ruin_free(&ruin);
}

static void small_ones(void) {
  Backend be = backend_of("cpu", 2);
  for (ROUTE_PLANS(plan))
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      RouteCase one = route_case_make(plan, seed);
      for (int w = 0; w < WIDTHS; w++) check_case(&be, plan->name, &one, ruin_plan_of(seed, widths[w]));
      route_case_free(&one);
    }
  be.ops->close(&be);
}

static void larger_ones(void) {
  Backend be = backend_of("cpu", 2);
  for (RUIN_CASES(plan))
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      RouteCase one = ruin_case_make(plan, seed);
      check_case(&be, plan->route.name, &one, ruin_plan_of(seed, seed == 1 ? 1 : 16));
      route_case_free(&one);
    }
  be.ops->close(&be);
}

static void small_plain(void) {
  if (harness_simd("plain")) small_ones();
  harness_simd(NULL);
}
static void larger_plain(void) {
  if (harness_simd("plain")) larger_ones();
  harness_simd(NULL);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(small_plain), TEST(larger_plain), {NULL, NULL}};
  return harness_run("sisr", tests);
}
