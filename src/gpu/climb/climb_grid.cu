/* The launches of climb_grid.cuh, and its kernels for Euclidean distances; other metrics have blocks alone. */
#include "climb_grid.cuh"

/* Cities from which a single climber has the whole device: with swaps it takes a sixth of the time of a block
 * there (H200). Smaller ones were not measured. Tests have a variable. */
#ifndef CLIMB_GRID_LEAST
#define CLIMB_GRID_LEAST 1000
#endif
#ifndef CLIMB_GRID_BLOCKS
#define CLIMB_GRID_BLOCKS(sms) (sms)
#endif

enum { GRID_MOST = 100000 /* cities: tours of all blocks take 0.4 GB */ };

static const GridVariant grid_variants[] = {grid_variant<Plane<Euclid>, 5, true, TwoOpt>(51.5),
                                            grid_variant<Plane<Euclid>, 5, false, TwoOpt>(51.5),
                                            grid_variant<Plane<Euclid>, 5, true, Swap>(8.0 * 7 + 5.0 * 5),
                                            grid_variant<Plane<Euclid>, 5, false, Swap>(8.0 * 7 + 5.0 * 5)};

/* ---- a launch ---- */

struct GridLaunch {
  const GridVariant *variant;
  GridArgs args;
  unsigned blocks;
  size_t shared; /* bytes of a block */
};

/* The first variant that is for the problem and fits. */
static Status variant_find(const Backend *be, const ClimbProblem *problem, GridLaunch *l) {
  const CudaState *cuda = cuda_state(be);
  bool fits = false;
  for (const GridVariant &v : grid_variants) {
    TRY(variant_fits(cuda, &v.scan, problem, Beside{}, &fits));
    if (!fits) continue;
    l->variant = &v;
    break;
  }
  if (!l->variant) return OK;
  const Variant<GridKernel> *v = &l->variant->scan;
  l->blocks = (unsigned)CLIMB_GRID_BLOCKS(cuda->sms);
  l->args.problem = *problem;
  l->args.shape = tour_shape(problem->n, v->rows);
  choose_chunk(&l->args.shape, v, problem->n, (int32_t)l->blocks * GRID_THREADS, false);
  l->shared = v->shared ? (size_t)l->args.shape.extent * v->point_bytes : 0;
  CUDA_TRY(
      cudaFuncSetAttribute(l->variant->choice, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)l->shared));
  return OK;
}

/* The arrays of args, one after another in the workspace. */
static Status arrays_take(Backend *be, GridLaunch *l) {
  const Variant<GridKernel> *v = &l->variant->scan;
  const size_t points =
      v->shared ? 0 : l->blocks * (size_t)l->args.shape.stride * (size_t)v->rows * v->point_bytes;
  const size_t lows = (size_t)l->blocks * GRID_THREADS * sizeof *l->args.low,
               bests = l->blocks * sizeof *l->args.best;
  void *workspace;
  TRY(cuda_workspace(be, points + bests + lows + sizeof *l->args.state, &workspace));
  char *at = static_cast<char *>(workspace);
  l->args.points = at;
  l->args.best = reinterpret_cast<GridBest *>(at + points);
  l->args.low = reinterpret_cast<int32_t *>(at + points + bests);
  l->args.state = reinterpret_cast<GridState *>(at + points + bests + lows);
  return OK;
}

/* ---- steps ---- */

static Status step_queue(const Backend *be, const GridLaunch *l) {
  cudaStream_t stream = cuda_state(be)->stream;
  CUDA_TRY(cuda_launch(l->variant->scan.kernel, dim3(l->blocks), GRID_THREADS, l->shared, stream, l->args));
  CUDA_TRY(cuda_launch(l->variant->choice, dim3(l->blocks), GRID_THREADS, l->shared, stream, l->args));
  return OK;
}

Status climb_grid_steps(Backend *be, const ClimbProblem *problem, const ClimbState *state, uint32_t steps,
                        uint32_t *made) {
  GridLaunch l = {};
  GridState now = {INT32_MAX, 0, 0, 0};
  *made = 0;
  TRY(variant_find(be, problem, &l));
  if (!l.variant) return OK;
  TRY(arrays_take(be, &l));
  l.args.tour = state->slot_tour;
  TRY(be->ops->upload(be, l.args.state, &now, sizeof now));
  while (!now.over && now.steps < steps) {
    const uint32_t left = steps - now.steps;
    for (uint32_t k = 0; k < std::min(left, grid_queued); k++) TRY(step_queue(be, &l));
    TRY(be->ops->download(be, &now, l.args.state, sizeof now));
  }
  *made = now.steps;
  return OK;
}

bool climb_grid_wins(const ClimbProblem *problem, const ClimbState *state) {
  return state->slots == 1 && state->instances == 1 && problem->filter == FILTER_EUCLID &&
         problem->n >= CLIMB_GRID_LEAST && problem->n <= GRID_MOST;
}
