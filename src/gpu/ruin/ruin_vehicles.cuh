/* Vehicles first: a chain with more routes than its limit loses one before a round. Contract: solver/ruin/ruin_kernels.h. */
#ifndef CORDEE_GPU_RUIN_VEHICLES_CUH
#define CORDEE_GPU_RUIN_VEHICLES_CUH

#include "ruin_recreate.cuh"
#include "ruin_trips_remove.cuh"

namespace ruin {

/* Before a round. Has the chain more routes than it may have? */
__device__ static inline bool routes_limit(View *v, int64_t kept_cost, const Totals &totals) {
  v->seeks = v->place.fewer && kept_cost < v->data.absent_cost;
  v->routes_most = ruin_routes_most(&v->data, kept_cost, v->place.fewest, v->place.fewer);
  return totals.routes > v->routes_most;
}

/* Adds up out->cost, and out->count[2], of customers who must be served. */
__device__ static inline void customer_leave_out(const View &v, int c, Outcome *out) {
  atomicAdd(&out->cost, (unsigned long long)absence_cost(v, c));
  if (v.data.stop[c].prize != ROUTES_REQUIRED) return;
  bit_set(v.missing, c);
  atomicAdd(&out->count[2], 1);
}

/* The sum of prices of a route's customers, whose least is *least. */
__device__ static inline int64_t prices_sum(const View &v, int slot, int *least) {
  int64_t sum = 0;
  *least = INT32_MAX;
  for (int c = v.base.route[slot].first; c; c = v.base.node[c].next) {
    if (!is_delivery(v.data, c)) sum += absence_price(v, unit_of(v, c));
    *least = min(*least, c);
  }
  return sum;
}

/* The slot of the route with the least sum, of equals that of the least customer. By a warp. */
__device__ static inline int cheapest_route(const View &v, int slots) {
  Best best = {NO_COST, 0, INT32_MAX, 0, 0, 0, ABSENT};
  for (int slot = v.lane; slot < slots; slot += WARP) {
    int least;
    if (!v.base.route[slot].size) continue;
    const int64_t sum = prices_sum(v, slot, &least);
    const Best found = {sum, 0, least, 0, 0, 0, slot};
    if (before_best(found, best)) best = found;
  }
  return best_of_all(best).slot;
}

/* By one lane. Deliveries have no price, and a cluster that of its least customer. */
__device__ static inline void route_leave_out(const View &v, int slot, Outcome *out) {
  Route &route = v.base.route[slot];
  out->cost = 0ull - (unsigned long long)(route.cost + v.data.route_cost);
  out->count[1] = route.size;
  out->count[2] = 0;
  out->count[3] = TRIPS ? trips_in(v.base, route) : 0;
  for (int c = route.first, next; c; c = next) {
    next = v.base.node[c].next;
    v.base.node[c].slot = ABSENT;
    customer_leave_out(v, has_clusters(v.data) ? v.data.leader[c] : c, out);
  }
  v.used[route.type]--;
  route = {0, 0, 0, route.type, 0, 0, 0, 0, 0};
}

/* The cheapest route's customers become absent. Returns what that changes in the chain's cost. By the block. */
__device__ static inline int64_t route_dissolve(const View &v, Totals *totals, int warp, Outcome *out) {
  if (warp == 0) {
    const int slot = cheapest_route(v, totals->slots);
    if (v.lane == 0) route_leave_out(v, slot, out);
  }
  __syncthreads();
  const int64_t delta = (int64_t)out->cost;
  totals->routes--;
  totals->served -= out->count[1];
  totals->missings += out->count[2];
  totals->trips -= out->count[3];
  __syncthreads();
  return delta;
}

} // namespace ruin

#endif
