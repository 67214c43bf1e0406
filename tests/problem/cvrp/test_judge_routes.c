/* The judge of routes: every rule, and its distances against those of the solvers and a search by bisection. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "problem/cvrp/cvrp.h"
#include "problem/cvrp/cvrp_distance.h"

/* Five customers of demand 4 on a line, 10 apart; capacity 10. */
static CvrpInstance *line_make(void) {
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(cvrp_alloc(5, true, false, &inst), OK);
  CvrpInstance *cvrp = (CvrpInstance *)inst;
  for (int32_t v = 0; v <= 5; v++) {
    cvrp->x[v] = 10 * v;
    cvrp->y[v] = 0;
    cvrp->demand[v] = v ? 4 : 0;
  }
  cvrp->capacity = 10;
  return cvrp;
}

static void costs_are_sums(void) {
  CvrpInstance *cvrp = line_make();
  int64_t cost = -1;
  CU_ASSERT_EQUAL(judge_routes(&cvrp->head, (int32_t[]){-1, 2, -4, 3, -5}, &cost), OK);
  CU_ASSERT_EQUAL(cost, 10 + 10 + 20 + 40 + 10 + 30 + 50 + 50);
  CU_ASSERT_EQUAL(cvrp_routes(&cvrp->head, (int32_t[]){-1, 2, -4, 3, -5}), 3);
  cvrp->divisor = 10; /* halves up, edge by edge: 1, 1, 2, 4, 1, 3, 5, 5 */
  CU_ASSERT_EQUAL(judge_routes(&cvrp->head, (int32_t[]){-1, 2, -4, 3, -5}, &cost), OK);
  CU_ASSERT_EQUAL(cost, 22);
  cvrp->x[1] = 5;
  CU_ASSERT_EQUAL(judge_routes(&cvrp->head, (int32_t[]){-1, -2, -3, -4, -5}, &cost), OK);
  CU_ASSERT_EQUAL(cost, 2 * (1 + 2 + 3 + 4 + 5));
  instance_free(&cvrp->head);
}

static void rules_are_named(void) {
  static const struct {
    int32_t gene[5];
    CvrpFleet fleet;
    int32_t vehicles, max_duration, service, decimals;
    const char *message;
  } rows[] = {{{1, 2, -3, 4, -5},
               FLEET_FREE,
               0,
               INT32_MAX,
               0,
               0,
               "expected a route that begins with the first customer, found none"},
              {{-1, 2, -3, 6, -5}, FLEET_FREE, 0, INT32_MAX, 0, 0, "expected customers from 1 to 5, found 6"},
              {{-1, 2, -3, 0, -5}, FLEET_FREE, 0, INT32_MAX, 0, 0, "expected customers from 1 to 5, found 0"},
              {{-1, 2, -3, INT32_MIN, -5},
               FLEET_FREE,
               0,
               INT32_MAX,
               0,
               0,
               "expected customers from 1 to 5, found 2147483648"},
              {{-1, 2, -3, 2, -5}, FLEET_FREE, 0, INT32_MAX, 0, 0, "customer 2 is visited twice"},
              {{-1, 2, -3, -2, -5}, FLEET_FREE, 0, INT32_MAX, 0, 0, "customer 2 is visited twice"},
              {{-1, -2, 3, 4, -5}, FLEET_FREE, 0, INT32_MAX, 0, 0, "route 2: load 12 over capacity 10"},
              {{-1, 2, -3, 4, -5}, FLEET_FREE, 0, 99, 0, 0, "route 3: duration 100 over 99"},
              {{-1, 2, -3, 4, -5}, FLEET_FREE, 0, 101, 11, 0, "route 2: duration 102 over 101"},
              {{-1, 2, -3, 4, -5}, FLEET_FREE, 0, 101, 11, 1, "route 2: duration 10.2 over 10.1"},
              {{-1, 2, -3, 4, -5}, FLEET_EXACTLY, 4, INT32_MAX, 0, 0, "3 routes, exactly 4 allowed"},
              {{-1, 2, -3, 4, -5}, FLEET_EXACTLY, 2, INT32_MAX, 0, 0, "3 routes, exactly 2 allowed"},
              {{-1, 2, -3, 4, -5}, FLEET_AT_MOST, 2, INT32_MAX, 0, 0, "3 routes, at most 2 allowed"},
              {{-1, 2, -3, 4, -5}, FLEET_AT_MOST, 3, 100, 0, 0, NULL},
              {{-1, 2, -3, 4, -5}, FLEET_EXACTLY, 3, 102, 1, 0, NULL},
              {{-1, -2, 3, 4, -5},
               FLEET_EXACTLY,
               9,
               1,
               0,
               0,
               "route 1: duration 20 over 1"}}; /* the first violated rule */
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    CvrpInstance *cvrp = line_make();
    int64_t cost = -7;
    cvrp->fleet = rows[r].fleet;
    cvrp->vehicles = rows[r].vehicles;
    cvrp->max_duration = rows[r].max_duration;
    cvrp->service = rows[r].service;
    cvrp->head.decimals = rows[r].decimals;
    status_clear();
    const Status status = judge_routes(&cvrp->head, rows[r].gene, &cost);
    CU_ASSERT_EQUAL(status, rows[r].message ? ERR_FORMAT : OK);
    CU_ASSERT_EQUAL(cost == -7, rows[r].message != NULL);
    if (rows[r].message) CU_ASSERT_STRING_EQUAL(status_message(), rows[r].message);
    instance_free(&cvrp->head);
  }
  status_clear();
}

/* The line, with windows: service takes 5, and 20 at customer 3. */
static CvrpInstance *timed_make(void) {
  static const int32_t ready[] = {2, 0, 0, 60, 0, 0}, due[] = {200, 100, 100, 80, 100, 100};
  CvrpInstance *cvrp = line_make();
  CU_ASSERT_EQUAL_FATAL(cvrp_windows_add(cvrp), OK);
  memcpy(cvrp->ready, ready, sizeof ready);
  memcpy(cvrp->due, due, sizeof due);
  for (int32_t v = 0; v <= 5; v++) {
    if (v == 0)
      cvrp->service_at[v] = 0;
    else if (v == 3)
      cvrp->service_at[v] = 20;
    else
      cvrp->service_at[v] = 5;
  }
  return cvrp;
}

/* Routes 1 2: at 12 and 27, back at 52, 50 long. 4 3: at 42, 57 and from 60 on, 80, back at 110; it may leave at 5: 105 long.
 * 5: at 52, back at 107, 105 long. */
static void windows_are_kept(void) {
  static const int32_t gene[] = {-1, 2, -4, 3, -5};
  static const struct {
    int32_t node, ready, due; /* of that node; -1: none */
    int32_t max_duration, decimals;
    const char *message;
  } rows[] = {
      {-1, 0, 0, INT32_MAX, 0, NULL},
      {1, 0, 12, INT32_MAX, 0, NULL},
      {1, 0, 11, INT32_MAX, 0, "route 1: customer 1 served from 12, due 11"},
      {2, 0, 26, INT32_MAX, 1, "route 1: customer 2 served from 2.7, due 2.6"},
      {2, 27, 27, INT32_MAX, 0, NULL},
      {1, 22, 22, INT32_MAX, 0, NULL},
      {4, 56, 99, INT32_MAX, 0, NULL},
      {4, 66, 99, INT32_MAX, 0, "route 2: customer 3 served from 81, due 80"},
      {4, 65, 99, INT32_MAX, 0, NULL},
      {5, 0, 51, INT32_MAX, 0, "route 3: customer 5 served from 52, due 51"},
      {0, 2, 110, INT32_MAX, 0, NULL},
      {0, 2, 109, INT32_MAX, 0, "route 2: back at the depot at 110, due 109"},
      {0, 2, 106, INT32_MAX, 0, "route 2: back at the depot at 110, due 106"},
      {0, 5, 110, INT32_MAX, 0, NULL},
      {0, 6, 110, INT32_MAX, 0, "route 2: back at the depot at 111, due 110"},
      {-1, 0, 0, 105, 0, NULL},
      {-1, 0, 0, 104, 0, "route 2: duration 105 over 104"},
      {0, 4, 200, 105, 0, NULL},
      {4, 0, 44, 105, 0, "route 2: duration 106 over 105"}, /* it leaves at 4 to be in time, and waits 1 */
      {-1, 0, 0, 49, 0, "route 1: duration 50 over 49"}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    CvrpInstance *cvrp = timed_make();
    int64_t cost = -7;
    cvrp->max_duration = rows[r].max_duration;
    cvrp->head.decimals = rows[r].decimals;
    if (rows[r].node >= 0) {
      cvrp->ready[rows[r].node] = rows[r].ready;
      cvrp->due[rows[r].node] = rows[r].due;
    }
    status_clear();
    CU_ASSERT_EQUAL(judge_routes(&cvrp->head, gene, &cost), rows[r].message ? ERR_FORMAT : OK);
    CU_ASSERT_EQUAL(cost, rows[r].message ? -7 : 40 + 80 + 100);
    if (rows[r].message) CU_ASSERT_STRING_EQUAL(status_message(), rows[r].message);
    instance_free(&cvrp->head);
  }
  status_clear();
}

/* The shortest duration of random routes is the least over all departures. */
static void durations_are_shortest(void) {
  static const int32_t gene[] = {-1, 2, 3, 4, 5};
  uint64_t state = 88172645463325252u;
  int feasible = 0;
  for (int trial = 0; trial < 5000; trial++) {
    CvrpInstance *cvrp = timed_make();
    int64_t cost, least = INT64_MAX;
    cvrp->capacity = 100;
    for (int32_t v = 1; v <= 5; v++) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      cvrp->ready[v] = (int32_t)(state % 100);
      cvrp->due[v] = cvrp->ready[v] + (int32_t)((state >> 32) % 90) + 20;
    }
    for (int32_t leave = cvrp->ready[0]; leave <= 200; leave++) {
      int64_t clock = leave;
      bool kept = true;
      for (int32_t c = 1; c <= 5; c++) {
        clock += 10;
        if (clock < cvrp->ready[c]) clock = cvrp->ready[c];
        kept = kept && clock <= cvrp->due[c];
        clock += cvrp->service_at[c];
      }
      clock += 50;
      if (kept && clock <= 200 && clock - leave < least) least = clock - leave;
    }
    feasible += least < INT64_MAX;
    cvrp->max_duration = least < INT64_MAX ? (int32_t)least : INT32_MAX;
    CU_ASSERT_EQUAL(judge_routes(&cvrp->head, gene, &cost), least < INT64_MAX ? OK : ERR_FORMAT);
    if (least < INT64_MAX) {
      cvrp->max_duration--;
      CU_ASSERT_EQUAL(judge_routes(&cvrp->head, gene, &cost), ERR_FORMAT);
    }
    status_clear();
    instance_free(&cvrp->head);
  }
  CU_ASSERT(feasible > 200 && feasible < 4800);
}

static void routes_may_cost(void) {
  CvrpInstance *cvrp = line_make();
  int64_t cost;
  cvrp->route_cost = 1000;
  CU_ASSERT_EQUAL(judge_routes(&cvrp->head, (int32_t[]){-1, 2, -4, 3, -5}, &cost), OK);
  CU_ASSERT_EQUAL(cost, 3000 + 220);
  instance_free(&cvrp->head);
}

static void matrices_are_read(void) {
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(cvrp_alloc(2, true, true, &inst), OK);
  CvrpInstance *cvrp = (CvrpInstance *)inst;
  memcpy(cvrp->matrix, (int32_t[]){0, 5, 7, 5, 0, 100, 7, 100, 0}, 9 * sizeof(int32_t));
  for (int32_t v = 0; v < 3; v++) {
    cvrp->x[v] = cvrp->y[v] = v;
    cvrp->demand[v] = 0;
  }
  int64_t cost;
  CU_ASSERT(judge_routes(inst, (int32_t[]){-1, 2}, &cost) == OK && cost == 112);
  CU_ASSERT(judge_routes(inst, (int32_t[]){-1, -2}, &cost) == OK && cost == 24);
  instance_free(inst);
}

/* The nearest integer, with q < 0 the truncated one, by bisection over all candidates, in 128 bits. */
static int64_t root_by_bisection(int64_t s, int64_t q) {
  const int64_t nearest = q > 0;
  int64_t low = 0, high = (int64_t)1 << 31; /* (2 k - nearest) q <= 2 sqrt(s) holds for low, not for high */
  while (high - low > 1) {
    const int64_t k = low + (high - low) / 2;
    const __int128 side = (__int128)(2 * k - nearest) * q;
    if (side * side <= 4 * (__int128)s)
      low = k;
    else
      high = k;
  }
  return low;
}

/* Cost of one customer at (dx, dy): twice the judge's distance. */
static int64_t judge_distance_of(CvrpInstance *cvrp, int32_t dx, int32_t dy, int32_t q) {
  int64_t cost = -1;
  cvrp->x[0] = cvrp->y[0] = 0;
  cvrp->x[1] = dx;
  cvrp->y[1] = dy;
  cvrp->divisor = q;
  CU_ASSERT_EQUAL(judge_routes(&cvrp->head, (int32_t[]){-1}, &cost), OK);
  return cost / 2;
}

static void distance_check(CvrpInstance *cvrp, int32_t dx, int32_t dy, int32_t q) {
  const int64_t s = (int64_t)dx * dx + (int64_t)dy * dy, want = root_by_bisection(s, q);
  CU_ASSERT_EQUAL(judge_distance_of(cvrp, dx, dy, q), want);
  if (want <= CVRP_DISTANCE_MAX) CU_ASSERT_EQUAL(cvrp_plane_distance(0, 0, dx, dy, q), want);
}

/* All small ones; then sizes of every power, near squares and halves, and divisors that are powers of ten. */
static void distances_are_exact(void) {
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(cvrp_alloc(1, true, false, &inst), OK);
  CvrpInstance *cvrp = (CvrpInstance *)inst;
  cvrp->demand[0] = cvrp->demand[1] = 0;
  for (int32_t dx = 0; dx < 60; dx++)
    for (int32_t dy = 0; dy < 60; dy++)
      for (int32_t q = 1; q <= 10; q++) {
        distance_check(cvrp, dx, dy, q);
        distance_check(cvrp, dx, dy, -q);
      }
  uint64_t state = 88172645463325252u;
  for (int k = 0; k < 200000; k++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    const int bits = (int)(state % 28) + 1;
    const int32_t mask = (int32_t)(((int64_t)1 << bits) - 1), dx = (int32_t)(state >> 20) & mask,
                  dy = k % 3 ? (int32_t)(state >> 40) & mask : 0;
    int32_t q = 1;
    for (int z = (int)(state >> 60) % 8; z > 0; z--) q *= 10;
    distance_check(cvrp, dx, k % 7 ? dy : -dy, k % 2 ? q : 1);
    distance_check(cvrp, dx, dy, k % 2 ? -q : -1);
  }
  for (int32_t m = 3; m < 20000;
       m += 2) /* m^2 + ((m^2 - 1) / 2)^2 is a square: the root, and just above and below it */
    for (int32_t d = -1; d <= 1; d++) {
      distance_check(cvrp, (m * m - 1) / 2, m + d, -1);
      distance_check(cvrp, (m * m - 1) / 2, m + d, -10);
    }
  for (int32_t m = 2; m < 23000; m += 2) /* one less than a square, whose floating root is the square's */
  {
    distance_check(cvrp, m / 2 * m, m, -1);
    distance_check(cvrp, m / 2 * m, m, 1);
  }
  distance_check(cvrp, CVRP_COORDINATE_MAX, CVRP_COORDINATE_MAX, 10);
  distance_check(cvrp, CVRP_COORDINATE_MAX, CVRP_COORDINATE_MAX, -10);
  instance_free(inst);
}

static const HarnessTest tests[] = {
    TEST(costs_are_sums),  TEST(rules_are_named),   TEST(windows_are_kept),    TEST(durations_are_shortest),
    TEST(routes_may_cost), TEST(matrices_are_read), TEST(distances_are_exact), {NULL, NULL}};

int main(void) { return harness_run("judge_routes", tests); }
