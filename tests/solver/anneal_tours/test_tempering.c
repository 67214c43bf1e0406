/* The annealing of tours on the CPU against the oracle (tests/oracle/oracle_temper.c), sweep by sweep: tours as they lie in memory,
 * costs, best tours, levels. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/annealing.h"
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "oracle/oracle_temper.h"
#include "solver/anneal_tours/temper_step.h"

enum { ISLAND = 2, CHAINS_MAX = 4 };
static Backend be;

static OracleTemper oracle_begin(const Archipelago *a, uint32_t c) {
  const size_t n = (size_t)a->inst->n;
  OracleTemper o = {.inst = a->inst,
                    .order = a->order,
                    .uniform = temper_plan(a->plan)->moves == TEMPER_UNIFORM,
                    .width = a->problem.width,
                    .list = a->list,
                    .seed = a->plan->seed,
                    .chain = ISLAND * temper_plan(a->plan)->chains + c,
                    .cost = a->cost[c],
                    .best_cost = a->cost[c]};
  o.tour = malloc(2 * n * sizeof *o.tour);
  o.best = o.tour + n;
  memcpy(o.tour, a->state.tour + c * n, n * sizeof *o.tour);
  memcpy(o.best, o.tour, n * sizeof *o.tour);
  return o;
}

static bool agree(const Archipelago *a, uint32_t c, const OracleTemper *o) {
  const size_t n = (size_t)a->inst->n, bytes = n * sizeof *o->tour;
  return a->state.cost[c] == o->cost && a->state.best_cost[c] == o->best_cost &&
         memcmp(a->state.tour + c * n, o->tour, bytes) == 0 &&
         memcmp(a->state.best + c * n, o->best, bytes) == 0;
}

/* Levels of the chains (chains) as the exchange leaves them. */
static void levels_exchange(const Archipelago *a, const OracleTemper *o, uint64_t number, uint32_t *level) {
  const uint32_t chains = temper_plan(a->plan)->chains;
  for (uint32_t k = number % 2; k + 1 < chains; k += 2) {
    uint32_t x = 0, y = 0;
    while (level[x] != k) x++;
    while (level[y] != k + 1) y++;
    const int64_t cost[2] = {o[x].cost, o[y].cost};
    if (oracle_temper_exchanges(a->plan->seed, ISLAND, number, k, a->rules.temperature + k, cost)) {
      level[x] = k + 1;
      level[y] = k;
    }
  }
}

/* Returns the moves that were made. One island alone: what it sends comes back to it. */
static uint64_t check_case(const Instance *inst, int kind, uint32_t sweeps) {
  const Plan plan = annealing_plan(inst, kind, 3, sweeps);
  const uint32_t chains = temper_plan(&plan)->chains;
  Archipelago *a = islands_part(&solver_tempering, inst, &be, &plan, (Span){ISLAND, 1});
  OracleTemper o[CHAINS_MAX];
  uint32_t level[CHAINS_MAX];
  uint64_t made = 0;
  bool same = true;
  for (uint32_t c = 0; c < chains; c++) {
    o[c] = oracle_begin(a, c);
    level[c] = c;
  }
  for (uint32_t k = 0; k < sweeps && same; k++) {
    Progress progress;
    if (k && k % plan.epoch == 0) CU_ASSERT_EQUAL(solver_tempering.begin(a, k / plan.epoch), OK);
    CU_ASSERT_EQUAL_FATAL(solver_tempering.advance(a, 1, &progress), OK);
    for (uint32_t c = 0; c < chains && inst->n >= TEMPER_LEAST; c++) {
      oracle_temper_sweep(&o[c], k, a->rules.sweep, a->rules.temperature[level[c]]);
      same = same && agree(a, c, &o[c]);
    }
    if ((k + 1) % temper_plan(&plan)->exchange == 0)
      levels_exchange(a, o, (k + 1) / temper_plan(&plan)->exchange, level);
    for (uint32_t c = 0; c < chains && inst->n >= TEMPER_LEAST; c++) same = same && a->level[c] == level[c];
    if (!same) printf("# %s, %d cities: sweep %u\n", annealing_name(kind), inst->n, k);
  }
  CU_ASSERT(same);
  for (uint32_t c = 0; c < chains; c++) {
    made += o[c].made;
    free(o[c].tour);
  }
  solver_tempering.destroy(a);
  return made;
}

static void oracle(void) {
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  for (int c = 0; c < ANNEALING_CASES; c++) {
    Instance *inst = annealing_case(c);
    for (int kind = 0; kind < ANNEALING_KINDS; kind++) {
      const uint64_t made = check_case(inst, kind, inst->n < 50 ? 60 : 12);
      CU_ASSERT(inst->n < 6 || made > 100);
    }
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* Against the mathematics library: every power of two, and what lies between. */
static void exponentials(void) {
  double worst = 0;
  for (uint64_t word = 1; word < UINT64_C(1) << 32; word += 1 + word / 97) {
    const double off = temper_exponential((uint32_t)word) / 65536.0 + log(((double)word + 0.5) / 0x1p32);
    if (word > 4096 && fabs(off) > worst) worst = fabs(off);
  }
  CU_ASSERT(worst < 0.006);
  CU_ASSERT(abs(temper_exponential(UINT32_MAX)) <= 1);
  CU_ASSERT_EQUAL(temper_exponential(0), 32 * 45426);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(oracle), TEST(exponentials), {NULL, NULL}};
  return harness_run("tempering", tests);
}
