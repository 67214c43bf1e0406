/* Focused ants: a warp has the ants of a row, one after the other. What is an ant's own is in shared memory. Ants share a copy of the problem and of
 * the choices in which cities are called by their positions in the source tour, and stand in their order: a city's neighbours in
 * an ant's tour follow from its pieces without a look into global memory, and what belongs together is side by side. */
#ifndef CORDEE_GPU_ACO_FOCUSED_CUH
#define CORDEE_GPU_ACO_FOCUSED_CUH

#include "aco_two_opt.cuh"
#include "gpu/pick.cuh"

namespace aco {

enum { FOCUSED_WARPS = 4, FOCUSED_BLOCKS_SM = 5, CHOOSERS = 256 };

/* The best ant of a row. */
struct alignas(16) FocusedBest {
  int64_t cost;
  uint32_t ant;
  int32_t count;
  Pieces pieces;
};

/* The best ant of an island: its row, and where its pieces begin. */
struct alignas(16) FocusedWinner {
  uint32_t row;
  int32_t start[ACO_PIECES]; /* by place */
};

/* In the order of the source; arrays are (islands, ..). */
struct FocusedCopy {
  double *xy;        /* (n, 2); not of a matrix */
  int32_t *list;     /* (n, K) positions */
  int32_t *distance; /* (n, K) */
  uint32_t *choice;  /* (n, K) weights */
  int32_t *position; /* (n) by city */
};

struct Focus {
  const AcoProblem *problem; /* the copy */
  const AcoRules *rules;
  const uint32_t *choice;
  const int32_t *position;
};

/* Puts `next`, which is no neighbour, beside `city`, on the side of its next city, or of its previous one. */
template <class Form>
__device__ static void city_relocate(const Focus &f, Form &t, int32_t city, int32_t next, bool previous) {
  const TourProblem &d = f.problem->tour;
  const int32_t before = neighbour(t, next, previous), after = neighbour(t, next, !previous),
                beside = neighbour(t, city, previous);
  /* lanes 0 to 2: edges that are new; 3 to 5: that are gone */
  const int lane = threadIdx.x % WARP, edge = lane % 3;
  const bool added = lane < 3;
  const int32_t from = added ? pick(edge, before, city, next) : pick(edge, next, next, city),
                to = added ? pick(edge, after, next, beside) : pick(edge, before, after, beside),
                length = lane < 6 ? distance(d, t, from, to) : 0;
  for (int k = 0; k < 3; k++) t.cost += __shfl_sync(ALL, length, k) - __shfl_sync(ALL, length, k + 3);
  move_make(t, ACO_OR_TURNED, next, before, city, beside, next, after);
  queue_push_all(t, 5, city, next, before, after, beside);
}

/* Lanes are the candidates. */
__device__ static int32_t focused_next(const Focus &f, const FocusedTour &t, int32_t city, uint32_t word) {
  const int lane = threadIdx.x % WARP;
  const int32_t width = f.problem->width;
  const size_t at = (size_t)city * width + lane;
  const int32_t other = lane < width ? f.problem->list[at] : 0;
  uint32_t sum = lane < width && !visited(t, other) ? f.choice[at] : 0;
#pragma unroll
  for (int away = 1; away < ACO_WIDTH; away *= 2) {
    const uint32_t lower = __shfl_up_sync(ALL, sum, away);
    if (lane >= away) sum += lower;
  }
  const uint32_t total = __shfl_sync(ALL, sum, ACO_WIDTH - 1);
  const unsigned found = __ballot_sync(ALL, lane < ACO_WIDTH && sum > aco_below(word, total));
  if (total) return __shfl_sync(ALL, other, __ffs((int)found) - 1);
  int32_t next = city;
  while (visited(t, next)) next = neighbour(t, next, false);
  return next;
}

__device__ static inline bool in_source(const FocusedTour &t, int32_t a, int32_t b) {
  return beside(a, b, t.n);
}

/* Changes the tour; its queue has the cities whose edges have changed. */
template <class Form>
__device__ static void ant_walk(const Focus &f, Form &t, uint64_t seed, uint32_t island, uint32_t iteration,
                                uint32_t number) {
  const int lane = threadIdx.x % WARP;
  const int32_t n = t.n, most = n - 1 < ACO_WALK ? n - 1 : ACO_WALK;
  philox4x32_ctr_t draws = aco_words(seed, island, iteration, number, (uint32_t)lane);
  int32_t previous = -1, city = f.position[aco_below(__shfl_sync(ALL, draws.v[0], 0), (uint32_t)n)], s = 0;
  city_visit(t, city);
  for (uint32_t changes = 0; s < most && changes < f.rules->changes && room_left(t);) {
    if (++s % (4 * WARP) == 0) draws = aco_words(seed, island, iteration, number, (uint32_t)(s / 4 + lane));
    const uint32_t own = pick(s % 4, draws.v[0], draws.v[1], draws.v[2], draws.v[3]);
    const int32_t next = focused_next(f, t, city, __shfl_sync(ALL, own, s / 4 % WARP)),
                  up = neighbour(t, city, false);
    if (next != up && next != neighbour(t, city, true)) city_relocate(f, t, city, next, up == previous);
    city_visit(t, next);
    changes += !in_source(t, city, next);
    previous = city;
    city = next;
  }
}

/* All but positions: a thread a candidate. */
__global__ static void copy_kernel(AcoProblem problem, AcoState state, FocusedCopy copy) {
  const uint64_t at = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x, n = problem.tour.n,
                 width = problem.width;
  if (at >= state.islands * n * width) return;
  const uint64_t p = at / width, k = at % width, island = p / n, c = (uint64_t)state.source[p];
  copy.list[at] = copy.position[island * n + problem.list[c * width + k]];
  copy.distance[at] = problem.distance[c * width + k];
  copy.choice[at] = state.choice[(island * n + c) * width + k];
  if (k == 0 && problem.tour.xy) {
    copy.xy[2 * p] = problem.tour.xy[2 * c];
    copy.xy[2 * p + 1] = problem.tour.xy[2 * c + 1];
  }
}

__device__ static void best_keep(const FocusedTour &t, uint32_t ant, FocusedBest *best) {
  const int lane = threadIdx.x % WARP;
  const uint32_t *from = (const uint32_t *)&t.own->pieces;
  for (int k = lane; k < (int)(sizeof(Pieces) / sizeof *from); k += WARP)
    ((uint32_t *)&best->pieces)[k] = from[k];
  if (lane == 0) {
    best->cost = t.cost;
    best->ant = ant;
    best->count = t.pieces;
  }
  __syncwarp();
}

/* rows: of an island; the best of row r's ants r, r + rows, ... goes to best[island + islands r]. */
template <bool EUCLID>
__global__ static void __launch_bounds__(FOCUSED_WARPS *WARP, FOCUSED_BLOCKS_SM)
    focused_kernel(AcoProblem problem, AcoRules rules, AcoState state, uint32_t iteration, uint32_t rows,
                   FocusedCopy copy, FocusedBest *best) {
  const int32_t n = problem.tour.n;
  const uint32_t r = blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP, i = r % state.islands;
  if (r >= rows * state.islands) return;
  FormOf<FocusedTour, EUCLID> t;
  const size_t row = (size_t)i * n * problem.width;
  t.n = n;
  t.source = state.source + (size_t)i * n;
  t.own = (FocusedShared *)memory + threadIdx.x / WARP;
  problem.list = copy.list + row;
  problem.distance = copy.distance + row;
  problem.tour.xy = copy.xy + 2 * (size_t)i * n;
  const Focus f = {&problem, &rules, copy.choice + row, copy.position + (size_t)i * n};
  int64_t least = INT64_MAX;
  for (uint32_t k = r / state.islands; k < rules.ants; k += rows) {
    t.cost = state.colony[i].source;
    t.head = t.count = 0;
    visited_clear(t);
    pieces_open(t);
    ant_walk(f, t, state.seed, state.first + i, iteration, k);
    if (rules.search) two_opt(problem, t);
    if (t.cost < least) {
      least = t.cost;
      best_keep(t, k, best + r);
    }
  }
}

/* A block an island: its best ant. */
__global__ static void winner_kernel(AcoState state, uint32_t rows, const FocusedBest *best,
                                     FocusedWinner *winner) {
  Rank *const shared = (Rank *)memory;
  const uint32_t i = blockIdx.x;
  Rank own = {INT64_MAX, 0xffffffffu, 0};
  for (uint32_t r = threadIdx.x; r < rows; r += blockDim.x) {
    const FocusedBest &its = best[r * state.islands + i];
    const Rank rank = {its.cost, its.ant, r * state.islands + i};
    if (rank_before(rank, own)) own = rank;
  }
  own = rank_first(own, shared);
  if (threadIdx.x) return;
  const FocusedBest &its = best[own.row];
  winner[i].row = own.row;
  state.cost[i] = own.cost;
  state.ant[i] = own.ant;
  int32_t start = 0;
  for (int x = 0; x < its.count; x++) {
    const int k = its.pieces.piece[x];
    winner[i].start[x] = start;
    start += its.pieces.low[k + 1] - its.pieces.low[k];
  }
}

/* A thread a position of the source: where its city is in the best ant's tour. */
__global__ static void winner_write_kernel(int32_t n, AcoState state, const FocusedBest *best,
                                           const FocusedWinner *winner) {
  const uint64_t at = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= (uint64_t)state.islands * n) return;
  const uint32_t i = (uint32_t)(at / n);
  const int32_t p = (int32_t)(at % n);
  const Pieces &v = best[winner[i].row].pieces;
  const int k = piece_of(v, p), x = v.at[k] & (TURNED - 1);
  const int32_t to = winner[i].start[x] + (v.at[k] & TURNED ? v.low[k + 1] - 1 - p : p - v.low[k]);
  state.tour[(size_t)i * n + to] = state.source[at];
}

} // namespace aco

#endif
