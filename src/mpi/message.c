/* See message.h. */
#include "message.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  IDLE_US = 500,
  PIECE = 3968, /* bytes: with MPI's own head within 4 KiB, which every transport sends without asking */
  WINDOW = 256  /* pieces that MPI has at a time: at each call it asks for all that it could not send */
};

static int pieces_of(size_t bytes) { return (int)((sizeof(uint64_t) + bytes + PIECE - 1) / PIECE); }

Message *message_new(size_t bytes) {
  Message *m = malloc(sizeof *m + bytes);
  if (!m) return NULL;
  m->bytes = bytes;
  m->request = malloc((size_t)pieces_of(bytes) * sizeof(MPI_Request));
  if (m->request) return m;
  free(m);
  return NULL;
}

void message_free(Message *m) {
  if (m) free(m->request);
  free(m);
}

/* Hands the next piece of box->handing to MPI. */
static void piece_hand(Outbox *box, const Comm *comm) {
  Message *const m = box->handing;
  const char *const from = (const char *)&m->bytes;
  const size_t at = (size_t)m->handed * PIECE, left = sizeof m->bytes + m->bytes - at;
  MPI_Isend(from + at, (int)(left < PIECE ? left : PIECE), MPI_BYTE, 0, m->tag, comm->all,
            &m->request[m->handed++]);
  box->under_way++;
  if (m->handed == m->pieces) box->handing = m->next;
}

/* Whether a piece has left: the first that has not yet, as pieces leave in order. */
static bool piece_left(Outbox *box) {
  Message *const m = box->first;
  int left = 0;
  if (m && m->left < m->handed) MPI_Test(&m->request[m->left], &left, MPI_STATUS_IGNORE);
  if (!left) return false;
  box->under_way--;
  if (++m->left < m->pieces) return true;
  box->first = m->next;
  message_free(m);
  return true;
}

void messages_move(Outbox *box, const Comm *comm) {
  do
    while (box->handing && box->under_way < WINDOW) piece_hand(box, comm);
  while (piece_left(box));
}

void message_send(Outbox *box, const Comm *comm, Message *message, int tag) {
  message->tag = tag;
  message->pieces = pieces_of(message->bytes);
  message->handed = message->left = 0;
  message->next = NULL;
  *(box->first ? &box->last->next : &box->first) = message;
  box->last = message;
  if (!box->handing) box->handing = message;
  messages_move(box, comm);
}

void messages_drain(Outbox *box, const Comm *comm) {
  while (messages_move(box, comm), box->first) usleep(IDLE_US);
}

void message_signal(const Comm *comm, int tag) { MPI_Send(NULL, 0, MPI_BYTE, 0, tag, comm->all); }

/* ---- at rank 0 ---- */

/* A message of which pieces have come. Those of a rank come in the order in which it sent them. */
typedef struct Partial {
  struct Partial *next;
  int source;
  size_t have;
  Arrival arrival;
} Partial;

static Partial *partials; /* of this process, at most one a rank */

static Partial **partial_of(int source) {
  Partial **at = &partials;
  while (*at && (*at)->source != source) at = &(*at)->next;
  return at;
}

/* For the first piece of a message, whose head says how long it is. */
static Partial *partial_begin(const Comm *comm, const char *piece, const MPI_Status *what) {
  uint64_t total;
  memcpy(&total, piece, sizeof total);
  Partial *const p = calloc(1, sizeof *p);
  if (p && (p->arrival.data = malloc((size_t)total + 1))) {
    p->arrival.tag = what->MPI_TAG;
    p->arrival.bytes = (size_t)total;
    p->next = partials;
    p->source = what->MPI_SOURCE;
    partials = p;
    return p;
  }
  comm_abort(comm, status_exit_code(ERR_MEMORY));
}

/* True: its message is whole, which is *out. */
static bool piece_take(const Comm *comm, const char *piece, size_t bytes, const MPI_Status *what,
                       Arrival *out) {
  Partial **at = partial_of(what->MPI_SOURCE), *p = *at;
  const size_t head = p ? 0 : sizeof(uint64_t);
  if (!p && bytes == 0) {
    *out = (Arrival){.tag = what->MPI_TAG};
    return true;
  } /* a signal */
  if (!p) {
    p = partial_begin(comm, piece, what);
    at = &partials;
  }
  memcpy((char *)p->arrival.data + p->have, piece + head, bytes - head);
  p->have += bytes - head;
  if (p->have < p->arrival.bytes) return false;
  *out = p->arrival;
  *at = p->next;
  free(p);
  return true;
}

bool message_receive(const Comm *comm, Arrival *out) {
  for (;;) {
    _Alignas(8) char piece[PIECE];
    MPI_Status what;
    int any, bytes;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm->all, &any, &what);
    if (!any) return false;
    MPI_Get_count(&what, MPI_BYTE, &bytes);
    MPI_Recv(piece, PIECE, MPI_BYTE, what.MPI_SOURCE, what.MPI_TAG, comm->all, MPI_STATUS_IGNORE);
    if (piece_take(comm, piece, (size_t)bytes, &what, out)) return true;
  }
}
