/* Messages from any rank to rank 0, sent without waiting. All functions are local.
 *
 * A message is sent in pieces that MPI takes at once, whether rank 0 listens or not. A long one would move only while both ranks are inside
 * MPI, and rank 0 would wait for the end of the other's batch. */
#ifndef CORDEE_MPI_MESSAGE_H
#define CORDEE_MPI_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "comm.h"

typedef struct Message {         /* owned by the sender until it has left */
  struct Message *next;          /* that was sent after it */
  MPI_Request *request;          /* (pieces) */
  int tag, pieces, handed, left; /* pieces: in all, that MPI was given, that have left */
  _Alignas(8) uint64_t bytes;    /* of data, which may be made shorter before it is sent; sent as its head */
  char data[];
} Message;

/* Messages of this process that have not left yet, which it owns; {0}: none. */
typedef struct Outbox {
  Message *first, *last,
      *handing;  /* in the order in which they were sent; handing: MPI has not got all of it */
  int under_way; /* pieces that MPI has */
} Outbox;

/* A message of so many bytes, contents undefined. NULL: no memory. */
Message *message_new(size_t bytes);
void message_free(Message *message); /* one that was not sent; NULL allowed */

/* Sends the message to rank 0. The box owns it from now on. */
void message_send(Outbox *box, const Comm *comm, Message *message, int tag);

/* Gives MPI what it can take and frees what has left: to be called now and then until box->first is NULL. Time: of what moves, however
 * much waits. */
void messages_move(Outbox *box, const Comm *comm);

/* Moves until all have left; sleeps between. */
void messages_drain(Outbox *box, const Comm *comm);

/* Sends an empty message and waits until it has left. */
void message_signal(const Comm *comm, int tag);

typedef struct Arrival { /* a message that has come to rank 0 */
  int tag;
  size_t bytes;
  void *data; /* aligned for any type; the caller frees it */
} Arrival;

/* The next message that has come whole. False: there is none. Without memory for it all ranks are ended (comm_abort). */
bool message_receive(const Comm *comm, Arrival *out);

#endif
