/* Signals that come while MPI starts, for tests/e2e/e2e_start.sh: loaded before MPI (LD_PRELOAD), it sends the process a signal from
 * inside one of MPI's functions.
 *   EARLY_SIGNAL=N            which
 *   EARLY_FUNCTION=NAME       inside MPI_Init_thread, or inside the first MPI_Bcast, which comes after it, or in "constructor", when the
 *                             loader sets libraries up, before main()
 * MPI_Init_thread also sets the handlers of signals back, as an MPI may that has its own. */
#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static void send_in(const char *function) {
  const char *wanted = getenv("EARLY_FUNCTION"), *number = getenv("EARLY_SIGNAL");
  static int sent;
  if (sent || !wanted || !number || strcmp(wanted, function) != 0) return;
  sent = 1;
  raise(atoi(number));
}

__attribute__((constructor)) static void library_set_up(void) { send_in("constructor"); }

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  send_in("MPI_Init_thread");
  const int result = PMPI_Init_thread(argc, argv, required, provided);
  static const int numbers[] = {SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGXCPU, SIGHUP, SIGPIPE, SIGXFSZ};
  for (int k = 0; k < (int)(sizeof numbers / sizeof *numbers); k++) signal(numbers[k], SIG_DFL);
  return result;
}

int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  send_in("MPI_Bcast");
  return PMPI_Bcast(data, count, type, root, comm);
}
