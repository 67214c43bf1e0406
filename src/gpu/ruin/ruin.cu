/* Ruin and recreate for fleets on CUDA: twin of src/cpu/ruin. Contract: solver/ruin/ruin_kernels.h.
 *
 * A block has a chain, a warp makes a proposal of a round. The kernel of rounds: ruin_round.cuh. Here are what all chains of an instance share,
 * made once, and where in memory a block has what. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include "gpu/cuda_try.h"
#include "ruin_breaks.cuh"
#include "ruin_rounds.h"

struct RuinPlace {
  ruin::Place device;
  int32_t *transposed[2]; /* what was made for device.from_distance and from_duration, or NULL */
  int64_t *alone;
  int4 *window;
  uint64_t *alike;
  float *temperature;
  uint32_t chains;
};

namespace ruin {

/* ---- what all chains of an instance share ---- */

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

__device__ static int64_t alone_cost(const RuinData &data, int c, int t) {
  const VehicleType &type = data.type[t];
  const Alone a = alone_make(data, type, c);
  const int duration = alone_time(data, type, a);
  int64_t distance = 0;
  for (int k = 0; k <= a.count; k++) distance += a.way[k].distance;
  if (is_delivery(data, c) || duration < 0 || !alone_fits(data, a, t)) return NO_COST;
  if (type.max_distance != ROUTES_NO_LIMIT && distance > type.max_distance) return NO_COST;
  return type_cost(data, type, distance, duration);
}

__global__ void alone_kernel(RuinData data, int64_t *alone) {
  const int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (k < ((int64_t)data.customers + 1) * data.types && k >= data.types)
    alone[k] = alone_cost(data, (int)(k / data.types), (int)(k % data.types));
}

} // namespace ruin

namespace {

using namespace ruin;

enum { THREADS = 256 };

unsigned blocks_of(uint64_t items) { return (unsigned)((items + THREADS - 1) / THREADS); }

/* ---- where a block has what ---- */

/* What sizes depend on. */
struct Sizes {
  uint64_t nodes, slots, types, sums, loads, pair_loads, masks, type_masks;
  bool timed, trips, breaks;
};

Sizes sizes_of(const RuinData *data) {
  const bool mixed = data->features & RUIN_MIXED;
  return {(uint64_t)data->customers + 1,
          (uint64_t)data->customers,
          (uint64_t)data->types,
          (uint64_t)data->sums,
          mixed ? (uint64_t)data->loads : 0,
          data->features & RUIN_PAIRS ? (uint64_t)data->loads : 0,
          (uint64_t)data->customers / 32 + 1,
          ((uint64_t)data->types + 31) / 32,
          (data->features & RUIN_TIMED) != 0,
          (data->features & RUIN_TRIPPED) != 0,
          (data->features & RUIN_BREAKS) != 0};
}

uint64_t solution_bytes(const Sizes &s, int array) {
  switch (array) {
  case NODE:
    return s.nodes * sizeof(Node);
  case TIME:
    return s.timed ? s.nodes * sizeof(Times) : 0;
  case CLOCK:
    return s.breaks ? s.nodes * sizeof(Clocks) : 0;
  case ROUTE:
    return s.slots * sizeof(Route);
  case TRIP_NODE:
    return s.trips ? s.nodes * sizeof(TripNode) : 0;
  case TRIP:
    return s.trips ? s.nodes * sizeof(Trip) : 0;
  case SUM:
    return s.slots * s.sums * sizeof(int32_t);
  case LOAD:
    return s.nodes * s.pair_loads * sizeof(int32_t);
  case PRE_PEAK:
  case SUF_PEAK:
    return s.nodes * s.loads * sizeof(int32_t);
  default:
    return s.slots * s.loads * sizeof(int32_t);
  }
}

uint64_t base_bytes(const Sizes &s, int array) {
  switch (array) {
  case AT:
    return s.nodes * sizeof(int32_t);
  case USED:
    return s.types * sizeof(int32_t);
  case MISSING:
    return s.masks * sizeof(uint32_t);
  case ORDER:
    return 2 * s.slots * sizeof(int32_t);
  default:
    return solution_bytes(s, array);
  }
}

uint64_t warp_bytes(const Sizes &s, int array) {
  switch (array) {
  case NODES:
  case SLOTS:
    return s.masks * sizeof(uint32_t);
  case TYPES:
    return s.type_masks * sizeof(uint32_t);
  case TOUCHED:
    return LIST * sizeof(int32_t);
  case USE:
    return s.types * sizeof(int32_t);
  default:
    return solution_bytes(s, array);
  }
}

uint64_t aligned(uint64_t bytes) { return (bytes + 15) & ~(uint64_t)15; }

/* Arrays in the order in which they get shared memory, as long as there is room; -1 - k: array k of every warp. */
const int ranking[] = {-1 - TOUCHED,   -1 - TYPES, -1 - USE,   -1 - NODES, -1 - SLOTS, USED,      MISSING,
                       NODE,           AT,         TIME,       TRIP_NODE,  TRIP,       -1 - NODE, -1 - TIME,
                       -1 - TRIP_NODE, -1 - TRIP,  -1 - ROUTE, ROUTE,      -1 - SUM,   SUM,       LOAD,
                       -1 - LOAD,      CLOCK,      -1 - CLOCK, PRE_PEAK,   SUF_PEAK};

struct Ranks {
  bool base[BASE_ARRAYS], warp[WARP_ARRAYS];
};

/* Which arrays lie in shared memory. */
Ranks ranks_make(const Sizes &s, uint64_t width, uint64_t room) {
  Ranks in = {};
  uint64_t taken = aligned(sizeof(Outcome));
  for (const int k : ranking) {
    const uint64_t bytes = k < 0 ? width * aligned(warp_bytes(s, -1 - k)) : aligned(base_bytes(s, k));
    if (taken + bytes > room) continue;
    taken += bytes;
    (k < 0 ? in.warp[-1 - k] : in.base[k]) = true;
  }
  return in;
}

Memory memory_make(const Sizes &s, uint64_t width, uint64_t room) {
  const Ranks in = ranks_make(s, width, room);
  Memory m = {};
  m.shared = aligned(sizeof(Outcome));
  for (int k = 0; k < BASE_ARRAYS; k++) {
    uint64_t &at = in.base[k] ? m.shared : m.global;
    m.base[k] = {at, in.base[k]};
    at += aligned(base_bytes(s, k));
  }
  for (int k = 0; k < WARP_ARRAYS; k++) {
    uint64_t &at = in.warp[k] ? m.warp_shared : m.warp_global;
    m.warp[k] = {at, in.warp[k]};
    at += aligned(warp_bytes(s, k));
  }
  m.shared += width * m.warp_shared;
  m.global += width * m.warp_global;
  return m;
}

/* ---- open ---- */

void place_close(Backend *be, RuinPlace *place) {
  if (!place) return;
  void *const all[] = {place->transposed[0], place->transposed[1], place->alone,        place->window,
                       place->alike,         place->temperature,   place->device.memory};
  for (void *array : all) be->ops->free(be, array);
  free(place);
}

template <class T> Status array(Backend *be, T **out, uint64_t count) {
  return be->ops->alloc(be, count * sizeof(T), (void **)out);
}

/* *out: the matrix itself, if it is symmetric; else one that is made, *made. */
Status transposed_make(Backend *be, const RuinData &data, const int32_t *matrix, int32_t **made,
                       const int32_t **out) {
  const uint64_t places = (uint64_t)data.places, profiles = (uint64_t)data.profiles;
  const cudaStream_t stream = cuda_state(be)->stream;
  void *differs;
  int32_t found = 0;
  *out = matrix;
  TRY(cuda_workspace(be, sizeof found, &differs));
  TRY(be->ops->upload(be, differs, &found, sizeof found));
  for (uint64_t k = 0; k < profiles; k++)
    CUDA_TRY(cuda_launch(symmetry_kernel, dim3(blocks_of(places), (unsigned)places), THREADS, 0, stream,
                         matrix + k * places * places, data.places, (int32_t *)differs));
  TRY(be->ops->download(be, &found, differs, sizeof found));
  if (!found) return OK;
  TRY(array(be, made, profiles * places * places));
  *out = *made;
  for (uint64_t k = 0; k < profiles; k++)
    CUDA_TRY(cuda_launch(transpose_kernel, dim3(blocks_of(places), (unsigned)places), THREADS, 0, stream,
                         matrix + k * places * places, data.places, *made + k * places * places));
  return OK;
}

Status tables_make(Backend *be, RuinPlace *place) {
  Place &d = place->device;
  const uint64_t nodes = (uint64_t)d.data.customers + 1, types = (uint64_t)d.data.types;
  const cudaStream_t stream = cuda_state(be)->stream;
  TRY(transposed_make(be, d.data, d.data.distance, &place->transposed[0], &d.from_distance));
  d.from_duration = d.from_distance;
  if (d.data.duration != d.data.distance)
    TRY(transposed_make(be, d.data, d.data.duration, &place->transposed[1], &d.from_duration));
  TRY(array(be, &place->window, nodes));
  TRY(array(be, &place->alone, nodes * types));
  CUDA_TRY(cuda_launch(windows_kernel, blocks_of(nodes), THREADS, 0, stream, d.data, place->window));
  CUDA_TRY(cuda_launch(alone_kernel, blocks_of(nodes * types), THREADS, 0, stream, d.data, place->alone));
  d.window = place->window;
  d.alone = place->alone;
  return OK;
}

/* Types of the same group, as bits. */
Status alike_make(Backend *be, const RuinData &host, RuinPlace *place) {
  const size_t types = (size_t)host.types;
  uint64_t *const alike = (uint64_t *)calloc(types, sizeof *alike);
  if (!alike) FAIL(ERR_MEMORY, "no memory for %d types of vehicles", host.types);
  for (size_t t = 0; t < types; t++)
    for (size_t k = 0; k < types && k < RUIN_GROUPED; k++)
      if (host.group[k] == host.group[t]) alike[t] |= (uint64_t)1 << k;
  Status status = array(be, &place->alike, types);
  if (status == OK) status = be->ops->upload(be, place->alike, alike, types * sizeof *alike);
  place->device.alike = place->alike;
  free(alike);
  return status;
}

Status place_make(Backend *be, const RuinTask *task, uint32_t chains, RuinPlace *place) {
  Place &d = place->device;
  const Sizes sizes = sizes_of(&task->host);
  d.data = task->data;
  d.seed = task->seed;
  d.price_step = task->price_step;
  d.width = task->width;
  d.masks = (int32_t)sizes.masks;
  d.type_masks = (int32_t)sizes.type_masks;
  d.where = memory_make(sizes, (uint64_t)task->width, cuda_state(be)->shared_block);
  d.block_bytes = d.where.global;
  place->chains = chains;
  TRY(tables_make(be, place));
  TRY(alike_make(be, task->host, place));
  TRY(array(be, &place->temperature, chains));
  TRY(array(be, &d.memory, chains * d.block_bytes));
  d.temperature = place->temperature;
  return OK;
}

Status place_open(Backend *be, const RuinTask *task, uint32_t chains, RuinPlace **out) {
  RuinPlace *const place = (RuinPlace *)calloc(1, sizeof *place);
  if (!place) FAIL(ERR_MEMORY, "no memory for %u chains", chains);
  const Status status = place_make(be, task, chains, place);
  if (status == OK)
    *out = place;
  else
    place_close(be, place);
  return status;
}

/* At most: as if all of an instance's features were there, and no shared memory. */
uint64_t place_bytes(const Backend *be, const Instance *inst, uint32_t chains) {
  const RoutesInstance *routes = routes_of(inst);
  const uint64_t places = (uint64_t)routes->places, nodes = (uint64_t)inst->n + 1;
  const uint64_t matrices = routes->duration ? 2 : 1, width = RUIN_WIDTH_MAX;
  RuinData data = {};
  (void)be;
  data.customers = inst->n;
  data.types = routes->types;
  data.loads = routes->loads;
  data.sums = 2 * routes->loads;
  data.features = RUIN_TIMED | (routes->loads ? RUIN_MIXED : 0) | (routes->partner ? RUIN_PAIRS : 0) |
                  (routes->trips || routes->release ? RUIN_TRIPPED : 0) | (routes->pause ? RUIN_BREAKS : 0);
  return chains * (memory_make(sizes_of(&data), width, 0).global + sizeof(float)) +
         matrices * (uint64_t)routes->profiles * places * places * sizeof(int32_t) +
         nodes * ((uint64_t)routes->types * sizeof(int64_t) + sizeof(int4)) +
         (uint64_t)routes->types * sizeof(uint64_t);
}

/* ---- rounds ---- */

RoundsKernel kernel_of(const RuinPlace *place) {
  const bool narrow = place->device.width <= NARROW;
  const uint32_t features = place->device.data.features;
  if (features & RUIN_TRIPPED) return narrow ? rounds_narrow_trips() : rounds_wide_trips();
  if (features & RUIN_BREAKS) return narrow ? rounds_narrow_breaks() : rounds_wide_breaks();
  if (features & ~(uint32_t)RUIN_PLAIN) return narrow ? rounds_narrow() : rounds_wide();
  return narrow ? rounds_narrow_plain() : rounds_wide_plain();
}

Status place_advance(Backend *be, RuinPlace *place, const RuinState *state, const RuinTurn *turn) {
  const RoundsKernel kernel = kernel_of(place);
  const Place &d = place->device;
  if (!state->chains || !turn->rounds) return OK;
  TRY(be->ops->upload(be, place->temperature, turn->temperature, state->chains * sizeof(float)));
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)d.where.shared));
  CUDA_TRY(cuda_launch(kernel, state->chains, (unsigned)(d.width * WARP), d.where.shared,
                       cuda_state(be)->stream, d, *state, turn->first, turn->rounds));
  return OK;
}

Status place_describe(Backend *be, const RuinPlace *place, uint32_t chains, Description *out) {
  const RoundsKernel kernel = kernel_of(place);
  const Place &d = place->device;
  int blocks = 0;
  *out = {};
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)d.where.shared));
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, d.width * WARP, d.where.shared));
  snprintf(out->shape, sizeof out->shape,
           "%u chain%s, %d proposal%s a round, a warp each; %llu bytes of shared memory a chain, %d at once",
           chains, chains == 1 ? "" : "s", d.width, d.width == 1 ? "" : "s",
           (unsigned long long)d.where.shared, blocks * cuda_state(be)->sms);
  return OK;
}

/* A block on each of 128 multiprocessors. */
uint32_t chains_usual(int32_t customers) {
  (void)customers;
  return 128;
}
int32_t width_usual(int32_t customers) { return customers < 100 ? 8 : 16; }

} // namespace

extern "C" const RuinKernels ruin_kernels_cuda = {place_open,
                                                  place_close,
                                                  RUIN_BASIC | RUIN_PAIRS | RUIN_CLUSTERS | RUIN_WINDOWS |
                                                      RUIN_TRIPPED | RUIN_BREAKS,
                                                  place_bytes,
                                                  place_advance,
                                                  place_describe,
                                                  chains_usual,
                                                  width_usual};
