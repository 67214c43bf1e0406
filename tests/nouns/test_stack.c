/* A small limit of the stack: work that needs more gets it, and so do threads made by it. The case is a process of its own. Sizes that the
 * environment asks for, as libgomp reads them. */
#include "stack.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
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
    _exit(stack_is_small() ? stack_call(run, &seven) : run(&seven));
  }
  CU_ASSERT_EQUAL_FATAL(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void small_limit(void) {
  CU_ASSERT_EQUAL(outcome(stack_use, SMALL), 8);
  CU_ASSERT_EQUAL(outcome(thread_make, SMALL), 8);
  CU_ASSERT_EQUAL(outcome(stack_use, (rlim_t)16 << 20), 8);
}

/* Whether a value stays in the environment, and so is accepted by the check. */
static bool stays(const char *name, const char *value) {
  char entry[128];
  char *environment[] = {"HOME=/", entry, "PATH=/bin", NULL};
  snprintf(entry, sizeof entry, "%s=%s", name, value);
  stack_settle(environment);
  const bool there = environment[1] == entry;
  CU_ASSERT_STRING_EQUAL(environment[there ? 2 : 1], "PATH=/bin");
  CU_ASSERT_PTR_NULL(environment[there ? 3 : 2]);
  setenv(name, value, 1);
  CU_ASSERT_EQUAL(stack_check(), there ? OK : ERR_USAGE);
  CU_ASSERT(there || (strstr(status_message(), name) && strstr(status_message(), value)));
  status_clear();
  unsetenv(name);
  return there;
}

static void sizes_asked_for(void) {
  static const char *const small[] = {
      "0", "16k", "16", "1023", " +1 K ", "1048575B", "000000000000000000001023k"};
  static const char *const large[] = {"999999G", "99999999999999999999"};
  static const char *const good[] = {"1024", "1m", "1048576b", "\t8 M ", "64M"};
  static const char *const unread[] = {"",   "k",      "1T",   "16kB",
                                       "-1", "16 k 5", "0x10", "unlimited"}; /* by libgomp, too */
  for (size_t k = 0; k < sizeof small / sizeof *small; k++) CU_ASSERT(!stays("OMP_STACKSIZE", small[k]));
  for (size_t k = 0; k < sizeof large / sizeof *large; k++) CU_ASSERT(!stays("GOMP_STACKSIZE", large[k]));
  for (size_t k = 0; k < sizeof good / sizeof *good; k++) CU_ASSERT(stays("OMP_STACKSIZE", good[k]));
  for (size_t k = 0; k < sizeof unread / sizeof *unread; k++) CU_ASSERT(stays("GOMP_STACKSIZE", unread[k]));
  CU_ASSERT(!stays("OMP_STACKSIZE_ALL", "16k"));
  CU_ASSERT(stays("OMP_STACKSIZE_DEV", "16k") && stays("XOMP_STACKSIZE", "16k"));
}

/* The first that libgomp understands counts. */
static void several_sizes(void) {
  setenv("OMP_STACKSIZE", "32M", 1);
  setenv("GOMP_STACKSIZE", "16k", 1);
  CU_ASSERT_EQUAL(stack_check(), OK);
  setenv("OMP_STACKSIZE", "many", 1);
  CU_ASSERT_EQUAL(stack_check(), ERR_USAGE);
  CU_ASSERT(strstr(status_message(), "GOMP_STACKSIZE: expected 1M to ") == status_message());
  status_clear();
  unsetenv("OMP_STACKSIZE");
  unsetenv("GOMP_STACKSIZE");
  CU_ASSERT_EQUAL(stack_check(), OK);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(small_limit), TEST(sizes_asked_for), TEST(several_sizes), {NULL, NULL}};
  return harness_run("stack", tests);
}
