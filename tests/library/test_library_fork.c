/* Children of fork() that use the library: after a search with threads, in the midst of one by another thread, with calls of their own. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fixtures/calling.h"

static const char *const threads[] = {"seed=1",       "threads=3",   "backend=cpu",
                                      "method=climb", "climbers=40", NULL};

static int64_t square_cost(cordee *own) {
  cordee_instance *square = NULL;
  cordee_result *result = NULL;
  int64_t cost = -1;
  if (cordee_tsp_cities(own, "square", NULL, SQUARE, square_x, square_y, NULL, NULL, &square) == CORDEE_OK &&
      cordee_solve(own, square, threads, NULL, &result) == CORDEE_OK)
    cost = cordee_result_cost(result);
  cordee_result_free(result);
  cordee_instance_free(square);
  return cost;
}

/* What a child of fork() ends with; -1: it hung, and was killed. */
static int child_code(pid_t child) {
  int status = 0;
  for (int k = 0; k < 600; k++) {
    if (waitpid(child, &status, WNOHANG) == child) return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
    usleep(100000);
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return -1;
}

static void a_child_computes(void) {
  CU_ASSERT_EQUAL(square_cost(lib), 360);
  const pid_t child = fork();
  if (child == 0) _exit(square_cost(lib) == 360 ? 3 : 4);
  CU_ASSERT_EQUAL(child_code(child), 3);
  CU_ASSERT_EQUAL(square_cost(lib), 360);
}

/* exit() runs what is noted for the end of the process: MPI is the parent's to end. */
static void a_child_opens_and_ends_as_others(void) {
  CU_ASSERT_EQUAL(square_cost(lib), 360);
  const pid_t child = fork();
  if (child == 0) {
    cordee *own = NULL;
    const bool fine = cordee_init(NULL, &own) == CORDEE_OK && square_cost(own) == 360;
    cordee_finalize(own);
    exit(fine ? 3 : 4);
  }
  CU_ASSERT_EQUAL(child_code(child), 3);
  CU_ASSERT_EQUAL(square_cost(lib), 360);
}

static volatile bool begun, over;

static int watch(void *self, const cordee_progress *progress) {
  (void)self;
  (void)progress;
  begun = true;
  return over;
}

static void *long_search(void *square) {
  static const char *const options[] = {"threads=2", "backend=cpu", "time=60", NULL};
  const cordee_solving how = {.bytes = sizeof how, .callback = watch};
  cordee_result *result = NULL;
  (void)cordee_solve(lib, square, options, &how, &result);
  cordee_result_free(result);
  return NULL;
}

/* The lock of the call that another thread was in is not the child's. */
static void a_child_of_a_program_that_searches(void) {
  cordee *own = NULL;
  cordee_instance *square = square_make();
  pthread_t thread;
  WORKS(cordee_init(NULL, &own));
  begun = over = false;
  CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, long_search, square), 0);
  for (int k = 0; k < 300 && !begun; k++) usleep(100000);
  const pid_t child = fork();
  if (child == 0) _exit(square_cost(own) == 360 ? 3 : 4);
  CU_ASSERT_EQUAL(child_code(child), 3);
  over = true;
  pthread_join(thread, NULL);
  cordee_instance_free(square);
  cordee_finalize(own);
}

static const HarnessTest tests[] = {TEST(a_child_computes),
                                    TEST(a_child_opens_and_ends_as_others),
                                    TEST(a_child_of_a_program_that_searches),
                                    {NULL, NULL}};

int main(void) { return calling_run("library_fork", tests); }
