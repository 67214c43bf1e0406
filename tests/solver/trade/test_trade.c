/* Task trading: the flow of its network against the oracle's, chains against all chains there are, rounds and whole runs against the judge
 * and the least makespan of all assignments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cpu/trade/trade_alone.h"
#include "fixtures/harness.h"
#include "fixtures/islands.h"
#include "fixtures/matching_optimum.h"
#include "fixtures/twinning.h"
#include "oracle/oracle_flow.h"
#include "problem/matching/matching.h"
#include "solver/trade/trade_plan.h"

enum { TASKS_MOST = 60, MACHINES_MOST = 12, VERTICES_MOST = MACHINES_MOST + 2 };

static Backend be;

/* A team on an instance, with an assignment drawn at random. */
typedef struct Alone {
  Instance *inst;
  TradeTables tables;
  TradeRules rules;
  char *memory;
  TradeTeam team;
} Alone;

static Alone alone_make(int32_t tasks, int32_t machines, int64_t longest, uint64_t seed) {
  Alone a = {.inst = twinning_matching(tasks, machines, longest, seed), .rules = {TRADE_BOTH, 4, 3}};
  CU_ASSERT_EQUAL_FATAL(trade_tables_make(a.inst, &be, &a.tables), OK);
  a.memory = malloc(trade_bytes(&a.tables));
  return a;
}

static void alone_open(Alone *a, uint64_t seed) {
  const RngStream stream = {seed, 1, 2, 3};
  team_open(&a->team, &a->tables, &a->rules, a->memory);
  for (int32_t j = 0; j < a->tables.tasks; j++)
    a->team.assignment[j] = (int32_t)rng_below(stream, (uint32_t)j, (uint32_t)a->tables.machines);
  loads_derive(&a->team);
}

static void alone_free(Alone *a) {
  trade_tables_free(&be, &a->tables);
  instance_free(a->inst);
  free(a->memory);
}

/* The judge's makespan of the assignment; the loads are sums of its times. */
static int64_t judged(const Alone *a) {
  int64_t cost = 0, load[MACHINES_MOST] = {0};
  CU_ASSERT_EQUAL(judge_assignment(a->inst, a->team.assignment, &cost), OK);
  for (int32_t j = 0; j < a->tables.tasks; j++)
    load[a->team.assignment[j]] += time_of(&a->team, j, a->team.assignment[j]);
  for (int32_t m = 0; m < a->tables.machines; m++) CU_ASSERT_EQUAL(load[m], a->team.load[m]);
  return cost;
}

/* ---- the network between machines ---- */

static int64_t oracle_value(const TradeTeam *t) {
  uint32_t tail[VERTICES_MOST * VERTICES_MOST], head[VERTICES_MOST * VERTICES_MOST], arcs = 0, side;
  int64_t capacity[VERTICES_MOST * VERTICES_MOST];
  const uint32_t vertices = (uint32_t)t->k->machines + 2;
  for (uint32_t a = 0; a < vertices; a++)
    for (uint32_t b = 0; b < vertices; b++) {
      if (t->residual[a * vertices + b] == 0) continue;
      tail[arcs] = a;
      head[arcs] = b;
      capacity[arcs++] = t->residual[a * vertices + b];
    }
  return oracle_flow(vertices, arcs, tail, head, capacity, vertices - 2, vertices - 1, &side);
}

/* What flows from the source to the machines, less what comes back, and the same of the sink. */
static int64_t flow_at(const TradeTeam *t, int32_t end) {
  int64_t all = 0;
  for (int32_t m = 0; m < t->k->machines; m++)
    all += end == t->k->machines ? *residual_at(t, m, end) : *residual_at(t, end, m);
  return all;
}

static void flow_check(const Alone *a, int k, int percent) {
  const TradeTeam *const t = &a->team;
  int32_t machines;
  network_fill(t, target_of(t, makespan_of(t, &machines), k), percent);
  const int64_t supply = network_supply(t), expected = oracle_value(t);
  CU_ASSERT(supply > 0 && expected <= supply);
  CU_ASSERT_EQUAL(network_flow(t), expected);
  CU_ASSERT_EQUAL(flow_at(t, t->k->machines), expected);
  CU_ASSERT_EQUAL(flow_at(t, t->k->machines + 1), expected);
}

static void flows(void) {
  for (uint64_t seed = 0; seed < 40; seed++) {
    Alone a = alone_make(5 + (int32_t)seed, 2 + (int32_t)seed % 10, seed % 2 ? 1000 : 20, seed);
    alone_open(&a, seed);
    for (int k = 1; k <= TRADE_TARGETS; k++) flow_check(&a, k, 1 << (seed + (uint64_t)k) % 6);
    alone_free(&a);
  }
}

/* ---- chains ---- */

/* All chains from machine h to a machine with room: task `j` goes on, `used` are the machines of the chain. */
static bool chain_exists(const TradeTeam *t, int32_t j, uint32_t used, uint32_t depth, int64_t target) {
  for (int32_t b = 0; b < t->k->machines; b++) {
    if (used >> b & 1 || t->load[b] > target) continue;
    const int64_t load = t->load[b] + time_of(t, j, b);
    if (load <= target) return true;
    for (int32_t k = 0; k < t->k->tasks && depth > 1; k++)
      if (t->assignment[k] == b && load - time_of(t, k, b) <= target &&
          chain_exists(t, k, used | 1u << b, depth - 1, target))
        return true;
  }
  return false;
}

static bool any_chain(const TradeTeam *t, int32_t h, int64_t target) {
  for (int32_t j = 0; j < t->k->tasks; j++)
    if (t->assignment[j] == h && t->load[h] - time_of(t, j, h) <= target &&
        chain_exists(t, j, 1u << h, t->rules->depth, target))
      return true;
  return false;
}

/* Where there is a chain to another machine one is found; what is found brings the machine to the target, and no other above it. */
static bool chain_check(const Alone *a, int32_t h, int64_t target) {
  const TradeTeam *const t = &a->team;
  int64_t before[MACHINES_MOST];
  const bool exists = any_chain(t, h, target);
  memcpy(before, t->load, (size_t)t->k->machines * sizeof *before);
  const int32_t length = chain_trade(t, h, target);
  if (exists) CU_ASSERT(length > 0);
  CU_ASSERT(length <= (int32_t)t->rules->depth);
  if (length) CU_ASSERT(t->load[h] <= target);
  for (int32_t m = 0; m < t->k->machines; m++)
    CU_ASSERT(t->load[m] == before[m] || (length && t->load[m] <= target));
  (void)judged(a);
  return exists;
}

static void chains(void) {
  int found = 0, missed = 0;
  for (uint64_t seed = 0; seed < 3000; seed++) {
    Alone a = alone_make(3 + (int32_t)(seed % 6), 2 + (int32_t)(seed / 6 % 2), 30, seed);
    int64_t load = 0;
    a.rules.depth = 1 + (uint32_t)(seed % 4);
    alone_open(&a, seed);
    const int32_t h = machine_most(&a.team, -1, &load);
    if (chain_check(&a, h, target_of(&a.team, load, 1 + (int)(seed % TRADE_TARGETS))))
      found++;
    else
      missed++;
    alone_free(&a);
  }
  CU_ASSERT(found > 300 && missed > 300);
}

/* ---- rounds ---- */

/* Returns the tasks that moved. */
static int round_check(Alone *a, uint32_t network, uint64_t seed) {
  int all = 0;
  alone_open(a, seed);
  for (int k = 0, moved = 1; k < 20 && moved; k++) {
    const int64_t before = judged(a);
    moved = network == TRADE_MACHINES ? round_machines(&a->team) : round_chains(&a->team);
    CU_ASSERT(judged(a) <= before);
    if (!moved) CU_ASSERT_EQUAL(judged(a), before);
    all += moved;
  }
  return all;
}

static void rounds_never_raise(void) {
  int machines = 0, chains = 0;
  for (uint64_t seed = 0; seed < 60; seed++) {
    Alone a = alone_make(1 + (int32_t)seed, 1 + (int32_t)(seed % 12), seed % 3 ? 1000000 : 5, seed);
    machines += round_check(&a, TRADE_MACHINES, seed);
    chains += round_check(&a, TRADE_CHAINS, seed);
    alone_free(&a);
  }
  CU_ASSERT(machines > 100 && chains > 100);
}

/* ---- whole runs ---- */

static int64_t run(const Instance *inst, TradePlan own, const int32_t *initial) {
  Plan plan = trade_plan_make((Plan){.seed = 3, .islands = 2, .epoch = 50}, own);
  Individual best = {.gene = NULL};
  CU_ASSERT_EQUAL_FATAL(solver_trade.complete(inst, be.ops, &plan), OK);
  Archipelago *a = islands_part(&solver_trade, inst, &be, &plan, (Span){0, plan.islands});
  CU_ASSERT_EQUAL(solver_trade.start(a, initial), OK);
  for (uint32_t e = 0; e < solver_trade.epochs(&plan); e++) {
    if (e) islands_next(&solver_trade, &a, 1, e);
    islands_epoch(&solver_trade, a, 7);
  }
  CU_ASSERT_EQUAL(solver_trade.best(a, true, &best), OK);
  solver_trade.destroy(a);
  return best.cost;
}

/* Of every start, by every part of a round. */
static void small_optima(void) {
  for (uint64_t seed = 0; seed < 40; seed++) {
    Instance *inst = twinning_matching(1 + (int32_t)(seed % 8), 1 + (int32_t)(seed % 3), 50, seed);
    const TradePlan own = {
        .parts = (uint32_t)(seed % 3), .origin = (uint32_t)(seed % 5), .depth = 3, .kick = 3, .rounds = 1000};
    CU_ASSERT_EQUAL(run(inst, own, NULL), matching_optimum(inst));
    instance_free(inst);
  }
}

/* Without a step the answer is the start. */
static void start_is_kept(void) {
  Instance *inst = twinning_matching(30, 4, 100, 5);
  int32_t initial[30];
  int64_t cost;
  for (int32_t j = 0; j < 30; j++) initial[j] = j % 4;
  CU_ASSERT_EQUAL(judge_assignment(inst, initial, &cost), OK);
  CU_ASSERT(run(inst, (TradePlan){.depth = 1, .kick = 30, .rounds = 1}, initial) <= cost);
  instance_free(inst);
}

/* The machines that the tasks of a chain may go to are allowed ones. */
static void forbidden_pairs(void) {
  Alone a = alone_make(20, 9, 100, 4);
  int64_t *const etc = matching_of(a.inst)->etc;
  for (int32_t e = 0; e < 180; e++)
    if (e % 9 != e / 9 % 9 && e % 2) etc[e] = 1 << 20;
  ((MatchingInstance *)a.inst)->never = 1 << 20;
  trade_tables_free(&be, &a.tables);
  CU_ASSERT_EQUAL(trade_tables_make(a.inst, &be, &a.tables), OK);
  for (int32_t i = 0; i < 20 * TRADE_NEAR; i++) {
    const int32_t m = a.tables.near[i];
    if (m >= 0) CU_ASSERT(a.tables.time[i / TRADE_NEAR * 9 + m] < 1 << 20);
  }
  CU_ASSERT(run(a.inst, (TradePlan){.depth = 4, .kick = 2, .rounds = 60}, NULL) < 1 << 20);
  alone_free(&a);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(flows),        TEST(chains),        TEST(rounds_never_raise),
                                      TEST(small_optima), TEST(start_is_kept), TEST(forbidden_pairs),
                                      {NULL, NULL}};
  be.ops = &backend_cpu;
  if (be.ops->open(&be, 0, 1) != OK) return 1;
  return harness_run("trade", tests);
}
