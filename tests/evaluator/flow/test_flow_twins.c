/* CUDA against the CPU, bit for bit: answers, flows and cuts of networks by waves and by minimum potentials. Skipped without a device. */
#include "evaluator/flow/flow.h"
#include "fixtures/flowing.h"
#include "fixtures/harness.h"

static bool cuda_open(Backend *be) {
  *be = (Backend){.ops = backend_find("cuda")};
  if (!be->ops || be->ops->devices() == 0) {
    harness_skip("no device");
    return false;
  }
  CU_ASSERT_EQUAL_FATAL(be->ops->open(be, 0, 1), OK);
  return true;
}

static void compare(const char *const *specs, FlowingSolve solve) {
  Backend cuda;
  if (!cuda_open(&cuda)) return;
  flowing_compare(&cuda, specs, flowing_count(specs), solve);
  cuda.ops->close(&cuda);
}

static void small_ones_agree(void) { compare(flowing_small, flowing_waves); }
static void large_ones_agree(void) { compare(flowing_large, flowing_waves); }
static void many_agree(void) {
  static const char *const specs[] = {"random:n=1000,degree=6,terminals=50,count=500",
                                      "random:n=300,degree=4,terminals=10,count=1000", NULL};
  compare(specs, flowing_waves);
}
static void huge_ones_agree(void) {
  static const char *const specs[] = {"random:n=100000,degree=12,terminals=5000", "random:n=200000,degree=12",
                                      "rlg:rows=300,levels=20", "genrmf:a=16,b=16", NULL};
  compare(specs, flowing_waves);
}

static void minimum_potentials_agree(void) {
  static const char *const specs[] = {
      "random:n=1000,degree=6,terminals=50,count=20", "rlg:rows=40,levels=40,count=2", "genrmf:a=8,b=8",
      "random:n=20000,degree=12,terminals=100",       "rlg:rows=1000,levels=20",       NULL};
  static const FlowingSolve forms[] = {flowing_mpm, flowing_mpm_active};
  for (int k = 0; k < 2; k++) {
    compare(flowing_small, forms[k]);
    compare(specs, forms[k]);
  }
}

/* Networks that the device makes for itself. */
static void made_ones_agree(void) {
  Backend cuda;
  if (!cuda_open(&cuda)) return;
  flowing_records_compare(&evaluator_flow, &cuda, "random:n=1000,degree=6,terminals=50,count=5000", true);
  flowing_records_compare(&evaluator_flow, &cuda, "random:n=200,degree=6,terminals=10,seed=3,count=5000",
                          true);
  flowing_records_compare(&evaluator_flow, &cuda, "random:n=100,degree=4,terminals=50,c=0-9,count=1000",
                          true);
  flowing_records_compare(&evaluator_flow, &cuda, "random:n=6000,degree=1,terminals=20,count=100", true);
  cuda.ops->close(&cuda);
}

static const HarnessTest tests[] = {
    TEST(small_ones_agree), TEST(large_ones_agree),         TEST(many_agree), TEST(huge_ones_agree),
    TEST(made_ones_agree),  TEST(minimum_potentials_agree), {NULL, NULL}};

int main(void) { return harness_run("maximum flow, CUDA and CPU", tests); }
