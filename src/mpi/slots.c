/* See slots.h. */
#include "slots.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How the next rank finds a slot. */
typedef struct Card {
  char name[SHARED_NAME_MAX]; /* "": it does not */
  int64_t token;              /* the slot begins with it: the memory of that name is the one that is meant */
} Card;

/* ---- opening ---- */

/* The first seat that has islands, from seat k on in this direction. */
static int seat_hosting(const Seat *seat, int k, int direction) {
  while (!seat[k].span.count) k += direction;
  return k;
}

static Card slot_offer(Slots *s, int rank, int *handle) {
  Card card = {.token = (int64_t)getpid() << 32 ^ rank ^ (int64_t)(clock_s() * 1e6)};
  if (shared_memory_make(s->room, &s->sent, handle, card.name) != OK)
    card.name[0] = 0;
  else
    memcpy(s->sent.at, &card.token, sizeof card.token);
  status_clear();
  return card;
}

static bool slot_find(Slots *s, const Card *card) {
  if (!card->name[0] || shared_memory_find(card->name, s->room, true, &s->arrived) != OK) {
    status_clear();
    return false;
  }
  if (memcmp(s->arrived.at, &card->token, sizeof card->token) == 0) return true;
  shared_memory_free(&s->arrived);
  return false;
}

/* Both sides learn whether the migrant is found in memory. A rank that is alone on the ring is its own neighbour. */
static void neighbours_meet(Slots *s, const Comm *comm) {
  int handle = -1;
  if (s->to == comm->rank) {
    s->finds = s->found = true;
    return;
  }
  Card card = slot_offer(s, comm->rank, &handle), met;
  if (!comm_near(comm, s->to)) card.name[0] = 0;
  comm_pass(comm, &card, s->to, &met, s->from, sizeof card);
  s->finds = slot_find(s, &met);
  comm_pass(comm, &s->finds, s->from, &s->found, s->to, sizeof s->found);
  shared_memory_named(handle);
}

/* Slots that are in no memory of a neighbour are this rank's. */
static Status slots_place(Slots *s) {
  char *next = s->own = calloc((size_t)s->last + 2, s->room);
  if (!s->own) FAIL(ERR_MEMORY, "no memory for a migrant of %zu bytes", s->room);
  for (int k = 0; k <= s->last + 1; k++, next += s->room) s->at[k] = next;
  if (s->sent.at) s->at[s->last + 1] = s->sent.at;
  if (s->finds) s->at[0] = s->arrived.at ? s->arrived.at : s->at[s->last + 1];
  return OK;
}

static void slot_pin(Backend *be, char *at, size_t room) {
  if (be->ops && be->ops->pin) be->ops->pin(be, at, room);
}

static void slot_unpin(Backend *be, char *at) {
  if (be && be->ops && be->ops->unpin) be->ops->unpin(be, at);
}

Status slots_fit(Slots *s, const Comm *comm, int to, int from, Seat *seat, int seats, size_t bytes) {
  if (bytes < s->room) return OK;
  const size_t part = s->part;
  slots_close(s);
  *s = (Slots){.room = (bytes / SLOT_ALIGN + 1) * SLOT_ALIGN,
               .part = part,
               .to = to,
               .from = from,
               .last = seat_hosting(seat, seats - 1, -1)};
  neighbours_meet(s, comm);
  TRY(slots_place(s));
  s->reader = &seat[seat_hosting(seat, 0, 1)].backend;
  s->writer = &seat[s->last].backend;
  slot_pin(s->reader, s->at[0], s->room);
  slot_pin(s->writer, s->at[s->last + 1], s->room);
  return OK;
}

void slots_close(Slots *s) {
  slot_unpin(s->reader, s->at[0]);
  slot_unpin(s->writer, s->at[s->last + 1]);
  shared_memory_free(&s->sent);
  shared_memory_free(&s->arrived);
  free(s->own);
  *s = (Slots){0};
}

/* ---- passing ---- */

/* In parts: a count of MPI is an int, and a migrant may be a whole population. */
static void message_pass(const Comm *comm, const Slots *s, const char *out, size_t bytes) {
  const size_t most = s->part ? s->part : MESSAGE_MOST;
  const int to = s->found ? MPI_PROC_NULL : s->to, from = s->finds ? MPI_PROC_NULL : s->from;
  for (size_t at = 0; at < bytes; at += most) {
    const int part = (int)(bytes - at < most ? bytes - at : most);
    MPI_Sendrecv(out + at, part, MPI_BYTE, to, 0, s->at[0] + at, part, MPI_BYTE, from, 0, comm->all,
                 MPI_STATUS_IGNORE);
  }
}

void slots_pass(const Slots *s, const Comm *comm, size_t bytes) {
  if (!s->finds || !s->found) message_pass(comm, s, s->at[s->last + 1], bytes);
}
