/* Signals that are noted. Each case is a process of its own. */
#include "mpi/stop.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fixtures/harness.h"

/* Exit code of a process that listens and gets these signals (ended by 0); if it lives it exits with the one noted last. */
static int code_after(const int *signals) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    stop_listen();
    for (; *signals; signals++) raise(*signals);
    _exit(stop_signal());
  }
  CU_ASSERT_EQUAL_FATAL(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void signals_are_noted(void) {
  CU_ASSERT_EQUAL(code_after((int[]){0}), 0);
  CU_ASSERT_EQUAL(code_after((int[]){SIGTERM, 0}), SIGTERM);
  CU_ASSERT_EQUAL(code_after((int[]){SIGUSR1, 0}), SIGUSR1);
  CU_ASSERT_EQUAL(code_after((int[]){SIGINT, 0}), SIGINT);
  CU_ASSERT_EQUAL(code_after((int[]){SIGTERM, SIGTERM, SIGUSR1, SIGUSR1, 0}), SIGUSR1);
}

/* Only the second SIGINT ends the process at once, whatever came with it. */
static void second_interrupt(void) {
  CU_ASSERT_EQUAL(code_after((int[]){SIGTERM, SIGINT, 0}), SIGINT);
  CU_ASSERT_EQUAL(code_after((int[]){SIGUSR1, SIGINT, 0}), SIGINT);
  CU_ASSERT_EQUAL(code_after((int[]){SIGINT, SIGTERM, 0}), SIGTERM);
  CU_ASSERT_EQUAL(code_after((int[]){SIGINT, SIGINT, 0}), 130);
  CU_ASSERT_EQUAL(code_after((int[]){SIGINT, SIGTERM, SIGINT, 0}), 130);
  CU_ASSERT_EQUAL(code_after((int[]){SIGTERM, SIGINT, SIGINT, 0}), 130);
}

static void nobody_reads(void) { CU_ASSERT_EQUAL(code_after((int[]){SIGPIPE, SIGTERM, 0}), SIGTERM); }

int main(void) {
  static const HarnessTest tests[] = {
      TEST(signals_are_noted), TEST(second_interrupt), TEST(nobody_reads), {NULL, NULL}};
  return harness_run("stop", tests);
}
