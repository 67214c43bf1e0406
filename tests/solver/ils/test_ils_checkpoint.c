/* Saving and loading of the "ils" solver (src/solver/ils/ils_save.c, ils_load.c): at every stage, on other
 * parts of the ring; damaged fields. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/kicking.h"
#include "solver/ils/ils_saved.h"

/* What older versions saved: a row for each tour that there may be; those that have not begun are empty. */
static FieldSet older(const FieldSet *all, const Plan *plan) {
  const size_t group = ils_plan(plan)->group, islands = plan->islands;
  FieldSet out = {0};
  for (int f = 0; f < all->count; f++) {
    const Field *field = &all->field[f];
    const size_t each = field->group == FIELD_ISLAND ? 1 : group, saved = field->rows / islands,
                 bytes = field->columns * dtype_bytes(field->dtype);
    void *data;
    CU_ASSERT_EQUAL_FATAL(
        fieldset_add(&out, field->group, field->name, field->dtype, islands * each, field->columns, &data),
        OK);
    for (size_t i = 0; i < islands; i++)
      for (size_t r = 0; r < each; r++) {
        char *row = (char *)data + (i * each + r) * bytes;
        if (r < saved) memcpy(row, (const char *)field->data + (i * saved + r) * bytes, bytes);
        if (strcmp(field->name, "island") == 0) *(uint32_t *)(void *)row = (uint32_t)i;
        if (strcmp(field->name, "number") == 0) *(uint32_t *)(void *)row = (uint32_t)r;
        if (strcmp(field->name, "cost") == 0 && r >= saved) *(int64_t *)(void *)row = COST_NONE;
      }
  }
  return out;
}

/* Loads a saved state of the ring on parts. */
static void saved_load(const FieldSet *all, Archipelago *whole, Archipelago *const *part, int parts,
                       uint32_t epoch) {
  for (int i = 0; i < parts; i++) {
    FieldSet rows = kicking_rows(all, whole->plan, part[i]->span);
    CU_ASSERT_EQUAL_FATAL(solver_ils.load(part[i], epoch, &rows), OK);
    kicking_check_part(whole, part[i], "loaded");
    fieldset_free(&rows);
  }
}

/* Saves, and loads on parts; also in the form of older versions. */
static void parts_load(Archipelago *whole, Archipelago *const *part, int parts, uint32_t epoch) {
  FieldSet all = kicking_saved(whole), old = older(&all, whole->plan);
  for (int f = 0; f < all.count; f++)
    CU_ASSERT(all.field[f].group == FIELD_ISLAND ||
              all.field[f].rows == ils_begun(&whole->stage) * (size_t)whole->plan->islands);
  saved_load(&old, whole, part, parts, epoch);
  saved_load(&all, whole, part, parts, epoch);
  fieldset_free(&all);
  fieldset_free(&old);
}

/* Stops after `steps` steps of an epoch, saves, loads on two parts: the end is that of the whole. */
static void check_resumed(const Instance *inst, Backend *be, Plan plan, uint32_t cut_epoch,
                          uint32_t cut_steps) {
  plan = kicking_complete(inst, plan);
  Archipelago *whole = kicking_ring(inst, be, &plan),
              *part[2] = {kicking_part(inst, be, &plan, (Span){0, 2}),
                          kicking_part(inst, be, &plan, (Span){2, 1})};
  for (uint32_t epoch = 0; epoch < solver_ils.epochs(&plan); epoch++) {
    const bool left = !epoch || kicking_next(&whole, 1, epoch);
    if (epoch > cut_epoch) CU_ASSERT_EQUAL(kicking_next(part, 2, epoch), left);
    if (epoch == cut_epoch) {
      kicking_steps(whole, cut_steps);
      parts_load(whole, part, 2, epoch);
    }
    if (!left) break;
    kicking_epoch(whole, KICKING_ALL);
    for (int i = 0; i < 2 && epoch >= cut_epoch; i++) {
      kicking_epoch(part[i], 3);
      kicking_check_part(whole, part[i], "resumed");
    }
  }
  for (int i = 0; i < 2; i++) solver_ils.destroy(part[i]);
  solver_ils.destroy(whole);
}

/* In the middle of start tours, of their descent, at its end, during kicks; in the last epoch. */
static void save_and_load(const char *backend) {
  static const int chosen[] = {2, 3, 5, 8, 10, 13, 18};
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++) {
    Instance *inst = kicking_case(chosen[k]);
    const Plan plan = kicking_plan(3, 6, 4, 2), complete = kicking_complete(inst, plan);
    const uint32_t start = 1 + ils_plan(&complete)->descent,
                   cuts[] = {0, 1, 3, start - 1, start, start + 1, 2 * start, 2 * start + 5},
                   last = solver_ils.epochs(&complete) - 1;
    for (size_t c = 0; c < sizeof cuts / sizeof *cuts; c++) check_resumed(inst, &be, plan, 0, cuts[c]);
    check_resumed(inst, &be, plan, last, 0);
    check_resumed(inst, &be, plan, last, 7);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* At the beginning, in the middle and at the end of each epoch: generations of both populations, that of the
 * elite set included. */
static void save_and_load_crossover(const char *backend) {
  static const int chosen[] = {8, 10, 14, 20};
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++) {
    Instance *inst = kicking_case(chosen[k]);
    for (uint32_t epoch = 1; epoch < 16; epoch++)
      check_resumed(inst, &be, kicking_plan_crossover(3, 12, 0.5), epoch, epoch % 3 * 2);
    for (uint32_t epoch = 2; epoch < 14; epoch += 3)
      check_resumed(inst, &be, kicking_plan_kind(RECOMBINATION_ISOLATED, 3, 12, 8, 1), epoch, 2);
    instance_free(inst);
  }
  be.ops->close(&be);
}

typedef struct Damage {
  const char *field, *word; /* words of the message */
  size_t at;                /* index of the value in the field */
  int64_t value;
} Damage;

static void damage(Field *f, const Damage *d) {
  if (f->dtype == DTYPE_I32 || f->dtype == DTYPE_U32) ((int32_t *)f->data)[d->at] = (int32_t)d->value;
  if (f->dtype == DTYPE_I64 || f->dtype == DTYPE_U64) ((int64_t *)f->data)[d->at] = d->value;
  if (f->dtype == DTYPE_F64) ((double *)f->data)[d->at] = (double)d->value;
}

static void damaged_fields(void) {
  static const Damage all[] = {{"tour", "tour", 3, -1},      {"tour", "tour", 130, 1000},
                               {"tour", "tour", 0, 0},       {"champion_tour", "champion_tour", 119, 120},
                               {"phase", "phase", 1, 0},     {"phase", "phase", 0, 9},
                               {"made", "made", 0, 7},       {"made", "made", 1, 0},
                               {"at", "at", 1, 4},           {"at", "at", 0, 1 << 20},
                               {"block", "block", 0, 1},     {"began", "began", 1, 1},
                               {"done", "done", 1, 2},       {"done", "done", 0, -1},
                               {"island", "search 5", 5, 0}, {"number", "search 1", 1, 0},
                               {"cost", "search 2", 2, 5},   {"cost", "search 0", 0, COST_NONE},
                               {"cost", "search 3", 3, -7},  {"parent_b", "parent_b", 50, -1}};
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = kicking_case(8);
  const Plan plan = kicking_complete(inst, kicking_plan_crossover(2, 6, 1));
  Archipelago *a = kicking_ring(inst, &be, &plan), *fresh = kicking_ring(inst, &be, &plan);
  kicking_epoch(a, KICKING_ALL);
  kicking_next(&a, 1, 1);
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    FieldSet fields = kicking_saved(a);
    Field *field = kicking_field(&fields, all[k].field);
    CU_ASSERT_EQUAL(solver_ils.load(fresh, 1, &fields), OK);
    if (all[k].at == 0 && all[k].value == 0) /* the same city twice */
      ((int32_t *)field->data)[0] = ((int32_t *)field->data)[1];
    else
      damage(field, &all[k]);
    status_clear();
    CU_ASSERT_EQUAL(solver_ils.load(fresh, 1, &fields), ERR_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), all[k].word));
    if (!strstr(status_message(), all[k].word)) printf("# %s: %s\n", all[k].field, status_message());
    fieldset_free(&fields);
  }
  FieldSet fields = kicking_saved(a);
  for (int f = 0; f < fields.count; f++) {
    const char first = fields.field[f].name[0];
    fields.field[f].name[0] = '?';
    status_clear();
    CU_ASSERT_EQUAL(solver_ils.load(fresh, 1, &fields), ERR_FORMAT);
    fields.field[f].name[0] = first;
  }
  status_clear();
  CU_ASSERT_EQUAL(solver_ils.load(fresh, 1, &fields), OK);
  fieldset_free(&fields);
  solver_ils.destroy(a);
  solver_ils.destroy(fresh);
  instance_free(inst);
  be.ops->close(&be);
}

#define ON_BOTH(name)                                                                                        \
  static void name##_cpu(void) { name("cpu"); }                                                              \
  static void name##_cuda(void) { name("cuda"); }
ON_BOTH(save_and_load)
ON_BOTH(save_and_load_crossover)

static const HarnessTest tests[] = {TEST(save_and_load_cpu),
                                    TEST(save_and_load_cuda),
                                    TEST(save_and_load_crossover_cpu),
                                    TEST(save_and_load_crossover_cuda),
                                    TEST(damaged_fields),
                                    {NULL, NULL}};

int main(void) { return harness_run("ils_checkpoint", tests); }
