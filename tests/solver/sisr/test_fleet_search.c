/* The search for fewer vehicles (src/solver/sisr/fleet_search.h): routes that are changed and put back, solutions that the judge accepts, the
 * fewest routes that there are, states that go on. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/ruining.h"
#include "oracle/oracle_route_optimum.h"
#include "search/routes/giant_tour.h"
#include "search/routes/route_neighbours.h"
#include "search/routes/route_start.h"
#include "solver/sisr/fleet_search.h"

enum { MOST = 256 };

typedef struct Searching {
  const Instance *inst;
  RouteData data;
  int32_t *near, start[MOST];
  FleetSearch search;
} Searching;

/* Begins with a star, of which many routes can go, or with the tour where a star breaks a limit. Any number of routes is free. */
static Searching searching(const RouteCase *one, uint32_t island) {
  Instance *const inst = one->inst;
  int64_t cost;
  ((CvrpInstance *)inst)->fleet = FLEET_FREE;
  Searching s = {.inst = inst, .data = route_data_of(inst)};
  const int32_t width = inst->n - 1 < 40 ? inst->n - 1 : 40;
  s.near = calloc((size_t)(inst->n + 1) * (size_t)width + 1, sizeof *s.near);
  CU_ASSERT_EQUAL_FATAL(route_neighbours_nearest(&s.data, width, 1, s.near), OK);
  CU_ASSERT_EQUAL_FATAL(fleet_search_make(&s.data, (FleetNear){s.near, width}, 5, island, &s.search), OK);
  start_star(inst, s.start);
  if (judge_routes(inst, s.start, &cost) != OK) {
    status_clear();
    giant_tour_genes(one->tour, one->nodes, s.start);
  }
  CU_ASSERT_EQUAL_FATAL(judge_routes(inst, s.start, &cost), OK);
  fleet_search_begin(&s.search, s.start, 10);
  return s;
}

static void searching_end(Searching *s) {
  fleet_search_free(&s->search);
  free(s->near);
}

/* ---- what it has is a solution ---- */

/* The judge accepts the best one; and the present one, each absent customer in a route alone, where a star is a solution. */
static void check_solutions(Searching *s) {
  int32_t gene[MOST];
  int64_t cost;
  const int32_t n = s->inst->n;
  CU_ASSERT_EQUAL(judge_routes(s->inst, s->search.best, &cost), OK);
  CU_ASSERT_EQUAL(cvrp_routes(s->inst, s->search.best), s->search.routes);
  fleet_search_now(&s->search, gene);
  int32_t absent = 0, routes = 0;
  for (int32_t k = 0; k < n; k++) {
    routes += gene[k] < 0;
    absent += gene[k] > n;
    if (gene[k] > n) gene[k] = n - gene[k];
  }
  if (s->start[1] < 0) CU_ASSERT_EQUAL(judge_routes(s->inst, gene, &cost), OK);
  CU_ASSERT_EQUAL(absent, s->search.count);
  CU_ASSERT(fleet_search_over(&s->search) ? routes == s->search.routes
                                          : routes < s->search.routes && absent > 0);
  if (status_message()[0]) {
    printf("%s\n", status_message());
    status_clear();
  }
}

static int64_t absences(const FleetSearch *search, int32_t customers) {
  int64_t sum = 0;
  for (int32_t c = 1; c <= customers; c++) sum += search->counter[c];
  return sum;
}

/* Customers who are absent from a solution that is not taken count as well: counters rise although the present solution stays. */
static void absences_of_refused_ones_count(void) {
  int stay = 0, risen = 0;
  for (RUIN_CASES(plan)) {
    RouteCase one = ruin_case_make(plan, 3);
    Searching s = searching(&one, 0);
    for (uint64_t k = 0; k < 200 && !fleet_search_over(&s.search); k++) {
      int32_t now[MOST], then[MOST];
      const int64_t before = absences(&s.search, one.inst->n);
      fleet_search_now(&s.search, now);
      fleet_search_run(&s.search, k, 1);
      fleet_search_now(&s.search, then);
      if (memcmp(now, then, (size_t)one.inst->n * sizeof *now) != 0) continue;
      stay++;
      risen += absences(&s.search, one.inst->n) > before;
    }
    searching_end(&s);
    route_case_free(&one);
  }
  CU_ASSERT(stay > 100 && risen > stay / 3);
  printf("# %d of %d refused ones raise counters\n", risen, stay);
}

/* Fewer and fewer routes, never less than demands need, by every limit; rows of counters never fall. */
static void solutions_are_kept(void) {
  for (RUIN_CASES(plan)) {
    RouteCase one = ruin_case_make(plan, 3);
    Searching s = searching(&one, 0);
    const int32_t first = s.search.routes;
    for (uint64_t k = 0, before = (uint64_t)first; k < 600; k += 20, before = (uint64_t)s.search.routes) {
      fleet_search_run(&s.search, k, 20);
      check_solutions(&s);
      CU_ASSERT((uint64_t)s.search.routes <= before && s.search.routes >= s.search.least);
    }
    CU_ASSERT(s.search.routes < first || plan->tight);
    searching_end(&s);
    route_case_free(&one);
  }
}

/* ---- as few as there are ---- */

/* By a dynamic program over subsets. */
static int32_t fewest(const Instance *inst) {
  const uint32_t all = 1u << inst->n;
  int64_t *route = oracle_subset_routes(inst);
  int32_t *few = malloc(all * sizeof *few);
  few[0] = 0;
  for (uint32_t set = 1; set < all; set++) {
    few[set] = INT32_MAX - 1;
    for (uint32_t part = set; part; part = (part - 1) & set)
      if (route[part] != ORACLE_NO_ROUTE && few[set ^ part] + 1 < few[set]) few[set] = few[set ^ part] + 1;
  }
  const int32_t fewest_all = few[all - 1];
  free(route);
  free(few);
  return fewest_all;
}

static void few_customers(void) {
  int32_t cases = 0, reached = 0, began = 0;
  for (int form = 0; form < ROUTE_FORMS; form++)
    for (uint64_t seed = 1; seed <= 12; seed++) {
      RouteCase one = route_case_few((RouteForm)form, seed);
      Searching s = searching(&one, 0);
      const int32_t least = fewest(one.inst);
      began += s.search.routes == least;
      fleet_search_run(&s.search, 0, 2000);
      CU_ASSERT(s.search.routes >= least && least >= s.search.least);
      cases++;
      reached += s.search.routes == least;
      searching_end(&s);
      route_case_free(&one);
    }
  printf("# %d of %d have the fewest routes, %d began with them\n", reached, cases, began);
  CU_ASSERT(cases > 20 && reached == cases && began < cases);
}

/* ---- one answer, and states ---- */

static void check_same(Searching *a, Searching *b) {
  int32_t one[MOST], two[MOST];
  const size_t n = (size_t)a->inst->n;
  fleet_search_now(&a->search, one);
  fleet_search_now(&b->search, two);
  CU_ASSERT_EQUAL(memcmp(one, two, n * sizeof *one), 0);
  CU_ASSERT_EQUAL(memcmp(a->search.best, b->search.best, n * sizeof *one), 0);
  CU_ASSERT_EQUAL(memcmp(a->search.counter, b->search.counter, (n + 1) * sizeof *a->search.counter), 0);
  CU_ASSERT_EQUAL(a->search.routes, b->search.routes);
}

/* Slices of any length, each gone on with by another search from what is saved, end as one run. */
static void slices_and_states(void) {
  int32_t differ = 0; /* other islands */
  for (RUIN_CASES(plan)) {
    RouteCase one = ruin_case_make(plan, 4);
    Searching whole = searching(&one, 1), s = searching(&one, 1);
    fleet_search_run(&whole.search, 0, 300);
    for (uint64_t k = 0; k < 300; k += 25) {
      int32_t gene[MOST];
      Searching next = searching(&one, 1);
      fleet_search_run(&s.search, k, 10);
      fleet_search_run(&s.search, k + 10, 15);
      fleet_search_now(&s.search, gene);
      memcpy(next.search.counter, s.search.counter, ((size_t)one.inst->n + 1) * sizeof *s.search.counter);
      fleet_search_begin(&next.search, s.search.best, 10);
      CU_ASSERT(fleet_search_now_set(&next.search, gene));
      searching_end(&s);
      s = next;
    }
    check_same(&whole, &s);
    Searching other = searching(&one, 2);
    fleet_search_run(&other.search, 0, 300);
    differ +=
        memcmp(other.search.counter, s.search.counter, ((size_t)one.inst->n + 1) * sizeof(int64_t)) != 0;
    searching_end(&whole);
    searching_end(&s);
    searching_end(&other);
    route_case_free(&one);
  }
  printf("# %d other islands have other states\n", differ);
  CU_ASSERT(differ > 2);
}

static void rows_are_refused(void) {
  RouteCase one = ruin_case_make(&ruin_cases[0], 3);
  Searching s = searching(&one, 0);
  const int32_t n = one.inst->n;
  int32_t good[MOST], gene[MOST];
  fleet_search_run(&s.search, 0, 40);
  fleet_search_now(&s.search, good);
  CU_ASSERT_FATAL(good[n - 1] > n && good[1] != 0);
  const struct {
    int32_t at, value;
  } bad[] = {{0, 0},           {0, -good[0]},      {0, -n - 1},
             {0, INT32_MIN},   {n - 1, INT32_MAX}, {n - 1, 2 * n + 1},
             {n - 1, good[0]}, {1, good[n - 1]},   {0, n - good[n - 1]},
             {n - 1, 1},       {1, good[0]}};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    memcpy(gene, good, sizeof gene);
    gene[bad[k].at] = bad[k].value;
    CU_ASSERT_FALSE(fleet_search_now_set(&s.search, gene));
  }
  CU_ASSERT_FALSE(fleet_search_now_set(&s.search, s.search.best)); /* nobody is absent */
  for (int32_t k = 0; k < n; k++) gene[k] = k ? k + 1 : -1;        /* one heavy route, and an absent one */
  gene[n - 1] = 2 * n;
  CU_ASSERT_FALSE(fleet_search_now_set(&s.search, gene));
  CU_ASSERT(fleet_search_now_set(&s.search, good));
  searching_end(&s);
  route_case_free(&one);
}

/* ---- routes ---- */

static void check_routes(const FleetRoutes *r) {
  for (int32_t s = 0; s < r->slots; s++) {
    int64_t load = 0, length = 0;
    int32_t count = 0, last = 0;
    for (int32_t c = r->route[s].first; c; last = c, c = r->next[c]) {
      CU_ASSERT(r->slot[c] == s && r->prev[c] == last);
      load += r->data.demand[c];
      length += route_distance(&r->data, last, c) + r->data.service;
      count++;
    }
    length += route_distance(&r->data, last, 0);
    CU_ASSERT(r->route[s].last == last && r->route[s].load == load && r->route[s].customers == count);
    CU_ASSERT_EQUAL(r->route[s].length, length);
  }
}

/* Customers go from route to route; what is undone is as it was, to the last time. */
static void changes_are_undone(void) {
  for (RUIN_CASES(plan)) {
    RouteCase one = ruin_case_make(plan, 6);
    Searching s = searching(&one, 0);
    FleetRoutes *const r = &s.search.now;
    const size_t n = (size_t)one.inst->n;
    int32_t before[MOST], after[MOST], early[MOST];
    fleet_clear(r);
    CU_ASSERT(fleet_genes_set(r, s.start, one.inst->n));
    fleet_genes(r, before);
    memcpy(early, r->early, (n + 1) * sizeof *early);
    for (uint32_t k = 0; k < 40; k++) {
      const int32_t c = (int32_t)(k * 7 % n) + 1, to = (int32_t)(k * 5 % (uint32_t)r->slots);
      fleet_touch(r, r->slot[c]);
      fleet_take(r, c);
      fleet_touch(r, to);
      fleet_put(r, c, to, k % 2 ? 0 : r->route[to].last);
      check_routes(r);
    }
    fleet_undo(r);
    check_routes(r);
    fleet_genes(r, after);
    CU_ASSERT_EQUAL(memcmp(before, after, n * sizeof *before), 0);
    if (r->data.ready) CU_ASSERT_EQUAL(memcmp(early + 1, r->early + 1, n * sizeof *early), 0);
    searching_end(&s);
    route_case_free(&one);
  }
}

/* Looks for one with `most` routes, from routes of a star or from nothing; what it finds, the judge accepts. */
static bool seeks(const RouteCase *one, CvrpFleet fleet, int32_t most, bool star, uint64_t iterations) {
  CvrpInstance *cvrp = (CvrpInstance *)one->inst;
  int64_t cost;
  Searching s = searching(one, 0);
  cvrp->fleet = fleet;
  cvrp->vehicles = most;
  s.search.now.data.closed = fleet == FLEET_EXACTLY;
  s.search.goal = most;
  fleet_search_seek(&s.search, star ? s.start : NULL, most, 10);
  fleet_search_run(&s.search, 0, iterations);
  const bool found = !s.search.seeking;
  if (found) CU_ASSERT_EQUAL(judge_routes(one->inst, s.search.best, &cost), OK);
  searching_end(&s);
  cvrp->fleet = FLEET_FREE;
  cvrp->vehicles = 0;
  return found;
}

/* With the fewest routes that there are; and never with one less. */
static void few_customers_are_served(void) {
  int32_t cases = 0, found = 0;
  for (int form = 0; form < ROUTE_FORMS; form++)
    for (uint64_t seed = 1; seed <= 40; seed++) {
      RouteCase one = route_case_few((RouteForm)form, seed);
      ((CvrpInstance *)one.inst)->fleet = FLEET_FREE;
      const int32_t least = fewest(one.inst);
      cases += 2;
      found += seeks(&one, FLEET_AT_MOST, least, seed % 2, 5000);
      found += seeks(&one, FLEET_EXACTLY, least, seed % 2, 5000);
      if (least > 1) CU_ASSERT_FALSE(seeks(&one, FLEET_AT_MOST, least - 1, seed % 2, 300));
      route_case_free(&one);
    }
  CU_ASSERT_EQUAL(found, cases);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(absences_of_refused_ones_count),
                                      TEST(solutions_are_kept),
                                      TEST(few_customers),
                                      TEST(few_customers_are_served),
                                      TEST(slices_and_states),
                                      TEST(rows_are_refused),
                                      TEST(changes_are_undone),
                                      {NULL, NULL}};
  return harness_run("fleet_search", tests);
}
