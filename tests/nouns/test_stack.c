/* A small limit of the stack: work that needs more gets it, and so do threads made by it. The case is a process of its own. */
#include "stack.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fixtures/harness.h"

enum { NEEDED = 4 << 20, SMALL = 256 << 10 };

static int stack_use(void *what) {
  volatile char large[NEEDED];
  large[0] = 1;
  for (size_t k = 4096; k < sizeof large; k += 4096) large[k] = 1;
  return *(int *)what + large[0];
}

static void *thread_use(void *what) {
  *(int *)what = stack_use(what);
  return NULL;
}

static int thread_make(void *what) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, thread_use, what) != 0) return -1;
  pthread_join(thread, NULL);
  return *(int *)what;
}

/* What a process with that limit returns; -1: it was killed. */
static int outcome(int (*run)(void *what), rlim_t bytes) {
  int status = 0, seven = 7;
  const pid_t child = fork();
  if (child == 0) {
    const struct rlimit limit = {bytes, bytes};
    if (setrlimit(RLIMIT_STACK, &limit) != 0) _exit(99);
    _exit(stack_call(run, &seven));
  }
  CU_ASSERT_EQUAL_FATAL(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void small_limit(void) {
  CU_ASSERT_EQUAL(outcome(stack_use, SMALL), 8);
  CU_ASSERT_EQUAL(outcome(thread_make, SMALL), 8);
  CU_ASSERT_EQUAL(outcome(stack_use, (rlim_t)16 << 20), 8);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(small_limit), {NULL, NULL}};
  return harness_run("stack", tests);
}
