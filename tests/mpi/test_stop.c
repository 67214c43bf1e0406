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
  CU_ASSERT_EQUAL(code_after((int[]){SIGUSR2, 0}), SIGUSR2);
  CU_ASSERT_EQUAL(code_after((int[]){SIGXCPU, 0}), SIGXCPU);
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

static void nobody_reads(void) {
  CU_ASSERT_EQUAL(code_after((int[]){SIGPIPE, SIGTERM, 0}), SIGTERM);
  CU_ASSERT_EQUAL(code_after((int[]){SIGXFSZ, SIGTERM, 0}), SIGTERM);
}

/* As nohup starts it, a process is not stopped by SIGHUP, whoever sets handlers in between. */
static int code_after_hangup(void (*before)(int)) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGHUP, before);
    stop_begin(true);
    if (before == SIG_IGN) signal(SIGHUP, SIG_IGN);
    stop_again();
    raise(SIGHUP);
    _exit(stop_signal());
  }
  CU_ASSERT_EQUAL_FATAL(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void hangup(void) {
  CU_ASSERT_EQUAL(code_after_hangup(SIG_DFL), SIGHUP);
  CU_ASSERT_EQUAL(code_after_hangup(SIG_IGN), 0);
}

/* What comes while signals are held counts afterwards: it is noted, or ends a process that does not listen. */
static int code_of_held(bool listen, int signal_number) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    stop_hold(0);
    raise(signal_number);
    stop_begin(listen);
    _exit(stop_signal());
  }
  CU_ASSERT_EQUAL_FATAL(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void held(void) {
  static const int numbers[] = {SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGXCPU, SIGHUP};
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    const bool ignored = numbers[k] == SIGHUP && signal(SIGHUP, SIG_DFL) == SIG_IGN;
    CU_ASSERT_EQUAL(code_of_held(true, numbers[k]), numbers[k]);
    CU_ASSERT_EQUAL(code_of_held(false, numbers[k]), -numbers[k]);
    if (ignored) signal(SIGHUP, SIG_IGN);
  }
}

/* Handlers that a library has set meanwhile are replaced. */
static void again(void) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    stop_begin(true);
    stop_hold(SIGINT);
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
    stop_again();
    _exit(stop_signal());
  }
  CU_ASSERT_EQUAL_FATAL(waitpid(child, &status, 0), child);
  CU_ASSERT_EQUAL(status, SIGTERM << 8);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(signals_are_noted),
                                      TEST(second_interrupt),
                                      TEST(nobody_reads),
                                      TEST(hangup),
                                      TEST(held),
                                      TEST(again),
                                      {NULL, NULL}};
  return harness_run("stop", tests);
}
