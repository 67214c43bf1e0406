/* The source of the CUDA kernels of breadth-first search, run on the host, against a queue: all methods, batches, for every order of
 * threads. */
#include "emulation/device.h"
#include "emulation/emulation.h"
#include "fixtures/harness.h"
#include "fixtures/searching.h"

static void order_compare(EmulationOrder order, uint32_t most) {
  Backend be;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  emulation_set((EmulationPlan){order, 7, -1});
  searching_compare_all(&be, most);
  searching_compare_made_all(&be, most);
  be.ops->close(&be);
}

static void rising(void) { order_compare(ORDER_RISING, 700); }
static void falling(void) { order_compare(ORDER_FALLING, 500); }
static void random_order(void) { order_compare(ORDER_RANDOM, 300); }

static const HarnessTest tests[] = {TEST(rising), TEST(falling), TEST(random_order), {NULL, NULL}};

int main(void) { return harness_run("CUDA kernels of breadth-first search on the host", tests); }
