/* A network by minimum potentials, iteration by iteration, and the kernels: see flow_mpm.cuh. */
#ifndef CORDEE_GPU_FLOW_FLOW_MPM_NET_CUH
#define CORDEE_GPU_FLOW_FLOW_MPM_NET_CUH

#include "flow_mpm.cuh"

namespace flow {

/* ---- a network ---- */

/* The sink's side: from where the sink is reached. */
template <class Team> __device__ void sides_find(Mpm<Team> &m, uint8_t *side) {
  const MpmNet &n = m.n;
  for (uint32_t v = m.team.thread; v < n.vertices; v += m.team.threads)
    n.layer[v] = v == n.sink ? 0 : NO_LAYER;
  if (m.team.thread == 0) n.list[0][0] = n.sink;
  m.team.sync();
  uint32_t reached = 1;
  for (uint32_t depth = 1, found = 1; found; depth++) {
    uint32_t *const count = count_next(m);
    for (uint32_t q = m.team.thread; q < found; q += m.team.threads) {
      const uint32_t v = n.list[(depth - 1) % 2][q];
      for (uint32_t a = n.first[v]; a < n.first[v + 1]; a++) {
        const uint32_t w = n.head[a];
        if (n.residual[n.mate[a]] == 0 || atomicCAS(&n.layer[w], NO_LAYER, depth) != NO_LAYER) continue;
        n.list[depth % 2][atomicAdd(count, 1u)] = w;
      }
    }
    m.team.sync();
    found = *count;
    reached += found;
  }
  for (uint32_t v = m.team.thread; v < n.vertices; v += m.team.threads) side[v] = n.layer[v] != NO_LAYER;
  if (m.team.thread == 0) n.state->answer.sink_side = reached;
}

template <class Team> __device__ void prune(Mpm<Team> &m) {
  if (m.active)
    prune_active(m);
  else
    prune_base(m);
}

template <class Team> __device__ void iteration_run(Mpm<Team> &m, FlowAnswer &answer) {
  const uint32_t v = least_find(m);
  const int64_t d = potential(m.n, v);
  m.team.sync(); /* before potentials change */
  answer.rounds++;
  answer.value += d;
  potential_drain(m, v, d);
  prune(m);
}

/* As many iterations as that, or up to the end, which is noted in the state. */
template <class Team> __device__ void mpm_slice(Mpm<Team> &m, uint8_t *side, uint32_t iterations) {
  MpmState *const s = m.n.state;
  FlowAnswer answer = s->answer;
  bool in_phase = s->in_phase, done = false;
  m.step = m.turn = m.pushes = 0;
  m.lives = s->lives;
  m.which = s->which;
  m.team.sync();
  if (m.team.thread == 0)
    for (int k = 0; k < 3; k++) {
      s->count[k] = 0;
      s->least[k] = ~0ull;
      s->least_vertex[k] = NO_LAYER;
    }
  m.team.sync();
  for (uint32_t left = iterations; left > 0 && !done;) {
    if (!in_phase) {
      done = !layers_find(m);
      if (done) break;
      layers_trim(m);
      potentials_find(m);
      prune(m);
    }
    in_phase = m.n.out[m.n.source] > 0 && m.n.in[m.n.sink] > 0;
    if (in_phase) {
      iteration_run(m, answer);
      left--;
    } else
      answer.phases++;
    m.team.sync();
  }
  if (m.team.thread == 0) {
    s->answer = answer;
    s->lives = m.lives;
    s->which = m.which;
    s->in_phase = in_phase;
    s->done = done;
  }
  m.team.sync();
  if (m.pushes) atomicAdd(&s->pushes, (unsigned long long)m.pushes);
  if (done) sides_find(m, side);
}

/* ---- launches ---- */

struct MpmRooms {
  uint32_t *layer, *live, *list; /* (1, 2 and 4 x vertices of all networks) */
  int64_t *potential;            /* (3 x vertices) */
  MpmState *state;               /* (networks) */
  LargeItem *item;               /* (networks) */
  uint32_t *left, *arrived;      /* networks that are not done; at barriers */
};

struct MpmCall {
  FlowBatch batch;
  MpmRooms rooms;
  uint32_t first, blocks; /* item; blocks of a grid */
  uint32_t iterations;
  bool active, begin;
};

template <class Team> __device__ Mpm<Team> mpm_make(const MpmCall &c, uint32_t k, const Team &team) {
  const LargeItem item = c.rooms.item[k];
  const FlowNet net = c.batch.net_be[item.net];
  const MpmRooms &r = c.rooms;
  Mpm<Team> m;
  m.team = team;
  m.active = c.active;
  m.n.vertices = net.vertices;
  m.n.source = net.source;
  m.n.sink = net.sink;
  m.n.first = c.batch.first + net.row_at;
  m.n.head = c.batch.head + net.place_at;
  m.n.mate = c.batch.mate + net.place_at;
  m.n.residual = c.batch.residual + net.place_at;
  m.n.layer = r.layer + item.at;
  m.n.in = r.potential + 3 * item.at;
  m.n.out = m.n.in + net.vertices;
  m.n.amount = m.n.out + net.vertices;
  m.n.live[0] = r.live + 2 * item.at;
  m.n.live[1] = m.n.live[0] + net.vertices;
  m.n.list[0] = r.list + 4 * item.at;
  m.n.list[1] = m.n.list[0] + 2 * (size_t)net.vertices;
  m.n.state = r.state + k;
  return m;
}

/* A part of network k. */
template <class Team> __device__ void mpm_run(const MpmCall &c, uint32_t k, const Team &team) {
  Mpm<Team> m = mpm_make(c, k, team);
  const FlowNet net = c.batch.net_be[c.rooms.item[k].net];
  MpmState *const s = m.n.state;
  if (team.thread == 0 && c.begin) *s = MpmState();
  m.team.sync();
  if (s->done) return;
  mpm_slice(m, c.batch.side + net.vertex_at, c.iterations);
  m.team.sync();
  if (team.thread != 0) return;
  if (!s->done) atomicAdd(c.rooms.left, 1u);
  c.batch.answer[net.number] = s->answer;
  c.batch.answer[net.number].pushes = s->pushes;
}

/* A block a network. */
__global__ static void __launch_bounds__(512) mpm_kernel(MpmCall c) {
  const BlockTeam team = {threadIdx.x, blockDim.x};
  mpm_run(c, c.first + blockIdx.x, team);
}

/* All blocks for one. */
__global__ static void __launch_bounds__(512) mpm_grid_kernel(MpmCall c) {
  const GridTeam team = {blockIdx.x * blockDim.x + threadIdx.x, c.blocks * blockDim.x, c.blocks,
                         c.rooms.arrived, 0};
  mpm_run(c, c.first, team);
}

} // namespace flow

#endif
