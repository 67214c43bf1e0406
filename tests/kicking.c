/* See kicking.h. */
#include "kicking.h"

#include <stdio.h>
#include <string.h>
#include "climbing.h"
#include "harness.h"
#include "preparing.h"

Plan kicking_plan(uint32_t islands, uint32_t tours, double kicks, uint32_t epoch) {
  return (Plan){.seed = 0x123456789abu,
                .islands = islands,
                .epoch = epoch,
                .ils = {.recombination = RECOMBINATION_NONE,
                        .tours = tours,
                        .kicks = kicks,
                        .temperature = 1,
                        .candidates = 7}};
}

Plan kicking_plan_meeting(uint32_t islands, uint32_t tours, double kicks) {
  Plan plan = kicking_plan(islands, tours, kicks, 1);
  plan.ils.recombination = RECOMBINATION_EAX, plan.ils.populations = 2, plan.ils.generations = 4;
  return plan;
}

Plan kicking_plan_kind(Recombination how, uint32_t islands, uint32_t tours, double kicks, uint32_t epoch) {
  if (how == RECOMBINATION_NONE) return kicking_plan(islands, tours, kicks, epoch);
  Plan plan = kicking_plan_meeting(islands, tours, kicks / 16);
  plan.ils.recombination = how;
  return plan;
}

Plan kicking_complete(const Instance *inst, Plan plan) {
  CU_ASSERT_EQUAL_FATAL(solver_ils.complete(inst, backend_find("cpu"), &plan), OK);
  return plan;
}

int kicking_device(Backend *be, const char *backend, int threads) {
  if (climbing_open(be, backend, threads) && be->ops->ils) return 1;
  harness_skip("no device");
  return 0;
}

Instance *kicking_case(int k) {
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

Archipelago *kicking_part(const Instance *inst, Backend *be, const Plan *plan, Span span) {
  Archipelago *a = NULL;
  CU_ASSERT_EQUAL_FATAL(solver_ils.create(inst, be, plan, span, &a), OK);
  return a;
}

Archipelago *kicking_ring(const Instance *inst, Backend *be, const Plan *plan) {
  return kicking_part(inst, be, plan, (Span){0, plan->islands});
}

Progress kicking_epoch(Archipelago *a, uint32_t steps) {
  Progress progress = {0};
  while (!progress.epoch_done) CU_ASSERT_EQUAL_FATAL(solver_ils.advance(a, steps, &progress), OK);
  return progress;
}

/* The exchange of a ring in parts, as src/mpi/ring.c does it. */
static void exchange(Archipelago *const *a, int parts) {
  void *parcel[KICKING_PARTS] = {NULL};
  if (a[0]->plan->islands == 1) return;
  for (int i = 0; i < parts; i++) {
    parcel[i] = malloc(solver_ils.migrant_bytes(a[i]));
    CU_ASSERT_EQUAL(solver_ils.emigrate(a[i], parcel[i]), OK);
  }
  for (int i = 0; i < parts; i++)
    CU_ASSERT_EQUAL(solver_ils.immigrate(a[i], parcel[(i + parts - 1) % parts]), OK);
  for (int i = 0; i < parts; i++) free(parcel[i]);
}

bool kicking_next(Archipelago *const *a, int parts, uint32_t epoch) {
  uint64_t lively = 0;
  for (int i = 0; i < parts; i++) lively += kicking_epoch(a[i], 1).lively;
  exchange(a, parts);
  for (int i = 0; i < parts; i++) {
    solver_ils.hear(a[i], lively);
    CU_ASSERT_EQUAL(solver_ils.begin(a[i], epoch), OK);
    CU_ASSERT_EQUAL(solver_ils.over(a[i]), solver_ils.over(a[0]));
  }
  return !solver_ils.over(a[0]);
}

void kicking_steps(Archipelago *a, uint32_t count) {
  Progress progress = {0};
  while (count-- && !progress.epoch_done) CU_ASSERT_EQUAL_FATAL(solver_ils.advance(a, 1, &progress), OK);
}

/* ---- comparing ---- */

Field *kicking_field(FieldSet *fields, const char *name) {
  for (int f = 0; f < fields->count; f++)
    if (strcmp(fields->field[f].name, name) == 0) return &fields->field[f];
  return NULL;
}

FieldSet kicking_saved(Archipelago *a) {
  FieldSet fields = {0};
  CU_ASSERT_EQUAL_FATAL(solver_ils.save(a, &fields), OK);
  return fields;
}

FieldSet kicking_rows(const FieldSet *all, const Plan *plan, Span span) {
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

void kicking_check_fields(const FieldSet *left, const FieldSet *right, const char *what) {
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

void kicking_check_part(Archipelago *whole, Archipelago *part, const char *what) {
  FieldSet all = kicking_saved(whole), rows = kicking_rows(&all, whole->plan, part->span),
           mine = kicking_saved(part);
  kicking_check_fields(&rows, &mine, what);
  fieldset_free(&all), fieldset_free(&rows), fieldset_free(&mine);
}
