/* See slots.h. */
#include "slots.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How the next rank finds a slot. */
typedef struct SlotName {
  char name[SHARED_NAME_MAX]; /* "": it does not */
  int64_t token;              /* the slot begins with it: the memory of that name is the one that is meant */
} SlotName;

/* ---- opening ---- */

static SlotName slot_offer(Slots *s, int rank, int *handle) {
  SlotName slot = {.token = (int64_t)getpid() << 32 ^ rank ^ (int64_t)(clock_s() * 1e6)};
  if (shared_memory_make(s->room, &s->sent, handle, slot.name) != OK)
    slot.name[0] = 0;
  else
    memcpy(s->sent.at, &slot.token, sizeof slot.token);
  status_clear();
  return slot;
}

static bool slot_find(Slots *s, const SlotName *slot) {
  if (!slot->name[0]) return false;
  if (shared_memory_find(slot->name, s->room, true, &s->arrived) != OK) {
    status_clear();
    return false;
  }
  if (memcmp(s->arrived.at, &slot->token, sizeof slot->token) == 0) return true;
  shared_memory_free(&s->arrived);
  return false;
}

/* Both sides learn whether the migrant is found in memory. A rank that is alone on the ring is its own neighbour. */
static void slots_find(Slots *s, const Comm *comm) {
  int handle = -1;
  if (s->to == comm->rank) {
    s->finds = s->found = true;
    return;
  }
  SlotName next = slot_offer(s, comm->rank, &handle), previous;
  if (!comm_near(comm, s->to)) next.name[0] = 0;
  comm_pass(comm, &next, s->to, &previous, s->from, sizeof next);
  s->finds = slot_find(s, &previous);
  comm_pass(comm, &s->finds, s->from, &s->found, s->to, sizeof s->found);
  shared_memory_named(handle);
}

/* Slots that are in no memory of a neighbour are this rank's. */
static Status slots_place(Slots *s) {
  s->memory = calloc(2, s->room);
  if (!s->memory) FAIL(ERR_MEMORY, "no memory for a migrant of %zu bytes", s->room);
  s->arriving = s->memory;
  s->leaving = s->sent.at ? s->sent.at : s->memory + s->room;
  if (s->finds) s->arriving = s->arrived.at ? s->arrived.at : s->leaving;
  return OK;
}

static void slot_pin(Backend *be, char *at, size_t room) {
  if (be->ops && be->ops->pin) be->ops->pin(be, at, room);
}

static void slot_unpin(Backend *be, char *at) {
  if (be && be->ops && be->ops->unpin) be->ops->unpin(be, at);
}

Status slots_fit(Slots *s, const Comm *comm, int to, int from, Backend *be, size_t bytes) {
  if (bytes < s->room) return OK;
  const size_t part = s->part;
  slots_close(s);
  *s = (Slots){.room = (bytes / SLOT_ALIGN + 1) * SLOT_ALIGN, .part = part, .to = to, .from = from};
  slots_find(s, comm);
  TRY(slots_place(s));
  s->backend = be;
  slot_pin(be, s->arriving, s->room);
  slot_pin(be, s->leaving, s->room);
  return OK;
}

void slots_close(Slots *s) {
  slot_unpin(s->backend, s->arriving);
  slot_unpin(s->backend, s->leaving);
  shared_memory_free(&s->sent);
  shared_memory_free(&s->arrived);
  free(s->memory);
  *s = (Slots){0};
}

/* ---- passing ---- */

/* In parts: a count of MPI is an int, and a migrant may be a whole population. */
static void message_pass(const Comm *comm, const Slots *s, const char *out, size_t bytes) {
  const size_t most = s->part ? s->part : MESSAGE_MOST;
  const int to = s->found ? MPI_PROC_NULL : s->to, from = s->finds ? MPI_PROC_NULL : s->from;
  for (size_t at = 0; at < bytes; at += most) {
    const int part = (int)(bytes - at < most ? bytes - at : most);
    MPI_Sendrecv(out + at, part, MPI_BYTE, to, 0, s->arriving + at, part, MPI_BYTE, from, 0, comm->all,
                 MPI_STATUS_IGNORE);
  }
}

void slots_pass(const Slots *s, const Comm *comm, size_t bytes) {
  if (!s->finds || !s->found) message_pass(comm, s, s->leaving, bytes);
}
