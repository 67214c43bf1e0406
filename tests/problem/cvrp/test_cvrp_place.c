/* Places of generated nodes (src/problem/cvrp/generators/cvrp_generate.c). */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "problem/cvrp/cvrp.h"
#include "problem/cvrp/generators/cvrp_generate.h"
#include "rng.h"

static Instance *make(CvrpRecipe recipe) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(cvrp_generate(&recipe, &inst), OK);
  return inst;
}

static CvrpRecipe usual(int32_t customers, uint64_t seed) {
  return (CvrpRecipe){customers, DEPOT_CENTRAL, PLACEMENT_RANDOM, DEMAND_1_100, 10000, seed, {0}};
}

static int points_twice(const CvrpInstance *cvrp) {
  static unsigned char seen[CVRP_GRID][CVRP_GRID];
  int twice = 0;
  memset(seen, 0, sizeof seen);
  for (int32_t c = 0; c <= cvrp->head.n; c++) {
    const int32_t x = cvrp->x[c], y = cvrp->y[c];
    const bool inside = x >= 0 && x < CVRP_GRID && y >= 0 && y < CVRP_GRID;
    CU_ASSERT(inside);
    twice += inside && seen[y][x]++;
  }
  return twice;
}

static void depots(void) {
  CvrpRecipe recipe = usual(1, 0);
  int elsewhere = 0;
  for (recipe.seed = 1; recipe.seed <= 20; recipe.seed++)
    for (recipe.depot = 1; recipe.depot < DEPOT_PLACES; recipe.depot++) {
      Instance *inst = make(recipe);
      const int32_t x = cvrp_of(inst)->x[0], y = cvrp_of(inst)->y[0];
      if (recipe.depot == DEPOT_CENTRAL) CU_ASSERT(x == 500 && y == 500);
      if (recipe.depot == DEPOT_ECCENTRIC) CU_ASSERT(x == 0 && y == 0);
      elsewhere += recipe.depot == DEPOT_RANDOM && abs(x - 500) + abs(y - 500) > 1 && x + y > 1;
      instance_free(inst);
    }
  CU_ASSERT_EQUAL(elsewhere, 20);
}

/* One node a point of the grid, also where there are many customers on few points. */
static void points_are_taken_once(void) {
  CvrpRecipe recipe = usual(0, 11);
  for (int k = 0; k < 3; k++)
    for (recipe.placement = 1; recipe.placement < PLACEMENTS; recipe.placement++) {
      recipe.customers = (int[]){1, 2, 3000}[k];
      Instance *inst = make(recipe);
      CU_ASSERT_EQUAL(points_twice(cvrp_of(inst)), 0);
      instance_free(inst);
    }
}

/* Mean distance to the nearest other customer, of customers first .. last among all. */
static double crowding(const CvrpInstance *cvrp, int32_t first, int32_t last) {
  double sum = 0;
  for (int32_t a = first; a <= last; a++) {
    double nearest = INFINITY;
    for (int32_t b = 1; b <= cvrp->head.n; b++)
      if (b != a) nearest = fmin(nearest, hypot(cvrp->x[a] - cvrp->x[b], cvrp->y[a] - cvrp->y[b]));
    sum += nearest;
  }
  return sum / (last - first + 1);
}

/* Uniform points have a mean of 1 / (2 sqrt(density)); those at the edges a little more. */
static void placements(void) {
  CvrpRecipe recipe = usual(2000, 0);
  const double even = 0.5 * 1001 / sqrt(2000);
  for (recipe.seed = 1; recipe.seed <= 5; recipe.seed++) {
    double mean[PLACEMENTS], half[PLACEMENTS];
    for (recipe.placement = 1; recipe.placement < PLACEMENTS; recipe.placement++) {
      Instance *inst = make(recipe);
      mean[recipe.placement] = crowding(cvrp_of(inst), 1, 2000);
      half[recipe.placement] = crowding(cvrp_of(inst), 1001, 2000); /* the second half */
      instance_free(inst);
    }
    CU_ASSERT_DOUBLE_EQUAL(mean[PLACEMENT_RANDOM] / even, 1.03, 0.05);
    CU_ASSERT(mean[PLACEMENT_CLUSTERED] < 0.8 * even && mean[PLACEMENT_CLUSTERED] > 1);
    CU_ASSERT(mean[PLACEMENT_RANDOM_CLUSTERED] > 1.2 * mean[PLACEMENT_CLUSTERED]);
    CU_ASSERT(mean[PLACEMENT_RANDOM_CLUSTERED] < 0.98 * mean[PLACEMENT_RANDOM]);
    CU_ASSERT(half[PLACEMENT_RANDOM_CLUSTERED] < 0.9 * even); /* clustered among themselves and others */
  }
}

/* The rule once more, with the library's exp: distances of clustered customers to the nearest seed. A single far seed has a density of
 * d exp(-d / 40), mean 80; clusters that overlap or lie at the border, less. */
static void clusters_are_about_seeds(void) {
  CvrpRecipe recipe = usual(3000, 0);
  recipe.placement = PLACEMENT_CLUSTERED;
  for (recipe.seed = 1; recipe.seed <= 10; recipe.seed++) {
    const RngStream shared = {.seed = recipe.seed, .purpose = RNG_INSTANCE};
    const int32_t seeds = 3 + (int32_t)rng_below(shared, 8, 6);
    Instance *inst = make(recipe);
    const CvrpInstance *cvrp = cvrp_of(inst);
    double sum = 0, expected = 0, weights = 0;
    for (int32_t c = seeds + 1; c <= 3000; c++) {
      double nearest = INFINITY;
      for (int32_t s = 1; s <= seeds; s++)
        nearest = fmin(nearest, hypot(cvrp->x[c] - cvrp->x[s], cvrp->y[c] - cvrp->y[s]));
      sum += nearest;
    }
    for (int y = 0; y < CVRP_GRID; y += 3)
      for (int x = 0; x < CVRP_GRID; x += 3) {
        double weight = 0, nearest = INFINITY;
        for (int32_t s = 1; s <= seeds; s++) {
          const double d = hypot(x - cvrp->x[s], y - cvrp->y[s]);
          weight += exp(-d / 40);
          nearest = fmin(nearest, d);
        }
        weight = fmin(weight, 1);
        weights += weight;
        expected += weight * nearest;
      }
    CU_ASSERT_DOUBLE_EQUAL(sum / (3000 - seeds) / (expected / weights), 1, 0.07);
    instance_free(inst);
  }
}

/* Customers of clusters do not depend on how many follow. */
static void larger_ones_begin_alike(void) {
  CvrpRecipe recipe = usual(300, 8);
  for (recipe.placement = PLACEMENT_RANDOM; recipe.placement <= PLACEMENT_CLUSTERED; recipe.placement++) {
    CvrpRecipe longer = recipe;
    longer.customers = 900;
    Instance *a = make(recipe), *b = make(longer);
    CU_ASSERT_EQUAL(memcmp(cvrp_of(a)->x, cvrp_of(b)->x, 301 * sizeof(int32_t)), 0);
    CU_ASSERT_EQUAL(memcmp(cvrp_of(a)->demand, cvrp_of(b)->demand, 301 * sizeof(int32_t)), 0);
    instance_free(a);
    instance_free(b);
  }
}

/* The rule written once more, with the library's exp. */
static void written_once_more(void) {
  CvrpRecipe recipe = usual(400, 21);
  recipe.placement = PLACEMENT_RANDOM_CLUSTERED;
  Instance *inst = make(recipe);
  const CvrpInstance *cvrp = cvrp_of(inst);
  const RngStream shared = {.seed = 21, .purpose = RNG_INSTANCE};
  const int seeds = 3 + (int)rng_below(shared, 8, 6);
  int wrong = 0;
  for (int c = 1; c <= 400; c++) {
    const RngStream own = {.seed = 21, .individual = (uint32_t)c, .purpose = RNG_CUSTOMER};
    bool found = false;
    for (uint32_t trial = 1; !found; trial++) {
      const uint32_t point = rng_below(own, 2 * trial, 1001 * 1001);
      const int x = point % 1001, y = (int)(point / 1001);
      double chance = c <= 200 ? 1 : 0;
      for (int s = 1; s <= seeds; s++) chance += exp(-hypot(x - cvrp->x[s], y - cvrp->y[s]) / 40);
      found = rng_unit(own, 2 * trial + 1) < chance;
      for (int before = 0; before < c; before++) found &= cvrp->x[before] != x || cvrp->y[before] != y;
      wrong += found && (x != cvrp->x[c] || y != cvrp->y[c]);
    }
  }
  CU_ASSERT_EQUAL(wrong, 0);
  instance_free(inst);
}

/* As many as there may be, on every placement. */
static void hundred_thousand(void) {
  CvrpRecipe recipe = usual(CVRP_GENERATED_MOST, 11);
  for (recipe.placement = 1; recipe.placement < PLACEMENTS; recipe.placement++) {
    Instance *inst = make(recipe);
    CU_ASSERT_EQUAL(points_twice(cvrp_of(inst)), 0);
    instance_free(inst);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(depots),
                                      TEST(points_are_taken_once),
                                      TEST(placements),
                                      TEST(clusters_are_about_seeds),
                                      TEST(larger_ones_begin_alike),
                                      TEST(written_once_more),
                                      TEST(hundred_thousand),
                                      {NULL, NULL}};
  return harness_run("cvrp_place", tests);
}
