/* The networks of cordee-ladder trades: what a flow proves of chains, against all sets of chains there are; the network of machines against
 * the kernels' and the oracle's flow. */
#include <stdlib.h>
#include "cpu/trade/trade_alone.h"
#include "fixtures/harness.h"
#include "fixtures/twinning.h"
#include "ladder/trade_networks.h"
#include "ladder/trade_run.h"
#include "oracle/oracle_flow.h"
#include "problem/matching/makespan.h"
#include "solver/trade/trade_plan.h"

enum { TASKS_MOST = 40, MACHINES_MOST = 8 };

static Backend be;

/* A random assignment of a random instance. */
typedef struct Scene {
  Instance *inst;
  TradeTables tables;
  int32_t assignment[TASKS_MOST];
  int64_t load[MACHINES_MOST], cost;
  TradeView view;
} Scene;

static void scene_open(Scene *s, int32_t tasks, int32_t machines, uint64_t seed) {
  const RngStream stream = {seed, 4, 5, 6};
  s->inst = twinning_matching(tasks, machines, 30, seed);
  CU_ASSERT_EQUAL_FATAL(trade_tables_make(s->inst, &be, &s->tables), OK);
  for (int32_t j = 0; j < tasks; j++)
    s->assignment[j] = (int32_t)rng_below(stream, (uint32_t)j, (uint32_t)machines);
  s->cost = makespan(s->inst, s->assignment, s->load);
  s->view = (TradeView){&s->tables, s->assignment, s->load};
}

static void scene_close(Scene *s) {
  trade_tables_free(&be, &s->tables);
  instance_free(s->inst);
}

/* ---- chains ---- */

static int64_t time_on(const Scene *s, int32_t j, int32_t m) {
  return s->tables.time[j * s->tables.machines + m];
}

static bool chains_exist(const Scene *s, int32_t h, uint32_t used, int64_t target);

/* Task j goes on, from a chain that began with `first` on machine h; then the chains of the machines after h. */
static bool chain_goes_on(const Scene *s, int32_t h, int32_t first, int32_t j, uint32_t used,
                          int64_t target) {
  if (j != first && s->load[h] - time_on(s, first, h) + time_on(s, j, h) <= target &&
      chains_exist(s, h + 1, used, target))
    return true;
  for (int32_t b = 0; b < s->tables.machines; b++) {
    const int64_t load = s->load[b] + time_on(s, j, b);
    if (used >> b & 1 || s->load[b] > target) continue;
    if (load <= target && chains_exist(s, h + 1, used | 1u << b, target)) return true;
    for (int32_t k = 0; k < s->tables.tasks; k++)
      if (s->assignment[k] == b && load - time_on(s, k, b) <= target &&
          chain_goes_on(s, h, first, k, used | 1u << b, target))
        return true;
  }
  return false;
}

/* Chains from all machines above the target from h on, no machine in two of them. */
static bool chains_exist(const Scene *s, int32_t h, uint32_t used, int64_t target) {
  while (h < s->tables.machines && s->load[h] <= target) h++;
  if (h == s->tables.machines) return true;
  for (int32_t j = 0; j < s->tables.tasks; j++)
    if (s->assignment[j] == h && s->load[h] - time_on(s, j, h) <= target &&
        chain_goes_on(s, h, j, j, used | 1u << h, target))
      return true;
  return false;
}

static int64_t chains_value(const Scene *s, int64_t target) {
  Network network;
  int64_t value;
  uint32_t side;
  CU_ASSERT_EQUAL_FATAL(trade_network_chains(&s->view, target, &network), OK);
  CU_ASSERT_EQUAL(trade_network_value(&network, &value), OK);
  if (network.vertices <= 40)
    CU_ASSERT_EQUAL(value, oracle_flow(network.vertices, network.arcs, network.tail, network.head,
                                       network.capacity, network.source, network.sink, &side));
  network_free(&network);
  return value;
}

static void proofs(void) {
  int proofs = 0, chains = 0;
  for (uint64_t seed = 0; seed < 4000; seed++) {
    Scene s;
    scene_open(&s, 2 + (int32_t)(seed % 7), 2 + (int32_t)(seed / 7 % 2), seed);
    const int64_t target = trade_target(&s.tables, s.cost, 1 + (int)(seed % 8));
    const bool exist = chains_exist(&s, 0, 0, target);
    const int32_t critical = trade_critical(&s.view, target);
    const int64_t value = chains_value(&s, target);
    CU_ASSERT(critical > 0 && value <= critical);
    if (value < critical) CU_ASSERT_FALSE(exist);
    proofs += value < critical;
    chains += exist;
    scene_close(&s);
  }
  CU_ASSERT(proofs > 200 && chains > 200);
}

/* ---- machines ---- */

static void machines_check(const Scene *s, int k, int percent) {
  char *memory = malloc(trade_bytes(&s->tables));
  const TradeRules rules = {TRADE_BOTH, 4, 1};
  const int64_t target = trade_target(&s->tables, s->cost, k);
  TradeTeam team;
  Network network;
  int64_t value, supply;
  team_open(&team, &s->tables, &rules, memory);
  for (int32_t j = 0; j < s->tables.tasks; j++) team.assignment[j] = s->assignment[j];
  loads_derive(&team);
  network_fill(&team, target, percent);
  CU_ASSERT_EQUAL(trade_network_machines(&s->view, target, percent, &supply, &network), OK);
  CU_ASSERT_EQUAL(trade_network_value(&network, &value), OK);
  CU_ASSERT_EQUAL(target, target_of(&team, s->cost, k));
  CU_ASSERT_EQUAL(network_supply(&team), supply);
  CU_ASSERT_EQUAL(network_flow(&team), value);
  network_free(&network);
  free(memory);
}

static void machines(void) {
  for (uint64_t seed = 0; seed < 40; seed++) {
    Scene s;
    scene_open(&s, (int32_t)seed + 1, 2 + (int32_t)(seed % 7), seed);
    for (int k = 1; k <= TRADE_TARGETS; k++) machines_check(&s, k, 1 << k % 6);
    scene_close(&s);
  }
}

/* ---- rounds ---- */

static void runs_are_judged(void) {
  for (uint64_t seed = 0; seed < 20; seed++) {
    const TradeRules rules = {TRADE_BOTH, 2, 1};
    Scene s;
    TradeRun run;
    scene_open(&s, 2 * (int32_t)seed + 1, 2 + (int32_t)(seed % 7), seed);
    CU_ASSERT_EQUAL_FATAL(trade_run_make(s.inst, &be, &run), OK);
    CU_ASSERT_EQUAL(trade_run_start(&run, s.assignment), OK);
    CU_ASSERT_EQUAL(trade_run_all(&run, &rules), OK);
    CU_ASSERT(run.walk.cost <= s.cost && run.rounds > 0);
    CU_ASSERT_EQUAL(makespan(s.inst, run.assignment, s.load), run.walk.cost);
    trade_run_free(&run);
    scene_close(&s);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(proofs), TEST(machines), TEST(runs_are_judged), {NULL, NULL}};
  be.ops = &backend_cpu;
  if (be.ops->open(&be, 0, 1) != OK) return 1;
  return harness_run("trades", tests);
}
