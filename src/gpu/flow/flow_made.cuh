/* Networks of the generator `random` (graph/network.h), made and brought into rows by the block that computes their flows: what
 * network_generate.c and flow_host_fill do one arc after the other. */
#ifndef CORDEE_GPU_FLOW_FLOW_MADE_CUH
#define CORDEE_GPU_FLOW_FLOW_MADE_CUH

#include "flow_block.cuh"
#include "rng.h"

namespace flow {

/* A launch. Networks have `arcs` arcs, `plain` of which are not the program's own. */
struct MadeCall {
  uint64_t seed, first;
  uint32_t count, n, degree, terminals, least, wide; /* capacities: least .. least + wide - 1 */
  uint32_t vertices, arcs, plain;
  uint32_t *head, *capacity, *places; /* (blocks x arcs) of the networks at work */
  uint32_t *taken;
  int32_t *flow; /* these three: as FlowMade has them, on the host */
  uint8_t *side;
  FlowMadeAnswer *answer;
};

/* One network of a call in the memory of a block. */
struct MadeNet {
  SmallNet net;
  uint32_t *sum;                      /* (2 x terminals) capacities out of the sources, into the sinks */
  uint32_t *head, *capacity, *places; /* (arcs) of each arc: place and mate, 16 bits each */
};

__host__ __device__ inline size_t made_carve(const MadeCall &c, SmallNet &n, uint32_t *&sum, char *at) {
  const size_t bytes = small_carve(n, c.vertices, 2 * c.arcs, at);
  Carver more = {at, bytes};
  sum = carve<uint32_t>(more, c.terminals > 1 ? 2 * (size_t)c.terminals : 0);
  return more.bytes;
}

/* The program's own arcs come behind the others: out of its source, then into its sink. */
__device__ inline uint32_t arc_tail(const MadeCall &c, uint32_t i) {
  if (i < c.plain) return i / c.degree;
  return i < c.plain + c.terminals ? c.n : c.n - c.terminals + (i - c.plain - c.terminals);
}

__device__ inline bool is_terminal(const MadeCall &c, uint32_t v) {
  return c.terminals > 1 && (v < c.terminals || (v < c.n && v >= c.n - c.terminals));
}

/* Arcs of the generator; degrees of heads in net.excess, sums of terminals. */
__device__ inline void arcs_make(const MadeCall &c, MadeNet &m, const BlockTeam &team, uint64_t item) {
  RngStream s = {c.seed + (item >> 32 << 40), (uint32_t)item, 0, RNG_INSTANCE};
  const uint32_t joined = c.terminals > 1 ? c.terminals : 0;
  for (uint32_t v = team.thread; v < c.vertices; v += team.threads) m.net.excess[v] = 0;
  for (uint32_t k = team.thread; k < 2 * joined; k += team.threads) m.sum[k] = 0;
  team.sync();
  for (uint32_t i = team.thread; i < c.plain; i += team.threads) {
    const uint32_t v = i / c.degree;
    uint32_t other, more;
    s.individual = v;
    rng_below_pair(s, i % c.degree, c.n - 1, &other, c.wide, &more);
    other += other >= v;
    more += c.least;
    m.head[i] = other;
    m.capacity[i] = more;
    atomicAdd(&m.net.excess[other], 1u);
    if (v < joined) atomicAdd(&m.sum[v], more);
    if (other + joined >= c.n && joined) atomicAdd(&m.sum[joined + other + joined - c.n], more);
  }
  team.sync();
  for (uint32_t k = team.thread; k < 2 * joined; k += team.threads) {
    m.head[c.plain + k] = k < joined ? k : c.n + 1;
    m.capacity[c.plain + k] = m.sum[k];
  }
}

/* first[]: sums of degrees, by the first warp; net.excess has the same, for arcs to be put there. */
__device__ inline void rows_begin(const MadeCall &c, MadeNet &m, const BlockTeam &team) {
  uint16_t *const first = (uint16_t *)m.net.first;
  const uint32_t lane = lane_number();
  uint32_t sum = 0;
  for (uint32_t base = 0; base < c.vertices && team.thread < WARP; base += WARP) {
    const uint32_t v = base + lane;
    uint32_t degree = 0;
    if (v < c.n) degree = m.net.excess[v] + c.degree + is_terminal(c, v);
    if (v >= c.n && v < c.vertices) degree = c.terminals;
    uint32_t upto = degree;
    for (uint32_t d = 1; d < WARP; d *= 2) {
      const uint32_t before = shuffle(upto, lane - d);
      if (lane >= d) upto += before;
    }
    if (v < c.vertices) {
      first[v] = (uint16_t)(sum + upto - degree);
      m.net.excess[v] = sum + upto - degree;
    }
    sum += shuffle(upto, WARP - 1);
  }
  if (team.thread == 0) first[c.vertices] = (uint16_t)sum;
  team.sync();
}

/* Arcs into the rows of their ends, in any order, then by number: places[i] of each. What they stand in is the memory of residual capacities. */
__device__ inline void rows_sort(const MadeCall &c, MadeNet &m, const BlockTeam &team) {
  uint16_t *const part = (uint16_t *)m.net.residual, *const row = part + 2 * (size_t)c.arcs;
  for (uint32_t i = team.thread; i < c.arcs; i += team.threads) {
    row[atomicAdd(&m.net.excess[arc_tail(c, i)], 1u)] = (uint16_t)i;
    row[atomicAdd(&m.net.excess[m.head[i]], 1u)] = (uint16_t)i;
  }
  team.sync();
  const uint32_t lane = team.thread % LANES;
  for (uint32_t v = team.thread / LANES; v < c.vertices; v += team.threads / LANES) {
    const uint32_t begin = m.net.first[v], end = m.net.first[v + 1];
    for (uint32_t a = begin + lane; a < end; a += LANES) {
      const uint32_t i = row[a];
      uint32_t place = begin;
      for (uint32_t b = begin; b < end; b++) place += row[b] < i;
      part[2 * i + (arc_tail(c, i) != v)] = (uint16_t)place;
    }
  }
  team.sync();
  for (uint32_t i = team.thread; i < c.arcs; i += team.threads)
    m.places[i] = part[2 * i] | (uint32_t)part[2 * i + 1] << 16;
  team.sync();
}

__device__ inline void rows_fill(const MadeCall &c, MadeNet &m, const BlockTeam &team) {
  uint16_t *const head = (uint16_t *)m.net.head, *const mate = (uint16_t *)m.net.mate;
  for (uint32_t i = team.thread; i < c.arcs; i += team.threads) {
    const uint32_t a = m.places[i] & 0xffff, b = m.places[i] >> 16;
    head[a] = (uint16_t)m.head[i];
    head[b] = (uint16_t)arc_tail(c, i);
    mate[a] = (uint16_t)b;
    mate[b] = (uint16_t)a;
    m.net.residual[a] = m.capacity[i];
    m.net.residual[b] = 0;
  }
  for (uint32_t v = team.thread; v < c.vertices; v += team.threads) m.net.excess[v] = 0;
  team.sync();
}

__device__ inline void made_run(const MadeCall &c, MadeNet &m, BlockTeam &team, uint32_t k) {
  FlowMadeAnswer *const answer = c.answer + k;
  int32_t *const flow = c.flow + (size_t)k * c.arcs;
  arcs_make(c, m, team, c.first + k);
  rows_begin(c, m, team);
  rows_sort(c, m, team);
  rows_fill(c, m, team);
  const Phase search = levels_find(m.net, team, m.net.sink, m.net.sink, 0);
  if (team.thread == 0) {
    answer->depth = search.levels;
    answer->reached = search.reached;
  }
  net_run(m.net, team, &answer->flow, c.side + (size_t)k * c.vertices);
  for (uint32_t i = team.thread; i < c.arcs;
       i += team.threads) /* what an arc back may send is what was sent */
    flow[i] = (int32_t)m.net.residual[m.places[i] >> 16];
}

/* Blocks take networks until there are none. */
__global__ static void __launch_bounds__(512, 2) made_kernel(MadeCall c) {
  BlockTeam team = {threadIdx.x, blockDim.x};
  const size_t at = (size_t)blockIdx.x * c.arcs;
  MadeNet m;
  made_carve(c, m.net, m.sum, memory);
  m.head = c.head + at;
  m.capacity = c.capacity + at;
  m.places = c.places + at;
  m.net.vertices = c.vertices;
  m.net.source = c.terminals > 1 ? c.n : 0;
  m.net.sink = c.terminals > 1 ? c.n + 1 : c.n - 1;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) m.net.tally->next = atomicAdd(c.taken, 1u);
    __syncthreads();
    const uint32_t k = m.net.tally->next;
    if (k >= c.count) return;
    made_run(c, m, team, k);
  }
}

} // namespace flow

#endif
