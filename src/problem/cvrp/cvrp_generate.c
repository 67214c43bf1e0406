/* Seeded instances of vehicle routing: see cvrp_generate.h.
 *
 * Customer c has a random stream of its own (RNG_CUSTOMER, c): draw 0 is its demand, draw 1 tells small from large. What the whole
 * instance shares comes from the stream (RNG_INSTANCE, 0). */
#include "cvrp_generate.h"

#include <stdio.h>
#include "c_locale.h"
#include "rng.h"
#include "cvrp.h"
#include "cvrp_generate_windows.h"
#include "cvrp_place.h"

enum { DRAW_SMALL = 4 };

/* The share of customers with a small demand, where there are many such: 70% to 95%. */
static double small_share(uint64_t seed) {
  return 0.7 + 0.25 * rng_unit((RngStream){.seed = seed, .purpose = RNG_INSTANCE}, DRAW_SMALL);
}

/* Customer c's demand at (x, y). */
static int32_t demand_draw(const CvrpRecipe *recipe, double small, int32_t c, int32_t x, int32_t y) {
  static const struct {
    int32_t least, most;
  } ranges[] = {[DEMAND_UNITARY] = {1, 1},    [DEMAND_1_10] = {1, 10},     [DEMAND_5_10] = {5, 10},
                [DEMAND_1_100] = {1, 100},    [DEMAND_50_100] = {50, 100}, [DEMAND_QUADRANT] = {1, 50},
                [DEMAND_MANY_SMALL] = {1, 10}};
  const RngStream s = {.seed = recipe->seed, .individual = (uint32_t)c, .purpose = RNG_CUSTOMER};
  int32_t least = ranges[recipe->demand].least, most = ranges[recipe->demand].most;
  if (recipe->demand == DEMAND_QUADRANT && (x >= CVRP_CENTRE) == (y >= CVRP_CENTRE)) {
    least = 51;
    most = 100;
  }
  if (recipe->demand == DEMAND_MANY_SMALL && rng_unit(s, 1) >= small) {
    least = 50;
    most = 100;
  }
  return least + (int32_t)rng_below(s, 0, (uint32_t)(most - least + 1));
}

static void demands_draw(const CvrpRecipe *recipe, CvrpInstance *cvrp) {
  const double small = small_share(recipe->seed);
  int64_t total = 0;
  int32_t largest = 1;
  cvrp->demand[0] = 0;
  for (int32_t c = 1; c <= recipe->customers; c++) {
    const int32_t demand = demand_draw(recipe, small, c, cvrp->x[c], cvrp->y[c]);
    cvrp->demand[c] = demand;
    total += demand;
    if (demand > largest) largest = demand;
  }
  const int64_t parts = (int64_t)CVRP_MILLI * recipe->customers,
                wanted = (recipe->route_length * total + parts - 1) / parts;
  cvrp->capacity = wanted > largest ? (int32_t)wanted : largest;
}

/* What a recipe says of windows, for a name and for people; "" without. */
static void windows_text(const WindowRecipe *windows, char *name, char *comment, size_t size) {
  name[0] = comment[0] = 0;
  if (!windows->horizon) return;
  snprintf(name, size, "-w%d-%d-%d-%d", windows->share, windows->width, windows->horizon, windows->service);
  snprintf(comment, size, ", windows %d%% of width %d, horizon %d, service %d", windows->share,
           windows->width, windows->horizon, windows->service);
}

/* The name tells the whole recipe: results and best known values go by names. */
static void text_fill(const CvrpRecipe *recipe, Instance *inst) {
  static const char *const depots[] = {"", "C", "E", "R"}, *const placements[] = {"", "R", "C", "RC"},
                           *const demands[] = {"", "U", "1to10", "5to10", "1to100", "50to100", "Q", "SL"};
  const double length = recipe->route_length / (double)CVRP_MILLI;
  const unsigned long long seed = recipe->seed;
  char windows[80], told[80];
  windows_text(&recipe->windows, windows, told, sizeof told);
  c_snprintf(inst->name, sizeof inst->name, "cvrp-%d-%s-%s-%s-r%.8g%s-%llu", recipe->customers,
             depots[recipe->depot], placements[recipe->placement], demands[recipe->demand], length, windows,
             seed);
  c_snprintf(
      inst->comment, sizeof inst->comment,
      "%d customers, depot %s, customers %s, demand %s, route length %.8g%s, seed %llu (cordee generate)",
      recipe->customers, depot_place_names[recipe->depot], placement_names[recipe->placement],
      demand_class_names[recipe->demand], length, told, seed);
}

Status cvrp_generate(const CvrpRecipe *recipe, Instance **out) {
  Instance *inst;
  TRY(cvrp_alloc(recipe->customers, true, false, &inst));
  CvrpInstance *cvrp = (CvrpInstance *)inst;
  Status status = cvrp_place(recipe, cvrp->x, cvrp->y);
  if (status == OK) demands_draw(recipe, cvrp);
  if (status == OK && recipe->windows.horizon) status = cvrp_windows_draw(recipe, cvrp);
  if (status != OK) {
    instance_free(inst);
    return status;
  }
  text_fill(recipe, inst);
  inst->digest = instance_digest(inst);
  *out = inst;
  return OK;
}
