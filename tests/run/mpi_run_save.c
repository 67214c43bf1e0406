/* When a run writes its checkpoints, as its observer sees it: at once, beside the search, lazily. */
#include "fixtures/checkpointing.h"
#include "run/run_state.h"
#include "options/options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char instance[] = "instances/uniform-60-1.tsp";

typedef struct Seen {
  int saves, beside; /* checkpoints written; those during which the search went on */
  int bad;           /* views that contradict themselves */
} Seen;

static void on_view(void *self, const RunView *view) {
  Seen *seen = self;
  seen->bad += !(view->next_save_s >= 0);
}

static void on_saved(void *self, const RunView *view) {
  Seen *seen = self;
  on_view(self, view);
  seen->saves++;
  seen->beside += view->saved_moves > 0;
  seen->bad += view->save_pause_s > view->saved_s || view->save_pauses_s < view->save_pause_s ||
               view->saved_bytes == 0;
}

static Options options_make(const char *path, uint64_t climbers, double every_s, double time_s) {
  Options options;
  char count[32];
  options_default(&options);
  options.backend = 1;
  options.threads = 1;
  snprintf(count, sizeof count, "%llu", (unsigned long long)climbers);
  CU_ASSERT_EQUAL_FATAL(options_assign(&options, FOR_SOLVE, "climbers", count), OK);
  options.islands = 5;
  options.epoch = 16;
  options.every_s = every_s;
  options.time_s = time_s;
  snprintf(options.method, sizeof options.method, "climb");
  snprintf(options.checkpoint, sizeof options.checkpoint, "%s", path);
  return options;
}

/* Collective: how the run ended; what was seen is on every rank. */
static RunEnd run_seen(const Options *options, const char *file, bool resume, Seen *seen) {
  RunObserver observer = {seen, on_view, on_view, on_saved, on_view, NULL, NULL};
  RunEnd end = RUN_FAILED;
  int signal_number;
  *seen = (Seen){0};
  CU_ASSERT(run_task(&comm, options, &(RunInput){.file = file, .resume = resume}, &observer, &end,
                     &signal_number) == OK);
  MPI_Bcast(seen, sizeof *seen, MPI_BYTE, 0, comm.all);
  CU_ASSERT(seen->bad == 0);
  return end;
}

static void at_both_ends(void) {
  Seen seen;
  const char *path = checkpointing_path("ends.h5");
  const Options options = options_make(path, 200, 1000, 0);
  CU_ASSERT(run_seen(&options, instance, false, &seen) == RUN_FINISHED);
  CU_ASSERT(seen.saves == 2 && seen.beside == 0 && checkpoint_check(&comm, path) == OK);
}

static void beside_the_search(void) {
  Seen seen;
  const char *path = checkpointing_path("beside.h5");
  const Options options = options_make(path, 1000000000, 0, 4);
  CU_ASSERT(run_seen(&options, instance, false, &seen) == RUN_TIME);
  CU_ASSERT(seen.saves > 2 && seen.beside > 0 && checkpoint_check(&comm, path) == OK);
  CU_ASSERT(harness_temporaries(checkpointing_path("beside.h5")) == 0 &&
            file_absent(checkpointing_path("beside.h5.lock")));
}

/* Nothing at the beginning, nothing when all is done; but a run that is stopped can go on. */
static void lazily(void) {
  Seen seen;
  const char *path = checkpointing_path("lazy.h5");
  Options options = options_make(path, 200, 1000, 0);
  options.lazy = true;
  CU_ASSERT(run_seen(&options, instance, false, &seen) == RUN_FINISHED && seen.saves == 0);
  CU_ASSERT(file_absent(path));
  options = options_make(path, 1000000000, 1000, 0.5);
  options.lazy = true;
  CU_ASSERT(run_seen(&options, instance, false, &seen) == RUN_TIME && seen.saves == 1);
  CU_ASSERT(checkpoint_check(&comm, path) == OK);
  CU_ASSERT(run_seen(&options, path, true, &seen) == RUN_TIME && seen.saves == 1);
  MPI_Barrier(comm.all);
}

/* One that is under way when all is done is given up: its file would be in the caller's way. */
static void lazily_given_up(void) {
  Seen seen;
  const char *path = checkpointing_path("upto.h5");
  Options options = options_make(path, 8000, 0, 0);
  options.lazy = true;
  CU_ASSERT(run_seen(&options, instance, false, &seen) == RUN_FINISHED);
  CU_ASSERT(seen.saves == seen.beside); /* none was waited for */
  MPI_Barrier(comm.all);
  CU_ASSERT(harness_temporaries(checkpointing_path("upto.h5")) == 0 &&
            file_absent(checkpointing_path("upto.h5.lock")));
}

/* The tables of a run of several legs: a row a leg and rank, and all moves in the end. */
static void tables_go_on(void) {
  enum { LEGS = 3 };
  Seen seen;
  Checkpoint c = {0};
  const char *path = checkpointing_path("legs.h5");
  for (int leg = 0; leg < LEGS; leg++) {
    const Options options = options_make(path, 1000000000, 0.3, 0.5);
    CU_ASSERT(run_seen(&options, leg ? path : instance, leg > 0, &seen) == RUN_TIME);
    MPI_Barrier(comm.all);
  }
  CU_ASSERT_FATAL(checkpoint_read_meta(path, &c) == OK);
  CU_ASSERT(c.leg_rows == (size_t)(LEGS * comm.size) && c.throughput_rows >= c.leg_rows);
  uint64_t moves = 0;
  int numbered = 1, better = 1;
  for (size_t r = 0; r < c.throughput_rows; r++) moves += c.throughput[r].moves;
  for (size_t r = 0; r < c.leg_rows; r++)
    numbered &= c.legs[r].leg == r / (size_t)comm.size && c.legs[r].rank == r % (size_t)comm.size;
  for (size_t r = 0; r < c.history_rows * 5; r++)
    better &= c.champion[r] >= c.history[r / 5].best && c.champion_origin[r] < 5;
  CU_ASSERT(moves == c.meta.moves && numbered && better && (c.history_rows > 0) == (c.meta.epoch > 0));
  CU_ASSERT_FATAL(c.trace_rows > 0);
  CU_ASSERT(c.trace[0].elapsed_s < 0.3 &&
            c.trace[c.trace_rows - 1].best == c.meta.best); /* of the first leg, to the last */
  checkpoint_free(&c);
}

/* The search stands still for 2% of the time at most; unless as many checkpoints are asked for as can be. */
static void interval_is_stretched(void) {
  CU_ASSERT(run_save_interval(60, 0) == 60 && run_save_interval(60, 1) == 60);
  CU_ASSERT(run_save_interval(60, 2) == 100 && run_save_interval(0.25, 3) == 150);
  CU_ASSERT(run_save_interval(0, 3) == 0);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(at_both_ends), TEST(beside_the_search),     TEST(lazily), TEST(lazily_given_up),
      TEST(tables_go_on), TEST(interval_is_stretched), {NULL, NULL}};
  return checkpointing_run(&argc, &argv, "run_save", tests);
}
