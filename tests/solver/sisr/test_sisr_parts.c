/* Chains in parts (src/solver/sisr/sisr_parts.c), and numbers of customers in parts (sisr_numbers.c). */
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "oracle/oracle_sisr.h"
#include "problem/judge.h"
#include "solver/sisr/sisr_archipelago.h"
#include "solver/sisr/sisr_numbers.h"

enum { CHAINS = 2, FREE = ROUTES_UNLIMITED };

static Backend be;

static Archipelago *archipelago(const Instance *inst, Plan *plan, uint32_t part) {
  Archipelago *a = NULL;
  *plan = sisr_plan_make((Plan){.seed = 3, .islands = 1},
                         (SisrPlan){.chains = CHAINS, .part = part, .epochs = 50, .hot = 0.6, .cold = 0.01});
  CU_ASSERT_EQUAL_FATAL(sisr_complete(inst, be.ops, plan), OK);
  CU_ASSERT_EQUAL_FATAL(solver_sisr.create(inst, &be, plan, (Span){0, 1}, &a), OK);
  CU_ASSERT_EQUAL_FATAL(solver_sisr.start(a, NULL), OK);
  return a;
}

/* Is every part whole routes with their cost, the next one where it ends? */
static void check_parts(const Archipelago *a) {
  int32_t next = 0;
  uint32_t number = 0;
  for (uint32_t p = 0; p < a->count; p++) {
    const SisrPart *part = &a->part[p];
    const int32_t *gene = a->now.gene + part->chain * (size_t)a->inst->n;
    CU_ASSERT(part->number == number && part->first == next && part->customers > 0);
    CU_ASSERT(gene[part->first] < 0 && part->customers <= sisr_part_room(a->inst, a->plan));
    CU_ASSERT(number < sisr_parts_most(a->plan, 1));
    next += part->customers;
    number++;
    const int32_t routes = sisr_part_routes(gene + part->first, part->customers);
    CU_ASSERT(routes <= part->routes_most && part->routes_most <= SISR_SLOTS_MAX);
    CU_ASSERT(routes >= part->routes_least);
    CU_ASSERT_EQUAL(a->now.cost[p], oracle_sisr_cost(a->inst, gene + part->first, part->customers));
    if (next == a->inst->n) {
      next = 0;
      number = 0;
    }
  }
  CU_ASSERT(next == 0 && a->count > 0 && a->part[a->count - 1].chain == CHAINS - 1);
}

/* All vehicles of a limited fleet belong to parts. */
static void check_fleet(const Archipelago *a) {
  const CvrpInstance *cvrp = cvrp_of(a->inst);
  int32_t least = 0, most = 0;
  if (cvrp->fleet == FLEET_FREE) return;
  for (uint32_t p = 0; p < a->count; p++) {
    least += a->part[p].routes_least;
    most += a->part[p].routes_most;
  }
  CU_ASSERT_EQUAL(most, CHAINS * cvrp->vehicles);
  CU_ASSERT_EQUAL(least, cvrp->fleet == FLEET_EXACTLY ? CHAINS * cvrp->vehicles : 0);
}

static void check_cuts(const RoutePlan *size, uint32_t customers) {
  RouteCase one = route_case_make(size, 1);
  Plan plan;
  Archipelago *a = archipelago(one.inst, &plan, customers);
  uint32_t most = 0;
  for (uint32_t epoch = 0; epoch < 12; epoch++) {
    a->epoch = epoch;
    CU_ASSERT_EQUAL(sisr_parts_cut(a), OK);
    check_parts(a);
    check_fleet(a);
    for (uint32_t c = 0; c < CHAINS; c++) {
      int64_t cost;
      CU_ASSERT_EQUAL(judge_solution(one.inst, a->now.gene + c * (size_t)one.inst->n, &cost), OK);
      CU_ASSERT_EQUAL(cost, a->cost[c]);
    }
    most = a->count > most ? a->count : most;
  }
  CU_ASSERT(most >= CHAINS * (uint32_t)(one.inst->n / (int32_t)customers));
  solver_sisr.destroy(a);
  route_case_free(&one);
}

static void cuts(void) {
  static const RoutePlan sizes[] = {{"plane", ROUTES_PLANE, 300, 40, 20, FREE, 0, 0, FLEET_FREE, 0, 0},
                                    {"matrix", ROUTES_MATRIX, 200, 30, 20, FREE, 0, 0, FLEET_FREE, 0, 0},
                                    {"heaps", ROUTES_HEAPS, 200, 30, 20, FREE, 0, 0, FLEET_FREE, 0, 0},
                                    {"at most", ROUTES_PLANE, 250, 40, 30, FREE, 0, 0, FLEET_AT_MOST, 6, 0},
                                    {"exactly", ROUTES_PLANE, 250, 50, 60, FREE, 0, 0, FLEET_EXACTLY, 0, 0}};
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, 2), OK);
  for (int k = 0; k < 5; k++) {
    check_cuts(&sizes[k], 40);
    check_cuts(&sizes[k], 100);
  }
  be.ops->close(&be);
}

/* More routes than a part has slots. */
static void many_routes(void) {
  const RoutePlan size = {"singles", ROUTES_PLANE, 1150, 1150, 0, FREE, 0, 0, FLEET_FREE, 0, 0};
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, 2), OK);
  RouteCase one = route_case_make(&size, 1);
  CvrpInstance *cvrp = (CvrpInstance *)one.inst;
  for (int32_t c = 1; c <= one.inst->n; c++) cvrp->demand[c] = cvrp->capacity;
  Plan plan;
  Archipelago *a = archipelago(one.inst, &plan, 0);
  CU_ASSERT(a->count >= 2 * CHAINS);
  check_parts(a);
  solver_sisr.destroy(a);
  route_case_free(&one);
  be.ops->close(&be);
}

/* ---- numbers ---- */

/* Links of a part are its routes, and back. */
static void check_numbers(const Archipelago *a, const SisrNumbers *numbers, uint32_t p) {
  const SisrPart *part = &a->part[p];
  const int32_t *gene = a->now.gene + part->chain * (size_t)a->inst->n + part->first;
  const size_t m = (size_t)part->customers;
  uint32_t *link = calloc(m + 1, sizeof *link), *again = calloc(m + 1, sizeof *again);
  int32_t *out = calloc(m + 1, sizeof *out), last = 0;
  sisr_links_of(numbers, part, gene, link);
  sisr_genes_of(numbers, p, part->customers, link, out);
  sisr_links_of(numbers, part, out, again);
  CU_ASSERT(memcmp(link + 1, again + 1, m * sizeof *link) == 0);
  CU_ASSERT_EQUAL(numbers->customers[p], part->customers);
  for (size_t c = 1; c <= m; c++) { /* in the order of their numbers */
    const int32_t id = numbers->id[p * numbers->stride + c];
    CU_ASSERT(id > last && numbers->local[part->chain * numbers->nodes + (size_t)id] == (int32_t)c);
    last = id;
  }
  for (int32_t i = 0, least = 0, before = 0; i < part->customers;
       i++) { /* in the order of their least customers */
    if (out[i] < 0)
      least = -out[i];
    else if (out[i] < least)
      least = out[i];
    if (i + 1 < part->customers && out[i + 1] > 0) continue;
    CU_ASSERT(least > before);
    before = least;
  }
  free(link);
  free(again);
  free(out);
}

static void numbers(void) {
  const RoutePlan size = {"plane", ROUTES_PLANE, 200, 30, 20, FREE, 0, 0, FLEET_FREE, 0, 0};
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, 2), OK);
  RouteCase one = route_case_make(&size, 1);
  Plan plan;
  Archipelago *a = archipelago(one.inst, &plan, 40);
  const SisrTask tasks[] = {a->task, a->task};
  const SisrChains chains[] = {sisr_chains_of(a), sisr_chains_of(a)};
  SisrBook all;
  CU_ASSERT_EQUAL_FATAL(sisr_book_make(&(SisrShape){tasks, 2, 1}, &all), OK);
  CU_ASSERT_EQUAL(sisr_book_set(&all, chains, 2), 2 * a->count);
  for (uint32_t p = 0; p < 2 * a->count; p++) check_numbers(a, &all.of[p / a->count], p % a->count);
  sisr_book_free(&all);
  solver_sisr.destroy(a);
  route_case_free(&one);
  be.ops->close(&be);
}

int main(void) {
  be.ops = backend_find("cpu");
  static const HarnessTest tests[] = {TEST(cuts), TEST(many_routes), TEST(numbers), {NULL, NULL}};
  return harness_run("sisr_parts", tests);
}
