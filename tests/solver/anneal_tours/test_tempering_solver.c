/* The solver layer of the annealing of tours (src/solver/anneal_tours), on every backend: champions are judged, answers do not depend on
 * slices and parts of the ring, states are saved and loaded on other parts; cooling; defaults; its alias. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/annealing.h"
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "problem/matching/matching.h"

enum { ISLANDS = 3, PARTS = 2, SWEEPS = 8 };
static const Span spans[PARTS] = {{0, 2}, {2, 1}};

/* A whole ring in whole epochs, and its parts in slices; the parts are loaded anew within epoch 1. */
static void check_parts(const Instance *inst, Backend *be, int kind) {
  const Plan plan = annealing_plan(inst, kind, ISLANDS, SWEEPS);
  const uint64_t chains = (uint64_t)ISLANDS * temper_plan(&plan)->chains;
  Archipelago *whole = islands_part(&solver_tempering, inst, be, &plan, (Span){0, ISLANDS}), *part[PARTS];
  int64_t before[ISLANDS] = {COST_NONE, COST_NONE, COST_NONE};
  for (int i = 0; i < PARTS; i++) part[i] = islands_part(&solver_tempering, inst, be, &plan, spans[i]);
  for (uint32_t epoch = 0; epoch < solver_tempering.epochs(&plan); epoch++) {
    if (epoch) {
      islands_next(&solver_tempering, &whole, 1, epoch);
      islands_next(&solver_tempering, part, PARTS, epoch);
    }
    for (int i = 0; i < PARTS; i++) {
      Progress progress;
      CU_ASSERT_EQUAL_FATAL(solver_tempering.advance(part[i], 1, &progress), OK);
      FieldSet fields = islands_saved(&solver_tempering, part[i]);
      if (epoch == 1) {
        solver_tempering.destroy(part[i]);
        part[i] = islands_part(&solver_tempering, inst, be, &plan, spans[i]);
      }
      if (epoch == 1) CU_ASSERT_EQUAL(solver_tempering.load(part[i], epoch, &fields), OK);
      fieldset_free(&fields);
      islands_epoch(&solver_tempering, part[i], 1 + epoch % 2);
    }
    const Progress progress = islands_epoch(&solver_tempering, whole, 100);
    CU_ASSERT_EQUAL(progress.finished, chains * (epoch < 2 ? 3 * epoch + 3 : SWEEPS));
    CU_ASSERT(inst->n < TEMPER_LEAST || progress.moves == progress.finished * temper_sweep(inst->n));
    for (int i = 0; i < PARTS; i++)
      CU_ASSERT(islands_same(&solver_tempering, whole, part[i], part[i]->span.first - whole->span.first,
                             annealing_name(kind)));
    islands_champions(&solver_tempering, whole, whole->inst, whole->span, before);
  }
  CU_ASSERT_EQUAL(solver_tempering.budget(&plan), SWEEPS * chains);
  for (int i = 0; i < PARTS; i++) solver_tempering.destroy(part[i]);
  solver_tempering.destroy(whole);
}

static void parts(const char *backend) {
  Backend be;
  if (!climbing_device(&be, backend)) return;
  for (int c = 0; c < ANNEALING_CASES; c++) {
    Instance *inst = annealing_case(c);
    for (int kind = 0; kind < ANNEALING_KINDS; kind++) check_parts(inst, &be, kind);
    instance_free(inst);
  }
  be.ops->close(&be);
}
static void parts_cpu(void) { parts("cpu"); }
static void parts_cuda(void) { parts("cuda"); }

/* ---- temperatures ---- */

/* From hot to cold by equal factors, then 0, in each anneal; levels are apart by equal factors. */
static void cooling(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = annealing_case(5);
  const Plan plan = annealing_plan(inst, 2, 1, 4096);
  Archipelago *a = islands_part(&solver_tempering, inst, &be, &plan, (Span){0, 1});
  const double factor = sqrt(temper_plan(&plan)->spread), step = pow(a->cold / a->hot, 1.0 / 1024);
  CU_ASSERT(a->hot > 10 * a->cold && a->cold > 0 && factor > 1);
  for (uint32_t k = 0; k < 4096; k++) {
    const uint32_t stage = k % 2048 / 2;
    const double *t = a->rules.temperature;
    a->at = k;
    CU_ASSERT_EQUAL(temper_cool(a, 100), 2 - k % 2);
    CU_ASSERT(stage < 1008 ? fabs(t[0] / (a->hot * pow(step, stage)) - 1) < 1e-9 : t[0] == 0);
    CU_ASSERT(fabs(t[1] - t[0] * factor) <= 1e-9 * t[1] && fabs(t[2] - t[1] * factor) <= 1e-9 * t[2]);
  }
  solver_tempering.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
}

/* What a schedule says of stage `stage` of 1024 in each of so many steps; in costs. */
static double scheduled(const TemperPlan *p, uint32_t stage, double steps) {
  if (p->cooling == TEMPER_LINEAR) return p->t0 - (p->t0 - p->t_end) / 1024 * stage;
  return p->t0 * log(2) / log(steps * stage / 1024 + 2);
}

/* A function of the sweep alone, whichever was asked for before: from the last to the first. Costs have a decimal. */
static void check_schedule(int kind, double last) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = annealing_case(5);
  inst->decimals = 1;
  const Plan plan = annealing_plan(inst, kind, 1, 4096);
  const TemperPlan *p = temper_plan(&plan);
  const uint32_t each = 4096 / p->anneals, of_stage = each / 1024;
  Archipelago *a = islands_part(&solver_tempering, inst, &be, &plan, (Span){0, 1});
  for (uint32_t k = 4096; k--;) {
    const uint32_t stage = k % each / of_stage;
    const double want = scheduled(p, stage, each * (double)temper_sweep(inst->n)) * 10 / 65536;
    a->at = k;
    CU_ASSERT_EQUAL(temper_cool(a, 100), of_stage - k % of_stage);
    CU_ASSERT(stage < 1008 ? fabs(a->rules.temperature[0] / want - 1) < 1e-6 : a->rules.temperature[0] == 0);
  }
  a->at = 1007 * of_stage;
  (void)temper_cool(a, 1);
  CU_ASSERT(fabs(a->rules.temperature[0] * 65536 - 10 * last) < 0.5);
  solver_tempering.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
}

/* 2048 sweeps of 256 steps: ln 2 / ln(516,000) of 3000. */
static void schedules(void) {
  check_schedule(4, 3000 - 2980 * 1007.0 / 1024);
  check_schedule(5, 158.1);
}

/* It says how little it cools. */
static void remarks(void) {
  const Instance inst = {.problem = &problem_tsp, .n = 100};
  char text[256];
  const Plan slow = temper_plan_make(
                 (Plan){0}, (TemperPlan){.cooling = TEMPER_LOGARITHMIC, .sweeps = 500, .anneals = 1}),
             usual = temper_plan_make((Plan){0}, (TemperPlan){.sweeps = 500, .anneals = 1});
  solver_tempering.remark(&inst, &slow, text, sizeof text);
  CU_ASSERT_STRING_EQUAL(
      text, "--cooling logarithmic hardly cools: after the 1.28e+05 steps of a cooling the temperature "
            "is 5.9% of the first one");
  solver_tempering.remark(&inst, &usual, text, sizeof text);
  CU_ASSERT_STRING_EQUAL(text, "");
}

/* A run that the clock ends cools with the time, and between two readings as fast as before. */
static void pacing(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = annealing_case(5);
  Plan plan = temper_plan_make((Plan){.time_s = 1}, (TemperPlan){.anneals = 1, .chains = 1, .candidates = 8});
  Progress progress;
  CU_ASSERT_EQUAL_FATAL(solver_tempering.complete(inst, be.ops, &plan), OK);
  CU_ASSERT(solver_tempering.epochs(&plan) == EPOCHS_OPEN && plan.islands == 1);
  Archipelago *a = islands_part(&solver_tempering, inst, &be, &plan, (Span){0, 1});
  solver_tempering.pacing->pace(a, 0);
  CU_ASSERT_EQUAL(solver_tempering.advance(a, 10, &progress), OK);
  CU_ASSERT(a->rules.temperature[0] == a->hot && a->at == 10);
  solver_tempering.pacing->pace(a, 0.25);
  CU_ASSERT_EQUAL(solver_tempering.advance(a, 11, &progress), OK);
  CU_ASSERT(fabs(a->rules.temperature[0] / sqrt(a->hot * a->cold) - 1) < 1e-9);
  FieldSet fields = islands_saved(&solver_tempering, a);
  Archipelago *b = islands_part(&solver_tempering, inst, &be, &plan, (Span){0, 1});
  CU_ASSERT_EQUAL(solver_tempering.load(b, 0, &fields), OK);
  solver_tempering.pacing->pace(b, 0);
  (void)temper_cool(b, 1);
  CU_ASSERT(fabs(b->rules.temperature[0] / (a->hot * pow(a->cold / a->hot, 0.25)) - 1) < 1e-9);
  solver_tempering.pacing->pace(b, 1);
  (void)temper_cool(b, 1);
  CU_ASSERT(b->rules.temperature[0] == 0 && !solver_tempering.pacing->over(b));
  fieldset_free(&fields);
  solver_tempering.destroy(a);
  solver_tempering.destroy(b);
  instance_free(inst);
  be.ops->close(&be);
}

/* ---- migration ---- */

/* What a migrant of that cost replaces on one island whose chains have these costs: a chain, or none (-1). */
static int replaced(Archipelago *a, const int64_t *costs, int64_t migrant) {
  const size_t chains = a->state.chains;
  char *const room = calloc(1, temper_migrant_bytes(a));
  int chain = -1;
  CU_ASSERT_EQUAL_FATAL(a->be->ops->upload(a->be, a->state.cost, costs, chains * sizeof *costs), OK);
  memcpy(room, &migrant, sizeof migrant);
  for (uint32_t c = 0; c < chains; c++) a->source[c] = c;
  CU_ASSERT_EQUAL(temper_immigrate(a, room), OK);
  for (uint32_t c = 0; c < chains; c++)
    if (a->source[c] != c) chain = (int)c;
  free(room);
  return chain;
}

/* The dearest is replaced, the first of equals, by what is cheaper: an equal one changes nothing. */
static void ties_of_migrants(void) {
  static const int64_t one_worst[] = {50, 70, 60}, two_worst[] = {50, 70, 70}, all[] = {50, 50, 50};
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = annealing_case(5);
  const Plan plan = annealing_plan(inst, 2, 1, 64);
  Archipelago *a = islands_part(&solver_tempering, inst, &be, &plan, (Span){0, 1});
  CU_ASSERT_EQUAL_FATAL(a->state.chains, 3);
  CU_ASSERT_EQUAL(replaced(a, one_worst, 69), 1);
  CU_ASSERT_EQUAL(replaced(a, one_worst, 70), -1);
  CU_ASSERT_EQUAL(replaced(a, one_worst, 71), -1);
  CU_ASSERT_EQUAL(replaced(a, two_worst, 55), 1);
  CU_ASSERT_EQUAL(replaced(a, two_worst, 70), -1);
  CU_ASSERT_EQUAL(replaced(a, all, 50), -1);
  CU_ASSERT_EQUAL(replaced(a, all, 49), 0);
  solver_tempering.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
}

/* ---- plans ---- */

static Plan completed(int32_t n, TemperPlan own, bool timed, Status expected) {
  const TspInstance inst = {.head = {.problem = &problem_tsp, .n = n}, .metric = METRIC_EUC_2D};
  Plan plan = temper_plan_make((Plan){.time_s = timed}, own);
  status_clear();
  CU_ASSERT_EQUAL(solver_tempering.complete(&inst.head, backend_find("cpu"), &plan), expected);
  status_clear();
  return plan;
}

static void defaults(void) {
  const TemperPlan none = {.anneals = 1}, uniform = {.moves = TEMPER_UNIFORM, .chains = 3};
  const Plan small = completed(52, none, false, OK), large = completed(1000000, none, false, OK),
             open = completed(1002, uniform, true, OK);
  CU_ASSERT(temper_plan(&small)->sweeps == 10000 && small.islands == 4 && small.epoch == 156);
  CU_ASSERT(solver_tempering.epochs(&small) == 65 && solver_tempering.budget(&small) == 320000);
  CU_ASSERT(temper_plan(&large)->sweeps == 1000 && temper_sweep(1000000) == 1 << 20);
  CU_ASSERT(open.islands == 1 && open.epoch == 1024 && temper_plan(&open)->hot == 0.5);
  CU_ASSERT(temper_plan(&small)->chains == 8 && temper_plan(&small)->exchange == 64);
  CU_ASSERT(temper_plan(&large)->exchange == 16);
  CU_ASSERT(temper_plan(&open)->spread == 2);
  completed(100, (TemperPlan){.cold = 0.5, .hot = 0.1}, false, ERR_USAGE);
  completed(100, (TemperPlan){.spread = 0.5}, false, ERR_USAGE);
  completed(65537, uniform, false, ERR_USAGE);
  completed(65536, uniform, false, OK);
}

static void given_temperatures(void) {
  const Plan both = completed(100, (TemperPlan){.anneals = 1, .t0 = 0.001}, false, OK),
             end = completed(100, (TemperPlan){.anneals = 1, .t_end = 7}, false, OK);
  CU_ASSERT(temper_plan(&both)->hot == 0 && temper_plan(&both)->cold == 0.005);
  CU_ASSERT(temper_plan(&end)->hot == 0.2 && temper_plan(&end)->cold == 0);
  completed(100, (TemperPlan){.t0 = 5, .t_end = 6}, false, ERR_USAGE);
  completed(100, (TemperPlan){.t0 = 5, .t_end = 5}, false, OK);
  completed(100, (TemperPlan){.t0 = 5, .hot = 0.1}, false, ERR_USAGE);
  completed(100, (TemperPlan){.t_end = 5, .cold = 0.1}, false, ERR_USAGE);
  completed(100, (TemperPlan){.cooling = TEMPER_LOGARITHMIC, .t_end = 5}, false, ERR_USAGE);
  completed(100, (TemperPlan){.cooling = TEMPER_LOGARITHMIC}, true, ERR_USAGE);
  completed(100, (TemperPlan){.cooling = TEMPER_LOGARITHMIC, .sweeps = 9, .anneals = 1}, true, OK);
}

static void alias(void) {
  const Solver *found;
  CU_ASSERT(solver_find("anneal", &problem_tsp, &found) == OK && found == &solver_tempering);
  CU_ASSERT(solver_find("anneal-tours", &problem_tsp, &found) == OK && found == &solver_tempering);
  CU_ASSERT(solver_find("anneal", &problem_matching, &found) == OK && found != &solver_tempering);
  CU_ASSERT_EQUAL(solver_find("anneal-tours", &problem_matching, &found), ERR_USAGE);
  CU_ASSERT(solver_named("anneal") == found || solver_named("anneal") != &solver_tempering);
  status_clear();
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(parts_cpu),        TEST(parts_cuda),         TEST(cooling), TEST(pacing),
      TEST(ties_of_migrants), TEST(defaults),           TEST(alias),   TEST(schedules),
      TEST(remarks),          TEST(given_temperatures), {NULL, NULL}};
  return harness_run("tempering_solver", tests);
}
