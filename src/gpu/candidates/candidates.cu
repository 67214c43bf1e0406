/* Order and candidate lists on CUDA: twin of src/cpu/candidates/candidates.c, contract in
 * src/search/candidates/candidate_kernels.h.
 *
 * A thread has a city. Those of a warp are neighbours on the Hilbert curve, so their searches read the same
 * boxes. Sorting is CUB's. */
#include "candidates.cuh"
#include "search/candidates/hilbert.h"

#include "gpu/device_wide.h"
#include <algorithm>

/* ---- order ---- */

typedef struct OrderWorkspace {
  double *corner; /* (4) low x, low y, high x, high y */
  DeviceKey *key, *sorted;
  int32_t *number;
  void *scratch;
  size_t scratch_bytes;
} OrderWorkspace;

__global__ static void keys_make(int32_t n, const double *x, const double *y, OrderWorkspace work) {
  const int64_t i = element();
  if (i >= n) return;
  const HilbertFrame frame = hilbert_frame(work.corner[0], work.corner[1], work.corner[2], work.corner[3]);
  work.key[i] = hilbert_key(frame, x[i], y[i]);
  work.number[i] = (int32_t)i;
}

__global__ static void coordinates_gather(int32_t n, const double *x, const double *y, const int32_t *order,
                                          double2 *xy) {
  const int64_t i = element();
  if (i < n) xy[i] = make_double2(x[order[i]], y[order[i]]);
}

static Status corner_find(int32_t n, const double *x, const double *y, const OrderWorkspace &work,
                          cudaStream_t stream) {
  size_t bytes = work.scratch_bytes;
  CUDA_TRY(device_least(work.scratch, &bytes, x, work.corner, n, stream));
  CUDA_TRY(device_least(work.scratch, &bytes, y, work.corner + 1, n, stream));
  CUDA_TRY(device_most(work.scratch, &bytes, x, work.corner + 2, n, stream));
  CUDA_TRY(device_most(work.scratch, &bytes, y, work.corner + 3, n, stream));
  return OK;
}

/* Bytes that CUB needs, the largest of its three algorithms. */
static Status order_scratch(int32_t n, size_t *bytes) {
  size_t reduce = 0, most = 0, sort = 0;
  const double *in = NULL;
  double *out = NULL;
  CUDA_TRY(device_least(NULL, &reduce, in, out, n, 0));
  CUDA_TRY(device_most(NULL, &most, in, out, n, 0));
  CUDA_TRY(device_sort_pairs(NULL, &sort, NULL, NULL, NULL, NULL, n, 0));
  most = most > reduce ? most : reduce;
  *bytes = most > sort ? most : sort;
  return OK;
}

static void order_carve(Carver *carver, int32_t n, OrderWorkspace *work) {
  work->corner = carver->take<double>(4);
  work->key = carver->take<DeviceKey>((size_t)n);
  work->sorted = carver->take<DeviceKey>((size_t)n);
  work->number = carver->take<int32_t>((size_t)n);
  work->scratch = carver->take<char>(work->scratch_bytes);
}

static Status order(Backend *be, int32_t n, const double *x, const double *y, int32_t *order, double *xy) {
  cudaStream_t stream = cuda_state(be)->stream;
  OrderWorkspace work = {};
  Carver count = {};
  void *base;
  TRY(order_scratch(n, &work.scratch_bytes));
  order_carve(&count, n, &work);
  TRY(cuda_workspace(be, count.bytes, &base));
  Carver carver = {(char *)base, 0};
  order_carve(&carver, n, &work);
  TRY(corner_find(n, x, y, work, stream));
  CUDA_TRY(cuda_launch(keys_make, blocks_for(n), THREADS, 0, stream, n, x, y, work));
  CUDA_TRY(device_sort_pairs(work.scratch, &work.scratch_bytes, work.key, work.sorted, work.number, order, n,
                             stream));
  CUDA_TRY(cuda_launch(coordinates_gather, blocks_for(n), THREADS, 0, stream, n, x, y, order, (double2 *)xy));
  CUDA_TRY(cudaStreamSynchronize(stream));
  return OK;
}

/* ---- lists ---- */

/* The space of instance blockIdx.y. boxes: allocated for each instance. */
static __device__ __forceinline__ CandidateSpace space_own(const CandidateSpace &all, int32_t boxes) {
  CandidateSpace own = all;
  const size_t k = blockIdx.y, n = (size_t)all.n;
  if (own.xy) {
    own.xy += 2 * k * n;
    own.box += k * (size_t)boxes;
  }
  if (own.matrix) own.matrix += k * n * n;
  return own;
}

__global__ static void level_make(const __grid_constant__ CandidateSpace all, int32_t boxes, int32_t level) {
  const int64_t k = element();
  const CandidateSpace space = space_own(all, boxes);
  if (k < space_count(&space, level)) space_box(&space, level, (int32_t)k);
}

/* Compiled separately with and without quadrants, as they cost time; and for several instances, whose spaces
 * are in shared memory: a thread's own copy would be in local memory, whose cache the searches fill. */
template <bool QUADRANTS, bool MANY>
__global__ static void __launch_bounds__(THREADS)
    lists_make(const __grid_constant__ CandidateSpace all, int32_t boxes, int32_t width, int32_t quadrant,
               int32_t *list) {
  BLOCK_SHARED CandidateSpace own;
  const int64_t i = element();
  if (MANY) {
    if (threadIdx.x == 0) own = space_own(all, boxes);
    __syncthreads();
  }
  if (i >= all.m) return;
  candidates_search(MANY ? &own : &all, (int32_t)i, -1, width, QUADRANTS ? quadrant : 0,
                    list + ((int64_t)blockIdx.y * all.n + i) * width);
}

static dim3 cities_grid(int64_t cities, int32_t instances) {
  return dim3(blocks_for(cities), (unsigned)instances);
}

static Status boxes_make(const CandidateSpace &space, int32_t boxes, int32_t instances, cudaStream_t stream) {
  for (int32_t level = 0; level < space.levels; ++level) {
    CUDA_TRY(cuda_launch(level_make, cities_grid(space_count(&space, level), instances), THREADS, 0, stream,
                         space, boxes, level));
  }
  return OK;
}

/* At most as many instances as the y of a grid allows. */
static Status lists_some(Backend *be, const TourProblem *problem, CandidatePlan plan, int32_t *list) {
  const int32_t width = candidate_width(problem->n, plan), most = width / 4;
  cudaStream_t stream = cuda_state(be)->stream;
  CandidateSpace space = {};
  if (!width) return OK;
  space.metric = problem->metric;
  space.xy = problem->xy;
  space.matrix = problem->matrix;
  space.n = problem->n;
  const int32_t boxes = space_levels(&space, problem->n);
  if (problem->xy) {
    void *base;
    TRY(cuda_workspace(be, (size_t)problem->instances * (size_t)boxes * sizeof(CandidateBox), &base));
    space.box = (CandidateBox *)base;
    TRY(boxes_make(space, boxes, problem->instances, stream));
  }
  int32_t quadrant;
  if (!problem->xy)
    quadrant = 0;
  else if (plan.quadrant < most)
    quadrant = plan.quadrant;
  else
    quadrant = most;
  const bool many = problem->instances > 1;
  const auto of_quadrants = many ? lists_make<true, true> : lists_make<true, false>;
  const auto of_nearest = many ? lists_make<false, true> : lists_make<false, false>;
  const auto kernel = quadrant ? of_quadrants : of_nearest;
  CUDA_TRY(cuda_launch(kernel, cities_grid(space.m, problem->instances), THREADS, 0, stream, space, boxes,
                       width, quadrant, list));
  CUDA_TRY(cudaStreamSynchronize(stream));
  return OK;
}

static Status lists(Backend *be, const TourProblem *problem, CandidatePlan plan, int32_t *list) {
  enum { MOST = 65535 };
  for (int32_t first = 0; first < problem->instances; first += MOST) {
    TourProblem some = tour_problem_of(problem, (uint32_t)first);
    some.instances = std::min((int32_t)MOST, problem->instances - first);
    TRY(lists_some(be, &some, plan, list + (size_t)first * problem->n * candidate_width(problem->n, plan)));
  }
  return OK;
}

extern "C" const CandidateKernels candidates_kernels_cuda = {order, lists, greedy_cuda};
