/* The plan of the "ils" solver (src/solver/ils/ils_plan.c): defaults, refusals, and its schedule. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/kicking.h"
#include "solver/candidates/tour_image.h"

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
  timed.timed = true;
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
  open.timed = true;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &open), OK);
  CU_ASSERT(open.islands == 1 && ils_plan(&open)->open && !ils_plan(&open)->kicks &&
            solver_ils.epochs(&open) == EPOCHS_OPEN && !solver_ils.budget(&open));
  Plan shared = ils_plan_make((Plan){.timed = true, .ranks = 4}, (IlsPlan){.candidates = 7});
  CU_ASSERT(solver_ils.complete(inst, cpu, &shared) == OK && shared.islands == 4 &&
            ils_plan(&shared)->group == 17);
  CU_ASSERT_EQUAL(ils_plan(&shared)->recombination, RECOMBINATION_EAX);
  Plan alone = ils_plan_make((Plan){0}, (IlsPlan){.candidates = 7, .tours = 1});
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &alone), OK);
  CU_ASSERT(!ils_plan(&alone)->crossover && ils_plan(&alone)->recombination == RECOMBINATION_NONE &&
            ils_plan(&alone)->kicks == 100);
  Plan none = kicking_plan(0, 0, 0, 0);
  none.timed = true;
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
  instance_free(inst), instance_free(tiny);
}

/* The division into launches changes neither rounds nor temperatures: the temperature falls from the
 * plan's. */
static void schedule(void) {
  Instance *inst = kicking_case(12);
  const Plan plan = kicking_complete(inst, kicking_plan(1, 1, 50, 20));
  for (uint64_t most = 1; most <= 1000; most = most * 3 + 1) {
    Archipelago a = {.inst = inst, .plan = &plan, .stage = {.phase = ILS_KICKS, .made = 1}};
    uint64_t rounds = 0;
    uint32_t last = UINT32_MAX;
    for (a.epoch = 0; a.epoch < solver_ils.epochs(&plan); a.epoch++)
      while (rounds < ils_rounds_end(&a)) {
        const IlsRounds next = ils_kicks_next(&a, rounds, most);
        CU_ASSERT_FATAL(next.count >= 1 && next.count <= most);
        CU_ASSERT_EQUAL((uint64_t)a.epoch * ils_plan(&plan)->epoch_rounds + next.first, rounds);
        CU_ASSERT(next.temperature <= last);
        for (uint32_t r = 0; r < next.count; r++, rounds++) {
          const double exact = 65536 * (1 - (double)rounds / (double)ils_plan(&plan)->rounds);
          CU_ASSERT(next.temperature >= exact - 1 && next.temperature <= exact + 65536 / 64.0);
        }
        last = next.temperature;
      }
    CU_ASSERT_EQUAL(rounds, ils_plan(&plan)->rounds);
  }
  instance_free(inst);
}

static void kicks_reach(Archipelago *a) {
  Progress progress;
  for (int k = 0; a->stage.phase != ILS_KICKS && k < 10000; k++)
    CU_ASSERT_EQUAL_FATAL(solver_ils.advance(a, 1, &progress), OK);
  CU_ASSERT_EQUAL(a->stage.phase, ILS_KICKS);
}

static uint32_t warmth(const Archipelago *a) {
  return ils_kicks_next(a, a->stage.at / a->stage.made, 1).temperature;
}

/* Without a budget the clock is the schedule; time before a checkpoint still counts after it. */
static void pace(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = kicking_case(12);
  Plan open = kicking_plan(1, 2, 0, 3);
  open.timed = true, ils_plan_edit(&open)->temperature = 0.5;
  const Plan plan = kicking_complete(inst, open);
  Archipelago *a = kicking_ring(inst, &be, &plan), *again = kicking_ring(inst, &be, &plan);
  kicks_reach(a);
  CU_ASSERT_EQUAL(warmth(a), 32768);
  solver_ils.pacing->pace(a, 0.25);
  CU_ASSERT_EQUAL(warmth(a), 24576);
  kicking_steps(a, 2);
  FieldSet fields = kicking_saved(a);
  CU_ASSERT_EQUAL(solver_ils.load(again, 0, &fields), OK);
  CU_ASSERT_EQUAL(warmth(again), 24576);
  solver_ils.pacing->pace(again, 0.5);
  CU_ASSERT_EQUAL(warmth(again), 12288);
  solver_ils.pacing->pace(again, 1);
  CU_ASSERT_EQUAL(warmth(again), 0);
  fieldset_free(&fields);
  solver_ils.destroy(a), solver_ils.destroy(again);
  instance_free(inst);
  be.ops->close(&be);
}

/* Steps of the phase that a slice of `units` makes. */
static uint64_t slice_of(Archipelago *a, uint32_t units) {
  const uint64_t begun = a->stage.at;
  Progress progress;
  CU_ASSERT_EQUAL_FATAL(solver_ils.advance(a, units, &progress), OK);
  return a->stage.at - begun;
}

/* Steps that took half of the time limit: the next slice has half as many, whatever the caller asks for, the one after it a quarter. */
static void pace_slice(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = kicking_case(12);
  Plan open = kicking_plan(1, 2, 0, 3000);
  open.timed = true;
  const Plan plan = kicking_complete(inst, open);
  Archipelago *a = kicking_ring(inst, &be, &plan);
  kicks_reach(a);
  CU_ASSERT_EQUAL(slice_of(a, 1), 1);
  CU_ASSERT_EQUAL(slice_of(a, 64), 64);
  solver_ils.pacing->pace(a, 0.5);
  CU_ASSERT_EQUAL(slice_of(a, 64), 32);
  solver_ils.pacing->pace(a, 0.75);
  CU_ASSERT_EQUAL(slice_of(a, 64), 16);
  solver_ils.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
}

/* With crossover the clock ends the start and the kicks of a population early; tours that have not started
 * stay out. */
static void pace_crossover(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = kicking_case(12);
  Plan open = kicking_plan_crossover(2, 20, 0);
  open.timed = true, ils_plan_edit(&open)->populations = 0;
  const Plan plan = kicking_complete(inst, open);
  Archipelago *a = kicking_ring(inst, &be, &plan);
  kicking_steps(a, 1);
  solver_ils.pacing->pace(a, 0.23);
  kicks_reach(a);
  CU_ASSERT_EQUAL(a->stage.made, 1);
  CU_ASSERT(!ils_epoch_over(a));
  solver_ils.pacing->pace(a, 0.31);
  CU_ASSERT(ils_epoch_over(a) && a->stage.kicks < 300);
  for (uint32_t epoch = 1; a->stage.population == 0; epoch++) {
    CU_ASSERT(kicking_next(&a, 1, epoch));
    if (a->stage.phase == ILS_CROSSOVER) kicking_epoch(a, KICKING_ALL);
  }
  CU_ASSERT(a->stage.began == 0.31 && a->stage.made == 0);
  solver_ils.pacing->pace(a, 0.4); /* of the 69 % that are left: not yet */
  for (int k = 0; a->stage.made < 3 && k < 1000; k++) kicking_steps(a, 1);
  solver_ils.pacing->pace(a, 0.47);
  kicks_reach(a);
  CU_ASSERT_EQUAL(a->stage.made, 4);
  solver_ils.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
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

/* A backend like a wide GPU's. *kernels: its own. */
static BackendOps wide_backend(IlsKernels *kernels) {
  BackendOps wide = *backend_find("cpu");
  *kernels = *wide.ils, kernels->usual = 4224, kernels->crossover_cities = 20000000;
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
  } cases[] = {{{.timed = true, .ranks = 4}, {.candidates = 7}, RECOMBINATION_ISOLATED, 67, 28},
               {{.timed = true, .ranks = 1}, {.candidates = 7}, RECOMBINATION_ISOLATED, 67, 7},
               {{.timed = true, .ranks = 4, .islands = 3}, {.candidates = 7}, RECOMBINATION_ISOLATED, 67, 3},
               {{.timed = true, .ranks = 3, .islands = 4}, {.candidates = 7}, RECOMBINATION_EAX, 17, 4},
               {{.timed = true, .ranks = 4, .islands = 1}, {.candidates = 7}, RECOMBINATION_EAX, 67, 1},
               {{.timed = true, .ranks = 4}, {.candidates = 7, .kicks = 1}, RECOMBINATION_EAX, 9, 8},
               {{.ranks = 4}, {.candidates = 7}, RECOMBINATION_EAX, 9, 8},
               {{.timed = true, .ranks = 4}, {.candidates = 7, .tours = 80}, RECOMBINATION_EAX, 20, 4},
               {{.timed = true, .ranks = 4},
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

/* Large instances have few tours, but these fill a processor: one population runs at a time, of all ranks if its tours are large. */
static void islands_large(void) {
  IlsKernels kernels;
  const BackendOps wide = wide_backend(&kernels);
  const struct {
    uint32_t n, ranks, islands, tours, how;
  } cases[] = {{1000, 1, 3, 155, RECOMBINATION_ISOLATED},  {20000, 1, 1, 300, RECOMBINATION_EAX},
               {50000, 2, 2, 120, RECOMBINATION_ISOLATED}, {50000, 1, 1, 120, RECOMBINATION_EAX},
               {50001, 2, 2, 300, RECOMBINATION_EAX},      {1000000, 3, 3, 120, RECOMBINATION_EAX}},
    *c = cases;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++, c++) {
    Instance *inst = climbing_instance(METRIC_EUC_2D, (int32_t)c->n, 1e6, 0, 1);
    Plan plan = ils_plan_make((Plan){.timed = true, .ranks = c->ranks}, (IlsPlan){.candidates = 7});
    CU_ASSERT_EQUAL(solver_ils.complete(inst, &wide, &plan), OK);
    CU_ASSERT(plan.islands == c->islands && ils_plan(&plan)->recombination == c->how);
    CU_ASSERT_EQUAL(ils_plan(&plan)->group, c->tours);
    instance_free(inst);
  }
}

/* A directed instance has as many tours as another of its cities if the clock ends the run, else as many as its image's nodes ask for. */
static void tours_of_cities(void) {
  Instance *inst = kicking_case(21);
  Plan plan = ils_plan_make((Plan){.timed = true}, (IlsPlan){.candidates = 7}), all = plan;
  CU_ASSERT(tour_has_image(inst) && tour_nodes(inst) >= 2 * inst->n && inst->n >= 100);
  CU_ASSERT_EQUAL(solver_ils.complete(inst, backend_find("cpu"), &plan), OK);
  CU_ASSERT(plan.islands == 1 && ils_plan(&plan)->tours == 30 + (uint32_t)inst->n / 8);
  all.timed = false;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, backend_find("cpu"), &all), OK);
  CU_ASSERT_EQUAL(ils_plan(&all)->tours, 30 + (uint32_t)tour_nodes(inst) / 8);
  instance_free(inst);
}

static const HarnessTest tests[] = {
    TEST(tours_of_cities), TEST(plans), TEST(islands_isolated), TEST(islands_large), TEST(pace_slice),
    TEST(schedule),        TEST(pace),  TEST(pace_crossover),   TEST(quantiles),     {NULL, NULL}};

int main(void) { return harness_run("ils_plan", tests); }
