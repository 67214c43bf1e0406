/* Maximum flow by minimum potentials on CUDA: twin of src/cpu/flow/mpm.c, a thread a vertex. "Base" looks at all vertices in every step, "active" at
 * lists of those that take part. The layers of a phase, what a vertex of the least potential sends and which vertices are pruned do not depend on the
 * order of threads: flows, phases, iterations and pushes are those of the CPU. Pushes to the sink and pulls from the source are steps of the same time. */
#ifndef CORDEE_GPU_FLOW_FLOW_MPM_CUH
#define CORDEE_GPU_FLOW_FLOW_MPM_CUH

#include "flow_block.cuh"

namespace flow {

constexpr uint32_t NO_LAYER = 0xffffffffu;
constexpr int64_t UNBOUNDED = INT64_MAX;

/* What a team has in common, and what is kept from launch to launch. */
struct MpmState {
  uint32_t count[3];           /* of a list, or: something was pruned; one of three by step */
  uint32_t least_vertex[3];    /* by iteration */
  unsigned long long least[3]; /* likewise: its potential */
  unsigned long long pushes;
  uint32_t lives, which; /* vertices of the list that is live */
  uint32_t in_phase, done;
  FlowAnswer answer;
};

struct MpmNet {
  uint32_t vertices, source, sink;
  const uint32_t *first, *head, *mate;
  int64_t *residual;
  uint32_t *layer;            /* (vertices) NO_LAYER: not in the layered network, or pruned */
  int64_t *in, *out, *amount; /* (vertices) potentials; to be pushed on, or pulled */
  uint32_t *live[2];          /* (vertices) in the layered network: the list, room for the next one */
  uint32_t *list[2];          /* (2 x vertices) of a step, of the next one */
  MpmState *state;
};

/* A thread's view of a run. */
template <class Team> struct Mpm {
  MpmNet n;
  Team team;
  bool active;
  uint32_t step, turn;   /* counts since the launch began */
  uint32_t lives, which; /* as in MpmState, the same on all threads */
  uint32_t pushes;
};

__device__ inline int64_t amount_change(int64_t *at, int64_t by) {
  return (int64_t)atomicAdd((unsigned long long *)at, (unsigned long long)by);
}

/* The counter of this step, which is 0; that of the next one is cleared meanwhile. */
template <class Team> __device__ uint32_t *count_next(Mpm<Team> &m) {
  const uint32_t slot = m.step++ % 3;
  if (m.team.thread == 0) m.n.state->count[(slot + 1) % 3] = 0;
  return &m.n.state->count[slot];
}

/* do_it(v) for all vertices of the layered network, by one thread each. */
template <class Team, class F> __device__ void each(Mpm<Team> &m, F do_it) {
  const uint32_t count = m.active ? m.lives : m.n.vertices;
  for (uint32_t q = m.team.thread; q < count; q += m.team.threads) {
    const uint32_t v = m.active ? m.n.live[m.which][q] : q;
    if (m.n.layer[v] != NO_LAYER) do_it(v);
  }
}

/* ---- a phase's network ---- */

/* Vertices one layer behind v. */
template <class Team>
__device__ void layer_expand(Mpm<Team> &m, uint32_t v, uint32_t depth, uint32_t *count) {
  for (uint32_t a = m.n.first[v]; a < m.n.first[v + 1]; a++) {
    const uint32_t w = m.n.head[a];
    if (m.n.residual[a] == 0 || atomicCAS(&m.n.layer[w], NO_LAYER, depth) != NO_LAYER) continue;
    const uint32_t k = atomicAdd(count, 1u);
    m.n.list[depth % 2][k] = w;
    m.n.live[0][m.lives + k] = w;
  }
}

/* False: the sink cannot be reached. */
template <class Team> __device__ bool layers_find(Mpm<Team> &m) {
  for (uint32_t v = m.team.thread; v < m.n.vertices; v += m.team.threads) {
    m.n.layer[v] = v == m.n.source ? 0 : NO_LAYER;
    m.n.amount[v] = 0;
  }
  if (m.team.thread == 0) m.n.list[0][0] = m.n.live[0][0] = m.n.source;
  m.lives = 1;
  m.which = 0;
  m.team.sync();
  for (uint32_t depth = 1, found = 1;; depth++) {
    uint32_t *const count = count_next(m);
    const uint32_t all = m.active ? found : m.n.vertices;
    for (uint32_t q = m.team.thread; q < all; q += m.team.threads) {
      const uint32_t v = m.active ? m.n.list[(depth - 1) % 2][q] : q;
      if (m.active || m.n.layer[v] == depth - 1) layer_expand(m, v, depth, count);
    }
    m.team.sync();
    found = *count;
    m.lives += found;
    if (m.n.layer[m.n.sink] <= depth) return true; /* it may have the next layer already */
    if (!found) return false;
  }
}

/* Other vertices of the sink's layer are of no use. */
template <class Team> __device__ void layers_trim(Mpm<Team> &m) {
  const uint32_t last = m.n.layer[m.n.sink];
  m.team.sync();
  each(m, [&](uint32_t v) {
    if (v != m.n.sink && m.n.layer[v] >= last) m.n.layer[v] = NO_LAYER;
  });
  m.team.sync();
}

template <class Team> __device__ void potentials_find(Mpm<Team> &m) {
  const MpmNet &n = m.n;
  each(m, [&](uint32_t v) {
    const uint32_t layer = n.layer[v];
    int64_t in = 0, out = 0;
    for (uint32_t a = n.first[v]; a < n.first[v + 1]; a++) {
      const uint32_t next = n.layer[n.head[a]];
      if (next == layer + 1) out += n.residual[a];
      if (layer > 0 && next == layer - 1) in += n.residual[n.mate[a]];
    }
    n.in[v] = v == n.source ? UNBOUNDED : in;
    n.out[v] = v == n.sink ? UNBOUNDED : out;
  });
  m.team.sync();
}

/* ---- pruning ---- */

__device__ inline int64_t potential(const MpmNet &n, uint32_t v) {
  return n.in[v] < n.out[v] ? n.in[v] : n.out[v];
}

/* Takes r off a potential of w. Who takes the last notes w, for "active". */
template <class Team>
__device__ void potential_take(Mpm<Team> &m, int64_t *at, uint32_t w, int64_t r, uint32_t *to,
                               uint32_t *count) {
  if (amount_change(&at[w], -r) == r && m.active) to[atomicAdd(count, 1u)] = w;
}

/* Prunes v if it is useless; who takes its layer does so. True: it did. What neighbours lose that are pruned at the same time does not matter. */
template <class Team> __device__ bool vertex_prune(Mpm<Team> &m, uint32_t v, uint32_t *to, uint32_t *count) {
  const MpmNet &n = m.n;
  if (v == n.source || v == n.sink || potential(n, v) > 0) return false;
  const uint32_t layer = atomicExch(&n.layer[v], NO_LAYER);
  if (layer == NO_LAYER) return false;
  for (uint32_t a = n.first[v]; a < n.first[v + 1]; a++) {
    const uint32_t w = n.head[a], next = n.layer[w];
    if (next == layer + 1 && n.residual[a] > 0) potential_take(m, n.in, w, n.residual[a], to, count);
    if (next == layer - 1 && n.residual[n.mate[a]] > 0)
      potential_take(m, n.out, w, n.residual[n.mate[a]], to, count);
  }
  return true;
}

/* Rounds over all vertices, until none is useless. */
template <class Team> __device__ void prune_base(Mpm<Team> &m) {
  for (uint32_t again = 1; again;) {
    uint32_t *const count = count_next(m);
    each(m, [&](uint32_t v) {
      if (vertex_prune(m, v, NULL, NULL)) *count = 1;
    });
    m.team.sync();
    again = *count;
  }
}

/* Those that are live, then those that this makes useless. */
template <class Team> __device__ void prune_active(Mpm<Team> &m) {
  uint32_t *count = count_next(m), turn = 0;
  each(m, [&](uint32_t v) { vertex_prune(m, v, m.n.list[0], count); });
  m.team.sync();
  for (uint32_t found = *count; found; found = *count, turn = 1 - turn) {
    count = count_next(m);
    for (uint32_t q = m.team.thread; q < found; q += m.team.threads)
      vertex_prune(m, m.n.list[turn][q], m.n.list[1 - turn], count);
    m.team.sync();
  }
}

/* ---- the least potential ---- */

/* Of this thread's vertices; "active" makes the list of those that are left. */
template <class Team> __device__ void least_look(Mpm<Team> &m, unsigned long long &least, uint32_t &vertex) {
  uint32_t *const count = count_next(m), *const to = m.n.live[1 - m.which];
  each(m, [&](uint32_t v) {
    const unsigned long long p = (unsigned long long)potential(m.n, v);
    if (m.active) to[atomicAdd(count, 1u)] = v;
    if (p < least || (p == least && v < vertex)) {
      least = p;
      vertex = v;
    }
  });
  m.team.sync();
  if (m.active) {
    m.lives = *count;
    m.which = 1 - m.which;
  }
}

template <class Team> __device__ uint32_t least_find(Mpm<Team> &m) {
  MpmState *const s = m.n.state;
  const uint32_t slot = m.turn++ % 3, next = (slot + 1) % 3;
  unsigned long long least = ~0ull;
  uint32_t vertex = NO_LAYER;
  if (m.team.thread == 0) {
    s->least[next] = ~0ull;
    s->least_vertex[next] = NO_LAYER;
  }
  least_look(m, least, vertex);
  if (vertex != NO_LAYER) atomicMin(&s->least[slot], least);
  m.team.sync();
  if (vertex != NO_LAYER && s->least[slot] == least) atomicMin(&s->least_vertex[slot], vertex);
  m.team.sync();
  return s->least_vertex[slot];
}

/* ---- pushing and pulling ---- */

/* `left` at v, along arcs one after the other: to the next layer, or from the one before. */
template <class Team>
__device__ void vertex_drain(Mpm<Team> &m, uint32_t v, int64_t left, bool push, uint32_t *to,
                             uint32_t *count) {
  const MpmNet &n = m.n;
  const uint32_t want = n.layer[v] + (push ? 1u : ~0u), end = push ? n.sink : n.source;
  const int64_t all = left;
  for (uint32_t a = n.first[v]; a < n.first[v + 1] && left > 0; a++) {
    const uint32_t w = n.head[a], along = push ? a : n.mate[a];
    if (n.layer[w] != want || n.residual[along] == 0) continue;
    const int64_t d = n.residual[along] < left ? n.residual[along] : left;
    n.residual[along] -= d;
    n.residual[n.mate[along]] += d;
    left -= d;
    m.pushes++;
    amount_change(push ? &n.in[w] : &n.out[w], -d);
    if (w != end && amount_change(&n.amount[w], d) == 0) to[atomicAdd(count, 1u)] = w;
  }
  (push ? n.out : n.in)[v] -= all - left;
}

template <class Team>
__device__ void layer_drain(Mpm<Team> &m, uint32_t middle, uint32_t s, uint32_t found, uint32_t *count) {
  const MpmNet &n = m.n;
  for (uint32_t q = m.team.thread; q < found; q += m.team.threads) {
    const uint32_t v = m.active ? n.list[s % 2][q] : q, layer = n.layer[v];
    if (layer != middle + s && (s > middle || layer != middle - s)) continue;
    const int64_t amount = n.amount[v];
    if (amount == 0) continue;
    n.amount[v] = 0;
    vertex_drain(m, v, amount, layer > middle, n.list[(s + 1) % 2], count);
  }
}

/* d from v to the sink and from the source to v, layer by layer. */
template <class Team> __device__ void potential_drain(Mpm<Team> &m, uint32_t v, int64_t d) {
  const MpmNet &n = m.n;
  const uint32_t middle = n.layer[v], behind = n.layer[n.sink] - middle;
  const uint32_t steps = behind > middle ? behind : middle;
  uint32_t *count = count_next(m);
  if (m.team.thread == 0) {
    if (v != n.sink) vertex_drain(m, v, d, true, n.list[1], count);
    if (v != n.source) vertex_drain(m, v, d, false, n.list[1], count);
  }
  m.team.sync();
  for (uint32_t s = 1; s < steps; s++) {
    const uint32_t found = m.active ? *count : n.vertices;
    count = count_next(m);
    layer_drain(m, middle, s, found, count);
    m.team.sync();
  }
}

} // namespace flow

#endif
