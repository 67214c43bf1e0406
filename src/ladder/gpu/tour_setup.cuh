/* The setup before the ladder's time measurement: start tours, the matrix, integer coordinates, slots. Kernels
 * stride over their work with any grid. */
#ifndef CORDEE_LADDER_GPU_TOUR_SETUP_CUH
#define CORDEE_LADDER_GPU_TOUR_SETUP_CUH

#include "individual.h"
#include "problem/tsp/tsp.h"
#include "rng.h"
#include "tour_kernels.cuh"

namespace tour_ladder {

static const int setup_blocks = 1024, setup_threads = 128;

static __device__ size_t setup_first() { return (size_t)blockIdx.x * blockDim.x + threadIdx.x; }
static __device__ size_t setup_stride() { return (size_t)gridDim.x * blockDim.x; }

/* Fisher-Yates, a thread a climber. */
static __global__ void start_kernel(int32_t *tours, int32_t n, uint32_t climbers, uint64_t seed) {
  for (size_t climber = setup_first(); climber < climbers; climber += setup_stride()) {
    const RngStream stream = {seed, 0, (uint32_t)climber, RNG_TOUR};
    const RowTour tour = {tours + climber * (size_t)n};
    for (int32_t p = 0; p < n; ++p) tour.row[p] = p;
    for (int32_t p = n - 1; p > 0; --p)
      tour.swap(p, (int32_t)rng_below(stream, (uint32_t)p, (uint32_t)p + 1));
  }
}

static __global__ void matrix_kernel(int32_t *matrix, const double2 *xy, int32_t n) {
  const size_t cities = (size_t)n;
  for (size_t k = setup_first(); k < cities * cities; k += setup_stride()) {
    const double2 a = xy[k / cities], b = xy[k % cities];
    matrix[k] = metric_euc_2d(a.x - b.x, a.y - b.y);
  }
}

/* Transposes tours to columns in the workspace; `back`: to rows. */
static __global__ void columns_kernel(const __grid_constant__ LadderArgs args, bool back) {
  const size_t n = (size_t)args.n, climbers = args.climbers;
  int32_t *columns = static_cast<int32_t *>(args.work);
  for (size_t k = setup_first(); k < n * climbers; k += setup_stride()) {
    int32_t *cell = args.tours + k % climbers * n + k / climbers;
    if (back)
      *cell = columns[k];
    else
      columns[k] = *cell;
  }
}

/* Arrays of the library's state (climb_kernels.h), an element a climber each, in one allocation. */
typedef struct LadderSlots {
  void *all;
  int64_t *contender_cost, *cost;
  uint32_t *quota, *drawn, *contender_climber, *lock, *island, *climber;
} LadderSlots;

static inline size_t slots_bytes(uint32_t capacity) {
  return (size_t)capacity * (2 * sizeof(int64_t) + 6 * sizeof(uint32_t));
}

static inline void slots_divide(LadderSlots *s, uint32_t capacity) {
  int64_t *costs = static_cast<int64_t *>(s->all);
  uint32_t *words = reinterpret_cast<uint32_t *>(costs + 2 * (size_t)capacity);
  uint32_t **arrays[] = {&s->quota, &s->drawn, &s->contender_climber, &s->lock, &s->island, &s->climber};
  s->contender_cost = costs;
  s->cost = costs + capacity;
  for (uint32_t **array : arrays) {
    *array = words;
    words += capacity;
  }
}

/* Slot s has climber s of island s, and no island has a contender; the slot behind them is empty. Costs begin at 0: only changes are added. */
static __global__ void slots_kernel(const __grid_constant__ LadderSlots slots, uint32_t climbers) {
  for (size_t s = setup_first(); s < climbers; s += setup_stride()) {
    slots.contender_cost[s] = COST_NONE;
    slots.cost[s] = 0;
    slots.quota[s] = slots.drawn[s] = slots.contender_climber[s] = slots.lock[s] = 0;
    slots.island[s] = slots.climber[s] = (uint32_t)s;
  }
  if (setup_first() == 0) slots.island[climbers] = slots.climber[climbers] = SLOT_EMPTY;
}

static bool whole_number(double v, double low) {
  return v == floor(v) && v - low <= LADDER_WHOLE_EXTENT && fabs(v) < 0x1p52;
}

/* Coordinates as integers, less their minimum, owned by the caller (free); NULL if some are no whole numbers,
 * or if their range exceeds LADDER_WHOLE_EXTENT. ERR_MEMORY. */
static inline Status whole_coordinates(const Instance *inst, int2 **out) {
  double x = tsp_of(inst)->x[0], y = tsp_of(inst)->y[0];
  for (int32_t c = 1; c < inst->n; c++) {
    x = fmin(x, tsp_of(inst)->x[c]);
    y = fmin(y, tsp_of(inst)->y[c]);
  }
  for (int32_t c = 0; c < inst->n; c++)
    if (!whole_number(tsp_of(inst)->x[c], x) || !whole_number(tsp_of(inst)->y[c], y)) return OK;
  int2 *whole = static_cast<int2 *>(malloc((size_t)inst->n * sizeof *whole));
  if (!whole) FAIL(ERR_MEMORY, "no memory for the coordinates of %d cities", inst->n);
  for (int32_t c = 0; c < inst->n; c++)
    whole[c] = make_int2((int32_t)(tsp_of(inst)->x[c] - x), (int32_t)(tsp_of(inst)->y[c] - y));
  *out = whole;
  return OK;
}

} // namespace tour_ladder

#endif
