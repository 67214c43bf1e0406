/* The source of the CUDA kernels of waves, run on the host, against those of the CPU, bit for bit: in shared memory, a block a network where it
 * lies, a network by the whole grid (here of one block), for every order of threads. */
#include "emulation/emulation.h"
#include "emulation/device.h"
#include "evaluator/flow/flow.h"
#include "fixtures/flowing.h"
#include "fixtures/harness.h"

static void compare_orders(const char *const *specs, size_t shared, FlowingSolve solve) {
  Backend cuda;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&cuda), OK);
  emulated_shared(&cuda, shared);
  for (int order = 0; order < 3; order++) {
    emulation_set((EmulationPlan){(EmulationOrder)order, 7, -1});
    flowing_compare(&cuda, specs, flowing_count(specs), solve);
  }
  cuda.ops->close(&cuda);
}

static const char *const some[] = {"random:n=5,degree=3,c=0-3,count=4",
                                   "random:n=12,degree=2,c=0-4,terminals=3,count=4",
                                   "random:n=40,degree=3,terminals=4,seed=3,count=2",
                                   "random:n=33,degree=20,c=0-1,terminals=16,count=2",
                                   "random:n=30,degree=4,c=900000000-1000000000,terminals=4,count=2",
                                   "random:n=3,degree=0",
                                   "rlg:rows=1,levels=20",
                                   "rlg:rows=90,levels=1",
                                   "rlg:rows=5,levels=9,c=1-9,count=2",
                                   "genrmf:a=3,b=5,c=1-20",
                                   "random:n=250,degree=5,terminals=10",
                                   NULL};

static void shared_memory_agrees(void) { compare_orders(some, 228 << 10, flowing_waves); }
static void global_memory_agrees(void) { compare_orders(some, 0, flowing_waves); }
static void benchmark_network_agrees(void) {
  static const char *const specs[] = {"random:n=1000,degree=6,terminals=50", NULL};
  Backend cuda;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&cuda), OK);
  emulation_set((EmulationPlan){ORDER_RANDOM, 3, -1});
  flowing_compare(&cuda, specs, 1, flowing_waves);
  cuda.ops->close(&cuda);
}

/* By a block each, the larger ones by the grid, in many launches. */
static void minimum_potentials_agree(void) {
  compare_orders(some, 0, flowing_mpm);
  compare_orders(some, 0, flowing_mpm_active);
}

/* Networks that the kernels make for themselves: records as of those that the host makes. */
static void made_networks_agree(void) {
  static const char *const specs[] = {"random:n=2,degree=1,count=3",
                                      "random:n=3,degree=0,count=2",
                                      "random:n=5,degree=3,c=0-3,count=40",
                                      "random:n=12,degree=2,c=0-4,terminals=3,count=40",
                                      "random:n=33,degree=20,c=0-1,terminals=16,seed=5e14,count=5",
                                      "random:n=100,degree=4,terminals=50,count=5",
                                      "random:n=1000,degree=6,terminals=50,count=2",
                                      "random:n=6000,degree=1,terminals=20,count=2",
                                      NULL};
  Backend cuda;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&cuda), OK);
  for (int order = 0; order < 3; order++) {
    emulation_set((EmulationPlan){(EmulationOrder)order, 7, -1});
    for (int k = 0; specs[k]; k++) flowing_records_compare(&evaluator_flow, &cuda, specs[k], true);
  }
  flowing_records_compare(&evaluator_flow, &cuda, "random:n=300,degree=3,c=999999990-1000000000,count=2",
                          false);
  flowing_records_compare(&evaluator_flow, &cuda, "rlg:rows=4,levels=4,count=3", false);
  cuda.ops->close(&cuda);
}

static const HarnessTest tests[] = {TEST(shared_memory_agrees),     TEST(global_memory_agrees),
                                    TEST(benchmark_network_agrees), TEST(minimum_potentials_agree),
                                    TEST(made_networks_agree),      {NULL, NULL}};

int main(void) { return harness_run("maximum flow, CUDA on the host", tests); }
