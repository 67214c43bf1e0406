/* Who tests a cycle: one thread on the host; a warp or a whole block on a device. One text for all three
 * (recombine_move.h): members take every lanes-th element, what they wrote is seen by all after team_sync. */
#ifndef CORDEE_SOLVER_EAX_RECOMBINE_TEAM_H
#define CORDEE_SOLVER_EAX_RECOMBINE_TEAM_H

#include <stdint.h>

#define TEAM_EACH(i, team, first, end) for (int32_t i = (first) + (team).lane; i < (end); i += (team).lanes)

typedef struct RecombineTeam {
  int32_t lane, lanes; /* lanes: 1 on the host, 32: a warp, more: a block */
  int64_t *wide;       /* (lanes / 32) a block's, for results */
} RecombineTeam;

#ifdef __CUDACC__
#define TEAM_FN __device__ static inline

TEAM_FN void team_sync(RecombineTeam t) {
  if (t.lanes == 32)
    __syncwarp();
  else
    __syncthreads();
}

struct TeamSum {
  __device__ int64_t operator()(int64_t a, int64_t b) const { return a + b; }
};
struct TeamMin {
  __device__ int64_t operator()(int64_t a, int64_t b) const { return a < b ? a : b; }
};

/* Of all members' values, for all of them. */
template <class Join> TEAM_FN int64_t team_join(RecombineTeam t, int64_t v, Join join) {
  for (int k = 16; k; k >>= 1) v = join(v, __shfl_xor_sync(0xffffffffu, v, k));
  if (t.lanes == 32) return v;
  __syncthreads();
  if (t.lane % 32 == 0) t.wide[t.lane / 32] = v;
  __syncthreads();
  v = t.wide[0];
  for (int k = 1; k < t.lanes / 32; k++) v = join(v, t.wide[k]);
  return v;
}

TEAM_FN int64_t team_sum(RecombineTeam t, int64_t v) { return team_join(t, v, TeamSum()); }
TEAM_FN int64_t team_min(RecombineTeam t, int64_t v) { return team_join(t, v, TeamMin()); }

#else
#define TEAM_FN static inline
TEAM_FN void team_sync(RecombineTeam t) { (void)t; }
TEAM_FN int64_t team_sum(RecombineTeam t, int64_t v) { return (void)t, v; }
TEAM_FN int64_t team_min(RecombineTeam t, int64_t v) { return (void)t, v; }
#endif

#endif
