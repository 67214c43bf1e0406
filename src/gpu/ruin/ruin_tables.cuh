/* What all chains of an instance share, made once: windows, transposed matrices, and the costs of routes of one customer or pair. */
#ifndef CORDEE_GPU_RUIN_TABLES_CUH
#define CORDEE_GPU_RUIN_TABLES_CUH

#include "ruin_breaks.cuh"
#include "ruin_device.cuh"

namespace ruin {

__global__ void windows_kernel(RuinData data, int4 *window) {
  const int c = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (c > data.customers) return;
  const RouteStop &stop = data.stop[c];
  window[c] = {stop.ready, stop.due, stop.service, stop.setup};
}

/* Is a matrix not symmetric? */
__global__ void symmetry_kernel(const int32_t *matrix, int32_t places, int32_t *differs) {
  const int32_t b = (int32_t)(blockIdx.x * blockDim.x + threadIdx.x), a = (int32_t)blockIdx.y;
  if (b < a && matrix[(size_t)a * places + b] != matrix[(size_t)b * places + a]) *differs = 1;
}

__global__ void transpose_kernel(const int32_t *matrix, int32_t places, int32_t *out) {
  const int32_t b = (int32_t)(blockIdx.x * blockDim.x + threadIdx.x), a = (int32_t)blockIdx.y;
  if (b < places) out[(size_t)a * places + b] = matrix[(size_t)b * places + a];
}

/* Distance and time between two places; -1: anywhere. */
struct Way {
  int distance, travel;
};
__device__ static Way way_of(const RuinData &data, const VehicleType &type, int from, int to, int setup) {
  if (from < 0 || to < 0) return {0, setup};
  const size_t at = ((size_t)type.profile * data.places + from) * data.places + to;
  return {data.distance[at], setup + data.duration[at]};
}

/* A customer alone, or a pair: the stops, and the ways to, between and behind them. */
struct Alone {
  int stop[2], count;
  Way way[3];
};

__device__ static Alone alone_make(const RuinData &data, const VehicleType &type, int c) {
  const int delivery = delivery_of(data, c);
  Alone a = {{c, delivery}, delivery ? 2 : 1, {}};
  int place = type.place[0];
  for (int k = 0; k < a.count; k++) {
    const RouteStop &stop = data.stop[a.stop[k]];
    const bool setup = (data.features & RUIN_SETUPS) && place != stop.place;
    a.way[k] = way_of(data, type, place, stop.place, setup ? stop.setup : 0);
    place = stop.place;
  }
  a.way[a.count] = way_of(data, type, place, type.place[1], 0);
  return a;
}

/* The shortest time of the route with services in these windows, which leaves when the goods are there, or -1. */
__device__ static int alone_duration(const RuinData &data, const VehicleType &type, const Alone &a,
                                     const RoutesWindow window[2]) {
  RuinTime time = ruin_time_end(&type, 0);
  if (data.release) time.earliest = max(time.earliest, data.release[a.stop[0]]);
  if (time.earliest > time.latest) return -1;
  for (int k = 0; k < a.count; k++) {
    const RuinTime visit = {data.stop[a.stop[k]].service, window[k].ready, window[k].due};
    if (!ruin_time_join(&time, a.way[k].travel, visit)) return -1;
  }
  if (!ruin_time_join(&time, a.way[a.count].travel, ruin_time_end(&type, 1))) return -1;
  return time.duration <= type.max_duration ? time.duration : -1;
}

/* Window k of stop c, of as many as are listed. */
__device__ static RoutesWindow alone_window(const RuinData &data, int c, int k) {
  if (data.window && c) return data.window[data.window_range[2 * c] + k];
  return {data.stop[c].ready, data.stop[c].due};
}
__device__ static int alone_windows(const RuinData &data, int c) {
  return data.window && c ? data.window_range[2 * c + 1] - data.window_range[2 * c] : 1;
}

/* The same in the best of several windows; 0 if durations do not count. */
__device__ static int alone_shortest(const RuinData &data, const VehicleType &type, const Alone &a) {
  int shortest = -1;
  for (int k = 0; k < alone_windows(data, a.stop[0]); k++)
    for (int j = 0; j < alone_windows(data, a.stop[1]); j++) {
      const RoutesWindow window[] = {alone_window(data, a.stop[0], k), alone_window(data, a.stop[1], j)};
      const int duration = alone_duration(data, type, a, window);
      if (duration >= 0 && (shortest < 0 || duration < shortest)) shortest = duration;
    }
  return shortest > 0 && data.window && !data.durations ? 0 : shortest;
}

struct AloneWay {
  const Alone &a;
  __device__ int after(int c) const { return c == a.stop[a.count - 1] ? 0 : a.stop[c != 0]; }
  __device__ int before(int c) const { return c == a.stop[0] ? 0 : a.stop[c == 0 ? a.count - 1 : 0]; }
  __device__ int travel(int, int b) const {
    if (b == 0) return a.way[a.count].travel;
    return a.way[b != a.stop[0]].travel;
  }
};

/* The same with breaks. */
__device__ static int alone_with_breaks(const RuinData &data, const VehicleType &type, const Alone &a) {
  int work, duration;
  if (breaks_return(data, type, AloneWay{a}, type.ready[0], &work) == RUIN_NEVER) return -1;
  return breaks_duration(data, type, AloneWay{a}, &duration) ? duration : -1;
}

/* -1: it misses a window, or is too long. */
__device__ static int alone_time(const RuinData &data, const VehicleType &type, const Alone &a) {
  if (!(data.features & RUIN_TIMED)) return 0;
  return data.features & RUIN_BREAKS ? alone_with_breaks(data, type, a) : alone_shortest(data, type, a);
}

/* Are loads of a dimension within the capacity? Goods of a pair are on board between its stops alone. */
__device__ static bool alone_loads(const RuinData &data, const Alone &a, int d, int capacity) {
  int load = data.stop[a.stop[0]].delivery[d], peak = load;
  for (int k = 0; k < a.count; k++) {
    load += data.stop[a.stop[k]].pickup[d] - data.stop[a.stop[k]].delivery[d];
    peak = max(peak, load);
  }
  return peak <= capacity;
}

__device__ static bool alone_fits(const RuinData &data, const Alone &a, int t) {
  const int c = a.stop[0];
  for (int k = 0; k < a.count; k++)
    if (!customer_may(data, a.stop[k], t)) return false;
  if (data.type[t].max_stops < a.count) return false;
  if (data.backhauls == BACKHAULS_NOT_ALONE && (data.stop[c].flags & ROUTES_BACKHAUL)) return false;
  for (int k = 0; k < data.sums; k++)
    if (data.amount[(size_t)c * data.sums + k] > data.room[(size_t)t * data.sums + k]) return false;
  for (int d = 0; d < data.loads && (data.features & RUIN_MIXED); d++)
    if (!alone_loads(data, a, d, data.type[t].capacity[d])) return false;
  return true;
}

__device__ static int64_t alone_cost(const RuinData &data, int c, int t, int32_t *time) {
  const VehicleType &type = data.type[t];
  const Alone a = alone_make(data, type, c);
  const int duration = alone_time(data, type, a);
  int64_t distance = 0;
  *time = duration;
  for (int k = 0; k <= a.count; k++) distance += a.way[k].distance;
  if (is_delivery(data, c) || duration < 0 || !alone_fits(data, a, t)) return NO_COST;
  if (type.max_distance != ROUTES_NO_LIMIT && distance > type.max_distance) return NO_COST;
  return type_cost(type, distance, duration);
}

/* time: its duration. */
__global__ void alone_kernel(RuinData data, int64_t *alone, int32_t *time) {
  const int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (k < ((int64_t)data.customers + 1) * data.types && k >= data.types)
    alone[k] = alone_cost(data, (int)(k / data.types), (int)(k % data.types), &time[k]);
}

} // namespace ruin

#endif
