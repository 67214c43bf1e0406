/* As much of cooperative groups as src/gpu/bfs uses, on the host: a grid of one block. Stands for NVIDIA's file of that name. */
#ifndef CORDEE_TESTS_EMULATION_COOPERATIVE_GROUPS_H
#define CORDEE_TESTS_EMULATION_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

namespace cooperative_groups {
struct grid_group {
  void wait(const char *where) const { emulation_block(where); }
};
static inline grid_group this_grid() { return {}; }
} // namespace cooperative_groups

#define sync() wait(EMULATION_HERE)

#endif
