/* The restart ladder on a device: memory, the index table, runs between events. The kernels are in restart_kernels.cuh. See
 * ladder/restart_kernels.h. */
#include "ladder/restart_kernels.h"
#include <algorithm>
#include <stdlib.h>
#include "individual.h"
#include "restart_kernels.cuh"
#include "restart_table.cuh"

using namespace restart_ladder;

enum { BEGUN, STARTED, CLIMBED, ENDED, EVENTS };

struct RestartLadder {
  Backend *be;
  const ClimbProblem *problem;
  int32_t n, *matrix;
  size_t room;       /* bytes of shared memory that a block can have */
  uint32_t *pairs;   /* the index table, made when it is first needed */
  uint32_t capacity; /* climbers that the arrays can hold */
  int32_t *columns, *tours;
  Score *scores, *bests; /* (capacity), (capacity / 1024 + 1) */
  uint64_t *passes;
  uint32_t *next;
  void *slots; /* for the library's own kernels */
  cudaEvent_t event[EVENTS];
};

namespace {

enum { FILL_BLOCKS = 1024, FILL_THREADS = 128 };

cudaStream_t stream_of(const RestartLadder *l) { return cuda_state(l->be)->stream; }

Args args_of(const RestartLadder *l, uint32_t climbers) {
  return {l->n,
          climbers,
          l->matrix,
          l->pairs,
          l->tours,
          l->scores,
          reinterpret_cast<unsigned long long *>(l->passes),
          l->next};
}

/* ---- the index table ---- */

/* Flags where rows begin, from the scan of the shape; then i and j - i - 2 from the scans of flags and of ones. */
Status table_fill(RestartLadder *l, uint32_t *columns, uint32_t *flags, uint32_t *shape) {
  const uint32_t count = restart_pairs(l->n), rows = (uint32_t)l->n - 2;
  uint32_t *const ends = columns; /* is needed before the columns are */
  const uint32_t *const none = NULL;
  cudaStream_t stream = stream_of(l);
  CUDA_TRY(cudaMemsetAsync(flags, 0, count * sizeof *flags, stream));
  CUDA_TRY(cuda_launch(shape_kernel, FILL_BLOCKS, FILL_THREADS, 0, stream, shape, l->n));
  CUDA_TRY(cuda_launch(scan_kernel, 1, SCAN_THREADS, 0, stream, shape, none, ends, rows));
  CUDA_TRY(cuda_launch(flag_kernel, FILL_BLOCKS, FILL_THREADS, 0, stream, ends, flags, l->n));
  CUDA_TRY(cuda_launch(scan_kernel, 1, SCAN_THREADS, 0, stream, flags, none, l->pairs, count));
  CUDA_TRY(cuda_launch(scan_kernel, 1, SCAN_THREADS, 0, stream, none, flags, columns, count));
  CUDA_TRY(cuda_launch(zip_kernel, FILL_BLOCKS, FILL_THREADS, 0, stream, l->pairs, columns, count));
  CUDA_TRY(cudaStreamSynchronize(stream));
  return OK;
}

Status table_make(RestartLadder *l) {
  const size_t bytes = restart_pairs(l->n) * sizeof(uint32_t);
  const BackendOps *const ops = l->be->ops;
  uint32_t *columns = NULL, *flags = NULL, *shape = NULL;
  if (l->pairs) return OK;
  Status status = ops->alloc(l->be, bytes, (void **)&l->pairs);
  if (status == OK) status = ops->alloc(l->be, bytes, (void **)&columns);
  if (status == OK) status = ops->alloc(l->be, bytes, (void **)&flags);
  if (status == OK) status = ops->alloc(l->be, (size_t)l->n * sizeof *shape, (void **)&shape);
  if (status == OK) status = table_fill(l, columns, flags, shape);
  ops->free(l->be, columns);
  ops->free(l->be, flags);
  ops->free(l->be, shape);
  return status;
}

/* ---- climbs of each design ---- */

typedef Status (*Climbs)(RestartLadder *l, uint32_t climbers);

/* Dynamic shared memory, of which a block may have more than the usual 48 KB. */
Status shared_allow(void (*kernel)(Args), size_t bytes) {
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
  return OK;
}

size_t block_bytes(int32_t n) { return records_bytes(restart_threads(n)) + cities_bytes(n); }
size_t matrix_bytes(int32_t n) { return (size_t)n * (size_t)n * sizeof(int32_t); }

Status blocks_queue(RestartLadder *l, void (*kernel)(Args), size_t bytes, uint32_t climbers) {
  TRY(shared_allow(kernel, bytes));
  CUDA_TRY(cuda_launch(kernel, climbers, restart_threads(l->n), bytes, stream_of(l), args_of(l, climbers)));
  return OK;
}

Status climb_table(RestartLadder *l, uint32_t climbers) {
  return blocks_queue(l, block_kernel<Zipped, InGlobal>, block_bytes(l->n), climbers);
}
Status climb_hundred(RestartLadder *l, uint32_t climbers) {
  return blocks_queue(l, block_kernel<Zipped, InShared>, block_bytes(l->n) + matrix_bytes(l->n), climbers);
}
Status climb_calculated(RestartLadder *l, uint32_t climbers) {
  return blocks_queue(l, block_kernel<Calculated, InGlobal>, block_bytes(l->n), climbers);
}

/* As many blocks as are resident. */
Status climb_worklist(RestartLadder *l, uint32_t climbers) {
  const size_t bytes = matrix_bytes(l->n);
  int per_sm = 0;
  TRY(shared_allow(worklist_kernel, bytes));
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, worklist_kernel, 1024, bytes));
  if (!per_sm) FAIL(ERR_INTERNAL, "ladder: no block of the worklist fits with %d cities", l->n);
  CUDA_TRY(cudaMemsetAsync(l->next, 0, sizeof *l->next, stream_of(l)));
  CUDA_TRY(cuda_launch(worklist_kernel, (unsigned)(per_sm * cuda_state(l->be)->sms), 1024, bytes,
                       stream_of(l), args_of(l, climbers)));
  return OK;
}

/* Arrays of the library's state, an element a climber: two of 64 bits, six of 32. */
enum { SLOT_BYTES = 2 * sizeof(int64_t) + 6 * sizeof(uint32_t) };

__global__ void slots_kernel(ClimbState s) {
  for (uint32_t c = blockIdx.x * blockDim.x + threadIdx.x; c < s.slots; c += gridDim.x * blockDim.x) {
    s.contender_cost[c] = COST_NONE;
    s.slot_cost[c] = 0;
    s.quota[c] = s.drawn[c] = s.contender_climber[c] = s.lock[c] = 0;
    s.slot_island[c] = s.slot_climber[c] = c;
  }
}

/* Climbers are slots under way, each on an island of its own whose contender's tour is the slot's tour; none draws another climber. */
ClimbState slots_of(const RestartLadder *l, uint32_t climbers) {
  ClimbState s = {};
  int64_t *const costs = static_cast<int64_t *>(l->slots);
  uint32_t *words = reinterpret_cast<uint32_t *>(costs + 2 * (size_t)climbers);
  uint32_t **const arrays[] = {&s.quota, &s.drawn,       &s.contender_climber,
                               &s.lock,  &s.slot_island, &s.slot_climber};
  s.islands = s.group = s.slots = climbers;
  s.instances = 1;
  s.champion_cost = s.contender_cost = costs;
  s.slot_cost = costs + climbers;
  for (uint32_t **array : arrays) {
    *array = words;
    words += climbers;
  }
  s.cursor = s.drawn;
  s.champion_tour = s.contender_tour = s.slot_tour = l->tours;
  s.counters = l->passes;
  return s;
}

Status climb_ours(RestartLadder *l, uint32_t climbers) {
  const ClimbState state = slots_of(l, climbers);
  CUDA_TRY(cuda_launch(slots_kernel, FILL_BLOCKS, FILL_THREADS, 0, stream_of(l), state));
  TRY(l->be->ops->climb->advance(l->be, l->problem, &state, UINT32_MAX));
  CUDA_TRY(cuda_launch(cost_kernel, FILL_BLOCKS, FILL_THREADS, 0, stream_of(l), args_of(l, climbers)));
  return OK;
}

/* ---- the designs ---- */

struct Design {
  RestartDesign is;
  Climbs climbs;
  size_t (*bytes)(int32_t n); /* of shared memory of a block; NULL: it does not limit n */
  int32_t most;
};

size_t hundred_bytes(int32_t n) { return block_bytes(n) + matrix_bytes(n); }

const Design designs[] = {
    {{"index-table", "a matrix is made", 20}, climb_table, NULL, RESTART_CITIES_MAX},
    {{"hundred", "the matrix must fit in a block's shared memory", 20},
     climb_hundred,
     hundred_bytes,
     RESTART_CITIES_MAX},
    {{"calculated", "from 2050 on the published float formula gives wrong pairs", 16},
     climb_calculated,
     NULL,
     RESTART_CALCULATED_MAX},
    {{"thread-worklist", "the matrix must fit in a block's shared memory", 12},
     climb_worklist,
     matrix_bytes,
     WORKLIST_CITIES},
    {{"ours", "a matrix is made", 0}, climb_ours, NULL, RESTART_CITIES_MAX},
};
enum { DESIGNS = sizeof designs / sizeof *designs };

const RestartDesign *restart_design(int k) { return k >= 0 && k < DESIGNS ? &designs[k].is : NULL; }

int32_t restart_largest(const RestartLadder *l, int k) {
  int32_t n = designs[k].most;
  while (designs[k].bytes && n > 0 && designs[k].bytes(n) > l->room) n--;
  return n;
}

/* ---- a run ---- */

Status reserve_climbers(RestartLadder *l, uint32_t climbers) {
  Backend *const be = l->be;
  const size_t bytes = (size_t)climbers * (size_t)l->n * sizeof(int32_t);
  if (climbers <= l->capacity) return OK;
  void **const arrays[] = {(void **)&l->columns, (void **)&l->tours, (void **)&l->scores, (void **)&l->bests,
                           &l->slots};
  const size_t sizes[] = {bytes, bytes, climbers * sizeof(Score), (climbers / 1024 + 1) * sizeof(Score),
                          (size_t)climbers * SLOT_BYTES};
  l->capacity = 0;
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    be->ops->free(be, *arrays[k]);
    *arrays[k] = NULL;
    TRY(be->ops->alloc(be, sizes[k], arrays[k]));
  }
  l->capacity = climbers;
  return OK;
}

Status starts_queue(RestartLadder *l, uint64_t seed, uint32_t climbers) {
  CUDA_TRY(cuda_launch(start_kernel, FILL_BLOCKS, FILL_THREADS, 0, stream_of(l), l->columns, l->n, climbers,
                       seed));
  CUDA_TRY(cuda_launch(transpose_kernel, FILL_BLOCKS, SQUARE_THREADS, 0, stream_of(l), l->columns, l->tours,
                       l->n, climbers));
  return OK;
}

/* From scores to bests and back until one is left: *best. */
Status outer_queue(RestartLadder *l, uint32_t climbers, Score **best) {
  Score *from = l->scores, *to = l->bests;
  uint32_t count = climbers;
  do {
    const uint32_t blocks = (count + 2 * OUTER_THREADS - 1) / (2 * OUTER_THREADS);
    CUDA_TRY(cuda_launch(outer_kernel, blocks, OUTER_THREADS, 0, stream_of(l), from, to, count));
    std::swap(from, to);
    count = blocks;
  } while (count > 1);
  *best = from;
  return OK;
}

Status run_queue(RestartLadder *l, int k, uint64_t seed, uint32_t climbers, Score **best) {
  cudaStream_t stream = stream_of(l);
  CUDA_TRY(cudaMemsetAsync(l->passes, 0, 2 * sizeof *l->passes, stream));
  CUDA_TRY(cudaEventRecord(l->event[BEGUN], stream));
  TRY(starts_queue(l, seed, climbers));
  CUDA_TRY(cudaEventRecord(l->event[STARTED], stream));
  TRY(designs[k].climbs(l, climbers));
  CUDA_TRY(cudaEventRecord(l->event[CLIMBED], stream));
  TRY(outer_queue(l, climbers, best));
  CUDA_TRY(cudaEventRecord(l->event[ENDED], stream));
  CUDA_TRY(cudaEventSynchronize(l->event[ENDED]));
  return OK;
}

Status restart_run(RestartLadder *l, int k, uint64_t seed, uint32_t climbers, RestartResult *result) {
  Score *at, best;
  float whole, climbs;
  if (l->n > restart_largest(l, k) || !climbers)
    FAIL(ERR_INTERNAL, "ladder: %s with %d cities and %u climbers", designs[k].is.name, l->n, climbers);
  TRY(reserve_climbers(l, climbers));
  TRY(table_make(l));
  TRY(run_queue(l, k, seed, climbers, &at));
  CUDA_TRY(cudaEventElapsedTime(&whole, l->event[BEGUN], l->event[ENDED]));
  CUDA_TRY(cudaEventElapsedTime(&climbs, l->event[STARTED], l->event[CLIMBED]));
  TRY(l->be->ops->download(l->be, &best, at, sizeof best));
  *result = {whole * 1e-3, climbs * 1e-3, 0, best.cost, best.climber};
  return l->be->ops->download(l->be, &result->passes, l->passes, sizeof result->passes);
}

/* ---- the interface ---- */

Status restart_tours(RestartLadder *l, uint32_t climbers, int32_t *tours) {
  return l->be->ops->download(l->be, tours, l->tours, (size_t)climbers * (size_t)l->n * sizeof *tours);
}

Status restart_table(RestartLadder *l, uint32_t *pairs) {
  TRY(table_make(l));
  return l->be->ops->download(l->be, pairs, l->pairs, restart_pairs(l->n) * sizeof *pairs);
}

void restart_close(RestartLadder *l) {
  if (!l) return;
  void *const arrays[] = {l->matrix, l->pairs,  l->columns, l->tours, l->scores,
                          l->bests,  l->passes, l->next,    l->slots};
  for (void *array : arrays) l->be->ops->free(l->be, array);
  for (cudaEvent_t event : l->event)
    if (event) cudaEventDestroy(event);
  free(l);
}

Status open_on_device(RestartLadder *l, const int32_t *matrix) {
  Backend *const be = l->be;
  const size_t bytes = matrix_bytes(l->n);
  l->room = cuda_state(be)->shared_block;
  for (cudaEvent_t &event : l->event) CUDA_TRY(cudaEventCreate(&event));
  TRY(be->ops->alloc(be, 2 * sizeof *l->passes, (void **)&l->passes));
  TRY(be->ops->alloc(be, sizeof *l->next, (void **)&l->next));
  TRY(be->ops->alloc(be, bytes, (void **)&l->matrix));
  return be->ops->upload(be, l->matrix, matrix, bytes);
}

Status restart_open(Backend *be, int32_t n, const int32_t *matrix, const ClimbProblem *problem,
                    RestartLadder **out) {
  if (n < 4 || n > RESTART_CITIES_MAX)
    FAIL(ERR_USAGE, "ladder: expected 4 to %d cities, found %d", RESTART_CITIES_MAX, n);
  CUDA_TRY(cudaSetDevice(be->device)); /* of this module's copy of the runtime */
  RestartLadder *l = (RestartLadder *)calloc(1, sizeof *l);
  if (!l) FAIL(ERR_MEMORY, "no memory for a ladder");
  l->be = be;
  l->problem = problem;
  l->n = n;
  Status status = open_on_device(l, matrix);
  if (status == OK)
    *out = l;
  else
    restart_close(l);
  return status;
}

} // namespace

extern "C" const RestartKernels restart_ladder_kernels_cuda = {
    restart_design, restart_open, restart_largest, restart_run, restart_tours, restart_table, restart_close};
