/* The plan of the "ils" solver (src/solver/ils/ils_plan.c): defaults and refusals. Its schedule: test_ils_schedule.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/kicking.h"
#include "search/candidates/tour_image.h"

static void plans(void) {
  const BackendOps *cpu = backend_find("cpu");
  Instance *inst = kicking_case(12), *tiny = kicking_case(3);
  Plan plan = kicking_plan(0, 0, 0, 0), timed = plan, bad;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &plan), OK);
  CU_ASSERT(plan.islands == 1 && ils_plan(&plan)->tours == 1 && ils_plan(&plan)->kicks == 100 &&
            plan.epoch == 10);
  CU_ASSERT_EQUAL(solver_ils.epochs(&plan), 10);
  CU_ASSERT_EQUAL(solver_ils.budget(&plan), 300 * 100);
  Plan twice = plan;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &twice), OK);
  CU_ASSERT_EQUAL(memcmp(&twice, &plan, sizeof plan), 0);
  timed.time_s = 1;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &timed), OK);
  CU_ASSERT(ils_plan(&timed)->kicks == 0 && solver_ils.epochs(&timed) == EPOCHS_OPEN &&
            solver_ils.budget(&timed) == 0);
  CU_ASSERT_EQUAL(timed.epoch, 6);
  ils_plan_edit(&timed)->kicks = 7; /* a budget comes before the clock */
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &timed), OK);
  CU_ASSERT_EQUAL(solver_ils.epochs(&timed), 2);
  Plan tours = kicking_plan(4, 6, 1, 1);
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &tours), OK);
  CU_ASSERT(ils_plan(&tours)->group == 2 && ils_plan(&tours)->tours == 6 &&
            solver_ils.budget(&tours) == 8 * 300);
  Plan meeting = ils_plan_make((Plan){0}, (IlsPlan){.candidates = 7}), open = meeting;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &meeting), OK);
  CU_ASSERT(meeting.islands == 8 && ils_plan(&meeting)->crossover && ils_plan(&meeting)->group == 9 &&
            ils_plan(&meeting)->kicks == 1);
  CU_ASSERT(ils_plan(&meeting)->recombination == RECOMBINATION_EAX && ils_plan(&meeting)->temperature == 0);
  CU_ASSERT(solver_ils.epochs(&meeting) == 1 + 200 && solver_ils.budget(&meeting) == 72 * 300);
  twice = meeting;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &twice), OK);
  CU_ASSERT_EQUAL(memcmp(&twice, &meeting, sizeof twice), 0);
  twice = kicking_plan_crossover(3, 6, 2);
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &twice), OK);
  CU_ASSERT(solver_ils.epochs(&twice) == 2 + 3 * 4 && solver_ils.budget(&twice) == 6 * 300 * (2 + 4));
  open.time_s = 1;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &open), OK);
  CU_ASSERT(open.islands == 1 && ils_plan(&open)->open && !ils_plan(&open)->kicks &&
            solver_ils.epochs(&open) == EPOCHS_OPEN && !solver_ils.budget(&open));
  Plan shared = ils_plan_make((Plan){.time_s = 1, .ranks = 4}, (IlsPlan){.candidates = 7});
  CU_ASSERT(solver_ils.complete(inst, cpu, &shared) == OK && shared.islands == 4 &&
            ils_plan(&shared)->group == 17);
  CU_ASSERT_EQUAL(ils_plan(&shared)->recombination, RECOMBINATION_EAX);
  Plan alone = ils_plan_make((Plan){0}, (IlsPlan){.candidates = 7, .tours = 1});
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &alone), OK);
  CU_ASSERT(!ils_plan(&alone)->crossover && ils_plan(&alone)->recombination == RECOMBINATION_NONE &&
            ils_plan(&alone)->kicks == 100);
  Plan none = kicking_plan(0, 0, 0, 0);
  none.time_s = 1;
  CU_ASSERT_EQUAL(solver_ils.complete(tiny, cpu, &none), OK);
  CU_ASSERT(solver_ils.epochs(&none) == 1 && solver_ils.budget(&none) == 0);
#define REFUSED(edit, wrong, word)                                                                           \
  bad = plan, edit = wrong, status_clear();                                                                  \
  CU_ASSERT(solver_ils.complete(inst, cpu, &bad) == ERR_USAGE && strstr(status_message(), word))
  REFUSED(bad.epoch, 1000000000, "--epoch");
  plan = meeting;
  REFUSED(ils_plan_edit(&bad)->kicks, 1e9, "--kicks");
#undef REFUSED
  status_clear();
  instance_free(inst);
  instance_free(tiny);
}

/* The table falls, its mean is 1, and no entry is so close to a half that another C library's logarithm could
 * round it differently. */
static void quantiles(void) {
  double mean = 0;
  for (uint32_t k = 0; k < ILS_QUANTILES; k++) {
    const double exact = -4096 * log((k + 0.5) / ILS_QUANTILES), half = exact - floor(exact) - 0.5;
    CU_ASSERT(fabs(half) > 1e-6);
    CU_ASSERT(k == 0 || ils_quantile(k) <= ils_quantile(k - 1));
    mean += ils_quantile(k) / 4096.0 / ILS_QUANTILES;
  }
  CU_ASSERT(fabs(mean - 1) < 1e-3);
}

/* Above 50,000 cities a CPU needs 50 seconds of a thread for 100,000 cities, four times as many for twice the cities. At most 16 threads count. */
static void time_decides(void) {
  static const struct {
    int32_t cities;
    double time_s;
    uint32_t threads;
    double kicks;
    bool crossover;
  } cases[] = {{50000, 0, 0, 0, true},      {100000, 0, 4, 0, false},   {100000, 50, 1, 0, true},
               {100000, 49.9, 1, 0, false}, {100000, 25, 2, 0, true},   {100000, 60, 1, 5, false},
               {100000, 60, 0, 0, false},   {200000, 199, 1, 0, false}, {200000, 200, 1, 0, true},
               {100000, 3, 16, 0, false},   {100000, 3.2, 16, 0, true}, {100000, 3, 64, 0, false},
               {50001, 12.6, 1, 0, true},   {50001, 12.4, 1, 0, false}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Instance *inst = climbing_instance(METRIC_EUC_2D, cases[k].cities, 1e6, 0, 1);
    const Plan common = {.time_s = cases[k].time_s, .ranks = 1, .threads = cases[k].threads};
    Plan plan = ils_plan_make(common, (IlsPlan){.candidates = 7, .kicks = cases[k].kicks});
    CU_ASSERT_EQUAL(solver_ils.complete(inst, backend_find("cpu"), &plan), OK);
    CU_ASSERT_EQUAL(ils_plan(&plan)->crossover, cases[k].crossover);
    CU_ASSERT_EQUAL(ils_plan(&plan)->recombination,
                    cases[k].crossover ? RECOMBINATION_EAX : RECOMBINATION_NONE);
    instance_free(inst);
  }
}

/* A backend like a wide GPU's. *kernels: its own. */
static BackendOps wide_backend(IlsKernels *kernels) {
  BackendOps wide = *backend_find("cpu");
  *kernels = *wide.ils;
  kernels->usual = 4224;
  kernels->crossover_cities = 20000000;
  wide.ils = kernels;
  return wide;
}

/* As many populations side by side as a wide processor has capacity for, if only the clock decides. */
static void islands_isolated(void) {
  IlsKernels kernels;
  const BackendOps wide = wide_backend(&kernels);
  Instance *inst = kicking_case(12);
  const struct {
    Plan plan;
    IlsPlan own;
    Recombination how;
    uint32_t group, islands;
  } cases[] = {{{.time_s = 1, .ranks = 4}, {.candidates = 7}, RECOMBINATION_ISOLATED, 67, 28},
               {{.time_s = 1, .ranks = 1}, {.candidates = 7}, RECOMBINATION_ISOLATED, 67, 7},
               {{.time_s = 1, .ranks = 4, .islands = 3}, {.candidates = 7}, RECOMBINATION_ISOLATED, 67, 3},
               {{.time_s = 1, .ranks = 3, .islands = 4}, {.candidates = 7}, RECOMBINATION_EAX, 17, 4},
               {{.time_s = 1, .ranks = 4, .islands = 1}, {.candidates = 7}, RECOMBINATION_EAX, 67, 1},
               {{.time_s = 1, .ranks = 4}, {.candidates = 7, .kicks = 1}, RECOMBINATION_EAX, 9, 8},
               {{.ranks = 4}, {.candidates = 7}, RECOMBINATION_EAX, 9, 8},
               {{.time_s = 1, .ranks = 4}, {.candidates = 7, .tours = 80}, RECOMBINATION_EAX, 20, 4},
               {{.time_s = 1, .ranks = 4},
                {.candidates = 7, .recombination = RECOMBINATION_EAX},
                RECOMBINATION_EAX,
                17,
                4},
               {{0},
                {.candidates = 7, .tours = 80, .recombination = RECOMBINATION_ISOLATED},
                RECOMBINATION_ISOLATED,
                10,
                8}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Plan plan = ils_plan_make(cases[k].plan, cases[k].own), twice;
    CU_ASSERT_EQUAL(solver_ils.complete(inst, &wide, &plan), OK);
    CU_ASSERT(ils_plan(&plan)->crossover && ils_plan(&plan)->recombination == cases[k].how &&
              ils_plan(&plan)->group == cases[k].group);
    CU_ASSERT_EQUAL(plan.islands, cases[k].islands);
    if (ils_plan(&plan)->recombination == RECOMBINATION_ISOLATED)
      CU_ASSERT_EQUAL(ils_plan(&plan)->tours, ils_plan(&plan)->group * plan.islands);
    twice = plan;
    CU_ASSERT_EQUAL(solver_ils.complete(inst, &wide, &twice), OK);
    CU_ASSERT_EQUAL(memcmp(&twice, &plan, sizeof plan), 0);
  }
  instance_free(inst);
}

/* Large instances have few tours, but these fill a processor: one population runs at a time, of all ranks if its tours are large.
 * `room`, the free memory, limits the tours. */
static void islands_large(void) {
  IlsKernels kernels;
  const BackendOps wide = wide_backend(&kernels);
  const struct {
    uint32_t n, ranks, islands, tours, how;
    uint64_t room;
  } cases[] = {{1000, 1, 3, 155, RECOMBINATION_ISOLATED, 0},
               {1000, 1, 3, 155, RECOMBINATION_ISOLATED, 80000000000},
               {20000, 1, 1, 2530, RECOMBINATION_EAX, 80000000000},
               {50000, 2, 2, 2400, RECOMBINATION_ISOLATED, 0},
               {50000, 1, 1, 6000, RECOMBINATION_EAX, 80000000000},
               {50001, 2, 2, 2399, RECOMBINATION_EAX, 0},
               {1000000, 3, 3, 120, RECOMBINATION_EAX, 0},
               {1000000, 3, 3, 600, RECOMBINATION_EAX, 80000000000},
               {1000000, 1, 1, 100, RECOMBINATION_EAX, 6000000000},
               {1000000, 1, 1, 12, RECOMBINATION_EAX, 1}},
    *c = cases;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++, c++) {
    Instance *inst = climbing_instance(METRIC_EUC_2D, (int32_t)c->n, 1e6, 0, 1);
    Plan plan =
        ils_plan_make((Plan){.time_s = 1, .ranks = c->ranks, .room = c->room}, (IlsPlan){.candidates = 7});
    CU_ASSERT_EQUAL(solver_ils.complete(inst, &wide, &plan), OK);
    CU_ASSERT(plan.islands == c->islands && ils_plan(&plan)->recombination == c->how);
    CU_ASSERT_EQUAL(ils_plan(&plan)->group, c->tours);
    instance_free(inst);
  }
}

/* A directed instance has as many tours as another of its cities if the clock ends the run, else as many as its image's nodes ask for. */
static void tours_of_cities(void) {
  Instance *inst = kicking_case(21);
  Plan plan = ils_plan_make((Plan){.time_s = 1}, (IlsPlan){.candidates = 7}), all = plan;
  CU_ASSERT(tour_has_image(inst) && tour_nodes(inst) >= 2 * inst->n && inst->n >= 100);
  CU_ASSERT_EQUAL(solver_ils.complete(inst, backend_find("cpu"), &plan), OK);
  CU_ASSERT(plan.islands == 1 && ils_plan(&plan)->tours == 30 + (uint32_t)inst->n / 8);
  all.time_s = 0;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, backend_find("cpu"), &all), OK);
  CU_ASSERT_EQUAL(ils_plan(&all)->tours, 30 + (uint32_t)tour_nodes(inst) / 8);
  instance_free(inst);
}

static const HarnessTest tests[] = {
    TEST(plans),         TEST(quantiles),       TEST(time_decides), TEST(islands_isolated),
    TEST(islands_large), TEST(tours_of_cities), {NULL, NULL}};

int main(void) { return harness_run("ils_plan", tests); }
