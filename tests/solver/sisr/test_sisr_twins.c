/* The kernels of slack induction by string removals in plain C against those with vectors and those on CUDA, bit for bit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/ruining.h"

enum { SEEDS = 3, SLICES = 3, WIDTHS = 4, FREE = ROUTES_UNLIMITED, ANSWERS_MOST = 1024 };
static const int32_t widths[WIDTHS] = {1, 4, 16, 32};
static const uint32_t slices[SLICES] = {1, 40, 400};
static const char *twin; /* "cuda", or an instruction set of the CPU */
static Backend plain, other;

static bool twin_is_cuda(void) { return strcmp(twin, "cuda") == 0; }

/* False: there is none here. */
static bool backends_open(const char *name) {
  twin = name;
  plain = (Backend){.ops = backend_find("cpu")};
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
  plain.ops->close(&plain);
  other.ops->close(&other);
  harness_simd(NULL);
}

/* What a run ends with: costs and genes, now and kept. */
typedef struct Answer {
  const RoutePlan *from;
  int32_t customers;
  RuinPlan plan;
  size_t bytes;
  char *data; /* owned */
} Answer;

/* Those of plain C, which all twins are compared with. */
static Answer answers[ANSWERS_MOST];
static int answers_count;

static Answer answer_of(const Ruin *ruin, const RoutePlan *from) {
  const size_t genes = ruin->plan.chains * (size_t)ruin->inst->n * sizeof *ruin->now.gene,
               costs = ruin->count * sizeof *ruin->now.cost;
  const struct {
    const void *from;
    size_t bytes;
  } parts[] = {
      {ruin->now.cost, costs}, {ruin->kept.cost, costs}, {ruin->now.gene, genes}, {ruin->kept.gene, genes}};
  Answer answer = {from, ruin->inst->n, ruin->plan, 0, malloc(2 * (genes + costs))};
  CU_ASSERT_PTR_NOT_NULL_FATAL(answer.data);
  for (size_t k = 0; k < sizeof parts / sizeof *parts; answer.bytes += parts[k++].bytes)
    memcpy(answer.data + answer.bytes, parts[k].from, parts[k].bytes);
  return answer;
}

static Answer run_of(Backend *be, const char *set, const RoutePlan *from, const RouteCase *one,
                     RuinPlan plan) {
  harness_simd(set);
  Ruin ruin = ruin_make(be, one->inst, one->tour, one->nodes, plan);
  uint64_t first = plan.seed % 1000;
  for (int k = 0; k < SLICES; first += slices[k++]) ruin_advance(&ruin, first, slices[k]);
  ruin_get(&ruin);
  const Answer answer = answer_of(&ruin, from);
  ruin_free(&ruin);
  return answer;
}

/* Plain C runs once for a case, whatever the number of twins. */
static const Answer *wanted_of(const RoutePlan *from, const RouteCase *one, RuinPlan plan) {
  for (const Answer *a = answers; a < answers + answers_count; a++)
    if (a->from == from && a->customers == one->inst->n && a->plan.seed == plan.seed &&
        a->plan.width == plan.width && a->plan.parts == plan.parts)
      return a;
  CU_ASSERT_FATAL(answers_count < ANSWERS_MOST);
  answers[answers_count] = run_of(&plain, "plain", from, one, plan);
  return &answers[answers_count++];
}

/* Has the device room for whole solutions? */
static bool fits(const RouteCase *one, RuinPlan plan) {
  const RouteData data = route_data_of(one->inst);
  const int32_t slots = one->nodes - one->inst->n + 8;
  return one->inst->n <= other.ops->sisr->part_most(&other, &data, plan.width, slots);
}

static void check_case(const RoutePlan *from, const RouteCase *one, RuinPlan plan) {
  const Answer *want = wanted_of(from, one, plan);
  Answer got = run_of(&other, twin_is_cuda() ? NULL : twin, from, one, plan);
  const bool same = got.bytes == want->bytes && memcmp(got.data, want->data, got.bytes) == 0;
  CU_ASSERT(same);
  if (!same)
    printf("# %s, seed %llu, %d proposals, %u parts differ\n", from->name, (unsigned long long)plan.seed,
           plan.width, plan.parts);
  free(got.data);
}

static void small_ones(const char *name) {
  if (!backends_open(name)) return;
  uint64_t turn = 0;
  for (ROUTE_PLANS(plan))
    for (uint64_t seed = 0; seed < (uint64_t)harness_slice(SEEDS); seed++) {
      RouteCase one = route_case_make(plan, seed);
      check_case(plan, &one, ruin_plan_of(seed, widths[turn++ % WIDTHS]));
      route_case_free(&one);
    }
  backends_close();
}

static void larger_ones(const char *name) {
  if (!backends_open(name)) return;
  for (RUIN_CASES(plan))
    for (uint64_t seed = 0; seed < (uint64_t)harness_slice(SEEDS); seed++) {
      RouteCase one = ruin_case_make(plan, seed);
      for (int w = 0; w < WIDTHS; w++)
        if (fits(&one, ruin_plan_of(seed, widths[w])))
          check_case(&plan->route, &one, ruin_plan_of(seed, widths[w]));
      route_case_free(&one);
    }
  backends_close();
}

/* Whole solutions of sizes at which kernels keep other things in their fast memory. */
static void sizes(const char *name) {
  static const int32_t customers[] = {200, 400, 700, 1100, 1600};
  if (!backends_open(name)) return;
  for (size_t k = 0; k < sizeof customers / sizeof *customers; k++) {
    static RoutePlan size = {"sizes", ROUTES_PLANE, 0, 0, 10, FREE, 0, 0, FLEET_FREE, 0, 0};
    size.customers = customers[k];
    size.routes = customers[k] / 11;
    RouteCase one = route_case_make(&size, 1);
    RuinPlan plan = ruin_plan_of(k % 2, 16);
    plan.parts = 1;
    if (fits(&one, plan)) check_case(&size, &one, plan);
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
  plan.chains = 1;
  plan.parts = 4;
  check_case(&size, &one, plan);
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
  const int failed = harness_run("sisr_twins", tests);
  for (int k = 0; k < answers_count; k++) free(answers[k].data);
  return failed;
}
