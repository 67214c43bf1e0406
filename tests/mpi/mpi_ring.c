/* The ring on any number of ranks: spans, migration, the best of all, agreement, broadcast. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "mpi/collect.h"
#include "mpi/ring.h"
#include "fixtures/ranks_harness.h"
#include "solver/climb/climb_archipelago.h"
#include "problem/cvrp/cvrp.h"
#include "problem/cvrp/generators/cvrp_generate.h"
#include "problem/tsp/tsp.h"

static void spans_partition(void) {
  for (uint32_t islands = 1; islands < 40; islands++)
    for (int size = 1; size < 12; size++) {
      uint32_t next = 0;
      for (int rank = 0; rank < size; rank++) {
        Span span = ring_span(islands, rank, size);
        CU_ASSERT_EQUAL(span.first, next);
        CU_ASSERT(span.count >= islands / size && span.count <= islands / size + 1);
        next += span.count;
      }
      CU_ASSERT_EQUAL(next, islands);
    }
}

/* Ranks have different weights, rank 1 has 0: the spans follow each other over all ranks and are proportional. */
static void spans_are_weighted(void) {
  const uint32_t weight = comm.rank == 1 ? 0 : 3 + 4u * (uint32_t)comm.rank, islands = 1000;
  uint64_t total = weight;
  Ring ring;
  CU_ASSERT_EQUAL_FATAL(ring_open(&comm, islands, weight, &ring), OK);
  comm_sum(&comm, &total, 1);
  const double share = (double)islands / (double)total;
  CU_ASSERT(fabs(ring.span[comm.rank].count - weight * share) <= 1);
  if (weight == 0) CU_ASSERT_EQUAL(ring.span[comm.rank].count, 0);
  CU_ASSERT_EQUAL(ring.span[0].first, 0);
  for (int r = 1; r < comm.size; r++)
    CU_ASSERT_EQUAL(ring.span[r].first, ring.span[r - 1].first + ring.span[r - 1].count);
  const Span *last = &ring.span[comm.size - 1];
  CU_ASSERT_EQUAL(last->first + last->count, islands);
  ring_close(&ring);
}

static bool slots_aligned;

static size_t odd_bytes(const Archipelago *a) {
  (void)a;
  return 13;
}
static Status odd_emigrate(Archipelago *a, void *migrant) {
  (void)a;
  slots_aligned = slots_aligned && (uintptr_t)migrant % 16 == 0;
  memset(migrant, comm.rank + 1, 13);
  return OK;
}
static Status odd_immigrate(Archipelago *a, const void *migrant) {
  (void)a;
  slots_aligned = slots_aligned && (uintptr_t)migrant % 16 == 0;
  CU_ASSERT_EQUAL(((const char *)migrant)[12], (comm.rank + comm.size - 1) % comm.size + 1);
  return OK;
}

/* Migrants of 13 bytes: the solver may put numbers into them all the same. */
static void slots_are_aligned(void) {
  const Solver odd = {.migrant_bytes = odd_bytes, .emigrate = odd_emigrate, .immigrate = odd_immigrate};
  Ring ring;
  CU_ASSERT_EQUAL_FATAL(ring_open(&comm, 8, 1, &ring), OK);
  RankIslands local = {.span = ring.span[comm.rank]};
  slots_aligned = true;
  CU_ASSERT_EQUAL(ring_exchange(&comm, &ring, &odd, &local), OK);
  CU_ASSERT(slots_aligned);
  ring_close(&ring);
}

/* Island i holds a champion of cost costs[i]; after an exchange it holds min(costs[i], costs[i-1]). */
static void exchange_check(uint32_t islands, const int64_t *costs) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = climbing_instance(METRIC_EUC_2D, 9, 100, 0, 3);
  Plan plan =
      climb_plan_make((Plan){.seed = 1, .islands = islands, .epoch = 1}, (ClimbPlan){.climbers = islands});
  Ring ring;
  CU_ASSERT_EQUAL_FATAL(ring_open(&comm, islands, 1, &ring), OK);
  const Span span = ring.span[comm.rank], equal = ring_span(islands, comm.rank, comm.size);
  CU_ASSERT(span.first == equal.first && span.count == equal.count);
  Archipelago *a = NULL;
  int32_t gene[9];
  ClimbMigrant *own = malloc(sizeof *own + 9 * sizeof *own->tour);
  CU_ASSERT_EQUAL_FATAL(solver_climb.create(inst, &be, &plan, span, &a), OK);
  for (uint32_t i = 0; i < span.count; i++) {
    for (int p = 0; p < 9; p++) own->tour[p] = (int32_t)(span.first + i + p);
    own->cost = costs[span.first + i];
    own->island = span.first + i;
    own->length = 9;
    if (own->cost != COST_NONE) CU_ASSERT_EQUAL(climb_migrant_settle(a, i, own), OK);
  }
  free(own);
  RankIslands local = {.span = span, .archipelago = a};
  CU_ASSERT_EQUAL(ring_exchange(&comm, &ring, &solver_climb, &local), OK);
  for (uint32_t i = 0; i < span.count; i++) {
    uint32_t at = span.first + i, before = (at + islands - 1) % islands,
             from = costs[before] < costs[at] ? before : at;
    Individual got = {.gene = gene};
    CU_ASSERT_EQUAL(solver_climb.champion(a, i, &got), OK);
    CU_ASSERT_EQUAL(got.cost, costs[from]);
    if (got.cost == COST_NONE) continue;
    CU_ASSERT_EQUAL(got.island, from);
    for (int p = 0; p < 9; p++) CU_ASSERT_EQUAL(gene[p], (int32_t)from + p);
  }
  solver_climb.destroy(a);
  ring_close(&ring);
  instance_free(inst);
}

static void champions_migrate(void) {
  int64_t costs[13];
  for (uint32_t islands = 1; islands <= 13; islands++) {
    for (uint32_t i = 0; i < islands; i++) costs[i] = 1000 + (int64_t)(i * 7919u % 31);
    exchange_check(islands, costs);
    costs[islands / 2] = COST_NONE;
    exchange_check(islands, costs);
  }
}

/* The cheapest wins with its genes, ties go to the lowest rank; the global best is never lost. */
static void best_of_all(void) {
  for (int winner = 0; winner < comm.size; winner++) {
    int32_t gene[5];
    for (int p = 0; p < 5; p++) gene[p] = 10 * comm.rank + p;
    Individual best = {comm.rank >= winner ? 7 : 8, (uint32_t)comm.rank, 5, gene};
    ring_best(&comm, 5, &best);
    CU_ASSERT(best.cost == 7 && best.island == (uint32_t)winner);
    for (int p = 0; p < 5; p++) CU_ASSERT_EQUAL(gene[p], 10 * winner + p);
  }
  Individual none = {COST_NONE, 0, 5, NULL};
  ring_best(&comm, 5, &none);
  CU_ASSERT_EQUAL(none.cost, COST_NONE);
}

/* One rank fails: all return its status, with its message. */
static void failures_are_shared(void) {
  for (int bad = 0; bad < comm.size; bad++) {
    status_clear();
    Status mine = comm.rank == bad ? status_fail(ERR_IO, "rank %d: disk full", bad) : OK;
    char want[64];
    snprintf(want, sizeof want, "rank %d: disk full", bad);
    CU_ASSERT_EQUAL(comm_agree(&comm, mine), ERR_IO);
    CU_ASSERT_STRING_EQUAL(status_message(), want);
  }
  status_clear();
  CU_ASSERT_EQUAL(comm_agree(&comm, OK), OK);
}

static void instances_arrive(void) {
  for (int metric = 0; metric < METRIC_COUNT; metric++) {
    Instance *inst = comm.rank == 0 ? climbing_instance((Metric)metric, 37, 90, 1, 5) : NULL;
    CU_ASSERT_EQUAL_FATAL(instance_bcast(&comm, &inst), OK);
    CU_ASSERT_EQUAL(instance_digest(inst), inst->digest);
    Instance *same = climbing_instance((Metric)metric, 37, 90, 1, 5);
    CU_ASSERT_EQUAL(inst->digest, same->digest);
    instance_free(inst);
    instance_free(same);
  }
}

/* Arrays that some instances of a problem have, and others do not. */
static void windows_arrive(void) {
  for (int windows = 0; windows < 2; windows++) {
    const CvrpRecipe recipe = {
        50, DEPOT_CENTRAL, PLACEMENT_RANDOM, DEMAND_1_100, 9000, 3, {80, 200, windows ? 3000 : 0, 9}};
    Instance *inst = NULL, *same = NULL;
    if (comm.rank == 0) CU_ASSERT_EQUAL_FATAL(cvrp_generate(&recipe, &inst), OK);
    CU_ASSERT_EQUAL_FATAL(instance_bcast(&comm, &inst), OK);
    CU_ASSERT_EQUAL_FATAL(cvrp_generate(&recipe, &same), OK);
    CU_ASSERT(instance_digest(inst) == inst->digest && inst->digest == same->digest);
    CU_ASSERT(cvrp_has_windows(cvrp_of(inst)) == windows && (cvrp_of(inst)->due != NULL) == windows);
    instance_free(inst);
    instance_free(same);
  }
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(spans_partition),   TEST(spans_are_weighted), TEST(slots_are_aligned),
      TEST(champions_migrate), TEST(best_of_all),        TEST(failures_are_shared),
      TEST(instances_arrive),  TEST(windows_arrive),     {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "ring", tests);
}
