/* The solver layer of iterated local search (src/solver/ils*.c), on every backend: its schedule, what it shows is what its tours
 * are, and one answer however slices, parts of the ring, saving and loading fall. What a kick does is test_ils.c's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "climbing.h"
#include "harness.h"
#include "io/optima.h"
#include "io/tsplib.h"
#include "judge.h"
#include "preparing.h"
#include "solver/ils_archipelago.h"

#define ALL_STEPS UINT32_MAX
enum { PARTS = 3 };

/* Tours that never meet. */
static Plan plan_of(uint32_t islands, uint32_t tours, double kicks, uint32_t epoch) {
  return (Plan){.seed = 0x123456789abu,
                .islands = islands,
                .epoch = epoch,
                .ils = {.recombination = RECOMBINATION_NONE,
                        .tours = tours,
                        .kicks = kicks,
                        .temperature = 1,
                        .candidates = 7}};
}

/* Tours that meet, where there are cities enough: two populations, the elders join the second one. */
static Plan plan_meeting(uint32_t islands, uint32_t tours, double kicks) {
  Plan plan = plan_of(islands, tours, kicks, 1);
  plan.ils.recombination = RECOMBINATION_EAX, plan.ils.populations = 2, plan.ils.generations = 4;
  return plan;
}

static Plan plan_kind(int meets, uint32_t islands, uint32_t tours, double kicks, uint32_t epoch) {
  return meets ? plan_meeting(islands, tours, kicks / 16) : plan_of(islands, tours, kicks, epoch);
}

static Plan plan_complete(const Instance *inst, Plan plan) {
  CU_ASSERT_EQUAL_FATAL(solver_ils.complete(inst, backend_find("cpu"), &plan), OK);
  return plan;
}

static int device_open(Backend *be, const char *backend, int threads) {
  if (climbing_open(be, backend, threads) && be->ops->ils) return 1;
  harness_skip("no device");
  return 0;
}

/* Every kind of distance, cities that coincide, sizes with one kick a round and with several. */
enum { CASES = 13 };
static Instance *case_make(int k) {
  switch (k) {
  case 0:
    return climbing_instance(METRIC_EUC_2D, 1, 1000, 0, 1);
  case 1:
    return climbing_instance(METRIC_EUC_2D, 2, 1000, 0, 2);
  case 2:
    return climbing_instance(METRIC_EXPLICIT, 3, 1000, 0, 3);
  case 3:
    return climbing_instance(METRIC_MAN_2D, 4, 1000, 0, 4);
  case 4:
    return climbing_instance(METRIC_ATT, 5, 1000, 0, 5);
  case 5:
    return climbing_instance(METRIC_EXPLICIT, 7, 1000, 0, 6);
  case 6:
    return climbing_instance(METRIC_GEO, 40, 90, 0, 7);
  case 7:
    return climbing_instance(METRIC_CEIL_2D, 150, 1000, 1, 8);
  case 8:
    return climbing_instance(METRIC_EXPLICIT, 120, 1000, 0, 9);
  case 9:
    return preparing_instance(SHAPE_ONE_POINT, METRIC_EUC_2D, 60, 10);
  case 10:
    return preparing_instance(SHAPE_HEAPS, METRIC_EUC_2D, 200, 11);
  case 11:
    return preparing_instance(SHAPE_LATTICE, METRIC_MAX_2D, 144, 12);
  default:
    return climbing_instance(METRIC_EUC_2D, 300, 1e6, 0, 13);
  }
}

static Archipelago *part_make(const Instance *inst, Backend *be, const Plan *plan, Span span) {
  Archipelago *a = NULL;
  CU_ASSERT_EQUAL_FATAL(solver_ils.create(inst, be, plan, span, &a), OK);
  return a;
}

static Archipelago *ring_make(const Instance *inst, Backend *be, const Plan *plan) {
  return part_make(inst, be, plan, (Span){0, plan->islands});
}

static Progress epoch_run(Archipelago *a, uint32_t steps) {
  Progress progress = {0};
  while (!progress.epoch_done) CU_ASSERT_EQUAL_FATAL(solver_ils.advance(a, steps, &progress), OK);
  return progress;
}

/* The exchange of a ring in parts, as src/mpi/ring.c does it. */
static void exchange(Archipelago *const *a, int parts) {
  void *parcel[PARTS] = {NULL};
  if (a[0]->plan->islands == 1) return;
  for (int i = 0; i < parts; i++) {
    parcel[i] = malloc(solver_ils.migrant_bytes(a[i]));
    CU_ASSERT_EQUAL(solver_ils.emigrate(a[i], parcel[i]), OK);
  }
  for (int i = 0; i < parts; i++)
    CU_ASSERT_EQUAL(solver_ils.immigrate(a[i], parcel[(i + parts - 1) % parts]), OK);
  for (int i = 0; i < parts; i++) free(parcel[i]);
}

/* False: the budget is used up. */
static bool next_epoch(Archipelago *const *a, int parts, uint32_t epoch) {
  uint64_t lively = 0;
  for (int i = 0; i < parts; i++) lively += epoch_run(a[i], 1).lively;
  exchange(a, parts);
  for (int i = 0; i < parts; i++) {
    solver_ils.hear(a[i], lively);
    CU_ASSERT_EQUAL(solver_ils.begin(a[i], epoch), OK);
    CU_ASSERT_EQUAL(solver_ils.over(a[i]), solver_ils.over(a[0]));
  }
  return !solver_ils.over(a[0]);
}

/* ---- comparing ---- */

static Field *field_of(FieldSet *fields, const char *name) {
  for (int f = 0; f < fields->count; f++)
    if (strcmp(fields->field[f].name, name) == 0) return &fields->field[f];
  return NULL;
}

static FieldSet saved(Archipelago *a) {
  FieldSet fields = {0};
  CU_ASSERT_EQUAL_FATAL(solver_ils.save(a, &fields), OK);
  return fields;
}

/* The rows of `span` of fields that hold those of all islands. */
static FieldSet rows_take(const FieldSet *all, const Plan *plan, Span span) {
  FieldSet out = {0};
  for (int f = 0; f < all->count; f++) {
    const Field *field = &all->field[f];
    const size_t each = field->group == FIELD_ISLAND ? 1 : plan->ils.group,
                 bytes = field->columns * dtype_bytes(field->dtype);
    void *data;
    CU_ASSERT_EQUAL_FATAL(
        fieldset_add(&out, field->group, field->name, field->dtype, span.count * each, field->columns, &data),
        OK);
    if (span.count)
      memcpy(data, (const char *)field->data + span.first * each * bytes, span.count * each * bytes);
  }
  return out;
}

static void check_fields(const FieldSet *left, const FieldSet *right, const char *what) {
  CU_ASSERT_EQUAL_FATAL(left->count, right->count);
  for (int f = 0; f < left->count; f++) {
    const Field *a = &left->field[f], *b = &right->field[f];
    const int same =
        strcmp(a->name, b->name) == 0 && a->dtype == b->dtype && a->rows == b->rows &&
        a->columns == b->columns &&
        (!a->rows || memcmp(a->data, b->data, a->rows * a->columns * dtype_bytes(a->dtype)) == 0);
    CU_ASSERT(same);
    if (!same) printf("# %s: %s differs\n", what, a->name);
  }
}

/* The state of `part` is that of its islands in `whole`. */
static void check_part(Archipelago *whole, Archipelago *part, const char *what) {
  FieldSet all = saved(whole), rows = rows_take(&all, whole->plan, part->span), mine = saved(part);
  check_fields(&rows, &mine, what);
  fieldset_free(&all), fieldset_free(&rows), fieldset_free(&mine);
}

/* ---- what it shows ---- */

static int64_t judged(const Instance *inst, const int32_t *gene) {
  int64_t cost = -1;
  CU_ASSERT_EQUAL(judge_solution(inst, gene, &cost), OK);
  return cost;
}

/* Every tour is one, and as long as it says; the least of an island. */
static int64_t check_tours(Archipelago *a, uint32_t island) {
  FieldSet fields = saved(a);
  const Field *tour = field_of(&fields, "tour"), *cost = field_of(&fields, "cost");
  int64_t least = COST_NONE;
  const uint32_t group = a->plan->ils.group;
  for (uint32_t r = island * group; r < (island + 1) * group; r++) {
    const int64_t kept = ((const int64_t *)cost->data)[r];
    CU_ASSERT_EQUAL(judged(a->inst, (const int32_t *)tour->data + (size_t)r * tour->columns), kept);
    least = kept < least ? kept : least;
  }
  fieldset_free(&fields);
  return least;
}

/* Champions are judged, are found on the island that they name, and are the best so far. */
static void check_champions(Archipelago *a, int64_t *before) {
  int32_t *gene = malloc(sizeof *gene * (size_t)a->inst->n);
  Individual best = {.cost = COST_NONE};
  for (uint32_t i = 0; i < a->span.count; i++) {
    Individual champion = {.gene = gene};
    const int64_t least = check_tours(a, i);
    CU_ASSERT_EQUAL(solver_ils.champion(a, i, &champion), OK);
    CU_ASSERT(champion.cost == judged(a->inst, gene) && champion.length == (uint32_t)a->inst->n);
    CU_ASSERT(champion.cost <= least && champion.cost <= before[i]);
    CU_ASSERT(champion.cost == least || champion.cost == before[i] || champion.island != a->span.first + i ||
              !a->epoch);
    before[i] = champion.cost;
    if (champion.cost < best.cost) best = champion;
  }
  Individual shown = {.gene = gene};
  CU_ASSERT_EQUAL(solver_ils.best(a, false, &shown), OK);
  CU_ASSERT(shown.cost == best.cost && shown.island == best.island && judged(a->inst, gene) == best.cost);
  free(gene);
}

static void run_check(const Instance *inst, Backend *be, Plan plan) {
  plan = plan_complete(inst, plan);
  Archipelago *a = ring_make(inst, be, &plan);
  Progress progress = {0};
  int64_t before[3] = {COST_NONE, COST_NONE, COST_NONE};
  for (uint32_t epoch = 0; epoch < solver_ils.epochs(&plan); epoch++) {
    if (epoch && !next_epoch(&a, 1, epoch)) break;
    progress = epoch_run(a, ALL_STEPS);
    check_champions(a, before);
  }
  CU_ASSERT_EQUAL(progress.climbers, solver_ils.budget(&plan));
  CU_ASSERT(inst->n < 5 || progress.moves > progress.climbers);
  solver_ils.destroy(a);
}

static void runs(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  for (int k = 0; k < CASES; k++) {
    Instance *inst = case_make(k);
    for (int meets = 0; meets < 2; meets++)
      run_check(inst, &be, plan_kind(meets, 1 + (uint32_t)k % 3, 4 + 3 * (uint32_t)meets, 6, 2));
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* ---- one answer ---- */

/* An epoch on ranks: slices of the same lengths leave all of them at the same place, however fast each is. */
static void parts_run(Archipelago *const *part) {
  static const uint32_t units[] = {1, 3, 8, 2, 700};
  Progress progress = {0};
  for (int k = 0; !progress.epoch_done; k++)
    for (int i = 0; i < PARTS; i++) {
      CU_ASSERT_EQUAL_FATAL(solver_ils.advance(part[i], units[k % 5], &progress), OK);
      const IlsStage *one = &part[0]->stage, *two = &part[i]->stage;
      CU_ASSERT(one->phase == two->phase && one->at == two->at && one->made == two->made && one->block == two->block);
    }
}

/* Steps at a time that no run would take, and parts of the ring. */
static void check_slices(const Instance *inst, Backend *be, Plan plan) {
  static const Span spans[PARTS] = {{0, 1}, {1, 1}, {2, 3}};
  plan = plan_complete(inst, plan);
  Archipelago *whole = ring_make(inst, be, &plan), *sliced = ring_make(inst, be, &plan), *part[PARTS];
  for (int i = 0; i < PARTS; i++) part[i] = part_make(inst, be, &plan, spans[i]);
  for (uint32_t epoch = 0; epoch < solver_ils.epochs(&plan); epoch++) {
    if (epoch) {
      const bool left = next_epoch(&whole, 1, epoch);
      CU_ASSERT_EQUAL(next_epoch(&sliced, 1, epoch), left);
      CU_ASSERT_EQUAL(next_epoch(part, PARTS, epoch), left);
      if (!left) break;
    }
    const Progress one = epoch_run(whole, ALL_STEPS), two = epoch_run(sliced, 1);
    CU_ASSERT(one.best == two.best && one.climbers == two.climbers && one.moves == two.moves);
    parts_run(part);
    for (int i = 0; i < PARTS; i++) check_part(whole, part[i], "part");
    check_part(whole, sliced, "slices");
  }
  for (int i = 0; i < PARTS; i++) solver_ils.destroy(part[i]);
  solver_ils.destroy(whole), solver_ils.destroy(sliced);
}

static void slices_and_parts(const char *backend) {
  static const int chosen[] = {3, 5, 8, 10, 12};
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++) {
    Instance *inst = case_make(chosen[k]);
    for (int meets = 0; meets < 2; meets++) check_slices(inst, &be, plan_kind(meets, 5, 14, 5, 2));
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* So many slices of a step, or to the epoch's end. */
static void steps_take(Archipelago *a, uint32_t count) {
  Progress progress = {0};
  while (count-- && !progress.epoch_done) CU_ASSERT_EQUAL_FATAL(solver_ils.advance(a, 1, &progress), OK);
}

/* Saved, and loaded on parts. */
static void parts_load(Archipelago *whole, Archipelago *const *part, int parts, uint32_t epoch) {
  FieldSet all = saved(whole);
  for (int i = 0; i < parts; i++) {
    FieldSet rows = rows_take(&all, whole->plan, part[i]->span);
    CU_ASSERT_EQUAL_FATAL(solver_ils.load(part[i], epoch, &rows), OK);
    check_part(whole, part[i], "loaded");
    fieldset_free(&rows);
  }
  fieldset_free(&all);
}

/* Stopped after so many steps of an epoch, saved, loaded on two parts: the end is that of the whole. */
static void check_resumed(const Instance *inst, Backend *be, Plan plan, uint32_t cut_epoch, uint32_t cut_steps) {
  plan = plan_complete(inst, plan);
  Archipelago *whole = ring_make(inst, be, &plan),
              *part[2] = {part_make(inst, be, &plan, (Span){0, 2}), part_make(inst, be, &plan, (Span){2, 1})};
  for (uint32_t epoch = 0; epoch < solver_ils.epochs(&plan); epoch++) {
    const bool left = !epoch || next_epoch(&whole, 1, epoch);
    if (epoch > cut_epoch) CU_ASSERT_EQUAL(next_epoch(part, 2, epoch), left);
    if (epoch == cut_epoch) {
      steps_take(whole, cut_steps);
      parts_load(whole, part, 2, epoch);
    }
    if (!left) break;
    epoch_run(whole, ALL_STEPS);
    for (int i = 0; i < 2 && epoch >= cut_epoch; i++)
      epoch_run(part[i], 3), check_part(whole, part[i], "resumed");
  }
  for (int i = 0; i < 2; i++) solver_ils.destroy(part[i]);
  solver_ils.destroy(whole);
}

/* In the middle of start tours, of their descent, at its end, among kicks; in the last epoch. */
static void save_and_load(const char *backend) {
  static const int chosen[] = {2, 3, 5, 8, 10};
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++) {
    Instance *inst = case_make(chosen[k]);
    const Plan plan = plan_of(3, 6, 4, 2), complete = plan_complete(inst, plan);
    const uint32_t start = 1 + complete.ils.descent, cuts[] = {0, 1, 3, start - 1, start, start + 1, 2 * start, 2 * start + 5},
                   last = solver_ils.epochs(&complete) - 1;
    for (size_t c = 0; c < sizeof cuts / sizeof *cuts; c++) check_resumed(inst, &be, plan, 0, cuts[c]);
    check_resumed(inst, &be, plan, last, 0);
    check_resumed(inst, &be, plan, last, 7);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* At the beginning, in the middle and at the end of each epoch: generations of both populations, the elders' among them. */
static void save_and_load_meeting(const char *backend) {
  static const int chosen[] = {8, 10};
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++) {
    Instance *inst = case_make(chosen[k]);
    for (uint32_t epoch = 1; epoch < 16; epoch++) check_resumed(inst, &be, plan_meeting(3, 12, 0.5), epoch, epoch % 3 * 2);
    instance_free(inst);
  }
  be.ops->close(&be);
}

static void threads(void) {
  Backend be;
  Instance *inst = case_make(12);
  FieldSet first = {0};
  for (int count = 1; count <= 3; count++) {
    const Plan plan = plan_complete(inst, plan_of(2, 3, 8, 4));
    CU_ASSERT_FATAL(climbing_open(&be, "cpu", count));
    Archipelago *a = ring_make(inst, &be, &plan);
    epoch_run(a, ALL_STEPS);
    FieldSet fields = saved(a);
    if (count == 1)
      first = fields;
    else
      check_fields(&first, &fields, "threads"), fieldset_free(&fields);
    solver_ils.destroy(a);
    be.ops->close(&be);
  }
  fieldset_free(&first);
  instance_free(inst);
}

/* A GPU and a CPU end in the same state, tour by tour. */
static void check_twins(const Instance *inst, Backend *cpu, Backend *cuda, Plan plan) {
  plan = plan_complete(inst, plan);
  Archipelago *here = ring_make(inst, cpu, &plan), *there = ring_make(inst, cuda, &plan);
  for (uint32_t epoch = 0; epoch < solver_ils.epochs(&plan); epoch++) {
    if (epoch) {
      const bool left = next_epoch(&here, 1, epoch);
      CU_ASSERT_EQUAL(next_epoch(&there, 1, epoch), left);
      if (!left) break;
    }
    const Progress one = epoch_run(here, ALL_STEPS), two = epoch_run(there, 9);
    CU_ASSERT(one.moves == two.moves && one.best == two.best && one.lively == two.lively);
    check_part(here, there, "twin");
  }
  solver_ils.destroy(here), solver_ils.destroy(there);
}

static void twins(void) {
  Backend cpu, cuda;
  if (!device_open(&cuda, "cuda", 2)) return;
  CU_ASSERT_FATAL(climbing_open(&cpu, "cpu", 2));
  for (int k = 0; k < CASES; k++) {
    Instance *inst = case_make(k);
    for (int meets = 0; meets < 2; meets++) check_twins(inst, &cpu, &cuda, plan_kind(meets, 2, 7 + 9 * (uint32_t)meets, 9, 4));
    instance_free(inst);
  }
  cpu.ops->close(&cpu), cuda.ops->close(&cuda);
}

/* ---- stopped runs, empty parts, damage ---- */

/* After one step there is a tour to show; later ones, until a little after the start, are no worse than champions. */
static void unfinished(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  Instance *inst = case_make(12);
  int32_t *gene = malloc(sizeof *gene * (size_t)inst->n);
  const Plan plan = plan_complete(inst, plan_of(2, 6, 20, 10));
  Archipelago *a = ring_make(inst, &be, &plan);
  Progress progress = {0};
  int64_t finished_before = COST_NONE;
  for (int k = 0, after = 3; after && k < 10000 && !progress.epoch_done; k++, after -= finished_before != COST_NONE) {
    Individual finished = {.gene = NULL}, best = {.gene = gene};
    CU_ASSERT_EQUAL(solver_ils.advance(a, 1, &progress), OK);
    CU_ASSERT_EQUAL(solver_ils.best(a, false, &finished), OK);
    CU_ASSERT_EQUAL(solver_ils.best(a, true, &best), OK);
    CU_ASSERT(best.cost <= finished.cost && best.cost == judged(inst, gene) && best.island < 2);
    CU_ASSERT(finished.cost <= finished_before && progress.best == finished.cost);
    finished_before = finished.cost;
  }
  CU_ASSERT(finished_before != COST_NONE && !progress.epoch_done);
  free(gene);
  solver_ils.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
}

/* A rank without islands does nothing, and says that it is done. */
static void empty_part(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = case_make(8);
  const Plan plan = plan_complete(inst, plan_meeting(2, 2, 4));
  Archipelago *a = part_make(inst, &be, &plan, (Span){2, 0});
  Individual best = {0};
  Description how;
  for (uint32_t epoch = 0; epoch < 5; epoch++) {
    CU_ASSERT_EQUAL(solver_ils.begin(a, epoch), OK);
    CU_ASSERT_EQUAL(epoch_run(a, 1).best, COST_NONE);
  }
  CU_ASSERT_EQUAL(solver_ils.best(a, true, &best), OK);
  CU_ASSERT_EQUAL(best.cost, COST_NONE);
  CU_ASSERT_EQUAL(solver_ils.describe(a, &how), OK);
  FieldSet fields = saved(a);
  CU_ASSERT_EQUAL(solver_ils.load(a, 1, &fields), OK);
  fieldset_free(&fields);
  solver_ils.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
}

typedef struct Damage {
  const char *field, *word; /* what the message names */
  size_t at;                /* value of the field, of its type */
  int64_t value;
} Damage;

static void damage(Field *f, const Damage *d) {
  if (f->dtype == DTYPE_I32 || f->dtype == DTYPE_U32) ((int32_t *)f->data)[d->at] = (int32_t)d->value;
  if (f->dtype == DTYPE_I64 || f->dtype == DTYPE_U64) ((int64_t *)f->data)[d->at] = d->value;
  if (f->dtype == DTYPE_F64) ((double *)f->data)[d->at] = (double)d->value;
}

static void damaged_fields(void) {
  static const Damage all[] = {{"tour", "tour", 3, -1},       {"tour", "tour", 130, 1000},
                               {"tour", "tour", 0, 0},        {"champion_tour", "champion_tour", 119, 120},
                               {"phase", "phase", 1, 0},      {"phase", "phase", 0, 9},
                               {"made", "made", 0, 7},        {"made", "made", 1, 0},
                               {"at", "at", 1, 4},            {"at", "at", 0, 1 << 20},
                               {"block", "block", 0, 1},      {"began", "began", 1, 1},
                               {"done", "done", 1, 2},        {"done", "done", 0, -1},
                               {"island", "climber 5", 5, 0}, {"climber", "climber 1", 1, 0},
                               {"cost", "climber 2", 2, 5},   {"cost", "climber 0", 0, COST_NONE},
                               {"cost", "climber 3", 3, -7},  {"father", "father", 50, -1}};
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = case_make(8);
  const Plan plan = plan_complete(inst, plan_meeting(2, 6, 1));
  Archipelago *a = ring_make(inst, &be, &plan), *fresh = ring_make(inst, &be, &plan);
  epoch_run(a, ALL_STEPS);
  next_epoch(&a, 1, 1);
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    FieldSet fields = saved(a);
    Field *field = field_of(&fields, all[k].field);
    CU_ASSERT_EQUAL(solver_ils.load(fresh, 1, &fields), OK);
    if (all[k].at == 0 && all[k].value == 0) /* a city twice */
      ((int32_t *)field->data)[0] = ((int32_t *)field->data)[1];
    else
      damage(field, &all[k]);
    status_clear();
    CU_ASSERT_EQUAL(solver_ils.load(fresh, 1, &fields), ERR_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), all[k].word));
    if (!strstr(status_message(), all[k].word)) printf("# %s: %s\n", all[k].field, status_message());
    fieldset_free(&fields);
  }
  FieldSet fields = saved(a);
  for (int f = 0; f < fields.count; f++) {
    const char first = fields.field[f].name[0];
    fields.field[f].name[0] = '?', status_clear();
    CU_ASSERT_EQUAL(solver_ils.load(fresh, 1, &fields), ERR_FORMAT);
    fields.field[f].name[0] = first;
  }
  status_clear();
  CU_ASSERT_EQUAL(solver_ils.load(fresh, 1, &fields), OK);
  fieldset_free(&fields);
  solver_ils.destroy(a), solver_ils.destroy(fresh);
  instance_free(inst);
  be.ops->close(&be);
}

/* ---- the schedule ---- */

static void plans(void) {
  const BackendOps *cpu = backend_find("cpu");
  Instance *inst = case_make(12), *tiny = case_make(3);
  Plan plan = plan_of(0, 0, 0, 0), timed = plan, bad;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &plan), OK);
  CU_ASSERT(plan.islands == 1 && plan.ils.tours == 1 && plan.ils.kicks == 100 && plan.epoch == 10);
  CU_ASSERT_EQUAL(solver_ils.epochs(&plan), 10);
  CU_ASSERT_EQUAL(solver_ils.budget(&plan), 300 * 100);
  Plan twice = plan;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &twice), OK);
  CU_ASSERT_EQUAL(memcmp(&twice, &plan, sizeof plan), 0);
  timed.timed = true;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &timed), OK);
  CU_ASSERT(timed.ils.kicks == 0 && solver_ils.epochs(&timed) == EPOCHS_OPEN &&
            solver_ils.budget(&timed) == 0);
  CU_ASSERT_EQUAL(timed.epoch, 6);
  timed.ils.kicks = 7; /* a budget comes before the clock */
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &timed), OK);
  CU_ASSERT_EQUAL(solver_ils.epochs(&timed), 2);
  Plan tours = plan_of(4, 6, 1, 1);
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &tours), OK);
  CU_ASSERT(tours.ils.group == 2 && tours.ils.tours == 6 && solver_ils.budget(&tours) == 8 * 300);
  Plan meeting = {.ils = {.candidates = 7}}, open = meeting;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &meeting), OK);
  CU_ASSERT(meeting.islands == 8 && meeting.ils.meets && meeting.ils.group == 9 && meeting.ils.kicks == 1);
  CU_ASSERT(meeting.ils.recombination == RECOMBINATION_EAX && meeting.ils.temperature == 0);
  CU_ASSERT(solver_ils.epochs(&meeting) == 1 + 200 && solver_ils.budget(&meeting) == 72 * 300);
  twice = meeting;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &twice), OK);
  CU_ASSERT_EQUAL(memcmp(&twice, &meeting, sizeof twice), 0);
  twice = plan_meeting(3, 6, 2);
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &twice), OK);
  CU_ASSERT(solver_ils.epochs(&twice) == 2 + 3 * 4 && solver_ils.budget(&twice) == 6 * 300 * (2 + 4));
  open.timed = true;
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &open), OK);
  CU_ASSERT(open.islands == 1 && open.ils.open && !open.ils.kicks && solver_ils.epochs(&open) == EPOCHS_OPEN && !solver_ils.budget(&open));
  Plan shared = {.timed = true, .ranks = 4, .ils = {.candidates = 7}};
  CU_ASSERT(solver_ils.complete(inst, cpu, &shared) == OK && shared.islands == 4 && shared.ils.group == 17);
  Plan alone = {.ils = {.candidates = 7, .tours = 1}};
  CU_ASSERT_EQUAL(solver_ils.complete(inst, cpu, &alone), OK);
  CU_ASSERT(!alone.ils.meets && alone.ils.recombination == RECOMBINATION_NONE && alone.ils.kicks == 100);
  Plan none = plan_of(0, 0, 0, 0);
  none.timed = true;
  CU_ASSERT_EQUAL(solver_ils.complete(tiny, cpu, &none), OK);
  CU_ASSERT(solver_ils.epochs(&none) == 1 && solver_ils.budget(&none) == 0);
#define REFUSED(member, wrong, word)                                                                         \
  bad = plan, bad.member = wrong, status_clear();                                                            \
  CU_ASSERT(solver_ils.complete(inst, cpu, &bad) == ERR_USAGE && strstr(status_message(), word))
  REFUSED(ils.candidates, 0, "--candidates");
  REFUSED(ils.candidates, ILS_WIDTH + 1, "--candidates");
  REFUSED(ils.quadrant, CANDIDATES_MAX + 1, "--quadrant");
  REFUSED(ils.kicks, -1, "--kicks");
  REFUSED(ils.kicks, 1e10, "--kicks");
  REFUSED(ils.temperature, NAN, "--kick-temperature");
  REFUSED(ils.temperature, 101, "--kick-temperature");
  REFUSED(epoch, 1000000000, "--epoch");
  plan = meeting;
  REFUSED(ils.kicks, 1e9, "--kicks");
  REFUSED(ils.populations, 1000000, "--populations");
  REFUSED(ils.generations, 1000000, "--generations");
#undef REFUSED
  status_clear();
  instance_free(inst), instance_free(tiny);
}

/* Where launches fall decides neither which rounds there are nor how warm each is: the temperature falls from the plan's. */
static void schedule(void) {
  Instance *inst = case_make(12);
  const Plan plan = plan_complete(inst, plan_of(1, 1, 50, 20));
  for (uint64_t most = 1; most <= 1000; most = most * 3 + 1) {
    Archipelago a = {.inst = inst, .plan = &plan, .stage = {.phase = ILS_KICKS, .made = 1}};
    uint64_t rounds = 0;
    uint32_t last = UINT32_MAX;
    for (a.epoch = 0; a.epoch < solver_ils.epochs(&plan); a.epoch++)
      while (rounds < ils_rounds_end(&a)) {
        const IlsRounds next = ils_kicks_next(&a, rounds, most);
        CU_ASSERT_FATAL(next.count >= 1 && next.count <= most);
        CU_ASSERT_EQUAL((uint64_t)a.epoch * plan.ils.epoch_rounds + next.first, rounds);
        CU_ASSERT(next.temperature <= last);
        for (uint32_t r = 0; r < next.count; r++, rounds++) {
          const double exact = 65536 * (1 - (double)rounds / (double)plan.ils.rounds);
          CU_ASSERT(next.temperature >= exact - 1 && next.temperature <= exact + 65536 / 64.0);
        }
        last = next.temperature;
      }
    CU_ASSERT_EQUAL(rounds, plan.ils.rounds);
  }
  instance_free(inst);
}

static void kicks_reach(Archipelago *a) {
  Progress progress;
  for (int k = 0; a->stage.phase != ILS_KICKS && k < 10000; k++)
    CU_ASSERT_EQUAL_FATAL(solver_ils.advance(a, 1, &progress), OK);
  CU_ASSERT_EQUAL(a->stage.phase, ILS_KICKS);
}

static uint32_t warmth(const Archipelago *a) { return ils_kicks_next(a, a->stage.at / a->stage.made, 1).temperature; }

/* Without a budget the clock is the schedule; what was over before a checkpoint stays over. */
static void pace(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = case_make(12);
  Plan open = plan_of(1, 2, 0, 3);
  open.timed = true, open.ils.temperature = 0.5;
  const Plan plan = plan_complete(inst, open);
  Archipelago *a = ring_make(inst, &be, &plan), *again = ring_make(inst, &be, &plan);
  kicks_reach(a);
  CU_ASSERT_EQUAL(warmth(a), 32768);
  solver_ils.pace(a, 0.25);
  CU_ASSERT_EQUAL(warmth(a), 24576);
  steps_take(a, 2);
  FieldSet fields = saved(a);
  CU_ASSERT_EQUAL(solver_ils.load(again, 0, &fields), OK);
  CU_ASSERT_EQUAL(warmth(again), 24576);
  solver_ils.pace(again, 0.5);
  CU_ASSERT_EQUAL(warmth(again), 12288);
  solver_ils.pace(again, 1);
  CU_ASSERT_EQUAL(warmth(again), 0);
  fieldset_free(&fields);
  solver_ils.destroy(a), solver_ils.destroy(again);
  instance_free(inst);
  be.ops->close(&be);
}

/* Where tours meet, it ends the start and the kicks of a population early; whoever has not begun stays away. */
static void pace_meeting(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = case_make(12);
  Plan open = plan_meeting(2, 20, 0);
  open.timed = true, open.ils.populations = 0;
  const Plan plan = plan_complete(inst, open);
  Archipelago *a = ring_make(inst, &be, &plan);
  steps_take(a, 1);
  solver_ils.pace(a, 0.23);
  kicks_reach(a);
  CU_ASSERT_EQUAL(a->stage.made, 1);
  CU_ASSERT(!ils_epoch_over(a));
  solver_ils.pace(a, 0.31);
  CU_ASSERT(ils_epoch_over(a) && a->stage.kicks < 300);
  for (uint32_t epoch = 1; a->stage.population == 0; epoch++) {
    CU_ASSERT(next_epoch(&a, 1, epoch));
    if (a->stage.phase == ILS_MEET) epoch_run(a, ALL_STEPS);
  }
  CU_ASSERT(a->stage.began == 0.31 && a->stage.made == 0);
  solver_ils.pace(a, 0.4); /* of the 69 % that are left: not yet */
  for (int k = 0; a->stage.made < 3 && k < 1000; k++) steps_take(a, 1);
  solver_ils.pace(a, 0.47);
  kicks_reach(a);
  CU_ASSERT_EQUAL(a->stage.made, 4);
  solver_ils.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
}

/* The table falls, its mean is 1, and no entry is so near a half that another C library's logarithm could round it otherwise. */
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

/* ---- what it finds ---- */

static int64_t solved(const Instance *inst, Backend *be, Plan plan) {
  plan = plan_complete(inst, plan);
  Archipelago *a = ring_make(inst, be, &plan);
  Individual best = {0};
  for (uint32_t epoch = 0; epoch < solver_ils.epochs(&plan); epoch++) {
    if (epoch && !next_epoch(&a, 1, epoch)) break;
    epoch_run(a, ALL_STEPS);
  }
  CU_ASSERT_EQUAL(solver_ils.best(a, false, &best), OK);
  solver_ils.destroy(a);
  return best.cost;
}

/* The shortest of all tours: the rest of `tour` from `at` on in every order. */
static int64_t shortest(const Instance *inst, int32_t *tour, int32_t at) {
  if (at == inst->n) return judged(inst, tour);
  int64_t least = INT64_MAX;
  for (int32_t k = at; k < inst->n; k++) {
    const int32_t city = tour[k];
    tour[k] = tour[at], tour[at] = city;
    const int64_t cost = shortest(inst, tour, at + 1);
    least = cost < least ? cost : least;
    tour[at] = tour[k], tour[k] = city;
  }
  return least;
}

static void solves_small(const char *backend) {
  static const Metric metrics[] = {METRIC_EUC_2D, METRIC_EXPLICIT, METRIC_MAN_2D};
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  for (int32_t n = 1; n <= 8; n++)
    for (uint64_t seed = 1; seed <= 6; seed++) {
      Instance *inst = climbing_instance(metrics[seed % 3], n, 100, 0, seed);
      int32_t tour[8];
      for (int32_t c = 0; c < n; c++) tour[c] = c;
      CU_ASSERT_EQUAL(solved(inst, &be, plan_of(2, 2, 20, 10)), shortest(inst, tour, 1));
      instance_free(inst);
    }
  be.ops->close(&be);
}

/* Published instances: so near the optimum with so many kicks. */
typedef struct Published {
  const char *name;
  uint32_t tours;
  double kicks, percent;
} Published;

static void check_published(const Published *p, Backend *be, const char *path) {
  const uint32_t epoch = (uint32_t)(p->kicks / 10);
  const Plan plan = p->tours > 1 ? plan_meeting(1 + p->tours % 2, p->tours, p->kicks) : plan_of(1, 1, p->kicks, epoch);
  Instance *inst = NULL;
  int64_t known = 0;
  CU_ASSERT_EQUAL_FATAL(tsplib_read(path, &inst), OK);
  CU_ASSERT_EQUAL(optima_find(path, inst->name, inst->decimals, &known), OK);
  const double excess = 100.0 * ((double)solved(inst, be, plan) / (double)known - 1);
  CU_ASSERT(known > 0 && excess >= 0 && excess <= p->percent);
  printf("# %s, %u tours: %.3f %% above the best known\n", p->name, p->tours, excess);
  instance_free(inst);
}

static void solves_benchmark(const char *backend) {
  static const Published all[] = {{"berlin52", 1, 100, 0},  {"brg180", 1, 100, 2}, {"si175", 1, 100, 0.5},
                                  {"kroA200", 1, 100, 0.5}, {"gr431", 1, 50, 1},   {"pr1002", 1, 20, 1.5},
                                  {"berlin52", 10, 1, 0},   {"brg180", 60, 1, 0},  {"si175", 60, 1, 0},
                                  {"kroA200", 41, 1, 0},    {"gr431", 80, 0.2, 0.05}};
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    char relative[64];
    snprintf(relative, sizeof relative, "tsp/%s.tsp", all[k].name);
    const char *path = harness_data(relative);
    if (!path) break;
    check_published(&all[k], &be, path);
  }
  be.ops->close(&be);
}

#define ON_BOTH(name)                                                                                        \
  static void name##_cpu(void) { name("cpu"); }                                                              \
  static void name##_cuda(void) { name("cuda"); }
ON_BOTH(runs)
ON_BOTH(slices_and_parts)
ON_BOTH(save_and_load)
ON_BOTH(save_and_load_meeting)
ON_BOTH(unfinished)
ON_BOTH(solves_small)
ON_BOTH(solves_benchmark)

static const HarnessTest tests[] = {TEST(plans),
                                    TEST(schedule),
                                    TEST(pace),
                                    TEST(pace_meeting),
                                    TEST(quantiles),
                                    TEST(runs_cpu),
                                    TEST(runs_cuda),
                                    TEST(slices_and_parts_cpu),
                                    TEST(slices_and_parts_cuda),
                                    TEST(save_and_load_cpu),
                                    TEST(save_and_load_cuda),
                                    TEST(save_and_load_meeting_cpu),
                                    TEST(save_and_load_meeting_cuda),
                                    TEST(threads),
                                    TEST(twins),
                                    TEST(unfinished_cpu),
                                    TEST(unfinished_cuda),
                                    TEST(empty_part),
                                    TEST(damaged_fields),
                                    TEST(solves_small_cpu),
                                    TEST(solves_small_cuda),
                                    TEST(solves_benchmark_cpu),
                                    TEST(solves_benchmark_cuda),
                                    {NULL, NULL}};

int main(void) { return harness_run("ils_solver", tests); }
