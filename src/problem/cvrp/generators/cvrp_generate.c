/* See cvrp_generate.h. */
#include "cvrp_generate.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "generator.h"
#include "halt.h"
#include "problem/cvrp/cvrp.h"
#include "problem/cvrp/cvrp_distance.h"
#include "rng.h"
#include "status.h"

/* ---- rules of the X set ---- */

enum { CVRP_TIME_MOST = 1000000 };

/* Draws of the stream (RNG_INSTANCE, 0). The others are DRAW_SMALL, DRAW_SEEDS and DRAW_CORNER. */
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

/* ---- places ---- */

/* Places of the nodes of a seeded instance.
 *
 * The first customers, a number drawn from 3 to 8, lie at random and are the seeds of clusters. A clustered customer
 * draws points of the grid until one is free and accepts it with probability sum over seeds of exp(-d / 40). So an
 * instance of clustered customers is the beginning of any larger one of the same seed.
 *
 * Trial t of customer c has the draws 2 t + 2 (the point) and 2 t + 3 (is it accepted?) of the stream (RNG_CUSTOMER,
 * c). No library's exp decides: exp is made of sums, products and a square root, which are the same on every machine. */

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

/* Coordinates of node 0, the depot, and of the customers, (customers + 1) each. ERR_MEMORY. */
static Status cvrp_place(const CvrpRecipe *recipe, int32_t *x, int32_t *y) {
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

/* ---- time windows ---- */

/* Time windows of a seeded instance.
 *
 * M. M. Solomon: Algorithms for the vehicle routing and scheduling problems with time window constraints. Operations
 * Research 35(2) (1987) 254-265.
 *
 * Customer c has draws of the stream (RNG_CUSTOMER, c) that no place has: DRAW_WINDOW tells whether it has a window,
 * the next two are the window's middle and width. */

enum { TENTHS = 10 };
static const uint32_t draw_window = 1u << 31;

/* The way from the depot, in whole units, rounded up. */
static int32_t way_to(const int32_t *x, const int32_t *y, int32_t c) {
  const int32_t whole = cvrp_plane_distance(x[0], y[0], x[c], y[c], -1);
  const int64_t dx = (int64_t)x[0] - x[c], dy = (int64_t)y[0] - y[c];
  return whole + ((int64_t)whole * whole < dx * dx + dy * dy);
}

/* The horizon of a recipe: what it says, or what the farthest customer needs; coordinates (customers + 1) are drawn. */
static int32_t cvrp_horizon(const CvrpRecipe *recipe, const int32_t *x, const int32_t *y) {
  int32_t horizon = recipe->windows.horizon;
  for (int32_t c = 1; c <= recipe->customers; c++) {
    const int32_t least = 2 * way_to(x, y, c) + recipe->windows.service;
    horizon = least > horizon ? least : horizon;
  }
  return horizon;
}

/* In whole units. */
static void window_draw(const CvrpRecipe *recipe, int32_t horizon, int32_t way, int32_t c, int32_t *ready,
                        int32_t *due) {
  const RngStream s = {.seed = recipe->seed, .individual = (uint32_t)c, .purpose = RNG_CUSTOMER};
  const int32_t first = way, last = horizon - way - recipe->windows.service, width = recipe->windows.width;
  *ready = 0;
  *due = last;
  if (rng_below(s, draw_window, 100) >= (uint32_t)recipe->windows.share) return;
  const int32_t middle = first + (int32_t)rng_below(s, draw_window + 1, (uint32_t)(last - first + 1)),
                drawn = width / 2 + (int32_t)rng_below(s, draw_window + 2, (uint32_t)width + 1);
  *ready = middle - drawn / 2 > first ? middle - drawn / 2 : first;
  *due = middle + drawn / 2 < last ? middle + drawn / 2 : last;
}

/* Windows and service times; from now on coordinates, distances (truncated) and times count tenths. ERR_MEMORY. */
static Status cvrp_windows_draw(const CvrpRecipe *recipe, CvrpInstance *cvrp) {
  const int32_t horizon = cvrp_horizon(recipe, cvrp->x, cvrp->y);
  TRY(cvrp_windows_add(cvrp));
  cvrp->ready[0] = 0;
  cvrp->due[0] = horizon * TENTHS;
  cvrp->service_at[0] = 0;
  for (int32_t c = 1; c <= recipe->customers; c++) {
    int32_t ready, due;
    window_draw(recipe, horizon, way_to(cvrp->x, cvrp->y, c), c, &ready, &due);
    cvrp->ready[c] = ready * TENTHS;
    cvrp->due[c] = due * TENTHS;
    cvrp->service_at[c] = recipe->windows.service * TENTHS;
  }
  for (int32_t v = 0; v <= recipe->customers; v++) {
    cvrp->x[v] *= TENTHS;
    cvrp->y[v] *= TENTHS;
  }
  cvrp->divisor = -1;
  cvrp->head.decimals = 1;
  return OK;
}

/* ---- instances ---- */

/* Seeded instances of vehicle routing.
 *
 * Customer c has a random stream of its own (RNG_CUSTOMER, c): draw 0 is its demand, draw 1 tells small from large.
 * What the whole instance shares comes from the stream (RNG_INSTANCE, 0). */

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
