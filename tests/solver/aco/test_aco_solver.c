/* The solver layer of ants (src/solver/aco), on every backend: champions are judged, answers do not depend on slices and parts of the
 * ring, states are saved and loaded on other parts, damaged ones are refused; defaults. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/foraging.h"
#include "fixtures/harness.h"
#include "problem/judge.h"

enum { ISLANDS = 3, PARTS = 2 };
static const Span spans[PARTS] = {{0, 2}, {2, 1}};

static bool device(Backend *be, const char *name) {
  if (climbing_open(be, name, 2)) return true;
  return harness_skip("no device"), false;
}

/* Champions are tours of their costs and never get worse. */
static void champions_check(Archipelago *a, int64_t *before) {
  int32_t *gene = malloc(sizeof *gene * (size_t)a->inst->n);
  int64_t least = COST_NONE;
  for (uint32_t i = 0; i < a->span.count; i++) {
    Individual champion = {.gene = gene};
    int64_t cost;
    CU_ASSERT_EQUAL(solver_aco.champion(a, i, &champion), OK);
    CU_ASSERT_EQUAL(judge_solution(a->inst, gene, &cost), OK);
    CU_ASSERT(cost == champion.cost && cost <= before[i] && champion.island == a->span.first + i);
    before[i] = cost, least = cost < least ? cost : least;
  }
  Individual best = {.gene = gene};
  CU_ASSERT_EQUAL(solver_aco.best(a, false, &best), OK);
  CU_ASSERT_EQUAL(best.cost, least);
  free(gene);
}

/* A whole ring in whole epochs, and its parts in slices; the parts are loaded anew within epoch 1. */
static void check_parts(const Instance *inst, Backend *be, int kind) {
  const Plan plan = foraging_plan(inst, kind, ISLANDS, 6, 8);
  Archipelago *whole = foraging_part(inst, be, &plan, (Span){0, ISLANDS}), *part[PARTS];
  int64_t before[ISLANDS] = {COST_NONE, COST_NONE, COST_NONE};
  for (int i = 0; i < PARTS; i++) part[i] = foraging_part(inst, be, &plan, spans[i]);
  for (uint32_t epoch = 0; epoch < solver_aco.epochs(&plan); epoch++) {
    if (epoch) foraging_next(&whole, 1, epoch), foraging_next(part, PARTS, epoch);
    for (int i = 0; i < PARTS; i++) {
      Progress progress;
      CU_ASSERT_EQUAL_FATAL(solver_aco.advance(part[i], 1, &progress), OK);
      FieldSet fields = foraging_saved(part[i]);
      if (epoch == 1) solver_aco.destroy(part[i]), part[i] = foraging_part(inst, be, &plan, spans[i]);
      if (epoch == 1) CU_ASSERT_EQUAL(solver_aco.load(part[i], epoch, &fields), OK);
      fieldset_free(&fields);
      foraging_epoch(part[i], 1 + epoch % 2);
    }
    const Progress progress = foraging_epoch(whole, 100);
    CU_ASSERT_EQUAL(progress.finished, (uint64_t)ISLANDS * (epoch < 2 ? 3 * epoch + 3 : 8));
    CU_ASSERT_EQUAL(progress.moves, progress.finished * aco_plan(&plan)->ants);
    for (int i = 0; i < PARTS; i++) CU_ASSERT(foraging_same(whole, part[i], foraging_name(kind)));
    champions_check(whole, before);
  }
  CU_ASSERT_EQUAL(solver_aco.budget(&plan), 8 * ISLANDS);
  for (int i = 0; i < PARTS; i++) solver_aco.destroy(part[i]);
  solver_aco.destroy(whole);
}

static void parts(const char *backend) {
  Backend be;
  if (!device(&be, backend)) return;
  for (int c = 0; c < FORAGING_CASES; c++) {
    Instance *inst = foraging_case(c);
    for (int kind = 0; kind < FORAGING_KINDS; kind++) check_parts(inst, &be, kind);
    instance_free(inst);
  }
  be.ops->close(&be);
}
static void parts_cpu(void) { parts("cpu"); }
static void parts_cuda(void) { parts("cuda"); }

/* ---- files ---- */

typedef struct Damage {
  const char *field, *word; /* word: of the message */
  size_t at;
  int64_t value;
} Damage;

static Field *field_of(FieldSet *fields, const char *name) {
  for (int f = 0; f < fields->count; f++)
    if (strcmp(fields->field[f].name, name) == 0) return &fields->field[f];
  return NULL;
}

static void damage(Field *f, const Damage *d) {
  if (f->dtype == DTYPE_I64)
    ((int64_t *)f->data)[d->at] = d->value;
  else
    ((int32_t *)f->data)[d->at] = (int32_t)d->value;
}

static void damaged_fields(void) {
  static const Damage all[] = {{"iteration", "iteration", 0, 2},
                               {"iteration", "iteration", 1, 4},
                               {"iteration", "iteration", 0, 7},
                               {"colony", "colony", 0, 5},
                               {"colony", "best_tour", 1, 7},
                               {"colony", "colony", 1, COST_NONE},
                               {"colony", "colony", 2, 1},
                               {"colony", "colony", 9, -1},
                               {"colony", "colony", 3, 99},
                               {"colony", "colony", 10, 99},
                               {"colony", "colony", 5, -1},
                               {"colony", "colony", 11, 1 << 30},
                               {"trail", "trail", 5, 0},
                               {"trail", "trail", 100, -2},
                               {"best_tour", "best_tour", 3, -1},
                               {"best_tour", "best_tour", 60, 40},
                               {"source_tour", "source_tour", 2, 0}};
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = foraging_case(3);
  const Plan plan = foraging_plan(inst, 1, 2, 4, 9);
  Archipelago *a = foraging_part(inst, &be, &plan, (Span){0, 2}),
              *fresh = foraging_part(inst, &be, &plan, (Span){0, 2});
  foraging_epoch(a, 3);
  foraging_next(&a, 1, 1);
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    FieldSet fields = foraging_saved(a);
    Field *const tour = field_of(&fields, "source_tour");
    CU_ASSERT_EQUAL(solver_aco.load(fresh, 1, &fields), OK);
    damage(field_of(&fields, all[k].field), &all[k]);
    if (all[k].value == 0 && strcmp(all[k].field, "source_tour") == 0)
      ((int32_t *)tour->data)[2] = ((int32_t *)tour->data)[3];
    status_clear();
    CU_ASSERT_EQUAL(solver_aco.load(fresh, 1, &fields), ERR_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), all[k].word));
    if (!strstr(status_message(), all[k].word)) printf("# %s: %s\n", all[k].field, status_message());
    fieldset_free(&fields);
  }
  FieldSet fields = foraging_saved(a);
  for (int f = 0; f < fields.count; f++) {
    fields.field[f].name[0] ^= 1, status_clear();
    CU_ASSERT_EQUAL(solver_aco.load(fresh, 1, &fields), ERR_FORMAT);
    fields.field[f].name[0] ^= 1;
  }
  status_clear();
  fieldset_free(&fields);
  solver_aco.destroy(a), solver_aco.destroy(fresh), instance_free(inst);
  be.ops->close(&be);
}

/* ---- plans ---- */

static Plan completed(int32_t n, AcoPlan own, bool timed, Status expected) {
  const Instance inst = {.problem = &problem_tsp, .n = n};
  Plan plan = aco_plan_make((Plan){.timed = timed}, own);
  status_clear();
  CU_ASSERT_EQUAL(solver_aco.complete(&inst, backend_find("cpu"), &plan), expected);
  status_clear();
  return plan;
}

static void defaults(void) {
  const AcoPlan none = {.search = ACO_SEARCH_NONE}, two_opt = {.search = ACO_SEARCH_TWO_OPT},
                rank = {.variant = ACO_RANK}, ils = {.search = ACO_SEARCH_ILS, .variant = ACO_FOCUSED};
  const Plan whole = completed(1002, none, false, OK), open = completed(100, two_opt, true, OK),
             large = completed(5001, two_opt, false, OK), ranks = completed(300, rank, false, OK);
  const AcoPlan a = *aco_plan(&whole), b = *aco_plan(&open), c = *aco_plan(&large), d = *aco_plan(&ranks);
  CU_ASSERT(a.variant == ACO_MMAS && a.ants == 1002 && a.rho == 0.02 && a.beta == 2 && whole.epoch == 100);
  CU_ASSERT(solver_aco.epochs(&whole) == 10 && whole.islands == 8);
  CU_ASSERT(b.ants == 32 && b.rho == 0.2 && open.epoch == 1000 && open.islands == 1);
  CU_ASSERT(solver_aco.epochs(&open) == EPOCHS_OPEN && solver_aco.budget(&open) == 0);
  CU_ASSERT(c.variant == ACO_FOCUSED && c.ants == 320 && c.beta == 1 && c.rho == 0.5);
  CU_ASSERT(d.ants == 300 && d.beta == 5 && d.rho == 0.1);
  completed(7, (AcoPlan){.variant = ACO_FOCUSED}, false, ERR_USAGE);
  completed(6000, ils, false, ERR_USAGE);
  completed(65537, rank, false, ERR_USAGE);
  completed(65536, rank, false, OK);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(parts_cpu), TEST(parts_cuda), TEST(damaged_fields), TEST(defaults), {NULL, NULL}};
  return harness_run("aco_solver", tests);
}
