/* Launches of flow_mpm_net.cuh: so many iterations a launch that the host may halt between two. */
#ifndef CORDEE_GPU_FLOW_FLOW_MPM_HOST_CUH
#define CORDEE_GPU_FLOW_FLOW_MPM_HOST_CUH

#include <cstdlib>
#include "flow_launch.cuh"
#include "flow_mpm_net.cuh"
#include "halt.h"

namespace flow {

#ifndef FLOW_MPM_ITERATIONS /* tests/emulation says less */
#define FLOW_MPM_ITERATIONS 256
#endif

inline size_t mpm_carve(MpmRooms &r, uint32_t networks, size_t vertices, char *at) {
  Carver c = {at, 0};
  r.left = carve<uint32_t>(c, 1);
  r.arrived = carve<uint32_t>(c, 1);
  r.state = carve<MpmState>(c, networks);
  r.item = carve<LargeItem>(c, networks);
  r.potential = carve<int64_t>(c, 3 * vertices);
  r.layer = carve<uint32_t>(c, vertices);
  r.live = carve<uint32_t>(c, 2 * vertices);
  r.list = carve<uint32_t>(c, 4 * vertices);
  return c.bytes;
}

/* Networks of a block each, then those of all blocks. Returns how many the first are. */
inline uint32_t mpm_items(const FlowBatch *b, LargeItem *item) {
  uint32_t count = 0, blocks = 0;
  uint64_t at = 0;
  for (int grids = 0; grids < 2; grids++) {
    for (uint32_t k = 0; k < b->count; k++)
      if ((b->net[k].vertices >= GRID_VERTICES) == grids) {
        item[count++] = {k, 0, at};
        at += b->net[k].vertices;
      }
    if (!grids) blocks = count;
  }
  return blocks;
}

template <class Launch> Status mpm_launches(Backend *be, MpmCall *c, Launch launch) {
  const uint32_t none = 0;
  uint32_t left = 1;
  for (c->begin = true; left; c->begin = false) {
    TRY(be->ops->upload(be, c->rooms.left, &none, sizeof none));
    TRY(be->ops->upload(be, c->rooms.arrived, &none, sizeof none));
    CUDA_TRY(launch());
    CUDA_TRY(cudaGetLastError());
    TRY(be->ops->download(be, &left, c->rooms.left, sizeof left));
    if (halt_due()) return halt_check("a maximum flow");
  }
  return OK;
}

inline Status mpm_blocks(Backend *be, MpmCall *c, uint32_t count) {
  void *args[] = {c};
  if (!count) return OK;
  return mpm_launches(be, c, [&] {
    return cudaLaunchKernel(mpm_kernel, dim3(count), dim3(THREADS), args, 0, cuda_state(be)->stream);
  });
}

inline Status mpm_grid(Backend *be, MpmCall *c) {
  void *args[] = {c};
  TRY(blocks_most(cuda_state(be), mpm_grid_kernel, 0, &c->blocks));
  return mpm_launches(be, c, [&] {
    return cudaLaunchCooperativeKernel(mpm_grid_kernel, dim3(c->blocks), dim3(THREADS), args, 0,
                                       cuda_state(be)->stream);
  });
}

inline Status mpm_items_run(Backend *be, const FlowBatch *b, MpmForm form, LargeItem *item) {
  const uint32_t blocks = mpm_items(b, item);
  size_t vertices = 0;
  MpmCall c = {};
  void *at;
  for (uint32_t k = 0; k < b->count; k++) vertices += b->net[k].vertices;
  TRY(cuda_workspace(be, mpm_carve(c.rooms, b->count, vertices, NULL), &at));
  mpm_carve(c.rooms, b->count, vertices, (char *)at);
  TRY(be->ops->upload(be, c.rooms.item, item, b->count * sizeof *item));
  c.batch = *b;
  c.iterations = FLOW_MPM_ITERATIONS;
  c.active = form == MPM_ACTIVE;
  TRY(mpm_blocks(be, &c, blocks));
  for (c.first = blocks; c.first < b->count; c.first++) TRY(mpm_grid(be, &c));
  return OK;
}

inline Status cuda_mpm(Backend *be, const FlowBatch *b, MpmForm form) {
  LargeItem *const item = (LargeItem *)malloc((size_t)b->count * sizeof *item + 1);
  if (!item) FAIL(ERR_MEMORY, "no memory for %u networks", b->count);
  const Status status = mpm_items_run(be, b, form, item);
  free(item);
  return status;
}

} // namespace flow

#endif
