/* Ruin and recreate for fleets on CUDA: twin of src/cpu/ruin. Contract: solver/ruin/ruin_kernels.h.
 *
 * A block has a chain, a warp makes a proposal of a round. The kernels of rounds: ruin_round.cuh. What all chains of an instance share, made once:
 * ruin_tables.cuh. Here is where in memory a block has what. */
#define RUIN_KNOWN RUIN_KNOWN_VEHICLES /* no kernel here depends on it */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include "gpu/cuda_try.h"
#include "ruin_rounds.h"
#include "ruin_tables.cuh"

struct RuinPlace {
  ruin::Place device;
  int32_t *transposed[2]; /* what was made for device.from_distance and from_duration, or NULL */
  int64_t *alone;
  int32_t *alone_time;
  int4 *window;
  uint64_t *alike;
  float *temperature;
  uint32_t chains;
};

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
  void *const all[] = {place->transposed[0], place->transposed[1], place->alone,       place->alone_time,
                       place->window,        place->alike,         place->temperature, place->device.memory};
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
  TRY(array(be, &place->alone_time, nodes * types));
  CUDA_TRY(cuda_launch(windows_kernel, blocks_of(nodes), THREADS, 0, stream, d.data, place->window));
  CUDA_TRY(cuda_launch(alone_kernel, blocks_of(nodes * types), THREADS, 0, stream, d.data, place->alone,
                       place->alone_time));
  d.window = place->window;
  d.alone = place->alone;
  d.alone_time = place->alone_time;
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
  d.fewest = task->fewest;
  d.masks = (int32_t)sizes.masks;
  d.type_masks = (int32_t)sizes.type_masks;
  d.where = memory_make(sizes, (uint64_t)task->width,
                        cuda_state(be)->shared_block - (task->shares ? PART_BYTES : 0));
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
         nodes * ((uint64_t)routes->types * (sizeof(int64_t) + sizeof(int32_t)) + sizeof(int4)) +
         (uint64_t)routes->types * sizeof(uint64_t);
}

/* ---- rounds ---- */

/* Kernels by what they know, those of the fewest registers first. */
const struct Unit {
  uint32_t known;
  RoundsKernel (*narrow)(void), (*wide)(void);
  PartsKernel (*parts)(void); /* NULL: there is none */
} units[] = {
    {RUIN_KNOWN_PLAIN, rounds_narrow_plain, rounds_wide_plain, rounds_shared_plain},
    {RUIN_KNOWN_COMMON, rounds_narrow, rounds_wide, NULL},
    {RUIN_KNOWN_VEHICLES, rounds_narrow_vehicles, rounds_wide_vehicles, rounds_shared},
    {RUIN_KNOWN_BREAKS, rounds_narrow_breaks, rounds_wide_breaks, NULL},
    {RUIN_KNOWN_BALANCE, rounds_narrow_balance, rounds_wide_balance, NULL},
    {RUIN_KNOWN_TRIPS, rounds_narrow_trips, rounds_wide_trips, rounds_shared_trips},
    {RUIN_KNOWN_TRIPS_BALANCE, rounds_narrow_trips_balance, rounds_wide_trips_balance, NULL},
};

/* The first that knows all of these features. */
Status unit_find(uint32_t features, bool parts, const Unit **out) {
  for (const Unit &unit : units) {
    *out = &unit;
    if (!(features & ~unit.known) && (unit.parts || !parts)) return OK;
  }
  FAIL(ERR_DEVICE, "no kernel of backend cuda knows all features of the instance, %#x", (unsigned)features);
}

Status kernel_find(const RuinPlace *place, RoundsKernel *out) {
  const Unit *unit;
  TRY(unit_find(place->device.data.features, false, &unit));
  *out = place->device.width <= NARROW ? unit->narrow() : unit->wide();
  return OK;
}

Status place_advance(Backend *be, RuinPlace *place, const RuinState *state, const RuinTurn *turn) {
  Place &d = place->device;
  RoundsKernel kernel;
  if (!state->chains || !turn->rounds) return OK;
  TRY(kernel_find(place, &kernel));
  d.fewer = turn->fewer;
  TRY(be->ops->upload(be, place->temperature, turn->temperature, state->chains * sizeof(float)));
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)d.where.shared));
  CUDA_TRY(cuda_launch(kernel, state->chains, (unsigned)(d.width * WARP), d.where.shared,
                       cuda_state(be)->stream, d, *state, turn->first, turn->rounds));
  return OK;
}

/* ---- rounds of several tasks ---- */

/* What a launch reads, on the host: one after the other, in the device's memory too. */
struct Launch {
  char *bytes;
  size_t size, chains_at, temperatures_at;
  uint32_t parts, chains;
};

Status launch_make(const RuinPart *part, uint32_t parts, Launch *out) {
  *out = {};
  for (uint32_t k = 0; k < parts; k++) {
    out->parts += part[k].turn.rounds > 0;
    out->chains += part[k].turn.rounds ? part[k].state.chains : 0;
  }
  out->chains_at = out->parts * sizeof(Part);
  out->temperatures_at = out->chains_at + out->chains * sizeof(PartChain);
  out->size = out->temperatures_at + out->chains * sizeof(float);
  out->bytes = (char *)calloc(1, out->size + 1);
  if (!out->bytes) FAIL(ERR_MEMORY, "no memory for a launch of %u chains", out->chains);
  return OK;
}

/* dev: where it will be on the device. */
void launch_fill(const Launch *launch, const RuinPart *part, uint32_t parts, const char *dev) {
  Part *to = (Part *)launch->bytes;
  PartChain *chain = (PartChain *)(launch->bytes + launch->chains_at);
  float *temperature = (float *)(launch->bytes + launch->temperatures_at);
  uint32_t listed = 0;
  for (const RuinPart *from = part; from < part + parts; from++) {
    if (!from->turn.rounds) continue;
    *to = {from->place->device, from->state, from->turn.first, from->turn.rounds};
    to->place.temperature = (const float *)(dev + ((const char *)temperature - launch->bytes));
    to->place.fewer = from->turn.fewer;
    for (uint32_t c = 0; c < from->state.chains; c++) {
      *chain++ = {listed, c};
      *temperature++ = from->turn.temperature[c];
    }
    to++;
    listed++;
  }
}

Status launch_run(Backend *be, const Launch *launch, const RuinPart *part, uint32_t parts) {
  void *dev;
  uint64_t shared = 0;
  uint32_t features = 0; /* of all tasks together */
  const Unit *unit;
  TRY(cuda_workspace(be, launch->size, &dev));
  for (uint32_t k = 0; k < parts; k++) {
    const Place &d = part[k].place->device;
    shared = std::max(shared, d.where.shared + PART_BYTES);
    features |= d.data.features;
  }
  TRY(unit_find(features, true, &unit));
  const PartsKernel kernel = unit->parts();
  launch_fill(launch, part, parts, (const char *)dev);
  TRY(be->ops->upload(be, dev, launch->bytes, launch->size));
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
  CUDA_TRY(cuda_launch(kernel, launch->chains, (unsigned)(part->place->device.width * WARP), shared,
                       cuda_state(be)->stream, (const Part *)dev,
                       (const PartChain *)((const char *)dev + launch->chains_at)));
  return OK;
}

Status places_advance(Backend *be, const RuinPart *part, uint32_t parts) {
  Launch launch;
  TRY(launch_make(part, parts, &launch));
  const Status status = launch.chains ? launch_run(be, &launch, part, parts) : OK;
  free(launch.bytes);
  return status;
}

Status place_describe(Backend *be, const RuinPlace *place, uint32_t chains, Description *out) {
  const Place &d = place->device;
  RoundsKernel kernel;
  int blocks = 0;
  *out = {};
  TRY(kernel_find(place, &kernel));
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

extern "C" const RuinKernels ruin_kernels_cuda = {
    place_open,   place_close,   RUIN_KNOWN_ALL, RUIN_BREAKS | RUIN_BALANCE,
    place_bytes,  place_advance, places_advance, place_describe,
    chains_usual, width_usual};
