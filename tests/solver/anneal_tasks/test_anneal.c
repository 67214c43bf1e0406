/* The annealer of task matching against its oracle, field by field and bit for bit: sizes, ticks, plans, slices, saving and
 * loading, parts of the ring, on every backend. And what it finds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "problem/matching/etc.h"
#include "io/optima.h"
#include "problem/judge.h"
#include "oracle/oracle_anneal.h"
#include "problem/matching/match_heuristics.h"
#include "problem/matching/matching.h"

#define LONG_TIMES INT64_C(100000000000000)
#define ALL_STEPS  UINT32_MAX

/* ---- instances and plans ---- */

static Instance *matching(int32_t tasks, int32_t machines, int64_t longest, uint64_t seed) {
  Instance *inst = NULL;
  if (matching_alloc(tasks, machines, 0, &inst) != OK) abort();
  for (size_t k = 0; k < (size_t)tasks * (size_t)machines; k++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    matching_of(inst)->etc[k] = 1 + (int64_t)((seed >> 11) % (uint64_t)longest);
  }
  inst->digest = instance_digest(inst);
  return inst;
}

static Instance *generated(int kind, int32_t tasks, int32_t machines, Consistency consistency,
                           uint64_t seed) {
  Instance *inst = NULL;
  const EtcPlan plan = {.tasks = tasks, .machines = machines, .seed = seed, .consistency = consistency};
  if (etc_generators[kind].make(&plan, &inst) != OK) abort();
  return inst;
}

/* Times that are equal in ticks, but not quite: bests tie whose exact costs do not. */
static Instance *nearly_tied(int32_t tasks, int32_t machines, uint64_t seed) {
  Instance *inst = matching(tasks, machines, 30, seed), *rest = matching(tasks, machines, 1000, seed + 1);
  for (size_t k = 0; k < (size_t)tasks * (size_t)machines; k++)
    matching_of(inst)->etc[k] = matching_of(inst)->etc[k] * 1000000000000 + matching_of(rest)->etc[k];
  inst->digest = instance_digest(inst);
  instance_free(rest);
  return inst;
}

typedef enum Kind { ETC, GRID, RANDOM, NEARLY } Kind; /* the first two are etc_generators' */
static const struct {
  Kind kind;
  int32_t tasks, machines;
  int64_t longest; /* generated: consistency */
} cases[] = {{RANDOM, 1, 1, 100},
             {RANDOM, 5, 1, 100},
             {RANDOM, 1, 6, 100},
             {RANDOM, 2, 2, 100},
             {RANDOM, 9, 2, 1000},
             {RANDOM, 12, 5, 20}, /* many ties */
             {RANDOM, 40, 8, 100000},
             {RANDOM, 25, 6, LONG_TIMES},
             {RANDOM, 200, 3, LONG_TIMES},
             {RANDOM, 60, 33, 1000},
             {RANDOM, 30, 300, 1000},
             {RANDOM, 20, 280, 1}, /* equal sizes, more machines than ranks */
             {ETC, 128, 16, CONSISTENCY_I},
             {ETC, 128, 16, CONSISTENCY_C},
             {ETC, 96, 8, CONSISTENCY_S},
             {GRID, 100, 12, CONSISTENCY_I},
             {NEARLY, 24, 4, 0}};
enum { CASES = sizeof cases / sizeof *cases };

static Instance *case_make(int k) {
  const int32_t tasks = cases[k].tasks, machines = cases[k].machines;
  const uint64_t seed = (uint64_t)k + 1;
  if (cases[k].kind == RANDOM) return matching(tasks, machines, cases[k].longest, seed);
  if (cases[k].kind == NEARLY) return nearly_tied(tasks, machines, seed);
  return generated(cases[k].kind, tasks, machines, (Consistency)cases[k].longest, seed);
}

static Plan plan_of(uint32_t islands, uint32_t chains, uint32_t epoch, uint32_t epochs) {
  return anneal_plan_make((Plan){.seed = 0x123456789abu, .islands = islands, .epoch = epoch},
                          (AnnealPlan){.chains = chains,
                                       .epochs = epochs,
                                       .temperature = 0.15,
                                       .reheat = 0.05,
                                       .cold = 0.005,
                                       .reference = 0.003});
}

static int device_open(Backend *be, const char *backend, int threads) {
  if (climbing_open(be, backend, threads) && be->ops->anneal) return 1;
  harness_skip("no device");
  return 0;
}

static Archipelago *ring_part(const Instance *inst, Backend *be, const Plan *plan, uint32_t first,
                              uint32_t count) {
  Archipelago *a = NULL;
  CU_ASSERT_EQUAL_FATAL(solver_anneal.create(inst, be, plan, (Span){first, count}, &a), OK);
  return a;
}

static Archipelago *ring_make(const Instance *inst, Backend *be, const Plan *plan) {
  return ring_part(inst, be, plan, 0, plan->islands);
}

/* ---- running ---- */

static Progress epoch_run(Archipelago *a, uint32_t steps) {
  Progress progress = {0};
  while (!progress.epoch_done) CU_ASSERT_EQUAL_FATAL(solver_anneal.advance(a, steps, &progress), OK);
  return progress;
}

/* The exchange of a ring in `parts` archipelagos, in its order. */
static void exchange(Archipelago *const *a, int parts) {
  void *parcel[4] = {NULL};
  for (int i = 0; i < parts; i++) {
    parcel[i] = malloc(solver_anneal.migrant_bytes(a[i]));
    CU_ASSERT_EQUAL(solver_anneal.emigrate(a[i], parcel[i]), OK);
  }
  for (int i = 0; i < parts; i++)
    CU_ASSERT_EQUAL(solver_anneal.immigrate(a[i], parcel[(i + parts - 1) % parts]), OK);
  for (int i = 0; i < parts; i++) free(parcel[i]);
}

static void next_epoch(Archipelago *a, uint32_t epoch) {
  exchange(&a, 1);
  CU_ASSERT_EQUAL(solver_anneal.begin(a, epoch), OK);
}

/* ---- comparing ---- */

static const Field *field_of(const FieldSet *fields, const char *name) {
  for (int f = 0; f < fields->count; f++)
    if (strcmp(fields->field[f].name, name) == 0) return &fields->field[f];
  return NULL;
}

static int field_differs(const FieldSet *fields, const char *name, Dtype dtype, const void *want,
                         size_t values) {
  const Field *field = field_of(fields, name);
  return !field || field->group != FIELD_ISLAND || field->dtype != dtype ||
         field->rows * field->columns != values ||
         memcmp(field->data, want, dtype_bytes(dtype) * values) != 0;
}

static void check_step(const FieldSet *fields, const OracleAnneal *o) {
  const Field *step = field_of(fields, "step");
  CU_ASSERT_FATAL(step && step->dtype == DTYPE_U64 && step->rows == o->plan->islands && step->columns == 1);
  for (size_t i = 0; i < step->rows; i++) CU_ASSERT_EQUAL(((const uint64_t *)step->data)[i], o->step);
}

/* An island without a champion has no gene to compare. */
static void check_champions(Archipelago *a, const OracleAnneal *o) {
  int32_t *gene = malloc(sizeof *gene * (size_t)o->inst->n);
  for (uint32_t i = 0; i < o->plan->islands; i++) {
    Individual champion = {.gene = gene};
    int64_t cost = 0;
    CU_ASSERT_EQUAL(solver_anneal.champion(a, i, &champion), OK);
    CU_ASSERT_EQUAL(champion.cost, o->champion_cost[i]);
    if (champion.cost == COST_NONE) continue;
    CU_ASSERT_EQUAL(
        memcmp(gene, o->champion_gene + i * (size_t)o->inst->n, sizeof *gene * (size_t)o->inst->n), 0);
    CU_ASSERT_EQUAL(judge_solution(o->inst, gene, &cost), OK);
    CU_ASSERT(champion.cost == cost && champion.island == i && champion.length == (uint32_t)o->inst->n);
  }
  free(gene);
}

static void check_fields(Archipelago *a, const OracleAnneal *o, const char *what) {
  const size_t S = o->plan->islands, C = S * anneal_plan(o->plan)->chains, n = (size_t)o->inst->n;
  const struct {
    const char *name;
    Dtype dtype;
    const void *want;
    size_t values;
  } all[] = {{"assignment", DTYPE_I32, o->assignment, C * n},
             {"kept", DTYPE_I32, o->kept, C * n},
             {"best", DTYPE_I32, o->best, C},
             {"target", DTYPE_I32, o->target, C},
             {"champion_cost", DTYPE_I64, o->champion_cost, S}};
  FieldSet fields = {0};
  CU_ASSERT_EQUAL_FATAL(solver_anneal.save(a, &fields), OK);
  CU_ASSERT_EQUAL(fields.count, 7);
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    const int differs = field_differs(&fields, all[k].name, all[k].dtype, all[k].want, all[k].values);
    CU_ASSERT(!differs);
    if (differs)
      printf("# %s: %s differs at step %llu; n %d, machines %d, islands %zu, chains %zu\n", what, all[k].name,
             (unsigned long long)o->step, o->inst->n, matching_of(o->inst)->machines, S, C / S);
  }
  check_step(&fields, o);
  check_champions(a, o);
  fieldset_free(&fields);
}

/* The state of two archipelagos is the same, champions included. */
static void check_same(Archipelago *a, Archipelago *b) {
  FieldSet left = {0}, right = {0};
  CU_ASSERT_EQUAL_FATAL(solver_anneal.save(a, &left), OK);
  CU_ASSERT_EQUAL_FATAL(solver_anneal.save(b, &right), OK);
  CU_ASSERT_EQUAL_FATAL(left.count, right.count);
  for (int f = 0; f < left.count; f++) {
    const Field *one = &left.field[f];
    const int differs = field_differs(&right, one->name, one->dtype, one->data, one->rows * one->columns);
    CU_ASSERT(!differs);
    if (differs) printf("# %s differs\n", one->name);
  }
  fieldset_free(&left);
  fieldset_free(&right);
}

/* ---- against the oracle ---- */

/* Steps that were made, by moves: that there are such is checked where all cases are seen. */
static uint64_t made_by[ANNEAL_MOVES], kept_found;

static void tally(const OracleAnneal *o) {
  for (int i = 0; i < ANNEAL_MOVES; i++) made_by[i] += o->made_by[i];
  for (uint32_t c = 0; c < o->plan->islands * anneal_plan(o->plan)->chains; c++)
    kept_found += o->best[c] < o->start_best;
}

/* A whole run beside the oracle's: the fields agree at every epoch's beginning and end. */
static void check_run(const Instance *inst, Backend *be, Plan plan, uint32_t steps) {
  CU_ASSERT_EQUAL_FATAL(solver_anneal.complete(inst, be->ops, &plan), OK);
  Archipelago *a = ring_make(inst, be, &plan);
  OracleAnneal *o = oracle_anneal_start(inst, &plan, &a->model);
  check_fields(a, o, "start");
  for (uint32_t epoch = 0; epoch < solver_anneal.epochs(&plan); epoch++) {
    if (epoch) {
      next_epoch(a, epoch);
      oracle_anneal_exchange(o);
      check_fields(a, o, "exchange");
    }
    const Progress progress = epoch_run(a, steps);
    oracle_anneal_advance(o, UINT64_MAX / 2);
    check_fields(a, o, "epoch");
    CU_ASSERT_EQUAL(progress.finished, (uint64_t)(epoch + 1) * plan.islands * anneal_plan(&plan)->chains);
    CU_ASSERT_EQUAL(progress.moves, o->step * plan.islands * anneal_plan(&plan)->chains);
  }
  CU_ASSERT_EQUAL(o->step, anneal_plan(&plan)->epochs * oracle_anneal_epoch_steps(&plan));
  tally(o);
  oracle_anneal_free(o);
  solver_anneal.destroy(a);
}

static void runs(const char *backend) {
  static const uint32_t plans[][3] = {/* islands, chains, steps of an epoch */
                                      {1, 1, 4000},
                                      {3, 4, 1500},
                                      {2, 1, 2500},
                                      {1, 2, 2000},
                                      {5, 3, 100}};
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  memset(made_by, 0, sizeof made_by);
  kept_found = 0;
  for (int k = 0; k < CASES; k++) {
    Instance *inst = case_make(k);
    for (size_t p = 0; p < sizeof plans / sizeof *plans; p++)
      check_run(inst, &be, plan_of(plans[p][0], plans[p][1], plans[p][2], 3), (k + p) % 2 ? ALL_STEPS : 2);
    instance_free(inst);
  }
  CU_ASSERT(kept_found);
  for (int i = 0; i < ANNEAL_MOVES; i++) CU_ASSERT(made_by[i] > 100);
  be.ops->close(&be);
}

/* Hot and cold, near and far aims, more epochs than partners, any seed. */
static void plans_of_all_kinds(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  Instance *instances[] = {matching(40, 6, 1000, 1), generated(0, 64, 8, CONSISTENCY_I, 2),
                           matching(16, 4, LONG_TIMES, 3)};
  for (size_t k = 0; k < 12; k++) {
    Plan plan = plan_of(1 + k % 3, 1 + k % 5, 640, 7);
    plan.seed = k * UINT64_C(0x9e3779b97f4a7c15);
    anneal_plan_edit(&plan)->temperature = k % 2 ? 2 : 0.02;
    anneal_plan_edit(&plan)->reheat = k % 3 ? 0.3 : 0.001;
    anneal_plan_edit(&plan)->cold = k % 4 ? 0.004 : 0.5;
    anneal_plan_edit(&plan)->reference = k % 5 ? 0.05 : 0;
    check_run(instances[k % 3], &be, plan, ALL_STEPS);
  }
  for (int k = 0; k < 3; k++) instance_free(instances[k]);
  be.ops->close(&be);
}

/* Chains that are equal in ticks come first one after the other: every one's exact cost counts at an epoch's end. */
static void near_ties(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  for (uint64_t seed = 1; seed <= 16; seed++) {
    Instance *inst = nearly_tied(40, 4, seed);
    Plan plan = plan_of(1, 12, 256, 8);
    plan.seed = seed;
    anneal_plan_edit(&plan)->cold = 0.2; /* so that chains come late */
    check_run(inst, &be, plan, ALL_STEPS);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* ---- slices, saving, parts ---- */

/* Steps at a time that no advance() would take; the fields agree in the middle. */
static void slices(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  static const int chosen[] = {5, 7, 12};
  for (size_t k = 0; k < 3; k++) {
    Instance *inst = case_make(chosen[k]);
    Plan plan = plan_of(2, 3, 1100, 2);
    Archipelago *a = ring_make(inst, &be, &plan);
    OracleAnneal *o = oracle_anneal_start(inst, &plan, &a->model);
    for (uint32_t epoch = 0; epoch < 2; epoch++) {
      if (epoch) {
        next_epoch(a, epoch);
        oracle_anneal_exchange(o);
      }
      for (uint64_t steps = 1; o->step + steps < a->end; steps = steps * 3 / 2 + 1) {
        CU_ASSERT_EQUAL(be.ops->anneal->advance(&be, &a->model.device, &a->state, &a->stages, steps), OK);
        a->state.step += steps;
        a->at = a->state.step;
        oracle_anneal_advance(o, steps);
        check_fields(a, o, "slice");
      }
      epoch_run(a, ALL_STEPS);
      oracle_anneal_advance(o, ALL_STEPS);
      check_fields(a, o, "last slice");
    }
    oracle_anneal_free(o);
    solver_anneal.destroy(a);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* Where slices fall changes nothing, not even which of equal champions is found. */
static void slices_and_ties(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    Instance *inst = matching(24, 4, 30, seed);
    Plan plan = plan_of(2, 5, 12800, 2);
    Archipelago *whole = ring_make(inst, &be, &plan), *sliced = ring_make(inst, &be, &plan);
    for (uint32_t epoch = 0; epoch < 2; epoch++) {
      if (epoch) {
        next_epoch(whole, epoch);
        next_epoch(sliced, epoch);
      }
      const Progress one = epoch_run(whole, ALL_STEPS), two = epoch_run(sliced, 1);
      CU_ASSERT(one.best == two.best && one.finished == two.finished && one.moves == two.moves);
      check_same(whole, sliced);
    }
    solver_anneal.destroy(whole);
    solver_anneal.destroy(sliced);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* Rows of islands [first, first + count) of *from. */
static void rows_take(const FieldSet *from, uint32_t first, uint32_t count, FieldSet *out) {
  for (int f = 0; f < from->count; f++) {
    const Field *field = &from->field[f];
    const size_t row = field->columns * dtype_bytes(field->dtype);
    void *data;
    CU_ASSERT_EQUAL_FATAL(
        fieldset_add(out, field->group, field->name, field->dtype, count, field->columns, &data), OK);
    memcpy(data, (const char *)field->data + first * row, count * row);
  }
}

/* Parts of the ring from the fields of all of it, and what they are to be compared with. */
static void parts_load(Archipelago *const *part, const uint32_t *first, int parts, uint32_t epoch,
                       const FieldSet *all) {
  for (int i = 0; i < parts; i++) {
    FieldSet rows = {0};
    rows_take(all, first[i], first[i + 1] - first[i], &rows);
    CU_ASSERT_EQUAL_FATAL(solver_anneal.load(part[i], epoch, &rows), OK);
    fieldset_free(&rows);
  }
}

static void check_parts(Archipelago *whole, Archipelago *const *part, const uint32_t *first, int parts) {
  FieldSet all = {0};
  CU_ASSERT_EQUAL_FATAL(solver_anneal.save(whole, &all), OK);
  for (int i = 0; i < parts; i++) {
    FieldSet rows = {0}, have = {0};
    rows_take(&all, first[i], first[i + 1] - first[i], &rows);
    CU_ASSERT_EQUAL_FATAL(solver_anneal.save(part[i], &have), OK);
    for (int f = 0; f < rows.count; f++) {
      const Field *r = &rows.field[f];
      const int differs = field_differs(&have, r->name, r->dtype, r->data, r->rows * r->columns);
      CU_ASSERT(!differs);
      if (differs) printf("# part %d: %s differs\n", i, r->name);
    }
    fieldset_free(&rows);
    fieldset_free(&have);
  }
  fieldset_free(&all);
}

/* Saved in the middle of any epoch, loaded afresh, whole and in parts: the same end as without. */
static void check_saved(const Instance *inst, Backend *be, uint32_t cut_epoch, uint32_t cut_steps,
                        uint32_t slice) {
  static const uint32_t first[] = {0, 2, 3, 5};
  Plan plan = plan_of(5, 3, 3800, 3);
  FieldSet fields = {0};
  Archipelago *whole = ring_make(inst, be, &plan), *again = ring_make(inst, be, &plan), *part[3];
  for (int i = 0; i < 3; i++) part[i] = ring_part(inst, be, &plan, first[i], first[i + 1] - first[i]);
  for (uint32_t epoch = 0; epoch < 3; epoch++) {
    if (epoch) next_epoch(whole, epoch);
    if (epoch > cut_epoch) {
      next_epoch(again, epoch);
      exchange(part, 3);
      for (int i = 0; i < 3; i++) CU_ASSERT_EQUAL(solver_anneal.begin(part[i], epoch), OK);
    }
    if (epoch == cut_epoch) {
      Progress progress;
      if (cut_steps) CU_ASSERT_EQUAL(solver_anneal.advance(whole, cut_steps, &progress), OK);
      CU_ASSERT_EQUAL_FATAL(solver_anneal.save(whole, &fields), OK);
      CU_ASSERT_EQUAL_FATAL(solver_anneal.load(again, epoch, &fields), OK);
      check_same(whole, again);
      parts_load(part, first, 3, epoch, &fields);
      fieldset_free(&fields);
    }
    epoch_run(whole, ALL_STEPS);
    if (epoch < cut_epoch) continue;
    epoch_run(again, slice);
    for (int i = 0; i < 3; i++) epoch_run(part[i], ALL_STEPS);
    check_same(whole, again);
    check_parts(whole, part, first, 3);
  }
  solver_anneal.destroy(whole);
  solver_anneal.destroy(again);
  for (int i = 0; i < 3; i++) solver_anneal.destroy(part[i]);
}

static void save_and_load(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  static const int chosen[] = {0, 2, 5, 7, 8, 12, 16};
  for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++) {
    Instance *inst = case_make(chosen[k]);
    for (uint32_t epoch = 0; epoch < 3; epoch++)
      for (uint32_t cut = 0; cut < 15; cut += 7) check_saved(inst, &be, epoch, cut, cut ? ALL_STEPS : 3);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* A rank without islands does nothing, and says that it is done. */
static void empty_part(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = case_make(5);
  Plan plan = plan_of(2, 2, 500, 2);
  Archipelago *a = ring_part(inst, &be, &plan, 2, 0);
  Individual best = {0};
  FieldSet fields = {0};
  for (uint32_t epoch = 0; epoch < 2; epoch++) {
    CU_ASSERT_EQUAL(solver_anneal.begin(a, epoch), OK);
    CU_ASSERT_EQUAL(epoch_run(a, 1).best, COST_NONE);
  }
  CU_ASSERT_EQUAL(solver_anneal.best(a, true, &best), OK);
  CU_ASSERT_EQUAL(best.cost, COST_NONE);
  CU_ASSERT_EQUAL(solver_anneal.save(a, &fields), OK);
  CU_ASSERT_EQUAL(solver_anneal.load(a, 1, &fields), OK);
  fieldset_free(&fields);
  solver_anneal.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
}

/* Task t of the first chain gets a machine that is no option. */
static void option_take(const Archipelago *a, Field *f) {
  const AnnealModel *model = &a->model;
  for (int32_t task = 0; task < model->host.tasks; task++)
    for (int32_t m = 0; m < model->host.machines; m++)
      if (model->host.rank[task * model->host.machines + m] == ANNEAL_NONE) {
        ((int32_t *)f->data)[model->task[task]] = m;
        return;
      }
}

static void machines_that_are_no_option(void) {
  static const char *const names[] = {"assignment", "kept"};
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = case_make(12);
  Plan plan = plan_of(2, 3, 500, 2);
  Archipelago *a = ring_make(inst, &be, &plan), *fresh = ring_make(inst, &be, &plan);
  for (int k = 0; k < 2; k++) {
    FieldSet fields = {0};
    CU_ASSERT_EQUAL_FATAL(solver_anneal.save(a, &fields), OK);
    CU_ASSERT_EQUAL(solver_anneal.load(fresh, 0, &fields), OK);
    option_take(a, (Field *)field_of(&fields, names[k]));
    status_clear();
    CU_ASSERT_EQUAL(solver_anneal.load(fresh, 0, &fields), ERR_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), names[k]));
    status_clear();
    fieldset_free(&fields);
  }
  solver_anneal.destroy(a);
  solver_anneal.destroy(fresh);
  instance_free(inst);
  be.ops->close(&be);
}

static void threads(void) {
  Instance *inst = case_make(12), *coarse = case_make(7);
  for (int count = 1; count <= 3; count++) {
    Backend be;
    CU_ASSERT_FATAL(climbing_open(&be, "cpu", count));
    check_run(inst, &be, plan_of(3, 5, 1000, 3), ALL_STEPS);
    check_run(coarse, &be, plan_of(2, 2, 1000, 3), 1);
    be.ops->close(&be);
  }
  instance_free(inst);
  instance_free(coarse);
}

/* What a run owes that is stopped: in the middle of an epoch, the best of what chains keep. */
static void check_unfinished(Archipelago *a, const OracleAnneal *o) {
  const size_t n = (size_t)o->inst->n;
  int32_t *gene = malloc(sizeof *gene * n);
  Individual finished = {0}, best = {.gene = gene};
  int64_t cost = 0;
  CU_ASSERT_EQUAL(solver_anneal.best(a, false, &finished), OK);
  CU_ASSERT_EQUAL(solver_anneal.best(a, true, &best), OK);
  CU_ASSERT_EQUAL(judge_solution(o->inst, gene, &cost), OK);
  CU_ASSERT(best.cost == cost && best.cost <= finished.cost && best.island < o->plan->islands);
  for (uint32_t i = 0; i < o->plan->islands; i++) {
    uint32_t first = i * anneal_plan(o->plan)->chains, least = first;
    for (uint32_t c = first; c < first + anneal_plan(o->plan)->chains; c++)
      if (o->best[c] < o->best[least]) least = c;
    CU_ASSERT_EQUAL(judge_solution(o->inst, o->kept + least * n, &cost), OK);
    CU_ASSERT(best.cost <= cost);
  }
  free(gene);
}

static void unfinished(const char *backend) {
  static const int chosen[] = {2, 5, 6, 7, 12, 16};
  Backend be;
  if (!device_open(&be, backend, 1)) return;
  int better = 0;
  for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++) {
    Instance *inst = case_make(chosen[k]);
    Plan plan = plan_of(2, 3, 256 * 40, 1);
    Archipelago *a = ring_make(inst, &be, &plan);
    OracleAnneal *o = oracle_anneal_start(inst, &plan, &a->model);
    for (int slice = 0; slice < 39; slice++) {
      Progress progress = {0};
      Individual finished = {0}, best = {0};
      CU_ASSERT_EQUAL(solver_anneal.advance(a, 1, &progress), OK);
      CU_ASSERT(!progress.epoch_done && progress.moves == a->at * 6);
      oracle_anneal_advance(o, a->at - o->step);
      check_unfinished(a, o);
      solver_anneal.best(a, false, &finished);
      solver_anneal.best(a, true, &best);
      better += best.cost < finished.cost;
    }
    oracle_anneal_free(o);
    solver_anneal.destroy(a);
    instance_free(inst);
  }
  CU_ASSERT(better);
  be.ops->close(&be);
}

/* ---- what it finds ---- */

static int64_t solved(const Instance *inst, Backend *be, Plan plan, int32_t *gene) {
  Archipelago *a = ring_make(inst, be, &plan);
  Individual best = {.gene = gene};
  int64_t cost = 0;
  for (uint32_t epoch = 0; epoch < anneal_plan(&plan)->epochs; epoch++) {
    if (epoch) next_epoch(a, epoch);
    epoch_run(a, ALL_STEPS);
  }
  CU_ASSERT_EQUAL(solver_anneal.best(a, true, &best), OK);
  CU_ASSERT_EQUAL(judge_assignment(inst, gene, &cost), OK);
  CU_ASSERT_EQUAL(best.cost, cost);
  solver_anneal.destroy(a);
  return cost;
}

/* The optimum of small matchings, by trying all assignments. */
static void solves_small(const char *backend) {
  enum { TASKS = 8, MACHINES = 3, ALL = 6561 };
  Backend be;
  if (!device_open(&be, backend, 1)) return;
  Plan plan = plan_of(2, 4, 6000, 5);
  for (uint64_t seed = 1; seed <= 20; seed++) {
    Instance *inst = matching(TASKS, MACHINES, 100, seed);
    int64_t least = INT64_MAX, cost;
    int32_t gene[TASKS];
    for (int code = 0; code < ALL; code++) {
      for (int t = 0, rest = code; t < TASKS; t++, rest /= MACHINES) gene[t] = rest % MACHINES;
      judge_solution(inst, gene, &cost);
      least = cost < least ? cost : least;
    }
    cost = solved(inst, &be, plan, gene);
    CU_ASSERT_EQUAL(cost, least);
    if (cost != least)
      printf("# seed %d: %lld, optimum %lld\n", (int)seed, (long long)cost, (long long)least);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* No worse than any list heuristic, even after no time at all; nor below the bound. */
static void beats_lists(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  for (int k = 0; k < CASES; k++) {
    Instance *inst = case_make(k);
    int32_t *gene = malloc(sizeof *gene * (size_t)inst->n);
    Plan plan = plan_of(2, 2, 1, 1);
    int64_t cost, brief = solved(inst, &be, plan, gene);
    for (int h = 0; h < MATCH_HEURISTICS; h++) {
      CU_ASSERT_EQUAL(match_heuristics[h].assign(inst, gene), OK);
      CU_ASSERT_EQUAL(judge_assignment(inst, gene, &cost), OK);
      CU_ASSERT(brief <= cost);
    }
    int64_t bound;
    CU_ASSERT_EQUAL(inst->problem->bound(inst, 1, &bound), OK);
    CU_ASSERT(bound > 0 && bound <= brief);
    free(gene);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* Published instances: within 1.5 % of the best known in a moment. */
static void solves_benchmark(const char *backend) {
  static const char *const names[] = {"u_c_hihi.0", "u_s_lohi.0", "u_i_lolo.0"};
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    char relative[64];
    snprintf(relative, sizeof relative, "etc/512x16/%s", names[k]);
    const char *path = harness_data(relative);
    if (!path) break;
    Instance *inst = NULL;
    int64_t known = 0;
    CU_ASSERT_EQUAL_FATAL(etc_read(path, &inst), OK);
    CU_ASSERT_EQUAL(optima_find(path, inst->name, inst->decimals, &known), OK);
    int32_t *gene = malloc(sizeof *gene * (size_t)inst->n);
    const double excess =
        100.0 * ((double)solved(inst, &be, plan_of(1, 4, 200000, 3), gene) / (double)known - 1);
    CU_ASSERT(known > 0 && excess < 1.5);
    printf("# %s: %.3f %% above the best known\n", names[k], excess);
    free(gene);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* Plans that cannot be run are refused with a word about it; what is left open is filled in. */
static void plans(void) {
  Instance *inst = case_make(5);
  Plan plan = plan_of(0, 0, 0, 3), bad;
  const BackendOps *cpu = backend_find("cpu");
  CU_ASSERT_EQUAL(solver_anneal.complete(inst, cpu, &plan), OK);
  CU_ASSERT(plan.islands > 0 && anneal_plan(&plan)->chains > 0 && plan.epoch > 0);
  CU_ASSERT_EQUAL(solver_anneal.epochs(&plan), 3);
  CU_ASSERT_EQUAL(solver_anneal.budget(&plan), (uint64_t)3 * plan.islands * anneal_plan(&plan)->chains);
  bad = plan_of(7, 5, 300, 2);
  CU_ASSERT_EQUAL(solver_anneal.complete(inst, cpu, &bad), OK);
  CU_ASSERT(bad.islands == 7 && anneal_plan(&bad)->chains == 5 && bad.epoch == 300);
#define REFUSED(member, wrong, word)                                                                         \
  bad = plan, anneal_plan_edit(&bad)->member = wrong, status_clear();                                        \
  CU_ASSERT(solver_anneal.complete(inst, cpu, &bad) == ERR_USAGE && strstr(status_message(), word))
  REFUSED(chains, UINT32_MAX, "--chains");
  status_clear();
  instance_free(inst);
}

#define ON_BOTH(name)                                                                                        \
  static void name##_cpu(void) { name("cpu"); }                                                              \
  static void name##_cuda(void) { name("cuda"); }
ON_BOTH(runs)
ON_BOTH(plans_of_all_kinds)
ON_BOTH(near_ties)
ON_BOTH(slices)
ON_BOTH(slices_and_ties)
ON_BOTH(save_and_load)
ON_BOTH(unfinished)
ON_BOTH(solves_small)
ON_BOTH(solves_benchmark)

static const HarnessTest tests[] = {TEST(plans),
                                    TEST(runs_cpu),
                                    TEST(runs_cuda),
                                    TEST(plans_of_all_kinds_cpu),
                                    TEST(plans_of_all_kinds_cuda),
                                    TEST(near_ties_cpu),
                                    TEST(near_ties_cuda),
                                    TEST(slices_cpu),
                                    TEST(slices_cuda),
                                    TEST(slices_and_ties_cpu),
                                    TEST(slices_and_ties_cuda),
                                    TEST(save_and_load_cpu),
                                    TEST(save_and_load_cuda),
                                    TEST(unfinished_cpu),
                                    TEST(unfinished_cuda),
                                    TEST(empty_part),
                                    TEST(machines_that_are_no_option),
                                    TEST(threads),
                                    TEST(solves_small_cpu),
                                    TEST(solves_small_cuda),
                                    TEST(beats_lists),
                                    TEST(solves_benchmark_cpu),
                                    TEST(solves_benchmark_cuda),
                                    {NULL, NULL}};

int main(void) { return harness_run("anneal", tests); }
