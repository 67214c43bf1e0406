/* The solver layer of iterated local search (src/solver/ils), on every backend: answers match the tours, and
 * do not depend on slices and parts of the ring. Plans: test_ils_plan.c; checkpoints: test_ils_checkpoint.c;
 * kicks: test_ils.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/directing.h"
#include "fixtures/harness.h"
#include "io/optima.h"
#include "problem/tsp/files/tsp_files.h"
#include "problem/judge.h"
#include "fixtures/kicking.h"
#include "problem/tsp/tsp.h"
#include "search/candidates/tour_image.h"

/* ---- what it shows ---- */

static int64_t judged(const Instance *inst, const int32_t *gene) {
  int64_t cost = -1;
  CU_ASSERT_EQUAL(judge_solution(inst, gene, &cost), OK);
  return cost;
}

/* The same of a tour as the solver has it: in a directed image each pair of nodes, c and n + c, is next to each other. */
static int64_t judged_nodes(const Instance *inst, const int32_t *node) {
  const int32_t n = tsp_fixed_nodes(tsp_of(inst)), nodes = tour_nodes(inst);
  if (!tour_has_image(inst)) return judged(inst, node);
  int32_t *city = malloc(sizeof *city * (size_t)n);
  for (int32_t p = 0; p < nodes && nodes > n; p++) {
    const int32_t before = node[p ? p - 1 : nodes - 1], after = node[p + 1 < nodes ? p + 1 : 0];
    CU_ASSERT(abs(before - node[p]) == n || abs(after - node[p]) == n);
  }
  CU_ASSERT_EQUAL(tour_image_cities(inst, node, city), OK);
  const int64_t cost = judged(inst, city);
  free(city);
  return cost;
}

/* Every tour is valid and has its cost; returns the least of an island. */
static int64_t check_tours(Archipelago *a, uint32_t island) {
  FieldSet fields = kicking_saved(a);
  const Field *tour = kicking_field(&fields, "tour"), *cost = kicking_field(&fields, "cost");
  int64_t least = COST_NONE;
  const uint32_t group = ils_plan(a->plan)->group;
  for (uint32_t r = island * group; r < (island + 1) * group; r++) {
    const int64_t kept = ((const int64_t *)cost->data)[r];
    CU_ASSERT_EQUAL(judged_nodes(a->inst, (const int32_t *)tour->data + (size_t)r * tour->columns), kept);
    least = kept < least ? kept : least;
  }
  fieldset_free(&fields);
  return least;
}

/* Champions are judged, belong to the island that they name, and are the best so far. In the epoch of a population's kicks a tour may become longer
 * again. */
static void check_champions(Archipelago *a, int64_t *before) {
  int32_t *gene = malloc(sizeof *gene * (size_t)a->inst->n);
  Individual best = {.cost = COST_NONE};
  const bool longer = !a->epoch || (a->stage.population && a->stage.phase == ILS_KICKS);
  for (uint32_t i = 0; i < a->span.count; i++) {
    Individual champion = {.gene = gene};
    const int64_t least = check_tours(a, i);
    CU_ASSERT_EQUAL(solver_ils.champion(a, i, &champion), OK);
    CU_ASSERT(champion.cost == judged(a->inst, gene) && champion.length == (uint32_t)a->inst->n);
    CU_ASSERT(champion.cost <= least && champion.cost <= before[i]);
    CU_ASSERT(champion.cost == least || champion.cost == before[i] || champion.island != a->span.first + i ||
              longer);
    before[i] = champion.cost;
    if (champion.cost < best.cost) best = champion;
  }
  Individual shown = {.gene = gene};
  CU_ASSERT_EQUAL(solver_ils.best(a, false, &shown), OK);
  CU_ASSERT(shown.cost == best.cost && shown.island == best.island && judged(a->inst, gene) == best.cost);
  free(gene);
}

static void run_check(const Instance *inst, Backend *be, Plan plan) {
  plan = kicking_complete(inst, plan);
  Archipelago *a = kicking_ring(inst, be, &plan);
  Progress progress = {0};
  int64_t before[3] = {COST_NONE, COST_NONE, COST_NONE};
  for (uint32_t epoch = 0; epoch < solver_ils.epochs(&plan); epoch++) {
    if (epoch && !kicking_next(&a, 1, epoch)) break;
    progress = kicking_epoch(a, KICKING_ALL);
    check_champions(a, before);
  }
  CU_ASSERT_EQUAL(progress.finished, solver_ils.budget(&plan));
  CU_ASSERT(inst->n < 5 || progress.moves > progress.finished);
  solver_ils.destroy(a);
}

static void runs(const char *backend) {
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  for (int k = 0; k < KICKING_CASES; k++) {
    Instance *inst = kicking_case(k);
    for (KICKING_KINDS(how))
      run_check(inst, &be,
                kicking_plan_kind(how, 1 + (uint32_t)k % 3, how == RECOMBINATION_NONE ? 4 : 7, 6, 2));
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* ---- one answer ---- */

/* An epoch on ranks: slices of equal length leave all ranks at the same stage, however fast each is. */
static void parts_run(Archipelago *const *part) {
  static const uint32_t units[] = {1, 3, 8, 2, 700};
  Progress progress = {0};
  for (int k = 0; !progress.epoch_done; k++)
    for (int i = 0; i < KICKING_PARTS; i++) {
      CU_ASSERT_EQUAL_FATAL(solver_ils.advance(part[i], units[k % 5], &progress), OK);
      const IlsStage *one = &part[0]->stage, *two = &part[i]->stage;
      CU_ASSERT(one->phase == two->phase && one->at == two->at && one->made == two->made &&
                one->block == two->block);
    }
}

/* Absurdly long slices, and parts of the ring. */
static void check_slices(const Instance *inst, Backend *be, Plan plan) {
  static const Span spans[KICKING_PARTS] = {{0, 1}, {1, 1}, {2, 3}};
  plan = kicking_complete(inst, plan);
  Archipelago *whole = kicking_ring(inst, be, &plan), *sliced = kicking_ring(inst, be, &plan),
              *part[KICKING_PARTS];
  for (int i = 0; i < KICKING_PARTS; i++) part[i] = kicking_part(inst, be, &plan, spans[i]);
  for (uint32_t epoch = 0; epoch < solver_ils.epochs(&plan); epoch++) {
    if (epoch) {
      const bool left = kicking_next(&whole, 1, epoch);
      CU_ASSERT_EQUAL(kicking_next(&sliced, 1, epoch), left);
      CU_ASSERT_EQUAL(kicking_next(part, KICKING_PARTS, epoch), left);
      if (!left) break;
    }
    const Progress one = kicking_epoch(whole, KICKING_ALL), two = kicking_epoch(sliced, 1);
    CU_ASSERT(one.best == two.best && one.finished == two.finished && one.moves == two.moves);
    parts_run(part);
    for (int i = 0; i < KICKING_PARTS; i++) kicking_check_part(whole, part[i], "part");
    kicking_check_part(whole, sliced, "slices");
  }
  for (int i = 0; i < KICKING_PARTS; i++) solver_ils.destroy(part[i]);
  solver_ils.destroy(whole);
  solver_ils.destroy(sliced);
}

static void slices_and_parts(const char *backend) {
  static const int chosen[] = {3, 5, 8, 10, 12, 14, 16, 18, 20};
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++) {
    Instance *inst = kicking_case(chosen[k]);
    for (KICKING_KINDS(how)) check_slices(inst, &be, kicking_plan_kind(how, 5, 14, 5, 2));
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* The exchange of an island whose own migrant returns to it; then the next epoch. */
static void hermit_next(Archipelago *hermit, uint64_t improved, uint32_t epoch) {
  kicking_exchange(&hermit, 1);
  solver_ils.pacing->improved(hermit, improved);
  CU_ASSERT_EQUAL(solver_ils.begin(hermit, epoch), OK);
}

/* Whether the tours of the first of two islands are the same if its own migrant returns to it, and it learns
 * only the improved count of the other island. */
static bool solitary(const Instance *inst, Backend *be, Recombination how) {
  Plan plan = kicking_plan_kind(how, 2, 16, 4, 1);
  ils_plan_edit(&plan)->populations = 1;
  plan = kicking_complete(inst, plan);
  Archipelago *ring = kicking_ring(inst, be, &plan), *hermit = kicking_part(inst, be, &plan, (Span){0, 1});
  const size_t bytes = sizeof(int32_t) * (size_t)inst->n * ils_plan(&plan)->group;
  bool left = true, same = true;
  for (uint32_t epoch = 1; left; epoch++) {
    left = kicking_next(&ring, 1, epoch);
    kicking_epoch(hermit, KICKING_ALL);
    hermit_next(hermit, ring->islands_improved, epoch);
    FieldSet all = kicking_saved(ring), mine = kicking_saved(hermit);
    same = same && memcmp(kicking_field(&all, "tour")->data, kicking_field(&mine, "tour")->data, bytes) == 0;
    fieldset_free(&all);
    fieldset_free(&mine);
  }
  solver_ils.destroy(ring);
  solver_ils.destroy(hermit);
  return same;
}

/* Do the tours of an island of large ones leave it when they should? The island is its own neighbour. */
static void large_groups_migrate(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  Instance *inst = climbing_instance(METRIC_EUC_2D, ILS_LARGE + 1, 100000, 0, 1);
  Plan plan = kicking_plan_kind(RECOMBINATION_EAX, 2, 4, 0.001, 1);
  ils_plan_edit(&plan)->populations = 1;
  ils_plan_edit(&plan)->generations = 4 * ILS_VISIT;
  plan = kicking_complete(inst, plan);
  Archipelago *hermit = kicking_part(inst, &be, &plan, (Span){0, 1});
  const size_t tour = sizeof(int32_t) * (size_t)inst->n;
  for (uint32_t generation = 0; generation <= 2 * ILS_VISIT + 1; generation++) {
    kicking_epoch(hermit, KICKING_ALL);
    CU_ASSERT_EQUAL(solver_ils.groups->bytes(hermit), generation % ILS_VISIT ? 0 : 2 * tour);
    hermit_next(hermit, 1, generation + 1);
    CU_ASSERT_EQUAL(hermit->stage.generation, generation);
  }
  solver_ils.destroy(hermit);
  instance_free(inst);
  be.ops->close(&be);
}

static void islands_isolated(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  for (int k = 7; k < 9; k++) {
    Instance *inst = kicking_case(k);
    CU_ASSERT(solitary(inst, &be, RECOMBINATION_ISOLATED));
    CU_ASSERT(!solitary(inst, &be, RECOMBINATION_EAX));
    instance_free(inst);
  }
  be.ops->close(&be);
}

static void threads(void) {
  Backend be;
  Instance *inst = kicking_case(12);
  FieldSet first = {0};
  for (int count = 1; count <= 3; count++) {
    const Plan plan = kicking_complete(inst, kicking_plan(2, 3, 8, 4));
    CU_ASSERT_FATAL(climbing_open(&be, "cpu", count));
    Archipelago *a = kicking_ring(inst, &be, &plan);
    kicking_epoch(a, KICKING_ALL);
    FieldSet fields = kicking_saved(a);
    if (count == 1)
      first = fields;
    else {
      kicking_check_fields(&first, &fields, "threads");
      fieldset_free(&fields);
    }
    solver_ils.destroy(a);
    be.ops->close(&be);
  }
  fieldset_free(&first);
  instance_free(inst);
}

/* A GPU and a CPU end in the same state, tour by tour. */
static void check_twins(const Instance *inst, Backend *cpu, Backend *cuda, Plan plan) {
  plan = kicking_complete(inst, plan);
  Archipelago *here = kicking_ring(inst, cpu, &plan), *there = kicking_ring(inst, cuda, &plan);
  for (uint32_t epoch = 0; epoch < solver_ils.epochs(&plan); epoch++) {
    if (epoch) {
      const bool left = kicking_next(&here, 1, epoch);
      CU_ASSERT_EQUAL(kicking_next(&there, 1, epoch), left);
      if (!left) break;
    }
    const Progress one = kicking_epoch(here, KICKING_ALL), two = kicking_epoch(there, 9);
    CU_ASSERT(one.moves == two.moves && one.best == two.best && one.improved == two.improved);
    kicking_check_part(here, there, "twin");
  }
  solver_ils.destroy(here);
  solver_ils.destroy(there);
}

static void twins(void) {
  Backend cpu, cuda;
  if (!kicking_device(&cuda, "cuda", 2)) return;
  CU_ASSERT_FATAL(climbing_open(&cpu, "cpu", 2));
  for (int k = 0; k < KICKING_CASES; k++) {
    Instance *inst = kicking_case(k);
    for (KICKING_KINDS(how))
      check_twins(inst, &cpu, &cuda, kicking_plan_kind(how, 2, how == RECOMBINATION_NONE ? 7 : 16, 9, 4));
    instance_free(inst);
  }
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

/* ---- stopped runs, empty parts, damage ---- */

/* After one step there is a tour to show; later ones, after the start phase, are no worse than champions. */
static void unfinished(const char *backend) {
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  Instance *inst = kicking_case(12);
  int32_t *gene = malloc(sizeof *gene * (size_t)inst->n);
  const Plan plan = kicking_complete(inst, kicking_plan(2, 6, 20, 10));
  Archipelago *a = kicking_ring(inst, &be, &plan);
  Progress progress = {0};
  int64_t finished_before = COST_NONE;
  for (int k = 0, after = 3; after && k < 10000 && !progress.epoch_done;
       k++, after -= finished_before != COST_NONE) {
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
  Instance *inst = kicking_case(8);
  const Plan plan = kicking_complete(inst, kicking_plan_crossover(2, 2, 4));
  Archipelago *a = kicking_part(inst, &be, &plan, (Span){2, 0});
  Individual best = {0};
  Description how;
  for (uint32_t epoch = 0; epoch < 5; epoch++) {
    CU_ASSERT_EQUAL(solver_ils.begin(a, epoch), OK);
    CU_ASSERT_EQUAL(kicking_epoch(a, 1).best, COST_NONE);
  }
  CU_ASSERT_EQUAL(solver_ils.best(a, true, &best), OK);
  CU_ASSERT_EQUAL(best.cost, COST_NONE);
  CU_ASSERT_EQUAL(solver_ils.describe(a, &how), OK);
  FieldSet fields = kicking_saved(a);
  CU_ASSERT_EQUAL(solver_ils.load(a, 1, &fields), OK);
  fieldset_free(&fields);
  solver_ils.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
}

/* ---- what it finds ---- */

static int64_t solved(const Instance *inst, Backend *be, Plan plan) {
  plan = kicking_complete(inst, plan);
  Archipelago *a = kicking_ring(inst, be, &plan);
  Individual best = {0};
  for (uint32_t epoch = 0; epoch < solver_ils.epochs(&plan); epoch++) {
    if (epoch && !kicking_next(&a, 1, epoch)) break;
    kicking_epoch(a, KICKING_ALL);
  }
  CU_ASSERT_EQUAL(solver_ils.best(a, false, &best), OK);
  solver_ils.destroy(a);
  return best.cost;
}

/* The shortest of all tours: tries the rest of `tour` from `at` on in every order. */
static int64_t shortest(const Instance *inst, int32_t *tour, int32_t at) {
  if (at == inst->n) return judged(inst, tour);
  int64_t least = INT64_MAX;
  for (int32_t k = at; k < inst->n; k++) {
    const int32_t city = tour[k];
    tour[k] = tour[at];
    tour[at] = city;
    const int64_t cost = shortest(inst, tour, at + 1);
    least = cost < least ? cost : least;
    tour[at] = tour[k];
    tour[k] = city;
  }
  return least;
}

static void solves_directed(const char *backend) {
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  for (int32_t n = 2; n <= 8; n++)
    for (uint64_t seed = 1; seed <= 8; seed++) {
      Instance *inst = directing_instance(n, seed % 2 ? 100 : DIRECTED_MAX, seed % 4 ? 0 : 2, seed);
      int32_t tour[8];
      for (int32_t c = 0; c < n; c++) tour[c] = c;
      const int64_t least = shortest(inst, tour, 1);
      const int64_t kicked = solved(inst, &be, kicking_plan(2, 4, 40, 10)),
                    crossed = solved(inst, &be, kicking_plan_crossover(2, 16, 8));
      CU_ASSERT(kicked >= least); /* so few cities have hardly a double bridge */
      CU_ASSERT_EQUAL(crossed, least);
      instance_free(inst);
    }
  be.ops->close(&be);
}

/* Random arcs: a single tour without kicks is near the assignment bound, as it begins with the cycles of that, joined. */
static void begins_with_assignment(const char *backend) {
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    Instance *inst = directing_instance(250, 1000000, 0, seed);
    int64_t bound;
    CU_ASSERT_EQUAL(problem_tsp.bound(inst, 1, &bound), OK);
    CU_ASSERT((double)solved(inst, &be, kicking_plan(1, 1, 0.01, 1)) <
              1.12 * (double)bound); /* greedy: 1.3 to 1.6 */
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* The least cost of all tours that the judge accepts. */
static int64_t shortest_accepted(const Instance *inst, int32_t *tour, int32_t at) {
  int64_t least = INT64_MAX, cost;
  if (at == inst->n) return judge_solution(inst, tour, &cost) == OK ? cost : (status_clear(), INT64_MAX);
  for (int32_t k = at; k < inst->n; k++) {
    const int32_t city = tour[k];
    tour[k] = tour[at];
    tour[at] = city;
    cost = shortest_accepted(inst, tour, at + 1);
    least = cost < least ? cost : least;
    tour[at] = tour[k];
    tour[k] = city;
  }
  return least;
}

/* Paths with both ends, one, or none given; fixed edges; in every metric. */
static void solves_constrained(const char *backend) {
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  for (int32_t n = 3; n <= 7; n++)
    for (uint32_t k = 0; k < 24; k++) {
      const Metric metric = (Metric)(k % METRIC_COUNT);
      Instance *inst = climbing_instance(metric, n, 90, 0, 100 * (uint64_t)n + k);
      const int path = k % 5 != 4;
      int last = -1;
      if (k % 5 == 0) last = 2;
      if (k % 5 == 2) last = 0;
      directing_constrain(inst, path, k % 5 < 2 ? 1 : -1, last,
                          path ? (int32_t)k % 2 * (n / 3) : 1 + (int32_t)k % 2 * (n / 4), k);
      int32_t tour[8];
      for (int32_t c = 0; c < n; c++) tour[c] = c;
      const int64_t least = shortest_accepted(inst, tour, 0),
                    found = solved(inst, &be, kicking_plan_crossover(2, 16, 8));
      if (found != least)
        printf("# n %d, case %u: expected %lld, found %lld\n", n, k, (long long)least, (long long)found);
      CU_ASSERT_EQUAL(found, least);
      instance_free(inst);
    }
  be.ops->close(&be);
}

static void solves_small(const char *backend) {
  static const Metric metrics[] = {METRIC_EUC_2D, METRIC_EXPLICIT, METRIC_MAN_2D};
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  for (int32_t n = 1; n <= 8; n++)
    for (uint64_t seed = 1; seed <= 6; seed++) {
      Instance *inst = climbing_instance(metrics[seed % 3], n, 100, 0, seed);
      int32_t tour[8];
      for (int32_t c = 0; c < n; c++) tour[c] = c;
      CU_ASSERT_EQUAL(solved(inst, &be, kicking_plan(2, 2, 20, 10)), shortest(inst, tour, 1));
      instance_free(inst);
    }
  be.ops->close(&be);
}

/* Published instances: the gap to the optimum after so many kicks. */
typedef struct Published {
  const char *name;
  uint32_t tours;
  double kicks, percent;
} Published;

static void check_published(const Published *p, Backend *be, const char *path) {
  const uint32_t epoch = (uint32_t)(p->kicks / 10);
  const Plan plan = p->tours > 1 ? kicking_plan_crossover(1 + p->tours % 2, p->tours, p->kicks)
                                 : kicking_plan(1, 1, p->kicks, epoch);
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
                                  {"kroA200", 41, 1, 0},    {"gr431", 80, 1, 0.05}};
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
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
ON_BOTH(unfinished)
ON_BOTH(solves_small)
ON_BOTH(solves_directed)
ON_BOTH(begins_with_assignment)
ON_BOTH(solves_constrained)
ON_BOTH(solves_benchmark)

static const HarnessTest tests[] = {TEST(runs_cpu),
                                    TEST(runs_cuda),
                                    TEST(slices_and_parts_cpu),
                                    TEST(slices_and_parts_cuda),
                                    TEST(large_groups_migrate),
                                    TEST(islands_isolated),
                                    TEST(threads),
                                    TEST(twins),
                                    TEST(unfinished_cpu),
                                    TEST(unfinished_cuda),
                                    TEST(empty_part),
                                    TEST(solves_small_cpu),
                                    TEST(solves_directed_cpu),
                                    TEST(solves_directed_cuda),
                                    TEST(begins_with_assignment_cpu),
                                    TEST(begins_with_assignment_cuda),
                                    TEST(solves_constrained_cpu),
                                    TEST(solves_constrained_cuda),
                                    TEST(solves_small_cuda),
                                    TEST(solves_benchmark_cpu),
                                    TEST(solves_benchmark_cuda),
                                    {NULL, NULL}};

int main(void) { return harness_run("ils_solver", tests); }
