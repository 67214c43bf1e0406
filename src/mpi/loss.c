/* See loss.h. */
#include "loss.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

static bool seen; /* by the handler of errors, and not mended */

bool loss_seen(void) { return seen; }

Status comm_alive(void) {
  if (!seen) return OK;
  FAIL(ERR_LOST, "a rank was lost");
}

#ifdef OMPI_HAVE_MPI_EXT_FTMPI

enum { EXIT_OTHER = 70 }; /* of an error that is no loss: MPI broke its word */

static MPI_Comm all, node; /* those that are watched */
static MPI_Errhandler handler;

/* ---- errors of MPI ---- */

static bool is_loss(int code) {
  int class;
  MPI_Error_class(code, &class);
  return class == MPIX_ERR_PROC_FAILED || class == MPIX_ERR_PROC_FAILED_PENDING || class == MPIX_ERR_REVOKED;
}

/* Ranks that wait for others, which may be on their way out, are freed by the revocation. */
static void loss_note(void) {
  if (seen) return;
  seen = true;
  MPIX_Comm_revoke(all);
  if (node != MPI_COMM_NULL) MPIX_Comm_revoke(node);
}

/* Any other error ends the job, as it does without this handler. */
static void on_error(MPI_Comm *comm, int *code, ...) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length;
  if (is_loss(*code)) {
    loss_note();
    return;
  }
  MPI_Error_string(*code, text, &length);
  fprintf(stderr, "cordee: MPI: %s\n", text);
  MPI_Abort(*comm, EXIT_OTHER);
}

static void comm_watch(const Comm *comm) {
  all = comm->all;
  node = comm->node;
  MPI_Comm_set_errhandler(all, handler);
  if (node != MPI_COMM_NULL) MPI_Comm_set_errhandler(node, handler);
}

/* Set by mpirun --with-ft ulfm, the same on every rank. */
static bool asked_for(void) {
  const char *const enabled = getenv("OMPI_MCA_mpi_ft_enable");
  return enabled && (*enabled == '1' || *enabled == 't' || *enabled == 'T');
}

bool losses_watch(const Comm *comm) {
  if (!asked_for() || comm->size == 1) return false;
  MPI_Comm_create_errhandler(on_error, &handler);
  comm_watch(comm);
  return true;
}

void losses_watch_again(const Comm *comm) {
  seen = false;
  comm_watch(comm);
}

#else

bool losses_watch(const Comm *comm) {
  (void)comm;
  return false;
}

void losses_watch_again(const Comm *comm) { (void)comm; }

#endif
