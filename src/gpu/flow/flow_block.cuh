/* Networks of a batch, a block each: in shared memory with 16-bit numbers and 32-bit amounts, or where they lie. */
#ifndef CORDEE_GPU_FLOW_FLOW_BLOCK_CUH
#define CORDEE_GPU_FLOW_FLOW_BLOCK_CUH

#include "flow_waves.cuh"

namespace flow {

extern __shared__ __align__(16) char memory[];

enum { SHARED_MOST = 65534 }; /* vertices and places of a network in shared memory, one number means none */

/* A network whose state is in global memory, and where. */
struct LargeItem {
  uint32_t net, unused;
  uint64_t at; /* in the arrays of Scratch; of `start` and `seen` 2 more a network */
};

struct Scratch {
  int64_t *excess;         /* (vertices of all large ones) */
  uint32_t *level, *queue; /* likewise */
  uint32_t *start, *seen;  /* likewise, and 2 more a network */
  Tally *tally;            /* (large ones) */
};

struct Carver {
  char *at;
  size_t bytes;
};

template <class T> __host__ __device__ T *carve(Carver &c, size_t count) {
  T *const here = (T *)(c.at ? c.at + c.bytes : NULL);
  c.bytes += (count * sizeof(T) + 15) / 16 * 16;
  return here;
}

typedef Net<uint32_t, uint16_t> SmallNet;
typedef Net<int64_t, uint32_t> LargeNet;

/* Its arrays in shared memory; returns the bytes. */
__host__ __device__ inline size_t small_carve(SmallNet &n, uint32_t vertices, uint32_t places, char *at) {
  Carver c = {at, 0};
  n.tally = carve<Tally>(c, 1);
  n.residual = carve<uint32_t>(c, places);
  n.excess = carve<uint32_t>(c, vertices);
  n.seen = carve<uint32_t>(c, vertices / 32 + 1);
  n.head = carve<uint16_t>(c, places);
  n.mate = carve<uint16_t>(c, places);
  n.first = carve<uint16_t>(c, vertices + 1);
  n.level = carve<uint16_t>(c, vertices);
  n.queue = carve<uint16_t>(c, vertices);
  n.start = carve<uint16_t>(c, vertices + 2);
  return c.bytes;
}

inline bool net_small(const FlowNet *net, size_t shared, size_t *bytes) {
  SmallNet n;
  if (!net->narrow || net->vertices > SHARED_MOST || net->places > SHARED_MOST) return false;
  *bytes = small_carve(n, net->vertices, net->places, NULL);
  return *bytes <= shared;
}

/* Both stages. */
template <class N> __device__ void net_run(N &n, BlockTeam &team, FlowAnswer *answer, uint8_t *side) {
  uint32_t pushes = 0, phases = 0;
  uint64_t rounds = 0;
  if (team.thread == 0) n.tally->pushes = 0;
  source_empty(n, team, pushes);
  for (int stage = 0; stage < 2; stage++) {
    uint32_t lives = excesses_count(n, team);
    const uint32_t target = stage ? n.source : n.sink, shut = stage ? n.sink : n.source;
    if (stage && !lives) break;
    Phase p;
    do {
      p = phase_run(n, team, target, shut, lives, pushes);
      phases += p.found > 0;
      rounds += p.farthest;
      lives = p.left;
    } while (p.found);
    if (stage) break;
    for (uint32_t v = team.thread; v < n.vertices; v += team.threads) side[v] = vertex_reached(n, v);
    if (team.thread == 0) {
      answer->value = (int64_t)n.excess[n.sink];
      answer->sink_side = p.reached;
    }
  }
  pushes_add(n, pushes);
  team.sync();
  if (team.thread == 0) {
    answer->phases = phases;
    answer->rounds = rounds;
    answer->pushes = n.tally->pushes;
  }
}

template <class To, class From>
__device__ void array_copy(const BlockTeam &team, To *to, const From *from, uint32_t count) {
  for (uint32_t k = team.thread; k < count; k += team.threads) to[k] = (To)from[k];
}

__device__ inline void small_run(const FlowBatch &b, uint32_t k, BlockTeam &team) {
  const FlowNet net = b.net_be[k];
  SmallNet n;
  n.vertices = net.vertices;
  n.source = net.source;
  n.sink = net.sink;
  small_carve(n, net.vertices, net.places, memory);
  int64_t *const residual = b.residual + net.place_at;
  array_copy(team, n.residual, residual, net.places);
  array_copy(team, (uint16_t *)n.head, b.head + net.place_at, net.places);
  array_copy(team, (uint16_t *)n.mate, b.mate + net.place_at, net.places);
  array_copy(team, (uint16_t *)n.first, b.first + net.row_at, net.vertices + 1);
  net_run(n, team, b.answer + net.number, b.side + net.vertex_at);
  array_copy(team, residual, n.residual, net.places);
}

/* Blocks take networks of the list until there are none. */
__global__ static void __launch_bounds__(512)
    small_kernel(FlowBatch b, const uint32_t *list, uint32_t count, uint32_t *taken) {
  BlockTeam team = {threadIdx.x, blockDim.x};
  Tally *const tally = (Tally *)memory;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) tally->next = atomicAdd(taken, 1u);
    __syncthreads();
    const uint32_t next = tally->next;
    if (next >= count) return;
    small_run(b, list[next], team);
  }
}

__device__ inline LargeNet large_net(const FlowBatch &b, const Scratch &s, const LargeItem &item,
                                     uint32_t number) {
  const FlowNet net = b.net_be[item.net];
  LargeNet n;
  n.vertices = net.vertices;
  n.source = net.source;
  n.sink = net.sink;
  n.first = b.first + net.row_at;
  n.head = b.head + net.place_at;
  n.mate = b.mate + net.place_at;
  n.residual = b.residual + net.place_at;
  n.excess = s.excess + item.at;
  n.level = s.level + item.at;
  n.queue = s.queue + item.at;
  n.start = s.start + item.at + 2 * number;
  n.seen = s.seen + item.at + 2 * number;
  n.tally = s.tally + number;
  return n;
}

/* A block a network. */
__global__ static void __launch_bounds__(512) large_kernel(FlowBatch b, Scratch s, const LargeItem *list) {
  BlockTeam team = {threadIdx.x, blockDim.x};
  const LargeItem item = list[blockIdx.x];
  LargeNet n = large_net(b, s, item, blockIdx.x);
  net_run(n, team, b.answer + b.net_be[item.net].number, b.side + b.net_be[item.net].vertex_at);
}

} // namespace flow

#endif
