/* Rounds of a block: its warps propose, accepted proposals that disturb no other are made. Contract: solver/sisr/sisr_kernels.h. */
#ifndef CORDEE_GPU_SISR_ROUND_CUH
#define CORDEE_GPU_SISR_ROUND_CUH

#include "sisr_recreate.cuh"
#include "sisr_rounds.h"

namespace sisr {

__device__ static inline void node_copy(const Solution &to, const Solution &from, int node) {
  to.link[node] = from.link[node];
  to.route[node] = from.route[node];
}
template <Mode MODE>
__device__ static inline void route_copy(const Solution &to, const Solution &from, int depot, int slot) {
  node_copy(to, from, depot + slot);
  to.load[slot] = from.load[slot];
  if (MODE == LIMITED) to.duration[slot] = from.duration[slot];
  if (MODE == WINDOWS)
    for (int u = from.next(depot + slot); u < depot; u = from.next(u)) {
      to.depart[u] = from.depart[u];
      to.late[u] = from.late[u];
    }
}

/* All that a proposal has noted, from one solution to another. */
template <Mode MODE>
__device__ static inline void notes_copy(const Solution &to, const Solution &from, const uint16_t *note,
                                         int strings, int removed, int lane, int depot) {
  if (lane < removed) node_copy(to, from, note[lane]);
  for (int k = lane; k < 4 * strings; k += WARP) node_copy(to, from, note[NOTE_ENDS + k]);
  for (int k = lane; k < 2 * removed; k += WARP) node_copy(to, from, note[NOTE_PLACES + k]);
  for (int k = lane; k < removed + strings; k += WARP) {
    const int slot = note[k < removed ? NOTE_SLOTS + k : NOTE_ROUTES + k - removed];
    if (slot != NO_ROUTE) route_copy<MODE>(to, from, depot, slot);
  }
}

/* Copies of the depot are all the same. */
__device__ static inline bool node_differs(const Solution &a, const Solution &b, int node, int depot) {
  return node < depot && (min(a.next(node), depot) != min(b.next(node), depot) ||
                          min(a.prev(node), depot) != min(b.prev(node), depot));
}
__device__ static inline bool notes_differ(const Solution &a, const Solution &b, const uint16_t *note,
                                           const Outline &o, int lane, int depot) {
  bool differs = lane < o.removed && node_differs(a, b, note[lane], depot);
  for (int k = lane; k < 4 * o.strings; k += WARP) differs |= node_differs(a, b, note[NOTE_ENDS + k], depot);
  for (int k = lane; k < 2 * o.removed; k += WARP)
    differs |= node_differs(a, b, note[NOTE_PLACES + k], depot);
  return __any_sync(ALL, differs);
}

/* The routes that a proposal touches, as bits. */
__device__ static inline void routes_mark(uint32_t *mask, int words, const uint16_t *note, const Outline &o,
                                          int lane) {
  if (lane < words) mask[lane] = 0;
  __syncwarp();
  if (lane < o.strings) atomicOr(&mask[note[NOTE_ROUTES + lane] / 32], 1u << note[NOTE_ROUTES + lane] % 32);
  if (lane < o.removed) atomicOr(&mask[note[NOTE_SLOTS + lane] / 32], 1u << note[NOTE_SLOTS + lane] % 32);
}

/* Which of the accepted proposals are made, and what they add to the cost. */
__device__ static inline unsigned proposals_choose(const uint32_t *accepted, const int64_t *delta,
                                                   const uint32_t *masks, int words, int width, int lane,
                                                   int64_t *sum) {
  const uint32_t mine = lane < width ? accepted[lane] : 0;
  unsigned left = __ballot_sync(ALL, mine & 1), opens = __ballot_sync(ALL, mine & 2), made = 0;
  uint32_t claimed = 0;
  bool opened = false;
  *sum = 0;
  for (; left; left &= left - 1) {
    const int w = __ffs(left) - 1;
    const uint32_t mask = lane < words ? masks[w * words + lane] : 0;
    const bool opening = opens >> w & 1;
    if (__any_sync(ALL, mask & claimed) || (opening && opened)) continue;
    claimed |= mask;
    opened |= opening;
    made |= 1u << w;
    *sum += delta[w];
  }
  return made;
}

/* ---- a part into shared memory, and back ---- */

/* An empty route. */
template <Mode MODE>
__device__ static inline void depot_open(const Solution &s, int node, const int4 *window) {
  s.link[node] = (uint32_t)node * 0x10001u;
  s.route[node] = 0;
  if (MODE == WINDOWS) {
    s.depart[node] = window[0].x;
    s.late[node] = window[0].y;
  }
}

/* Slots by the least customer of each route; loads and durations: by one thread a route. route[] first has, of the least customer of
 * a route, its first one. */
template <class Metric, Mode MODE>
__device__ static void part_open(const View<Metric> &v, const uint32_t *link, const Solution &s,
                                 int32_t *routes) {
  const int thread = threadIdx.x, threads = blockDim.x, m = v.head.m, slots = v.head.slots;
  for (int k = thread; k <= slots; k += threads) {
    s.load[k] = k == slots ? INT32_MAX : 0;
    if (MODE == LIMITED) s.duration[k] = 0;
  }
  for (int k = thread; k < slots; k += threads) depot_open<MODE>(s, v.depot + k, v.window);
  for (int c = thread; c <= m; c += threads) {
    s.link[c] = link[c];
    s.route[c] = 0;
  }
  __syncthreads();
  for (int c = thread + 1; c <= m; c += threads) {
    if (s.prev(c)) continue;
    int least = c;
    for (int u = c; u; u = s.next(u)) least = min(least, u);
    s.route[least] = (uint16_t)c;
  }
  __syncthreads();
  if (thread < WARP) {
    int count = 0;
    for (int base = 1; base <= m; base += WARP) {
      const int c = base + thread, first = c <= m ? s.route[c] : 0;
      const unsigned speak = __ballot_sync(ALL, first != 0);
      if (first) s.load[count + __popc(speak & lanes_below(thread))] = first;
      count += __popc(speak);
    }
    if (thread == 0) {
      *routes = count;
      s.route[0] = (uint16_t)v.head.slots;
    }
  }
  __syncthreads();
  for (int k = thread; k < *routes; k += threads) {
    const int depot = v.depot + k, first = s.load[k];
    int size = 0, load = 0, last = depot, duration = 0;
    for (int u = first; u; last = u, u = s.next(u), size++) {
      s.route[u] = (uint16_t)k;
      load += v.demand[u];
      if (MODE == LIMITED) duration += v.task.data.service + Metric::number(v.between(last, u));
    }
    s.join(depot, first);
    s.join(last, depot);
    s.route[depot] = (uint16_t)size;
    s.load[k] = load;
    for (int walk = 0; MODE == WINDOWS && walk < 2; walk++)
      (void)schedule_walk(v, s, depot, (Walk)walk, true);
    if (MODE == LIMITED) s.duration[k] = duration + Metric::number(v.between(last, depot));
  }
  __syncthreads();
}

__device__ static inline void links_store(const Solution &s, int m, uint32_t *link) {
  for (int c = threadIdx.x; c <= m; c += blockDim.x) {
    const int next = s.next(c), prev = s.prev(c);
    link[c] = (uint32_t)(next > m ? 0 : next) | (uint32_t)(prev > m ? 0 : prev) << 16;
  }
}

template <Mode MODE>
__device__ static inline void solution_copy(const Solution &to, const Solution &from, int slots, int depot,
                                            int lane) {
  for (int c = lane; c < depot; c += WARP) node_copy(to, from, c);
  for (int k = lane; MODE == WINDOWS && k < slots; k += WARP) {
    to.depart[depot + k] = from.depart[depot + k];
    to.late[depot + k] = from.late[depot + k];
  }
  for (int k = lane; k < slots; k += WARP) route_copy<MODE>(to, from, depot, k);
  for (int k = lane; k <= slots; k += WARP) to.load[k] = from.load[k];
}

/* ---- the kernel: a block a part, a warp a proposal ---- */

template <class Metric, Mode MODE> __global__ void __launch_bounds__(1024) rounds_kernel(Place place) {
  extern __shared__ __align__(16) char memory[];
  typedef typename Metric::Point Point;
  const PartHead head = place.part[blockIdx.x];
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, width = place.width;
  const int words = (int)mask_words(head.slots);
  const size_t row = (size_t)blockIdx.x * place.stride, table = (size_t)head.table * place.stride;
  const size_t own_bytes = warp_bytes(head.m + 1, head.slots, MODE);
  Outcome *const out = (Outcome *)memory;
  Point *const at = (Point *)(out + 1);
  typename Metric::Length *const home = (typename Metric::Length *)(at + nodes_of(head.m + 1, head.slots));
  uint32_t *const lots = (uint32_t *)(home + even(head.m + 1)), *const masks = lots + width * WARP;
  Solution base;
  char *const own = solution_at((char *)(masks + width * words), head, MODE, &base);
  View<Metric> v = {place,
                    out->task,
                    head,
                    place.near + table * SISR_NEAR,
                    place.demand + table,
                    place.window ? place.window + table : NULL,
                    at,
                    home,
                    {},
                    NULL,
                    NULL,
                    NULL,
                    lane,
                    head.m + 1};
  v.note = (uint16_t *)solution_at(own + warp * own_bytes, head, MODE, &v.own);
  v.places = (uint32_t *)(v.note + NOTES);
  v.slots = (uint16_t *)(v.places + PLACES);

  for (int c = threadIdx.x; c < v.depot + head.slots; c += blockDim.x) {
    const int2 xy = place.at[table + (c < v.depot ? c : 0)];
    at[c] = Metric::point(xy, xy.x);
  }
  if (threadIdx.x == 0) out->task = place.task[head.task];
  __syncthreads();
  for (int c = threadIdx.x; c <= head.m; c += blockDim.x)
    home[c] = Metric::distance(v.task.data, at[0], at[c]);
  part_open<Metric, MODE>(v, place.link + row, base, &out->routes_all);
  solution_copy<MODE>(v.own, base, head.slots, v.depot, lane);
  int routes = out->routes_all;
  int64_t cost = place.cost[blockIdx.x], kept_cost = place.kept_cost[blockIdx.x];
  bool kept_is_now = false;
  const float temperature = place.temperature[head.here];
  const uint64_t first = place.rounds[head.task].first, last = first + place.rounds[head.task].count;
  __syncthreads();

  for (uint64_t r = first; r < last; r++) {
    const int turn = (int)(r & 1);
    const int ahead = (int)((r - first) % (uint64_t)width);
    if (ahead == 0) { /* the words of the next rounds, a warp each */
      lots[warp * WARP + lane] =
          sisr_words(v.task.seed, RNG_SISR_ROUND, head.chain, head.number, r + warp, lane).v[0];
      __syncthreads();
    }
    const uint32_t lot = lots[ahead * WARP + lane];
    const philox4x32_ctr_t random =
        sisr_words(v.task.seed, RNG_SISR, head.chain, head.number, r * width + warp, lane);
    Outline o;
    o.routes = routes;
    o.opens = false;
    ruin<Metric, MODE>(v, random, lot, &o);
    recreate<Metric, MODE>(v, random, &o);
    o.delta += v.task.route_cost * (o.routes - routes);
    const bool accepted = o.placed && o.delta <= sisr_limit(temperature, __shfl_sync(ALL, random.v[1], 2)) &&
                          (o.delta != 0 || notes_differ(v.own, base, v.note, o, lane, v.depot));
    if (accepted) routes_mark(masks + warp * words, words, v.note, o, lane);
    if (lane == 0) {
      out->delta[turn][warp] = o.delta;
      out->routes[turn][warp] = o.routes - routes;
      out->accepted[turn][warp] = accepted ? (o.opens ? 3 : 1) | o.strings << 8 | o.removed << 16 : 0;
    }
    __syncthreads();
    int64_t sum;
    const unsigned made =
        proposals_choose(out->accepted[turn], out->delta[turn], masks, words, width, lane, &sum);
    if (made) {
      if (kept_is_now && sum >= 0) {
        links_store(base, head.m, place.kept + row);
        kept_is_now = false;
        __syncthreads();
      }
      if (made >> warp & 1) notes_copy<MODE>(base, v.own, v.note, o.strings, o.removed, lane, v.depot);
      __syncthreads();
      for (unsigned left = made & ~(1u << warp); left; left &= left - 1) {
        const int w = __ffs(left) - 1;
        const uint32_t sizes = out->accepted[turn][w];
        notes_copy<MODE>(v.own, base,
                         (const uint16_t *)((const char *)v.note + (w - warp) * (ptrdiff_t)own_bytes),
                         sizes >> 8 & 0xff, sizes >> 16, lane, v.depot);
      }
      for (unsigned left = made; left; left &= left - 1) routes += out->routes[turn][__ffs(left) - 1];
      cost += sum;
      if (cost < kept_cost) {
        kept_cost = cost;
        kept_is_now = true;
      }
    }
    if (!(made >> warp & 1)) notes_copy<MODE>(v.own, base, v.note, o.strings, o.removed, lane, v.depot);
    __syncwarp();
    if (made) __syncthreads();
  }
  __syncthreads();
  if (kept_is_now) links_store(base, head.m, place.kept + row);
  links_store(base, head.m, place.link + row);
  if (threadIdx.x == 0) {
    place.cost[blockIdx.x] = cost;
    place.kept_cost[blockIdx.x] = kept_cost;
  }
}

template <Mode MODE> RoundsKernel rounds_of(Kind kind) {
  static const RoundsKernel kernels[] = {rounds_kernel<Small, MODE>, rounds_kernel<Whole, MODE>,
                                         rounds_kernel<Floor, MODE>, rounds_kernel<Plane, MODE>,
                                         rounds_kernel<Matrix, MODE>};
  return kernels[kind];
}

} // namespace sisr

#endif
