/* The library in a process whose standard streams are closed: its files do not land there, and what the process prints does not get
 * into them. The case is a process of its own, before MPI. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fixtures/calling.h"

static bool null_for(int fd, int mode) {
  const int flags = fcntl(fd, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) == mode;
}

static int solve_without_streams(void) {
  cordee *own = NULL;
  cordee_instance *square = NULL;
  cordee_result *result = NULL;
  for (int fd = 0; fd < 3; fd++) close(fd);
  if (cordee_init(NULL, &own) != CORDEE_OK) return 1;
  if (!null_for(0, O_WRONLY) || !null_for(1, O_RDONLY) || !null_for(2, O_RDWR)) return 2;
  for (int fd = 0; fd < 3; fd++) close(fd); /* a program may close them later, too */
  if (cordee_tsp_cities(own, "square", NULL, SQUARE, square_x, square_y, NULL, NULL, &square) != CORDEE_OK ||
      cordee_solve(own, square, quick, NULL, &result) != CORDEE_OK || cordee_result_cost(result) != 360)
    return 3;
  if (!null_for(0, O_WRONLY) || !null_for(1, O_RDONLY) || !null_for(2, O_RDWR)) return 4;
  if (write(STDOUT_FILENO, "text", 4) >= 0 || errno != EBADF) return 5;
  cordee_result_free(result);
  cordee_instance_free(square);
  cordee_finalize(own);
  return 0;
}

static int outcome; /* of the process */

static void streams_are_closed(void) { CU_ASSERT_EQUAL(outcome, 0); }

int main(void) {
  const pid_t child = fork();
  if (child == 0) exit(solve_without_streams());
  int status = -1;
  if (child < 0 || waitpid(child, &status, 0) != child) return EXIT_FAILURE;
  outcome = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  static const HarnessTest tests[] = {TEST(streams_are_closed), {NULL, NULL}};
  return harness_run("library_streams", tests);
}
