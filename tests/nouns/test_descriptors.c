/* Closed standard streams: no file lands there, and what is printed still fails. Each case is a process of its own. */
#include "descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fixtures/harness.h"

/* What a process finds after these descriptors (bits) were closed and filled; -1: it was killed. */
static int found_after(int closed, int (*look)(void)) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    for (int fd = 0; fd < 3; fd++)
      if (closed & 1 << fd) close(fd);
    descriptors_fill();
    _exit(look());
  }
  CU_ASSERT_EQUAL_FATAL(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int next_file(void) {
  const int fd = open("/dev/null", O_RDONLY);
  return fd < 3 ? fd : 3;
}

static int printing(void) { return write(STDOUT_FILENO, "", 1) < 0 && errno == EBADF && descriptors_mute(); }

static int reading(void) {
  char c;
  return read(STDIN_FILENO, &c, 1) < 0 && errno == EBADF && descriptors_deaf();
}

static int messages(void) { return write(STDERR_FILENO, "", 1) == 1; }

static void no_file_lands_there(void) {
  for (int closed = 0; closed < 8; closed++) CU_ASSERT_EQUAL(found_after(closed, next_file), 3);
}

static void use_fails_as_before(void) {
  for (int closed = 0; closed < 8; closed++) {
    if (closed & 1 << STDIN_FILENO) CU_ASSERT_EQUAL(found_after(closed, reading), 1);
    if (closed & 1 << STDOUT_FILENO) CU_ASSERT_EQUAL(found_after(closed, printing), 1);
    CU_ASSERT_EQUAL(found_after(closed | 1 << STDERR_FILENO, messages), 1);
  }
}

static int mute(void) { return descriptors_mute(); }
static int deaf(void) { return descriptors_deaf(); }

static int again(void) {
  descriptors_fill();
  return next_file();
}

static void open_ones_stay(void) {
  CU_ASSERT_EQUAL(found_after(0, mute), 0);
  CU_ASSERT_EQUAL(found_after(1 << STDIN_FILENO | 1 << STDERR_FILENO, mute), 0);
  CU_ASSERT_EQUAL(found_after(1 << STDOUT_FILENO | 1 << STDERR_FILENO, deaf), 0);
  CU_ASSERT_EQUAL(found_after(7, again), 3);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(no_file_lands_there), TEST(use_fails_as_before), TEST(open_ones_stay), {NULL, NULL}};
  return harness_run("descriptors", tests);
}
