/* The kernels of slack induction by string removals on CUDA against those of the CPU, bit for bit. */
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/ruining.h"

enum { SEEDS = 3, SLICES = 3, WIDTHS = 4, FREE = ROUTES_UNLIMITED };
static const int32_t widths[WIDTHS] = {1, 4, 16, 32};
static const uint32_t slices[SLICES] = {1, 40, 400};
static Backend cpu, cuda;

static bool backends_open(void) {
  cpu = (Backend){.ops = backend_find("cpu")}, cuda = (Backend){.ops = backend_find("cuda")};
  if (!cuda.ops || cuda.ops->devices() == 0) {
    harness_skip("no device");
    return false;
  }
  CU_ASSERT_EQUAL_FATAL(cpu.ops->open(&cpu, 0, 4), OK);
  CU_ASSERT_EQUAL_FATAL(cuda.ops->open(&cuda, 0, 1), OK);
  return true;
}

static void backends_close(void) { cpu.ops->close(&cpu), cuda.ops->close(&cuda); }

static bool agree(const Ruin *a, const Ruin *b) {
  const size_t genes = a->plan.chains * (size_t)a->inst->n * sizeof *a->now.gene,
               costs = a->count * sizeof *a->now.cost;
  return memcmp(a->now.cost, b->now.cost, costs) == 0 && memcmp(a->kept.cost, b->kept.cost, costs) == 0 &&
         memcmp(a->now.gene, b->now.gene, genes) == 0 && memcmp(a->kept.gene, b->kept.gene, genes) == 0;
}

/* Has the device room for whole solutions? */
static bool fits(const RouteCase *one, RuinPlan plan) {
  const RouteData data = route_data_of(one->inst);
  const int32_t slots = one->nodes - one->inst->n + 8;
  return one->inst->n <= cuda.ops->sisr->part_most(&cuda, &data, plan.width, slots);
}

static void check_case(const char *name, const RouteCase *one, RuinPlan plan) {
  Ruin want = ruin_make(&cpu, one->inst, one->tour, one->nodes, plan),
       got = ruin_make(&cuda, one->inst, one->tour, one->nodes, plan);
  bool same = true;
  uint64_t first = plan.seed;
  for (int k = 0; k < SLICES && same; first += slices[k++]) {
    ruin_advance(&want, first % 1000, slices[k]), ruin_advance(&got, first % 1000, slices[k]);
    ruin_get(&want), ruin_get(&got);
    same = agree(&want, &got);
    if (!same)
      printf("# %s, seed %llu, %d proposals, %u parts: slice %d\n", name, (unsigned long long)plan.seed,
             plan.width, plan.parts, k);
  }
  CU_ASSERT(same);
  ruin_free(&want), ruin_free(&got);
}

static void small_ones(void) {
  if (!backends_open()) return;
  for (ROUTE_PLANS(plan))
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      RouteCase one = route_case_make(plan, seed);
      check_case(plan->name, &one, ruin_plan_of(seed, widths[seed % WIDTHS]));
      route_case_free(&one);
    }
  backends_close();
}

static void larger_ones(void) {
  if (!backends_open()) return;
  for (RUIN_CASES(plan))
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      RouteCase one = ruin_case_make(plan, seed);
      for (int w = 0; w < WIDTHS; w++)
        if (fits(&one, ruin_plan_of(seed, widths[w])))
          check_case(plan->route.name, &one, ruin_plan_of(seed, widths[w]));
      route_case_free(&one);
    }
  backends_close();
}

/* Whole solutions of sizes at which kernels keep other things in their fast memory. */
static void sizes(void) {
  static const int32_t customers[] = {200, 400, 700, 1100, 1600, 2500};
  if (!backends_open()) return;
  for (size_t k = 0; k < sizeof customers / sizeof *customers; k++) {
    const RoutePlan size = {
        "sizes", ROUTES_PLANE, customers[k], customers[k] / 11, 10, FREE, 0, 0, FLEET_FREE, 0, 0};
    RouteCase one = route_case_make(&size, 1);
    RuinPlan plan = ruin_plan_of(k % 2, 16);
    plan.parts = 1;
    if (fits(&one, plan)) check_case(size.name, &one, plan);
    route_case_free(&one);
  }
  backends_close();
}

int main(void) {
  static const HarnessTest tests[] = {TEST(small_ones), TEST(larger_ones), TEST(sizes), {NULL, NULL}};
  return harness_run("sisr_twins", tests);
}
