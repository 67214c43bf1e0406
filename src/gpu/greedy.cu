/* Start tours by greedy edge on CUDA: twin of src/cpu/greedy.c, contract in ../solver/candidate_kernels.h.
 *
 * Each step of a round is a launch over the ends that still propose, who are gathered anew in each. The host
 * looks how many are left only every ROUNDS rounds; when they are few, one block does the remaining rounds by
 * itself. Only ends, and fragments, are counted on the host. Making an array of the links is in tour_walk.cuh. */
#include "candidates.cuh"
#include "../solver/greedy_step.h"
#include "tour_walk.cuh"

#include <cub/cub.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <algorithm>

enum { ROUNDS = 4, FEW = 4096, BLOCK_MAX = 1024 };

typedef struct Greedy {
  GreedyPhase phase;
  GreedyLinks all;
  CandidateSpace space; /* of the ends */
  double2 *xy;
  int32_t *city, *list, *place, *active[2];
  int32_t *count; /* (ROUNDS + 1) ends that propose, before the first and after each */
  int32_t *total; /* (2) ends of the phase; links made in it */
  void *scratch;
  size_t scratch_bytes;
  int32_t fragments; /* left; on the host */
  cudaStream_t stream;
} Greedy;

/* A city that is an end still. */
struct IsEnd {
  const int32_t *link;
  __device__ bool operator()(int32_t c) const { return link[2 * (size_t)c + 1] < 0; }
};

__global__ static void links_clear(GreedyLinks all, int32_t n) {
  const int64_t c = element();
  if (c >= n) return;
  all.link[2 * c] = all.link[2 * c + 1] = -1, all.other[c] = (int32_t)c;
}

__global__ static void places_make(Greedy g) {
  const int64_t i = element();
  if (i < g.phase.m) g.place[g.city[i]] = (int32_t)i;
}

__global__ static void ends_enter(Greedy g) {
  const int64_t i = element();
  if (i >= g.phase.m) return;
  greedy_enter(&g.phase, g.all, g.place, (int32_t)i);
  if (g.phase.problem.xy) g.xy[i] = ((const double2 *)g.phase.problem.xy)[g.city[i]];
}

__global__ static void rows_make(Greedy g) {
  const int64_t i = element();
  if (i >= g.phase.m) return;
  greedy_row(&g.phase, (int32_t)i);
  g.active[0][i] = (int32_t)i;
}

/* Whoever goes on is put behind the others: one atomic a warp. */
__global__ static void ends_propose(Greedy g, const int32_t *from, const int32_t *count, int32_t *to,
                                    int32_t *left) {
  const int64_t k = element();
  const int32_t i = k < *count ? from[k] : -1;
  if (i >= 0) greedy_propose(&g.phase, i);
  const bool keep = i >= 0 && g.phase.target[i] >= 0;
  const unsigned keepers = __ballot_sync(0xffffffffu, keep), lane = threadIdx.x % 32;
  int32_t first = 0;
  if (lane == 0 && keepers) first = atomicAdd(left, __popc(keepers));
  first = __shfl_sync(0xffffffffu, first, 0);
  if (keep) to[first + __popc(keepers & ((1u << lane) - 1))] = i;
}

__global__ static void ends_decide(Greedy g, const int32_t *active, const int32_t *count) {
  const int64_t k = element();
  if (k < *count) greedy_decide(&g.phase, active[k]);
}

__global__ static void ends_join(Greedy g, const int32_t *active, const int32_t *count) {
  const int64_t k = element();
  if (k < *count && greedy_join(&g.phase, g.all.link, active[k])) atomicAdd(&g.total[1], 1);
}

/* All rounds that are left, by one block. */
__global__ static void __launch_bounds__(BLOCK_MAX)
    rounds_finish(Greedy g, int32_t *from, int32_t count, int32_t *to) {
  __shared__ int32_t left;
  while (count) {
    if (threadIdx.x == 0) left = 0;
    __syncthreads();
    for (int32_t k = (int32_t)threadIdx.x; k < count; k += BLOCK_MAX) {
      greedy_propose(&g.phase, from[k]);
      if (g.phase.target[from[k]] >= 0) to[atomicAdd(&left, 1)] = from[k];
    }
    __syncthreads();
    count = left;
    for (int32_t k = (int32_t)threadIdx.x; k < count; k += BLOCK_MAX) greedy_decide(&g.phase, to[k]);
    __syncthreads();
    for (int32_t k = (int32_t)threadIdx.x; k < count; k += BLOCK_MAX)
      if (greedy_join(&g.phase, g.all.link, to[k])) atomicAdd(&g.total[1], 1);
    __syncthreads();
    int32_t *swap = from;
    from = to, to = swap;
  }
}

__global__ static void ends_leave(Greedy g) {
  const int64_t i = element();
  if (i < g.phase.m) greedy_leave(&g.phase, g.all, (int32_t)i);
}

__global__ static void fragments_string(Greedy g) { greedy_string(&g.phase, g.all.link); }
__global__ static void tour_close(Greedy g) { greedy_close(g.all.link, g.city[0], g.city[1]); }

static Status fetch(const Greedy *g, const int32_t *from, int32_t *to) {
  CUDA_TRY(cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyDeviceToHost, g->stream));
  CUDA_TRY(cudaStreamSynchronize(g->stream));
  return OK;
}

/* The ends that are left into city, and how many. */
static Status ends_select(Greedy *g, void *scratch, size_t *bytes) {
  const IsEnd is_end = {g->all.link};
  CUDA_TRY(cub::DeviceSelect::If(scratch, *bytes, thrust::counting_iterator<int32_t>(0), g->city, g->total,
                                 g->phase.problem.n, is_end, g->stream));
  return OK;
}

static void greedy_carve(Carver *carver, Greedy *g, int32_t width) {
  const size_t n = (size_t)g->phase.problem.n, rows = n * (size_t)std::max(width, (int32_t)GREEDY_WIDTH);
  GreedyPhase *p = &g->phase;
  g->all.link = carver->take<int32_t>(2 * n), g->all.other = carver->take<int32_t>(n);
  g->city = carver->take<int32_t>(n), g->place = carver->take<int32_t>(n);
  g->active[0] = carver->take<int32_t>(n), g->active[1] = carver->take<int32_t>(n);
  g->list = carver->take<int32_t>(n * GREEDY_WIDTH);
  g->count = carver->take<int32_t>(ROUNDS + 1), g->total = carver->take<int32_t>(2);
  p->row = carver->take<int32_t>(rows);
  p->other = carver->take<int32_t>(n), p->target = carver->take<int32_t>(n),
  p->mate = carver->take<int32_t>(n);
  p->key = carver->take<uint64_t>(n);
  p->open = carver->take<uint8_t>(n), p->at = carver->take<uint8_t>(n);
  p->city = g->city;
  if (p->problem.xy) {
    g->xy = carver->take<double2>(n);
    g->space.box = carver->take<CandidateBox>((size_t)space_levels(&g->space, p->problem.n));
  }
  g->scratch = carver->take<char>(g->scratch_bytes);
}

static Status greedy_open(Greedy *g, Backend *be, const TourProblem *problem, int32_t width,
                          GreedyPlan plan) {
  Carver count = {};
  void *base;
  *g = {};
  g->phase.problem = *problem, g->phase.plan = plan;
  g->fragments = problem->n, g->stream = cuda_state(be)->stream;
  TRY(ends_select(g, NULL, &g->scratch_bytes));
  greedy_carve(&count, g, width);
  TRY(cuda_workspace(be, count.bytes, &base));
  Carver carver = {(char *)base, 0};
  greedy_carve(&carver, g, width);
  links_clear<<<blocks_for(problem->n), THREADS, 0, g->stream>>>(g->all, problem->n);
  CUDA_TRY(cudaGetLastError());
  return OK;
}

static Status phase_enter(Greedy *g) {
  TRY(ends_select(g, g->scratch, &g->scratch_bytes));
  TRY(fetch(g, g->total, &g->phase.m));
  places_make<<<blocks_for(g->phase.m), THREADS, 0, g->stream>>>(*g);
  ends_enter<<<blocks_for(g->phase.m), THREADS, 0, g->stream>>>(*g);
  CUDA_TRY(cudaGetLastError());
  return OK;
}

static Status phase_lists(Greedy *g) {
  GreedyPhase *p = &g->phase;
  CandidateSpace *s = &g->space;
  const TourProblem *t = &p->problem;
  space_levels(s, p->m);
  s->metric = t->metric, s->matrix = t->matrix, s->n = t->n, s->city = g->city;
  s->xy = t->xy ? (const double *)g->xy : NULL;
  if (t->xy) TRY(boxes_make(*s, g->stream));
  p->width = std::min(p->m - 1, (int32_t)GREEDY_WIDTH), p->list = g->list;
  return lists_search(*s, p->other, p->width, 0, g->list, g->stream);
}

/* ROUNDS rounds of at most *count ends, who are in active[0] before and after; *count becomes those left. */
static Status rounds_run(Greedy *g, int32_t *count) {
  const unsigned blocks = blocks_for(*count);
  static_assert(ROUNDS % 2 == 0, "active[0] holds the ends after an even number of rounds");
  CUDA_TRY(cudaMemcpyAsync(g->count, count, sizeof *count, cudaMemcpyHostToDevice, g->stream));
  CUDA_TRY(cudaMemsetAsync(g->count + 1, 0, ROUNDS * sizeof *g->count, g->stream));
  for (int r = 0; r < ROUNDS; ++r) {
    int32_t *to = g->active[(r + 1) % 2];
    ends_propose<<<blocks, THREADS, 0, g->stream>>>(*g, g->active[r % 2], g->count + r, to, g->count + r + 1);
    ends_decide<<<blocks, THREADS, 0, g->stream>>>(*g, to, g->count + r + 1);
    ends_join<<<blocks, THREADS, 0, g->stream>>>(*g, to, g->count + r + 1);
    CUDA_TRY(cudaGetLastError());
  }
  return fetch(g, g->count + ROUNDS, count);
}

/* All edges of the phase that can be taken; *made: how many. */
static Status phase_run(Greedy *g, int32_t *made) {
  int32_t count = g->phase.m;
  CUDA_TRY(cudaMemsetAsync(g->total + 1, 0, sizeof *g->total, g->stream));
  rows_make<<<blocks_for(count), THREADS, 0, g->stream>>>(*g);
  CUDA_TRY(cudaGetLastError());
  while (count > FEW) TRY(rounds_run(g, &count));
  if (count) rounds_finish<<<1, BLOCK_MAX, 0, g->stream>>>(*g, g->active[0], count, g->active[1]);
  ends_leave<<<blocks_for(g->phase.m), THREADS, 0, g->stream>>>(*g);
  CUDA_TRY(cudaGetLastError());
  return fetch(g, g->total + 1, made);
}

/* Phase after phase to one fragment. */
static Status join_all(Greedy *g, int32_t width, const int32_t *list) {
  for (bool first = true; g->fragments > 1; first = false) {
    int32_t made;
    TRY(phase_enter(g));
    g->phase.width = width, g->phase.list = list;
    if (!first) TRY(phase_lists(g));
    TRY(phase_run(g, &made));
    if (!first && (int64_t)made * GREEDY_PROGRESS < g->fragments) {
      fragments_string<<<1, 1, 0, g->stream>>>(*g);
      CUDA_TRY(cudaGetLastError());
      made = g->fragments - 1;
    }
    g->fragments -= made;
  }
  return OK;
}

extern "C" Status greedy_cuda(Backend *be, const TourProblem *problem, int32_t width, const int32_t *list,
                              GreedyPlan plan, int32_t *tour) {
  Greedy g;
  TRY(greedy_open(&g, be, problem, width, plan));
  TRY(join_all(&g, width, list));
  if (problem->n > 1) {
    TRY(ends_select(&g, g.scratch, &g.scratch_bytes));
    tour_close<<<1, 1, 0, g.stream>>>(g);
    CUDA_TRY(cudaGetLastError());
    return tour_walk(g.all.link, problem->n, g.phase.row, tour, g.stream);
  }
  CUDA_TRY(cudaMemsetAsync(tour, 0, sizeof *tour, g.stream));
  CUDA_TRY(cudaStreamSynchronize(g.stream));
  return OK;
}
