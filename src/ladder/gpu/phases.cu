/* The ladder of maximum flow on a device: memory, the host's loops over steps, the clocks. See ladder/phase_kernels.h. */
#include "phases_device.cuh"

#include <stdlib.h>
#include "clock.h"
#include "halt.h"

using ladder_compact::Compact;

struct PhaseLadder {
  Backend *be;
  phase_ladder::Args args;
  Compact compact;
  uint32_t places;
  int64_t *start; /* (places) residual capacities as they were opened */
  uint32_t step;  /* of pushes and pulls, counted through a run */
  bool lists;     /* of the design at hand */
  cudaEvent_t event[2];
};

namespace phase_ladder {

struct Design {
  const char *name;
  bool lists;
};
const Design designs[] = {{"mpm-host", false}, {"mpm-host-active", true}};
enum { DESIGNS = sizeof designs / sizeof *designs };

const char *design(int k) { return k >= 0 && k < DESIGNS ? designs[k].name : NULL; }

/* ---- launches and answers ---- */

cudaStream_t stream_of(const PhaseLadder *l) { return cuda_state(l->be)->stream; }

template <class... P> Status launch(PhaseLadder *l, uint32_t threads, void (*kernel)(Args, P...), P... args) {
  const dim3 blocks((threads + THREADS - 1) / THREADS);
  CUDA_TRY(cuda_launch(kernel, blocks, THREADS, 0, stream_of(l), l->args, args...));
  return OK;
}

Status answer_clear(PhaseLadder *l) {
  CUDA_TRY(cudaMemsetAsync(l->args.answer, 0, sizeof *l->args.answer, stream_of(l)));
  return OK;
}

/* What the kernels have answered. Of designs with lists the flags' list is made before: its length is the answer. */
Status answer_get(PhaseLadder *l, bool list, uint32_t *answer) {
  if (list) TRY(ladder_compact::compact_queue(stream_of(l), l->compact));
  CUDA_TRY(cudaMemcpyAsync(answer, l->args.answer, sizeof *answer, cudaMemcpyDeviceToHost, stream_of(l)));
  CUDA_TRY(cudaStreamSynchronize(stream_of(l)));
  return OK;
}

/* ---- the parts of a phase ---- */

/* *last: the sink's layer; 0: it cannot be reached. */
Status layers_find(PhaseLadder *l, uint32_t *last) {
  uint32_t answer = ANSWER_FOUND;
  TRY(launch(l, l->args.n, layers_begin));
  for (*last = 0; answer == ANSWER_FOUND;) {
    TRY(answer_clear(l));
    TRY(launch(l, l->args.n, layers_kernel, ++*last));
    TRY(answer_get(l, false, &answer));
  }
  if (answer) return launch(l, l->args.n, network_kernel, *last);
  *last = 0;
  return OK;
}

Status prune_base(PhaseLadder *l) {
  for (uint32_t again = 1; again;) {
    TRY(answer_clear(l));
    TRY(launch(l, l->args.n, prune_kernel));
    TRY(answer_get(l, false, &again));
  }
  return OK;
}

/* All, then lists of those whose neighbours were pruned. */
Status prune_active(PhaseLadder *l) {
  uint32_t count = 0;
  TRY(launch(l, l->args.n, prune_active_kernel, false, l->args.n));
  TRY(answer_get(l, true, &count));
  while (count) {
    TRY(launch(l, count, prune_active_kernel, true, count));
    TRY(answer_get(l, true, &count));
  }
  return OK;
}

Status network_prune(PhaseLadder *l) { return l->lists ? prune_active(l) : prune_base(l); }

Status least_find(PhaseLadder *l, Least *least) {
  const uint32_t blocks = (l->args.n + THREADS - 1) / THREADS, most = LEAST_BLOCKS,
                 count = blocks < most ? blocks : most;
  TRY(launch(l, count * THREADS, least_kernel));
  TRY(launch(l, (uint32_t)THREADS, least_join, count));
  CUDA_TRY(cudaMemcpyAsync(least, l->args.least, sizeof *least, cudaMemcpyDeviceToHost, stream_of(l)));
  CUDA_TRY(cudaStreamSynchronize(stream_of(l)));
  return OK;
}

/* The potential of a vertex to the sink and from the source, launched until there is no receiver. */
Status send(PhaseLadder *l, Least least) {
  uint32_t count = 1;
  TRY(launch(l, 1, send_begin, least.vertex, least.potential, ++l->step));
  for (; count; l->step++) {
    TRY(answer_clear(l));
    TRY(l->lists ? launch(l, count, send_active_kernel, count, l->step)
                 : launch(l, l->args.n, send_kernel, l->step));
    TRY(answer_get(l, l->lists, &count));
  }
  return OK;
}

/* ---- a run ---- */

template <class F> Status timed(PhaseLadder *l, PhasePart part, PhaseRun *run, F work) {
  float ms;
  CUDA_TRY(cudaEventRecord(l->event[0], stream_of(l)));
  TRY(work());
  CUDA_TRY(cudaEventRecord(l->event[1], stream_of(l)));
  CUDA_TRY(cudaEventSynchronize(l->event[1]));
  CUDA_TRY(cudaEventElapsedTime(&ms, l->event[0], l->event[1]));
  run->part_s[part] += 1e-3 * ms;
  return OK;
}

/* The potential of source or sink is 0 when the phase is over: that of others is more, after pruning. */
Status phase_run(PhaseLadder *l, uint64_t most, double end, PhaseRun *run) {
  Least least = {1, 0};
  TRY(timed(l, PHASE_PRUNE, run, [&] { return network_prune(l); }));
  while (run->iterations < most && clock_s() < end && !halt_due()) {
    TRY(timed(l, PHASE_LEAST, run, [&] { return least_find(l, &least); }));
    if (least.potential == 0) break;
    run->iterations++;
    run->value += least.potential;
    TRY(timed(l, PHASE_SEND, run, [&] { return send(l, least); }));
    TRY(timed(l, PHASE_PRUNE, run, [&] { return network_prune(l); }));
  }
  run->complete = least.potential == 0;
  run->phases += run->complete;
  return halt_after("a maximum flow");
}

Status reset(PhaseLadder *l) {
  const size_t n = l->args.n;
  TRY(l->be->ops->copy(l->be, l->args.residual, l->start, l->places * sizeof *l->start));
  CUDA_TRY(cudaMemsetAsync(l->args.amount, 0, n * sizeof *l->args.amount, stream_of(l)));
  CUDA_TRY(cudaMemsetAsync(l->args.state, 0, n * sizeof *l->args.state, stream_of(l)));
  CUDA_TRY(cudaMemsetAsync(l->args.flag, 0, n * sizeof *l->args.flag, stream_of(l)));
  CUDA_TRY(cudaStreamSynchronize(stream_of(l)));
  l->step = 0;
  return OK;
}

Status run(PhaseLadder *l, int k, uint64_t iterations, double seconds, PhaseRun *run) {
  uint32_t last = 1;
  *run = {};
  run->complete = true;
  l->lists = designs[k].lists;
  TRY(reset(l));
  const double began = clock_s();
  while (run->complete) {
    TRY(timed(l, PHASE_LAYERS, run, [&] { return layers_find(l, &last); }));
    if (!last) break;
    TRY(phase_run(l, iterations, began + seconds, run));
  }
  run->seconds = clock_s() - began;
  return OK;
}

Status residual(PhaseLadder *l, int64_t *residual) {
  return l->be->ops->download(l->be, residual, l->args.residual, l->places * sizeof *residual);
}

/* ---- memory ---- */

template <class T> Status room(PhaseLadder *l, uint64_t count, T **out) {
  return l->be->ops->alloc(l->be, (count + 1) * sizeof(T), (void **)out);
}

template <class T> Status place(PhaseLadder *l, uint64_t count, const T *host, const T **out) {
  T *at;
  TRY(room(l, count, &at));
  *out = at;
  return l->be->ops->upload(l->be, at, host, count * sizeof(T));
}

Status arrays_make(PhaseLadder *l, const PhaseNet *net) {
  const int64_t *start;
  Args &a = l->args;
  TRY(place(l, net->vertices + 1ull, net->first, &a.first));
  TRY(place(l, net->places, net->head, &a.head));
  TRY(place(l, net->places, net->mate, &a.mate));
  TRY(place(l, net->places, net->residual, &start));
  l->start = (int64_t *)start;
  TRY(room(l, net->places, &a.residual));
  TRY(room(l, net->places, &a.active));
  TRY(room(l, net->vertices, &a.layer));
  TRY(room(l, net->vertices, &a.in));
  TRY(room(l, net->vertices, &a.out));
  TRY(room(l, net->vertices, &a.amount));
  TRY(room(l, net->vertices, &a.state));
  TRY(room(l, net->vertices, &a.list));
  TRY(room(l, net->vertices, &a.flag));
  TRY(room(l, LEAST_BLOCKS, &a.least));
  TRY(room(l, 1, &a.answer));
  TRY(room(l, net->vertices, &l->compact.place));
  return room(l, ladder_compact::compact_blocks(net->vertices), &l->compact.sum);
}

Status device_open(PhaseLadder *l, const PhaseNet *net) {
  for (cudaEvent_t &event : l->event) CUDA_TRY(cudaEventCreate(&event));
  l->places = net->places;
  l->args.n = net->vertices;
  l->args.source = net->source;
  l->args.sink = net->sink;
  TRY(arrays_make(l, net));
  l->compact.n = net->vertices;
  l->compact.flag = l->args.flag;
  l->compact.list = l->args.list;
  l->compact.count = l->args.answer;
  return OK;
}

void close(PhaseLadder *l) {
  if (!l) return;
  const Args &a = l->args;
  void *const parts[] = {(void *)a.first,  (void *)a.head, (void *)a.mate, l->start, a.residual,
                         a.active,         a.layer,        a.in,           a.out,    a.amount,
                         a.state,          a.list,         a.flag,         a.least,  a.answer,
                         l->compact.place, l->compact.sum};
  for (void *part : parts) l->be->ops->free(l->be, part);
  for (cudaEvent_t event : l->event)
    if (event) cudaEventDestroy(event);
  free(l);
}

Status open(Backend *be, const PhaseNet *net, PhaseLadder **out) {
  CUDA_TRY(cudaSetDevice(be->device)); /* of this module's copy of the runtime */
  PhaseLadder *l = (PhaseLadder *)calloc(1, sizeof *l);
  if (!l) FAIL(ERR_MEMORY, "no memory for a ladder");
  l->be = be;
  const Status status = device_open(l, net);
  if (status == OK)
    *out = l;
  else
    close(l);
  return status;
}

} // namespace phase_ladder

extern "C" const PhaseKernels phase_ladder_kernels_cuda = {
    phase_ladder::design, phase_ladder::open, phase_ladder::run, phase_ladder::residual, phase_ladder::close};
