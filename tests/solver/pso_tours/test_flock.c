/* Swarms of tours on the CPU against the oracle (tests/oracle/oracle_flock.c), iteration by iteration; the solver layer: parts of the ring and
 * slices, states that are saved and loaded, champions by the judge, defaults. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/flocking.h"
#include "fixtures/harness.h"
#include "individual.h"
#include "oracle/oracle_flock.h"
#include "problem/judge.h"

enum { ISLANDS = 3, PARTS = 2, ISLAND = 1 };
static Backend be;

/* A tour (n) of a field, which has the instance's numbers, and one of the oracle, which has the kernels'. */
static bool tours_agree(const int32_t *field, const OracleFlock *o, const int32_t *tour) {
  for (int32_t p = 0; p < o->inst->n; p++)
    if (field[p] != o->order[tour[p]]) return false;
  return true;
}

static bool agree(Archipelago *a, const OracleFlock *o) {
  FieldSet fields = islands_saved(&solver_flock, a);
  const int32_t *x = islands_field(&fields, "x"), *b = islands_field(&fields, "b"),
                *v = islands_field(&fields, "v"), *length = islands_field(&fields, "length");
  const int64_t *cost = islands_field(&fields, "cost"), *b_cost = islands_field(&fields, "b_cost");
  const size_t n = (size_t)o->inst->n;
  bool same = *(const int64_t *)islands_field(&fields, "g_cost") == o->g_cost &&
              tours_agree(islands_field(&fields, "g"), o, o->g);
  for (uint32_t p = 0; p < o->particles && same; p++) {
    const OracleParticle *q = &o->particle[p];
    same = tours_agree(x + p * n, o, q->x) && tours_agree(b + p * n, o, q->b) && cost[p] == q->cost &&
           b_cost[p] == q->b_cost && length[p] == q->length &&
           memcmp(v + 2 * p * (n - 1), q->v, 2 * (size_t)q->length * sizeof(int32_t)) == 0;
  }
  fieldset_free(&fields);
  return same;
}

static void check_oracle(const Instance *inst, int kind) {
  const Plan plan = flocking_plan(inst, kind, 3, 5, 30);
  Plan one = plan;
  one.epoch = 30;
  Archipelago *a = islands_part(&solver_flock, inst, &be, &one, (Span){ISLAND, 1});
  const FlockPlan *p = flock_plan(&plan);
  OracleFlock *o = calloc(1, sizeof *o);
  TourProblem problem = {0};
  int32_t *order = NULL;
  CU_ASSERT_EQUAL_FATAL(tour_problem_make(inst, &be, &problem, &order), OK);
  o->inst = inst;
  o->order = order;
  o->seed = plan.seed;
  o->island = ISLAND;
  o->particles = p->particles;
  o->w = p->w;
  o->c1 = p->c1;
  o->c2 = p->c2;
  oracle_flock_start(o);
  bool same = agree(a, o);
  for (uint32_t k = 0; k < p->iterations && same; k++) {
    Progress progress;
    CU_ASSERT_EQUAL_FATAL(solver_flock.advance(a, 1, &progress), OK);
    oracle_flock_move(o, k);
    same = agree(a, o);
    if (!same) printf("# kind %d, %d cities: iteration %u\n", kind, inst->n, k);
  }
  CU_ASSERT(same);
  tour_problem_free(&be, &problem);
  free(order);
  free(o);
  solver_flock.destroy(a);
}

static void oracle(void) {
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  for (int c = 0; c < FLOCKING_CASES; c++) {
    Instance *inst = flocking_case(c);
    for (int kind = 0; kind < FLOCKING_KINDS && inst->n <= ORACLE_FLOCK_CITIES; kind += 2)
      check_oracle(inst, kind);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* ---- the solver layer ---- */

/* A whole ring in whole epochs, and its parts in slices; the parts are loaded anew within epoch 1. */
static void check_parts(const Instance *inst, int kind) {
  static const Span spans[PARTS] = {{0, 2}, {2, 1}};
  const Plan plan = flocking_plan(inst, kind, ISLANDS, 6, 10);
  Archipelago *whole = islands_part(&solver_flock, inst, &be, &plan, (Span){0, ISLANDS}), *part[PARTS];
  int64_t before[ISLANDS] = {COST_NONE, COST_NONE, COST_NONE};
  for (int i = 0; i < PARTS; i++) part[i] = islands_part(&solver_flock, inst, &be, &plan, spans[i]);
  for (uint32_t epoch = 0; epoch < solver_flock.epochs(&plan); epoch++) {
    if (epoch) {
      islands_next(&solver_flock, &whole, 1, epoch);
      islands_next(&solver_flock, part, PARTS, epoch);
    }
    for (int i = 0; i < PARTS; i++) {
      Progress progress;
      CU_ASSERT_EQUAL_FATAL(solver_flock.advance(part[i], 1, &progress), OK);
      FieldSet fields = islands_saved(&solver_flock, part[i]);
      if (epoch == 1) {
        solver_flock.destroy(part[i]);
        part[i] = islands_part(&solver_flock, inst, &be, &plan, spans[i]);
      }
      if (epoch == 1) CU_ASSERT_EQUAL(solver_flock.load(part[i], epoch, &fields), OK);
      fieldset_free(&fields);
      islands_epoch(&solver_flock, part[i], 1 + epoch % 2);
    }
    const Progress progress = islands_epoch(&solver_flock, whole, 100);
    CU_ASSERT_EQUAL(progress.finished, (uint64_t)ISLANDS * (epoch < 2 ? 4 * epoch + 4 : 10));
    CU_ASSERT_EQUAL(progress.moves, progress.finished * 6);
    for (int i = 0; i < PARTS; i++)
      CU_ASSERT(islands_same(&solver_flock, whole, part[i], spans[i].first, "parts"));
    islands_champions(&solver_flock, whole, inst, (Span){0, ISLANDS}, before);
  }
  for (int i = 0; i < PARTS; i++) solver_flock.destroy(part[i]);
  solver_flock.destroy(whole);
}

static void parts(void) {
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  for (int c = 0; c < FLOCKING_CASES; c++) {
    Instance *inst = flocking_case(c);
    for (int kind = 0; kind < FLOCKING_KINDS; kind++) check_parts(inst, kind);
    instance_free(inst);
  }
  be.ops->close(&be);
}

static void defaults(void) {
  const TspInstance inst = {.head = {.problem = &problem_tsp, .n = 100}, .from = -1, .to = -1};
  const FlockPlan own = {.particles = 4, .migrants = 2};
  Plan plan = flock_plan_make((Plan){0}, own), open = flock_plan_make((Plan){.time_s = 1}, own),
       many = flock_plan_make((Plan){0}, (FlockPlan){.particles = 4, .migrants = 5});
  const Solver *found;
  CU_ASSERT_EQUAL(solver_flock.complete(&inst.head, backend_find("cpu"), &plan), OK);
  CU_ASSERT(plan.islands == 10 && plan.epoch == 50 && solver_flock.epochs(&plan) == 20);
  CU_ASSERT_EQUAL(solver_flock.complete(&inst.head, backend_find("cpu"), &open), OK);
  CU_ASSERT(solver_flock.epochs(&open) == EPOCHS_OPEN && solver_flock.budget(&open) == 0);
  CU_ASSERT_EQUAL(solver_flock.complete(&inst.head, backend_find("cpu"), &many), ERR_USAGE);
  status_clear();
  CU_ASSERT(solver_find("pso", &problem_tsp, &found) == OK && found == &solver_flock);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(oracle), TEST(parts), TEST(defaults), {NULL, NULL}};
  return harness_run("flock", tests);
}
