/* Tabu search on CUDA: twin of src/cpu/tabu, contract in src/solver/tabu/tabu_kernels.h. A block a searcher; variants of its kernel, which have
 * units of their own (tabu_euclid.cu and others), and the choice among them are those of climbers (gpu/climb/climb_launch.cuh). */
#include <stdio.h>
#include "tabu_variants.cuh"

namespace {

const Variants<TabuKernel> *const variants[] = {&tabu_euclid, &tabu_sum_max, &tabu_table};

/* The same for the same question: the estimate takes longer than a short slice. */
Status choose(const Backend *be, const ClimbProblem *problem, const TabuRules *rules, uint32_t rows,
              Launch<TabuKernel> *out) {
  static struct {
    const Backend *be;
    ClimbMove move;
    ClimbFilter filter;
    int32_t n;
    uint32_t rows;
    size_t bytes, room;
    Launch<TabuKernel> launch;
  } last;
  const Beside beside = {walk_bytes(rules), true, rows};
  const size_t room = cuda_state(be)->shared_block;
  if (last.be != be || last.move != problem->move || last.filter != problem->filter || last.n != problem->n ||
      last.rows != rows || last.bytes != beside.bytes || last.room != room) {
    TRY(search_launch(be, problem, variants, beside, &last.launch));
    last.be = be;
    last.move = problem->move;
    last.filter = problem->filter;
    last.n = problem->n;
    last.rows = rows;
    last.bytes = beside.bytes;
    last.room = room;
  }
  *out = last.launch;
  return OK;
}

Status describe(Backend *be, const ClimbProblem *problem, const TabuRules *rules, uint32_t rows,
                Description *out) {
  Launch<TabuKernel> l;
  TRY(choose(be, problem, rules, rows, &l));
  snprintf(
      out->shape, sizeof out->shape,
      "%u searchers, a block of %d threads each, %d at a time, %d rows a lane, tour in %s memory, tenure %u",
      rows, l.threads, (int)std::min(rows, (uint32_t)l.blocks), l.variant->rows,
      l.variant->shared ? "shared" : "global", rules->tenure);
  return scan_ceiling(be, l.variant, (int)std::min(rows, (uint32_t)cuda_state(be)->sms), out);
}

Status walk(Backend *be, const ClimbProblem *problem, const TabuRules *rules, const TabuState *state,
            uint32_t steps) {
  const uint32_t rows = state->islands * rules->searchers;
  if (!steps || !rows) return OK;
  Launch<TabuKernel> l;
  TRY(choose(be, problem, rules, rows, &l));
  TRY(set_carveout(cuda_state(be), &l, 0));
  const uint32_t grid = std::min(rows, (uint32_t)l.blocks);
  const size_t tour_bytes = (size_t)l.shape.stride * (size_t)l.variant->rows * l.variant->point_bytes;
  void *workspace;
  TRY(cuda_workspace(be, l.variant->shared ? 0 : grid * tour_bytes, &workspace));
  void *args[] = {(void *)problem, (void *)rules, (void *)state, &l.shape, &workspace, &steps};
  CUDA_TRY(cudaLaunchKernel(l.variant->kernel, dim3(grid), dim3((unsigned)l.threads), args, l.shared_bytes,
                            cuda_state(be)->stream));
  CUDA_TRY(cudaStreamSynchronize(cuda_state(be)->stream));
  return OK;
}

} // namespace

/* 8 islands of 33 are two blocks for each of 132 SMs. */
extern "C" const TabuKernels tabu_kernels_cuda = {describe, walk, 33};
