/* Time limits of a run (src/run/run_clock.c): its own, that of the sweep it is in, the batch job's end, and what is kept back for the run's own end. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "fixtures/harness.h"
#include "fixtures/ranks_harness.h"
#include "mpi/stop.h"
#include "run/run_state.h"

static double limit_of(double own_s, double cut_s) {
  Options options = {.time_s = own_s, .cut_s = cut_s};
  return run_limit_s(&options);
}

static void the_sooner_limit_counts(void) {
  CU_ASSERT_EQUAL(limit_of(0, 0), 0); /* none */
  CU_ASSERT_EQUAL(limit_of(5, 0), 5);
  CU_ASSERT_EQUAL(limit_of(0, 7), 7);
  CU_ASSERT_EQUAL(limit_of(5, 7), 5);
  CU_ASSERT_EQUAL(limit_of(7, 5), 5);
}

/* ---- the batch job's end ---- */

/* The end of the run where the job ends in so many seconds, nobody has moved its end, and the last checkpoint took saved_s. */
static RunEnd end_of(double left_s, double stop_before_s, double saved_s) {
  char text[32];
  const Options options = {.stop_before_s = stop_before_s};
  const RunClock clock = {.options = &options, .saving_s = saved_s, .began = clock_s()};
  snprintf(text, sizeof text, "%.0f", (double)time(NULL) + left_s);
  setenv("SLURM_JOB_END_TIME", text, 1);
  limit_learn(&comm);
  return clock_up(&clock);
}

/* Twice the time of a checkpoint is kept back: one may be under way, and one follows. Seconds of the clock are whole. */
static void stops_before_the_job_does(void) {
  unsetenv("SLURM_JOB_ID");
  unsetenv("SLURM_ARRAY_JOB_ID");
  CU_ASSERT_EQUAL(end_of(1000, 0, 2000), RUN_GOING); /* not asked for */
  CU_ASSERT_EQUAL(end_of(1000, 60, 0), RUN_GOING);
  CU_ASSERT_EQUAL(end_of(50, 60, 0), RUN_LIMIT);
  CU_ASSERT_EQUAL(end_of(1000, 60, 450), RUN_GOING);
  CU_ASSERT_EQUAL(end_of(1000, 60, 480), RUN_LIMIT);
  CU_ASSERT_EQUAL(end_of(1000, 60, 900), RUN_LIMIT);
  unsetenv("SLURM_JOB_END_TIME");
  limit_learn(&comm);
}

/* ---- what the end takes ---- */

/* Seconds left of a limit of 100 s that began just now. */
static double left_of(double ending_s, double saved_s, const char *out) {
  Options options = {.time_s = 100};
  RunClock clock = {.options = &options, .ending_s = ending_s, .saving_s = saved_s, .began = clock_s()};
  snprintf(options.out, sizeof options.out, "%s", out);
  clock.started = clock.began;
  const TimeLeft left = clock_left(&clock);
  CU_ASSERT_EQUAL(clock_up(&clock), left.us > 0 ? RUN_GOING : RUN_TIME);
  return 1e-6 * (double)left.us;
}

/* One examination, one more for a solution that is written, and a checkpoint. */
static void the_end_is_within_the_limit(void) {
  const double slack = 5; /* of a loaded machine */
  CU_ASSERT(fabs(left_of(0, 0, "") - 100) < slack && fabs(left_of(20, 0, "") - 80) < slack);
  CU_ASSERT(fabs(left_of(20, 0, "x.tour") - 60) < slack && fabs(left_of(0, 30, "") - 70) < slack);
  CU_ASSERT(fabs(left_of(20, 30, "x.tour") - 30) < slack);
  CU_ASSERT_EQUAL(left_of(60, 30, "x.tour"), 0);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(the_sooner_limit_counts),
                                      TEST(stops_before_the_job_does),
                                      TEST(the_end_is_within_the_limit),
                                      {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "run_time", tests);
}
