/* The table of the ladder's designs; their texts are in route_table.c. */
#ifndef CORDEE_LADDER_GPU_ROUTE_DESIGNS_CUH
#define CORDEE_LADDER_GPU_ROUTE_DESIGNS_CUH

#include <cuda_runtime.h>
#include "route_kernels.cuh"

namespace route_ladder {

typedef void (*Kernel)(const Args);

struct Design {
  RouteLadderDesign is;
  Kernel stage[ROUTE_LADDER_STAGES];
  int threads;                 /* of a block of objective and criterion */
  int carveout;                /* of an SM's memory for shared memory; the rest is L1 */
  bool powers;                 /* blocks of the hierarchy are powers of two */
  ThreeOptEvaluator evaluator; /* without stages */
};

template <class D> constexpr Design stages(const char *name, int carveout) {
  typedef typename D::Length Length;
  const int32_t entry = sizeof(RouteLadderMove), delta = sizeof(Length);
  return {{name, true, {entry + delta, entry + 1, delta + 1}},
          {objective_kernel<D>, criterion_kernel<D>, choice_kernel<Length>},
          D::THREADS,
          carveout,
          D::Steps::POWERS != 0,
          THREE_OPT_EVALUATORS};
}

constexpr Design ours(const char *name, ThreeOptEvaluator evaluator) {
  return {{name, false, {0, 0, 0}}, {NULL, NULL, NULL}, 0, 0, false, evaluator};
}

enum { SMALL_L1 = cudaSharedmemCarveoutMaxShared, LARGE_L1 = cudaSharedmemCarveoutMaxL1 };

static const Design designs[] = {
    stages<FirstTry>("first-try", SMALL_L1),  stages<Limits>("limits", LARGE_L1),
    stages<Registers>("registers", LARGE_L1), stages<Arrays>("arrays", LARGE_L1),
    stages<Order>("order", LARGE_L1),         stages<Powers>("powers", LARGE_L1),
    stages<Doubles>("double", LARGE_L1),      ours("hierarchy", THREE_OPT_HIERARCHY),
    ours("tables", THREE_OPT_TABLES),         ours("packed", THREE_OPT_PACKED)};
enum { DESIGNS = sizeof designs / sizeof *designs };

} // namespace route_ladder
#endif
