/* Particle swarms against the oracle, field by field and bit for bit: both problems, sizes that fill no vector, both forms,
 * every inertia, migration and repulsion, both backends, any slicing, saving and loading. And what swarms find. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "problem/judge.h"
#include "oracle/oracle.h"
#include "solver/pso/pso_function.h"
#include "problem/matching/matching.h"
#include "problem/function/function.h"

static Instance *matching(int32_t tasks, int32_t machines, int64_t longest, uint64_t seed) {
  Instance *inst = NULL;
  if (matching_alloc(tasks, machines, 0, &inst) != OK) abort();
  for (int32_t k = 0; k < tasks * machines; k++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    matching_of(inst)->etc[k] = 1 + (int64_t)((seed >> 11) % (uint64_t)longest);
  }
  inst->digest = instance_digest(inst);
  return inst;
}

static Instance *function(FunctionKind kind, int32_t dimensions) {
  Instance *inst = NULL;
  if (function_alloc(kind, dimensions, &inst) != OK) abort();
  inst->digest = instance_digest(inst);
  return inst;
}

static Plan plan_of(uint32_t islands, uint32_t epoch, uint32_t particles, uint32_t iterations) {
  return pso_plan_make((Plan){.seed = 0x123456789abu, .islands = islands, .epoch = epoch},
                       (PsoPlan){.particles = particles,
                                 .iterations = iterations,
                                 .migrants = particles < 3 ? 1 : 3,
                                 .w = 0.9,
                                 .decay = 0.995,
                                 .c1 = 2.0,
                                 .c2 = 1.4,
                                 .c3 = 1.0});
}

/* One exchange along the ring, on one archipelago. */
static void exchange(Archipelago *a) {
  void *migrant = malloc(solver_pso.migrant_bytes(a));
  CU_ASSERT_EQUAL(solver_pso.emigrate(a, migrant), OK);
  CU_ASSERT_EQUAL(solver_pso.immigrate(a, migrant), OK);
  free(migrant);
}

static int field_differs(const FieldSet *fields, const char *name, const void *want, size_t values) {
  for (int f = 0; f < fields->count; f++)
    if (strcmp(fields->field[f].name, name) == 0) {
      const Field *field = &fields->field[f];
      if (field->rows * field->columns != values) return 1;
      return memcmp(field->data, want, 4 * values) != 0;
    }
  return 1;
}

static void check_fields(Archipelago *a, const OraclePso *o, const char *what) {
  const size_t S = o->plan->islands, P = pso_plan(o->plan)->particles, T = (size_t)o->inst->n;
  const struct {
    const char *name;
    const void *want;
    size_t values;
  } all[] = {{"x", o->x, S * T * P},
             {"v", o->v, S * T * P},
             {"b", o->b, S * T * P},
             {"b_fitness", o->b_fitness, S * P},
             {"g", o->g, S * T},
             {"h", o->h, S * T},
             {"g_fitness", o->g_fitness, S},
             {"h_known", o->h_known, S}};
  FieldSet fields = {0};
  CU_ASSERT_EQUAL_FATAL(solver_pso.save(a, &fields), OK);
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    int differs = field_differs(&fields, all[k].name, all[k].want, all[k].values);
    CU_ASSERT(!differs);
    if (differs)
      printf("# %s: %s differs at iteration %u; n %d, machines %d, function %d, P %zu, form %d, inertia %d\n",
             what, all[k].name, o->k, o->inst->n, matching_of(o->inst)->machines,
             (int)function_of(o->inst)->function, P, (int)pso_plan(o->plan)->form,
             (int)pso_plan(o->plan)->inertia);
  }
  fieldset_free(&fields);
}

/* Every champion is what the judge says it is. */
static void check_champions(const Instance *inst, Archipelago *a, uint32_t islands) {
  int32_t *gene = malloc(sizeof *gene * (size_t)inst->n);
  for (uint32_t i = 0; i < islands; i++) {
    Individual champion = {.gene = gene};
    int64_t cost = 0;
    CU_ASSERT_EQUAL(solver_pso.champion(a, i, &champion), OK);
    CU_ASSERT_EQUAL(judge_solution(inst, gene, &cost), OK);
    CU_ASSERT_EQUAL(champion.cost, cost);
  }
  free(gene);
}

/* A whole run beside the oracle's, `steps` a slice: the fields agree at every epoch's end and after every exchange. */
static void check_run(const Instance *inst, Backend *be, Plan plan, uint32_t steps) {
  Archipelago *a = NULL;
  CU_ASSERT_EQUAL_FATAL(solver_pso.complete(inst, &backend_cpu, &plan), OK);
  CU_ASSERT_EQUAL_FATAL(solver_pso.create(inst, be, &plan, (Span){0, plan.islands}, &a), OK);
  OraclePso *o = oracle_pso_start(inst, &plan);
  check_fields(a, o, "start");
  for (uint32_t epoch = 0; epoch < solver_pso.epochs(&plan); epoch++) {
    Progress progress = {0};
    CU_ASSERT_EQUAL(solver_pso.begin(a, epoch), OK);
    while (!progress.epoch_done && solver_pso.advance(a, steps, &progress) == OK) {
    }
    while ((uint64_t)o->k * pso_plan(&plan)->particles * plan.islands < progress.finished) oracle_pso_step(o);
    check_fields(a, o, "epoch");
    check_champions(inst, a, plan.islands);
    if (plan.islands == 1) continue;
    exchange(a);
    oracle_pso_exchange(o);
    check_fields(a, o, "exchange");
  }
  CU_ASSERT_EQUAL(o->k, pso_plan(&plan)->iterations);
  oracle_pso_free(o);
  solver_pso.destroy(a);
}

static int device_open(Backend *be, const char *backend, int threads) {
  if (climbing_open(be, backend, threads) && be->ops->pso) return 1;
  harness_skip("no device");
  return 0;
}

static void matchings(const char *backend) {
  static const int32_t sizes[][3] = {/* tasks, machines, particles */
                                     {1, 1, 1},    {1, 5, 3},   {2, 1, 17},  {3, 2, 16},
                                     {4, 4, 15},   {5, 3, 33},  {7, 7, 31},  {8, 8, 32},
                                     {9, 9, 20},   {13, 12, 8}, {19, 13, 7}, {33, 16, 48},
                                     {37, 17, 19}, {40, 33, 9}, {101, 6, 5}, {30, 100, 18}};
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (int form = FORM_REAL; form <= FORM_DISCRETE; form++) {
      /* the last make ticks of many units */
      const int64_t longest[] = {10, 100000, INT64_C(1) << 50};
      Instance *inst = matching(sizes[k][0], sizes[k][1], longest[(k + (size_t)form) % 3], k);
      Plan plan = plan_of(3, 6, (uint32_t)sizes[k][2], 17);
      pso_plan_edit(&plan)->form = (PsoForm)form;
      pso_plan_edit(&plan)->inertia = (PsoInertia)((k + (size_t)form) % 3);
      if (pso_plan(&plan)->inertia == INERTIA_CONSTRICTION)
        pso_plan_edit(&plan)->c1 = pso_plan_edit(&plan)->c2 = 2.05;
      check_run(inst, &be, plan, k % 2 ? 1000 : 4);
      instance_free(inst);
    }
  be.ops->close(&be);
}

static void functions(const char *backend) {
  static const int32_t sizes[] = {1, 2, 3, 4, 5, 8, 30, 33, 37, 70};
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  for (int kind = 0; kind < FUNCTION_COUNT; kind++)
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
      Instance *inst = function((FunctionKind)kind, sizes[k]);
      Plan plan = plan_of(2 + k % 3, 5, (uint32_t)(7 * k + 2), 13);
      pso_plan_edit(&plan)->form = k % 5 == 4 ? FORM_DISCRETE : FORM_REAL;
      pso_plan_edit(&plan)->inertia = (PsoInertia)(((size_t)kind + k) % 3);
      check_run(inst, &be, plan, k % 2 ? 1000 : 3);
      instance_free(inst);
    }
  be.ops->close(&be);
}

/* Long enough to converge: speeds die away, particles are one, bests tie. And all migrate. */
static void long_runs(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  Instance *inst = matching(6, 3, 50, 3), *sphere = function(FUNCTION_SPHERE, 3);
  for (int inertia = 0; inertia < 3; inertia++) {
    Plan plan = plan_of(3, 40, 20, 400);
    pso_plan_edit(&plan)->inertia = (PsoInertia)inertia;
    if (inertia == 1)
      pso_plan_edit(&plan)->migrants = 20;
    else if (inertia == 2)
      pso_plan_edit(&plan)->migrants = 0;
    else
      pso_plan_edit(&plan)->migrants = 11;
    pso_plan_edit(&plan)->w = 0.7;
    check_run(inst, &be, plan, 33);
    check_run(sphere, &be, plan, 1000);
    plan.islands = 1;
    check_run(inst, &be, plan, 1000);
  }
  instance_free(inst);
  instance_free(sphere);
  be.ops->close(&be);
}

/* Threads that share tiles and threads that take swarms; any number of them. */
static void threads(void) {
  Instance *inst = matching(21, 5, 1000, 8);
  for (int count = 1; count <= 5; count++) {
    Backend be;
    CU_ASSERT_FATAL(climbing_open(&be, "cpu", count));
    check_run(inst, &be, plan_of(4, 7, 70, 20), 1000);
    be.ops->close(&be);
  }
  instance_free(inst);
}

static void simd_check(const char *set) {
  Backend be;
  if (!harness_simd(set)) return;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  for (int32_t machines = 1; machines < 20; machines += 3) {
    Instance *inst = matching(11 + machines, machines, 1000, 8);
    check_run(inst, &be, plan_of(3, 7, 21, 20), 1000);
    instance_free(inst);
  }
  for (int kind = 0; kind < FUNCTION_COUNT; kind++) {
    Instance *inst = function((FunctionKind)kind, 35);
    check_run(inst, &be, plan_of(3, 7, 21, 20), 1000);
    instance_free(inst);
  }
  harness_simd(NULL);
  be.ops->close(&be);
}

static void simd_avx512(void) { simd_check("avx512"); }
static void simd_avx2(void) { simd_check("avx2"); }
static void simd_plain(void) { simd_check("plain"); }

/* The state of two archipelagos is the same, champions included. */
static void check_same(Archipelago *a, Archipelago *b) {
  FieldSet left = {0}, right = {0};
  CU_ASSERT_EQUAL_FATAL(solver_pso.save(a, &left), OK);
  CU_ASSERT_EQUAL_FATAL(solver_pso.save(b, &right), OK);
  CU_ASSERT_EQUAL_FATAL(left.count, right.count);
  for (int f = 0; f < left.count; f++) {
    const Field *one = &left.field[f], *two = &right.field[f];
    CU_ASSERT_EQUAL(memcmp(one->data, two->data, one->rows * one->columns * dtype_bytes(one->dtype)), 0);
  }
  fieldset_free(&left);
  fieldset_free(&right);
}

/* Saved in the middle of any epoch, loaded afresh: the same end as without, champions included. */
static void save_and_load(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  Instance *instances[] = {matching(17, 4, 100, 1), matching(17, 4, INT64_C(1) << 45, 1),
                           function(FUNCTION_RASTRIGIN, 9)};
  for (int which = 0; which < 3; which++)
    for (uint32_t cut = 0; cut < 30; cut += 7) {
      const Instance *inst = instances[which];
      Plan plan = plan_of(3, 10, 12, 30);
      Archipelago *whole = NULL, *again = NULL;
      CU_ASSERT_EQUAL_FATAL(solver_pso.create(inst, &be, &plan, (Span){0, 3}, &whole), OK);
      CU_ASSERT_EQUAL_FATAL(solver_pso.create(inst, &be, &plan, (Span){0, 3}, &again), OK);
      for (uint32_t epoch = 0; epoch < 3; epoch++) {
        Progress progress = {0}, resumed = {0};
        FieldSet fields = {0};
        if (epoch) {
          solver_pso.begin(whole, epoch);
          solver_pso.begin(again, epoch);
        }
        if (cut / 10 == epoch) {
          if (cut % 10) solver_pso.advance(whole, cut % 10, &progress);
          CU_ASSERT_EQUAL_FATAL(solver_pso.save(whole, &fields), OK);
          CU_ASSERT_EQUAL_FATAL(solver_pso.load(again, epoch, &fields), OK);
          fieldset_free(&fields);
        }
        while (!progress.epoch_done) solver_pso.advance(whole, 100, &progress);
        while (!resumed.epoch_done) solver_pso.advance(again, 1, &resumed);
        CU_ASSERT_EQUAL(progress.finished, resumed.finished);
        CU_ASSERT_EQUAL(progress.best, resumed.best);
        check_same(whole, again);
        exchange(whole);
        exchange(again);
      }
      solver_pso.destroy(whole);
      solver_pso.destroy(again);
    }
  for (int which = 0; which < 3; which++) instance_free(instances[which]);
  be.ops->close(&be);
}

/* Two blocks of the ring that swap parcels are one ring. */
static void blocks(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 1)) return;
  Instance *inst = matching(15, 5, 1000, 4);
  Plan plan = plan_of(5, 8, 10, 24);
  Archipelago *whole = NULL, *part[2] = {NULL, NULL};
  CU_ASSERT_EQUAL_FATAL(solver_pso.create(inst, &be, &plan, (Span){0, 5}, &whole), OK);
  CU_ASSERT_EQUAL_FATAL(solver_pso.create(inst, &be, &plan, (Span){0, 3}, &part[0]), OK);
  CU_ASSERT_EQUAL_FATAL(solver_pso.create(inst, &be, &plan, (Span){3, 2}, &part[1]), OK);
  void *parcel[2] = {malloc(solver_pso.migrant_bytes(whole)), malloc(solver_pso.migrant_bytes(whole))};
  for (uint32_t epoch = 0; epoch < 3; epoch++) {
    Archipelago *all[] = {whole, part[0], part[1]};
    for (int k = 0; k < 3; k++) {
      Progress progress = {0};
      solver_pso.begin(all[k], epoch);
      while (!progress.epoch_done) solver_pso.advance(all[k], 100, &progress);
    }
    for (int k = 0; k < 2; k++) CU_ASSERT_EQUAL(solver_pso.emigrate(part[k], parcel[k]), OK);
    for (int k = 0; k < 2; k++) CU_ASSERT_EQUAL(solver_pso.immigrate(part[k], parcel[1 - k]), OK);
    exchange(whole);
  }
  int32_t want[15] = {0}, found[15] = {1};
  for (uint32_t i = 0; i < 5; i++) {
    Individual left = {.gene = want}, right = {.gene = found};
    solver_pso.champion(whole, i, &left);
    solver_pso.champion(part[i >= 3], i < 3 ? i : i - 3, &right);
    CU_ASSERT(left.cost == right.cost && left.island == right.island &&
              memcmp(want, found, sizeof want) == 0);
  }
  free(parcel[0]);
  free(parcel[1]);
  solver_pso.destroy(whole);
  solver_pso.destroy(part[0]);
  solver_pso.destroy(part[1]);
  instance_free(inst);
  be.ops->close(&be);
}

/* ---- functions ---- */

static float value_of(FunctionKind kind, int32_t n, const float *x) {
  PsoSum part[PSO_PARTS] = {{0, 0}};
  for (int32_t t = 0; t < n; t++)
    part[pso_function_part(t)] =
        pso_function_add(kind, part[pso_function_part(t)], t, n, x[t], t + 1 < n ? x[t + 1] : 0);
  for (int half = PSO_PARTS / 2; half; half /= 2)
    for (int j = 0; j < half; j++) part[j] = pso_function_join(kind, part[j], part[j + half]);
  return pso_function_value(kind, n, part[0]);
}

/* The textbook's formulas in long double. */
static double value_wanted(FunctionKind kind, int32_t n, const float *x) {
  const long double pi = 3.14159265358979323846264338327950288L;
  long double sum = 0, squares = 0, waves = 0, product = 1;
  for (int32_t t = 0; t < n; t++) {
    long double y = x[t];
    squares += y * y;
    waves += 2 * sinl(pi * y) * sinl(pi * y);
    product *= cosl(y / sqrtl(t + 1));
    if (kind == FUNCTION_ROSENBROCK && t + 1 < n)
      sum += 100 * (x[t + 1] - y * y) * (x[t + 1] - y * y) + (1 - y) * (1 - y);
    if (kind == FUNCTION_SCHWEFEL) sum += 418.98288727243369L - y * sinl(sqrtl(fabsl(y)));
  }
  switch (kind) {
  case FUNCTION_SPHERE:
    return (double)squares;
  case FUNCTION_RASTRIGIN:
    return (double)(squares + 10 * waves);
  case FUNCTION_ACKLEY:
    return (double)(-20 * expm1l(-0.2L * sqrtl(squares / n)) - expl(1) * expm1l(-waves / n));
  case FUNCTION_GRIEWANK:
    return (double)(1 - product + squares / 4000);
  default:
    return (double)sum;
  }
}

/* Relative error far from and near the optimum; Schwefel's term cannot be better than an ulp of x allows. */
static void accuracy(void) {
  static const float range[] = {100, 30, 5.12f, 32, 600, 500}, optimum[] = {0, 1, 0, 0, 0, 420.968746f};
  static const double relative[] = {1e-6, 4e-6, 2e-6, 1e-6, 4e-6, 2e-6}, absolute[] = {0, 0, 0, 0, 0, 1e-6};
  uint64_t seed = 1;
  for (int kind = 0; kind < FUNCTION_COUNT; kind++) {
    double worst = 0;
    for (int32_t n = 1; n <= 64; n += 7)
      for (int round = 0; round < 240; round++) {
        float x[64], scale = ldexpf(1, -(round % 24));
        for (int32_t t = 0; t < n; t++) {
          seed = seed * 6364136223846793005u + 1442695040888963407u;
          x[t] = optimum[kind] + scale * range[kind] * ((float)(seed >> 40) * 0x1p-23f - 1);
          if (fabsf(x[t]) > range[kind]) x[t] = copysignf(range[kind], x[t]);
        }
        double want = value_wanted((FunctionKind)kind, n, x),
               error = fabs(value_of((FunctionKind)kind, n, x) - want);
        double share = error / (relative[kind] * want + absolute[kind] * n + 1e-30);
        worst = share > worst ? share : worst;
      }
    if (worst > 1) printf("# %s: %.3g times the error allowed\n", function_name((FunctionKind)kind), worst);
    CU_ASSERT(worst <= 1);
  }
}

static double solved(FunctionKind kind, uint64_t seed) {
  Backend be;
  Archipelago *a = NULL;
  Instance *inst = function(kind, 10);
  Plan plan = plan_of(4, 50, 40, 1000);
  Progress progress = {0};
  plan.seed = seed;
  pso_plan_edit(&plan)->inertia = INERTIA_LINEAR;
  pso_plan_edit(&plan)->c1 = pso_plan_edit(&plan)->c2 = 1.5;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  CU_ASSERT_EQUAL_FATAL(solver_pso.create(inst, &be, &plan, (Span){0, 4}, &a), OK);
  for (uint32_t epoch = 0; epoch < solver_pso.epochs(&plan); epoch++) {
    solver_pso.begin(a, epoch);
    progress.epoch_done = false;
    while (!progress.epoch_done) solver_pso.advance(a, 1000, &progress);
    exchange(a);
  }
  solver_pso.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
  return (double)progress.best * 1e-9;
}

static void solves_functions(void) {
  for (uint64_t seed = 1; seed <= 5; seed++) {
    double sphere = solved(FUNCTION_SPHERE, seed), ackley = solved(FUNCTION_ACKLEY, seed);
    CU_ASSERT(sphere < 1e-6);
    CU_ASSERT(ackley < 1e-4);
    if (sphere >= 1e-6 || ackley >= 1e-4)
      printf("# seed %d: sphere %g, ackley %g\n", (int)seed, sphere, ackley);
  }
}

/* The optimum of every small matching, by trying all assignments. */
static void solves_matchings(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  for (uint64_t seed = 1; seed <= 5; seed++) {
    Instance *inst = matching(8, 3, 100, seed);
    Plan plan = plan_of(4, 25, 32, 300);
    Archipelago *a = NULL;
    Progress progress = {0};
    int64_t least = INT64_MAX, cost;
    int32_t gene[8];
    for (int code = 0; code < 6561; code++) {
      for (int t = 0, rest = code; t < 8; t++, rest /= 3) gene[t] = rest % 3;
      judge_solution(inst, gene, &cost);
      least = cost < least ? cost : least;
    }
    CU_ASSERT_EQUAL_FATAL(solver_pso.create(inst, &be, &plan, (Span){0, 4}, &a), OK);
    for (uint32_t epoch = 0; epoch < solver_pso.epochs(&plan); epoch++) {
      solver_pso.begin(a, epoch);
      progress.epoch_done = false;
      while (!progress.epoch_done) solver_pso.advance(a, 1000, &progress);
      exchange(a);
    }
    CU_ASSERT_EQUAL(progress.best, least);
    solver_pso.destroy(a);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* Plans that cannot be run are refused with a word about it; what is left open is filled in. */
static void plans(void) {
  Instance *inst = matching(5, 4, 1000, 4);
  Plan plan = plan_of(0, 0, 16, 20), bad;
  CU_ASSERT_EQUAL(solver_pso.complete(inst, &backend_cpu, &plan), OK);
  CU_ASSERT(plan.islands == 10 && plan.epoch == 20);
  CU_ASSERT_EQUAL(solver_pso.budget(&plan), 3200);
  CU_ASSERT_EQUAL(solver_pso.epochs(&plan), 1);
#define REFUSED(member, value, word)                                                                         \
  bad = plan, pso_plan_edit(&bad)->member = value, status_clear();                                           \
  CU_ASSERT(solver_pso.complete(inst, &backend_cpu, &bad) == ERR_USAGE && strstr(status_message(), word))
  REFUSED(migrants, 17, "--migrants");
  status_clear();
  instance_free(inst);
}

#define ON_BOTH(name)                                                                                        \
  static void name##_cpu(void) { name("cpu"); }                                                              \
  static void name##_cuda(void) { name("cuda"); }
ON_BOTH(matchings)
ON_BOTH(functions)
ON_BOTH(long_runs)
ON_BOTH(save_and_load)
ON_BOTH(blocks)

static const HarnessTest tests[] = {TEST(accuracy),
                                    TEST(plans),
                                    TEST(matchings_cpu),
                                    TEST(matchings_cuda),
                                    TEST(functions_cpu),
                                    TEST(functions_cuda),
                                    TEST(long_runs_cpu),
                                    TEST(long_runs_cuda),
                                    TEST(save_and_load_cpu),
                                    TEST(save_and_load_cuda),
                                    TEST(blocks_cpu),
                                    TEST(blocks_cuda),
                                    TEST(threads),
                                    TEST(simd_avx512),
                                    TEST(simd_avx2),
                                    TEST(simd_plain),
                                    TEST(solves_functions),
                                    TEST(solves_matchings),
                                    {NULL, NULL}};

int main(void) { return harness_run("pso", tests); }
