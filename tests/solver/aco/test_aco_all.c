/* Colonies with trails on all pairs of cities against the published formulas in doubles (tests/oracle/oracle_ant_system.c), iteration by
 * iteration: the same tours from the same draws, and the same trails but for rounding. And what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/foraging.h"
#include "fixtures/harness.h"
#include "oracle/oracle_ant_system.h"

enum { ISLAND = 1 };
static Backend be;

/* Shares that evaporate have few bits, so that both sides have the same. */
static const struct {
  const char *name;
  AcoPlan plan;
  OracleDeposits deposits;
  double near; /* of trails, in units of what a tour leaves: largest trails and shares have 28 bits */
} cases[] = {
    {"as", {.variant = ACO_AS, .alpha = 1, .ants = 40}, ORACLE_EVERY, 1e-9},
    {"as, given trails",
     {.variant = ACO_AS, .alpha = 2, .beta = 2.5, .rho = 0.125, .ants = 9, .q = 30, .trail0 = 0.01},
     ORACLE_EVERY,
     1e-9},
    {"as, distance alone", {.variant = ACO_AS, .beta = 3, .rho = 1, .ants = 5}, ORACLE_EVERY, 1e-9},
    {"rank",
     {.variant = ACO_RANK, .alpha = 1, .rho = 0.125, .ants = 20, .elite = 6, .trails = ACO_TRAILS_ALL},
     ORACLE_RANKS,
     1e-7},
    {"more ranks than ants",
     {.variant = ACO_RANK, .alpha = 1, .rho = 0.5, .ants = 8, .elite = 50, .trails = ACO_TRAILS_ALL},
     ORACLE_RANKS,
     1e-7},
    {"mmas",
     {.variant = ACO_MMAS, .alpha = 1, .rho = 0.25, .ants = 12, .trails = ACO_TRAILS_ALL},
     ORACLE_MAX_MIN,
     1e-7}};
enum { CASES = sizeof cases / sizeof *cases, ITERATIONS = 8 };

static Plan case_plan(const Instance *inst, int k) {
  AcoPlan own = cases[k].plan;
  own.iterations = ITERATIONS;
  own.candidates = 8;
  if (!own.elite) own.elite = 6;
  Plan plan = aco_plan_make((Plan){.seed = 0x123456789abu, .islands = 3, .epoch = ITERATIONS}, own);
  CU_ASSERT_EQUAL_FATAL(solver_aco.complete(inst, backend_find("cpu"), &plan), OK);
  return plan;
}

/* Trails of `as` are in its own unit; of the others in that of the greedy tour. */
static OracleAntSystem oracle_begin(const Archipelago *a, int k) {
  const AcoPlan *p = aco_plan(a->plan);
  const double n = a->inst->n, greedy = (double)a->unit, steps = pow(p->p_best, 1 / n);
  OracleAntSystem o = {.inst = a->inst,
                       .order = a->order,
                       .seed = a->plan->seed,
                       .deposits = cases[k].deposits,
                       .island = ISLAND,
                       .ants = p->ants,
                       .ranks = p->elite,
                       .alpha = p->alpha,
                       .beta = p->beta,
                       .rho = p->rho,
                       .offset = p->variant == ACO_AS ? 0 : 0.1,
                       .q = p->variant == ACO_AS ? p->q : greedy,
                       .least = (1 - steps) / (n / 2 * steps),
                       .best_cost = INFINITY};
  double first = p->variant == ACO_AS ? p->q / (n * greedy) : 1;
  if (p->trail0 > 0) first = p->trail0;
  o.tau = malloc((size_t)(n * n) * sizeof *o.tau);
  o.best = malloc((size_t)n * sizeof *o.best);
  for (int32_t e = 0; e < a->inst->n * a->inst->n; e++) o.tau[e] = first;
  return o;
}

/* Trails in doubles: of `as` 2^40 is what an ant with the greedy tour leaves, of the others 2^52 is the largest one for it. */
static bool trails_near(const Archipelago *a, const OracleAntSystem *o, int k) {
  const int32_t n = a->inst->n;
  const double unit = o->q / (double)a->unit, share = o->deposits == ORACLE_EVERY ? 0x1p-40 : 0x1p-52;
  for (int32_t e = 0; e < n * n; e++) {
    const double found = (double)a->state.trail_all[e] * share * unit;
    if (e % (n + 1) && fabs(found - o->tau[e]) > cases[k].near * (unit + o->tau[e])) {
      printf("# edge %d, %d: expected %.15g, found %.15g\n", e / n, e % n, o->tau[e], found);
      return false;
    }
  }
  return true;
}

static void check_case(const Instance *inst, int k) {
  const Plan plan = case_plan(inst, k);
  Archipelago *a = islands_part(&solver_aco, inst, &be, &plan, (Span){ISLAND, 1});
  OracleAntSystem o = oracle_begin(a, k);
  bool same = true;
  for (uint32_t t = 0; t < ITERATIONS && same; t++) {
    Progress progress;
    CU_ASSERT_EQUAL_FATAL(solver_aco.advance(a, 1, &progress), OK);
    oracle_ant_system_iterate(&o, t);
    same = trails_near(a, &o, k) && (double)a->state.colony->best == o.best_cost &&
           memcmp(a->state.best, o.best, (size_t)inst->n * sizeof *o.best) == 0;
    if (!same) printf("# %s, %d cities: iteration %u\n", cases[k].name, inst->n, t);
  }
  CU_ASSERT(same);
  free(o.tau);
  free(o.best);
  solver_aco.destroy(a);
}

static void oracle(void) {
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  Instance *const all[] = {climbing_instance(METRIC_EUC_2D, 42, 1000, 0, 5),
                           climbing_instance(METRIC_EXPLICIT, 20, 1000, 0, 6),
                           climbing_instance(METRIC_CEIL_2D, 100, 1e5, 0, 7)};
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < CASES; k++) check_case(all[i], k);
    instance_free(all[i]);
  }
  be.ops->close(&be);
}

/* ---- plans ---- */

static void completed(int32_t n, AcoPlan own, Status expected, const char *message) {
  const Instance inst = {.problem = &problem_tsp, .n = n};
  Plan plan = aco_plan_make((Plan){0}, own);
  status_clear();
  CU_ASSERT_EQUAL(solver_aco.complete(&inst, backend_find("cpu"), &plan), expected);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), message));
  status_clear();
}

static void refused(void) {
  const AcoPlan as = {.variant = ACO_AS}, rank = {.variant = ACO_RANK, .trails = ACO_TRAILS_ALL};
  completed(4096, as, OK, "");
  completed(4097, as, ERR_USAGE, "--trails all: expected at most 4096 cities, found 4097: memory");
  completed(4097, rank, ERR_USAGE, "--trails all: expected at most 4096");
  completed(100, (AcoPlan){.variant = ACO_AS, .trails = ACO_TRAILS_CANDIDATES}, ERR_USAGE,
            "--trails: expected all with --variant as");
  completed(100, (AcoPlan){.variant = ACO_FOCUSED, .trails = ACO_TRAILS_ALL}, ERR_USAGE,
            "--trails: expected candidates with --variant focused");
}

static void defaults(void) {
  const Instance inst = {.problem = &problem_tsp, .n = 300};
  Plan plan = aco_plan_make((Plan){0}, (AcoPlan){.variant = ACO_AS, .search = ACO_SEARCH_AUTO}),
       other = aco_plan_make((Plan){0}, (AcoPlan){.variant = ACO_MMAS, .search = ACO_SEARCH_AUTO});
  CU_ASSERT(solver_aco.complete(&inst, backend_find("cpu"), &plan) == OK &&
            solver_aco.complete(&inst, backend_find("cpu"), &other) == OK);
  const AcoPlan *as = aco_plan(&plan), *mmas = aco_plan(&other);
  CU_ASSERT(as->ants == 300 && as->beta == 5 && as->rho == 0.5 && as->q == 100 && as->trail0 == 0);
  CU_ASSERT(as->search == ACO_SEARCH_NONE && as->trails == ACO_TRAILS_ALL);
  CU_ASSERT(mmas->search == ACO_SEARCH_TWO_OPT && mmas->trails == ACO_TRAILS_CANDIDATES);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(oracle), TEST(refused), TEST(defaults), {NULL, NULL}};
  return harness_run("aco_all", tests);
}
