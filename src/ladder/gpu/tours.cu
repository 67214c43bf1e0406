/* The ladder on a device: memory, start tours, the clock. The designs are in tour_designs.cuh. See tour_kernels.h. */
#include <stdlib.h>
#include "tour_designs.cuh"
#include "problem/tsp/tsp.h"

using namespace tour_ladder;

namespace {

/* ---- memory ---- */

/* Allocates memory and makes start tours for so many climbers. */
Status reserve_climbers(TourLadder *l, const TourLadderRun *run) {
  if (run->climbers <= l->capacity && run->seed == l->seed) return OK;
  const uint32_t capacity = std::max(run->climbers, l->capacity);
  const size_t bytes = (size_t)capacity * (size_t)l->n * sizeof(int32_t);
  Backend *be = l->be;
  l->capacity = 0;
  be->ops->free(be, l->start);
  be->ops->free(be, l->tours);
  be->ops->free(be, l->slots.all);
  l->start = l->tours = NULL;
  l->slots.all = NULL;
  TRY(be->ops->alloc(be, bytes, (void **)&l->start));
  TRY(be->ops->alloc(be, bytes, (void **)&l->tours));
  TRY(be->ops->alloc(be, slots_bytes(capacity + 1), &l->slots.all));
  slots_divide(&l->slots, capacity + 1);
  CUDA_TRY(cuda_launch(start_kernel, setup_blocks, setup_threads, 0, cuda_state(be)->stream, l->start, l->n,
                       capacity, run->seed));
  l->capacity = capacity;
  l->seed = run->seed;
  return OK;
}

Status reserve_matrix(TourLadder *l) {
  if (l->matrix) return OK;
  TRY(l->be->ops->alloc(l->be, matrix_bytes(l, 0), (void **)&l->matrix));
  CUDA_TRY(cuda_launch(matrix_kernel, setup_blocks, setup_threads, 0, cuda_state(l->be)->stream, l->matrix,
                       reinterpret_cast<const double2 *>(l->problem->xy), l->n));
  return OK;
}

/* Resets everything to the state before the first step. */
Status prepare(TourLadder *l, const Design *d, const TourLadderRun *run) {
  cudaStream_t stream = cuda_state(l->be)->stream;
  TRY(reserve_climbers(l, run));
  if (d->matrix) TRY(reserve_matrix(l));
  TRY(l->be->ops->copy(l->be, l->tours, l->start, (size_t)run->climbers * (size_t)l->n * sizeof(int32_t)));
  CUDA_TRY(cuda_launch(slots_kernel, setup_blocks, setup_threads, 0, stream, l->slots, run->climbers));
  CUDA_TRY(cudaMemsetAsync(l->counters, 0, FIRST_BEGAN * sizeof *l->counters, stream));
  CUDA_TRY(cudaMemsetAsync(l->counters + FIRST_BEGAN, 0xff, (COUNTERS - FIRST_BEGAN) * sizeof *l->counters,
                           stream));
  CUDA_TRY(cudaStreamSynchronize(stream));
  return OK;
}

/* ---- the interface ---- */

const TourLadderDesign *ladder_design(int k) { return k >= 0 && k < DESIGNS ? &designs[k].is : NULL; }
int32_t ladder_largest(const TourLadder *l, int k) { return designs[k].largest(l); }
const char *ladder_rounding(const TourLadder *l) {
  return l->rounding == WHOLE ? "whole numbers: a float root, put right by integers"
                              : "double precision: coordinates are no whole numbers, or too far apart";
}

Status ladder_climb(TourLadder *l, int k, const TourLadderRun *run, TourLadderResult *result) {
  const Design *d = &designs[k];
  cudaStream_t stream = cuda_state(l->be)->stream;
  uint64_t counters[COUNTERS];
  float milliseconds;
  if (l->n > d->largest(l) || !run->climbers)
    FAIL(ERR_INTERNAL, "ladder: %s with %d cities and %u climbers", d->is.name, l->n, run->climbers);
  TRY(prepare(l, d, run));
  CUDA_TRY(cudaEventRecord(l->begin, stream));
  TRY(d->who->launch(l, d, run));
  CUDA_TRY(cudaEventRecord(l->end, stream));
  CUDA_TRY(cudaEventSynchronize(l->end));
  CUDA_TRY(cudaEventElapsedTime(&milliseconds, l->begin, l->end));
  TRY(l->be->ops->download(l->be, counters, l->counters, sizeof counters));
  *result = {counters[STEPS_DONE], counters[CLIMBERS_FINISHED], milliseconds * 1e-3, 0};
  if (counters[FIRST_FINISHED] != UINT64_MAX && counters[FIRST_BEGAN] != UINT64_MAX)
    result->first_s = 1e-9 * (double)(counters[FIRST_FINISHED] - counters[FIRST_BEGAN]);
  return OK;
}

Status ladder_resident(TourLadder *l, int k, int threads, uint32_t *climbers) {
  return designs[k].who->resident(l, &designs[k], threads, climbers);
}

/* The formula of tour_launch.h with what this device and the kernel say. */
Status ladder_computed(TourLadder *l, int k, int *threads) {
  const Design *d = &designs[k];
  const CudaState *const cuda = cuda_state(l->be);
  cudaFuncAttributes kernel;
  int value[3];
  *threads = 0;
  if (!d->is.computed) return OK;
  CUDA_TRY(cudaDeviceGetAttribute(&value[0], cudaDevAttrMaxBlocksPerMultiprocessor, l->be->device));
  CUDA_TRY(cudaDeviceGetAttribute(&value[1], cudaDevAttrMaxThreadsPerMultiProcessor, l->be->device));
  CUDA_TRY(cudaDeviceGetAttribute(&value[2], cudaDevAttrMaxRegistersPerMultiprocessor, l->be->device));
  CUDA_TRY(cudaFuncGetAttributes(&kernel, d->kernel[l->rounding]));
  const LaunchRoom room = {(uint64_t)value[0], (uint64_t)value[1], (uint64_t)value[2], cuda->shared_sm};
  const size_t none = d->shared_bytes(l, 0);
  const LaunchNeed need = {(uint64_t)kernel.numRegs, none + kernel.sharedSizeBytes + cuda->shared_reserved,
                           d->shared_bytes(l, 1) - none};
  *threads = launch_threads_computed(l->n, &room, &need);
  return OK;
}

Status ladder_tours(TourLadder *l, uint32_t climbers, int32_t *tours) {
  return l->be->ops->download(l->be, tours, l->tours, (size_t)climbers * (size_t)l->n * sizeof *tours);
}

void ladder_close(TourLadder *l) {
  if (!l) return;
  void *arrays[] = {l->whole, l->matrix, l->start, l->tours, l->counters, l->slots.all};
  for (void *array : arrays) l->be->ops->free(l->be, array);
  if (l->begin) cudaEventDestroy(l->begin);
  if (l->end) cudaEventDestroy(l->end);
  free(l);
}

/* Dynamic shared memory that a block can have beside the kernels' static one. */
Status read_room(TourLadder *l) {
  cudaFuncAttributes attributes;
  CUDA_TRY(cudaFuncGetAttributes(&attributes, block_kernel<SharedMatrix, Rows>));
  l->room = cuda_state(l->be)->shared_block - attributes.sharedSizeBytes;
  return OK;
}

Status open_on_device(TourLadder *l, const Instance *inst) {
  int2 *whole = NULL;
  TRY(read_room(l));
  CUDA_TRY(cudaEventCreate(&l->begin));
  CUDA_TRY(cudaEventCreate(&l->end));
  TRY(l->be->ops->alloc(l->be, COUNTERS * sizeof *l->counters, (void **)&l->counters));
  TRY(whole_coordinates(inst, &whole));
  l->rounding = whole ? WHOLE : REAL;
  if (!whole) return OK;
  const size_t bytes = (size_t)l->n * sizeof *whole;
  Status status = l->be->ops->alloc(l->be, bytes, (void **)&l->whole);
  if (status == OK) status = l->be->ops->upload(l->be, l->whole, whole, bytes);
  free(whole);
  return status;
}

Status ladder_open(Backend *be, const Instance *inst, const ClimbProblem *problem, TourLadder **out) {
  if (tsp_of(inst)->metric != METRIC_EUC_2D || inst->n < 4 || inst->n > LADDER_CITIES_MAX)
    FAIL(ERR_USAGE, "ladder: expected EUC_2D and 4 to %d cities, found %s and %d", LADDER_CITIES_MAX,
         metric_name(tsp_of(inst)->metric), inst->n);
  CUDA_TRY(cudaSetDevice(be->device)); /* of this module's copy of the runtime */
  TourLadder *l = (TourLadder *)calloc(1, sizeof *l);
  if (!l) FAIL(ERR_MEMORY, "no memory for a ladder");
  l->be = be;
  l->problem = problem;
  l->n = inst->n;
  Status status = open_on_device(l, inst);
  if (status == OK)
    *out = l;
  else
    ladder_close(l);
  return status;
}

} // namespace

extern "C" const TourLadderKernels tour_ladder_kernels_cuda = {
    ladder_design,   ladder_open,  ladder_rounding, ladder_largest, ladder_resident,
    ladder_computed, ladder_climb, ladder_tours,    ladder_close};
