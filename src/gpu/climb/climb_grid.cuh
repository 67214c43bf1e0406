/* Steps of a single climber by the whole device, where one block would leave most of it idle. Two kernels a step: the scan, in which the
 * units of climb_scan.cuh are divided among the threads of the grid, and the choice among what the filter lets pass, by the blocks that
 * hold some; the block that ends last makes the move. Both load the tour anew. Same moves as climb_kernel, which draws, starts, measures
 * and finishes climbers, and makes the step that finds no move. Twin: src/cpu/climb/climb.c. */
#ifndef CORDEE_GPU_CLIMB_CLIMB_GRID_CUH
#define CORDEE_GPU_CLIMB_CLIMB_GRID_CUH

#include "climb_device.cuh"
#include "climb_launch.cuh"

enum { GRID_THREADS = 512 };
static const uint32_t grid_queued = 16; /* steps between two looks of the host */

/* The best exact move of a block. */
struct GridBest {
  int32_t delta; /* 0: none */
  unsigned long long pair;
};

/* Of the climber under way; in the workspace. */
struct GridState {
  int32_t key;     /* smallest filter value of this step (F::key) */
  uint32_t ticket; /* blocks that have chosen */
  uint32_t steps;  /* that made a move */
  uint32_t over;   /* a step found none */
};

struct GridArgs {
  ClimbProblem problem;
  ClimbShape shape;
  int32_t *tour; /* (n) of the slot */
  GridState *state;
  GridBest *best; /* (blocks) */
  int32_t *low;   /* (threads) smallest filter value of each, as bits */
  void *points;   /* (blocks, stride, R) of tours that are not in shared memory */
};

typedef void (*GridKernel)(GridArgs);

/* Warps of all blocks take turns: where there are fewer units than threads, every SM has some. */
struct GridThreads {
  static __device__ __forceinline__ int32_t number(int warp, int lane) {
    return (int32_t)((warp * gridDim.x + blockIdx.x) * 32) + lane;
  }
  static __device__ __forceinline__ int32_t first() {
    return number((int)threadIdx.x / 32, (int)threadIdx.x % 32);
  }
  static __device__ __forceinline__ int32_t stride() { return (int32_t)(gridDim.x * blockDim.x); }
};

template <class F, int R, int COLUMNS, bool SHARED, class M>
__device__ __forceinline__ Climb<F, R, COLUMNS, SHARED, M, GridThreads>
grid_climb(const GridArgs &args, void *resident, Team &team) {
  typedef typename F::Point Point;
  const ClimbShape &shape = args.shape;
  Point *point = SHARED ? static_cast<Point *>(resident)
                        : static_cast<Point *>(args.points) + (size_t)blockIdx.x * (size_t)shape.stride * R;
  return {args.problem, shape, {point, args.problem.n, shape.extent, shape.stride}, team};
}

template <class C> __device__ void grid_load(const C &c, const int32_t *tour) {
  tour_fill(c.tour, c.problem, [=](int32_t p) { return tour[p]; });
}

/* ---- scan ---- */

template <class F, int R, int COLUMNS, bool SHARED, class M>
__global__ void __launch_bounds__(GRID_THREADS) grid_scan_kernel(const __grid_constant__ GridArgs args) {
  extern __shared__ float4 resident[];
  BLOCK_SHARED Team team;
  const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
  if (args.state->over) return;
  const auto c = grid_climb<F, R, COLUMNS, SHARED, M>(args, resident, team);
  grid_load(c, args.tour);
  const typename F::Value mine = M::scan(c);
  args.low[GridThreads::first()] = F::to_bits(mine);
  const int32_t least = warp_least(F::key(mine));
  if (lane == 0) team.key[warp] = least;
  __syncthreads();
  if (warp) return;
  const int32_t all = warp_least(team.key[lane < GRID_THREADS / 32 ? lane : 0]);
  if (lane == 0) atomicMin(&args.state->key, all);
}

/* ---- choice ---- */

/* What this block's threads hold: team.delta and team.pair. */
template <class C> __device__ void grid_review(const C &c, bool holds, typename C::Value limit) {
  const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
  const uint32_t holders = __ballot_sync(0xffffffffu, holds);
  Held held = {0, {0, INT32_MAX, INT32_MAX}};
  if (lane == 0) c.team.published[warp] = holders;
  __syncthreads();
  for (int w = 0; w < GRID_THREADS / 32; ++w)
    for (uint32_t left = c.team.published[w]; left; left &= left - 1)
      C::M::review(c, GridThreads::number(w, __ffs((int)left) - 1), limit, held);
  team_settle(c, held);
  __syncthreads();
}

/* True in the block that is the last one; its threads see the bests of all. */
static __device__ bool grid_last(const GridArgs &args, Team &team) {
  if (threadIdx.x == 0) {
    args.best[blockIdx.x] = {team.delta, team.pair};
    __threadfence();
    team.answer = atomicAdd(&args.state->ticket, 1u) == gridDim.x - 1;
    __threadfence();
    team.delta = 0;
    team.pair = ~0ull;
  }
  __syncthreads();
  return team.answer;
}

/* The best of all blocks in team.delta and team.pair. */
static __device__ void grid_join(const GridArgs &args, Team &team) {
  const volatile GridBest *best = args.best;
  for (uint32_t b = threadIdx.x; b < gridDim.x; b += blockDim.x)
    if (best[b].delta < 0) atomicMin(&team.delta, best[b].delta);
  __syncthreads();
  for (uint32_t b = threadIdx.x; b < gridDim.x; b += blockDim.x)
    if (best[b].delta < 0 && best[b].delta == team.delta) atomicMin(&team.pair, best[b].pair);
  __syncthreads();
}

template <class M> __device__ void grid_make(const GridArgs &args, const Team &team) {
  const Move move = {team.delta, (int32_t)(team.pair >> 32), (int32_t)(team.pair & 0xffffffffu)};
  if (team.delta < 0) M::apply_cities(args.tour, args.problem.n, move);
  if (threadIdx.x) return;
  args.state->steps += team.delta < 0;
  args.state->over = team.delta >= 0;
  args.state->ticket = 0;
  args.state->key = INT32_MAX;
}

template <class F, int R, int COLUMNS, bool SHARED, class M>
__global__ void __launch_bounds__(GRID_THREADS) grid_choose_kernel(const __grid_constant__ GridArgs args) {
  extern __shared__ float4 resident[];
  BLOCK_SHARED Team team;
  if (args.state->over) return;
  const typename F::Value limit = F::limit(M::move, args.problem, F::value(args.state->key));
  const bool holds = F::from_bits(args.low[GridThreads::first()]) <= limit;
  if (threadIdx.x == 0) {
    team.delta = 0;
    team.pair = ~0ull;
  }
  if (__syncthreads_or(holds)) {
    const auto c = grid_climb<F, R, COLUMNS, SHARED, M>(args, resident, team);
    grid_load(c, args.tour);
    grid_review(c, holds, limit);
  }
  if (!grid_last(args, team)) return;
  grid_join(args, team);
  grid_make<M>(args, team);
}

/* ---- variants ---- */

struct GridVariant {
  Variant<GridKernel> scan;
  GridKernel choice;
};

/* Estimated as climb_variant, climb_swap_variant are. */
template <class F, int R, bool SHARED, class M>
constexpr GridVariant grid_variant(double column = 8.5 * (R + 1)) {
  return {{M::move, F::filters, R, 2, SHARED, sizeof(typename F::Point), grid_scan_kernel<F, R, 2, SHARED, M>,
           column, 100, 0},
          grid_choose_kernel<F, R, 2, SHARED, M>};
}

/* Steps of the climber in slot 0, `steps` at most; *made: so many made a move. The slot's cost is not measured. */
Status climb_grid_steps(Backend *be, const ClimbProblem *problem, const ClimbState *state, uint32_t steps,
                        uint32_t *made);
/* Whether a single climber of this problem is to have the whole device. */
bool climb_grid_wins(const ClimbProblem *problem, const ClimbState *state);

#endif
