/* See cvrp_place.h.
 *
 * The first customers, a number drawn from 3 to 8, lie at random and are the seeds of clusters. A clustered customer draws points of the
 * grid until one is free and accepts it with probability sum over seeds of exp(-d / 40). So an instance of clustered customers is the
 * beginning of any larger one of the same seed.
 *
 * Trial t of customer c has the draws 2 t + 2 (the point) and 2 t + 3 (is it accepted?) of the stream (RNG_CUSTOMER, c). No library's
 * exp decides: exp is made of sums, products and a square root, which are the same on every machine. */
#include "cvrp_place.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include "halt.h"
#include "rng.h"

enum { DRAW_SEEDS = 8, DRAW_CORNER = 9, POINTS = CVRP_GRID * CVRP_GRID, TAKEN = -1 };

typedef struct Ground {
  double *weight; /* (POINTS) of free points the sum of exp(-d / 40) once it was asked for, else 0; TAKEN */
  const int32_t *x, *y;
  int32_t seeds; /* customers 1 .. seeds */
} Ground;

/* exp(-sqrt(square) / CVRP_DECAY), as the 64th power of a series: at 1/64 of the largest exponent, 0.56, its terms vanish before the
 * 16th. */
static double decay(int64_t square) {
  const double x = sqrt((double)square) / (64 * CVRP_DECAY);
  double power = 1;
  for (int term = 15; term > 0; term--) power = 1 - power * (x / term);
  for (int k = 0; k < 6; k++) power *= power;
  return power;
}

static double weight_of(Ground *ground, uint32_t point) {
  const int32_t x = (int32_t)(point % CVRP_GRID), y = (int32_t)(point / CVRP_GRID);
  if (ground->weight[point] != 0) return ground->weight[point];
  double sum = 0;
  for (int32_t s = 1; s <= ground->seeds; s++) {
    const int64_t dx = x - ground->x[s], dy = y - ground->y[s];
    sum += decay(dx * dx + dy * dy);
  }
  return ground->weight[point] = sum;
}

/* A free point, by the trials of customer c. */
static uint32_t point_draw(Ground *ground, uint64_t seed, int32_t c, bool clustered) {
  const RngStream s = {.seed = seed, .individual = (uint32_t)c, .purpose = RNG_CUSTOMER};
  for (uint32_t t = 0;; t++) {
    const uint32_t point = rng_below(s, 2 * t + 2, POINTS);
    if (ground->weight[point] == TAKEN) continue;
    if (!clustered || rng_unit(s, 2 * t + 3) < weight_of(ground, point) || halt_poll()) return point;
  }
}

static uint32_t depot_point(const CvrpRecipe *recipe, RngStream shared) {
  if (recipe->depot == DEPOT_RANDOM) return rng_below(shared, DRAW_CORNER, POINTS);
  return recipe->depot == DEPOT_CENTRAL ? CVRP_CENTRE * CVRP_GRID + CVRP_CENTRE : 0;
}

/* Customers from this one on are clustered. */
static int32_t clustered_first(const CvrpRecipe *recipe, int32_t seeds) {
  const int32_t half = recipe->customers / 2;
  if (recipe->placement == PLACEMENT_RANDOM) return recipe->customers + 1;
  return 1 + (recipe->placement == PLACEMENT_RANDOM_CLUSTERED && half > seeds ? half : seeds);
}

Status cvrp_place(const CvrpRecipe *recipe, int32_t *x, int32_t *y) {
  const RngStream shared = {.seed = recipe->seed, .purpose = RNG_INSTANCE};
  const int32_t seeds =
      CVRP_SEEDS_LEAST + (int32_t)rng_below(shared, DRAW_SEEDS, CVRP_SEEDS_MOST - CVRP_SEEDS_LEAST + 1);
  const int32_t first = clustered_first(recipe, seeds);
  Ground ground = {.weight = calloc(POINTS, sizeof(double)), .x = x, .y = y, .seeds = seeds};
  if (!ground.weight) FAIL(ERR_MEMORY, "no memory for the places of customers");
  for (int32_t c = 0; c <= recipe->customers; c++) {
    const uint32_t point =
        c == 0 ? depot_point(recipe, shared) : point_draw(&ground, recipe->seed, c, c >= first);
    x[c] = (int32_t)(point % CVRP_GRID);
    y[c] = (int32_t)(point / CVRP_GRID);
    ground.weight[point] = TAKEN;
  }
  free(ground.weight);
  return OK;
}
