/* The table of the ladder's designs. Published times: SINTEF slides of 28 October 2010, a Fermi card, 399 nodes. */
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

template <class D>
constexpr Design stages(const char *name, const char *change, double objective_ms, double criterion_ms,
                        int carveout) {
  typedef typename D::Length Length;
  const int32_t entry = sizeof(RouteLadderMove), delta = sizeof(Length);
  return {{name, change, {objective_ms, criterion_ms, 0}, true, {entry + delta, entry + 1, delta + 1}},
          {objective_kernel<D>, criterion_kernel<D>, choice_kernel<Length>},
          D::THREADS,
          carveout,
          D::Steps::POWERS != 0,
          THREE_OPT_EVALUATORS};
}

constexpr Design ours(const char *name, const char *change, ThreeOptEvaluator evaluator) {
  return {{name, change, {0, 0, 0}, false, {0, 0, 0}}, {NULL, NULL, NULL}, 0, 0, false, evaluator};
}

enum { SMALL_L1 = cudaSharedmemCarveoutMaxShared, LARGE_L1 = cudaSharedmemCarveoutMaxL1 };

static const Design designs[] = {
    stages<FirstTry>("first-try", "list of moves; the tour's parts in a local array", 1069, 1410, SMALL_L1),
    stages<Limits>("limits", "64 registers, 128 threads a block, large L1", 475, 657, LARGE_L1),
    stages<Registers>("registers", "parts in registers", 479, 544, LARGE_L1),
    stages<Arrays>("arrays", "hierarchy as a structure of arrays", 479, 584, LARGE_L1),
    stages<Order>("order", "simpler order; array of structures again", 295, 369, LARGE_L1),
    stages<Powers>("powers", "blocks of powers of two: shifts, no divisions", 213, 295, LARGE_L1),
    stages<Doubles>("double", "length in double precision", 215, 295, LARGE_L1),
    ours("hierarchy", "ours: no list; one kernel, a block an i", THREE_OPT_HIERARCHY),
    ours("tables", "ours: folded pair tables, 32 bits", THREE_OPT_TABLES),
    ours("packed", "ours: folded pair tables, packed 16 bits", THREE_OPT_PACKED)};
enum { DESIGNS = sizeof designs / sizeof *designs };

} // namespace route_ladder
#endif
