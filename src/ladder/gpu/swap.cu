/* The swap ladder on a device: memory, the host's loop, the clock. See ladder/swap_kernels.h. */
#include "swap_device.cuh"

#include <algorithm>
#include <stdlib.h>
#include "clock.h"

struct SwapLadder {
  Backend *be;
  SwapClimb climb;
  swap_ladder::Args args;
  int32_t *start; /* (n) */
  uint32_t room;  /* threads of evaluate that the arrays hold */
  cudaEvent_t event[3];
};

namespace swap_ladder {

typedef void (*Evaluate)(Args, uint32_t);
typedef void (*Apply)(Args, uint32_t);
typedef void (*Fitted)(Args);

/* ---- the designs ---- */

enum {
  TIMED = 200 /* iterations whose kernels are timed apart */,
  QUEUED = 32,
  SMALL_L1 = cudaSharedmemCarveoutMaxShared,
  LARGE_L1 = cudaSharedmemCarveoutMaxL1,
  SHARED_MOST = 48 << 10
};

struct Design {
  SwapDesign is;
  unsigned blocks, threads; /* of evaluate; 0 blocks: fitted */
  int carveout;
  Evaluate evaluate[2]; /* without and with side constraints */
  Apply apply;
  Evaluate math, memory; /* of designs with parts */
};

#define EVALUATE(MAP, STRIDED)                                                                               \
  { evaluate_kernel<MAP, STRIDED, Always, SWAP_WHOLE>, evaluate_kernel<MAP, STRIDED, Forbid, SWAP_WHOLE> }
#define PARTS(MAP, STRIDED)                                                                                  \
  evaluate_kernel<MAP, STRIDED, Always, SWAP_MATH>, evaluate_kernel<MAP, STRIDED, Always, SWAP_MEMORY>

/* clang-format off */
const Design designs[] = {
    {{"base", SWAP_ROOT, true}, 64, 128, SMALL_L1, EVALUATE(SWAP_ROOT, false), apply_kernel<false, false>, PARTS(SWAP_ROOT, false)},
    {{"occupancy", SWAP_ROOT, false}, 105, 192, SMALL_L1, EVALUATE(SWAP_ROOT, false), apply_kernel<false, false>, NULL, NULL},
    {{"large-l1", SWAP_ROOT, false}, 105, 192, LARGE_L1, EVALUATE(SWAP_ROOT, false), apply_kernel<false, false>, NULL, NULL},
    {{"strided-moves", SWAP_ROOT, true}, 105, 192, LARGE_L1, EVALUATE(SWAP_ROOT, true), apply_kernel<false, false>, PARTS(SWAP_ROOT, true)},
    {{"strided-bests", SWAP_ROOT, false}, 105, 192, LARGE_L1, EVALUATE(SWAP_ROOT, true), apply_kernel<true, false>, NULL, NULL},
    {{"unrolled", SWAP_ROOT, false}, 105, 192, LARGE_L1, EVALUATE(SWAP_ROOT, true), apply_kernel<true, true>, NULL, NULL},
    {{"rearranged", SWAP_REARRANGED, false}, 105, 192, LARGE_L1, EVALUATE(SWAP_REARRANGED, true), apply_kernel<true, true>, NULL, NULL},
    {{"folded", SWAP_FOLDED, true}, 105, 192, LARGE_L1, EVALUATE(SWAP_FOLDED, true), apply_kernel<true, true>, PARTS(SWAP_FOLDED, true)},
    {{"fitted", SWAP_FOLDED, false}, 0, FITTED_THREADS, LARGE_L1, {NULL, NULL}, NULL, NULL, NULL}};
/* clang-format on */
enum { DESIGNS = sizeof designs / sizeof *designs };

const SwapDesign *design(int k) { return k >= 0 && k < DESIGNS ? &designs[k].is : NULL; }

/* ---- a climb ---- */

Status reset(SwapLadder *l) {
  cudaStream_t stream = cuda_state(l->be)->stream;
  TRY(l->be->ops->copy(l->be, l->args.tour, l->start, (size_t)l->climb.n * sizeof(int32_t)));
  CUDA_TRY(cudaMemsetAsync(l->args.state, 0, sizeof(State), stream));
  CUDA_TRY(cudaStreamSynchronize(stream));
  return OK;
}

Status run_end(SwapLadder *l, SwapRun *run) {
  State state;
  TRY(l->be->ops->download(l->be, &state, l->args.state, sizeof state));
  run->steps = state.steps;
  if (!state.steps) return OK;
  return l->be->ops->download(l->be, run->step, l->args.step, state.steps * sizeof *run->step);
}

/* Two kernels, and the copy of four bytes that the host tests. `timed`: the kernels apart, by events. */
Status iteration(SwapLadder *l, const Design *d, bool timed, int32_t *change, double seconds[2]) {
  cudaStream_t stream = cuda_state(l->be)->stream;
  float ms[2];
  if (timed) CUDA_TRY(cudaEventRecord(l->event[0], stream));
  CUDA_TRY(cuda_launch(d->evaluate[l->climb.forbid], dim3(d->blocks), d->threads, 0, stream, l->args, 0u));
  if (timed) CUDA_TRY(cudaEventRecord(l->event[1], stream));
  CUDA_TRY(cuda_launch(d->apply, dim3(1), APPLY_THREADS, 0, stream, l->args, d->blocks * d->threads));
  if (timed) CUDA_TRY(cudaEventRecord(l->event[2], stream));
  CUDA_TRY(cudaMemcpyAsync(change, l->args.change, sizeof *change, cudaMemcpyDeviceToHost, stream));
  CUDA_TRY(cudaStreamSynchronize(stream));
  if (!timed) return OK;
  for (int k = 0; k < 2; k++) {
    CUDA_TRY(cudaEventElapsedTime(&ms[k], l->event[k], l->event[k + 1]));
    seconds[k] += 1e-3 * ms[k];
  }
  return OK;
}

Status published_run(SwapLadder *l, const Design *d, uint32_t limit, bool timed, SwapRun *run) {
  double seconds[2] = {0, 0};
  int32_t change = -1;
  TRY(reset(l));
  const double began = clock_s();
  for (run->iterations = 0; change < 0 && run->iterations < limit; run->iterations++)
    TRY(iteration(l, d, timed, &change, seconds));
  run->seconds = clock_s() - began;
  run->minimum = change >= 0;
  run->evaluate_s = seconds[0] / run->iterations;
  run->apply_s = seconds[1] / run->iterations;
  return OK;
}

/* Once with the kernels timed apart, which also is the warm-up, once as published. */
Status published_runs(SwapLadder *l, const Design *d, SwapRun *run) {
  SwapRun apart = {};
  for (int f = 0; f < 2; f++)
    CUDA_TRY(
        cudaFuncSetAttribute(d->evaluate[f], cudaFuncAttributePreferredSharedMemoryCarveout, d->carveout));
  TRY(published_run(l, d, std::min<uint32_t>(TIMED, l->climb.limit), true, &apart));
  TRY(published_run(l, d, l->climb.limit, false, run));
  run->evaluate_s = apart.evaluate_s;
  run->apply_s = apart.apply_s;
  return run_end(l, run);
}

/* ---- fitted ---- */

unsigned fitted_blocks(const SwapLadder *l) { return 2 * (unsigned)cuda_state(l->be)->sms; }

/* The host looks at the state every QUEUED iterations. */
Status fitted_run(SwapLadder *l, SwapRun *run) {
  const Fitted kernel = l->climb.forbid ? fitted_kernel<Forbid> : fitted_kernel<Always>;
  cudaStream_t stream = cuda_state(l->be)->stream;
  State state = {};
  TRY(reset(l));
  const double began = clock_s();
  while (!state.done) {
    for (int k = 0; k < QUEUED; k++)
      CUDA_TRY(cuda_launch(kernel, dim3(fitted_blocks(l)), FITTED_THREADS, 0, stream, l->args));
    TRY(l->be->ops->download(l->be, &state, l->args.state, sizeof state));
  }
  run->seconds = clock_s() - began;
  run->iterations = state.iterations;
  run->minimum = state.steps < state.iterations;
  run->evaluate_s = run->apply_s = 0;
  return run_end(l, run);
}

Status fitted_runs(SwapLadder *l, SwapRun *run) {
  TRY(fitted_run(l, run)); /* the first launch of a kernel includes loading its code */
  return fitted_run(l, run);
}

Status run(SwapLadder *l, int k, SwapRun *run) {
  const Design *d = &designs[k];
  return d->blocks ? published_runs(l, d, run) : fitted_runs(l, run);
}

Status tour_copy(SwapLadder *l, int32_t *tour) {
  return l->be->ops->download(l->be, tour, l->args.tour, (size_t)l->climb.n * sizeof *tour);
}

/* ---- numbers ---- */

Status wrong(SwapLadder *l, SwapMap map, uint64_t *count) {
  static void (*const kernels[SWAP_MAPS])(Args) = {wrong_kernel<SWAP_ROOT>, wrong_kernel<SWAP_REARRANGED>,
                                                   wrong_kernel<SWAP_FOLDED>};
  cudaStream_t stream = cuda_state(l->be)->stream;
  const unsigned blocks = std::min(4096u, (l->args.moves + 255) / 256);
  CUDA_TRY(cudaMemsetAsync(l->args.wrong, 0, sizeof *l->args.wrong, stream));
  CUDA_TRY(cuda_launch(kernels[map], dim3(blocks), 256, 0, stream, l->args));
  return l->be->ops->download(l->be, count, l->args.wrong, sizeof *count);
}

/* ---- parts ---- */

/* Bytes of dynamic shared memory with which the kernel has no more blocks on an SM than the whole has. */
Status occupancy_level(const Design *d, Evaluate kernel, size_t *bytes) {
  int whole, blocks;
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&whole, d->evaluate[0], (int)d->threads, 0));
  for (*bytes = 0; *bytes < SHARED_MOST; *bytes += 1024) {
    CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, (int)d->threads, *bytes));
    if (blocks <= whole) return OK;
  }
  return OK;
}

/* The best of all threads, or their sum. */
Status bests_join(SwapLadder *l, const Design *d, SwapPart part, SwapBest *result) {
  const uint32_t threads = d->blocks * d->threads;
  int32_t *change = (int32_t *)malloc(threads * sizeof *change);
  uint32_t *word = (uint32_t *)malloc(threads * sizeof *word);
  Status status = change && word ? OK : status_fail(ERR_MEMORY, "no memory for %u moves", threads);
  if (status == OK) status = l->be->ops->download(l->be, change, l->args.change, threads * sizeof *change);
  if (status == OK) status = l->be->ops->download(l->be, word, l->args.word, threads * sizeof *word);
  *result = swap_none();
  if (part == SWAP_MEMORY) result->word = 0;
  for (uint32_t t = 0; t < threads && status == OK; t++) {
    const SwapBest mine = {change[t], word[t]};
    if (part == SWAP_MEMORY)
      result->word += mine.word;
    else if (swap_better(mine, *result))
      *result = mine;
  }
  free(change);
  free(word);
  return status;
}

Status part(SwapLadder *l, int k, SwapPart part, uint32_t repeats, double *seconds, SwapBest *result) {
  const Design *d = &designs[k];
  const Evaluate kernels[] = {d->evaluate[0], d->math, d->memory}, kernel = kernels[part];
  cudaStream_t stream = cuda_state(l->be)->stream;
  const dim3 grid(d->blocks);
  float ms;
  size_t bytes;
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, d->carveout));
  TRY(occupancy_level(d, kernel, &bytes));
  TRY(reset(l));
  CUDA_TRY(cudaMemsetAsync(l->args.change, 0, l->room * sizeof *l->args.change, stream)); /* none */
  CUDA_TRY(cudaMemsetAsync(l->args.word, 0xff, l->room * sizeof *l->args.word, stream));
  CUDA_TRY(
      cuda_launch(kernel, grid, d->threads, bytes, stream, l->args, UINT32_MAX)); /* stores what it found */
  TRY(bests_join(l, d, part, result));
  CUDA_TRY(cudaEventRecord(l->event[0], stream));
  for (uint32_t r = 0; r < repeats; r++)
    CUDA_TRY(cuda_launch(kernel, grid, d->threads, bytes, stream, l->args, 0u));
  CUDA_TRY(cudaEventRecord(l->event[1], stream));
  CUDA_TRY(cudaEventSynchronize(l->event[1]));
  CUDA_TRY(cudaEventElapsedTime(&ms, l->event[0], l->event[1]));
  *seconds = 1e-3 * ms / repeats;
  return OK;
}

/* ---- memory ---- */

Status arrays_make(SwapLadder *l) {
  const size_t n = (size_t)l->climb.n;
  Args *a = &l->args;
  SwapPoint *point;
  for (int k = 0; k < DESIGNS; k++) l->room = std::max(l->room, designs[k].blocks * designs[k].threads);
  l->room = std::max(l->room, fitted_blocks(l));
  TRY(l->be->ops->alloc(l->be, n * sizeof *point, (void **)&point));
  a->point = point;
  TRY(l->be->ops->upload(l->be, point, l->climb.point, n * sizeof *point));
  TRY(l->be->ops->alloc(l->be, n * sizeof *a->tour, (void **)&a->tour));
  TRY(l->be->ops->alloc(l->be, n * sizeof *l->start, (void **)&l->start));
  TRY(l->be->ops->upload(l->be, l->start, l->climb.start, n * sizeof *l->start));
  TRY(l->be->ops->alloc(l->be, l->room * sizeof *a->change, (void **)&a->change));
  TRY(l->be->ops->alloc(l->be, l->room * sizeof *a->word, (void **)&a->word));
  TRY(l->be->ops->alloc(l->be, l->climb.limit * sizeof *a->step, (void **)&a->step));
  TRY(l->be->ops->alloc(l->be, sizeof *a->state, (void **)&a->state));
  return l->be->ops->alloc(l->be, sizeof *a->wrong, (void **)&a->wrong);
}

void close(SwapLadder *l) {
  if (!l) return;
  void *arrays[] = {(void *)l->args.point, l->args.tour,  l->args.change, l->args.word,
                    l->args.step,          l->args.state, l->args.wrong,  l->start};
  for (void *array : arrays) l->be->ops->free(l->be, array);
  for (cudaEvent_t event : l->event)
    if (event) cudaEventDestroy(event);
  free(l);
}

Status device_open(SwapLadder *l) {
  for (cudaEvent_t &event : l->event) CUDA_TRY(cudaEventCreate(&event));
  return arrays_make(l);
}

Status open(Backend *be, const SwapClimb *climb, SwapLadder **out) {
  CUDA_TRY(cudaSetDevice(be->device)); /* of this module's copy of the runtime */
  SwapLadder *l = (SwapLadder *)calloc(1, sizeof *l);
  if (!l) FAIL(ERR_MEMORY, "no memory for a ladder");
  l->be = be;
  l->climb = *climb;
  l->args.n = climb->n;
  l->args.moves = swap_count(climb->n);
  l->args.limit = climb->limit;
  const Status status = device_open(l);
  if (status == OK)
    *out = l;
  else
    close(l);
  return status;
}

} // namespace swap_ladder

extern "C" const SwapLadderKernels swap_ladder_kernels_cuda = {
    swap_ladder::design, swap_ladder::open, swap_ladder::run,  swap_ladder::tour_copy,
    swap_ladder::wrong,  swap_ladder::part, swap_ladder::close};
