/* A batch of greedy.cu, and the kernels at a phase's beginning and end; those of its rounds are in
 * greedy_rounds.cuh. Included by these two only.
 *
 * A grid's y is the member, its x the ends of the member with most. In all arrays the parts of the members
 * follow each other: of all cities, or of the ends that are left, as GreedyMember.first says. */
#ifndef CORDEE_GPU_CANDIDATES_GREEDY_DEVICE_CUH
#define CORDEE_GPU_CANDIDATES_GREEDY_DEVICE_CUH

#include "candidates.cuh"
#include "search/candidates/greedy_step.h"

enum { ROUNDS = 4 }; /* rounds between two reads of the number of ends left */

typedef struct GreedyMember {
  int32_t first, m;        /* its ends in this phase; none once it has one fragment */
  int32_t fragments, made; /* left before this phase; edges added in it */
} GreedyMember;

/* A batch of members. Counts are on the device, as arrays are. */
typedef struct Greedy {
  GreedyPhase phase; /* the arrays of all members; width: of a row, at least that of any member */
  GreedyLinks all;
  CandidateSpace space;   /* of the member with most ends */
  bool first;             /* first phase: the lists of every member are the candidates */
  int32_t members, boxes; /* boxes allocated for each member */
  uint32_t done;          /* tours of the call in earlier batches */
  GreedyMember *member;
  double2 *xy;
  int32_t *
      city; /* (ends) phase.city, writable; places_make turns numbers among all members' cities into the member's own */
  int32_t *list, *place, *active[2];
  int32_t *left;  /* (ROUNDS + 1, members) ends that propose, before the first round and after each */
  int32_t *total; /* (2) ends of all members; ends left of the member with most */
} Greedy;

static __device__ __forceinline__ size_t city_first(const Greedy &g, int32_t k) {
  return (size_t)k * (size_t)g.phase.problem.n;
}

static __device__ __forceinline__ GreedyLinks links_of(const Greedy &g, int32_t k) {
  return {g.all.link + 2 * city_first(g, k), g.all.other + city_first(g, k)};
}

static __device__ __forceinline__ GreedyPhase phase_of(const Greedy &g, int32_t k) {
  GreedyPhase p = g.phase;
  const size_t first = (size_t)g.member[k].first;
  p.m = g.member[k].m;
  p.width = min(p.width, p.m - 1);
  const size_t instance = greedy_task(&p.plan, g.done + (uint32_t)k).instance;
  p.problem = tour_problem_of(&p.problem, (uint32_t)instance);
  p.city += first;
  p.other += first;
  p.target += first;
  p.mate += first;
  p.key += first;
  p.open += first;
  p.at += first;
  p.row += first * (size_t)g.phase.width;
  p.list += (g.first ? instance * (size_t)p.problem.n : first) * (size_t)g.phase.width;
  return p;
}

static __device__ __forceinline__ CandidateSpace space_of(const Greedy &g, int32_t k) {
  CandidateSpace s = g.space;
  const size_t first = (size_t)g.member[k].first;
  s.m = g.member[k].m;
  s.city += first;
  if (s.matrix) s.matrix = phase_of(g, k).problem.matrix;
  if (s.xy) {
    s.xy += 2 * first;
    s.box += (size_t)k * (size_t)g.boxes;
  }
  return s;
}

__global__ static void members_clear(const __grid_constant__ Greedy g) {
  const int64_t c = element();
  const int32_t k = (int32_t)blockIdx.y;
  if (c >= g.phase.problem.n) return;
  const GreedyLinks all = links_of(g, k);
  all.link[2 * c] = all.link[2 * c + 1] = -1;
  all.other[c] = (int32_t)c;
  if (c == 0) g.member[k].fragments = g.phase.problem.n;
}

/* Number of ends of the members before the k-th, by bisection. */
static __device__ int32_t ends_before(const Greedy &g, int32_t k) {
  const size_t city = city_first(g, k);
  int32_t low = 0, high = g.total[0];
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if ((size_t)g.city[middle] < city)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

__global__ static void members_enter(const __grid_constant__ Greedy g) {
  const int32_t k = (int32_t)element();
  if (k >= g.members) return;
  GreedyMember own = g.member[k];
  own.first = ends_before(g, k);
  own.made = 0;
  own.m = own.fragments > 1 ? ends_before(g, k + 1) - own.first : 0;
  g.member[k] = own;
  g.left[k] = own.m;
  for (int32_t r = 1; r <= ROUNDS; ++r) g.left[r * g.members + k] = 0;
  atomicMax(&g.total[1], own.m);
}

__global__ static void places_make(const __grid_constant__ Greedy g) {
  const int64_t i = element();
  const GreedyMember own = g.member[blockIdx.y];
  if (i >= own.m) return;
  int32_t *city = g.city + own.first + i;
  g.place[*city] = (int32_t)i;
  *city -= (int32_t)city_first(g, (int32_t)blockIdx.y);
}

__global__ static void ends_enter(const __grid_constant__ Greedy g) {
  const int64_t i = element();
  const int32_t k = (int32_t)blockIdx.y;
  const GreedyPhase p = phase_of(g, k);
  if (i >= p.m) return;
  greedy_enter(&p, links_of(g, k), g.place + city_first(g, k), (int32_t)i);
  if (p.problem.xy) g.xy[g.member[k].first + i] = ((const double2 *)p.problem.xy)[p.city[i]];
}

__global__ static void boxes_level(const __grid_constant__ Greedy g, int32_t level) {
  const int64_t i = element();
  const CandidateSpace space = space_of(g, (int32_t)blockIdx.y);
  if (i < space_count(&space, level)) space_box(&space, level, (int32_t)i);
}

/* The space is in shared memory: a thread's own copy would be in local memory, whose cache the searches
 * fill. */
__global__ static void ends_search(const __grid_constant__ Greedy g) {
  BLOCK_SHARED CandidateSpace space;
  const int64_t i = element();
  const int32_t k = (int32_t)blockIdx.y;
  const GreedyPhase p = phase_of(g, k);
  if (threadIdx.x == 0) space = space_of(g, k);
  __syncthreads();
  if (i >= p.m) return;
  int32_t *list = g.list + (size_t)g.member[k].first * GREEDY_WIDTH + i * p.width;
  candidates_search(&space, (int32_t)i, p.other[i], p.width, 0, list);
}

__global__ static void rows_make(const __grid_constant__ Greedy g) {
  const int64_t i = element();
  const int32_t k = (int32_t)blockIdx.y;
  const GreedyPhase p = phase_of(g, k);
  if (i >= p.m) return;
  greedy_row(&p, (int32_t)i);
  g.active[0][g.member[k].first + i] = (int32_t)i;
}

__global__ static void ends_leave(const __grid_constant__ Greedy g) {
  const int64_t i = element();
  const int32_t k = (int32_t)blockIdx.y;
  const GreedyPhase p = phase_of(g, k);
  if (i < p.m) greedy_leave(&p, links_of(g, k), (int32_t)i);
}

__global__ static void members_leave(const __grid_constant__ Greedy g) {
  const int32_t k = (int32_t)element();
  if (k >= g.members || !g.member[k].m) return;
  GreedyMember *own = g.member + k;
  if (!g.first && (int64_t)own->made * GREEDY_PROGRESS < own->fragments) {
    const GreedyPhase p = phase_of(g, k);
    greedy_string(&p, links_of(g, k).link);
    own->fragments = 1;
  } else {
    own->fragments -= own->made;
  }
}

/* Only the two ends of the last fragment are left. */
__global__ static void tours_close(const __grid_constant__ Greedy g) {
  const int32_t k = (int32_t)element();
  if (k >= g.members) return;
  const int32_t *end = g.city + g.member[k].first, before = (int32_t)city_first(g, k);
  greedy_close(links_of(g, k).link, end[0] - before, end[1] - before);
}

#endif
