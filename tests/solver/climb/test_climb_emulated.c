/* The source of the CUDA kernels of climbers, run on the host, against those of the CPU, bit for bit: for every order of threads and
 * whatever shared memory has at first. */
#include <stdio.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/climbing.h"
#include "fixtures/twinning.h"

static Backend cpu, cuda;

/* bytes: of shared memory. */
static void check_case(Instance *inst, ClimbMove move, Restart restart, uint32_t climbers, size_t bytes,
                       uint64_t turn) {
  char what[80];
  const Plan plan = climb_plan_make((Plan){.seed = 11 + turn, .islands = 2, .epoch = 2},
                                    (ClimbPlan){.climbers = climbers, .restart = restart, .move = move});
  snprintf(what, sizeof what, "%d cities, move %d, turn %d", inst->n, (int)move, (int)turn);
  emulated_shared(&cuda, bytes);
  emulation_turn(turn);
  twinning_compare(&solver_climb, &cpu, &cuda, inst, &plan, turn % 2 ? 100 : 3, what);
  instance_free(inst);
}

static const Metric metrics[] = {METRIC_EUC_2D, METRIC_CEIL_2D, METRIC_ATT,     METRIC_GEO,
                                 METRIC_MAN_2D, METRIC_MAX_2D,  METRIC_EXPLICIT};

/* Both moves and both starts, on every metric, from the smallest tours on; many ties where the plane is small. */
static void small_tours(void) {
  static const int32_t cities[] = {3, 4, 5, 8, 17, 33, 50};
  emulated_pair_open(&cpu, &cuda);
  for (int m = 0; m < 7; m++)
    for (int c = 0; c < 7; c++) {
      const uint64_t turn = (uint64_t)(7 * m + c);
      double size;
      if (metrics[m] == METRIC_GEO)
        size = 90;
      else if (c % 2)
        size = 10;
      else
        size = 1e4;
      check_case(climbing_instance(metrics[m], cities[c], size, m % 2, turn),
                 turn % 3 ? MOVE_TWO_OPT : MOVE_SWAP, turn % 2 ? RESTART_KICK : RESTART_RANDOM, 8, 228 << 10,
                 turn);
    }
  emulated_pair_close(&cpu, &cuda);
}

/* Strips of several rows, tours in shared memory and not. */
static void shapes(void) {
  static const Metric some[] = {METRIC_EUC_2D, METRIC_MAN_2D, METRIC_MAX_2D, METRIC_EXPLICIT};
  static const size_t bytes[] = {228 << 10, 5 << 10};
  uint64_t turn = 0;
  emulated_pair_open(&cpu, &cuda);
  for (int m = 0; m < 4; m++)
    for (int b = 0; b < 2; b++, turn++)
      check_case(climbing_instance(some[m], 130, m == 0 ? 30 : 1e4, 0, (uint64_t)m),
                 turn % 2 ? MOVE_SWAP : MOVE_TWO_OPT, RESTART_KICK, 2, bytes[b], turn);
  emulated_pair_close(&cpu, &cuda);
}

extern int32_t
    climb_grid_least_emulated; /* climb_emulated.cc: cities from which the device has one climber */

/* Both moves by a grid of blocks, whose tours are in shared memory or not: also steps that end before a climb does, ties, several climbers
 * one after another, kicks. */
static void grids(void) {
  static const int32_t cities[] = {14, 33, 90};
  static const size_t bytes[] = {228 << 10, 3 << 10};
  uint64_t turn = 0;
  emulated_pair_open(&cpu, &cuda);
  climb_grid_least_emulated = 14;
  for (int c = 0; c < 3; c++)
    for (int m = 0; m < 4; m++, turn++)
      check_case(climbing_instance(METRIC_EUC_2D, cities[c], m % 2 ? 1e4 : 12, 0, turn),
                 m / 2 ? MOVE_SWAP : MOVE_TWO_OPT, turn % 2 ? RESTART_KICK : RESTART_RANDOM, 4,
                 bytes[turn % 2], turn);
  climb_grid_least_emulated = INT32_MAX;
  emulated_pair_close(&cpu, &cuda);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(small_tours), TEST(shapes), TEST(grids), {NULL, NULL}};
  return harness_run("climb_emulated", tests);
}
