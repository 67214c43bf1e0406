/* A KernelFlow through the device, a piece at a time: page-locked memory of the host, copies and kernels in a stream for each of two slots, so that one
 * piece is filled, copied or taken by the host's threads while the kernels compute the other. */
#ifndef CORDEE_GPU_LOOKBACK_LOOKBACK_FLOW_CUH
#define CORDEE_GPU_LOOKBACK_LOOKBACK_FLOW_CUH

#include <cstdlib>
#include "evaluator/lookback/lookback_kernels.h"
#include "gpu/cuda_try.h"
#include "halt.h"

namespace lookback {

#ifndef FLOW_PIECE
#define FLOW_PIECE (1u << 15) /* items of a piece, at most */
#endif

enum { FLOW_SLOTS = 2 };

/* ---- slots ---- */

struct FlowSlot {
  cudaStream_t stream;
  void *host, *device; /* page-locked; on the device */
  size_t host_bytes, device_bytes;
  uint32_t first, count; /* the piece */
};

struct FlowState { /* the family's */
  FlowSlot slot[FLOW_SLOTS];
};

static void flow_destroy(Backend *be, void *state) {
  FlowState *const flow = (FlowState *)state;
  for (FlowSlot &s : flow->slot) {
    if (s.stream) {
      cudaStreamSynchronize(s.stream);
      cudaStreamDestroy(s.stream);
    }
    if (s.host) cudaFreeHost(s.host);
    be->ops->free(be, s.device);
  }
  free(flow);
}

static Status flow_state(Backend *be, FlowState **out) {
  *out = (FlowState *)backend_state(be, FAMILY_lookback);
  if (*out) return OK;
  *out = (FlowState *)calloc(1, sizeof **out);
  if (!*out) FAIL(ERR_MEMORY, "no memory for options");
  backend_state_set(be, FAMILY_lookback, *out, flow_destroy);
  for (FlowSlot &s : (*out)->slot) CUDA_TRY(cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking));
  return OK;
}

/* alloc fills with zeros by another stream, which is waited for. */
static Status slot_room(Backend *be, FlowSlot &s, size_t host, size_t device) {
  if (host > s.host_bytes) {
    if (s.host) cudaFreeHost(s.host);
    s.host = NULL;
    s.host_bytes = 0;
    CUDA_TRY(cudaMallocHost(&s.host, host));
    s.host_bytes = host;
  }
  if (device > s.device_bytes) {
    be->ops->free(be, s.device);
    s.device = NULL;
    s.device_bytes = 0;
    TRY(be->ops->alloc(be, device, &s.device));
    s.device_bytes = device;
    CUDA_TRY(cudaStreamSynchronize(cuda_state(be)->stream));
  }
  return OK;
}

/* ---- a piece ---- */

/* What runs on the device. */
template <class Item, class Value> struct FlowWay {
  size_t item_room; /* bytes on the device for each item, beside it and its value */
  size_t room;      /* and for all of them; with it, slots do not run side by side */
  Status (*launch)(Backend *be, cudaStream_t stream, uint32_t steps, uint32_t count, const Item *items,
                   Value *values, void *room);
};

static inline size_t flow_even(size_t bytes) { return (bytes + 255) / 256 * 256; }

template <class Item> Item *slot_items(void *memory) { return (Item *)memory; }
template <class Item, class Value> Value *slot_values(void *memory, uint32_t count) {
  return (Value *)(void *)((char *)memory + flow_even(count * sizeof(Item)));
}

template <class Item, class Value>
Status piece_begin(Backend *be, FlowSlot &s, const FlowWay<Item, Value> &way, uint32_t steps,
                   const KernelFlow *flow) {
  const uint32_t count = s.count;
  const size_t items = count * sizeof(Item), values = count * sizeof(Value),
               both = flow_even(items) + flow_even(values);
  TRY(slot_room(be, s, both, both + flow_even(count * way.item_room) + way.room));
  Item *const host = slot_items<Item>(s.host);
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t k = 0; k < count; k++) flow->put(flow->self, s.first + k, &host[k]);
  CUDA_TRY(cudaMemcpyAsync(s.device, host, items, cudaMemcpyHostToDevice, s.stream));
  Value *const device = slot_values<Item, Value>(s.device, count);
  TRY(way.launch(be, s.stream, steps, count, slot_items<Item>(s.device), device, (char *)s.device + both));
  CUDA_TRY(cudaMemcpyAsync(slot_values<Item, Value>(s.host, count), device, values, cudaMemcpyDeviceToHost,
                           s.stream));
  return OK;
}

template <class Item, class Value> Status piece_end(Backend *be, FlowSlot &s, const KernelFlow *flow) {
  CUDA_TRY(cudaStreamSynchronize(s.stream));
  const Value *const host = slot_values<Item, Value>(s.host, s.count);
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t k = 0; k < s.count; k++) flow->take(flow->self, s.first + k, &host[k]);
  return OK;
}

/* ---- all pieces ---- */

template <class Item, class Value>
Status pieces_run(Backend *be, FlowState *state, const FlowWay<Item, Value> &way, uint32_t steps,
                  uint32_t count, const KernelFlow *flow) {
  const uint32_t pieces = (count + FLOW_PIECE - 1) / FLOW_PIECE, slots = way.room ? 1 : FLOW_SLOTS,
                 behind = slots - 1;
  for (uint32_t p = 0; p < pieces + behind; p++) {
    FlowSlot &next = state->slot[p % slots];
    TRY(halt_check("options"));
    if (p < pieces) {
      next.first = p * FLOW_PIECE;
      next.count = count - next.first < FLOW_PIECE ? count - next.first : FLOW_PIECE;
      TRY(piece_begin(be, next, way, steps, flow));
    }
    if (p >= behind) TRY((piece_end<Item, Value>(be, state->slot[(p - behind) % slots], flow)));
  }
  return OK;
}

/* Nothing is on its way any more when it returns, whatever happened. */
template <class Item, class Value>
Status flow_run(Backend *be, const FlowWay<Item, Value> &way, uint32_t steps, uint32_t count,
                const KernelFlow *flow) {
  FlowState *state;
  TRY(flow_state(be, &state));
  const Status status = pieces_run(be, state, way, steps, count, flow);
  for (FlowSlot &s : state->slot)
    if (status != OK) cudaStreamSynchronize(s.stream);
  return status;
}

} // namespace lookback

#endif
