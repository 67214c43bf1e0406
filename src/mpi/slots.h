/* Memory for migrants on their way along the ring: a slot for what leaves this rank, and one for what arrives. Inside the ring (ring.c).
 *
 * What a rank sends lies in memory that the next rank finds, if it is on the same host: then nothing is copied on
 * the way. To and from ranks of other hosts it goes as messages. If one rank has all islands, what it sends and what
 * arrives have one slot. Backends pin these slots (BackendOps.pin). */
#ifndef CORDEE_MPI_SLOTS_H
#define CORDEE_MPI_SLOTS_H

#include "backend.h"
#include "comm.h"
#include "shared_memory.h"

enum { SLOT_ALIGN = 16 }; /* bytes: a slot may begin with numbers of any type */

typedef struct Slots {
  size_t room;              /* bytes of a slot; 0: they are not open */
  int to, from;             /* ranks */
  bool finds, found;        /* this rank finds the migrant of `from` in its memory; `to` finds this rank's */
  size_t part;              /* bytes of a message at most, for tests; 0: MESSAGE_MOST */
  char *arriving, *leaving; /* the slots */
  SharedMemory sent, arrived; /* the slot of what leaves; that of `from`, if it is found */
  char *memory;               /* of slots that are in no shared memory; owned */
  Backend *backend;           /* it pins both */
} Slots;

/* Opens them anew if a migrant of so many bytes does not fit. to, from: the next and the previous rank with islands. Collective over the ranks
 * that have some, with the same `bytes` on all. ERR_MEMORY: on this rank. */
Status slots_fit(Slots *s, const Comm *comm, int to, int from, Backend *be, size_t bytes);
/* Sends on `bytes` of the slot that leaves, and awaits what arrives. Collective, as before; all have filled their slots. */
void slots_pass(const Slots *s, const Comm *comm, size_t bytes);
/* Local. The backend is still open. */
void slots_close(Slots *s);

#endif
