/* Giving up what takes too long (src/halt.h): when, that every solver does, and what is left then. On the CPU: solvers' own part is the same on
 * a GPU. */
#include "halt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "fixtures/harness.h"
#include "fixtures/solving.h"
#include "problem/tsp/files/tsp_files.h"
#include "problem/judge.h"
#include "solver/climb/climb_plan.h"

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

/* Told while it is made: nothing is left behind (the sanitizer looks), and untold it can be made. */
static void create_stops(Instance *inst, const char *method) {
  SolvingCase c;
  Archipelago *a = NULL;
  solving_open(&c, inst, method);
  told_now();
  CU_ASSERT(solving_create(&c, &a) == ERR_STOPPED && a == NULL);
  forget();
  CU_ASSERT_EQUAL(solving_create(&c, &a), OK);
  c.solver->destroy(a);
  solving_close(&c);
}

static void creates_stop(void) {
  create_stops(solving_cities(300), "ils");
  create_stops(solving_matching(200, 8), "anneal");
  create_stops(solving_matching(200, 8), "pso");
}

static void best_is_true(SolvingCase *c, Archipelago *a) {
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
  SolvingCase c;
  Archipelago *a = NULL;
  Progress progress = {.best = COST_NONE};
  solving_open(&c, inst, method);
  CU_ASSERT_EQUAL_FATAL(solving_create(&c, &a), OK);
  for (int slice = 0; slice < slices; slice++) CU_ASSERT_EQUAL(c.solver->advance(a, 2, &progress), OK);
  told_now();
  CU_ASSERT_EQUAL(c.solver->advance(a, 1000, &progress), expected);
  CU_ASSERT(halt_requested());
  forget();
  best_is_true(&c, a);
  c.solver->destroy(a);
  solving_close(&c);
}

static void advances_stop(void) {
  advance_stops(solving_cities(300), "ils", 3, ERR_STOPPED);
  advance_stops(solving_matching(200, 8), "anneal", 3, ERR_STOPPED);
  advance_stops(solving_matching(200, 8), "pso", 3, ERR_STOPPED);
  advance_stops(solving_cities(300), "climb", 3, OK);
  advance_stops(solving_matching(200, 8), "lists", 0, ERR_STOPPED); /* their only step */
  advance_stops(solving_matching(200, 8), "sufferage", 0, ERR_STOPPED);
  advance_stops(solving_matching(200, 8), "fcfs", 0, ERR_STOPPED);
}

/* Climbers stay where they are: what is saved goes on to the answer that it has unstopped. */
static int64_t climb_to_the_end(bool told) {
  SolvingCase c;
  Archipelago *a = NULL;
  Progress progress = {.best = COST_NONE};
  solving_open(&c, solving_cities(300), "climb");
  climb_plan_edit(&c.plan)->climbers = 12;
  CU_ASSERT_EQUAL_FATAL(solving_create(&c, &a), OK);
  while (!progress.epoch_done) {
    if (told) told_now();
    CU_ASSERT_EQUAL_FATAL(c.solver->advance(a, 20, &progress), OK);
    forget();
    if (told) CU_ASSERT_EQUAL_FATAL(c.solver->advance(a, 20, &progress), OK);
  }
  best_is_true(&c, a);
  c.solver->destroy(a);
  solving_close(&c);
  return progress.best;
}

static void climbers_stay(void) { CU_ASSERT_EQUAL(climb_to_the_end(true), climb_to_the_end(false)); }

static void readers_stop(void) {
  char *text = NULL;
  size_t bytes = 0;
  Instance *inst = solving_cities(100), *read = NULL;
  FILE *out = open_memstream(&text, &bytes);
  CU_ASSERT_EQUAL(tsplib_write(out, inst), OK);
  fclose(out);
  told_now();
  CU_ASSERT(tsplib_parse("text", text, bytes, &read) == ERR_STOPPED && read == NULL);
  forget();
  CU_ASSERT_EQUAL(tsplib_parse("text", text, bytes, &read), OK);
  instance_free(read);
  instance_free(inst);
  free(text);
}

static const HarnessTest tests[] = {TEST(time_ends),     TEST(glances_notice), TEST(signals_have_grace),
                                    TEST(own_reasons),   TEST(creates_stop),   TEST(advances_stop),
                                    TEST(climbers_stay), TEST(readers_stop),   {NULL, NULL}};

int main(void) { return harness_run("halt", tests); }
