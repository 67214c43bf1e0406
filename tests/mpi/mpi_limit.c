/* The end of a batch job that an operator moves while the run is at work. The squeue is this test's own. */
#include "mpi/stop.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fixtures/ranks_harness.h"

static char folder[] = "/tmp/cordee-limit-XXXXXX", answers[64], asked[64];

/* A squeue that takes a line of `answers` a question, and leaves one in `asked`. */
static void squeue_make(const char *lines) {
  char path[64];
  snprintf(path, sizeof path, "%s/squeue", folder);
  FILE *script = fopen(path, "w"), *list = fopen(answers, "w");
  CU_ASSERT_FATAL(script != NULL && list != NULL);
  fprintf(script, "#!/bin/sh\necho >>%s\nhead -n 1 %s\nsed -i 1d %s\n", asked, answers, answers);
  fputs(lines, list);
  fclose(script);
  fclose(list);
  chmod(path, 0700);
  unlink(asked);
}

static int questions(void) {
  struct stat now;
  return stat(asked, &now) == 0 ? (int)now.st_size : 0; /* a newline each */
}

/* Rank 0 asks, and all know. */
static void all_learn(void) {
  if (comm.rank == 0) squeue_make("1:00:00\n");
  limit_learn(&comm);
  CU_ASSERT_TRUE(limit_left() > 3000 && limit_left() <= 3600);
  if (comm.rank == 0) CU_ASSERT_EQUAL(questions(), 1);
}

/* Each end that comes near is asked about once: an end that has moved may move again. */
static void moved_twice(void) {
  if (comm.rank == 0) squeue_make("10:00\n1:00:00\n2:00:00\n2:00:00\n3:00:00\n");
  limit_learn(&comm);
  if (comm.rank != 0) return;
  CU_ASSERT_FALSE(limit_near(60));
  CU_ASSERT_EQUAL(questions(), 1); /* not near: nothing to ask */
  CU_ASSERT_FALSE(limit_near(1200));
  CU_ASSERT_EQUAL(questions(), 2); /* near, but it has moved */
  CU_ASSERT_TRUE(limit_left() > 3000);
  CU_ASSERT_FALSE(limit_near(1200));
  CU_ASSERT_EQUAL(questions(), 2); /* the new one is not near */
  CU_ASSERT_FALSE(limit_near(3700));
  CU_ASSERT_EQUAL(questions(), 3); /* near as well, and it has moved again */
  CU_ASSERT_TRUE(limit_left() > 6600);
  CU_ASSERT_TRUE(limit_near(7300));
  CU_ASSERT_EQUAL(questions(), 4); /* it stays */
  CU_ASSERT_TRUE(limit_near(7300));
  CU_ASSERT_EQUAL(questions(), 4); /* and that has been asked */
}

/* Nearer than was known is an end, too. */
static void moved_nearer(void) {
  if (comm.rank == 0) squeue_make("10:00\n5:00\n");
  limit_learn(&comm);
  if (comm.rank != 0) return;
  CU_ASSERT_TRUE(limit_near(900));
  CU_ASSERT_TRUE(limit_left() <= 300);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(all_learn), TEST(moved_twice), TEST(moved_nearer), {NULL, NULL}};
  char path[8192], script[64];
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  snprintf(answers, sizeof answers, "%s/answers", folder);
  snprintf(asked, sizeof asked, "%s/asked", folder);
  snprintf(script, sizeof script, "%s/squeue", folder);
  snprintf(path, sizeof path, "%s:%s", folder, getenv("PATH"));
  setenv("PATH", path, 1);
  setenv("SLURM_JOB_ID", "7", 1);
  unsetenv("SLURM_JOB_END_TIME");
  unsetenv("SLURM_ARRAY_JOB_ID");
  const int failed = ranks_harness_run(&argc, &argv, "limit", tests);
  unlink(answers);
  unlink(asked);
  unlink(script);
  rmdir(folder);
  return failed;
}
