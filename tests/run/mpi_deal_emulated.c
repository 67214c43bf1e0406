/* Ranks of both kinds in one run: some work on the pretended device, the others on the CPU, and islands go from one kind to the other in
 * mid-epoch. The end is that of a run on one CPU. */
#include "emulation/device.h"
#include "emulation/emulation.h"
#include "fixtures/dealing.h"

/* The first rank, and every second one after it; of a single rank the whole run is on the device. */
static Status other(Backend *be) {
  emulation_turn((uint64_t)comm.rank);
  if (comm.rank % 2 == 0) return emulated_open(be);
  *be = (Backend){.ops = backend_find("cpu")};
  return be->ops->open(be, 0, 1);
}

static void colonies(void) {
  const DealingCase c = {"aco",
                         "instances/uniform-60-1.tsp",
                         {{"ants", "4"}, {"islands", "4"}, {"iterations", "16"}, {"epoch", "5"}},
                         2,
                         false};
  dealing_compare(&c, other);
}

static void ruins(void) {
  const DealingCase c = {"sisr",
                         "instances/routes-80-2.vrp",
                         {{"chains", "1"}, {"islands", "4"}, {"epochs", "4"}, {"epoch", "2"}},
                         2,
                         false};
  dealing_compare(&c, other);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(colonies), TEST(ruins), {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "deal_emulated", tests);
}
