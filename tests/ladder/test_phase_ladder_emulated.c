/* The designs of the ladder of maximum flow, run on the host: all find the flow of minimum potentials on the CPU, in as many phases and
 * iterations. And the ladder itself, on the pretended device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cpu/flow/mpm.h"
#include "emulation/device.h"
#include "emulation/emulation.h"
#include "evaluator/flow/flow_parts.h"
#include "fixtures/harness.h"
#include "ladder/ladders.h"
#include "ladder/phase_kernels.h"

extern const PhaseKernels phase_ladder_kernels_emulated;
static const PhaseKernels *const ops = &phase_ladder_kernels_emulated;

/* ---- designs ---- */

static bool run_is(PhaseLadder *l, const PhaseRun *run, const FlowView *want) {
  int64_t *residual = malloc((want->places + (size_t)1) * sizeof *residual);
  CU_ASSERT_EQUAL_FATAL(ops->residual(l, residual), OK);
  const bool same = memcmp(residual, want->residual, want->places * sizeof *residual) == 0;
  free(residual);
  return same && run->complete && run->value == want->answer->value && run->phases == want->answer->phases &&
         run->iterations == want->answer->rounds;
}

/* The sum of the parts is within the whole. */
static bool times_good(const PhaseRun *run) {
  double all = 0;
  for (int p = 0; p < PHASE_PARTS; p++) all += run->part_s[p];
  return run->part_s[PHASE_LAYERS] > 0 && all <= run->seconds * 1.01 + 1e-4;
}

static void design_check(PhaseLadder *l, int k, uint64_t seed, const FlowView *want) {
  PhaseRun run;
  emulation_set((EmulationPlan){(EmulationOrder)((k + seed) % 3), seed, -1});
  if (want->answer->rounds > 1) {
    CU_ASSERT_EQUAL_FATAL(ops->run(l, k, 1, 1e9, &run),
                          OK); /* cut short, which the next run does not notice */
    CU_ASSERT(!run.complete && run.iterations == 1);
  }
  CU_ASSERT_EQUAL_FATAL(ops->run(l, k, UINT64_MAX, 1e9, &run), OK);
  const bool same = run_is(l, &run, want);
  CU_ASSERT(same && times_good(&run));
  if (!same)
    printf("# %s: value %lld, phases %u, iterations %llu\n", ops->design(k), (long long)run.value, run.phases,
           (unsigned long long)run.iterations);
}

static void network_check(Backend *be, const Network *network, uint64_t seed) {
  FlowHost host;
  PhaseLadder *l;
  MpmTimes times;
  CU_ASSERT_EQUAL_FATAL(flow_host_alloc(1, network, &host), OK);
  flow_host_fill(&host, 0, network);
  const FlowView v = flow_view(&host.batch, 0);
  const PhaseNet net = {v.vertices, v.places, v.source, v.sink, v.first, v.head, v.mate, v.residual};
  CU_ASSERT_EQUAL_FATAL(ops->open(be, &net, &l), OK);
  CU_ASSERT_EQUAL(mpm_flow_timed(&v, MPM_ACTIVE, &times), OK);
  CU_ASSERT(times.layers > 0 && times.prune >= 0 && times.least >= 0 && times.send >= 0);
  for (int k = 0; ops->design(k); k++) design_check(l, k, seed, &v);
  ops->close(l);
  flow_host_free(&host);
}

static void check(Backend *be, const char *words) {
  NetworkSpec spec;
  CU_ASSERT_EQUAL_FATAL(network_spec_read(words, &spec), OK);
  for (uint64_t k = 0; k < spec.count; k++) {
    Network network;
    CU_ASSERT_EQUAL_FATAL(network_generate(&spec, k, &network), OK);
    network_check(be, &network, k);
    network_free(&network);
  }
}

/* Flow is taken back along arcs of earlier phases on genrmf and rlg: a greedy flow is less there. */
static void designs(void) {
  Backend be;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  check(&be, "random:n=20,degree=3,count=6,seed=3");
  check(&be, "random:n=257,degree=4,terminals=4,count=1,seed=5");
  check(&be, "rlg:rows=5,levels=4,count=2,seed=2");
  check(&be, "genrmf:a=3,b=3,count=2,seed=8");
  be.ops->close(&be);
}

/* Without a way to the sink, and with one arc alone. */
static void small(void) {
  Backend be;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  for (int64_t capacity = 0; capacity < 2; capacity++) {
    const int32_t tail[] = {0}, head[] = {1}, ends[] = {0, 1};
    const NetworkArrays arrays = {2, 1, tail, head, &capacity, 1, 1, &ends[0], &ends[1]};
    Network network;
    CU_ASSERT_EQUAL_FATAL(network_of_arrays(&arrays, &network), OK);
    network_check(&be, &network, 1);
    network_free(&network);
  }
  be.ops->close(&be);
}

/* ---- the ladder ---- */

static int lines_of(const PhaseKernels *kernels, LadderSettings settings, const char *line, Status want) {
  const LadderDesigns all = {.phases = kernels};
  Backend be;
  char *text = NULL;
  size_t bytes = 0;
  int lines = 0;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  LadderRun run = {.ladder = &ladder_flow,
                   .settings = &settings,
                   .be = &be,
                   .designs = &all,
                   .csv = open_memstream(&text, &bytes)};
  ladder_begin(&run);
  CU_ASSERT_EQUAL(ladder_flow.run(&run), want);
  fclose(run.csv);
  for (const char *at = text; *at; at++) lines += *at == '\n';
  CU_ASSERT_PTR_NOT_NULL(strstr(text, line));
  free(text);
  be.ops->close(&be);
  return lines;
}

/* Every design has its time, all but the one that speed-ups refer to have these; four parts; and the published tables for lists. */
static void table(void) {
  LadderSettings settings = {
      .seed = 1, .time_s = 1e-5, .instance = "random:n=40,degree=5,rlg:rows=4,levels=4"};
  CU_ASSERT_EQUAL(lines_of(ops, settings, "\nmpm-host-active,40,", OK), 1 + 2 * (9 + 8 + 4 * 4 + 10));
  snprintf(settings.chosen, sizeof settings.chosen, "mpm-host-active,ours");
  CU_ASSERT_EQUAL(lines_of(ops, settings, "\nours,18,", OK), 1 + 2 * (2 + 2 + 4 + 8));
}

/* By vertices and by degree: those of 6 and 12 are below 16. The published tables are not those of a degree. */
static void series(void) {
  const LadderSettings settings = {.seed = 1, .time_s = 1e-5, .sizes = "16", .chosen = "mpm-active,mpm-host"};
  CU_ASSERT_EQUAL(lines_of(ops, settings, "\nmpm-host,12,", OK), 1 + 5 * (5 + 6));
  CU_ASSERT_EQUAL(lines_of(ops, settings, ",at 16 vertices,", OK), 1 + 5 * (5 + 6));
}

/* One more than that was sent on arc 0. */
static Status residual_wrong(PhaseLadder *l, int64_t *residual) {
  const Status status = ops->residual(l, residual);
  residual[0]--;
  return status;
}

static Status value_wrong(PhaseLadder *l, int k, uint64_t iterations, double seconds, PhaseRun *run) {
  const Status status = ops->run(l, k, iterations, seconds, run);
  run->value++;
  return status;
}

/* Another flow, or another value, ends the ladder. */
static void other_flow(void) {
  const LadderSettings settings = {.seed = 1, .time_s = 1e-5, .instance = "rlg:rows=4,levels=4"};
  PhaseKernels wrong = *ops;
  wrong.residual = residual_wrong;
  (void)lines_of(&wrong, settings, "\nmpm,18,", ERR_INTERNAL);
  wrong = *ops;
  wrong.run = value_wrong;
  (void)lines_of(&wrong, settings, "\nmpm,18,", ERR_INTERNAL);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(designs), TEST(small),      TEST(table),
                                      TEST(series),  TEST(other_flow), {NULL, NULL}};
  return harness_run("phase_ladder_emulated", tests);
}
