/* The ladder of breadth-first search on a device: memory, the host's loop over levels, the clock. See ladder/level_kernels.h. */
#include "levels_device.cuh"

#include <stdlib.h>
#include "clock.h"
#include "halt.h"

using ladder_compact::Compact;

struct LevelLadder {
  Backend *be;
  level_ladder::Args args;
  Compact compact;
  cudaEvent_t event[3];
};

namespace level_ladder {

/* ---- the designs ---- */

/* Queues the labelling of a level from `count` vertices. */
typedef Status (*Label)(LevelLadder *l, uint32_t level, uint32_t count);

cudaStream_t stream_of(const LevelLadder *l) { return cuda_state(l->be)->stream; }
dim3 blocks_for(uint32_t threads) { return dim3((threads + THREADS - 1) / THREADS); }

Status label_shared(LevelLadder *l, uint32_t level, uint32_t) {
  CUDA_TRY(cuda_launch(basic_shared_kernel, blocks_for(l->args.n), THREADS, 0, stream_of(l), l->args, level));
  return OK;
}

Status label_plain(LevelLadder *l, uint32_t level, uint32_t) {
  CUDA_TRY(cuda_launch(basic_plain_kernel, blocks_for(l->args.n), THREADS, 0, stream_of(l), l->args, level));
  return OK;
}

Status label_active(LevelLadder *l, uint32_t level, uint32_t count) {
  CUDA_TRY(cuda_launch(active_kernel, blocks_for(count), THREADS, 0, stream_of(l), l->args, level, count));
  return OK;
}

Status label_queue(LevelLadder *l, uint32_t level, uint32_t count) {
  CUDA_TRY(cuda_launch(queue_kernel, blocks_for(count), THREADS, 0, stream_of(l), l->args, level, count));
  return OK;
}

struct Design {
  const char *name;
  Label label;
  bool lists; /* by flags and a scan */
};

const Design designs[] = {{"basic-shared", label_shared, false},
                          {"basic-plain", label_plain, false},
                          {"active", label_active, true},
                          {"queue", label_queue, false}};
enum { DESIGNS = sizeof designs / sizeof *designs };

const char *design(int k) { return k >= 0 && k < DESIGNS ? designs[k].name : NULL; }

/* ---- a search ---- */

Status split_add(LevelLadder *l, bool lists, LevelRun *run) {
  float kernel, list;
  CUDA_TRY(cudaEventElapsedTime(&kernel, l->event[0], l->event[1]));
  CUDA_TRY(cudaEventElapsedTime(&list, l->event[1], l->event[2]));
  run->kernel_s += 1e-3 * kernel;
  if (lists) run->list_s += 1e-3 * list;
  return OK;
}

/* A level: the kernel, perhaps a list, and the answer, which is 0 where nothing was found. */
Status level_run(LevelLadder *l, const Design *d, uint32_t level, bool split, uint32_t *count,
                 LevelRun *run) {
  cudaStream_t stream = stream_of(l);
  CUDA_TRY(cudaMemsetAsync(l->args.answer, 0, sizeof *l->args.answer, stream));
  if (split) CUDA_TRY(cudaEventRecord(l->event[0], stream));
  TRY(d->label(l, level, *count));
  if (split) CUDA_TRY(cudaEventRecord(l->event[1], stream));
  if (d->lists) TRY(ladder_compact::compact_queue(stream, l->compact));
  if (split) CUDA_TRY(cudaEventRecord(l->event[2], stream));
  CUDA_TRY(cudaMemcpyAsync(count, l->args.answer, sizeof *count, cudaMemcpyDeviceToHost, stream));
  CUDA_TRY(cudaStreamSynchronize(stream));
  return split ? split_add(l, d->lists, run) : OK;
}

Status search(LevelLadder *l, int k, uint32_t source, bool split, LevelRun *run) {
  uint32_t count = 1;
  *run = {};
  const double began = clock_s();
  CUDA_TRY(cuda_launch(begin_kernel, blocks_for(l->args.n), THREADS, 0, stream_of(l), l->args, source));
  while (count && !halt_due()) TRY(level_run(l, &designs[k], ++run->levels, split, &count, run));
  run->seconds = clock_s() - began;
  return halt_after("a breadth-first search");
}

Status levels(LevelLadder *l, uint32_t *level) {
  return l->be->ops->download(l->be, level, l->args.level, l->args.n * sizeof *level);
}

/* ---- memory ---- */

Status offsets_place(LevelLadder *l, const LevelGraph *g, uint32_t *device) {
  uint32_t *offset = (uint32_t *)malloc((g->n + (size_t)1) * sizeof *offset);
  if (!offset) FAIL(ERR_MEMORY, "no memory for a graph of %u vertices", g->n);
  for (uint32_t v = 0; v <= g->n; v++) offset[v] = (uint32_t)g->offset[v];
  const Status status = l->be->ops->upload(l->be, device, offset, (g->n + (size_t)1) * sizeof *offset);
  free(offset);
  return status;
}

Status words_alloc(LevelLadder *l, uint64_t words, uint32_t **out) {
  return l->be->ops->alloc(l->be, (words + 1) * sizeof **out, (void **)out);
}

Status device_open(LevelLadder *l, const LevelGraph *g) {
  uint32_t *offset, *to;
  Compact &c = l->compact;
  for (cudaEvent_t &event : l->event) CUDA_TRY(cudaEventCreate(&event));
  TRY(words_alloc(l, g->n, &offset));
  l->args.offset = offset;
  TRY(offsets_place(l, g, offset));
  TRY(words_alloc(l, g->arcs, &to));
  l->args.to = to;
  TRY(l->be->ops->upload(l->be, to, g->to, g->arcs * sizeof *to));
  TRY(words_alloc(l, g->n, &l->args.level));
  for (uint32_t *&list : l->args.list) TRY(words_alloc(l, g->n, &list));
  TRY(words_alloc(l, 1, &l->args.answer));
  TRY(words_alloc(l, g->n, &c.flag));
  TRY(words_alloc(l, g->n, &c.place));
  TRY(words_alloc(l, ladder_compact::compact_blocks(g->n), &c.sum));
  c.n = g->n;
  c.list = l->args.list[0];
  c.count = l->args.answer;
  l->args.n = g->n;
  l->args.flag = c.flag;
  return OK;
}

void close(LevelLadder *l) {
  if (!l) return;
  void *const parts[] = {(void *)l->args.offset, (void *)l->args.to, l->args.level,
                         l->args.list[0],        l->args.list[1],    l->args.answer,
                         l->compact.flag,        l->compact.place,   l->compact.sum};
  for (void *part : parts) l->be->ops->free(l->be, part);
  for (cudaEvent_t event : l->event)
    if (event) cudaEventDestroy(event);
  free(l);
}

Status open(Backend *be, const LevelGraph *graph, LevelLadder **out) {
  CUDA_TRY(cudaSetDevice(be->device)); /* of this module's copy of the runtime */
  if (graph->arcs > UINT32_MAX)
    FAIL(ERR_MEMORY, "expected fewer than 2^32 arcs, found %llu", (unsigned long long)graph->arcs);
  LevelLadder *l = (LevelLadder *)calloc(1, sizeof *l);
  if (!l) FAIL(ERR_MEMORY, "no memory for a ladder");
  l->be = be;
  const Status status = device_open(l, graph);
  if (status == OK)
    *out = l;
  else
    close(l);
  return status;
}

} // namespace level_ladder

extern "C" const LevelKernels level_ladder_kernels_cuda = {level_ladder::design, level_ladder::open,
                                                           level_ladder::search, level_ladder::levels,
                                                           level_ladder::close};
