/* The kernels of slack induction by string removals in plain C against those with vectors and those on CUDA, bit for bit. */
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/ruining.h"

enum { SEEDS = 3, SLICES = 3, WIDTHS = 4, FREE = ROUTES_UNLIMITED };
static const int32_t widths[WIDTHS] = {1, 4, 16, 32};
static const uint32_t slices[SLICES] = {1, 40, 400};
static const char *twin; /* "cuda", or an instruction set of the CPU */
static Backend plain, other;

static bool twin_is_cuda(void) { return strcmp(twin, "cuda") == 0; }

/* False: there is none here. */
static bool backends_open(const char *name) {
  twin = name;
  plain = (Backend){.ops = backend_find("cpu")},
  other = (Backend){.ops = backend_find(twin_is_cuda() ? name : "cpu")};
  if (twin_is_cuda() && (!other.ops || other.ops->devices() == 0)) {
    harness_skip("no device");
    return false;
  }
  if (!twin_is_cuda() && !harness_simd(twin)) return false;
  CU_ASSERT_EQUAL_FATAL(plain.ops->open(&plain, 0, 4), OK);
  CU_ASSERT_EQUAL_FATAL(other.ops->open(&other, 0, 3), OK);
  return true;
}

static void backends_close(void) {
  plain.ops->close(&plain), other.ops->close(&other);
  harness_simd(NULL);
}

static Ruin run_of(Backend *be, const char *set, const RouteCase *one, RuinPlan plan) {
  harness_simd(set);
  Ruin ruin = ruin_make(be, one->inst, one->tour, one->nodes, plan);
  uint64_t first = plan.seed % 1000;
  for (int k = 0; k < SLICES; first += slices[k++]) ruin_advance(&ruin, first, slices[k]);
  ruin_get(&ruin);
  return ruin;
}

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
  return one->inst->n <= other.ops->sisr->part_most(&other, &data, plan.width, slots);
}

static void check_case(const char *name, const RouteCase *one, RuinPlan plan) {
  Ruin want = run_of(&plain, "plain", one, plan),
       got = run_of(&other, twin_is_cuda() ? NULL : twin, one, plan);
  const bool same = agree(&want, &got);
  CU_ASSERT(same);
  if (!same)
    printf("# %s, seed %llu, %d proposals, %u parts differ\n", name, (unsigned long long)plan.seed,
           plan.width, plan.parts);
  ruin_free(&want), ruin_free(&got);
}

static void small_ones(const char *name) {
  if (!backends_open(name)) return;
  for (ROUTE_PLANS(plan))
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      RouteCase one = route_case_make(plan, seed);
      check_case(plan->name, &one, ruin_plan_of(seed, widths[seed % WIDTHS]));
      route_case_free(&one);
    }
  backends_close();
}

static void larger_ones(const char *name) {
  if (!backends_open(name)) return;
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
static void sizes(const char *name) {
  static const int32_t customers[] = {200, 400, 700, 1100, 1600};
  if (!backends_open(name)) return;
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

/* Parts have room for more customers than they have, and all of them together for more than fast memory has. */
static void roomy(const char *name) {
  static const RoutePlan size = {"roomy", ROUTES_PLANE, 2600, 2600 / 11, 10, FREE, 0, 0, FLEET_FREE, 0, 0};
  if (!backends_open(name)) return;
  RouteCase one = route_case_make(&size, 1);
  RuinPlan plan = ruin_plan_of(1, 16);
  plan.chains = 1, plan.parts = 4;
  check_case(size.name, &one, plan);
  route_case_free(&one);
  backends_close();
}

static void small_avx2(void) { small_ones("avx2"); }
static void small_avx512(void) { small_ones("avx512"); }
static void small_cuda(void) { small_ones("cuda"); }
static void larger_avx2(void) { larger_ones("avx2"); }
static void larger_avx512(void) { larger_ones("avx512"); }
static void larger_cuda(void) { larger_ones("cuda"); }
static void sizes_avx2(void) { sizes("avx2"); }
static void sizes_avx512(void) { sizes("avx512"); }
static void sizes_cuda(void) { sizes("cuda"); }
static void roomy_avx2(void) { roomy("avx2"); }
static void roomy_cuda(void) { roomy("cuda"); }

int main(void) {
  static const HarnessTest tests[] = {TEST(small_avx2),  TEST(small_avx512),  TEST(small_cuda),
                                      TEST(larger_avx2), TEST(larger_avx512), TEST(larger_cuda),
                                      TEST(sizes_avx2),  TEST(sizes_avx512),  TEST(sizes_cuda),
                                      TEST(roomy_avx2),  TEST(roomy_cuda),    {NULL, NULL}};
  return harness_run("sisr_twins", tests);
}
