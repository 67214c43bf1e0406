/* The designs of the ladder of 3-opt, run on the host: the hierarchy is made as on the host, which each run checks, and all have the
 * oracle's best move. And the ladder itself, on the pretended device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulation/device.h"
#include "emulation/emulation.h"
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "ladder/ladders.h"
#include "ladder/route_kernels.h"
#include "oracle/oracle_routes.h"

enum { NODES_MOST = 22 };

extern const RouteLadderKernels route_ladder_kernels_emulated;
static const RouteLadderKernels *const ops = &route_ladder_kernels_emulated;

/* ---- designs ---- */

static void check_design(RouteLadder *l, int k, const char *name, const ThreeOptMove *want) {
  const RouteLadderDesign *const design = ops->design(k);
  RouteLadderTimes times;
  ThreeOptMove got;
  emulation_turn((uint64_t)k);
  CU_ASSERT_EQUAL(ops->run(l, k, 1, &times, &got), OK);
  if (status_message()[0]) printf("# %s: %s\n", name, status_message());
  status_clear();
  const bool same = memcmp(&got, want, sizeof got) == 0;
  CU_ASSERT(same && times.total > 0);
  if (!same) printf("# %s, %s: expected another move\n", name, design->name);
  for (int s = 0; s < ROUTE_LADDER_STAGES; s++) CU_ASSERT((times.stage[s] > 0) == design->stages);
}

static void check(Backend *be, const RoutePlan *plan, uint64_t seed) {
  RouteCase one = route_case_make(plan, seed);
  const RouteData data = route_data_of(one.inst);
  RouteLadder *l;
  if (one.nodes <= NODES_MOST) {
    const OracleMove best = oracle_three_opt(one.inst, one.tour, one.nodes, NULL).best;
    const ThreeOptMove want = {(int32_t)best.delta, best.i, best.j, best.k, best.way};
    CU_ASSERT_EQUAL_FATAL(ops->open(be, &data, one.tour, one.nodes, &l), OK);
    for (int k = 0; ops->design(k); k++) check_design(l, k, plan->name, &want);
    ops->close(l);
  }
  route_case_free(&one);
}

static void designs(void) {
  Backend be;
  uint64_t seed = 1;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  for (ROUTE_PLANS(plan)) check(&be, plan, seed++);
  be.ops->close(&be);
}

/* ---- the ladder ---- */

/* Eight designs with stages have ten measures, the others one. */
static void table(void) {
  const LadderSettings settings = {.seed = 1, .time_s = 1e-9, .sizes = "5"};
  const LadderDesigns all = {.routes = ops};
  Backend be;
  char *text = NULL;
  size_t bytes = 0;
  int lines = 0;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  LadderRun run = {.ladder = &ladder_routes,
                   .settings = &settings,
                   .be = &be,
                   .designs = &all,
                   .csv = open_memstream(&text, &bytes)};
  ladder_begin(&run);
  CU_ASSERT_EQUAL(ladder_routes.run(&run), OK);
  fclose(run.csv);
  for (const char *at = text; *at; at++) lines += *at == '\n';
  CU_ASSERT_EQUAL(lines, 1 + 8 * 10 + 3);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\nfirst-step,11,840,"));
  free(text);
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(designs), TEST(table), {NULL, NULL}};
  return harness_run("route_ladder_emulated", tests);
}
