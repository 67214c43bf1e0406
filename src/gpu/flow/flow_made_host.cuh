/* Launches of flow_made.cuh. A slot has a stream of its own: the last blocks of one run beside the first ones of the next. Answers go straight to
 * page-locked memory of the host. */
#ifndef CORDEE_GPU_FLOW_FLOW_MADE_HOST_CUH
#define CORDEE_GPU_FLOW_FLOW_MADE_HOST_CUH

#include <cstdlib>
#include "flow_launch.cuh"
#include "flow_made.cuh"

namespace flow {

#define MADE_BYTES ((size_t)32 << 20) /* of answers of a slot */

struct MadeSlot {
  cudaStream_t stream;
  void *host, *scratch; /* page-locked; on the device */
  size_t host_bytes, scratch_bytes;
};

struct MadeState { /* the family's */
  MadeSlot slot[FLOW_SLOTS];
};

inline void made_destroy(Backend *be, void *state) {
  MadeState *const made = (MadeState *)state;
  for (int k = 0; k < FLOW_SLOTS; k++) {
    MadeSlot *const s = &made->slot[k];
    if (s->stream) {
      cudaStreamSynchronize(s->stream);
      cudaStreamDestroy(s->stream);
    }
    if (s->host) cudaFreeHost(s->host);
    be->ops->free(be, s->scratch);
  }
  free(made);
}

inline Status made_state(Backend *be, MadeState **out) {
  *out = (MadeState *)backend_state(be, FAMILY_flow);
  if (*out) return OK;
  *out = (MadeState *)calloc(1, sizeof **out);
  if (!*out) FAIL(ERR_MEMORY, "no memory for flows");
  backend_state_set(be, FAMILY_flow, *out, made_destroy);
  for (int k = 0; k < FLOW_SLOTS; k++)
    CUDA_TRY(cudaStreamCreateWithFlags(&(*out)->slot[k].stream, cudaStreamNonBlocking));
  return OK;
}

/* Rooms of at least so many bytes. alloc fills with zeros by another stream, which is waited for. */
inline Status made_room(Backend *be, MadeSlot *s, size_t host, size_t scratch) {
  if (host > s->host_bytes) {
    if (s->host) cudaFreeHost(s->host);
    s->host = NULL;
    s->host_bytes = 0;
    CUDA_TRY(cudaMallocHost(&s->host, host));
    s->host_bytes = host;
  }
  if (scratch > s->scratch_bytes) {
    be->ops->free(be, s->scratch);
    s->scratch = NULL;
    s->scratch_bytes = 0;
    TRY(be->ops->alloc(be, scratch, &s->scratch));
    s->scratch_bytes = scratch;
    CUDA_TRY(cudaStreamSynchronize(cuda_state(be)->stream));
  }
  return OK;
}

inline MadeCall made_call(const NetworkSpec *spec, uint64_t first, uint32_t count) {
  MadeCall c = {};
  uint64_t vertices, arcs;
  network_spec_sizes(spec, &vertices, &arcs);
  c.seed = spec->seed;
  c.first = first;
  c.count = count;
  c.n = spec->setting[0];
  c.degree = spec->setting[1];
  c.terminals = spec->setting[2];
  c.least = spec->least;
  c.wide = spec->most - spec->least + 1;
  c.vertices = (uint32_t)vertices;
  c.arcs = (uint32_t)arcs;
  c.plain = c.n * c.degree;
  return c;
}

/* Answers of `count` networks in `at`, NULL: how many bytes. */
inline size_t made_answers(MadeCall &c, char *at) {
  Carver carver = {at, 0};
  c.answer = carve<FlowMadeAnswer>(carver, c.count);
  c.flow = carve<int32_t>(carver, (size_t)c.count * c.arcs);
  c.side = carve<uint8_t>(carver, (size_t)c.count * c.vertices);
  return carver.bytes;
}

inline size_t made_scratch(MadeCall &c, uint32_t blocks, char *at) {
  Carver carver = {at, 0};
  const size_t arcs = (size_t)blocks * c.arcs;
  c.taken = carve<uint32_t>(carver, 1);
  c.head = carve<uint32_t>(carver, arcs);
  c.capacity = carve<uint32_t>(carver, arcs);
  c.places = carve<uint32_t>(carver, arcs);
  return carver.bytes;
}

/* Those that fit into shared memory with 16-bit numbers, and whose sums fit into 31 bits. */
inline uint32_t made_most(Backend *be, const NetworkSpec *spec) {
  MadeCall c = made_call(spec, 0, 1);
  SmallNet n;
  uint32_t *sum;
  uint64_t vertices, arcs;
  network_spec_sizes(spec, &vertices, &arcs);
  if (spec->kind != NETWORK_RANDOM || vertices > SHARED_MOST || 2 * arcs > SHARED_MOST) return 0;
  if ((double)c.plain * spec->most > INT32_MAX) return 0;
  if (made_carve(c, n, sum, NULL) > cuda_state(be)->shared_block) return 0;
  const size_t most = MADE_BYTES / made_answers(c, NULL);
  return most < 1 ? 1 : (uint32_t)most;
}

inline Status made_begin(Backend *be, int slot, FlowMade *made) {
  MadeCall c = made_call(made->spec, made->first, made->count);
  SmallNet n;
  uint32_t *sum;
  MadeState *state;
  uint32_t blocks = 1;
  TRY(made_state(be, &state));
  MadeSlot *const s = &state->slot[slot];
  const size_t shared = made_carve(c, n, sum, NULL);
  CUDA_TRY(cudaFuncSetAttribute(made_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
  TRY(blocks_most(cuda_state(be), made_kernel, shared, &blocks));
  TRY(made_room(be, s, made_answers(c, NULL), made_scratch(c, blocks, NULL)));
  made_answers(c, (char *)s->host);
  made_scratch(c, blocks, (char *)s->scratch);
  made->flow = c.flow;
  made->side = c.side;
  made->answer = c.answer;
  void *args[] = {&c};
  CUDA_TRY(cudaMemsetAsync(c.taken, 0, sizeof *c.taken, s->stream));
  CUDA_TRY(cudaLaunchKernel(made_kernel, dim3(blocks < c.count ? blocks : c.count), dim3(THREADS), args,
                            shared, s->stream));
  CUDA_TRY(cudaGetLastError());
  return OK;
}

inline Status made_end(Backend *be, int slot) {
  const MadeState *const state = (const MadeState *)backend_state(be, FAMILY_flow);
  CUDA_TRY(cudaStreamSynchronize(state->slot[slot].stream));
  return OK;
}

} // namespace flow

#endif
