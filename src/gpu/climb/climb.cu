/* The climb kernels of the backend "cuda": the launch. The variants, move x filter x rows of a strip x memory of the tour, have units of
 * their own, climb_euclid.cu and others.
 * slots() and advance() use the same model (climb_launch.cuh), so that the slots fill the wave. Twin: src/cpu/climb/climb.c. */
#include <stdio.h>
#include "climb_grid.cuh"
#include "climb_variants.cuh"

static const Variants<ClimbKernel> *const variants[] = {&climb_euclid, &climb_sum_max, &climb_table};

/* The same, cached: the estimate takes longer than a short slice. */
static Status choose_launch(const Backend *be, const ClimbProblem *problem, Launch<ClimbKernel> *out) {
  static struct {
    const Backend *be;
    ClimbMove move;
    ClimbFilter filter;
    int32_t n;
    Launch<ClimbKernel> launch;
  } last;
  if (last.be != be || last.move != problem->move || last.filter != problem->filter || last.n != problem->n) {
    TRY(search_launch(be, problem, variants, Beside{}, &last.launch));
    last.be = be;
    last.move = problem->move;
    last.filter = problem->filter;
    last.n = problem->n;
  }
  *out = last.launch;
  return OK;
}

static Status slots(Backend *be, const ClimbProblem *problem, uint32_t *slots) {
  Launch<ClimbKernel> l;
  TRY(choose_launch(be, problem, &l));
  *slots = (uint32_t)l.blocks;
  return OK;
}

static Status describe(Backend *be, const ClimbProblem *problem, Description *out) {
  Launch<ClimbKernel> l;
  TRY(choose_launch(be, problem, &l));
  snprintf(out->shape, sizeof out->shape,
           "%d blocks of %d threads, %d rows a lane, chunks of %d, tour in %s memory (%zu KB a block)",
           l.blocks, l.threads, l.variant->rows, l.shape.chunk, l.variant->shared ? "shared" : "global",
           (l.variant->shared ? l.shared_bytes : (size_t)l.shape.extent * l.variant->point_bytes) / 1024);
  if (!l.variant->shared) out->bytes_move = (double)l.variant->point_bytes / l.variant->rows;
  if (problem->filter == FILTER_MATRIX) out->bytes_move += 4 * (l.variant->rows + 1.0) / l.variant->rows;
  return scan_ceiling(be, l.variant, (int)cuda_state(be)->sms, out);
}

/* Every slot by blocks. */
static Status advance_blocks(Backend *be, const ClimbProblem *problem, const ClimbState *state,
                             uint32_t steps) {
  Launch<ClimbKernel> l;
  TRY(choose_launch(be, problem, &l));
  TRY(set_carveout(cuda_state(be), &l, sizeof(Team)));
  const uint32_t grid = std::min(state->slots, (uint32_t)l.blocks);
  const size_t tour_bytes = (size_t)l.shape.stride * (size_t)l.variant->rows * l.variant->point_bytes;
  void *workspace;
  TRY(cuda_workspace(be, l.variant->shared ? 0 : grid * tour_bytes, &workspace));
  cudaStream_t stream = cuda_state(be)->stream;
  CUDA_TRY(cuda_launch(l.variant->kernel, grid, (unsigned)l.threads, l.shared_bytes, stream, *problem, *state,
                       l.shape, workspace, steps));
  CUDA_TRY(cudaStreamSynchronize(stream));
  return OK;
}

/* One slot of one instance by the whole device. A block makes the steps in which a climber begins or ends, and measures what is under
 * way. */
static Status advance_grid(Backend *be, const ClimbProblem *problem, const ClimbState *state,
                           uint32_t steps) {
  uint64_t was, now;
  uint32_t island, made;
  TRY(be->ops->download(be, &now, state->counters, sizeof now));
  for (uint32_t left = steps; left; left -= made) {
    was = now;
    TRY(advance_blocks(be, problem, state, 1));
    TRY(be->ops->download(be, &now, state->counters, sizeof now));
    TRY(be->ops->download(be, &island, state->slot_island, sizeof island));
    if (now == was) return OK; /* no climber is left */
    left--;
    made = 0;
    if (!left || island == SLOT_EMPTY) continue;
    TRY(climb_grid_steps(be, problem, state, left, &made));
    now += made;
    TRY(be->ops->upload(be, state->counters, &now, sizeof now));
    if (made) TRY(advance_blocks(be, problem, state, 0));
  }
  return OK;
}

static Status advance(Backend *be, const ClimbProblem *problem, const ClimbState *state, uint32_t steps) {
  if (!steps || !state->slots) return OK;
  return climb_grid_wins(problem, state) ? advance_grid(be, problem, state, steps)
                                         : advance_blocks(be, problem, state, steps);
}

extern "C" const ClimbKernels climb_kernels_cuda = {slots, describe, advance};
