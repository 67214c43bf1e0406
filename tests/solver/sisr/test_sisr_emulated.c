/* The source of the CUDA kernels of slack induction by string removals, run on the host, against those of the CPU, bit for bit: for
 * every order of threads and whatever shared memory has at first. */
#include <stdio.h>
#include <string.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/harness.h"
#include "fixtures/ruining.h"

enum { SEEDS = 3, SLICES = 3, WIDTHS = 4 };
static const int32_t widths[WIDTHS] = {1, 4, 16, 32};
static const uint32_t slices[SLICES] = {1, 20, 80};
static Backend cpu, cuda;

static bool agree(const Ruin *a, const Ruin *b) {
  const size_t genes = a->plan.chains * (size_t)a->inst->n * sizeof *a->now.gene,
               costs = a->count * sizeof *a->now.cost;
  return memcmp(a->now.cost, b->now.cost, costs) == 0 && memcmp(a->kept.cost, b->kept.cost, costs) == 0 &&
         memcmp(a->now.gene, b->now.gene, genes) == 0 && memcmp(a->kept.gene, b->kept.gene, genes) == 0;
}

static void check_case(const char *name, const RouteCase *one, RuinPlan plan, uint64_t turn) {
  emulation_turn(turn);
  Ruin want = ruin_make(&cpu, one->inst, one->tour, one->nodes, plan),
       got = ruin_make(&cuda, one->inst, one->tour, one->nodes, plan);
  bool same = true;
  uint64_t first = plan.seed;
  for (int k = 0; k < SLICES && same; first += slices[k++]) {
    const uint32_t rounds = 1 + slices[k] / (uint32_t)plan.width;
    ruin_advance(&want, first % 1000, rounds);
    ruin_advance(&got, first % 1000, rounds);
    ruin_get(&want);
    ruin_get(&got);
    same = agree(&want, &got);
    if (!same)
      printf("# %s, seed %llu, %d proposals, %u parts, turn %llu: slice %d\n", name,
             (unsigned long long)plan.seed, plan.width, plan.parts, (unsigned long long)turn, k);
  }
  CU_ASSERT(same);
  ruin_free(&want);
  ruin_free(&got);
}

static void small_ones(void) {
  uint64_t turn = 0;
  emulated_pair_open(&cpu, &cuda);
  for (ROUTE_PLANS(plan))
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      RouteCase one = route_case_make(plan, seed);
      check_case(plan->name, &one, ruin_plan_of(seed, widths[turn % WIDTHS]), turn);
      turn++;
      route_case_free(&one);
    }
  emulated_pair_close(&cpu, &cuda);
}

static void larger_ones(void) {
  uint64_t turn = 0;
  emulated_pair_open(&cpu, &cuda);
  for (RUIN_CASES(plan))
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      RouteCase one = ruin_case_make(plan, seed);
      check_case(plan->route.name, &one, ruin_plan_of(seed, widths[turn % WIDTHS]), turn);
      turn++;
      route_case_free(&one);
    }
  emulated_pair_close(&cpu, &cuda);
}

/* Whole coordinates further apart than most cases have them, rounded and truncated. */
static void wide_ones(void) {
  static const int32_t divisors[] = {1, -1};
  static const RoutePlan plan = {"wide", ROUTES_PLANE, 90, 9, 15, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0};
  emulated_pair_open(&cpu, &cuda);
  for (uint64_t k = 0; k < 4; k++) {
    RouteCase one = route_case_make(&plan, k);
    CvrpInstance *const cvrp = (CvrpInstance *)one.inst;
    cvrp->divisor = divisors[k % 2];
    for (int32_t c = 0; c <= one.inst->n; c++) {
      cvrp->x[c] *= 32;
      cvrp->y[c] = cvrp->y[c] * 31 + c;
    }
    check_case(plan.name, &one, ruin_plan_of(k % 3, widths[k % WIDTHS]), k);
    route_case_free(&one);
  }
  emulated_pair_close(&cpu, &cuda);
}

/* Parts have room for more customers than they have, and all of them together for more than shared memory has. */
static void roomy_ones(void) {
  static const RoutePlan plan = {"roomy", ROUTES_PLANE, 2600, 230, 10, ROUTES_UNLIMITED, 0,
                                 0,       FLEET_FREE,   0,    0};
  RuinPlan ruin = ruin_plan_of(1, 16);
  emulated_pair_open(&cpu, &cuda);
  RouteCase one = route_case_make(&plan, 1);
  ruin.chains = 1;
  ruin.parts = 4;
  check_case(plan.name, &one, ruin, 1);
  route_case_free(&one);
  emulated_pair_close(&cpu, &cuda);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(small_ones), TEST(larger_ones), TEST(wide_ones), TEST(roomy_ones), {NULL, NULL}};
  return harness_run("sisr_emulated", tests);
}
