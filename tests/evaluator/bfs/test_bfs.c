/* Breadth-first search on the CPU against a queue: all methods, batches, threads. */
#include "fixtures/harness.h"
#include "fixtures/searching.h"

static void cpu_compare(int threads, uint32_t most) {
  Backend cpu = {.ops = backend_find("cpu")};
  CU_ASSERT_EQUAL_FATAL(cpu.ops->open(&cpu, 0, threads), OK);
  searching_compare_all(&cpu, most);
  cpu.ops->close(&cpu);
}

static void one_thread_agrees(void) { cpu_compare(1, 900); }
static void threads_agree(void) { cpu_compare(3, 3000); }

static void generated_ones_agree(void) {
  Backend cpu = {.ops = backend_find("cpu")};
  static const char *const specs[] = {"urand:n=3e4,degree=12,seed=4", "kron:scale=13,edgefactor=16",
                                      "powerlaw:n=2^14,degree=6", "smallworld:n=2^14,degree=6,rewire=0.05"};
  CU_ASSERT_EQUAL_FATAL(cpu.ops->open(&cpu, 0, 2), OK);
  for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
    Graph *g;
    CU_ASSERT_EQUAL_FATAL(graph_generate(specs[k], 2, &g), OK);
    searching_compare(&cpu, g, 7);
    searching_compare_batch(&cpu, g, 1, 64);
    graph_free(g);
  }
  cpu.ops->close(&cpu);
}

static const HarnessTest tests[] = {
    TEST(one_thread_agrees), TEST(threads_agree), TEST(generated_ones_agree), {NULL, NULL}};

int main(void) { return harness_run("breadth-first search", tests); }
