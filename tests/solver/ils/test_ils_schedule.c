/* The schedule of the "ils" solver (src/solver/ils/ils_schedule.c): rounds and temperatures; what the clock decides. */
#include <stdint.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/kicking.h"

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

/* A ring on the CPU whose run the clock ends. */
typedef struct Timed {
  Backend be;
  Instance *inst;
  Plan plan;
  Archipelago *ring;
} Timed;

static void timed_open(Timed *t, Plan open) {
  CU_ASSERT_FATAL(climbing_open(&t->be, "cpu", 1));
  t->inst = kicking_case(12);
  open.time_s = 1;
  ils_plan_edit(&open)->populations = 0;
  t->plan = kicking_complete(t->inst, open);
  t->ring = kicking_ring(t->inst, &t->be, &t->plan);
}

static void timed_close(Timed *t) {
  solver_ils.destroy(t->ring);
  instance_free(t->inst);
  t->be.ops->close(&t->be);
}

/* Without a budget the clock is the schedule; time before a checkpoint still counts after it. */
static void pace(void) {
  Timed t;
  Plan open = kicking_plan(1, 2, 0, 3);
  ils_plan_edit(&open)->temperature = 0.5;
  timed_open(&t, open);
  Archipelago *const a = t.ring, *const again = kicking_ring(t.inst, &t.be, &t.plan);
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
  solver_ils.destroy(again);
  timed_close(&t);
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
  Timed t;
  timed_open(&t, kicking_plan(1, 2, 0, 3000));
  Archipelago *const a = t.ring;
  kicks_reach(a);
  CU_ASSERT_EQUAL(slice_of(a, 1), 1);
  CU_ASSERT_EQUAL(slice_of(a, 64), 64);
  solver_ils.pacing->pace(a, 0.5);
  CU_ASSERT_EQUAL(slice_of(a, 64), 32);
  solver_ils.pacing->pace(a, 0.75);
  CU_ASSERT_EQUAL(slice_of(a, 64), 16);
  timed_close(&t);
}

/* With crossover the clock ends the start and the kicks of a population early; tours that have not started
 * stay out. */
static void pace_crossover(void) {
  Timed t;
  timed_open(&t, kicking_plan_crossover(2, 20, 0));
  Archipelago *const a = t.ring;
  kicking_steps(a, 1);
  solver_ils.pacing->pace(a, 0.23);
  kicks_reach(a);
  CU_ASSERT_EQUAL(a->stage.made, 1);
  CU_ASSERT(!ils_epoch_over(a));
  solver_ils.pacing->pace(a, 0.31);
  CU_ASSERT(ils_epoch_over(a) && a->stage.kicks < 300);
  for (uint32_t epoch = 1; a->stage.population == 0; epoch++) {
    CU_ASSERT(kicking_next(&t.ring, 1, epoch));
    if (a->stage.phase == ILS_CROSSOVER) kicking_epoch(a, KICKING_ALL);
  }
  CU_ASSERT(a->stage.began == 0.31 && a->stage.made == 0);
  solver_ils.pacing->pace(a, 0.4); /* of the 69 % that are left: not yet */
  for (int k = 0; a->stage.made < 3 && k < 1000; k++) kicking_steps(a, 1);
  solver_ils.pacing->pace(a, 0.47);
  kicks_reach(a);
  CU_ASSERT_EQUAL(a->stage.made, 4);
  timed_close(&t);
}

/* If the clock decides how many tours there are, more than 300 start during 7% of the time only, and smaller parts of them recombine. */
static void pace_more(void) {
  Timed t;
  timed_open(&t, kicking_plan_crossover(1, 400, 0));
  Archipelago *const a = t.ring;
  a->stage.phase = ILS_START;
  a->stage.made = 299;
  solver_ils.pacing->pace(a, 0.08);
  CU_ASSERT(!ils_time_over(a));
  a->stage.made = 300;
  CU_ASSERT(ils_time_over(a));
  solver_ils.pacing->pace(a, 0.06);
  CU_ASSERT(!ils_time_over(a));
  a->stage.phase = ILS_KICKS;
  solver_ils.pacing->pace(a, 0.29);
  CU_ASSERT(!ils_time_over(a));
  CU_ASSERT_EQUAL(ils_share(a), RECOMBINE_SHARE);
  a->stage.made = 301;
  CU_ASSERT_EQUAL(ils_share(a), ILS_SHARE_WIDE);
  timed_close(&t);
}

static int32_t joins(Recombination how, uint32_t islands, uint32_t made) {
  const Plan plan =
      ils_plan_make((Plan){.islands = islands}, (IlsPlan){.recombination = how, .crossover = true});
  const Archipelago a = {.plan = &plan, .stage = {.made = made}};
  return ils_join(&a, 7);
}

/* More than 100 tours of a population join larger sub-tours, on however many islands they are. */
static void joins_of_many(void) {
  CU_ASSERT_EQUAL(joins(RECOMBINATION_EAX, 1, 100), 7);
  CU_ASSERT_EQUAL(joins(RECOMBINATION_EAX, 1, 101), RECOMBINE_FAR);
  CU_ASSERT_EQUAL(joins(RECOMBINATION_EAX, 3, 33), 7);
  CU_ASSERT_EQUAL(joins(RECOMBINATION_EAX, 3, 34), RECOMBINE_FAR);
  CU_ASSERT_EQUAL(joins(RECOMBINATION_ISOLATED, 3, 100), 7);
  CU_ASSERT_EQUAL(joins(RECOMBINATION_ISOLATED, 3, 101), RECOMBINE_FAR);
}

static const HarnessTest tests[] = {TEST(schedule),       TEST(pace),      TEST(pace_slice),
                                    TEST(pace_crossover), TEST(pace_more), TEST(joins_of_many),
                                    {NULL, NULL}};

int main(void) { return harness_run("ils_schedule", tests); }
