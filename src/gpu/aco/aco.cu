/* Ant colony optimisation on CUDA: twin of src/cpu/aco, contract in src/solver/aco/aco_kernels.h.
 *
 * An iteration is a launch for the ants, one for their local search, and three to five for its end, all queued without waiting. */
#include "gpu/cuda_try.h"

#include <algorithm>
#include <stdio.h>
#include "aco_all.cuh"
#include "aco_build.cuh"
#include "aco_focused.cuh"
#include "aco_improve.cuh"
#include "aco_update.cuh"

using namespace aco;

namespace {

enum {
  BUILD_THREADS_SM = 1024, /* of 64 registers each */
  SEARCH_WARPS = 4,
  SEARCH_WARPS_SM = 32,
  LINKERS = 256
};

uint32_t blocks_for(uint64_t items, uint64_t each) { return (uint32_t)((items + each - 1) / each); }

bool is_euclid(const AcoProblem *p) { return !p->tour.matrix && p->tour.metric == METRIC_EUC_2D; }

size_t shared_most(const CudaState *cuda) {
  const size_t all = cuda->shared_sm - cuda->shared_reserved;
  return all < cuda->shared_block ? all : cuda->shared_block;
}

typedef void (*BuildKernel)(AcoProblem, AcoRules, AcoState, uint32_t, BuildShape, const CandidateBox *);

/* How ants are launched. */
struct Build {
  BuildKernel kernel;
  BuildShape shape;
  int lanes;
  uint32_t threads;
  size_t bytes;
};

template <int LANES> BuildKernel build_of(bool staged) {
  return staged ? build_kernel<LANES, true> : build_kernel<LANES, false>;
}

/* An ant has so many lanes, a block so many threads. */
Build build_shape(const CudaState *cuda, const AcoProblem *problem, const AcoRules *rules, int lanes,
                  uint32_t threads) {
  const size_t room = shared_most(cuda), table = (size_t)problem->tour.n * ACO_WIDTH * sizeof(uint32_t),
               ant = tour_words(problem->tour.n) * sizeof(uint32_t);
  const uint32_t few = (uint32_t)(WARP / lanes);
  Build b = {};
  b.lanes = lanes;
  b.shape.words = (uint32_t)tour_words(problem->tour.n);
  b.shape.staged = table + few * ant <= room;
  const size_t left = room - (b.shape.staged ? table : 0);
  b.shape.ants = threads / (uint32_t)lanes;
  while (b.shape.ants > few && b.shape.ants * ant > left) b.shape.ants -= few;
  b.shape.blocks = blocks_for(rules->ants, b.shape.ants);
  b.threads = b.shape.ants * (uint32_t)lanes;
  b.bytes = b.shape.ants * ant + (b.shape.staged ? table : 0);
  if (lanes == 16)
    b.kernel = build_of<16>(b.shape.staged);
  else if (lanes == 8)
    b.kernel = build_of<8>(b.shape.staged);
  else
    b.kernel = build_of<4>(b.shape.staged);
  return b;
}

/* Cycles of a step of all ants, about: rounds of blocks that run side by side; in each a step takes its latency, or what its instructions
 * take at three a cycle. Both with the nearest unvisited city, which one step of 25 needs: the other ants of the warp wait. */
double build_cycles(const CudaState *cuda, const Build &b, uint32_t islands) {
  double latency = 550, ant = 9;
  if (b.lanes == 16) {
    latency = 430;
    ant = 14;
  } else if (b.lanes == 8) {
    latency = 450;
    ant = 10;
  }
  const uint32_t blocks = b.shape.blocks * islands, sms = (uint32_t)cuda->sms;
  const size_t bytes = b.bytes + cuda->shared_reserved;
  const uint32_t fit = (uint32_t)std::max<size_t>(
                     1, std::min<size_t>(BUILD_THREADS_SM / b.threads, cuda->shared_sm / bytes)),
                 beside = std::min(fit, blocks_for(blocks, sms));
  return blocks_for(blocks, (uint64_t)sms * fit) * std::max(latency, beside * b.shape.ants * ant);
}

/* The fastest by that estimate. */
Build build_choose(const CudaState *cuda, const AcoProblem *problem, const AcoRules *rules,
                   uint32_t islands) {
  Build best = {};
  double least = 0;
  for (int lanes = 16; lanes >= 4; lanes /= 2)
    for (uint32_t threads = 128; threads <= BUILD_THREADS_SM; threads *= 2) {
      if (rules->lanes && rules->lanes != (uint32_t)lanes) continue;
      const Build b = build_shape(cuda, problem, rules, lanes, threads);
      const double cycles = build_cycles(cuda, b, islands);
      if (!best.kernel || cycles < least) {
        best = b;
        least = cycles;
      }
    }
  return best;
}

/* Boxes around 32 cities each; NULL without coordinates. */
Status boxes_build(Backend *be, const TourProblem *problem, CandidateBox **box) {
  const uint32_t boxes = (uint32_t)tour_words(problem->n);
  *box = NULL;
  if (problem->matrix) return OK;
  TRY(cuda_workspace(be, boxes * sizeof **box, (void **)box));
  void *args[] = {(void *)problem, box};
  CUDA_TRY(cudaLaunchKernel(boxes_kernel, dim3(blocks_for(boxes, WARP)), dim3(WARP), args, 0,
                            cuda_state(be)->stream));
  return OK;
}

Status ants_build(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                  uint32_t iteration) {
  Build b = build_choose(cuda_state(be), problem, rules, state->islands);
  CandidateBox *box;
  TRY(boxes_build(be, &problem->tour, &box));
  void *args[] = {(void *)problem, (void *)rules, (void *)state, &iteration, &b.shape, &box};
  CUDA_TRY(cudaFuncSetAttribute(b.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)b.bytes));
  CUDA_TRY(cudaLaunchKernel(b.kernel, dim3(b.shape.blocks * state->islands), dim3(b.threads), args, b.bytes,
                            cuda_state(be)->stream));
  return OK;
}

/* Rows of focused ants: as many as run at a time. */
uint32_t focused_rows(const CudaState *cuda, const AcoRules *rules, uint32_t islands) {
  const uint32_t most = blocks_for((uint64_t)cuda->sms * FOCUSED_WARPS * FOCUSED_BLOCKS_SM, islands);
  return std::min(rules->ants, most);
}

size_t padded(size_t bytes) { return (bytes + 255) / 256 * 256; }

Status positions_run(Backend *be, int32_t n, const AcoState *state, int32_t *position) {
  void *args[] = {&n, (void *)state, &position};
  CUDA_TRY(cudaLaunchKernel(positions_kernel, dim3(blocks_for((uint64_t)state->islands * n, LINKERS)),
                            dim3(LINKERS), args, 0, cuda_state(be)->stream));
  return OK;
}

/* What ants_focus() has in the workspace. */
struct FocusedRoom {
  FocusedCopy copy;
  FocusedBest *best; /* (rows of all islands) */
  FocusedWinner *winner;
};

Status focused_room(Backend *be, const AcoProblem *problem, uint32_t islands, uint64_t rows,
                    FocusedRoom *out) {
  const uint64_t cities = (uint64_t)islands * problem->tour.n, all = cities * problem->width;
  const size_t sizes[] = {padded(cities * 2 * sizeof(double)),    padded(all * sizeof(int32_t)),
                          padded(all * sizeof(int32_t)),          padded(all * sizeof(uint32_t)),
                          padded(cities * sizeof(int32_t)),       padded(rows * sizeof(FocusedBest)),
                          padded(islands * sizeof(FocusedWinner))};
  size_t bytes = 0;
  char *at[7];
  void *room;
  for (const size_t size : sizes) bytes += size;
  TRY(cuda_workspace(be, bytes, &room));
  at[0] = (char *)room;
  for (int k = 1; k < 7; k++) at[k] = at[k - 1] + sizes[k - 1];
  out->copy = {(double *)at[0], (int32_t *)at[1], (int32_t *)at[2], (uint32_t *)at[3], (int32_t *)at[4]};
  out->best = (FocusedBest *)at[5];
  out->winner = (FocusedWinner *)at[6];
  return OK;
}

Status ants_focus(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                  uint32_t iteration) {
  const cudaStream_t stream = cuda_state(be)->stream;
  const int32_t n = problem->tour.n;
  uint32_t rows = focused_rows(cuda_state(be), rules, state->islands);
  const uint64_t all = (uint64_t)rows * state->islands, cities = (uint64_t)state->islands * n;
  FocusedRoom r;
  TRY(focused_room(be, problem, state->islands, all, &r));
  void *copies[] = {(void *)problem, (void *)state, &r.copy},
       *ants[] = {(void *)problem, (void *)rules, (void *)state, &iteration, &rows, &r.copy, &r.best},
       *winners[] = {(void *)state, &rows, &r.best, &r.winner},
       *tours[] = {(void *)&n, (void *)state, &r.best, &r.winner};
  const dim3 by_city(blocks_for(cities, LINKERS)), by_candidate(blocks_for(cities * problem->width, LINKERS)),
      threads(LINKERS);
  const auto kernel = is_euclid(problem) ? focused_kernel<true> : focused_kernel<false>;
  TRY(positions_run(be, n, state, r.copy.position));
  CUDA_TRY(cudaLaunchKernel(copy_kernel, by_candidate, threads, copies, 0, stream));
  CUDA_TRY(cudaLaunchKernel(kernel, dim3(blocks_for(all, FOCUSED_WARPS)), dim3(FOCUSED_WARPS * WARP), ants,
                            FOCUSED_WARPS * sizeof(FocusedShared), stream));
  CUDA_TRY(cudaLaunchKernel(winner_kernel, dim3(state->islands), dim3(CHOOSERS), winners,
                            CHOOSERS * sizeof(Rank), stream));
  CUDA_TRY(cudaLaunchKernel(winner_write_kernel, by_city, threads, tours, 0, stream));
  return OK;
}

Status all_build(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                 uint32_t iteration) {
  void *args[] = {(void *)problem, (void *)rules, (void *)state, &iteration};
  CUDA_TRY(cudaLaunchKernel(all_build_kernel, dim3(blocks_for(rules->ants, ALL_WARPS) * state->islands),
                            dim3(ALL_WARPS * WARP), args, ALL_WARPS * ALL_WORDS * sizeof(uint32_t),
                            cuda_state(be)->stream));
  return OK;
}

Status build(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
             uint32_t iteration) {
  if (rules->all) return all_build(be, problem, rules, state, iteration);
  return (rules->focused ? ants_focus : ants_build)(be, problem, rules, state, iteration);
}

/* ---- local search ---- */

/* Warps of a block whose tours fit into shared memory with 16 bits a number; 0: none do. */
uint32_t shared_warps(const CudaState *cuda, int32_t n) {
  const size_t fit = shared_most(cuda) / tour_bytes<uint16_t>(n);
  return n > ACO_CITIES || fit < 1 ? 0 : (uint32_t)std::min<size_t>(fit, SEARCH_WARPS);
}

Status improve(Backend *be, const AcoProblem *problem, const AcoState *state) {
  const CudaState *cuda = cuda_state(be);
  const int32_t n = problem->tour.n;
  uint32_t tours = state->rows * state->islands;
  const uint32_t fit = shared_warps(cuda, n), warps = fit ? fit : (uint32_t)SEARCH_WARPS,
                 most = blocks_for((uint64_t)cuda->sms * SEARCH_WARPS_SM, warps),
                 blocks = fit ? blocks_for(tours, warps) : std::min(blocks_for(tours, warps), most);
  const size_t bytes = fit ? warps * tour_bytes<uint16_t>(n) : 0;
  const bool euclid = is_euclid(problem);
  const auto narrow = euclid ? improve_kernel<uint16_t, true, true> : improve_kernel<uint16_t, true, false>;
  const auto wide = euclid ? improve_kernel<int32_t, false, true> : improve_kernel<int32_t, false, false>;
  const auto kernel = fit ? narrow : wide;
  const size_t positions = padded((size_t)state->islands * n * sizeof(int32_t));
  void *position;
  TRY(cuda_workspace(be, positions + (fit ? 0 : (size_t)blocks * warps * tour_bytes<int32_t>(n)), &position));
  char *room = (char *)position + positions;
  TRY(positions_run(be, n, state, (int32_t *)position));
  void *args[] = {(void *)problem, (void *)state, &tours, &position, &room};
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
  CUDA_TRY(cudaLaunchKernel(kernel, dim3(blocks), dim3(warps * WARP), args, bytes, cuda->stream));
  return OK;
}

/* ---- the end of an iteration ---- */

Status trails_run(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                  const IslandUpdate *updates, Left left) {
  const uint64_t lanes = (uint64_t)state->islands * problem->tour.n * ACO_WIDTH;
  void *args[] = {(void *)problem, (void *)rules, (void *)state, &updates, &left};
  CUDA_TRY(cudaLaunchKernel(trails_kernel, dim3(blocks_for(lanes, CITIES_BLOCK)), dim3(CITIES_BLOCK), args, 0,
                            cuda_state(be)->stream));
  return OK;
}

Status all_weigh(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                 const IslandUpdate *updates) {
  const uint64_t lanes = (uint64_t)state->islands * problem->tour.n * WARP;
  void *args[] = {(void *)problem, (void *)rules, (void *)state, &updates};
  CUDA_TRY(cudaLaunchKernel(all_weigh_kernel, dim3(blocks_for(lanes, ALL_THREADS)), dim3(ALL_THREADS), args,
                            0, cuda_state(be)->stream));
  return OK;
}

Status weigh(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state) {
  if (rules->all) return all_weigh(be, problem, rules, state, NULL);
  return trails_run(be, problem, rules, state, NULL, Left{});
}

/* What an update has in the workspace. Of the last three no more than two are there. */
struct UpdateRoom {
  IslandUpdate *updates; /* (islands) */
  int32_t *link;         /* (islands, n, 2) */
  Deposit *deposit;      /* (islands, deposits) */
  uint64_t *sum;         /* (islands, n, K) */
  size_t sum_bytes;
  uint32_t deposits; /* of an island; 0: it is one tour, on candidates */
};

Status update_room(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                   UpdateRoom *out) {
  const size_t cities = (size_t)state->islands * problem->tour.n;
  const bool several = rules->all || rules->deposits > 1;
  UpdateRoom r = {};
  if (several) r.deposits = rules->every ? state->rows : std::min(rules->deposits, state->rows + 1);
  r.sum_bytes = several && !rules->all ? cities * problem->width * sizeof *r.sum : 0;
  const size_t updates = padded(state->islands * sizeof *r.updates),
               lefts = padded(several ? (size_t)state->islands * r.deposits * sizeof *r.deposit
                                      : cities * 2 * sizeof *r.link);
  void *room;
  TRY(cuda_workspace(be, updates + lefts + r.sum_bytes, &room));
  r.updates = (IslandUpdate *)room;
  if (several)
    r.deposit = (Deposit *)((char *)room + updates);
  else
    r.link = (int32_t *)((char *)room + updates);
  if (r.sum_bytes) r.sum = (uint64_t *)((char *)room + updates + lefts);
  *out = r;
  return OK;
}

/* The best tours, and the edges of the one tour that leaves a trail. */
Status tours_keep(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                  uint32_t iteration, UpdateRoom *r) {
  const cudaStream_t stream = cuda_state(be)->stream;
  int32_t n = problem->tour.n;
  uint32_t blocks = blocks_for((uint64_t)n, LINKERS);
  void *first[] = {&n, (void *)rules, (void *)state, &iteration, &r->updates},
       *second[] = {&n, (void *)state, &r->updates, &blocks, &r->link};
  CUDA_TRY(cudaLaunchKernel(select_kernel, dim3(state->islands), dim3(SELECTORS), first,
                            SELECTORS * sizeof(Rank), stream));
  CUDA_TRY(cudaLaunchKernel(links_kernel, dim3(blocks * state->islands), dim3(LINKERS), second, 0, stream));
  return OK;
}

/* Several tours leave trails, on all pairs or in sums. */
Status deposits_run(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                    UpdateRoom *r) {
  const cudaStream_t stream = cuda_state(be)->stream;
  uint32_t ants = blocks_for(state->rows, DEPOSITORS);
  void *first[] = {(void *)rules, (void *)state, &r->updates, &r->deposits, &ants, &r->deposit},
       *second[] = {(void *)problem, (void *)state, &r->deposits, &r->deposit, &r->sum};
  if (r->sum) CUDA_TRY(cudaMemsetAsync(r->sum, 0, r->sum_bytes, stream));
  CUDA_TRY(
      cudaLaunchKernel(deposits_kernel, dim3(ants * state->islands), dim3(DEPOSITORS), first, 0, stream));
  CUDA_TRY(cudaLaunchKernel(edges_kernel, dim3(r->deposits * state->islands), dim3(DEPOSITORS), second, 0,
                            stream));
  return OK;
}

Status all_fade(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state) {
  uint64_t n = problem->tour.n, trails = state->islands * n * n;
  void *args[] = {&trails, (void *)&rules->keep, (void *)&state->trail_all};
  CUDA_TRY(cudaLaunchKernel(all_fade_kernel, dim3(blocks_for(trails, ALL_THREADS)), dim3(ALL_THREADS), args,
                            0, cuda_state(be)->stream));
  return OK;
}

Status update(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
              uint32_t iteration) {
  UpdateRoom r;
  TRY(update_room(be, problem, rules, state, &r));
  TRY(tours_keep(be, problem, rules, state, iteration, &r));
  if (rules->all) TRY(all_fade(be, problem, rules, state));
  if (r.deposits) TRY(deposits_run(be, problem, rules, state, &r));
  if (rules->all) return all_weigh(be, problem, rules, state, r.updates);
  return trails_run(be, problem, rules, state, r.updates, Left{r.link, r.sum});
}

/* ---- shapes ---- */

Status describe(Backend *be, const AcoProblem *problem, const AcoRules *rules, Description *out) {
  const Build b = build_choose(cuda_state(be), problem, rules, 1);
  *out = Description{};
  if (rules->all)
    snprintf(out->shape, sizeof out->shape, "%u ants an island, a warp each, trails on all pairs",
             rules->ants);
  else if (rules->focused)
    snprintf(out->shape, sizeof out->shape, "%u ants an island, a warp each", rules->ants);
  else
    snprintf(out->shape, sizeof out->shape,
             "%u ants an island, %d lanes each, blocks of %u ants with %zu bytes of shared memory",
             rules->ants, b.lanes, b.shape.ants, b.bytes);
  return OK;
}

} // namespace

extern "C" const AcoKernels aco_kernels_cuda = {describe, weigh, build, improve, update, 32, 2048};
