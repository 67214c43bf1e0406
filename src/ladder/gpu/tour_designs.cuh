/* The designs of the ladder: one table, and how each kind is launched. */
#ifndef CORDEE_LADDER_GPU_TOUR_DESIGNS_CUH
#define CORDEE_LADDER_GPU_TOUR_DESIGNS_CUH

#include "gpu/cuda_try.h"

#include <algorithm>
#include <math.h>
#include "solver/climb/climb_kernels.h"
#include "ladder/tour_kernels.h"
#include "ladder/tour_launch.h"
#include "tour_published.cuh"
#include "tour_setup.cuh"

namespace tour_ladder {

typedef void (*LadderKernel)(LadderArgs);
enum { WHOLE, REAL, ROUNDINGS };
enum { THREADS_USUAL = 256, THREADS_OF_COLUMNS = 128, STEP_CITIES_MAX = 4000 };

} // namespace tour_ladder

struct TourLadder {
  Backend *be;
  const ClimbProblem *problem;
  int32_t n;
  int rounding;      /* WHOLE, REAL */
  size_t room;       /* bytes of dynamic shared memory that a block can have */
  uint64_t seed;     /* of the start tours */
  uint32_t capacity; /* climbers that the arrays can hold */
  int2 *whole;
  int32_t *matrix;                /* made for the first design that needs it */
  int32_t *start, *tours;         /* (capacity, n) */
  uint64_t *counters;             /* (COUNTERS) */
  tour_ladder::LadderSlots slots; /* for the library's own kernels; (capacity + 1) each */
  cudaEvent_t begin, end;
};

namespace tour_ladder {

typedef struct Design Design;

/* What processes a climber: a block, a thread, or the library's own blocks. */
typedef struct Who {
  Status (*launch)(TourLadder *l, const Design *d, const TourLadderRun *run);
  Status (*resident)(TourLadder *l, const Design *d, int threads, uint32_t *climbers);
} Who;

/* One row a design. */
struct Design {
  TourLadderDesign is;
  const Who *who;
  int32_t (*largest)(const TourLadder *l);
  size_t (*shared_bytes)(const TourLadder *l, int threads);     /* of a block; NULL: none */
  size_t (*work_bytes)(const TourLadder *l, uint32_t climbers); /* NULL: none */
  bool matrix;                                                  /* needs TourLadder.matrix */
  int threads;                                                  /* of a block, usually; 0: usual_threads */
  LadderKernel kernel[ROUNDINGS];
};

/* ---- sizes ---- */

static int32_t largest_any(const TourLadder *) { return LADDER_CITIES_MAX; }
static int32_t largest_step(const TourLadder *) { return STEP_CITIES_MAX; }
static int32_t largest_local(const TourLadder *l);
static int32_t largest_shared(const TourLadder *l) {
  return (int32_t)sqrt((double)(l->room / sizeof(int32_t)));
}

static int32_t largest_local(const TourLadder *l) {
  return std::min<int32_t>(largest_shared(l), LOCAL_CITIES);
}

static size_t matrix_bytes(const TourLadder *l, int) { return (size_t)l->n * (size_t)l->n * sizeof(int32_t); }
static size_t tile_bytes(const TourLadder *l, int threads) {
  return l->rounding == WHOLE ? Tile<Whole>::bytes(threads) : Tile<Real>::bytes(threads);
}
static size_t tile_work(const TourLadder *l, uint32_t climbers) {
  const size_t n = (size_t)l->n;
  return l->rounding == WHOLE ? TileTour<Whole>::bytes(n, climbers) : TileTour<Real>::bytes(n, climbers);
}
static size_t column_work(const TourLadder *l, uint32_t climbers) {
  return (size_t)l->n * (size_t)climbers * sizeof(int32_t);
}

static size_t placed_work(const TourLadder *l, uint32_t climbers) {
  const size_t n = (size_t)l->n;
  return l->rounding == WHOLE ? PlacedColumn<Whole>::bytes(n, climbers)
                              : PlacedColumn<Real>::bytes(n, climbers);
}

static int usual_threads(const TourLadder *l, const Design *d) {
  return d->threads ? d->threads : std::min<int>(THREADS_USUAL, (l->n + 31) / 32 * 32);
}

/* ---- launches ---- */

static Status make_args(TourLadder *l, const Design *d, const TourLadderRun *run, LadderArgs *args) {
  *args = {l->n,      run->climbers, run->steps, reinterpret_cast<const double2 *>(l->problem->xy),  l->whole,
           l->matrix, l->tours,      NULL,       reinterpret_cast<unsigned long long *>(l->counters)};
  return cuda_workspace(l->be, d->work_bytes ? d->work_bytes(l, run->climbers) : 0, &args->work);
}

/* *bytes of dynamic shared memory; a design that uses some gets all that an SM has. */
static Status allow_shared(const TourLadder *l, const Design *d, int threads, size_t *bytes) {
  const LadderKernel kernel = d->kernel[l->rounding];
  *bytes = d->shared_bytes ? d->shared_bytes(l, threads) : 0;
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)*bytes));
  if (d->shared_bytes)
    CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                  cudaSharedmemCarveoutMaxShared));
  return OK;
}

static Status launch_blocks(TourLadder *l, const Design *d, const TourLadderRun *run) {
  const int threads = run->threads ? run->threads : usual_threads(l, d);
  size_t shared;
  LadderArgs args;
  TRY(allow_shared(l, d, threads, &shared));
  TRY(make_args(l, d, run, &args));
  CUDA_TRY(cuda_launch(d->kernel[l->rounding], run->climbers, (unsigned)threads, shared,
                       cuda_state(l->be)->stream, args));
  return OK;
}

static Status threads_queue(TourLadder *l, const Design *d, const TourLadderRun *run,
                            const LadderArgs &args) {
  const uint32_t threads = (uint32_t)(run->threads ? run->threads : usual_threads(l, d));
  size_t shared;
  TRY(allow_shared(l, d, (int)threads, &shared));
  CUDA_TRY(cuda_launch(d->kernel[l->rounding], (run->climbers + threads - 1) / threads, threads, shared,
                       cuda_state(l->be)->stream, args));
  return OK;
}

/* A thread a climber, whose kernel reads tours as they are. */
static Status launch_threads(TourLadder *l, const Design *d, const TourLadderRun *run) {
  LadderArgs args;
  TRY(make_args(l, d, run, &args));
  return threads_queue(l, d, run, args);
}

/* Transposes the tours to columns and back, both within the measured time: two passes over the tours, where a
 * single step has n/2. */
static Status launch_columns(TourLadder *l, const Design *d, const TourLadderRun *run) {
  cudaStream_t stream = cuda_state(l->be)->stream;
  LadderArgs args;
  TRY(make_args(l, d, run, &args));
  CUDA_TRY(cuda_launch(columns_kernel, setup_blocks, setup_threads, 0, stream, args, false));
  TRY(threads_queue(l, d, run, args));
  CUDA_TRY(cuda_launch(columns_kernel, setup_blocks, setup_threads, 0, stream, args, true));
  return OK;
}

/* Climbers are slots under way, each on an island of its own, whose contender's tour is the slot's tour. So a
 * tour ends where it began, finished or not, and no slot draws another climber. */
static Status slots_launch(TourLadder *l, const TourLadderRun *run, uint32_t slots) {
  ClimbState state = {};
  state.islands = state.group = run->climbers;
  state.slots = slots;
  state.instances = 1;
  state.quota = l->slots.quota;
  state.drawn = state.cursor = l->slots.drawn;
  state.champion_cost = state.contender_cost = l->slots.contender_cost;
  state.contender_climber = l->slots.contender_climber;
  state.lock = l->slots.lock;
  state.slot_island = l->slots.island;
  state.slot_climber = l->slots.climber;
  state.slot_cost = l->slots.cost;
  state.champion_tour = state.contender_tour = state.slot_tour = l->tours;
  state.counters = l->counters;
  return l->be->ops->climb->advance(l->be, l->problem, &state, run->steps);
}

static Status launch_ours(TourLadder *l, const Design *, const TourLadderRun *run) {
  return slots_launch(l, run, run->climbers);
}

/* An empty slot more: a climber that is not the only one has a block, however many cities there are. */
static Status launch_block(TourLadder *l, const Design *, const TourLadderRun *run) {
  return slots_launch(l, run, run->climbers + 1);
}

static Status resident_blocks(TourLadder *l, const Design *d, int threads, uint32_t *climbers) {
  int per_sm = 0;
  size_t shared;
  threads = threads ? threads : usual_threads(l, d);
  TRY(allow_shared(l, d, threads, &shared));
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, d->kernel[l->rounding], threads, shared));
  *climbers = (uint32_t)(per_sm * cuda_state(l->be)->sms);
  return OK;
}

static Status resident_threads(TourLadder *l, const Design *d, int threads, uint32_t *climbers) {
  threads = threads ? threads : usual_threads(l, d);
  TRY(resident_blocks(l, d, threads, climbers));
  *climbers *= (uint32_t)threads;
  return OK;
}

static Status resident_ours(TourLadder *l, const Design *, int, uint32_t *climbers) {
  return l->be->ops->climb->slots(l->be, l->problem, climbers);
}

static Status resident_alone(TourLadder *, const Design *, int, uint32_t *climbers) {
  *climbers = 1;
  return OK;
}

/* ---- the designs ---- */

static const char limit_numbers[] = "moves have numbers of 31 bits",
                  limit_shared[] = "the matrix must fit in a block's shared memory",
                  limit_step[] = "one step of one thread takes seconds";
static const Who a_block = {launch_blocks, resident_blocks}, a_thread = {launch_threads, resident_threads},
                 a_column = {launch_columns, resident_threads}, our_slots = {launch_ours, resident_ours},
                 our_alone = {launch_ours, resident_alone}, our_block = {launch_block, resident_alone};

static constexpr TourLadderDesign about(const char *name, const char *limit,
                                        LadderMoves moves = LADDER_TWO_OPT, bool tuned = false,
                                        bool computed = false) {
  return {name, limit, moves, tuned, computed, false};
}
static constexpr TourLadderDesign about_alone(const char *name) {
  return {name, limit_numbers, LADDER_TWO_OPT, false, false, true};
}

/* clang-format off */
static const Design designs[] = {
    {about("matr_s", limit_shared),
     &a_thread, largest_local, matrix_bytes, NULL, true, LAUNCH_THREADS,
     {local_kernel<SharedMatrix>, local_kernel<SharedMatrix>}},
    {about("matr_g", limit_step),
     &a_column, largest_step, NULL, column_work, true, THREADS_OF_COLUMNS,
     {thread_kernel<GlobalMatrix>, thread_kernel<GlobalMatrix>}},
    {about("matr_g_ro", limit_step),
     &a_column, largest_step, NULL, column_work, true, THREADS_OF_COLUMNS,
     {thread_kernel<ReadOnlyMatrix>, thread_kernel<ReadOnlyMatrix>}},
    {about("calc", limit_step),
     &a_column, largest_step, NULL, placed_work, false, THREADS_OF_COLUMNS,
     {calc_kernel<Whole>, calc_kernel<Real>}},
    {about("intra", limit_numbers),
     &a_block, largest_any, NULL, tile_work, false, 0, {placed_kernel<Whole, Intra>, placed_kernel<Real, Intra>}},
    {about("tile", limit_numbers),
     &a_block, largest_any, tile_bytes, tile_work, false, 0,
     {placed_kernel<Whole, TilesDown>, placed_kernel<Real, TilesDown>}},
    {about("tuned", limit_numbers, LADDER_TWO_OPT, false, true),
     &a_block, largest_any, tile_bytes, tile_work, false, 0,
     {placed_kernel<Whole, TilesDown>, placed_kernel<Real, TilesDown>}},
    {about("matrix-shared", limit_shared),
     &a_block, largest_shared, matrix_bytes, NULL, true, 0,
     {block_kernel<SharedMatrix, Rows>, block_kernel<SharedMatrix, Rows>}},
    {about("matrix-global", limit_numbers),
     &a_block, largest_any, NULL, NULL, true, 0,
     {block_kernel<GlobalMatrix, Rows>, block_kernel<GlobalMatrix, Rows>}},
    {about("matrix-readonly", limit_numbers),
     &a_block, largest_any, NULL, NULL, true, 0,
     {block_kernel<ReadOnlyMatrix, Rows>, block_kernel<ReadOnlyMatrix, Rows>}},
    {about("thread-per-climber", limit_step),
     &a_column, largest_step, NULL, column_work, false, THREADS_OF_COLUMNS,
     {thread_kernel<Coordinates<Whole>>, thread_kernel<Coordinates<Real>>}},
    {about("block-per-climber", limit_numbers),
     &a_block, largest_any, NULL, NULL, false, 0,
     {block_kernel<Coordinates<Whole>, Rows>, block_kernel<Coordinates<Real>, Rows>}},
    {about("flattened-index", limit_numbers),
     &a_block, largest_any, NULL, NULL, false, 0,
     {block_kernel<Coordinates<Whole>, Flattened>, block_kernel<Coordinates<Real>, Flattened>}},
    {about("shared-tiles", limit_numbers),
     &a_block, largest_any, tile_bytes, tile_work, false, 0,
     {placed_kernel<Whole, TilesUp>, placed_kernel<Real, TilesUp>}},
    {about("tuned-block", limit_numbers, LADDER_TWO_OPT, true),
     &a_block, largest_any, tile_bytes, tile_work, false, 0,
     {placed_kernel<Whole, TilesUp>, placed_kernel<Real, TilesUp>}},
    {about("ours", limit_numbers),
     &our_slots, largest_any, NULL, NULL, false, 0, {NULL, NULL}},
    {about_alone("ours-alone"), &our_alone, largest_any, NULL, NULL, false, 0, {NULL, NULL}},
    {about_alone("ours-block"), &our_block, largest_any, NULL, NULL, false, 0, {NULL, NULL}},
    {about("swap", limit_numbers, LADDER_SWAP),
     &a_block, largest_any, NULL, NULL, false, 0,
     {block_kernel<Coordinates<Whole>, Swaps>, block_kernel<Coordinates<Real>, Swaps>}},
};
/* clang-format on */
enum { DESIGNS = sizeof designs / sizeof *designs };

} // namespace tour_ladder

#endif
