/* The kernel families: what backends compute for solvers and evaluators. One line here and a folder in src/cpu, src/gpu or both make one.
 *
 * X(name, Kernels, twins):
 *   name     of its folders, of BackendOps' member, of its tables name_kernels_cpu and name_kernels_cuda, of FAMILY_name
 *   Kernels  the struct of its functions: the contract of the twins, in a header *_kernels.h below src/solver or src/evaluator
 *   twins    BOTH, CPU or CUDA: the backends that define a table. In the other the member is NULL, and backend_require refuses
 *            a solver that needs it. */
#ifndef CORDEE_KERNEL_FAMILIES_H
#define CORDEE_KERNEL_FAMILIES_H

#define KERNEL_FAMILIES(X)                                                                                   \
  X(climb, ClimbKernels, BOTH)          /* solver/climb/climb_kernels.h */                                   \
  X(pso, PsoKernels, BOTH)              /* solver/pso/pso_kernels.h */                                       \
  X(anneal, AnnealKernels, BOTH)        /* solver/anneal_tasks/anneal_kernels.h */                           \
  X(trade, TradeKernels, BOTH)          /* solver/trade/trade_kernels.h */                                   \
  X(candidates, CandidateKernels, BOTH) /* search/candidates/candidate_kernels.h */                          \
  X(ils, IlsKernels, BOTH)              /* solver/ils/ils_kernels.h */                                       \
  X(aco, AcoKernels, BOTH)              /* solver/aco/aco_kernels.h */                                       \
  X(tempering, TemperKernels, BOTH)     /* solver/anneal_tours/temper_kernels.h */                           \
  X(tabu, TabuKernels, BOTH)            /* solver/tabu/tabu_kernels.h */                                     \
  X(flock, FlockKernels, BOTH)          /* solver/pso_tours/flock_kernels.h */                               \
  X(eax, RecombineKernels, BOTH)        /* search/eax/recombine_kernels.h */                                 \
  X(three_opt, ThreeOptKernels, BOTH)   /* solver/three_opt/three_opt_kernels.h */                           \
  X(sisr, SisrKernels, BOTH)            /* solver/sisr/sisr_kernels.h */                                     \
  X(ruin, RuinKernels, BOTH)            /* solver/ruin/ruin_kernels.h */                                     \
  X(lookback, LookbackKernels, BOTH)    /* evaluator/lookback/lookback_kernels.h */                          \
  X(bfs, BfsKernels, BOTH)              /* evaluator/bfs/bfs_kernels.h */                                    \
  X(flow, FlowKernels, BOTH)            /* evaluator/flow/flow_kernels.h */

/* The address of a family's table in a backend, or NULL: KERNELS_CPU(climb, BOTH). */
#define KERNELS_CPU(name, twins)  KERNELS_CPU_##twins(name)
#define KERNELS_CPU_BOTH(name)    &name##_kernels_cpu
#define KERNELS_CPU_CPU(name)     &name##_kernels_cpu
#define KERNELS_CPU_CUDA(name)    NULL
#define KERNELS_CUDA(name, twins) KERNELS_CUDA_##twins(name)
#define KERNELS_CUDA_BOTH(name)   &name##_kernels_cuda
#define KERNELS_CUDA_CPU(name)    NULL
#define KERNELS_CUDA_CUDA(name)   &name##_kernels_cuda

#endif
