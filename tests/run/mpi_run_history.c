/* The history of a run's champions on any number of ranks: of the first islands only, each in its own column. */
#include "fixtures/checkpointing.h"
#include "fixtures/climbing.h"
#include "run/run_state.h"
#include "options/options.h"

#include <stdlib.h>
#include <stdio.h>
#include "problem/tsp/files/tsp_files.h"

static const char instance[] = "instances/uniform-12-1.tsp";

static void on_view(void *self, const RunView *view) {
  (void)self;
  (void)view;
}

/* One climber an island, one epoch: the champion of island k is the climb that the oracle makes there. */
static void champions_check(uint32_t islands) {
  const char *path = checkpointing_path("history.h5");
  const uint32_t columns = islands < CHECKPOINT_CHAMPIONS_MAX ? islands : CHECKPOINT_CHAMPIONS_MAX;
  const RunObserver observer = {NULL, on_view, on_view, on_view, on_view, NULL, NULL};
  const Plan plan =
      climb_plan_make((Plan){.seed = 1, .islands = islands, .epoch = 1}, (ClimbPlan){.climbers = islands});
  Options options;
  char count[16];
  RunEnd end = RUN_FAILED;
  Checkpoint c = {0};
  Instance *inst = NULL;
  int32_t tour[12];
  int signal_number, wrong = 0;
  options_default(&options);
  options.backend = 1;
  options.threads = 1;
  options.force = true;
  snprintf(count, sizeof count, "%u", islands);
  CU_ASSERT_EQUAL_FATAL(options_assign(&options, FOR_SOLVE, "climbers", count), OK);
  options.islands = islands;
  options.epoch = 1;
  snprintf(options.method, sizeof options.method, "climb");
  snprintf(options.checkpoint, sizeof options.checkpoint, "%s", path);
  CU_ASSERT_EQUAL_FATAL(
      run_task(&comm, &options, &(RunInput){.file = instance}, &observer, &end, &signal_number), OK);
  CU_ASSERT_EQUAL_FATAL(tsplib_read(instance, &inst), OK);
  MPI_Barrier(comm.all);
  CU_ASSERT_EQUAL_FATAL(checkpoint_read_meta(path, &c), OK);
  CU_ASSERT_EQUAL_FATAL(c.history_rows, 1);
  CU_ASSERT_EQUAL_FATAL(checkpoint_champions(islands), columns);
  for (uint32_t k = 0; k < columns; k++)
    wrong += c.champion[k] != climbing_oracle(inst, &plan, k, 1, tour) || c.champion_origin[k] != k;
  CU_ASSERT_EQUAL(wrong, 0);
  checkpoint_free(&c);
  instance_free(inst);
  MPI_Barrier(comm.all);
}

static void few_islands(void) { champions_check(7); }
static void as_many_as_columns(void) { champions_check(CHECKPOINT_CHAMPIONS_MAX); }
static void more_than_columns(void) { champions_check(CHECKPOINT_CHAMPIONS_MAX + 144); }

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(few_islands), TEST(as_many_as_columns), TEST(more_than_columns), {NULL, NULL}};
  return checkpointing_run(&argc, &argv, "run_history", tests);
}
