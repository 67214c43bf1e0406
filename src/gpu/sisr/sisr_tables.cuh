/* Tables of the instance as parts see it: coordinates, demands, windows, and the nearest customers that are in the part, by their numbers
 * there. Parts that are whole solutions share one. */
#ifndef CORDEE_GPU_SISR_TABLES_CUH
#define CORDEE_GPU_SISR_TABLES_CUH

#include "sisr_device.cuh"

namespace sisr {

/* Of a task. */
struct TableTask {
  const int32_t *near;
  int32_t near_width;
  uint32_t first_chain, first_part; /* over the whole ring; a row of the place */
  size_t cell;                      /* where its chains begin in part_of and local */
};

struct TableInput {
  const TableTask *task; /* (tasks) */
  const PartHead *part;
  const int32_t *part_of, *local, *id;
};

/* Row a of a part: its nearest customers that are in the part, a warp a row. */
__device__ static inline void near_row(const TableInput &in, const Place &place, uint32_t p, int a,
                                       int lane) {
  const PartHead &head = in.part[p];
  const TableTask &task = in.task[head.task];
  const int32_t nodes = place.task[head.task].data.customers + 1, g = in.id[(size_t)p * place.stride + a];
  const size_t chain = task.cell + (size_t)(head.chain - task.first_chain) * nodes,
               row = ((size_t)head.table * place.stride + a) * SISR_NEAR;
  int count = 0;
  for (int k = 0; k < task.near_width && count < SISR_NEAR; k += WARP) {
    const int32_t h = k + lane < task.near_width ? task.near[(size_t)g * task.near_width + k + lane] : 0;
    const bool here = h && in.part_of[chain + h] == (int32_t)(p - task.first_part);
    const unsigned all = __ballot_sync(ALL, here);
    const int at = count + __popc(all & lanes_below(lane));
    if (here && at < SISR_NEAR) {
      place.near[row + at] = (uint16_t)in.local[chain + h];
    }
    count += __popc(all);
  }
  for (int at = count + lane; at < SISR_NEAR; at += WARP) place.near[row + at] = 0;
}

__global__ static void tables_kernel(TableInput in, Place place, const uint32_t *parts) {
  const uint32_t p = parts[blockIdx.x];
  const PartHead head = in.part[p];
  const RouteData &data = place.task[head.task].data;
  const size_t row = (size_t)head.table * place.stride;
  for (int a = threadIdx.x; a <= head.m; a += blockDim.x) {
    const int32_t g = in.id[(size_t)p * place.stride + a];
    place.at[row + a] = data.matrix ? make_int2(g, 0) : make_int2(data.x[g], data.y[g]);
    place.demand[row + a] = data.demand[g];
    if (place.window) place.window[row + a] = make_int4(data.ready[g], data.due[g], data.service_at[g], 0);
  }
  for (int a = 1 + threadIdx.x / WARP; a <= head.m; a += blockDim.x / WARP)
    near_row(in, place, p, a, threadIdx.x % WARP);
  for (int at = threadIdx.x; at < SISR_NEAR; at += blockDim.x) place.near[row * SISR_NEAR + at] = 0;
}

} // namespace sisr

#endif
