/* See program.h. */
#include "program.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "descriptors.h"
#include "halt.h"
#include "stop.h"
#include "text.h"
#include "threads.h"

void program_begin(char **argv, char **environment, bool stoppable) {
  static bool begun;
  if (begun) return;
  begun = true;
  descriptors_fill();
  stop_hold(0);
  threads_settle(argv, environment);
  stop_begin(stoppable);
}

Status program_start(int *argc, char ***argv, Comm *comm) {
  stop_hold(SIGINT); /* which ends a start that hangs */
  TRY(comm_open(argc, argv, comm));
  stop_again(); /* MPI may have signal handlers of its own */
  halt_watch(stop_signal, INFINITY);
  return OK;
}

Status program_flush(void) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout)) return OK;
  const char *why = errno ? strerror(errno) : "what was printed is lost";
  if (descriptors_mute()) why = "it is closed";
  FAIL(ERR_IO, "standard output could not be written: %s", why);
}

int program_report(const char *program, Status status, int rank, int exit_code) {
  if (status != OK && rank == 0) fprintf(stderr, "%s: %s\n", program, text_line(status_message()));
  if (status == ERR_STOPPED) {
    if (exit_code) return exit_code;
    return stop_signal() ? 128 + stop_signal() : 0;
  }
  return status != OK ? status_exit_code(status) : exit_code;
}
