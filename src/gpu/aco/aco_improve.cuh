/* Local search of whole tours: a warp each. */
#ifndef CORDEE_GPU_ACO_IMPROVE_CUH
#define CORDEE_GPU_ACO_IMPROVE_CUH

#include "aco_two_opt.cuh"

namespace aco {

/* position (n): of the cities in the source, or NULL. The queue's bits are 0. */
template <class Number> __device__ static void queue_fill(Tour<Number> &t, const int32_t *position) {
  const int lane = threadIdx.x % WARP;
  for (int32_t base = 0, n = t.n; base < n; base += WARP) {
    const int32_t p = base + lane, city = p < n ? t.tour[p] : 0;
    bool waits = p < n;
    if (waits && position) {
      const int32_t own = position[city];
      waits = !beside(own, position[t.tour[p ? p - 1 : n - 1]], n) ||
              !beside(own, position[t.tour[p + 1 < n ? p + 1 : 0]], n);
    }
    const unsigned all = __ballot_sync(ALL, waits);
    if (waits) {
      t.queue[t.count + __popc(all & ((1u << lane) - 1))] = (Number)city;
      atomicOr(t.queued + (city >> 5), 1u << (city & 31));
    }
    t.count += __popc(all);
  }
  __syncwarp();
}

/* A warp a tour; warps of a block that are left over end. position (islands, n): of cities in the sources. SHARED: the arrays are in
 * shared memory, else in `room`, a place for each warp of the grid. */
template <class Number, bool SHARED, bool EUCLID>
__global__ static void improve_kernel(AcoProblem problem, AcoState state, uint32_t tours,
                                      const int32_t *position, char *room) {
  const int32_t n = problem.tour.n;
  const int lane = threadIdx.x % WARP;
  const uint32_t warps = blockDim.x / WARP, own = threadIdx.x / WARP;
  FormOf<Tour<Number>, EUCLID> t;
  (Tour<Number> &)t =
      tour_carve<Number>(SHARED ? memory + own * tour_bytes<Number>(n)
                                : room + (blockIdx.x * (size_t)warps + own) * tour_bytes<Number>(n),
                         n);
  for (uint32_t r = blockIdx.x * warps + own; r < tours; r += gridDim.x * warps) {
    int32_t *tour = state.tour + (size_t)r * n;
    const uint32_t i = r % state.islands;
    for (int32_t p = lane; p < n; p += WARP) {
      const int32_t city = tour[p];
      t.tour[p] = (Number)city;
      t.position[city] = (Number)p;
    }
    for (uint32_t w = lane; w < tour_words(n); w += WARP) t.queued[w] = 0;
    __syncwarp();
    t.head = t.count = 0;
    t.cost = state.cost[r];
    queue_fill(t, state.colony[i].source == COST_NONE ? nullptr : position + (size_t)i * n);
    two_opt(problem, t);
    for (int32_t p = lane; p < n; p += WARP) tour[p] = t.tour[p];
    if (lane == 0) state.cost[r] = t.cost;
    __syncwarp();
  }
}

} // namespace aco

#endif
