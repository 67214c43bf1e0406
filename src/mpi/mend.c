/* See mend.h. */
#include "mend.h"

#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#include "loss.h"

#ifdef OMPI_HAVE_MPI_EXT_FTMPI

/* Whether all ranks say so; a loss that not every rank knows of counts as a no. The same on all that are left. */
static bool all_well(const Comm *comm) {
  int well = !loss_seen();
  return MPIX_Comm_agree(comm->all, &well) == MPI_SUCCESS && well;
}

static void part_free(MPI_Comm *part) {
  if (*part != MPI_COMM_WORLD && *part != MPI_COMM_NULL) MPI_Comm_free(part);
}

/* They may be fewer again before it is done: then a loss is seen. */
static void comm_shrink(Comm *comm) {
  MPI_Comm whole;
  MPIX_Comm_shrink(comm->all, &whole);
  part_free(&comm->node);
  part_free(&comm->all);
  comm->all = whole;
  comm->node = MPI_COMM_NULL;
  losses_watch_again(comm);
  comm_place(comm);
  if (!loss_seen()) losses_watch_again(comm);
}

bool losses_mend(Comm *comm) {
  const int before = comm->size;
  if (all_well(comm)) return false;
  do comm_shrink(comm);
  while (!all_well(comm));
  comm->losses += before - comm->size;
  return true;
}

#else

bool losses_mend(Comm *comm) {
  (void)comm;
  return false;
}

#endif
