/* One network by all blocks: a launch a phase, so that the host may halt between two. */
#ifndef CORDEE_GPU_FLOW_FLOW_GRID_CUH
#define CORDEE_GPU_FLOW_FLOW_GRID_CUH

#include "flow_block.cuh"

namespace flow {

typedef enum GridStep { GRID_BEGIN, GRID_PHASE, GRID_COUNT, GRID_SIDES } GridStep;

/* What the host reads after a launch, and sets before it. */
struct GridState {
  Phase phase;
  uint32_t arrived; /* at barriers */
  uint32_t unused;
  int64_t value;
  unsigned long long pushes;
};

struct GridCall {
  FlowBatch batch;
  Scratch scratch;
  LargeItem item;
  uint32_t number, blocks;
  uint32_t target, shut, lives;
  GridStep step;
  GridState *state;
};

__device__ inline void grid_count(LargeNet &n, GridTeam &team, Phase &p) { p.left = excesses_count(n, team); }

__device__ inline void grid_sides(const GridCall &c, LargeNet &n, GridTeam &team) {
  uint8_t *const side = c.batch.side + c.batch.net_be[c.item.net].vertex_at;
  for (uint32_t v = team.thread; v < n.vertices; v += team.threads) side[v] = vertex_reached(n, v);
}

__global__ static void __launch_bounds__(512) grid_kernel(GridCall c) {
  GridTeam team = {blockIdx.x * blockDim.x + threadIdx.x, c.blocks * blockDim.x, c.blocks, &c.state->arrived,
                   0};
  LargeNet n = large_net(c.batch, c.scratch, c.item, c.number);
  uint32_t pushes = 0;
  Phase p = {0, 0, 0, 0, 0};
  switch (c.step) {
  case GRID_BEGIN:
    if (team.thread == 0) n.tally->pushes = 0;
    source_empty(n, team, pushes);
    grid_count(n, team, p);
    break;
  case GRID_PHASE:
    p = phase_run(n, team, c.target, c.shut, c.lives, pushes);
    break;
  case GRID_COUNT:
    grid_count(n, team, p);
    break;
  case GRID_SIDES:
    grid_sides(c, n, team);
    break;
  }
  pushes_add(n, pushes);
  team.sync();
  if (team.thread == 0) {
    c.state->phase = p;
    c.state->value = n.excess[n.sink];
    c.state->pushes = n.tally->pushes;
  }
}

} // namespace flow

#endif
