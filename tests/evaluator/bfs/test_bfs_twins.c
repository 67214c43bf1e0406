/* CUDA against a queue on the host: all methods, batches, large graphs. Skipped without a device. */
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/searching.h"

static bool cuda_open(Backend *be) {
  *be = (Backend){.ops = backend_find("cuda")};
  if (!be->ops || be->ops->devices() == 0) {
    harness_skip("no device");
    return false;
  }
  CU_ASSERT_EQUAL_FATAL(be->ops->open(be, 0, 4), OK);
  return true;
}

static void all_agree(uint32_t most) {
  Backend cuda;
  if (!cuda_open(&cuda)) return;
  searching_compare_all(&cuda, most);
  cuda.ops->close(&cuda);
}

static void small_ones_agree(void) { all_agree(900); }
static void middle_ones_agree(void) { all_agree(20000); }

static void small_made_ones_are_the_same(void) {
  Backend cuda;
  if (!cuda_open(&cuda)) return;
  searching_compare_made_all(&cuda, 900);
  searching_compare_made_all(&cuda, 20000);
  cuda.ops->close(&cuda);
}

static void large_made_ones_are_the_same(void) {
  Backend cuda;
  static const char *const specs[] = {"urand:n=2^20,degree=12,seed=4", "urand:n=1e6,degree=7,seed=8",
                                      "kron:scale=19,edgefactor=16", "powerlaw:n=2^20,degree=12"};
  if (!cuda_open(&cuda)) return;
  for (int k = 0; k < 4; k++) {
    GraphPlan plan;
    GraphAbout about;
    CU_ASSERT_EQUAL_FATAL(graph_plan_open(specs[k], GRAPH_AS_SAID, GRAPH_IDS_AUTO, 2, &plan, &about), OK);
    searching_compare_made(&cuda, &plan);
  }
  cuda.ops->close(&cuda);
}

/* The message says how much it needs and what there is; nothing was taken. */
static void too_large_ones_are_refused(void) {
  Backend cuda;
  if (!cuda_open(&cuda)) return;
  const GraphPlan large = {.kind = GRAPH_URAND, .n = (1u << 29) - 1, .count = (uint64_t)21 << 30, .seed = 1};
  uint64_t before, after;
  Graph *g;
  BfsMachine *m;
  CU_ASSERT_EQUAL(cuda.ops->room(&cuda, &before), OK);
  CU_ASSERT_EQUAL(cuda.ops->bfs->make(&cuda, &large, &g, &m), ERR_MEMORY);
  CU_ASSERT_PTR_NOT_NULL(
      strstr(status_message(), "a graph of 536870911 vertices and 33822867456 arcs needs 1"));
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "of device memory"));
  CU_ASSERT_EQUAL(cuda.ops->room(&cuda, &after), OK);
  CU_ASSERT_EQUAL(before, after);
  status_clear();
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
    searching_compare_batch(&cuda, g, 1, 32);
    graph_free(g);
  }
  cuda.ops->close(&cuda);
}

static const HarnessTest tests[] = {TEST(small_ones_agree),
                                    TEST(middle_ones_agree),
                                    TEST(small_made_ones_are_the_same),
                                    TEST(large_made_ones_are_the_same),
                                    TEST(too_large_ones_are_refused),
                                    TEST(large_ones_agree),
                                    {NULL, NULL}};

int main(void) { return harness_run("breadth-first search on CUDA", tests); }
