/* The evaluator by segment hierarchy: REFs and their joins against carrying a resource step by step, parts of tours in both directions,
 * and the best moves of scans and rows against the oracle. */
#include <stdlib.h>
#include <string.h>
#include "cpu/three_opt/three_opt_hierarchy.h"
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "oracle/oracle_routes.h"
#include "solver/three_opt/ref_move.h"

enum { THREADS = 3, DESCENT = 12 };

static uint64_t state;

static int32_t draw(int32_t m) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int32_t)(((state >> 33) * (uint64_t)m) >> 31);
}

/* ---- parts of tours ---- */

/* One step as the model has it: the load or the time at the next node, or -1. */
static int64_t step(const Instance *inst, RefResource resource, int32_t from, int32_t to, int64_t now) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  if (now < 0) return -1;
  if (resource == REF_LOAD)
    now += cvrp->demand[to];
  else
    now += oracle_route_distance(inst, from, to) + (to ? cvrp->service : 0);
  if (now > (resource == REF_LOAD ? cvrp->capacity : cvrp->max_duration)) return -1;
  return to ? now : 0;
}

static int64_t walk(const RouteCase *one, RefResource resource, int32_t p, int32_t q, int64_t now) {
  while (p != q && now >= 0) {
    const int32_t next = p < q ? p + 1 : p - 1;
    now = step(one->inst, resource, one->tour[p], one->tour[next], now);
    p = next;
  }
  return now;
}

/* How many resources it carries elsewhere than a walk. */
static int part_wrong(const RouteCase *one, const RefHierarchy *h, int32_t p, int32_t q, int32_t limit) {
  const RefSegment part = ref_part(h, p, q);
  const int32_t from[] = {0,    draw(limit + 1), draw(limit + 1), part.b, part.b < limit ? part.b + 1 : limit,
                          limit};
  int wrong = part.b < 0 || part.b > REF_MOST || part.a < 0 || part.a > REF_MOST || part.t < -REF_MOST;
  for (size_t k = 0; k < sizeof from / sizeof *from; k++) {
    const int32_t now = from[k] > limit ? limit : from[k];
    wrong += ref_carry(part, now) != walk(one, h->resource, p, q, now);
  }
  return wrong;
}

static void build(const RouteData *data, const RouteCase *one, RefHierarchy *h) {
  for (int32_t l = 0; l < h->levels.levels; l++)
    for (int32_t block = h->levels.blocks[l] - 1; block >= 0; block--)
      for (int32_t point = h->levels.side[l] - 1; point >= 0; point--)
        ref_build(h, data, one->tour, l, block, point);
}

/* All parts of a tour. nodes: what the levels are made for. */
static void check_parts(const RouteCase *one, RefResource resource, int32_t levels, int32_t nodes) {
  const RouteData data = route_data_of(one->inst);
  RefHierarchy h = {.levels = ref_levels(nodes, levels), .resource = resource};
  const size_t segments = (size_t)h.levels.first[levels];
  h.levels.n = one->nodes;
  h.segment = malloc(segments * sizeof *h.segment);
  memset(h.segment, 0x7f, segments * sizeof *h.segment);
  build(&data, one, &h);
  int wrong = 0;
  for (int32_t p = 0; p < one->nodes; p++)
    for (int32_t q = 0; q < one->nodes; q++)
      wrong += part_wrong(one, &h, p, q, resource == REF_LOAD ? data.capacity : data.max_duration);
  CU_ASSERT_EQUAL(wrong, 0);
  free(h.segment);
}

static void parts(void) {
  for (ROUTE_PLANS(plan)) {
    RouteCase one = route_case_make(plan, 3);
    const RouteData data = route_data_of(one.inst);
    for (int resource = 0; resource < ref_resources(&data); resource++)
      for (int32_t levels = 1; levels <= REF_LEVELS_MOST; levels++) {
        check_parts(&one, (RefResource)resource, levels, one.nodes);
        check_parts(&one, (RefResource)resource, levels, one.nodes + draw(100));
      }
    route_case_free(&one);
  }
}

/* Random segments of a long tour: hierarchies of many blocks. */
static void long_tours(void) {
  const RoutePlan plan = {"long", ROUTES_PLANE, 5000, 700, 5, 5, 9, 10, FLEET_FREE, 0, 0};
  RouteCase one = route_case_make(&plan, 1);
  const RouteData data = route_data_of(one.inst);
  for (int32_t levels = 2; levels <= REF_LEVELS_MOST; levels++)
    for (int resource = 0; resource < REF_RESOURCES; resource++) {
      RefHierarchy h = {.levels = ref_levels(one.nodes, levels), .resource = (RefResource)resource};
      h.segment = malloc((size_t)h.levels.first[levels] * sizeof *h.segment);
      build(&data, &one, &h);
      int wrong = 0;
      for (int turn = 0; turn < 3000; turn++) {
        const int32_t p = draw(one.nodes), near = p + draw(200) - 100;
        const int32_t q = turn % 2 || near < 0 || near >= one.nodes ? draw(one.nodes) : near;
        wrong += part_wrong(&one, &h, p, q, resource ? data.max_duration : data.capacity);
      }
      CU_ASSERT_EQUAL(wrong, 0);
      free(h.segment);
    }
  route_case_free(&one);
}

/* Paths of any nodes, feasible or not, joined in any order: also those that no tour has, of limits up to the largest. */
static void joins(void) {
  const int32_t limits[] = {1, 7, 50, REF_MOST - 1, REF_MOST};
  int wrong = 0;
  for (int turn = 0; turn < 20000; turn++) {
    const int32_t limit = limits[draw(5)], length = 1 + draw(8);
    RefSegment one[8];
    for (int32_t k = 0; k < length; k++) {
      const int32_t t = draw(limit / 2 + 2);
      one[k] = draw(3) ? ref_plus(t, limit) : ref_max(0, t - limit, 0);
    }
    const int32_t cut = draw(length), begin = draw(2) ? 0 : draw(limit + 1);
    RefSegment left = ref_stay(), right = ref_stay();
    for (int32_t k = 0; k < cut; k++) left = ref_join(left, one[k]);
    for (int32_t k = length - 1; k >= cut; k--) right = ref_join(one[k], right);
    int32_t now = begin;
    for (int32_t k = 0; k < length && now >= 0; k++) now = ref_carry(one[k], now);
    wrong += ref_carry(ref_join(left, right), begin) != now;
  }
  CU_ASSERT_EQUAL(wrong, 0);
}

/* Intervals of a window as well: max(low, T + t) with any t and 0 <= low. */
static void windows(void) {
  int wrong = 0;
  for (int turn = 0; turn < 20000; turn++) {
    RefSegment all = ref_stay();
    const int32_t begin = draw(60);
    int32_t now = begin;
    for (int32_t k = 0; k < 6; k++) {
      const int32_t low = draw(60), high = low + draw(60), t = draw(40) - (draw(4) ? 0 : 60);
      all = ref_join(all, ref_max(low, t, high));
      if (now >= 0) {
        if (now + t > high)
          now = -1;
        else if (now + t > low)
          now = now + t;
        else
          now = low;
      }
    }
    wrong += ref_carry(all, begin) != now;
  }
  CU_ASSERT_EQUAL(wrong, 0);
}

/* ---- moves ---- */

static bool same(const ThreeOptMove *got, const OracleMove *want) {
  return got->delta == want->delta && got->i == want->i && got->j == want->j && got->k == want->k &&
         got->way == want->way;
}

/* Every move by itself. */
static void check_moves(const RouteCase *one) {
  const RouteData data = route_data_of(one->inst);
  RefHierarchy h[REF_RESOURCES];
  const RefTour tour = {&data, one->tour, one->nodes, h};
  const int64_t cost = oracle_giant_cost(one->inst, one->tour, one->nodes);
  int32_t *out = malloc((size_t)one->nodes * sizeof *out);
  for (int r = 0; r < REF_RESOURCES; r++) {
    h[r] = (RefHierarchy){.levels = ref_levels(one->nodes, 2), .resource = (RefResource)r};
    h[r].segment = malloc((size_t)h[r].levels.first[2] * sizeof *h[r].segment);
    if (r < ref_resources(&data)) build(&data, one, &h[r]);
  }
  int wrong = 0;
  for (int32_t i = 0; i < one->nodes - 1; i++)
    for (int32_t j = i + 1; j < one->nodes - 1; j++)
      for (int32_t k = j + 1; k < one->nodes - 1; k++)
        for (int32_t way = 1; way <= THREE_OPT_WAYS; way++) {
          oracle_three_opt_neighbour(one->tour, one->nodes, (OracleMove){0, i, j, k, way}, out);
          wrong += ref_delta(&tour, i, j, k, way) != oracle_giant_cost(one->inst, out, one->nodes) - cost;
          wrong +=
              (ref_feasible(&tour, i, j, k, way) != 0) != oracle_giant_feasible(one->inst, out, one->nodes);
        }
  CU_ASSERT_EQUAL(wrong, 0);
  for (int r = 0; r < REF_RESOURCES; r++) free(h[r].segment);
  free(out);
}

static void moves(void) {
  for (ROUTE_PLANS(plan)) {
    RouteCase one = route_case_make(plan, 2);
    if (one.nodes <= 16) check_moves(&one);
    route_case_free(&one);
  }
}

/* Bests of all parts of the moves. */
static void check_scan(ThreeOptHierarchy *h, const RouteCase *one, const OracleMove *want, uint32_t count) {
  ThreeOptMove best = {0};
  for (uint32_t part = 0; part < count; part++) {
    const ThreeOptShare share = {part, count};
    ThreeOptMove move;
    CU_ASSERT_EQUAL(three_opt_hierarchy_scan(h, one->tour, one->nodes, THREADS, share, &move), OK);
    const OracleMove found_best = {move.delta, move.i, move.j, move.k, move.way};
    if (same(&move, want)) best = move;
    CU_ASSERT(found_best.delta >= want->delta);
  }
  CU_ASSERT(same(&best, want));
}

/* Scans on the way down, by the oracle's moves, to a tour that has no improving move. */
static void descend(RouteCase *one, int levels) {
  const RouteData data = route_data_of(one->inst);
  ThreeOptHierarchy *h = NULL;
  CU_ASSERT_EQUAL_FATAL(three_opt_hierarchy_open(&data, one->nodes + levels, levels, &h), OK);
  int32_t *out = malloc((size_t)one->nodes * sizeof *out);
  for (int turn = 0; turn < DESCENT; turn++) {
    OracleScan scan = oracle_three_opt(one->inst, one->tour, one->nodes, NULL);
    check_scan(h, one, &scan.best, turn % 3 ? 1 : 3);
    if (!scan.best.delta) break;
    oracle_three_opt_neighbour(one->tour, one->nodes, scan.best, out);
    memcpy(one->tour, out, (size_t)one->nodes * sizeof *out);
  }
  free(out);
  three_opt_hierarchy_close(h);
}

static void scans(void) {
  for (ROUTE_PLANS(plan))
    for (int levels = 1; levels <= REF_LEVELS_MOST; levels++) {
      RouteCase one = route_case_make(plan, (uint64_t)levels);
      if (one.nodes <= 32 || levels == 2) descend(&one, levels);
      route_case_free(&one);
    }
}

/* Larger tours: what the folded tables say. */
static void check_tables(Backend *be, const RoutePlan *plan, int levels) {
  RouteCase one = route_case_make(plan, 7);
  const RouteData data = route_data_of(one.inst);
  const ThreeOptShare all = {0, 1};
  ThreeOptPlace *place = NULL;
  ThreeOptHierarchy *h = NULL;
  ThreeOptMove want, got;
  CU_ASSERT_EQUAL_FATAL(be->ops->three_opt->open(be, &data, one.nodes, THREE_OPT_TABLES, 0, &place), OK);
  CU_ASSERT_EQUAL_FATAL(be->ops->three_opt->put(be, place, one.tour, one.nodes), OK);
  CU_ASSERT_EQUAL_FATAL(three_opt_hierarchy_open(&data, one.nodes, levels, &h), OK);
  CU_ASSERT_EQUAL(be->ops->three_opt->scan(be, place, all, &want), OK);
  CU_ASSERT_EQUAL(three_opt_hierarchy_scan(h, one.tour, one.nodes, THREADS, all, &got), OK);
  CU_ASSERT(want.delta < 0);
  CU_ASSERT_EQUAL(memcmp(&got, &want, sizeof got), 0);
  be->ops->three_opt->close(be, place);
  three_opt_hierarchy_close(h);
  route_case_free(&one);
}

static void larger_tours(void) {
  const RoutePlan plans[] = {{"a", ROUTES_PLANE, 200, 30, 10, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0},
                             {"b", ROUTES_LATTICE, 190, 22, 20, 10, 2, 10, FLEET_AT_MOST, 3, 0},
                             {"c", ROUTES_MATRIX, 170, 9, 30, 30, 40, 0, FLEET_EXACTLY, 0, 0},
                             {"d", ROUTES_TIES, 150, 150, 90, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0}};
  Backend be = {.ops = backend_find("cpu")};
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, THREADS), OK);
  for (int k = 0; k < 4; k++) check_tables(&be, &plans[k], k + 1);
  be.ops->close(&be);
}

/* The default level, and what open takes grows with the nodes. */
static void sizes(void) {
  const RefLevels all = ref_levels(30257, 0), more = ref_levels(70000, 0);
  CU_ASSERT_EQUAL(all.levels, 2);
  CU_ASSERT_EQUAL(more.levels, 3);
  const RouteData loads = {.max_duration = INT32_MAX}, limited = {.max_duration = 9};
  CU_ASSERT(three_opt_hierarchy_bytes(&loads, 30257, 0) < (uint64_t)200 << 20);
  CU_ASSERT(three_opt_hierarchy_bytes(&loads, 30257, 1) > (uint64_t)10 << 30);
  CU_ASSERT(three_opt_hierarchy_bytes(&loads, 30257, 4) < three_opt_hierarchy_bytes(&loads, 30257, 3));
  CU_ASSERT(three_opt_hierarchy_bytes(&limited, 30257, 2) >
            2 * three_opt_hierarchy_bytes(&loads, 30257, 2) - 4096);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(parts),        TEST(long_tours), TEST(joins),
                                      TEST(windows),      TEST(moves),      TEST(scans),
                                      TEST(larger_tours), TEST(sizes),      {NULL, NULL}};
  return harness_run("hierarchy", tests);
}
