/* The ladder of 3-opt. On the host: the order of the list, keys, the hierarchy with blocks of any size against carrying a resource node by
 * node. On a GPU: the list, and every design against the oracle, on larger tours against the CPU's tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ladder/route_star.h"
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "oracle/oracle_routes.h"
#include "ladder/designs.h"
#include "ladder/route_blocks.h"
#include "ladder/route_kernels.h"

enum { SEEDS = 3 };

/* ---- the list ---- */

/* Calls `see` for every move in the order of (i, j, k, way), with its number. Returns how many there are. */
static uint64_t moves_walk(int32_t n, void (*see)(uint64_t number, RouteLadderMove move, void *with),
                           void *with) {
  uint64_t number = 0;
  for (int32_t i = 0; i < n - 1; i++)
    for (int32_t j = i + 1; j < n - 1; j++)
      for (int32_t k = j + 1; k < n - 1; k++)
        for (int32_t way = 1; way <= THREE_OPT_WAYS; way++)
          see(number++, (RouteLadderMove){i, j, k, way}, with);
  return number;
}

static void see_place(uint64_t number, RouteLadderMove move, void *with) {
  const int32_t n = *(const int32_t *)with;
  const uint64_t place = route_ladder_place(n, move.i, move.j) +
                         (uint64_t)(THREE_OPT_WAYS * (move.k - move.j - 1) + move.way - 1);
  if (place != number) CU_FAIL_FATAL("a move stands elsewhere");
}

static void list_order(void) {
  for (int32_t n = 4; n <= 70; n++) CU_ASSERT_EQUAL(moves_walk(n, see_place, &n), route_ladder_moves(n));
  const int32_t published = 399;
  CU_ASSERT_EQUAL(moves_walk(published, see_place, (void *)&published), 72998772);
  CU_ASSERT_EQUAL(route_ladder_moves(3), 0);
}

/* The largest list: numbers of 32 bits, 16 GiB. */
static void list_limit(void) {
  const int32_t n = ROUTE_LADDER_NODES_MAX;
  const uint64_t moves = route_ladder_moves(n);
  CU_ASSERT(moves < UINT32_MAX && moves * sizeof(RouteLadderMove) <= (uint64_t)16 << 30);
  CU_ASSERT(route_ladder_moves(n + 2) * sizeof(RouteLadderMove) > (uint64_t)16 << 30);
  CU_ASSERT_EQUAL(route_ladder_place(n, 0, 1), 0);
  CU_ASSERT_EQUAL(route_ladder_place(n, n - 4, n - 3), moves - THREE_OPT_WAYS);
  CU_ASSERT_EQUAL(sizeof(RouteLadderMove), 16);
}

static void keys(void) {
  const int32_t deltas[] = {INT32_MIN, -805306368, -2, -1};
  const uint32_t places[] = {0, 1, 2147483648u, UINT32_MAX - 1};
  uint64_t before = 0;
  for (int d = 0; d < 4; d++)
    for (int p = 0; p < 4; p++) {
      const uint64_t key = route_ladder_key(deltas[d], places[p]);
      CU_ASSERT(key > before || (d == 0 && p == 0));
      CU_ASSERT(key < ROUTE_LADDER_NO_KEY);
      CU_ASSERT_EQUAL(route_ladder_key_delta(key), deltas[d]);
      CU_ASSERT_EQUAL((uint32_t)key, places[p]);
      before = key;
    }
}

/* ---- the hierarchy ---- */

static uint64_t state;

static int32_t draw(int32_t m) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int32_t)(((state >> 33) * (uint64_t)m) >> 31);
}

/* The resource after the steps from p to q, or -1. */
static int32_t walk(const RouteCase *one, const RouteData *data, RefResource resource, int32_t p, int32_t q,
                    int32_t now) {
  for (int32_t way = p < q ? 1 : -1; p != q && now >= 0; p += way) {
    const int32_t moved = route_distance(data, one->tour[p], one->tour[p + way]);
    now = ref_carry(ref_step(data, resource, one->tour[p + way], moved), now);
  }
  return now;
}

static void check_segment(const RouteCase *one, const RouteData *data, RefResource resource, int32_t p,
                          int32_t q, RefSegment segment) {
  const int32_t limit = resource == REF_LOAD ? data->capacity : data->max_duration;
  const int32_t from[] = {0, draw(limit + 1), segment.f ? segment.b : limit, limit};
  for (int k = 0; k < 4; k++) {
    const int32_t now = from[k] > limit ? limit : from[k];
    CU_ASSERT_EQUAL(ref_carry(segment, now), walk(one, data, resource, p, q, now));
  }
}

static void check_blocks(const RouteCase *one, RefResource resource, int power_of_two) {
  const RouteData data = route_data_of(one->inst);
  const RouteLadderBlocks b = route_ladder_blocks(one->nodes, power_of_two);
  RefSegment *segment = calloc((size_t)b.segments, sizeof *segment);
  route_ladder_build(&b, &data, resource, one->tour, segment);
  for (int32_t p = 0; p < b.n; p++)
    for (int32_t q = 0; q < b.n; q++) {
      const int32_t low = p < q ? p : q, high = p < q ? q : p;
      if (p == q) continue;
      if (high <= (low / b.block + 1) * b.block)
        check_segment(one, &data, resource, p, q, segment[route_ladder_lower(&b, p, q)]);
      if (p % b.block == 0 && q % b.block == 0)
        check_segment(one, &data, resource, p, q, segment[route_ladder_upper(&b, p, q)]);
    }
  free(segment);
}

static void blocks(void) {
  for (ROUTE_PLANS(plan)) {
    RouteCase one = route_case_make(plan, 1);
    const RouteData data = route_data_of(one.inst);
    for (int resource = 0; resource < ref_resources(&data); resource++)
      for (int power_of_two = 0; power_of_two < 2; power_of_two++)
        check_blocks(&one, (RefResource)resource, power_of_two);
    route_case_free(&one);
  }
}

/* The published tour has blocks of 20 steps, which is no power of two: of 16 where it must be one. */
static void block_sizes(void) {
  const RouteLadderBlocks any = route_ladder_blocks(399, 0), power = route_ladder_blocks(399, 1);
  CU_ASSERT_EQUAL(any.block, 20);
  CU_ASSERT_EQUAL(any.segments, 20 * 21 * 21 + 20 * 20);
  CU_ASSERT_EQUAL(power.block, 1 << power.shift);
  CU_ASSERT_EQUAL(power.block, 16);
  for (int32_t n = 4; n <= ROUTE_LADDER_NODES_MAX; n++)
    for (int power_of_two = 0; power_of_two < 2; power_of_two++) {
      const RouteLadderBlocks b = route_ladder_blocks(n, power_of_two);
      CU_ASSERT(b.block * (b.points - 1) < n && b.block * b.points >= n);
      CU_ASSERT_EQUAL(route_ladder_lower(&b, n - 1, n - 2) / (b.side * b.side), (n - 2) / b.block);
      CU_ASSERT(route_ladder_lower(&b, n - 1, n - 2) < b.upper && b.upper < b.segments);
    }
}

/* ---- the tour of the ladder ---- */

static void star(void) {
  RouteStar one, again;
  CU_ASSERT_EQUAL_FATAL(route_star_make("", STAR_CUSTOMERS, 1, &one), OK);
  CU_ASSERT_EQUAL_FATAL(route_star_make("", STAR_CUSTOMERS, 1, &again), OK);
  CU_ASSERT_EQUAL(one.nodes, 399);
  CU_ASSERT_EQUAL(one.inst->digest, again.inst->digest);
  for (int32_t p = 0; p < one.nodes; p++) CU_ASSERT_EQUAL(one.tour[p], p % 2 ? p / 2 + 1 : 0);
  route_star_free(&one);
  route_star_free(&again);
  CU_ASSERT_EQUAL(route_star_make("no such file.vrp", 0, 1, &one), ERR_NO_INPUT);
  status_clear();
}

/* ---- designs ---- */

static bool same(const ThreeOptMove *got, const ThreeOptMove *want) {
  return memcmp(got, want, sizeof *got) == 0;
}

static void check_design(const RouteLadderKernels *ops, RouteLadder *l, int k, uint32_t repeats,
                         const char *name, const ThreeOptMove *want) {
  const RouteLadderDesign *d = ops->design(k);
  RouteLadderTimes times;
  ThreeOptMove got;
  CU_ASSERT_EQUAL_FATAL(ops->run(l, k, repeats, &times, &got), OK);
  CU_ASSERT(same(&got, want));
  if (!same(&got, want))
    printf("# %s, %s: expected %d (%d %d %d) way %d, found %d (%d %d %d) way %d\n", name, d->name,
           want->delta, want->i, want->j, want->k, want->way, got.delta, got.i, got.j, got.k, got.way);
  CU_ASSERT(times.total > 0);
  for (int s = 0; s < ROUTE_LADDER_STAGES; s++) CU_ASSERT(d->stages ? times.stage[s] > 0 : !times.stage[s]);
}

static const RouteLadderKernels *kernels; /* of an open device */

static bool device_open(Backend *be) {
  const LadderDesigns *all;
  if (!climbing_open(be, "cuda", 1)) {
    harness_skip("no device");
    return false;
  }
  CU_ASSERT_EQUAL_FATAL(ladder_designs_find(&all), OK);
  kernels = all->routes;
  return true;
}

static void check_tour(Backend *be, const Instance *inst, const char *name, const int32_t *tour, int32_t n,
                       const ThreeOptMove *want) {
  const RouteLadderKernels *ops = kernels;
  const RouteData data = route_data_of(inst);
  RouteLadder *l = NULL;
  int k = 0;
  CU_ASSERT_EQUAL_FATAL(ops->open(be, &data, tour, n, &l), OK);
  for (; ops->design(k); k++) check_design(ops, l, k, 1 + (uint32_t)k % 2, name, want);
  CU_ASSERT_EQUAL(k, 11);
  while (k--) check_design(ops, l, k, 1, name, want); /* whatever ran before */
  ops->close(l);
}

static void designs(void) {
  Backend be;
  if (!device_open(&be)) return;
  for (ROUTE_PLANS(plan))
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      RouteCase one = route_case_make(plan, seed);
      const OracleMove best = oracle_three_opt(one.inst, one.tour, one.nodes, NULL).best;
      const ThreeOptMove want = {(int32_t)best.delta, best.i, best.j, best.k, best.way};
      check_tour(&be, one.inst, plan->name, one.tour, one.nodes, &want);
      route_case_free(&one);
    }
  be.ops->close(&be);
}

/* What the CPU's tables find. */
static ThreeOptMove tables_best(const Instance *inst, const int32_t *tour, int32_t n) {
  const RouteData data = route_data_of(inst);
  Backend be = {.ops = backend_find("cpu")};
  ThreeOptPlace *place = NULL;
  ThreeOptMove best = {0};
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, 2), OK);
  CU_ASSERT_EQUAL_FATAL(be.ops->three_opt->open(&be, &data, n, THREE_OPT_TABLES, 0, &place), OK);
  CU_ASSERT_EQUAL(be.ops->three_opt->put(&be, place, tour, n), OK);
  CU_ASSERT_EQUAL(be.ops->three_opt->scan(&be, place, (ThreeOptShare){0, 1}, &best), OK);
  be.ops->three_opt->close(&be, place);
  be.ops->close(&be);
  return best;
}

/* More moves than the choice's threads, and the published size. */
static void larger(void) {
  const RoutePlan plans[] = {{"a", ROUTES_PLANE, 200, 30, 10, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0},
                             {"b", ROUTES_LATTICE, 150, 22, 20, 10, 2, 10, FLEET_AT_MOST, 3, 0},
                             {"c", ROUTES_MATRIX, 120, 9, 30, 30, 40, 0, FLEET_EXACTLY, 0, 0},
                             {"star", ROUTES_PLANE, 199, 199, 900, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0}};
  Backend be;
  if (!device_open(&be)) return;
  for (int k = 0; k < 4; k++) {
    RouteCase one = route_case_make(&plans[k], 7);
    const ThreeOptMove want = tables_best(one.inst, one.tour, one.nodes);
    check_tour(&be, one.inst, plans[k].name, one.tour, one.nodes, &want);
    route_case_free(&one);
  }
  be.ops->close(&be);
}

static void see_entry(uint64_t number, RouteLadderMove move, void *with) {
  const RouteLadderMove *list = with;
  if (memcmp(&list[number], &move, sizeof move) != 0) CU_FAIL_FATAL("the list has another move");
}

/* Lists on the device; tours that are too short or too long. */
static void lists(void) {
  static const int32_t customers[] = {4, 40, 70};
  Backend be;
  if (!device_open(&be)) return;
  const RouteLadderKernels *ops = kernels;
  for (int k = 0; k < 3; k++) {
    RouteStar one;
    RouteLadder *l = NULL;
    CU_ASSERT_EQUAL_FATAL(route_star_make("", customers[k], 1, &one), OK);
    const RouteData data = route_data_of(one.inst);
    const uint64_t moves = route_ladder_moves(one.nodes);
    RouteLadderMove *list = malloc(moves * sizeof *list);
    CU_ASSERT_EQUAL_FATAL(ops->open(&be, &data, one.tour, one.nodes, &l), OK);
    CU_ASSERT_EQUAL_FATAL(ops->list(l, 0, (uint32_t)moves, list), OK);
    moves_walk(one.nodes, see_entry, list);
    CU_ASSERT(ops->bytes(customers[k], one.nodes) > moves * 25);
    CU_ASSERT_EQUAL(ops->open(&be, &data, one.tour, 3, &l), ERR_USAGE);
    CU_ASSERT_EQUAL(ops->open(&be, &data, one.tour, ROUTE_LADDER_NODES_MAX + 1, &l), ERR_USAGE);
    status_clear();
    ops->close(l);
    free(list);
    route_star_free(&one);
  }
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(list_order),  TEST(list_limit), TEST(keys),  TEST(blocks),
                                      TEST(block_sizes), TEST(star),       TEST(lists), TEST(designs),
                                      TEST(larger),      {NULL, NULL}};
  return harness_run("route_ladder", tests);
}
