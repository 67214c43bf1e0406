/* Maximum flow by waves on CUDA: phases of one network by a team of threads, a block in shared memory or all blocks in global memory. Contract:
 * evaluator/flow/flow_kernels.h.
 *
 * A vertex is taken by LANES lanes, which look at as many of its places at once. In a search, whoever sets the bit of a vertex first has found
 * it; the queue of the search has the vertices of a level side by side, and a wave reads them from there. What a vertex sends along its places
 * is a running sum over lanes. Neither the order in the queue nor that of additions is of any consequence. */
#ifndef CORDEE_GPU_FLOW_FLOW_WAVES_CUH
#define CORDEE_GPU_FLOW_FLOW_WAVES_CUH

#include <cuda_runtime.h>
#include "evaluator/flow/flow_kernels.h"

namespace flow {

enum { WARP = 32, LANES = 8 };
constexpr uint32_t ALL = 0xffffffffu;

/* What a team counts together. */
struct Tally {
  uint32_t added[3], found[3]; /* of a level of a search: vertices, those with an excess; of the next one 0 */
  uint32_t left;               /* vertices that keep an excess */
  uint32_t next;               /* the network to take */
  unsigned long long pushes;
};

/* The state of a network: residual capacities and excesses as Amount, vertices and places as Index. */
template <class Amount, class Index> struct Net {
  uint32_t vertices, source, sink;
  const Index *first, *head, *mate;
  Amount *residual, *excess;
  Index *level, *queue;
  Index *start; /* (vertices + 2) of each level in the queue */
  uint32_t *seen;
  Tally *tally;
};

/* What a phase found. */
struct Phase {
  uint32_t found;    /* vertices with an excess that were reached */
  uint32_t reached;  /* vertices */
  uint32_t farthest; /* level of an excess */
  uint32_t left;     /* vertices that keep an excess and may send it later */
  uint32_t levels;   /* of the search, the target's apart */
};

/* ---- teams ---- */

struct BlockTeam {
  uint32_t thread, threads;
  __device__ void sync() const { __syncthreads(); }
};

/* All blocks of a launch, which run at once. */
struct GridTeam {
  uint32_t thread, threads, blocks;
  uint32_t *arrived; /* grows by `blocks` at every barrier */
  uint32_t goal;
  __device__ void sync() {
    __syncthreads();
    goal += blocks;
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(arrived, 1u);
      while ((int32_t)(*(volatile uint32_t *)arrived - goal) < 0) {
      }
      __threadfence();
    }
    __syncthreads();
  }
};

__device__ inline void amount_add(uint32_t *at, uint32_t amount) { atomicAdd(at, amount); }
__device__ inline void amount_add(int64_t *at, int64_t amount) {
  atomicAdd((unsigned long long *)at, (unsigned long long)amount);
}
__device__ inline uint32_t lane_number() { return threadIdx.x % WARP; }
__device__ inline uint32_t shuffle(uint32_t x, uint32_t lane) { return __shfl_sync(ALL, x, (int)lane); }
__device__ inline int64_t shuffle(int64_t x, uint32_t lane) {
  const uint32_t low = __shfl_sync(ALL, (uint32_t)x, (int)lane);
  const uint32_t high = __shfl_sync(ALL, (uint32_t)(x >> 32), (int)lane);
  return (int64_t)((uint64_t)high << 32 | low);
}

/* ---- a search ---- */

/* The bit of u was not set, and is now. */
__device__ inline bool seen_set(uint32_t *seen, uint32_t u) {
  const uint32_t bit = 1u << u % 32;
  return !(seen[u / 32] & bit) && !(atomicOr(&seen[u / 32], bit) & bit);
}

/* The vertices that a warp has found, a lane each, into the queue from `end` on. */
template <class N> __device__ void queue_add(N &n, bool won, uint32_t u, uint32_t end, uint32_t slot) {
  const uint32_t all = __ballot_sync(ALL, won), lane = lane_number();
  if (!all) return;
  const uint32_t with = __ballot_sync(ALL, won && n.excess[u] > 0);
  uint32_t base = 0;
  if (lane == 0) base = atomicAdd(&n.tally->added[slot], (uint32_t)__popc(all));
  if (lane == 0 && with) atomicAdd(&n.tally->found[slot], (uint32_t)__popc(with));
  base = __shfl_sync(ALL, base, 0);
  if (won) n.queue[end + base + (uint32_t)__popc(all & ((1u << lane) - 1))] = u;
}

/* Vertices before those of queue[begin .. end - 1]: `depth` arcs from the target. A team that is larger than a level gives more lanes to each. */
template <class N, class Team>
__device__ void level_expand(N &n, const Team &team, uint32_t begin, uint32_t end, uint32_t depth) {
  const uint32_t count = end - begin;
  uint32_t lanes = LANES;
  while (2 * (uint64_t)lanes * count <= team.threads) lanes *= 2;
  const uint32_t groups = team.threads / lanes, group = team.thread / lanes, lane = team.thread % lanes;
  for (uint32_t from = 0; from < count; from += groups) {
    const bool mine = group < groups && from + group < count;
    const uint32_t v = mine ? (uint32_t)n.queue[begin + from + group] : 0;
    const uint32_t stop = mine ? (uint32_t)n.first[v + 1] : 0;
    for (uint32_t a = mine ? (uint32_t)n.first[v] + lane : 0; __any_sync(ALL, a < stop); a += lanes) {
      const uint32_t u = a < stop ? (uint32_t)n.head[a] : 0;
      const bool open = a < stop && !(n.seen[u / 32] >> u % 32 & 1) && n.residual[n.mate[a]] > 0;
      const bool won = open && seen_set(n.seen, u);
      if (won) n.level[u] = depth;
      queue_add(n, won, u, end, depth % 3);
    }
  }
}

template <class Amount, class Index, class Team>
__device__ void search_begin(Net<Amount, Index> &n, Team &team, uint32_t target, uint32_t shut) {
  for (uint32_t v = team.thread; v < n.vertices; v += team.threads) n.level[v] = (Index)~0u;
  for (uint32_t k = team.thread; k < (n.vertices + 31) / 32; k += team.threads)
    n.seen[k] = (target / 32 == k ? 1u << target % 32 : 0) | (shut / 32 == k ? 1u << shut % 32 : 0);
  if (team.thread == 0) {
    n.queue[0] = target;
    for (int k = 0; k < 3; k++) n.tally->added[k] = n.tally->found[k] = 0;
  }
  team.sync();
  if (team.thread == 0) n.level[target] = 0;
}

/* Levels from the target on, until `lives` vertices with an excess have one; all that there are if it is 0. `shut` gets none. */
template <class N, class Team>
__device__ Phase levels_find(N &n, Team &team, uint32_t target, uint32_t shut, uint32_t lives) {
  Phase p = {0, 1, 0, 0, 0};
  search_begin(n, team, target, shut);
  for (uint32_t begin = 0, depth = 1;; depth++) {
    const uint32_t end = p.reached, slot = depth % 3, next = (depth + 1) % 3;
    if (team.thread == 0) {
      n.start[depth - 1] = begin;
      n.tally->added[next] = n.tally->found[next] = 0;
    }
    if (team.thread == 0 && depth == 1) n.tally->left = 0;
    level_expand(n, team, begin, end, depth);
    team.sync();
    const uint32_t added = n.tally->added[slot], found = n.tally->found[slot];
    if (found) p.farthest = depth;
    p.found += found;
    p.reached += added;
    begin = end;
    if (added) p.levels = depth;
    if (added && !(lives && p.found >= lives)) continue;
    if (team.thread == 0) {
      n.start[depth] = begin;
      n.start[depth + 1] = p.reached;
    }
    team.sync();
    return p;
  }
}

/* ---- a wave ---- */

/* Sum of x of this lane and those before it in its group, at most `most`. */
template <class Amount> __device__ Amount group_sum(Amount x, Amount most) {
  const uint32_t lane = lane_number();
  for (uint32_t d = 1; d < LANES; d *= 2) {
    const Amount y = shuffle(x, lane - d);
    if (lane % LANES >= d) x = x + y < most ? x + y : most;
  }
  return x;
}

/* The excess of v, `left`, along its places to the level below; what is not sent is returned. All lanes of a warp come here. */
template <class Amount, class Index>
__device__ Amount vertex_send(Net<Amount, Index> &n, uint32_t v, Amount left, uint32_t below,
                              uint32_t &pushes) {
  const uint32_t lane = lane_number();
  const uint32_t stop = left > 0 ? (uint32_t)n.first[v + 1] : 0;
  for (uint32_t base = left > 0 ? (uint32_t)n.first[v] : 0; __any_sync(ALL, base < stop && left > 0);
       base += LANES) {
    const uint32_t a = base + lane % LANES;
    const bool mine = a < stop && left > 0;
    const uint32_t u = mine ? (uint32_t)n.head[a] : 0;
    const Amount room = mine && n.level[u] == (Index)below ? n.residual[a] : 0;
    const Amount upto = group_sum(room < left ? room : left, left);
    const Amount before = shuffle(upto, lane - 1);
    const Amount rest = lane % LANES ? left - before : left, amount = room < rest ? room : rest;
    if (amount > 0) {
      n.residual[a] -= amount;
      n.residual[n.mate[a]] += amount;
      pushes++;
      amount_add(&n.excess[u], amount);
    }
    left -= shuffle(upto, lane | (LANES - 1));
  }
  return left;
}

template <class Amount, class Index, class Team>
__device__ void wave_run(Net<Amount, Index> &n, Team &team, Phase &p, uint32_t &pushes) {
  const uint32_t groups = team.threads / LANES, group = team.thread / LANES, lane = lane_number();
  uint32_t kept = 0;
  for (uint32_t level = p.farthest; level > 0; level--) {
    const uint32_t begin = n.start[level], count = n.start[level + 1] - begin;
    for (uint32_t from = 0; from < count; from += groups) {
      const bool mine = from + group < count;
      const uint32_t v = mine ? (uint32_t)n.queue[begin + from + group] : 0;
      const Amount excess = mine ? n.excess[v] : 0;
      if (!__any_sync(ALL, excess > 0)) continue;
      const Amount left = vertex_send(n, v, excess, level - 1, pushes);
      if (excess > 0 && lane % LANES == 0) {
        n.excess[v] = left;
        kept += left > 0;
      }
    }
    team.sync();
  }
  if (kept) atomicAdd(&n.tally->left, kept);
  team.sync();
  p.left = n.tally->left;
}

/* ---- a network ---- */

/* A search, and a wave if anything was found. */
template <class N, class Team>
__device__ Phase phase_run(N &n, Team &team, uint32_t target, uint32_t shut, uint32_t lives,
                           uint32_t &pushes) {
  Phase p = levels_find(n, team, target, shut, lives);
  if (p.found) wave_run(n, team, p, pushes);
  return p;
}

/* Fills the arcs of the source. */
template <class N, class Team> __device__ void source_empty(N &n, Team &team, uint32_t &pushes) {
  for (uint32_t v = team.thread; v < n.vertices; v += team.threads) n.excess[v] = 0;
  team.sync();
  for (uint32_t a = (uint32_t)n.first[n.source] + team.thread; a < (uint32_t)n.first[n.source + 1];
       a += team.threads) {
    const auto amount = n.residual[a];
    if (amount == 0) continue;
    n.residual[a] = 0;
    n.residual[n.mate[a]] += amount;
    pushes++;
    amount_add(&n.excess[n.head[a]], amount);
  }
  team.sync();
}

/* Vertices with an excess, source and sink apart. */
template <class N, class Team> __device__ uint32_t excesses_count(N &n, Team &team) {
  uint32_t count = 0;
  if (team.thread == 0) n.tally->left = 0;
  team.sync();
  for (uint32_t v = team.thread; v < n.vertices; v += team.threads)
    count += n.excess[v] > 0 && v != n.source && v != n.sink;
  if (count) atomicAdd(&n.tally->left, count);
  team.sync();
  return n.tally->left;
}

/* Whether the last search reached v. */
template <class Amount, class Index> __device__ bool vertex_reached(const Net<Amount, Index> &n, uint32_t v) {
  return n.level[v] != (Index)~0u;
}

template <class N> __device__ void pushes_add(N &n, uint32_t pushes) {
  const uint32_t sum = (uint32_t)__reduce_add_sync(ALL, pushes);
  if (lane_number() == 0 && sum) atomicAdd(&n.tally->pushes, (unsigned long long)sum);
}

} // namespace flow

#endif
