/* Iterated local search on CUDA. A round is three launches, all queued at once: kicks (a warp each), the
 * commit (a block per tour), the new tours (a thread per city), from one of two buffers into the other. Twin
 * of src/cpu/ils/ils.c, contract in src/solver/ils/ils_kernels.h. */
#include "gpu/cuda_try.h"

#include <stdio.h>
#include "ils_commit.cuh"
#include "ils_search.cuh"
#include "halt.h"

enum { WARPS = 4, MOVERS = 256, CITIES_EACH = 4 };

/* Device memory of a call of advance. */
struct IlsScratch {
  int32_t *tour[2];      /* (tours, n) each; tour[0] is the state's */
  uint8_t *side;         /* (tours) index of the buffer with the current tour */
  int32_t *made;         /* (tours, W) cuts of the proposal; 0: none */
  IlsProposal *proposal; /* (tours, W) */
  int32_t *pieces;       /* (tours, pieces_words) */
};

/* ---- kernels ---- */

/* Compiled separately for batches: indexing the tour's instance costs registers. */
template <IlsMetric M, bool BATCH>
__global__ static void __launch_bounds__(32 * WARPS)
    round_kick(const IlsProblem problem, const IlsState state, const IlsRounds rounds, uint32_t number,
               const IlsScratch scratch) {
  BLOCK_SHARED IlsShared shared[WARPS];
  const uint64_t item = (uint64_t)blockIdx.x * WARPS + threadIdx.x / 32,
                 items = (uint64_t)state.tours * state.kicks;
  if (item >= items) return;
  const uint32_t t = (uint32_t)(item / state.kicks),
                 kick = number * state.kicks + (uint32_t)(item % state.kicks);
  const size_t at = (size_t)t * problem.tour.n;
  const uint32_t k = BATCH ? ils_task(&state, t) : 0;
  const TourTask *task = state.task + k;
  const IlsProblem own = BATCH ? ils_problem_of(&problem, task->instance) : problem;
  IlsSearch s;
  s.problem = BATCH ? &own : &problem;
  s.tour = scratch.tour[scratch.side[t]] + at;
  s.position = state.position + at;
  s.shared = shared + threadIdx.x / 32;
  s.segments.n = problem.tour.n;
  s.segments.count = 0;
  s.segments.lane = threadIdx.x % 32;
  s.segments.table = s.shared->table;
  s.delta = 0;
  s.head = s.tail = s.steps = 0;
  const int32_t cuts =
      problem.width ? ils_search<M>(s, state, t, task, rounds, kick, scratch.proposal + item) : 0;
  if (s.segments.lane) return;
  scratch.made[item] = cuts;
  unsigned long long *counters = reinterpret_cast<unsigned long long *>(state.counters + 3 * (size_t)k);
  if (cuts) atomicAdd(counters, 1ull);
  atomicAdd(counters + 2, (unsigned long long)s.steps);
}

template <int THREADS, int KICKS> /* at most KICKS of a tour */
__global__ static void __launch_bounds__(THREADS)
    round_commit(int32_t n, const IlsState state, const IlsScratch scratch) {
  extern __shared__ __align__(16) char memory[];
  const uint32_t t = blockIdx.x;
  const IlsCommit work = commit_carve(memory, state.kicks);
  const IlsProposal *proposal = scratch.proposal + (size_t)t * state.kicks;
  const IlsPieces pieces = pieces_of(scratch.pieces, state.kicks, t);
  const int32_t count = commit_gather<THREADS>(work, scratch.made + (size_t)t * state.kicks, proposal);
  if (!count) {
    if (threadIdx.x == 0) *pieces.count = 0;
    return;
  }
  commit_judge<THREADS>(work, count);
  commit_account<THREADS>(work, count, proposal, state.cost + t,
                          state.counters + 3 * (size_t)ils_task(&state, t));
  const int32_t all = commit_cut<THREADS>(work, count, n);
  commit_link<THREADS>(work, count, proposal, all, n);
  commit_rank<THREADS, KICKS>(work, all, n);
  commit_place<THREADS>(work, all, n, pieces);
  if (threadIdx.x == 0) scratch.side[t] ^= 1;
}

__global__ static void round_move(int32_t n, const IlsState state, const IlsScratch scratch) {
  const uint32_t t = blockIdx.x;
  const IlsPieces pieces = pieces_of(scratch.pieces, state.kicks, t);
  const int32_t count = *pieces.count;
  if (!count) return;
  const size_t at = (size_t)t * n;
  const int32_t *from = scratch.tour[scratch.side[t] ^ 1] + at;
  int32_t *to = scratch.tour[scratch.side[t]] + at, *position = state.position + at;
  const int32_t first = (int32_t)blockIdx.y * MOVERS * CITIES_EACH + (int32_t)threadIdx.x;
  for (int32_t p = first, k = 0; k < CITIES_EACH && p < n; p += MOVERS, ++k) {
    int32_t low = 0, high = count - 1;
    while (low < high) {
      const int32_t middle = (low + high) / 2;
      if (pieces.cut[middle] < p)
        low = middle + 1;
      else
        high = middle;
    }
    const int32_t place = pieces.place[low], begin = low ? pieces.cut[low - 1] + 1 : 0, city = from[p];
    const int32_t q = place < 0 ? ~place + pieces.cut[low] - p : place + p - begin;
    to[q] = city;
    position[city] = q;
  }
}

/* Copies tours that ended in buffer 1 back to the state. */
__global__ static void tours_settle(int32_t n, const IlsScratch scratch) {
  const size_t at = (size_t)blockIdx.x * n;
  if (!scratch.side[blockIdx.x]) return;
  for (int32_t p = blockIdx.y * blockDim.x + threadIdx.x; p < n; p += gridDim.y * blockDim.x)
    scratch.tour[0][at + p] = scratch.tour[1][at + p];
}

template <IlsMetric M>
__global__ static void list_distances(const TourProblem problem, int32_t width, const int32_t *list,
                                      IlsCandidate *candidates) {
  const int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, city = k / width;
  if (city >= (int64_t)problem.n * problem.instances) return;
  const TourProblem own = tour_problem_of(&problem, (uint32_t)(city / problem.n));
  candidates[k] = {list[k], city_distance<M>(own, (int32_t)(city % problem.n), list[k])};
}

template <IlsMetric M> __global__ static void measure_tours(const IlsProblem problem, const IlsState state) {
  const int32_t n = problem.tour.n;
  const size_t at = (size_t)blockIdx.x * n;
  const TourProblem own = tour_problem_of(&problem.tour, state.task[ils_task(&state, blockIdx.x)].instance);
  int64_t cost = blockIdx.y == 0 && threadIdx.x == 0 ? -own.base : 0;
  for (int32_t p = blockIdx.y * blockDim.x + threadIdx.x; p < n; p += gridDim.y * blockDim.x) {
    const int32_t city = state.tour[at + p];
    state.position[at + city] = p;
    cost += city_distance<M>(own, city, state.tour[at + (p + 1 < n ? p + 1 : 0)]);
  }
  for (int32_t away = 16; away; away /= 2) cost += __shfl_down_sync(ILS_ALL, cost, away);
  if (threadIdx.x % 32 == 0)
    atomicAdd(reinterpret_cast<unsigned long long *>(state.cost + blockIdx.x), (unsigned long long)cost);
}

/* ---- launches ---- */

/* The kernels that depend on the kind of distances. */
struct IlsVariant {
  decltype(&round_kick<ILS_EUCLID, false>) kick, kick_batch;
  decltype(&list_distances<ILS_EUCLID>) distances;
  decltype(&measure_tours<ILS_EUCLID>) measure;
};
template <IlsMetric M> static constexpr IlsVariant variant_of() {
  return {round_kick<M, false>, round_kick<M, true>, list_distances<M>, measure_tours<M>};
}
static const IlsVariant variants[] = {variant_of<ILS_EUCLID>(), variant_of<ILS_TABLE>(),
                                      variant_of<ILS_OTHER>()};

static const IlsVariant &variant_find(const TourProblem &p) {
  const int by_metric = p.metric == METRIC_EUC_2D ? ILS_EUCLID : ILS_OTHER;
  return variants[p.matrix ? ILS_TABLE : by_metric];
}

static unsigned blocks_for(int64_t items, int64_t each) { return (unsigned)((items + each - 1) / each); }

static Status distances(Backend *be, const TourProblem *problem, int32_t width, const int32_t *list,
                        IlsCandidate *candidates) {
  if (!width) return OK;
  const unsigned blocks = blocks_for((int64_t)problem->n * problem->instances * width, 256);
  CUDA_TRY(cuda_launch(variant_find(*problem).distances, blocks, 256, 0, cuda_state(be)->stream, *problem,
                       width, list, candidates));
  return OK;
}

static Status measure(Backend *be, const IlsProblem *problem, const IlsState *state) {
  const cudaStream_t stream = cuda_state(be)->stream;
  if (!state->tours) return OK;
  CUDA_TRY(cudaMemsetAsync(state->cost, 0, state->tours * sizeof *state->cost, stream));
  const unsigned blocks = blocks_for(problem->tour.n, 1024);
  const dim3 grid(state->tours, blocks < 1024 ? blocks : 1024);
  CUDA_TRY(cuda_launch(variant_find(problem->tour).measure, grid, 256, 0, stream, *problem, *state));
  return OK;
}

struct IlsCommitShape {
  uint32_t kicks; /* at most */
  int threads;
  decltype(&round_commit<64, 16>) kernel;
};
static const IlsCommitShape commits[] = {{16, 64, round_commit<64, 16>},
                                         {128, 256, round_commit<256, 128>},
                                         {4096, 1024, round_commit<1024, 4096>}};

static const IlsCommitShape &commit_find(uint32_t kicks) {
  const IlsCommitShape *shape = commits;
  while (kicks > shape->kicks) ++shape;
  return *shape;
}

static size_t aligned(size_t bytes) { return (bytes + 255) / 256 * 256; }

static Status scratch_make(Backend *be, const IlsState *state, int32_t n, IlsScratch *scratch) {
  const size_t tours = state->tours, kicks = tours * state->kicks;
  const size_t parts[] = {aligned(tours * (size_t)n * sizeof(int32_t)), aligned(tours),
                          aligned(kicks * sizeof(int32_t)), aligned(kicks * sizeof(IlsProposal)),
                          aligned(tours * pieces_words(state->kicks) * sizeof(int32_t))};
  void *memory;
  TRY(cuda_workspace(be, parts[0] + parts[1] + parts[2] + parts[3] + parts[4], &memory));
  char *at = (char *)memory;
  scratch->tour[0] = state->tour;
  scratch->tour[1] = (int32_t *)at;
  scratch->side = (uint8_t *)(at += parts[0]);
  scratch->made = (int32_t *)(at += parts[1]);
  scratch->proposal = (IlsProposal *)(at += parts[2]);
  scratch->pieces = (int32_t *)(at += parts[3]);
  CUDA_TRY(cudaMemsetAsync(scratch->side, 0, tours, cuda_state(be)->stream));
  return OK;
}

static Status advance(Backend *be, const IlsProblem *problem, const IlsState *state,
                      const IlsRounds *rounds) {
  const cudaStream_t stream = cuda_state(be)->stream;
  const int32_t n = problem->tour.n;
  IlsScratch scratch;
  if (!state->tours) return OK;
  TRY(scratch_make(be, state, n, &scratch));
  const IlsVariant &variant = variant_find(problem->tour);
  const IlsCommitShape &commit = commit_find(state->kicks);
  const size_t shared_bytes = commit_bytes(state->kicks);
  CUDA_TRY(
      cudaFuncSetAttribute(commit.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared_bytes));
  const unsigned kicks = blocks_for((int64_t)state->tours * state->kicks, WARPS);
  const dim3 movers(state->tours, blocks_for(n, MOVERS * CITIES_EACH));
  const auto kick = state->islands > state->ring ? variant.kick_batch : variant.kick;
  for (uint32_t r = 0; r < rounds->count && !halt_due(); ++r) {
    CUDA_TRY(cuda_launch(kick, kicks, 32 * WARPS, 0, stream, *problem, *state, *rounds, rounds->first + r,
                         scratch));
    CUDA_TRY(cuda_launch(commit.kernel, state->tours, (unsigned)commit.threads, shared_bytes, stream, n,
                         *state, scratch));
    CUDA_TRY(cuda_launch(round_move, movers, MOVERS, 0, stream, n, *state, scratch));
  }
  const dim3 settlers(state->tours, movers.y < 1024 ? movers.y : 1024);
  CUDA_TRY(cuda_launch(tours_settle, settlers, 256, 0, stream, n, scratch));
  CUDA_TRY(cudaStreamSynchronize(stream));
  return halt_after("rounds of kicks");
}

static Status resident(Backend *be, const IlsProblem *problem, int *warps) {
  int blocks = 0;
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, variant_find(problem->tour).kick,
                                                         32 * WARPS, 0));
  *warps = blocks * WARPS;
  (void)be;
  return OK;
}

static Status tours(Backend *be, const IlsProblem *problem, uint32_t kicks, uint32_t *out) {
  int warps = 0;
  TRY(resident(be, problem, &warps));
  const uint32_t all = (uint32_t)(warps * cuda_state(be)->sms);
  *out = all > kicks ? all / kicks : 1;
  return OK;
}

static Status describe(Backend *be, const IlsProblem *problem, Description *out) {
  int warps = 0;
  TRY(resident(be, problem, &warps));
  *out = Description{};
  snprintf(out->shape, sizeof out->shape, "a warp a kick, %d warps an SM, views of at most %d segments",
           warps, ILS_SEGMENTS);
  return OK;
}

extern "C" const IlsKernels ils_kernels_cuda = {tours,   describe, distances,       measure,
                                                advance, 4224,     sizeof(int32_t), 20000000};
