/* The designs of the ladder of swarms, run on the host: all end in the state of the library's swarms, whatever is stored at once; what
 * they refuse; what a comparison finds. And the ladder itself, on the pretended device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulation/device.h"
#include "emulation/emulation.h"
#include "fixtures/harness.h"
#include "ladder/ladders.h"
#include "ladder/swarm_table.h"

extern const SwarmLadderKernels swarm_ladder_kernels_emulated;
static const SwarmLadderKernels *const ops = &swarm_ladder_kernels_emulated;

typedef struct Fixture {
  Backend be, cpu;
  Instance *inst;
  SwarmOwn want;
  PsoState got;
} Fixture;

static void fixture_make(Fixture *f, SwarmSize size) {
  *f = (Fixture){.cpu = {.ops = backend_find("cpu")}};
  CU_ASSERT_EQUAL_FATAL(emulated_open(&f->be), OK);
  CU_ASSERT_EQUAL_FATAL(f->cpu.ops->open(&f->cpu, 0, 1), OK);
  CU_ASSERT_EQUAL_FATAL(swarm_grid(&size, &f->inst), OK);
  CU_ASSERT_EQUAL_FATAL(swarm_own_run(&f->cpu, f->inst, &size, &f->want), OK);
  CU_ASSERT_EQUAL_FATAL(swarm_state_make(&f->want.plan, &f->got), OK);
}

static void fixture_free(Fixture *f) {
  swarm_state_free(&f->got);
  swarm_own_free(&f->want);
  instance_free(f->inst);
  f->cpu.ops->close(&f->cpu);
  f->be.ops->close(&f->be);
}

/* ---- the same state ---- */

static void design_check(Fixture *f, SwarmLadder *l, int k) {
  SwarmTimes apart, whole;
  uint32_t resident;
  emulation_turn((uint64_t)k);
  CU_ASSERT(ops->resident(l, k, &resident) == OK && resident > 0);
  for (int turn = 0; turn < 2; turn++) {
    CU_ASSERT_EQUAL_FATAL(ops->run(l, k, !turn, turn ? &whole : &apart), OK);
    CU_ASSERT_EQUAL_FATAL(ops->state(l, k, &f->got), OK);
    CU_ASSERT_EQUAL(swarm_state_compare(&f->want.plan, ops->design(k)->name, &f->want.state, &f->got), OK);
    if (status_message()[0]) printf("# %s\n", status_message());
    status_clear();
  }
  for (int kernel = 0; kernel < SWARM_KERNELS; kernel++) {
    const bool exchange = kernel == SWARM_FIND || kernel == SWARM_MOVE;
    CU_ASSERT((apart.kernel[kernel] > 0) == (!exchange || f->want.plan.swarms > 1));
    CU_ASSERT(whole.kernel[kernel] == 0);
  }
  CU_ASSERT(whole.total > 0);
}

/* iterations: whose random numbers are stored at once. */
static void check(SwarmSize size, uint32_t iterations) {
  Fixture f;
  SwarmLadder *l;
  fixture_make(&f, size);
  SwarmPlan plan = f.want.plan;
  plan.chunk_bytes = (uint64_t)iterations * (plan.swarms > 1 ? 3 : 2) * sizeof(float) * plan.swarms *
                     (uint64_t)plan.problem.n * (uint64_t)plan.problem.particles;
  CU_ASSERT_EQUAL_FATAL(ops->open(&f.be, &plan, &l), OK);
  for (int k = 0; ops->design(k); k++) design_check(&f, l, k);
  ops->close(l);
  fixture_free(&f);
}

/* Tasks that are no multiple of four; one swarm has no exchange; a second exchange changes what the first one has left. */
static void designs(void) {
  check((SwarmSize){13, 5, 3, 7, 1}, 3);
  check((SwarmSize){8, 1, 2, 4, 2}, 1);
  check((SwarmSize){17, 40, 1, 5, 3}, 9);
  check((SwarmSize){5, 3, 4, 104, 4}, 20);
}

/* Particles that are no power of two, of which half move. */
static void particles(void) {
  Fixture f;
  SwarmLadder *l;
  fixture_make(&f, (SwarmSize){9, 4, 2, 3, 5});
  SwarmPlan plan = f.want.plan;
  plan.problem.particles = 50;
  plan.problem.migrants = 25;
  plan.chunk_bytes = 1;
  CU_ASSERT_EQUAL_FATAL(ops->open(&f.be, &plan, &l), OK);
  SwarmTimes times;
  PsoState first;
  CU_ASSERT_EQUAL_FATAL(swarm_state_make(&plan, &first), OK);
  for (int k = 0; ops->design(k); k++) {
    emulation_turn((uint64_t)k + 1);
    CU_ASSERT_EQUAL(ops->run(l, k, false, &times), OK);
    CU_ASSERT_EQUAL(ops->state(l, k, k ? &f.got : &first), OK);
    if (k) CU_ASSERT_EQUAL(swarm_state_compare(&plan, ops->design(k)->name, &first, &f.got), OK);
  }
  swarm_state_free(&first);
  ops->close(l);
  fixture_free(&f);
}

/* ---- refusals ---- */

static void refusals(void) {
  Fixture f;
  SwarmLadder *l = NULL;
  uint32_t resident = 1;
  fixture_make(&f, (SwarmSize){6, 3, 2, 2, 6});
  SwarmPlan plan = f.want.plan;
  plan.problem.migrants = plan.problem.particles / 2 + 1;
  CU_ASSERT_EQUAL(ops->open(&f.be, &plan, &l), ERR_USAGE);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "at most half of 128 particles"));
  plan = f.want.plan;
  plan.problem.particles = SWARM_PARTICLES_MAX + 1;
  CU_ASSERT_EQUAL(ops->open(&f.be, &plan, &l), ERR_USAGE);
  status_clear();
  emulated_shared(&f.be, 2048); /* 128 particles of 3 machines take 1536 */
  CU_ASSERT_EQUAL_FATAL(ops->open(&f.be, &f.want.plan, &l), OK);
  CU_ASSERT(ops->resident(l, 0, &resident) == OK && resident == 0);
  CU_ASSERT(ops->resident(l, 2, &resident) == OK && resident > 0);
  ops->close(l);
  fixture_free(&f);
}

static void differences(void) {
  Fixture f;
  fixture_make(&f, (SwarmSize){6, 3, 2, 2, 7});
  const SwarmPlan *const plan = &f.want.plan;
  SwarmOwn again;
  const SwarmSize size = {6, 3, 2, 2, 7};
  CU_ASSERT_EQUAL_FATAL(swarm_own_run(&f.cpu, f.inst, &size, &again), OK);
  CU_ASSERT_EQUAL(swarm_state_compare(plan, "base", &f.want.state, &again.state), OK);
  again.state.h[11] += 1;
  CU_ASSERT_EQUAL(swarm_state_compare(plan, "base", &f.want.state, &again.state), ERR_INTERNAL);
  CU_ASSERT_PTR_NOT_NULL(
      strstr(status_message(), "base: expected the neighbours' best positions of --method pso"));
  status_clear();
  again.state.b_fitness[255]++;
  CU_ASSERT_EQUAL(swarm_state_compare(plan, "base", &f.want.state, &again.state), ERR_INTERNAL);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "particles' best makespans"));
  status_clear();
  swarm_own_free(&again);
  fixture_free(&f);
}

/* ---- the ladder ---- */

/* Shares of kernels and what loads in global memory take more, beside the published figures. */
static void rows(void) {
  const SwarmSize size = {1000, 100, 60, 10, 1};
  const SwarmTimes times = {1, {0, 1, 4, 4, 1, 0, 0}}, before = {1, {0, 1, 4, 2, 1, 0, 0}};
  const SwarmFigure figure = {SERIES_SHARES, size, 1, 47, 0, &times, 4};
  char *text = NULL;
  size_t bytes = 0;
  FILE *csv = open_memstream(&text, &bytes);
  const LadderTable to = {"swarms", "device", swarm_columns, stdout, csv, 0};
  swarm_row(&to, ladder_design_named(swarm_designs, "kernels-global"), &figure);
  swarm_jump_row(&to, &(SwarmSize){80, 32, 10, 10, 1}, &before, &times);
  fclose(csv);
  static const char *const expected[] = {
      "shares: time,100000,us,,,,\n",        "shares: over 1 core,47,times,23.5,GTX 260,2012,2\n",
      "update share,40,%,34,GTX 260,2012,",  "fitness share,40,%,50,GTX 260,2012,0.8\n",
      "longer than others,100,%,,,,\n",      "fitness, from 30\",100,%,50,GTX 260,2012,2\n",
      "all, from 30\",25,%,14,GTX 260,2012,"};
  for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
    if (!strstr(text, expected[k])) CU_FAIL_FATAL("a measure is missing");
  free(text);
}

/* One size: three measures of a design, of the host's two designs one and two. */
static void table(void) {
  const LadderSettings settings = {.seed = 1, .time_s = 1e-9, .sizes = "4"};
  const LadderDesigns all = {.swarms = ops};
  Backend be;
  char *text = NULL;
  size_t bytes = 0;
  int lines = 0;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  LadderRun run = {.ladder = &ladder_swarms,
                   .settings = &settings,
                   .be = &be,
                   .designs = &all,
                   .csv = open_memstream(&text, &bytes)};
  ladder_begin(&run);
  CU_ASSERT_EQUAL(ladder_swarms.run(&run), OK);
  fclose(run.csv);
  for (const char *at = text; *at; at++) lines += *at == '\n';
  CU_ASSERT_EQUAL(lines, 1 + 1 + 2 + 6 * 3);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\nby-particle,4,80,8,4,4,"));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\nours,4,80,8,4,4,,,,,,"));
  free(text);
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(designs), TEST(particles), TEST(refusals), TEST(differences),
                                      TEST(rows),    TEST(table),     {NULL, NULL}};
  return harness_run("swarm_ladder_emulated", tests);
}
