/* The ladder of ants: see ladder/colony_kernels.h. The last designs are the library's own (src/gpu/aco). */
#include "gpu/cuda_try.h"

#include "colony_block.cuh"

using namespace aco_ladder;

namespace {

enum { ANTS_BLOCK = 64, WARPS_BLOCK = 4 };

uint32_t blocks_for(uint64_t items, uint64_t each) { return (uint32_t)((items + each - 1) / each); }

struct Launch { /* of one call */
  Backend *be;
  Args args;
  const AcoRules *rules;
  uint32_t ants; /* of all islands */
};

Status thread_launch(const Launch *l, void (*kernel)(Args, uint32_t)) {
  Args args = l->args;
  uint32_t ants = l->ants;
  void *room, *all[] = {&args, &ants};
  TRY(cuda_workspace(l->be, (size_t)args.words * ants * sizeof(uint32_t), &room));
  args.visited = (uint32_t *)room;
  CUDA_TRY(cudaLaunchKernel(kernel, dim3(blocks_for(ants, ANTS_BLOCK)), dim3(ANTS_BLOCK), all, 0,
                            cuda_state(l->be)->stream));
  return OK;
}

Status thread_all(const Launch *l) { return thread_launch(l, thread_kernel<true>); }
Status thread_candidates(const Launch *l) { return thread_launch(l, thread_kernel<false>); }

Status block_launch(const Launch *l, void (*kernel)(Args)) {
  Args args = l->args;
  void *all[] = {&args};
  const size_t bytes = (WARPS + 1) * sizeof(uint64_t) + args.words * sizeof(uint32_t);
  CUDA_TRY(cudaLaunchKernel(kernel, dim3(l->ants), dim3(ACO_LADDER_THREADS), all, bytes,
                            cuda_state(l->be)->stream));
  return OK;
}

Status block_independent(const Launch *l) { return block_launch(l, block_kernel<true>); }
Status block_prefix(const Launch *l) { return block_launch(l, block_kernel<false>); }

Status warp_candidates(const Launch *l) {
  Args args = l->args;
  uint32_t ants = l->ants;
  void *all[] = {&args, &ants};
  CUDA_TRY(cudaLaunchKernel(warp_kernel, dim3(blocks_for(ants, WARPS_BLOCK)), dim3(WARPS_BLOCK * LANES), all,
                            WARPS_BLOCK * args.words * sizeof(uint32_t), cuda_state(l->be)->stream));
  return OK;
}

Status own_launch(const Launch *l, uint32_t lanes) {
  AcoRules rules = *l->rules;
  rules.lanes = lanes;
  return l->be->ops->aco->build(l->be, &l->args.problem, &rules, &l->args.state, l->args.iteration);
}
Status own_16(const Launch *l) { return own_launch(l, 16); }
Status own_8(const Launch *l) { return own_launch(l, 8); }
Status own_4(const Launch *l) { return own_launch(l, 4); }

struct Design {
  AcoLadderDesign is;
  Status (*launch)(const Launch *l);
};

const Design designs[] = {{{"thread-all", ACO_LADDER_ALL}, thread_all},
                          {{"thread-candidates", ACO_LADDER_CANDIDATES}, thread_candidates},
                          {{"block-independent", ACO_LADDER_INDEPENDENT}, block_independent},
                          {{"block-prefix", ACO_LADDER_ALL}, block_prefix},
                          {{"warp-candidates", ACO_LADDER_CANDIDATES}, warp_candidates},
                          {{"cordee-16", ACO_LADDER_CANDIDATES}, own_16},
                          {{"cordee-8", ACO_LADDER_CANDIDATES}, own_8},
                          {{"cordee-4", ACO_LADDER_CANDIDATES}, own_4}};
enum { DESIGNS = sizeof designs / sizeof *designs };

const AcoLadderDesign *design(int k) { return k >= 0 && k < DESIGNS ? &designs[k].is : NULL; }

Status build(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
             const uint32_t *matrix, int k, uint32_t iteration) {
  const Launch l = {be,
                    {*problem, *state, matrix, iteration, ((uint32_t)problem->tour.n + 31) / 32, NULL},
                    rules,
                    rules->ants * state->islands};
  CUDA_TRY(cudaSetDevice(be->device)); /* of this module's copy of the runtime */
  return designs[k].launch(&l);
}

} // namespace

extern "C" const AcoLadderKernels aco_ladder_kernels_cuda = {design, build};
