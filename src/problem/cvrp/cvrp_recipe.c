/* See cvrp_recipe.h. */
#include "cvrp_recipe.h"

#include <math.h>
#include <stddef.h>
#include "rng.h"

/* Draws of the stream (RNG_INSTANCE, 0). 4 is in cvrp_generate.c, 8 and 9 are in cvrp_place.c. */
typedef enum Draw { DRAW_DEPOT, DRAW_PLACEMENT, DRAW_DEMAND, DRAW_LENGTH } Draw;

const char *const depot_place_names[] = {"auto", "central", "eccentric", "random", NULL};
const char *const placement_names[] = {"auto", "random", "clustered", "random-clustered", NULL};
const char *const demand_class_names[] = {"auto",   "unitary",  "1-10",       "5-10", "1-100",
                                          "50-100", "quadrant", "many-small", NULL};

static RngStream shared_stream(uint64_t seed) { return (RngStream){.seed = seed, .purpose = RNG_INSTANCE}; }

/* 1 .. classes - 1. */
static uint32_t class_draw(uint64_t seed, Draw draw, uint32_t classes) {
  return 1 + rng_below(shared_stream(seed), draw, classes - 1);
}

/* Triangular from 3 to 25 with mode 6, in thousandths: the inverse of its distribution. A square root is the same everywhere. */
static int32_t length_draw(uint64_t seed) {
  const double least = 3, mode = 6, most = 25, u = rng_unit(shared_stream(seed), DRAW_LENGTH);
  const double length = u * (most - least) < mode - least
                            ? least + sqrt(u * (most - least) * (mode - least))
                            : most - sqrt((1 - u) * (most - least) * (most - mode));
  return (int32_t)(length * CVRP_MILLI);
}

void cvrp_recipe_draw(CvrpRecipe *recipe) {
  const uint64_t seed = recipe->seed;
  if (!recipe->depot) recipe->depot = (DepotPlace)class_draw(seed, DRAW_DEPOT, DEPOT_PLACES);
  if (!recipe->placement) recipe->placement = (Placement)class_draw(seed, DRAW_PLACEMENT, PLACEMENTS);
  if (!recipe->demand) recipe->demand = (DemandClass)class_draw(seed, DRAW_DEMAND, DEMAND_CLASSES);
  if (!recipe->route_length) recipe->route_length = length_draw(seed);
}
