/* Giving up what takes too long (src/halt.h): when, that every solver does, and what is left then. Memory (src/memory.h): that plans
 * are told to need what they take. On the CPU: solvers' own part is the same on a GPU. */
#include "halt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "fixtures/harness.h"
#include "problem/tsp/generate.h"
#include "problem/matching/generate_etc.h"
#include "problem/tsp/tsplib.h"
#include "problem/judge.h"
#include "options/options.h"
#include "solver/anneal/anneal_plan.h"
#include "solver/climb/climb_plan.h"
#include "solver/ils/ils_plan.h"
#include "solver/pso/pso_plan.h"

static int no_signal(void) { return 0; }
static int a_signal(void) { return 15; }

static void told_now(void) { halt_watch(NULL, 0); }

static void forget(void) {
  halt_rest();
  status_clear();
}

static void pause_s(double s) { nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * s)}, NULL); }

/* ---- when ---- */

static void time_ends(void) {
  halt_watch(no_signal, INFINITY);
  CU_ASSERT(!halt_due() && !halt_requested() && halt_check("a test") == OK && halt_after("a test") == OK);
  halt_until(0);
  CU_ASSERT_EQUAL(halt_after("a test"), OK); /* nobody has been told yet */
  CU_ASSERT(halt_check("a test") == ERR_STOPPED && halt_requested() && halt_after("a test") == ERR_STOPPED);
  CU_ASSERT_STRING_EQUAL(status_message(), "the time was over during a test");
  forget();
  CU_ASSERT(!halt_due() && halt_after("a test") == OK);
}

static void glances_notice(void) {
  int glances = 1;
  told_now();
  while (glances < 100 && !halt_poll()) glances++;
  CU_ASSERT(glances <= 16);
  forget();
}

static void signals_have_grace(void) {
  halt_watch(a_signal, INFINITY);
  CU_ASSERT(!halt_due()); /* seen for the first time */
  pause_s(0.01);
  CU_ASSERT(!halt_due()); /* within the grace */
  pause_s(HALT_GRACE_S + 0.05);
  CU_ASSERT(halt_check("a test") == ERR_STOPPED);
  CU_ASSERT_STRING_EQUAL(status_message(), "stopped by a signal during a test");
  forget();
}

static bool told_by(const void *self) { return *(const bool *)self; }

/* A thread that has its own reason halts for no other, and tells nobody. */
static void own_reasons(void) {
  bool mine = false;
  told_now();
  halt_own(told_by, &mine);
  CU_ASSERT(!halt_due() && !halt_poll() && halt_check("a test") == OK && halt_after("a test") == OK);
  mine = true;
  CU_ASSERT(halt_due() && halt_poll() && halt_requested() && halt_check("a test") == ERR_STOPPED);
  CU_ASSERT_STRING_EQUAL(status_message(), "given up during a test");
  halt_own(NULL, NULL);
  CU_ASSERT(!halt_requested() && halt_due());
  forget();
}

/* ---- solvers ---- */

typedef struct Case {
  Instance *inst;
  Backend be;
  Options options;
  const Solver *solver;
  Plan plan;
} Case;

static Instance *cities_make(int32_t n) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(generator_kinds[0].make(n, 1, &inst), OK);
  return inst;
}

static Instance *matching_make(int32_t n, int32_t machines) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(
      etc_generators[0].make(&(EtcPlan){.tasks = n, .machines = machines, .seed = 1}, &inst), OK);
  return inst;
}

static void case_open(Case *c, Instance *inst, const char *method) {
  *c = (Case){.inst = inst};
  options_default(&c->options);
  c->options.islands = 3;
  CU_ASSERT_EQUAL_FATAL(options_assign(&c->options, FOR_SOLVE, "tours", "12"), OK);
  CU_ASSERT_EQUAL_FATAL(options_assign(&c->options, FOR_SOLVE, "particles", "64"), OK);
  CU_ASSERT_EQUAL_FATAL(options_assign(&c->options, FOR_SOLVE, "chains", "16"), OK);
  c->be.ops = backend_find("cpu");
  CU_ASSERT_EQUAL_FATAL(c->be.ops->open(&c->be, 0, 2), OK);
  CU_ASSERT_EQUAL_FATAL(solver_find(method, inst->problem, &c->solver), OK);
  CU_ASSERT_EQUAL_FATAL(options_plan(&c->options, c->solver, inst, c->be.ops, &c->plan), OK);
}

static void case_close(Case *c) {
  c->be.ops->close(&c->be);
  instance_free(c->inst);
}

static Status case_create(Case *c, Archipelago **a) {
  return c->solver->create(c->inst, &c->be, &c->plan, (Span){0, c->plan.islands}, a);
}

/* Told while it is made: nothing is left behind (the sanitizer looks), and untold it can be made. */
static void create_stops(Instance *inst, const char *method) {
  Case c;
  Archipelago *a = NULL;
  case_open(&c, inst, method);
  told_now();
  CU_ASSERT(case_create(&c, &a) == ERR_STOPPED && a == NULL);
  forget();
  CU_ASSERT_EQUAL(case_create(&c, &a), OK);
  c.solver->destroy(a);
  case_close(&c);
}

static void creates_stop(void) {
  create_stops(cities_make(300), "ils");
  create_stops(matching_make(200, 8), "anneal");
  create_stops(matching_make(200, 8), "pso");
}

static void best_is_true(Case *c, Archipelago *a) {
  int64_t cost;
  int32_t *gene = malloc((size_t)c->inst->n * sizeof *gene);
  Individual best = {.cost = COST_NONE, .gene = gene};
  CU_ASSERT_EQUAL(c->solver->best(a, true, &best), OK);
  if (best.cost != COST_NONE) {
    CU_ASSERT(judge_solution(c->inst, gene, &cost) == OK && cost == best.cost);
  }
  free(gene);
}

/* Told in a step, or before, by a thread that works: what is shown then is what it says. */
static void advance_stops(Instance *inst, const char *method, int slices, Status expected) {
  Case c;
  Archipelago *a = NULL;
  Progress progress = {.best = COST_NONE};
  case_open(&c, inst, method);
  CU_ASSERT_EQUAL_FATAL(case_create(&c, &a), OK);
  for (int slice = 0; slice < slices; slice++) CU_ASSERT_EQUAL(c.solver->advance(a, 2, &progress), OK);
  told_now();
  CU_ASSERT_EQUAL(c.solver->advance(a, 1000, &progress), expected);
  CU_ASSERT(halt_requested());
  forget();
  best_is_true(&c, a);
  c.solver->destroy(a);
  case_close(&c);
}

static void advances_stop(void) {
  advance_stops(cities_make(300), "ils", 3, ERR_STOPPED);
  advance_stops(matching_make(200, 8), "anneal", 3, ERR_STOPPED);
  advance_stops(matching_make(200, 8), "pso", 3, ERR_STOPPED);
  advance_stops(cities_make(300), "climb", 3, OK);
  advance_stops(matching_make(200, 8), "lists", 0, ERR_STOPPED); /* their only step */
  advance_stops(matching_make(200, 8), "sufferage", 0, ERR_STOPPED);
  advance_stops(matching_make(200, 8), "fcfs", 0, ERR_STOPPED);
}

/* Climbers stay where they are: what is saved goes on to the answer that it has unstopped. */
static int64_t climb_to_the_end(bool told) {
  Case c;
  Archipelago *a = NULL;
  Progress progress = {.best = COST_NONE};
  case_open(&c, cities_make(300), "climb");
  climb_plan_edit(&c.plan)->climbers = 12;
  CU_ASSERT_EQUAL_FATAL(case_create(&c, &a), OK);
  while (!progress.epoch_done) {
    if (told) told_now();
    CU_ASSERT_EQUAL_FATAL(c.solver->advance(a, 20, &progress), OK);
    forget();
    if (told) CU_ASSERT_EQUAL_FATAL(c.solver->advance(a, 20, &progress), OK);
  }
  best_is_true(&c, a);
  c.solver->destroy(a);
  case_close(&c);
  return progress.best;
}

static void climbers_stay(void) { CU_ASSERT_EQUAL(climb_to_the_end(true), climb_to_the_end(false)); }

static void readers_stop(void) {
  char *text = NULL;
  size_t bytes = 0;
  Instance *inst = cities_make(100), *read = NULL;
  FILE *out = open_memstream(&text, &bytes);
  CU_ASSERT_EQUAL(tsplib_write(out, inst), OK);
  fclose(out);
  told_now();
  CU_ASSERT(tsplib_parse("text", text, bytes, &read) == ERR_STOPPED && read == NULL);
  forget();
  CU_ASSERT_EQUAL(tsplib_parse("text", text, bytes, &read), OK);
  instance_free(read), instance_free(inst), free(text);
}

/* ---- memory ---- */

static void counts_saturate(void) {
  CU_ASSERT_EQUAL(bytes_times(1ull << 40, 1ull << 30), BYTES_MANY);
  CU_ASSERT_EQUAL(bytes_plus(BYTES_MANY, 1), BYTES_MANY);
  CU_ASSERT_EQUAL(bytes_of(UINT32_MAX, UINT32_MAX, 12), BYTES_MANY);
  CU_ASSERT_EQUAL(bytes_of(1000, 1000, 4), 4000000);
}

static uint64_t taken; /* by alloc */
static BackendOps counting;

static Status alloc_counted(Backend *be, size_t bytes, void **dev) {
  taken += bytes;
  return backend_cpu.alloc(be, bytes, dev);
}

static uint64_t fields_bytes(const FieldSet *fields) {
  uint64_t sum = 0;
  for (int k = 0; k < fields->count; k++)
    sum += fields->field[k].rows * fields->field[k].columns * dtype_bytes(fields->field[k].dtype);
  return sum;
}

/* No more than is taken, `beside` alloc included, and most of it. */
static void needs_what_it_takes(Instance *inst, const char *method, uint64_t beside) {
  Case c;
  Archipelago *a = NULL;
  Memory need;
  FieldSet fields = {0};
  case_open(&c, inst, method);
  counting = backend_cpu, counting.alloc = alloc_counted, c.be.ops = &counting;
  c.plan.islands = 40;
  taken = 0;
  CU_ASSERT_EQUAL_FATAL(case_create(&c, &a), OK);
  c.solver->needs(inst, &c.be, &c.plan, (Span){0, 40}, &need);
  CU_ASSERT(need.device <= taken + beside && need.device >= 0.85 * (double)taken);
  CU_ASSERT_EQUAL(c.solver->save(a, &fields), OK);
  CU_ASSERT(need.saved <= fields_bytes(&fields) && need.saved >= 0.75 * (double)fields_bytes(&fields));
  fieldset_free(&fields);
  c.solver->destroy(a);
  case_close(&c);
}

static void needs_are_true(void) {
  needs_what_it_takes(cities_make(1000), "ils", 40 * (1000 * 40 + 20 * 1000));
  needs_what_it_takes(cities_make(1000), "climb", 0);
  needs_what_it_takes(matching_make(200, 8), "anneal", 0);
  needs_what_it_takes(matching_make(200, 8), "pso", 0);
}

/* Far beyond any host: refused, with the options and the host's share in the message. */
static void absurd_is_refused(void) {
  static const char *const methods[] = {"ils", "climb", "anneal", "pso"};
  for (int k = 0; k < 4; k++) {
    Case c;
    Memory need;
    case_open(&c, k < 2 ? cities_make(1000) : matching_make(200, 8), methods[k]);
    c.plan.islands = 4000000000u;
    if (k == 0) ils_plan_edit(&c.plan)->group = 4000000000u;
    if (k == 2) anneal_plan_edit(&c.plan)->chains = 4000000000u;
    if (k == 3) pso_plan_edit(&c.plan)->particles = 4000000000u;
    c.solver->needs(c.inst, &c.be, &c.plan, (Span){0, c.plan.islands}, &need);
    CU_ASSERT(memory_check(&need, &c.be) == ERR_MEMORY && strstr(status_message(), "--islands 4000000000") &&
              strstr(status_message(), "are free on"));
    status_clear();
    case_close(&c);
  }
  CU_ASSERT(memory_free() > 1 << 20 && memory_free() < BYTES_MANY);
}

static const HarnessTest tests[] = {TEST(time_ends),      TEST(glances_notice),    TEST(signals_have_grace),
                                    TEST(own_reasons),    TEST(creates_stop),      TEST(advances_stop),
                                    TEST(climbers_stay),  TEST(readers_stop),      TEST(counts_saturate),
                                    TEST(needs_are_true), TEST(absurd_is_refused), {NULL, NULL}};

int main(void) { return harness_run("halt", tests); }
