/* Maximum flow by waves on CUDA: twin of src/cpu/flow. Contract: evaluator/flow/flow_kernels.h.
 *
 * A network that fits there is computed by a block in shared memory, in launches by the number of blocks that an SM holds; of the others, small ones
 * by a block each where they lie, large ones by all blocks, one after the other. */
#include <cstdio>
#include <cstdlib>
#include "flow_grid.cuh"
#include "flow_made_host.cuh"
#include "flow_mpm_host.cuh"
#include "gpu/cuda_try.h"
#include "halt.h"

using namespace flow;

namespace {

enum { CLASS_SMALL = 4 };

/* Networks by where they are computed: CLASS_SMALL launches of blocks in shared memory, each with its bytes, and the others. */
struct Plan {
  uint32_t *small[CLASS_SMALL]; /* numbers of networks */
  uint32_t smalls[CLASS_SMALL];
  size_t bytes[CLASS_SMALL];
  LargeItem *large; /* those of a block each, then those of all blocks */
  uint32_t blocks, larges;
  uint64_t vertices; /* of all large ones */
};

/* Bytes of shared memory of a block where an SM has 2^-k of its own for each. */
size_t class_bytes(const CudaState *cuda, int k) {
  const size_t share = cuda->shared_sm / (size_t)(8 >> k) - cuda->shared_reserved;
  return share < cuda->shared_block ? share : cuda->shared_block;
}

int net_class(const CudaState *cuda, const FlowNet *net, size_t *bytes) {
  for (int k = 0; k < CLASS_SMALL; k++)
    if (net_small(net, class_bytes(cuda, k), bytes)) return k;
  return CLASS_SMALL;
}

void plan_free(Plan *p) {
  free(p->small[0]);
  free(p->large);
}

void large_add(Plan *p, const FlowBatch *b, uint32_t k) {
  p->large[p->larges++] = {k, 0, p->vertices};
  p->vertices += b->net[k].vertices;
}

void plan_fill(const CudaState *cuda, const FlowBatch *b, Plan *p) {
  for (uint32_t k = 0; k < b->count; k++) {
    size_t bytes;
    const int c = net_class(cuda, &b->net[k], &bytes);
    if (c < CLASS_SMALL) {
      p->small[c][p->smalls[c]++] = k;
      p->bytes[c] = bytes > p->bytes[c] ? bytes : p->bytes[c];
    } else if (b->net[k].vertices < GRID_VERTICES)
      large_add(p, b, k);
  }
  p->blocks = p->larges;
  for (uint32_t k = 0; k < b->count; k++) {
    size_t bytes;
    if (b->net[k].vertices >= GRID_VERTICES && net_class(cuda, &b->net[k], &bytes) == CLASS_SMALL)
      large_add(p, b, k);
  }
}

Status plan_make(const CudaState *cuda, const FlowBatch *b, Plan *p) {
  uint32_t *const small = (uint32_t *)malloc((size_t)CLASS_SMALL * b->count * sizeof *small);
  *p = {};
  p->large = (LargeItem *)malloc((size_t)b->count * sizeof *p->large);
  p->small[0] = small;
  if (!small || !p->large) FAIL(ERR_MEMORY, "no memory for %u networks", b->count);
  for (int c = 1; c < CLASS_SMALL; c++) p->small[c] = small + (size_t)c * b->count;
  plan_fill(cuda, b, p);
  return OK;
}

/* ---- launches ---- */

struct Rooms { /* in the workspace */
  Scratch scratch;
  uint32_t *list, *taken;
  LargeItem *large;
  GridState *state;
};

size_t rooms_carve(Rooms &r, const Plan &p, const FlowBatch *b, char *at) {
  Carver c = {at, 0};
  const size_t vertices = p.vertices, more = vertices + 2 * (size_t)p.larges;
  r.list = carve<uint32_t>(c, b->count);
  r.taken = carve<uint32_t>(c, CLASS_SMALL);
  r.large = carve<LargeItem>(c, p.larges);
  r.state = carve<GridState>(c, 1);
  r.scratch.excess = carve<int64_t>(c, vertices);
  r.scratch.level = carve<uint32_t>(c, vertices);
  r.scratch.queue = carve<uint32_t>(c, vertices);
  r.scratch.start = carve<uint32_t>(c, more);
  r.scratch.seen = carve<uint32_t>(c, more);
  r.scratch.tally = carve<Tally>(c, p.larges);
  return c.bytes;
}

Status small_launch(Backend *be, const FlowBatch *b, const Plan &p, int c, uint32_t *list, uint32_t *taken) {
  FlowBatch batch = *b;
  uint32_t count = p.smalls[c], blocks = 1;
  const uint32_t *from = list;
  void *args[] = {&batch, &from, &count, &taken};
  CUDA_TRY(cudaFuncSetAttribute(small_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)p.bytes[c]));
  TRY(be->ops->upload(be, list, p.small[c], count * sizeof *list));
  TRY(blocks_most(cuda_state(be), small_kernel, p.bytes[c], &blocks));
  CUDA_TRY(cudaLaunchKernel(small_kernel, dim3(blocks < count ? blocks : count), dim3(THREADS), args,
                            p.bytes[c], cuda_state(be)->stream));
  CUDA_TRY(cudaGetLastError());
  return OK;
}

Status smalls_run(Backend *be, const FlowBatch *b, const Plan &p, const Rooms &r) {
  const uint32_t zeros[CLASS_SMALL] = {};
  uint32_t *list = r.list;
  TRY(be->ops->upload(be, r.taken, zeros, sizeof zeros));
  for (int c = CLASS_SMALL - 1; c >= 0; c--) {
    if (p.smalls[c]) TRY(small_launch(be, b, p, c, list, r.taken + c));
    list += p.smalls[c];
  }
  return OK;
}

Status larges_run(Backend *be, const FlowBatch *b, const Plan &p, const Rooms &r) {
  FlowBatch batch = *b;
  Scratch scratch = r.scratch;
  const LargeItem *list = r.large;
  void *args[] = {&batch, &scratch, &list};
  if (!p.blocks) return OK;
  TRY(be->ops->upload(be, r.large, p.large, p.blocks * sizeof *p.large));
  CUDA_TRY(cudaLaunchKernel(large_kernel, dim3(p.blocks), dim3(THREADS), args, 0, cuda_state(be)->stream));
  CUDA_TRY(cudaGetLastError());
  return OK;
}

/* ---- a network by all blocks ---- */

Status grid_launch(Backend *be, GridCall *call, GridStep step, GridState *out) {
  const uint32_t none = 0;
  void *args[] = {call};
  call->step = step;
  TRY(be->ops->upload(be, &call->state->arrived, &none, sizeof none));
  CUDA_TRY(cudaLaunchCooperativeKernel(grid_kernel, dim3(call->blocks), dim3(THREADS), args, 0,
                                       cuda_state(be)->stream));
  CUDA_TRY(cudaGetLastError());
  return be->ops->download(be, out, call->state, sizeof *out);
}

/* All excess that can reach the target goes there. */
Status grid_stage(Backend *be, GridCall *call, uint32_t target, uint32_t shut, GridState *state,
                  FlowAnswer *answer) {
  call->target = target;
  call->shut = shut;
  do {
    call->lives = state->phase.left;
    TRY(grid_launch(be, call, GRID_PHASE, state));
    answer->phases += state->phase.found > 0;
    answer->rounds += state->phase.farthest;
    if (halt_due()) return halt_check("a maximum flow");
  } while (state->phase.found);
  return OK;
}

Status grid_run(Backend *be, const FlowNet *net, GridCall *call) {
  FlowAnswer answer = {};
  GridState state;
  TRY(grid_launch(be, call, GRID_BEGIN, &state));
  TRY(grid_stage(be, call, net->sink, net->source, &state, &answer));
  answer.value = state.value;
  answer.sink_side = state.phase.reached;
  TRY(grid_launch(be, call, GRID_SIDES, &state));
  TRY(grid_launch(be, call, GRID_COUNT, &state));
  if (state.phase.left) TRY(grid_stage(be, call, net->source, net->sink, &state, &answer));
  answer.pushes = state.pushes;
  return be->ops->upload(be, call->batch.answer + net->number, &answer, sizeof answer);
}

Status grids_run(Backend *be, const FlowBatch *b, const Plan &p, const Rooms &r) {
  GridCall call = {};
  call.batch = *b;
  call.scratch = r.scratch;
  call.state = r.state;
  TRY(blocks_most(cuda_state(be), grid_kernel, 0, &call.blocks));
  for (uint32_t k = p.blocks; k < p.larges; k++) {
    call.item = p.large[k];
    call.number = k;
    TRY(grid_run(be, &b->net[call.item.net], &call));
  }
  return OK;
}

Status plan_run(Backend *be, const FlowBatch *b, const Plan &p) {
  Rooms r;
  void *at;
  TRY(cuda_workspace(be, rooms_carve(r, p, b, NULL), &at));
  rooms_carve(r, p, b, (char *)at);
  TRY(smalls_run(be, b, p, r));
  TRY(larges_run(be, b, p, r));
  return grids_run(be, b, p, r);
}

Status cuda_waves(Backend *be, const FlowBatch *batch) {
  Plan plan;
  Status status = plan_make(cuda_state(be), batch, &plan);
  if (status == OK) status = plan_run(be, batch, plan);
  plan_free(&plan);
  return status;
}

Status cuda_describe(Backend *be, Description *out) {
  *out = {};
  snprintf(out->shape, sizeof out->shape,
           "waves, a network a block of %d in shared memory, large ones by %d SMs", THREADS,
           cuda_state(be)->sms);
  return OK;
}

} // namespace

extern "C" const FlowKernels flow_kernels_cuda = {.waves = cuda_waves,
                                                  .mpm = cuda_mpm,
                                                  .describe = cuda_describe,
                                                  .made_most = made_most,
                                                  .made_begin = made_begin,
                                                  .made_end = made_end};
