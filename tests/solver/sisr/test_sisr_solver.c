/* The solver "sisr" (src/solver/sisr/sisr.c): slices, states that are saved and loaded, states that are refused, champions, tournaments. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/sisr_islands.h"
#include "oracle/oracle_sisr.h"

/* ---- a run ---- */

static void islands_exchange(Archipelago *a) {
  char *migrant = malloc(solver_sisr.migrant_bytes(a));
  CU_ASSERT_EQUAL(solver_sisr.emigrate(a, migrant), OK);
  CU_ASSERT_EQUAL(solver_sisr.immigrate(a, migrant), OK);
  free(migrant);
}

/* All epochs in slices of `steps`; legs: saved and loaded after each. Its end as fields. */
static FieldSet run_of(const Instance *inst, const Plan *plan, uint32_t steps, bool legs) {
  Archipelago *a = sisr_started(inst, plan, NULL);
  for (uint32_t epoch = 0; epoch < solver_sisr.epochs(plan); epoch++) {
    Progress progress = {.epoch_done = false};
    if (epoch) islands_exchange(a);
    if (epoch) CU_ASSERT_EQUAL(solver_sisr.begin(a, epoch), OK);
    while (!progress.epoch_done) {
      CU_ASSERT_EQUAL_FATAL(solver_sisr.advance(a, steps, &progress), OK);
      if (legs) a = sisr_again(a, epoch);
    }
    sisr_champions_check(a);
  }
  FieldSet fields = {0};
  CU_ASSERT_EQUAL(solver_sisr.save(a, &fields), OK);
  solver_sisr.destroy(a);
  return fields;
}

static void check_same(FieldSet *one, FieldSet *two) {
  CU_ASSERT_EQUAL_FATAL(one->count, two->count);
  for (int k = 0; k < one->count; k++) {
    const Field *a = &one->field[k], *b = &two->field[k];
    CU_ASSERT(strcmp(a->name, b->name) == 0 && a->rows == b->rows && a->columns == b->columns);
    CU_ASSERT_EQUAL(memcmp(a->data, b->data, a->rows * a->columns * dtype_bytes(a->dtype)), 0);
  }
  fieldset_free(two);
}

/* ---- one answer ---- */

static void check_plan(const Instance *inst, uint32_t part, uint32_t generations) {
  const Plan plan = sisr_population_plan(inst, part, 5, generations);
  FieldSet want = run_of(inst, &plan, UINT32_MAX / 8, false);
  for (uint32_t steps = 1; steps <= 4; steps += 3) {
    FieldSet slices = run_of(inst, &plan, steps, false), legs = run_of(inst, &plan, steps, true);
    check_same(&want, &slices);
    check_same(&want, &legs);
  }
  fieldset_free(&want);
}

static void slices_and_legs(void) {
  for (SISR_CASES(size)) {
    RouteCase one = ruin_case_make(size, 2);
    check_plan(one.inst, 0, 1);
    check_plan(one.inst, 40, 1);
    check_plan(one.inst, 0, 3);
    check_plan(one.inst, 40, 2);
    route_case_free(&one);
  }
}

/* It gets no worse than its start, and better where there is room. */
static void improves(void) {
  for (SISR_CASES(size)) {
    RouteCase one = ruin_case_make(size, 1);
    const Plan plan = sisr_plan_for(one.inst, 0, 12);
    Archipelago *a = sisr_started(one.inst, &plan, NULL);
    const int64_t start = a->cost[0];
    Progress progress = {.epoch_done = false};
    for (uint32_t epoch = 0; epoch < 12; epoch++) {
      if (epoch) CU_ASSERT_EQUAL(solver_sisr.begin(a, epoch), OK);
      CU_ASSERT_EQUAL(solver_sisr.advance(a, 1 << 20, &progress), OK);
      CU_ASSERT(progress.epoch_done);
    }
    CU_ASSERT(progress.best <= start && (progress.best < start || size > sisr_cases));
    solver_sisr.destroy(a);
    route_case_free(&one);
  }
}

static void one_customer(void) {
  const RoutePlan plan = {"one", ROUTES_PLANE, 1, 1, 0, ROUTES_UNLIMITED, 0, 0, FLEET_EXACTLY, 0, 0};
  RouteCase one = route_case_make(&plan, 1);
  const Plan made = sisr_plan_for(one.inst, 0, 3);
  FieldSet fields = run_of(one.inst, &made, 1, true);
  fieldset_free(&fields);
  route_case_free(&one);
}

/* Chain i goes on from the cheaper of its solution and its partner's. */
static void tournaments(void) {
  RouteCase one = ruin_case_make(&sisr_cases[0], 2);
  const Plan plan = sisr_plan_for(one.inst, 0, 5);
  Archipelago *a = sisr_started(one.inst, &plan, NULL);
  Progress progress;
  CU_ASSERT_EQUAL(solver_sisr.advance(a, 1 << 20, &progress), OK);
  CU_ASSERT(a->cost[0] != a->cost[1] && a->cost[2] != a->cost[3]);
  const int64_t first = a->cost[0] < a->cost[1] ? a->cost[0] : a->cost[1],
                second = a->cost[2] < a->cost[3] ? a->cost[2] : a->cost[3];
  CU_ASSERT_EQUAL(solver_sisr.begin(a, 2), OK);
  CU_ASSERT(a->cost[0] == first && a->cost[1] == first && a->cost[2] == second && a->cost[3] == second);
  for (uint32_t c = 0; c < 4; c++)
    CU_ASSERT_EQUAL(oracle_sisr_cost(one.inst, a->now.gene + c * (size_t)one.inst->n, one.inst->n),
                    a->cost[c]);
  solver_sisr.destroy(a);
  route_case_free(&one);
}

/* ---- states that are no states ---- */

static FieldSet state_of(const Instance *inst, const Plan *plan) {
  Archipelago *a = sisr_started(inst, plan, NULL);
  FieldSet fields = {0};
  Progress progress;
  CU_ASSERT_EQUAL(solver_sisr.advance(a, 2, &progress), OK);
  CU_ASSERT_EQUAL_FATAL(solver_sisr.save(a, &fields), OK);
  solver_sisr.destroy(a);
  return fields;
}

#define REFUSED(what, value, says)                                                                           \
  do {                                                                                                       \
    const __typeof__(what) was = what;                                                                       \
    what = value, sisr_load_refused(one.inst, &plan, 0, &fields, says), what = was;                          \
  } while (0)

static void numbers_are_refused(void) {
  RouteCase one = ruin_case_make(&sisr_cases[0], 2);
  const Plan plan = sisr_plan_for(one.inst, 40, 5);
  FieldSet fields = state_of(one.inst, &plan);
  uint32_t *rounds = sisr_field(&fields, "rounds_done");
  double *share = sisr_field(&fields, "share"), *unit = sisr_field(&fields, "temperature_unit");
  CU_ASSERT(rounds[0] == 16 || rounds[0] == sisr_rounds(one.inst, &plan));
  REFUSED(rounds[0], sisr_rounds(one.inst, &plan) + 1, "field rounds_done: expected at most");
  REFUSED(share[0], -0.5, "field share: expected 0 to 1, found -0.5");
  REFUSED(share[0], 0.0 / 0.0, "field share: expected 0 to 1");
  REFUSED(unit[0], 1e13, "field temperature_unit: expected 0 to 1e12, found 1e+13");
  REFUSED(unit[0], -1, "field temperature_unit: expected 0 to 1e12, found -1");
  fieldset_free(&fields);
  route_case_free(&one);
}

static void parts_are_refused(void) {
  RouteCase one = ruin_case_make(&sisr_cases[0], 2);
  const Plan plan = sisr_plan_for(one.inst, 40, 5);
  FieldSet fields = state_of(one.inst, &plan);
  int32_t *parts = sisr_field(&fields, "chain_parts"), *gene = sisr_field(&fields, "chain_gene"),
          *kept = sisr_field(&fields, "chain_kept");
  static const char whole[] = "field chain_parts, chain 0: expected parts of whole routes";
  CU_ASSERT_FATAL(parts[0] > 1 && parts[3] > 1);
  REFUSED(parts[0], 0, whole);
  REFUSED(parts[0], -1, whole);
  REFUSED(parts[0], INT32_MAX, whole);
  REFUSED(parts[0], parts[0] + 1, whole); /* a route in two parts */
  REFUSED(parts[1], -1, whole);
  REFUSED(parts[1], one.inst->n, whole);
  REFUSED(parts[2], 0, whole);
  REFUSED(parts[2], INT32_MAX, whole);
  REFUSED(parts[2], -1, whole);
  REFUSED(gene[1], gene[0], "field chain_gene, chain 0: expected a solution, found: ");
  REFUSED(gene[0], -gene[0], "field chain_gene, chain 0: expected a solution, found: ");
  REFUSED(kept[0], 0, "field chain_kept, chain 0: expected a solution, found: ");
  fieldset_free(&fields);
  route_case_free(&one);
}

/* Parts of one customer each until there is no room for more: of a star every customer is a whole route. */
static void too_many_parts_are_refused(void) {
  const RoutePlan star = {"star", ROUTES_PLANE, 60, 60, 0, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0};
  RouteCase one = route_case_make(&star, 2);
  CvrpInstance *cvrp = (CvrpInstance *)one.inst;
  for (int32_t c = 1; c <= one.inst->n; c++) cvrp->demand[c] = cvrp->capacity;
  const Plan plan = sisr_plan_for(one.inst, 20, 5);
  FieldSet fields = state_of(one.inst, &plan);
  int32_t *parts = sisr_field(&fields, "chain_parts"), *gene = sisr_field(&fields, "chain_gene"),
          *kept = sisr_field(&fields, "chain_kept");
  const uint32_t most = sisr_parts_most(&plan, 1);
  memcpy(kept, gene, sizeof *gene * (size_t)one.inst->n);
  for (uint32_t p = 0; p < most; p++) {
    parts[3 * p] = 1;
    parts[3 * p + 1] = 0;
    parts[3 * p + 2] = 1;
  }
  sisr_load_refused(one.inst, &plan, 0, &fields,
                    "field chain_parts, chain 0: expected 60 customers, found 8");
  fieldset_free(&fields);
  route_case_free(&one);
}

static void plans_are_refused(void) {
  RouteCase one = ruin_case_make(&sisr_cases[4], 2);
  CvrpInstance *cvrp = (CvrpInstance *)one.inst;
  Plan plan = sisr_plan_make((Plan){.seed = 1}, (SisrPlan){.hot = 0.1, .cold = 0.2});
  CU_ASSERT_EQUAL(sisr_complete(one.inst, sisr_be.ops, &plan), ERR_USAGE);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "--cold: expected at most 0.1, as --hot, found 0.2"));
  status_clear();
  plan = sisr_plan_make((Plan){.seed = 1, .islands = 1000000},
                        (SisrPlan){.chains = 1000000, .hot = 1, .cold = 1});
  CU_ASSERT_EQUAL(sisr_complete(one.inst, sisr_be.ops, &plan), ERR_USAGE);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "--chains: expected at most 5e+07 chains of 80 customers"));
  status_clear();
  plan = sisr_plan_make((Plan){.seed = 1}, (SisrPlan){.cold = 0.1, .reheat = 0.05, .generations = 2});
  CU_ASSERT_EQUAL(sisr_complete(one.inst, sisr_be.ops, &plan), ERR_USAGE);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "--reheat: expected at least 0.1, as --cold, found 0.05"));
  status_clear();
  plan =
      sisr_plan_make((Plan){.seed = 1}, (SisrPlan){.cold = 0.1, .reheat = 1, .generations = 2, .chains = 1});
  CU_ASSERT_EQUAL(sisr_complete(one.inst, sisr_be.ops, &plan), ERR_USAGE);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "--generations: expected --chains of at least 2"));
  status_clear();
  cvrp->max_duration = 1000;
  plan = sisr_plan_make((Plan){.seed = 1}, (SisrPlan){.hot = 1, .cold = 1});
  CU_ASSERT_EQUAL(sisr_complete(one.inst, sisr_be.ops, &plan), ERR_USAGE);
  CU_ASSERT_PTR_NOT_NULL(
      strstr(status_message(), "expected time windows or a limit on the duration of routes"));
  status_clear();
  route_case_free(&one);
}

/* A migrant replaces an island's dearest chain if it is cheaper, not if it costs the same. */
static void ties_of_migrants(void) {
  RouteCase one = ruin_case_make(&sisr_cases[0], 1);
  const Plan plan = sisr_plan_for(one.inst, 0, 2);
  Archipelago *a = sisr_started(one.inst, &plan, NULL);
  const size_t n = (size_t)one.inst->n, bytes = n * sizeof(int32_t);
  char *const migrant = malloc(solver_sisr.migrant_bytes(a));
  for (int64_t less = -1; less <= 1; less++) {
    const int64_t cost = a->cost[0] - less;
    int32_t *const gene = (int32_t *)(migrant + sizeof cost);
    a->cost[1] = a->cost[0];
    memcpy(migrant, &cost, sizeof cost);
    memcpy(gene, a->now.gene, bytes);
    gene[0] = a->now.gene[n - 1];
    gene[n - 1] = a->now.gene[0];
    CU_ASSERT_EQUAL(sisr_immigrate(a, migrant), OK);
    CU_ASSERT_EQUAL(memcmp(a->now.gene, gene, bytes) == 0, less > 0);
  }
  free(migrant);
  solver_sisr.destroy(a);
  route_case_free(&one);
}

int main(void) {
  sisr_be.ops = backend_find("cpu");
  if (sisr_be.ops->open(&sisr_be, 0, 2) != OK) return 1;
  static const HarnessTest tests[] = {TEST(slices_and_legs),   TEST(improves),
                                      TEST(one_customer),      TEST(tournaments),
                                      TEST(ties_of_migrants),  TEST(numbers_are_refused),
                                      TEST(parts_are_refused), TEST(too_many_parts_are_refused),
                                      TEST(plans_are_refused), {NULL, NULL}};
  const int result = harness_run("sisr_solver", tests);
  sisr_be.ops->close(&sisr_be);
  return result;
}
