/* One move by itself, in every design of the ladder: its objective and its criterion. */
#ifndef CORDEE_LADDER_GPU_ROUTE_MOVES_CUH
#define CORDEE_LADDER_GPU_ROUTE_MOVES_CUH

#include "route_parts.cuh"

namespace route_ladder {

template <class Length>
__device__ static inline Length between(const Args &a, const Length *table, int32_t u, int32_t v) {
  return table[u * a.nodes + v];
}
__device__ static inline const int32_t *lengths_of(const Args &a, int32_t) { return a.distance; }
__device__ static inline const double *lengths_of(const Args &a, double) { return a.length; }

/* ---- the objective: three edges added, three removed ---- */

/* The four parts in the order of the new tour, then of the old one; every edge reads its two nodes. */
template <class Design>
__device__ static inline typename Design::Length objective_of_parts(const Args &a, RouteLadderMove m) {
  typedef typename Design::Length Length;
  const Length *table = lengths_of(a, Length());
  const typename Design::Parts parts(m, a.n);
  Length delta = 0;
#pragma unroll(Design::Parts::UNROLLED)
  for (int p = 1; p < 4; p++)
    delta += between(a, table, a.tour[parts.part[p - 1].end], a.tour[parts.part[p].begin]);
  delta -= between(a, table, a.tour[m.i], a.tour[m.i + 1]);
  delta -= between(a, table, a.tour[m.j], a.tour[m.j + 1]);
  return delta - between(a, table, a.tour[m.k], a.tour[m.k + 1]);
}

/* Six nodes are read once, then chosen from. */
template <class Design>
__device__ static inline typename Design::Length objective_of_nodes(const Args &a, RouteLadderMove m) {
  typedef typename Design::Length Length;
  const Length *table = lengths_of(a, Length());
  const int32_t i = a.tour[m.i], i1 = a.tour[m.i + 1], j = a.tour[m.j], j1 = a.tour[m.j + 1], k = a.tour[m.k],
                k1 = a.tour[m.k + 1];
  const bool swapped = WAYS_SWAPPED >> m.way & 1, back1 = WAYS_BACK1 >> m.way & 1,
             back2 = WAYS_BACK2 >> m.way & 1;
  const int32_t begin1 = back1 ? j : i1, end1 = back1 ? i1 : j;
  const int32_t begin2 = back2 ? k : j1, end2 = back2 ? j1 : k;
  const Length removed = between(a, table, i, i1) + between(a, table, j, j1) + between(a, table, k, k1);
  return between(a, table, i, swapped ? begin2 : begin1) +
         between(a, table, swapped ? end2 : end1, swapped ? begin1 : begin2) +
         between(a, table, swapped ? end1 : end2, k1) - removed;
}

template <class Design>
__device__ static inline typename Design::Length objective(const Args &a, RouteLadderMove m) {
  if constexpr (Design::SIMPLE) return objective_of_nodes<Design>(a, m);
  return objective_of_parts<Design>(a, m);
}

/* ---- the criterion: segments of the hierarchy, and the new edges between them ---- */

__device__ static inline RefSegment edge(const Args &a, int resource, int32_t p, int32_t q) {
  const int32_t node = a.tour[q];
  const int32_t moved = resource == REF_LOAD ? 0 : between(a, a.distance, a.tour[p], node);
  return ref_step(&a.data, (RefResource)resource, node, moved);
}

/* The part from p to q as one segment. */
template <class Design>
__device__ static inline RefSegment joined(const RouteLadderBlocks &b, const typename Design::Store &store,
                                           int32_t p, int32_t q) {
  typedef typename Design::Steps Steps;
  const Turns t = turns_of<Steps>(b, p, q);
  RefSegment part = ref_stay();
  if (p != t.leave) part = ref_join(part, store.get(lower<Steps>(b, p, t.leave)));
  if (t.leave != t.enter) part = ref_join(part, store.get(upper<Steps>(b, t.leave, t.enter)));
  if (t.enter != q) part = ref_join(part, store.get(lower<Steps>(b, t.enter, q)));
  return part;
}

/* The new tour as one segment, joined from those of its parts. */
template <class Design>
__device__ static inline bool keeps_joined(const Args &a, const typename Design::Parts &parts, int resource) {
  const typename Design::Store store(a, resource);
  RefSegment tour = joined<Design>(a.blocks, store, parts.part[0].begin, parts.part[0].end);
#pragma unroll(Design::Parts::UNROLLED)
  for (int p = 1; p < 4; p++) {
    tour = ref_join(tour, edge(a, resource, parts.part[p - 1].end, parts.part[p].begin));
    tour = ref_join(tour, joined<Design>(a.blocks, store, parts.part[p].begin, parts.part[p].end));
  }
  return ref_carry(tour, 0) >= 0;
}

/* The resource at q of `now` at p; -1: infeasible. */
template <class Design>
__device__ static inline int32_t carried(const RouteLadderBlocks &b, const typename Design::Store &store,
                                         int32_t p, int32_t q, int32_t now) {
  typedef typename Design::Steps Steps;
  const Turns t = turns_of<Steps>(b, p, q);
  if (now >= 0 && p != t.leave) now = ref_carry(store.get(lower<Steps>(b, p, t.leave)), now);
  if (now >= 0 && t.leave != t.enter) now = ref_carry(store.get(upper<Steps>(b, t.leave, t.enter)), now);
  if (now >= 0 && t.enter != q) now = ref_carry(store.get(lower<Steps>(b, t.enter, q)), now);
  return now;
}

/* The resource carried from node to node along the new tour, until it exceeds its limit. */
template <class Design>
__device__ static inline bool keeps_carried(const Args &a, const typename Design::Parts &parts,
                                            int resource) {
  const typename Design::Store store(a, resource);
  int32_t now = carried<Design>(a.blocks, store, parts.part[0].begin, parts.part[0].end, 0);
#pragma unroll(Design::Parts::UNROLLED)
  for (int p = 1; p < 4; p++) {
    if (now < 0) return false;
    now = ref_carry(edge(a, resource, parts.part[p - 1].end, parts.part[p].begin), now);
    now = carried<Design>(a.blocks, store, parts.part[p].begin, parts.part[p].end, now);
  }
  return now >= 0;
}

/* Whether an edge of the new tour joins two depots. */
template <class Design>
__device__ static inline bool empties(const Args &a, const typename Design::Parts &parts) {
  bool found = false;
#pragma unroll(Design::Parts::UNROLLED)
  for (int p = 1; p < 4; p++) found |= !a.tour[parts.part[p - 1].end] && !a.tour[parts.part[p].begin];
  return found;
}

template <class Design> __device__ static inline bool criterion(const Args &a, RouteLadderMove m) {
  const typename Design::Parts parts(m, a.n);
  if (a.data.closed && empties<Design>(a, parts)) return false;
  bool keeps = true;
#pragma unroll 1
  for (int resource = 0; keeps && resource < ref_resources(&a.data); resource++)
    if constexpr (Design::SIMPLE)
      keeps = keeps_carried<Design>(a, parts, resource);
    else
      keeps = keeps_joined<Design>(a, parts, resource);
  return keeps;
}

/* ---- the designs ---- */

struct FirstTry { /* parts in a local array, whatever registers the compiler chooses */
  typedef LocalParts Parts;
  typedef Divisions Steps;
  typedef Records Store;
  typedef int32_t Length;
  enum { SIMPLE = 0, THREADS = 256, BLOCKS = 1 };
};
struct FirstStep : FirstTry { /* as published, with 32 registers a thread */
  enum { THREADS = 32 };
};
struct Limits : FirstTry { /* 8 blocks of 128 threads on an SM's 65,536 registers: 64 each */
  enum { THREADS = 128, BLOCKS = 8 };
};
struct Registers : Limits {
  typedef RegisterParts Parts;
};
struct Arrays : Registers {
  typedef Fields Store;
};
struct Order : Registers {
  enum { SIMPLE = 1 };
};
struct Powers : Order {
  typedef Shifts Steps;
};
struct Doubles : Powers {
  typedef double Length;
};

} // namespace route_ladder
#endif
