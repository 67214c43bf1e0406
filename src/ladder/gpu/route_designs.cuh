/* The table of the ladder's designs; their texts are in route_table.c. */
#ifndef CORDEE_LADDER_GPU_ROUTE_DESIGNS_CUH
#define CORDEE_LADDER_GPU_ROUTE_DESIGNS_CUH

#include "route_kernels.cuh"

namespace route_ladder {

typedef void (*Kernel)(const Args);

struct Design {
  RouteLadderDesign is;
  Kernel stage[ROUTE_LADDER_STAGES];
  Kernel upper;                /* of the hierarchy, whose stage is the lower level */
  int threads;                 /* of a block of objective and criterion */
  int carveout;                /* of an SM's memory for shared memory; the rest is L1 */
  bool powers;                 /* blocks of the hierarchy are powers of two */
  bool fields;                 /* it is a structure of arrays */
  ThreeOptEvaluator evaluator; /* without stages */
};

template <class D>
constexpr Design made_of(const char *name, int carveout, Kernel objective, Kernel criterion) {
  typedef typename D::Length Length;
  const int32_t entry = sizeof(RouteLadderMove), delta = sizeof(Length);
  return {{name, true, {0, entry + delta, entry + 1, delta + 1}},
          {lower_kernel<D>, objective, criterion, choice_kernel<Length>},
          upper_kernel<D>,
          D::THREADS,
          carveout,
          D::Steps::POWERS != 0,
          D::Store::FIELDS != 0,
          THREE_OPT_EVALUATORS};
}
template <class D> constexpr Design stages(const char *name, int carveout) {
  return made_of<D>(name, carveout, objective_kernel<D>, criterion_kernel<D>);
}
template <class D> constexpr Design stages_32(const char *name, int carveout) {
  return made_of<D>(name, carveout, objective_32_kernel<D>, criterion_32_kernel<D>);
}

constexpr Design ours(const char *name, ThreeOptEvaluator evaluator) {
  return {{name, false, {0, 0, 0, 0}}, {NULL, NULL, NULL, NULL}, NULL, 0, 0, false, false, evaluator};
}

enum { SMALL_L1 = cudaSharedmemCarveoutMaxShared, LARGE_L1 = cudaSharedmemCarveoutMaxL1 };

static const Design designs[] = {stages_32<FirstStep>("first-step", SMALL_L1),
                                 stages<FirstTry>("first-try", SMALL_L1),
                                 stages<Limits>("limits", LARGE_L1),
                                 stages<Registers>("registers", LARGE_L1),
                                 stages<Arrays>("arrays", LARGE_L1),
                                 stages<Order>("order", LARGE_L1),
                                 stages<Powers>("powers", LARGE_L1),
                                 stages<Doubles>("double", LARGE_L1),
                                 ours("hierarchy", THREE_OPT_HIERARCHY),
                                 ours("tables", THREE_OPT_TABLES),
                                 ours("packed", THREE_OPT_PACKED)};
enum { DESIGNS = sizeof designs / sizeof *designs };

} // namespace route_ladder
#endif
