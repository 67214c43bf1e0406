/* See message.h. */
#include "message.h"

#include <stdlib.h>

Message *message_new(size_t bytes) {
  Message *m = malloc(sizeof *m + bytes);
  if (m) m->bytes = bytes;
  return m;
}

void message_send(const Comm *comm, Message *message, int tag, Message **pending) {
  MPI_Isend(message->data, (int)message->bytes, MPI_BYTE, 0, tag, comm->all, &message->request);
  message->next = *pending, *pending = message;
  messages_test(pending);
}

void messages_test(Message **pending) {
  for (Message **at = pending; *at;) {
    Message *m = *at;
    int arrived;
    MPI_Test(&m->request, &arrived, MPI_STATUS_IGNORE);
    if (arrived)
      *at = m->next, free(m);
    else
      at = &m->next;
  }
}

void message_signal(const Comm *comm, int tag) { MPI_Send(NULL, 0, MPI_BYTE, 0, tag, comm->all); }

bool message_receive(const Comm *comm, Arrival *out) {
  MPI_Status what;
  int any, bytes;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm->all, &any, &what);
  if (!any) return false;
  MPI_Get_count(&what, MPI_BYTE, &bytes);
  *out = (Arrival){what.MPI_TAG, (size_t)bytes, malloc((size_t)bytes + 1)};
  if (!out->data) comm_abort(comm, status_exit_code(ERR_MEMORY));
  MPI_Recv(out->data, bytes, MPI_BYTE, what.MPI_SOURCE, what.MPI_TAG, comm->all, MPI_STATUS_IGNORE);
  return true;
}
