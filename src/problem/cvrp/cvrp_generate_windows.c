/* See cvrp_generate_windows.h.
 *
 * M. M. Solomon: Algorithms for the vehicle routing and scheduling problems with time window constraints. Operations Research 35(2)
 * (1987) 254-265.
 *
 * Customer c has draws of the stream (RNG_CUSTOMER, c) that no place has: DRAW_WINDOW tells whether it has a window, the next two are
 * the window's middle and width. */
#include "cvrp_generate_windows.h"

#include "rng.h"
#include "cvrp_distance.h"

enum { TENTHS = 10 };
static const uint32_t draw_window = 1u << 31;

/* The way from the depot, in whole units, rounded up. */
static int32_t way_to(const int32_t *x, const int32_t *y, int32_t c) {
  const int32_t whole = cvrp_plane_distance(x[0], y[0], x[c], y[c], -1);
  const int64_t dx = (int64_t)x[0] - x[c], dy = (int64_t)y[0] - y[c];
  return whole + ((int64_t)whole * whole < dx * dx + dy * dy);
}

int32_t cvrp_horizon(const CvrpRecipe *recipe, const int32_t *x, const int32_t *y) {
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

Status cvrp_windows_draw(const CvrpRecipe *recipe, CvrpInstance *cvrp) {
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
