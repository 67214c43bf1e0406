/* What every solver owes to its callers, whatever it searches: states are saved and loaded, on other parts of the ring too, as if nothing had
 * happened; fields that are damaged, absent, foreign, or of another type or shape are refused; champions are solutions of their costs and
 * never get worse; a migrant is packed without a trace. Driven by the table of solvers: one without a case here fails. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/islands.h"
#include "options/options.h"
#include "problem.h"
#include "problem/instance_file.h"
#include "problem/judge.h"
#include "solver/local_exchange.h"

enum { WORDS = 24, EPOCHS = 3, PARTS = 2, SLICE = 2, DAMAGES = 20, ISLANDS_MOST = 4 };

/* A solver on a small instance; its damages (NULL: no more) are refused in the second epoch, two steps after its beginning. */
typedef struct Case {
  const char *solver, *instance, *options;
  Damage damage[DAMAGES];
} Case;

#define CITIES "instances/uniform-60-1.tsp"
#define TASKS  "instances/etc-i-hihi-60x10-1.etc"
#define ROUTES "instances/routes-12-1.vrp"
#define FLEET  "instances/fleet-40-1.vrp"
enum { NAN_BITS = 0x7fc00000, HUNDRED_BITS = 0x42c80000 }; /* of a float */

static const Case cases[] = {
    {"ils", CITIES, "--recombine none --tours 6 --islands 3 --kicks 9 --epoch 3", {{NULL}}},
    {"ils",
     CITIES,
     "--tours 6 --islands 3 --kicks 0.5 --generations 9 --populations 2",
     {{"tour", "tour", 3, -1, 0},
      {"tour", "tour", 130, 1000, 0},
      {"champion_tour", "champion_tour", 119, 60, 0},
      {"phase", "phase", 1, 0, 0},
      {"phase", "phase", 0, 9, 0},
      {"made", "made", 0, 7, 0},
      {"made", "made", 1, 0, 0},
      {"at", "at", 1, 4, 0},
      {"at", "at", 0, 1 << 20, 0},
      {"block", "block", 0, 1, 0},
      {"began", "began", 1, 1, 0},
      {"done", "done", 1, 2, 0},
      {"done", "done", 0, -1, 0},
      {"island", "search 5", 5, 0, 0},
      {"number", "search 1", 1, 0, 0},
      {"cost", "search 2", 2, 5, 0},
      {"cost", "search 0", 0, COST_NONE, 0},
      {"cost", "search 3", 3, -7, 0},
      {"tour", "tour", 1, 5, 2}}},
    {"climb", CITIES, "--climbers 90 --islands 3 --epoch 10 --restart kick", {{NULL}}},
    {"climb", CITIES, "--climbers 60 --islands 3 --epoch 10 --move swap", {{NULL}}},
    {"aco",
     CITIES,
     "--ants 5 --islands 3 --iterations 9 --epoch 3",
     {{"iteration", "iteration", 0, 2, 0},
      {"iteration", "iteration", 1, 4, 0},
      {"iteration", "iteration", 0, 7, 0},
      {"colony", "greedy", 0, 5, 0},
      {"colony", "best_tour", 1, 7, 0},
      {"colony", "best tour", 1, COST_NONE, 0},
      {"colony", "source", 2, 1, 0},
      {"colony", "reset", 9, -1, 0},
      {"colony", "reset", 3, 99, 0},
      {"colony", "found", 10, 99, 0},
      {"colony", "links", 5, -1, 0},
      {"colony", "links", 11, 1 << 30, 0},
      {"trail", "trail", 5, 0, 0},
      {"trail", "trail", 100, -2, 0},
      {"best_tour", "best_tour", 3, -1, 0},
      {"best_tour", "best_tour", 60, 60, 0},
      {"source_tour", "source_tour", 2, 0, 3}}},
    {"aco",
     CITIES,
     "--variant as --ants 20 --islands 3 --iterations 9 --epoch 3",
     {{"trail_all", "trail_all", 5, 0, 0},
      {"trail_all", "trail_all", 100, -2, 0},
      {"colony", "links", 5, 1 << 30, 0}}},
    {"aco", CITIES, "--variant focused --ants 20 --islands 3 --iterations 9 --epoch 3", {{NULL}}},
    {"aco",
     CITIES,
     "--variant rank --local-search ils --ants 7 --islands 3 --iterations 9 --epoch 3",
     {{NULL}}},
    {"anneal-tours",
     CITIES,
     "--islands 3 --chains 4 --sweeps 12 --epoch 4 --exchange 2",
     {{"sweep", "sweep", 0, 3, 0},
      {"sweep", "sweep", 1, 5, 0},
      {"sweep", "sweep", 0, 9, 0},
      {"cooled", "cooled", 0, 2, 0},
      {"cooled", "cooled", 0, -1, 0},
      {"level", "level", 0, 4, 0},
      {"level", "level", 5, -1, 0},
      {"level", "level", 0, 3, 1},
      {"cost", "field tour, row 3", 3, 7, 0},
      {"cost", "field tour, row 0", 0, -5, 0},
      {"cost", "field cost", 7, COST_NONE, 0},
      {"best_cost", "field best_tour, row 2", 2, 0, 0},
      {"best_cost", "field best_cost", 1, COST_NONE, 0},
      {"best_tour", "best_tour", 1, -1, 0},
      {"best_tour", "best_tour", 9, 0, 10},
      {"tour", "tour", 7, 60, 0}}},
    {"anneal-tours",
     CITIES,
     "--islands 3 --chains 2 --sweeps 12 --epoch 4 --exchange 2 --cooling logarithmic --t0 5000",
     {{NULL}}},
    {"tabu",
     CITIES,
     "--searchers 2 --islands 3 --steps 36 --epoch 12",
     {{"step", "step", 0, 11, 0},
      {"step", "step", 1, 15, 0},
      {"step", "step", 0, 25, 0},
      {"walk", "best cost", 0, 5, 0},
      {"walk", "best_tour", 1, 7, 0},
      {"walk", "cost", 5, COST_NONE, 0},
      {"walk", "cost", 5, -1, 0},
      {"walk", "step", 2, 13, 0},
      {"walk", "without a new best", 3, 15, 0},
      {"walk", "restarts", 9, -1, 0},
      {"list", "cities", 0, INT64_C(3) << 32 | 3, 0},
      {"list", "cities", 2, INT64_C(3) << 32 | 60, 0},
      {"list", "step", 1, -1, 0},
      {"list", "step", 3, 21, 0},
      {"tour", "tour", 3, -1, 0},
      {"best_tour", "best_tour", 60, 60, 0},
      {"champion_cost", "champion", 0, 3, 0},
      {"champion_gene", "champion", 1, -5, 0}}},
    {"flock",
     CITIES,
     "--particles 6 --islands 3 --iterations 12 --epoch 4",
     {{"iteration", "iteration", 0, 3, 0},
      {"iteration", "iteration", 1, 5, 0},
      {"iteration", "iteration", 0, 9, 0},
      {"x", "field x", 0, 5, 0},
      {"x", "field x", 7, -1, 0},
      {"cost", "field x, row 3", 3, 17, 0},
      {"b", "field b", 61, 60, 0},
      {"b_cost", "field b_cost", 5, COST_NONE, 0},
      {"g", "field g", 3, 1 << 30, 0},
      {"g_cost", "field g, row 1", 1, 1, 0},
      {"length", "length", 2, 60, 0},
      {"length", "length", 3, -1, 0},
      {"v", "field v", 0, 0, 0},
      {"v", "field v", 0, 60, 0}}},
    {"anneal",
     TASKS,
     "--islands 3 --chains 2 --epochs 3 --epoch 1280",
     {{"assignment", "assignment", 0, -1, 0},
      {"assignment", "assignment", 0, 10, 0},
      {"assignment", "assignment", 0, INT32_MAX, 0},
      {"kept", "kept", 0, -1, 0},
      {"kept", "kept", 0, INT32_MIN, 0},
      {"best", "best", 1, -1, 0},
      {"best", "best", 0, 1, 0},
      {"target", "target", 0, -1, 0},
      {"step", "step", 0, 1279, 0},
      {"step", "step", 1, 1281, 0},
      {"step", "step", 0, 2561, 0}}},
    {"trade",
     TASKS,
     "--islands 3 --rounds 36 --epoch 12 --kick 3",
     {{"step", "step", 0, 11, 0},
      {"step", "step", 1, 15, 0},
      {"step", "step", 0, 25, 0},
      {"walk", "a cost", 0, -1, 0},
      {"walk", "a cost", 5, COST_NONE, 0},
      {"walk", "best cost", 1, COST_NONE, 0},
      {"walk", "best_assignment", 1, 5, 0},
      {"walk", "without a gain", 2, 5, 0},
      {"walk", "without a gain", 7, -1, 0},
      {"walk", "kicks", 3, 15, 0},
      {"walk", "moved", 4, -1, 0},
      {"assignment", "assignment", 3, -1, 0},
      {"assignment", "assignment", 61, 10, 0},
      {"best_assignment", "best_assignment", 60, 10, 0},
      {"champion_cost", "champion", 0, 3, 0},
      {"champion_gene", "champion", 1, -5, 0}}},
    {"trade", TASKS, "--islands 3 --rounds 12 --epoch 4 --network chains --depth 2 --origin fcfs", {{NULL}}},
    {"pso",
     TASKS,
     "--islands 3 --particles 7 --iterations 12 --epoch 4",
     {{"x", "field x", 1, HUNDRED_BITS, 0},
      {"x", "field x", 1, NAN_BITS, 0},
      {"v", "field v", 0, NAN_BITS, 0},
      {"b", "field b", 1, HUNDRED_BITS, 0},
      {"b", "field b", 1, NAN_BITS, 0},
      {"b_fitness", "b_fitness", 2, 1, 0},
      {"g", "field g", 1, HUNDRED_BITS, 0},
      {"g", "field g", 1, NAN_BITS, 0},
      {"g_fitness", "g_fitness", 1, 1, 0},
      {"h", "field h", 1, HUNDRED_BITS, 0},
      {"h", "field h", 1, NAN_BITS, 0},
      {"h_known", "h_known", 2, 2, 0},
      {"iteration", "iteration", 1, 11, 0},
      {"iteration", "iteration", 0, 3, 0}}},
    {"pso", "rastrigin:6", "--islands 3 --particles 7 --iterations 12 --epoch 4", {{NULL}}},
    {"sisr", ROUTES, "--islands 3 --chains 2 --epochs 3 --epoch 20", {{NULL}}},
    {"sisr", ROUTES, "--islands 3 --chains 2 --epochs 3 --epoch 20 --objective vehicles", {{NULL}}},
    {"sisr",
     ROUTES,
     "--islands 3 --chains 2 --epochs 3 --epoch 20 --generations 3 --first-share 0.3",
     {{"elite", "elite", 1, 4000, 0},
      {"generation_best", "generation_best", 1, 4000, 0},
      {"generation", "generation", 0, 3, 0}}},
    {"ruin",
     FLEET,
     "--islands 3 --chains 2 --proposals 3 --epochs 3 --epoch 20 --tournament 2",
     {{"routes", "routes", 0, 1, 0},
      {"routes", "routes", 3, 41, 0},
      {"routes", "routes", 50, 9, 0},
      {"best_routes", "best_routes", 1, -7, 0},
      {"best_routes", "best_routes", 45, 4, 0},
      {"cost", "cost", 2, 5, 0},
      {"cost", "field cost", 1, COST_NONE, 0},
      {"best_cost", "best_routes", 1, 5, 0},
      {"best_cost", "field best_cost", 0, COST_NONE, 0},
      {"price", "price", 7, -1, 0},
      {"price", "price", 90, INT64_MAX, 0},
      {"round", "round", 0, 1, 0},
      {"round", "round", 1, 1 << 20, 0},
      {"cooled", "cooled", 0, 2, 0},
      {"cooled", "cooled", 1, -1, 0}}},
    {"3opt", ROUTES, "--start star", {{NULL}}},
    {"fcfs", TASKS, "", {{NULL}}},
    {"min-min", TASKS, "", {{NULL}}},
    {"max-min", TASKS, "", {{NULL}}},
    {"sufferage", TASKS, "", {{NULL}}},
    {"lists", TASKS, "", {{NULL}}}};
enum { CASES = sizeof cases / sizeof *cases };

/* ---- a case that is open ---- */

static Backend be;
static const Case *now; /* for messages */
static const Solver *solver;
static Instance *inst;
static Plan plan;

static Status case_plan(const Case *c) {
  char line[512], *argv[WORDS] = {NULL}, *rest;
  int argc = 0, first;
  Options options;
  snprintf(line, sizeof line, "solve x --seed 7 --method %s %s", c->solver, c->options);
  for (char *word = strtok_r(line, " ", &rest); word && argc < WORDS; word = strtok_r(NULL, " ", &rest))
    argv[argc++] = word;
  options_default(&options);
  TRY(options_parse(&options, FOR_SOLVE, argc, argv, 1, &first));
  TRY(instance_read(c->instance, &inst));
  TRY(solver_find(options.method, inst->problem, &solver));
  return options_plan(&options, solver, inst, be.ops, &plan);
}

static void case_open(const Case *c) {
  now = c;
  inst = NULL;
  const Status status = case_plan(c);
  if (status != OK) printf("# %s %s: %s\n", c->solver, c->options, status_message());
  CU_ASSERT_EQUAL_FATAL(status, OK);
  CU_ASSERT_FATAL(plan.islands <= ISLANDS_MOST);
}

static void each_case(void (*check)(void)) {
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, 2), OK);
  for (int k = 0; k < CASES; k++) {
    case_open(&cases[k]);
    check();
    instance_free(inst);
  }
  be.ops->close(&be);
}

static Archipelago *started(Span span) {
  Archipelago *a = islands_part(solver, inst, &be, &plan, span);
  CU_ASSERT_EQUAL_FATAL(solver_start(solver, a, NULL), OK);
  return a;
}

static uint32_t epochs_of(void) {
  const uint32_t all = solver->epochs(&plan);
  return all < EPOCHS ? all : EPOCHS;
}

/* The next epoch of a ring in parts; a single island has nobody to exchange with. */
static void next(Archipelago *const *part, int parts, uint32_t epoch) {
  if (plan.islands > 1) CU_ASSERT_EQUAL(local_exchange(solver, part, parts), OK);
  for (int i = 0; i < parts; i++) CU_ASSERT_EQUAL(solver->begin(part[i], epoch), OK);
}

static void slice(Archipelago *a) {
  Progress progress;
  CU_ASSERT_EQUAL_FATAL(solver->advance(a, SLICE, &progress), OK);
}

/* ---- slices, parts, files ---- */

/* Saved in the middle of an epoch, destroyed, and loaded into a new archipelago. */
static Archipelago *again(Archipelago *a, Span span, uint32_t epoch) {
  FieldSet fields = islands_saved(solver, a);
  solver->destroy(a);
  a = islands_part(solver, inst, &be, &plan, span);
  CU_ASSERT_EQUAL(solver->load(a, epoch, &fields), OK);
  fieldset_free(&fields);
  return a;
}

/* Champions are solutions of their costs and no worse than before[], which is set to these; the best is the best of them. */
static void champions_check(Archipelago *a, int64_t *before) {
  int32_t *gene = malloc(inst->problem->genes(inst) * sizeof *gene);
  int64_t least = COST_NONE, judged;
  for (uint32_t i = 0; i < plan.islands; i++) {
    Individual champion = {.gene = gene};
    CU_ASSERT_EQUAL(solver->champion(a, i, &champion), OK);
    if (champion.cost != COST_NONE)
      CU_ASSERT_EQUAL(judge_claim(inst, gene, champion.cost, champion.island, &judged), OK);
    CU_ASSERT(champion.cost <= before[i] && (champion.cost == COST_NONE || champion.island < plan.islands));
    before[i] = champion.cost;
    least = champion.cost < least ? champion.cost : least;
  }
  Individual best = {.gene = gene};
  CU_ASSERT_EQUAL(solver->best(a, false, &best), OK);
  CU_ASSERT_EQUAL(best.cost, least);
  free(gene);
}

/* A whole ring in whole epochs, and its parts, which are stopped and go on in every epoch. */
static void parts_check(void) {
  const uint32_t all = plan.islands, most = all > 1 ? all - 1 : 1;
  const int parts = all > 1 ? PARTS : 1;
  const Span whole = {0, all}, spans[PARTS] = {{0, most}, {most, all - most}};
  Archipelago *a = started(whole), *part[PARTS];
  int64_t before[ISLANDS_MOST] = {COST_NONE, COST_NONE, COST_NONE, COST_NONE};
  for (int i = 0; i < parts; i++) part[i] = started(spans[i]);
  for (uint32_t epoch = 0; epoch < epochs_of(); epoch++) {
    if (epoch) next(&a, 1, epoch);
    if (epoch) next(part, parts, epoch);
    for (int i = 0; i < parts; i++) {
      slice(part[i]);
      part[i] = again(part[i], spans[i], epoch);
      islands_epoch(solver, part[i], 1 + epoch);
    }
    islands_epoch(solver, a, 100000);
    for (int i = 0; i < parts; i++) CU_ASSERT(islands_same(solver, a, part[i], spans[i].first, now->solver));
    champions_check(a, before);
  }
  for (int i = 0; i < parts; i++) solver->destroy(part[i]);
  solver->destroy(a);
}

/* Of no island: every call works, and there is no best. */
static void empty_check(void) {
  const Span none = {plan.islands, 0};
  Archipelago *a = started(none);
  FieldSet fields = islands_saved(solver, a);
  Individual best = {.gene = NULL};
  CU_ASSERT_EQUAL(solver->load(a, 0, &fields), OK);
  CU_ASSERT_EQUAL(islands_epoch(solver, a, 1).finished, 0);
  CU_ASSERT(solver->best(a, true, &best) == OK && best.cost == COST_NONE);
  for (int f = 0; f < fields.count; f++) CU_ASSERT_EQUAL(fields.field[f].rows, 0);
  fieldset_free(&fields);
  solver->destroy(a);
}

static void parts(void) { each_case(parts_check); }
static void empty_spans(void) { each_case(empty_check); }

/* ---- fields of a file ---- */

/* A state in the second epoch, or the first of one, after a slice. */
static Archipelago *held(uint32_t *epoch) {
  Archipelago *a = started((Span){0, plan.islands});
  *epoch = epochs_of() > 1;
  if (*epoch) {
    islands_epoch(solver, a, 100000);
    next(&a, 1, 1);
  }
  slice(a);
  return a;
}

static void refused(Archipelago *fresh, uint32_t epoch, const FieldSet *fields, const char *what,
                    const Field *f) {
  status_clear();
  const Status status = solver->load(fresh, epoch, fields);
  if (status != ERR_FORMAT) printf("# %s: field %s: %s is not refused\n", now->solver, f->name, what);
  CU_ASSERT_EQUAL(status, ERR_FORMAT);
  status_clear();
}

/* Of another name, type, width, number of rows. */
static void shapes_refused(Archipelago *fresh, uint32_t epoch, FieldSet *fields) {
  static const Dtype other[] = {[DTYPE_I32] = DTYPE_F32, [DTYPE_U32] = DTYPE_I32, [DTYPE_I64] = DTYPE_F64,
                                [DTYPE_U64] = DTYPE_I64, [DTYPE_F32] = DTYPE_U32, [DTYPE_F64] = DTYPE_U64};
  for (int k = 0; k < fields->count; k++) {
    Field *f = &fields->field[k];
    const Field was = *f;
    f->name[0] ^= 1;
    refused(fresh, epoch, fields, "another name", &was);
    *f = was;
    f->dtype = other[was.dtype];
    refused(fresh, epoch, fields, "another type", &was);
    *f = was;
    f->columns++;
    refused(fresh, epoch, fields, "another width", &was);
    *f = was;
    f->rows--;
    if (f->rows) refused(fresh, epoch, fields, "a row less", &was);
    *f = was;
  }
}

static bool names_cost(const Field *f) {
  const size_t length = strlen(f->name);
  return f->dtype == DTYPE_I64 && length >= 4 && strcmp(f->name + length - 4, "cost") == 0;
}

/* A cost that is less than that of its solution, by more than the problem lets pass. */
static void costs_refused(Archipelago *fresh, uint32_t epoch, FieldSet *fields) {
  for (int k = 0; k < fields->count; k++) {
    Field *f = &fields->field[k];
    int64_t *cost = f->data;
    if (!f->rows || !names_cost(f) || *cost == COST_NONE) continue;
    const int64_t was = *cost;
    *cost = inst->problem->margin ? -1 - was : was - 1;
    refused(fresh, epoch, fields, "a wrong cost", f);
    *cost = was;
  }
}

static void shapes_check(void) {
  uint32_t epoch;
  Archipelago *a = held(&epoch), *fresh = islands_part(solver, inst, &be, &plan, (Span){0, plan.islands});
  FieldSet fields = islands_saved(solver, a);
  shapes_refused(fresh, epoch, &fields);
  costs_refused(fresh, epoch, &fields);
  CU_ASSERT_EQUAL(solver->load(fresh, epoch, &fields), OK);
  CU_ASSERT(islands_same(solver, a, fresh, 0, now->solver));
  fieldset_free(&fields);
  solver->destroy(a);
  solver->destroy(fresh);
}

static void damage_check(void) {
  uint32_t epoch;
  size_t count = 0;
  while (count < DAMAGES && now->damage[count].field) count++;
  Archipelago *a = held(&epoch), *fresh = islands_part(solver, inst, &be, &plan, (Span){0, plan.islands});
  islands_damaged(solver, a, fresh, epoch, now->damage, count);
  solver->destroy(a);
  solver->destroy(fresh);
}

static void wrong_shapes(void) { each_case(shapes_check); }
static void damaged_fields(void) { each_case(damage_check); }

/* ---- migration ---- */

/* Packing a migrant changes nothing, and makes the same one again. */
static void migrant_check(void) {
  const Span whole = {0, plan.islands};
  Archipelago *a = started(whole), *b;
  islands_epoch(solver, a, 100000);
  if (plan.islands > 1) {
    const size_t bytes = solver->migrant_bytes(a);
    char *first = calloc(2, bytes + 1), *second = first + bytes + 1;
    CU_ASSERT_EQUAL(solver->emigrate(a, first), OK);
    b = again(a, whole, 0);
    a = b;
    CU_ASSERT_EQUAL(solver->migrant_bytes(a), bytes);
    CU_ASSERT_EQUAL(solver->emigrate(a, second), OK);
    CU_ASSERT_EQUAL(memcmp(first, second, bytes), 0);
    free(first);
  }
  solver->destroy(a);
}

static void migrants(void) { each_case(migrant_check); }

static void every_solver(void) {
  for (int k = 0; solver_at(k); k++) {
    bool found = false;
    for (int c = 0; c < CASES && !found; c++) found = strcmp(cases[c].solver, solver_at(k)->name) == 0;
    if (!found) printf("# no case of %s\n", solver_at(k)->name);
    CU_ASSERT(found);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(every_solver), TEST(parts),          TEST(empty_spans),
                                      TEST(wrong_shapes), TEST(damaged_fields), TEST(migrants),
                                      {NULL, NULL}};
  be.ops = backend_find("cpu");
  return harness_run("conformance", tests);
}
