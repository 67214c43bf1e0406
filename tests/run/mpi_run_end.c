/* How runs end, and what is left of them: targets that are just reached, finished runs that are resumed, the island of the best. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/checkpointing.h"
#include "options/options.h"
#include "problem/judge.h"
#include "run/run.h"

enum { ISLANDS = 7, EPOCH = 4, CLIMBERS = 140 }; /* five epochs */

static const char instance[] = "instances/uniform-60-1.tsp";

typedef struct Seen { /* the last view */
  RunEnd end;
  uint32_t epoch, best_island;
  int64_t best, judged;
  uint64_t leg_moves, moves;
} Seen;

static void on_view(void *self, const RunView *view) {
  (void)self;
  (void)view;
}

static void on_end(void *self, const RunView *view) {
  const Outcome *o = &view->outcome;
  Seen *seen = self;
  int64_t cost = COST_NONE;
  if (o->best_gene) CU_ASSERT_EQUAL(judge_solution(view->inst, o->best_gene, &cost), OK);
  *seen = (Seen){view->end, view->epoch, o->best_island, o->best, cost, view->leg_moves, o->moves};
}

static Options options_make(const char *path, uint64_t seed) {
  Options options;
  char count[16];
  options_default(&options);
  options.backend = 1;
  options.threads = 1;
  options.force = true;
  options.seed = seed;
  snprintf(count, sizeof count, "%d", CLIMBERS);
  CU_ASSERT_EQUAL_FATAL(options_assign(&options, FOR_SOLVE, "climbers", count), OK);
  options.islands = ISLANDS;
  options.epoch = EPOCH;
  snprintf(options.method, sizeof options.method, "climb");
  snprintf(options.checkpoint, sizeof options.checkpoint, "%s", path);
  return options;
}

/* Collective: the last view is on every rank. */
static Seen run_of(const Options *options, const char *file, bool resume) {
  Seen seen = {.end = RUN_FAILED};
  RunObserver observer = {&seen, on_view, on_view, on_view, on_end, NULL, NULL};
  RunEnd end = RUN_FAILED;
  int signal_number;
  CU_ASSERT_EQUAL(
      run_task(&comm, options, &(RunInput){.file = file, .resume = resume}, &observer, &end, &signal_number),
      OK);
  MPI_Bcast(&seen, sizeof seen, MPI_BYTE, 0, comm.all);
  CU_ASSERT(seen.end == end && seen.best == seen.judged);
  MPI_Barrier(comm.all);
  return seen;
}

static Checkpoint file_of(const char *path) {
  Checkpoint c = {0};
  CU_ASSERT_EQUAL_FATAL(checkpoint_read_meta(path, &c), OK);
  return c;
}

/* Resumed, it does nothing, and its end is that of a finished run with the same best. */
static void resumed_is_over(const char *path, const Seen *before) {
  const Options options = options_make(path, 1);
  const Seen seen = run_of(&options, path, true);
  CU_ASSERT(seen.end == RUN_FINISHED && seen.leg_moves == 0 && seen.epoch == before->epoch);
  CU_ASSERT(seen.best == before->best && seen.moves == before->moves);
  CU_ASSERT_EQUAL(seen.best_island, before->best_island);
}

static void a_target_that_is_just_reached(void) {
  const char *path = checkpointing_path("target.h5");
  Options options = options_make(path, 1);
  const Seen whole = run_of(&options, instance, false);
  Checkpoint c = file_of(path);
  CU_ASSERT(whole.end == RUN_FINISHED && c.meta.finished && c.history_rows == CLIMBERS / ISLANDS / EPOCH);
  const int64_t first = c.history[0].best;
  checkpoint_free(&c);
  resumed_is_over(path, &whole);

  options.target = (double)first; /* the best after one epoch */
  const Seen reached = run_of(&options, instance, false);
  CU_ASSERT(reached.end == RUN_TARGET && reached.epoch == 1 && reached.best == first);
  c = file_of(path);
  CU_ASSERT(c.meta.finished && c.meta.epoch == 1 && c.meta.best == first);
  checkpoint_free(&c);
  resumed_is_over(path, &reached);

  options.target = (double)first - 0.5;
  const Seen missed = run_of(&options, instance, false);
  CU_ASSERT(missed.best < first ? missed.epoch > 1 : missed.end == RUN_FINISHED);
  CU_ASSERT(missed.best == whole.best || missed.end == RUN_TARGET);
  options.target = (double)whole.best - 0.5; /* out of reach */
  CU_ASSERT_EQUAL(run_of(&options, instance, false).end, RUN_FINISHED);
}

/* One that was stopped is not finished, and goes on to the end of the whole. */
static void stopped_goes_on(void) {
  const char *path = checkpointing_path("stopped.h5");
  Options options = options_make(path, 1);
  const Seen whole = run_of(&options, instance, false);
  options.time_s = 1e-6;
  const Seen stopped = run_of(&options, instance, false);
  Checkpoint c = file_of(path);
  CU_ASSERT(stopped.end == RUN_TIME && !c.meta.finished);
  checkpoint_free(&c);
  options.time_s = 0;
  const Seen end = run_of(&options, path, true);
  CU_ASSERT(end.end == RUN_FINISHED && end.best == whole.best && end.best_island == whole.best_island);
  resumed_is_over(path, &end);
}

/* The best of one epoch is the first of the cheapest champions, in the view and in the checkpoint. */
static void the_island_of_the_best(void) {
  const char *path = checkpointing_path("island.h5");
  int others = 0;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    Options options = options_make(path, seed);
    char count[16];
    uint32_t best = 0;
    snprintf(count, sizeof count, "%d", ISLANDS * EPOCH);
    CU_ASSERT_EQUAL_FATAL(options_assign(&options, FOR_SOLVE, "climbers", count), OK);
    const Seen seen = run_of(&options, instance, false);
    Checkpoint c = file_of(path);
    CU_ASSERT_EQUAL_FATAL(c.history_rows, 1);
    for (uint32_t k = 1; k < ISLANDS; k++)
      if (c.champion[k] < c.champion[best]) best = k;
    CU_ASSERT(seen.best == c.champion[best] && c.meta.best == seen.best);
    CU_ASSERT(seen.best_island == best && c.meta.best_island == best);
    others += best != 0;
    checkpoint_free(&c);
    resumed_is_over(path, &seen);
  }
  CU_ASSERT(others > 0);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(a_target_that_is_just_reached),
                                      TEST(stopped_goes_on),
                                      TEST(the_island_of_the_best),

                                      {NULL, NULL}};
  return checkpointing_run(&argc, &argv, "run_end", tests);
}
