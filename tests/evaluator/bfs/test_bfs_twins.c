/* CUDA against a queue on the host: all methods, batches, large graphs. Skipped without a device. */
#include "fixtures/harness.h"
#include "fixtures/searching.h"

static bool cuda_open(Backend *be) {
  *be = (Backend){.ops = backend_find("cuda")};
  if (!be->ops || be->ops->devices() == 0) return harness_skip("no device"), false;
  CU_ASSERT_EQUAL_FATAL(be->ops->open(be, 0, 4), OK);
  return true;
}

static void small_ones_agree(void) {
  Backend cuda;
  if (!cuda_open(&cuda)) return;
  searching_compare_all(&cuda, 900);
  searching_compare_all(&cuda, 20000);
  cuda.ops->close(&cuda);
}

static void large_ones_agree(void) {
  Backend cuda;
  static const char *const specs[] = {"urand:n=2^20,degree=12,seed=4", "kron:scale=19,edgefactor=16",
                                      "powerlaw:n=2^20,degree=12"};
  if (!cuda_open(&cuda)) return;
  for (int k = 0; k < 3; k++) {
    Graph *g;
    CU_ASSERT_EQUAL_FATAL(graph_generate(specs[k], 4, &g), OK);
    for (uint32_t s = 0; s < 5; s++) searching_compare(&cuda, g, s * 1237);
    searching_compare_batch(&cuda, g, 1, 40);
    graph_free(g);
  }
  cuda.ops->close(&cuda);
}

static const HarnessTest tests[] = {TEST(small_ones_agree), TEST(large_ones_agree), {NULL, NULL}};

int main(void) { return harness_run("breadth-first search on CUDA", tests); }
