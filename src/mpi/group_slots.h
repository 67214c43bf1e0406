/* Memory on backends for the groups that accompany migrants (SolverGroups): a rank puts its group into a slot on its own device, and the next
 * rank copies it to another one, without a way through the host. Inside the ring (ring.c).
 *
 * All ranks with islands use them, or none: an exchange takes as long as its slowest pair of ranks. They do if the backend of
 * each can import the previous rank's slot (BackendExports). Otherwise groups follow their migrants through slots.h. */
#ifndef CORDEE_MPI_GROUP_SLOTS_H
#define CORDEE_MPI_GROUP_SLOTS_H

#include "backend.h"
#include "comm.h"

typedef struct GroupSlots {
  size_t room;          /* bytes that they were opened for; 0: they were not */
  bool direct;          /* they are in use; the same on all ranks */
  void *sent, *arrived; /* in use: this rank's slot; that of the previous rank */
  Backend *backend;     /* of both; NULL: this rank has no islands */
} GroupSlots;

/* Opens them anew for groups of more bytes than before, on this rank's backend. to, from: the next and the previous rank with islands; to is
 * -1 on a rank without. Collective, with the same `bytes` on all. */
void group_slots_fit(GroupSlots *g, const Comm *comm, int to, int from, Backend *be, size_t bytes);
/* Local. The backend is still open; no rank uses the slots any more. */
void group_slots_close(GroupSlots *g);

#endif
