/* The ladder of exhaustive 3-opt on a device: memory, the list, the clock. The designs are in route_designs.cuh. See
 * route_kernels.h. */
#include <algorithm>
#include <stdlib.h>
#include <string.h>
#include <vector>
#include "gpu/cuda_try.h"
#include "route_designs.cuh"

using namespace route_ladder;

enum { SIZES = 2 }; /* of blocks: any number, powers of two */

struct RouteLadder {
  Backend *be;
  Args args; /* but for blocks, records and fields */
  RouteLadderBlocks blocks[SIZES];
  RefSegment *records[SIZES][REF_RESOURCES];
  int32_t *fields[REF_RESOURCES];                      /* of blocks[0] */
  std::vector<RefSegment> *made[SIZES][REF_RESOURCES]; /* by the host, what the device must make */
  std::vector<int32_t> *tour;
  cudaEvent_t event[ROUTE_LADDER_STAGES + 1];
};

/* ---- what is on the device ---- */

template <class T> static Status place(Backend *be, const std::vector<T> &host, const T **out) {
  void *dev = NULL;
  TRY(be->ops->alloc(be, host.size() * sizeof(T), &dev));
  *out = static_cast<const T *>(dev);
  return be->ops->upload(be, dev, host.data(), host.size() * sizeof(T));
}

static Status distances_place(RouteLadder *l, const RouteData *data) {
  const int32_t nodes = data->customers + 1;
  std::vector<int32_t> distance;
  for (int32_t u = 0; u < nodes; u++)
    for (int32_t v = 0; v < nodes; v++) distance.push_back(route_distance(data, u, v));
  const std::vector<double> length(distance.begin(), distance.end());
  TRY(place(l->be, distance, &l->args.distance));
  return place(l->be, length, &l->args.length);
}

/* Memory, and the host's hierarchy to compare with. */
static Status hierarchy_place(RouteLadder *l, const RouteData *data, int size, int resource) {
  const RouteLadderBlocks *b = &l->blocks[size];
  const size_t segments = (size_t)b->segments, bytes = segments * sizeof(RefSegment);
  std::vector<RefSegment> *made = new std::vector<RefSegment>(segments);
  l->made[size][resource] = made;
  route_ladder_build(b, data, (RefResource)resource, l->tour->data(), made->data());
  TRY(l->be->ops->alloc(l->be, bytes, (void **)&l->records[size][resource]));
  return size ? OK : l->be->ops->alloc(l->be, bytes, (void **)&l->fields[resource]);
}

static Status moves_place(RouteLadder *l) {
  const size_t moves = l->args.moves;
  Backend *be = l->be;
  Args *a = &l->args;
  const dim3 blocks((unsigned)(a->n + LIST_THREADS - 1) / LIST_THREADS, (unsigned)a->n);
  TRY(be->ops->alloc(be, moves * sizeof *a->list, (void **)&a->list));
  TRY(be->ops->alloc(be, moves * sizeof *a->real, (void **)&a->real));
  TRY(be->ops->alloc(be, moves, (void **)&a->feasible));
  TRY(be->ops->alloc(be, sizeof *a->best, (void **)&a->best));
  a->delta = reinterpret_cast<int32_t *>(a->real); /* a design has the one or the other */
  CUDA_TRY(cuda_launch(list_kernel, blocks, LIST_THREADS, 0, cuda_state(be)->stream,
                       const_cast<RouteLadderMove *>(a->list), a->n));
  return OK;
}

static uint64_t route_ladder_bytes(int32_t customers, int32_t n) {
  const uint64_t nodes = (uint64_t)customers + 1, moves = route_ladder_moves(n);
  uint64_t segments = 0;
  for (int size = 0; size < SIZES; size++)
    segments += (uint64_t)route_ladder_blocks(n, size).segments * (size ? 1 : 2);
  return moves * (sizeof(RouteLadderMove) + sizeof(double) + 1) +
         nodes * nodes * (sizeof(int32_t) + sizeof(double)) + REF_RESOURCES * segments * sizeof(RefSegment);
}

/* ---- open and close ---- */

static Status room_check(Backend *be, int32_t customers, int32_t n) {
  const uint64_t bytes = route_ladder_bytes(customers, n);
  uint64_t room;
  TRY(be->ops->room(be, &room));
  if (bytes > room)
    FAIL(ERR_MEMORY,
         "ladder: a list of %llu moves and what goes with it: expected %.2f GB of memory, found %.2f",
         (unsigned long long)route_ladder_moves(n), 1e-9 * (double)bytes, 1e-9 * (double)room);
  return OK;
}

static Status all_place(RouteLadder *l, const RouteData *data) {
  for (cudaEvent_t &event : l->event) CUDA_TRY(cudaEventCreate(&event));
  TRY(route_data_upload(l->be, data, &l->args.data));
  TRY(place(l->be, *l->tour, &l->args.tour));
  TRY(distances_place(l, data));
  for (int size = 0; size < SIZES; size++) {
    l->blocks[size] = route_ladder_blocks(l->args.n, size);
    for (int resource = 0; resource < ref_resources(data); resource++)
      TRY(hierarchy_place(l, data, size, resource));
  }
  return moves_place(l);
}

static void route_ladder_close(RouteLadder *l) {
  if (!l) return;
  const Args *a = &l->args;
  const void *const arrays[] = {a->list,         a->real,      a->feasible,      a->best,
                                a->tour,         a->distance,  a->length,        l->records[0][0],
                                l->fields[0],    l->fields[1], l->records[0][1], l->records[1][0],
                                l->records[1][1]};
  for (const void *array : arrays) l->be->ops->free(l->be, const_cast<void *>(array));
  route_data_free(l->be, &l->args.data);
  for (cudaEvent_t event : l->event)
    if (event) cudaEventDestroy(event);
  for (auto &size : l->made)
    for (std::vector<RefSegment> *made : size) delete made;
  delete l->tour;
  free(l);
}

static Status route_ladder_open(Backend *be, const RouteData *data, const int32_t *tour, int32_t n,
                                RouteLadder **out) {
  if (n < 4 || n > ROUTE_LADDER_NODES_MAX)
    FAIL(ERR_USAGE, "ladder: expected a tour of 4 to %d nodes, found %d", ROUTE_LADDER_NODES_MAX, n);
  CUDA_TRY(cudaSetDevice(be->device)); /* of this module's copy of the runtime */
  TRY(room_check(be, data->customers, n));
  RouteLadder *l = (RouteLadder *)calloc(1, sizeof *l);
  if (!l) FAIL(ERR_MEMORY, "no memory for a ladder");
  l->be = be;
  l->tour = new std::vector<int32_t>(tour, tour + n);
  l->args.n = n;
  l->args.nodes = data->customers + 1;
  l->args.moves = (uint32_t)route_ladder_moves(n);
  const Status status = all_place(l, data);
  if (status == OK)
    *out = l;
  else
    route_ladder_close(l);
  return status;
}

static Status route_ladder_list(RouteLadder *l, uint64_t first, uint32_t count, RouteLadderMove *moves) {
  return l->be->ops->download(l->be, moves, l->args.list + first, count * sizeof *moves);
}

/* ---- runs ---- */

static Args args_of(const RouteLadder *l, const Design *d) {
  const int size = d->powers;
  Args args = l->args;
  args.blocks = l->blocks[size];
  for (int r = 0; r < REF_RESOURCES; r++) {
    args.records[r] = l->records[size][r];
    args.fields[r] = l->fields[r];
  }
  return args;
}

/* One level after the other; rows of blocks are resources. */
static Status hierarchy_launch(const RouteLadder *l, const Design *d, const Args *args) {
  const cudaStream_t stream = cuda_state(l->be)->stream;
  const unsigned lower = (lower_threads(args->blocks) + LEVEL_THREADS - 1) / LEVEL_THREADS,
                 upper = (upper_threads(args->blocks) + LEVEL_THREADS - 1) / LEVEL_THREADS,
                 resources = (unsigned)ref_resources(&args->data);
  CUDA_TRY(
      cuda_launch(d->stage[ROUTE_LADDER_HIERARCHY], dim3(lower, resources), LEVEL_THREADS, 0, stream, *args));
  CUDA_TRY(cuda_launch(d->upper, dim3(upper, resources), LEVEL_THREADS, 0, stream, *args));
  return OK;
}

static Status stage_launch(const RouteLadder *l, const Design *d, const Args *args, int stage) {
  const cudaStream_t stream = cuda_state(l->be)->stream;
  const bool choice = stage == ROUTE_LADDER_CHOICE;
  const unsigned threads = choice ? (unsigned)CHOICE_THREADS : (unsigned)d->threads;
  const unsigned blocks = (args->moves + threads - 1) / threads;
  if (stage == ROUTE_LADDER_HIERARCHY) return hierarchy_launch(l, d, args);
  if (choice)
    CUDA_TRY(cudaMemsetAsync(args->best, 0xff, sizeof *args->best, stream)); /* ROUTE_LADDER_NO_KEY */
  CUDA_TRY(cuda_launch(d->stage[stage], dim3(choice ? std::min(blocks, (unsigned)CHOICE_BLOCKS) : blocks),
                       threads, 0, stream, *args));
  return OK;
}

static Status seconds_between(cudaEvent_t begin, cudaEvent_t end, uint32_t repeats, double *seconds) {
  float milliseconds;
  CUDA_TRY(cudaEventSynchronize(end));
  CUDA_TRY(cudaEventElapsedTime(&milliseconds, begin, end));
  *seconds = milliseconds * 1e-3 / repeats;
  return OK;
}

/* ---- the hierarchy ---- */

/* Where a design has it. */
static void *hierarchy_of(const Design *d, const Args *args, int resource) {
  return d->fields ? (void *)args->fields[resource] : (void *)args->records[resource];
}

static Status hierarchy_clear(const RouteLadder *l, const Design *d, const Args *args) {
  for (int resource = 0; resource < ref_resources(&args->data); resource++)
    CUDA_TRY(cudaMemsetAsync(hierarchy_of(d, args, resource), 0,
                             (size_t)args->blocks.segments * sizeof(RefSegment), cuda_state(l->be)->stream));
  return OK;
}

/* The segments of fields a, b, t, f. */
static std::vector<RefSegment> records_of(const std::vector<RefSegment> &fields) {
  const size_t count = fields.size();
  const int32_t *at = (const int32_t *)fields.data();
  std::vector<RefSegment> records(count);
  for (size_t s = 0; s < count; s++)
    records[s] = {at[s], at[count + s], at[2 * count + s], at[3 * count + s]};
  return records;
}

/* What the device has made is what the host has made. */
static Status hierarchy_check(const RouteLadder *l, const Design *d, const Args *args) {
  for (int resource = 0; resource < ref_resources(&args->data); resource++) {
    const std::vector<RefSegment> &want = *l->made[d->powers][resource];
    const size_t bytes = want.size() * sizeof(RefSegment);
    std::vector<RefSegment> got(want.size());
    TRY(l->be->ops->download(l->be, got.data(), hierarchy_of(d, args, resource), bytes));
    if (d->fields) got = records_of(got);
    if (memcmp(got.data(), want.data(), bytes) != 0)
      FAIL(ERR_INTERNAL, "ladder: %s: expected the host's segment hierarchy, found another one", d->is.name);
  }
  return OK;
}

/* ---- stages ---- */

/* What other designs have left behind goes first, so that a kernel that does nothing is found out. */
static Status stages_prepare(const RouteLadder *l, const Design *d, const Args *args) {
  const cudaStream_t stream = cuda_state(l->be)->stream;
  CUDA_TRY(cudaMemsetAsync(args->real, 0, args->moves * sizeof *args->real, stream));
  CUDA_TRY(cudaMemsetAsync(args->feasible, 0, args->moves, stream));
  TRY(hierarchy_clear(l, d, args));
  for (int stage = 0; stage < ROUTE_LADDER_STAGES; stage++) {
    if (stage == ROUTE_LADDER_OBJECTIVE || stage == ROUTE_LADDER_CRITERION)
      CUDA_TRY(
          cudaFuncSetAttribute(d->stage[stage], cudaFuncAttributePreferredSharedMemoryCarveout, d->carveout));
    TRY(stage_launch(l, d, args, stage));
  }
  return OK;
}

static Status stages_run(RouteLadder *l, const Design *d, uint32_t repeats, RouteLadderTimes *times) {
  const cudaStream_t stream = cuda_state(l->be)->stream;
  const Args args = args_of(l, d);
  TRY(stages_prepare(l, d, &args));
  for (int stage = 0; stage < ROUTE_LADDER_STAGES; stage++) {
    CUDA_TRY(cudaEventRecord(l->event[stage], stream));
    for (uint32_t r = 0; r < repeats; r++) TRY(stage_launch(l, d, &args, stage));
  }
  CUDA_TRY(cudaEventRecord(l->event[ROUTE_LADDER_STAGES], stream));
  times->total = 0;
  for (int stage = 0; stage < ROUTE_LADDER_STAGES; stage++) {
    TRY(seconds_between(l->event[stage], l->event[stage + 1], repeats, &times->stage[stage]));
    times->total += times->stage[stage];
  }
  return hierarchy_check(l, d, &args);
}

static Status best_get(RouteLadder *l, ThreeOptMove *best) {
  unsigned long long key;
  RouteLadderMove move;
  *best = {};
  TRY(l->be->ops->download(l->be, &key, l->args.best, sizeof key));
  if (key == ROUTE_LADDER_NO_KEY) return OK;
  TRY(route_ladder_list(l, (uint32_t)key, 1, &move));
  *best = {route_ladder_key_delta(key), move.i, move.j, move.k, move.way};
  return OK;
}

/* Scans by an evaluator of the library. */
static Status scans_time(RouteLadder *l, ThreeOptPlace *place, uint32_t repeats, RouteLadderTimes *times,
                         ThreeOptMove *best) {
  const ThreeOptKernels *ops = l->be->ops->three_opt;
  const cudaStream_t stream = cuda_state(l->be)->stream;
  *times = {};
  TRY(ops->put(l->be, place, l->tour->data(), l->args.n));
  TRY(ops->scan(l->be, place, {0, 1}, best));
  CUDA_TRY(cudaEventRecord(l->event[0], stream));
  for (uint32_t r = 0; r < repeats; r++) TRY(ops->scan(l->be, place, {0, 1}, best));
  CUDA_TRY(cudaEventRecord(l->event[1], stream));
  return seconds_between(l->event[0], l->event[1], repeats, &times->total);
}

static Status scans_run(RouteLadder *l, const Design *d, uint32_t repeats, RouteLadderTimes *times,
                        ThreeOptMove *best) {
  const ThreeOptKernels *ops = l->be->ops->three_opt;
  ThreeOptPlace *place = NULL;
  TRY(ops->open(l->be, &l->args.data, l->args.n, d->evaluator, 0, &place));
  const Status status = scans_time(l, place, repeats, times, best);
  ops->close(l->be, place);
  return status;
}

static const RouteLadderDesign *route_ladder_design(int k) {
  return k >= 0 && k < DESIGNS ? &designs[k].is : NULL;
}

static Status route_ladder_run(RouteLadder *l, int k, uint32_t repeats, RouteLadderTimes *times,
                               ThreeOptMove *best) {
  if (!designs[k].is.stages) return scans_run(l, &designs[k], repeats, times, best);
  TRY(stages_run(l, &designs[k], repeats, times));
  return best_get(l, best);
}

/* Of the hierarchy those of its lower level. */
static Status route_ladder_registers(int k, int32_t registers[ROUTE_LADDER_STAGES]) {
  for (int stage = 0; stage < ROUTE_LADDER_STAGES; stage++) {
    cudaFuncAttributes attributes;
    CUDA_TRY(cudaFuncGetAttributes(&attributes, designs[k].stage[stage]));
    registers[stage] = attributes.numRegs;
  }
  return OK;
}

extern "C" const RouteLadderKernels route_ladder_kernels_cuda = {
    route_ladder_design,    route_ladder_bytes, route_ladder_open, route_ladder_list,
    route_ladder_registers, route_ladder_run,   route_ladder_close};
