/* Memory for migrants on their way along the ring: a slot for each seat of this rank, and one for what arrives.
 * Inside the ring (ring.c).
 *
 * What the last seat sends lies in memory that the next rank finds, if it is on the same host: then nothing is copied on
 * the way. To and from ranks of other hosts it goes as messages. If one rank has all islands, what it sends and what
 * arrives have one slot. Backends pin these slots (BackendOps.pin). */
#ifndef CORDEE_MPI_SLOTS_H
#define CORDEE_MPI_SLOTS_H

#include "comm.h"
#include "seat.h"
#include "shared_memory.h"

enum { SLOT_ALIGN = 16 }; /* bytes: a slot may begin with numbers of any type */

typedef struct Slots {
  size_t room;             /* bytes of a slot; 0: they are not open */
  int to, from;            /* ranks */
  bool finds, found;       /* this rank finds the migrant of `from` in its memory; `to` finds this rank's */
  size_t part;             /* bytes of a message at most, for tests; 0: MESSAGE_MOST */
  int last;                /* of the seats, that has islands */
  char *at[SEATS_MAX + 1]; /* [0]: of the migrant that arrives; [k + 1]: of seat k's */
  SharedMemory sent, arrived; /* the last seat's slot; that of `from`, if it is found */
  char *own;                  /* the other slots */
  Backend *reader,
      *writer; /* of the first seat that has islands, and of the last; they pin [0] and the last slot */
} Slots;

/* Opens them anew if a migrant of so many bytes does not fit. to, from: the next and the previous rank with islands. Collective over the ranks
 * that have some, with the same `bytes` on all. ERR_MEMORY: on this rank. */
Status slots_fit(Slots *s, const Comm *comm, int to, int from, Seat *seat, int seats, size_t bytes);
/* Sends on what the last seat has put into its slot, `bytes` of it, and awaits what arrives. Collective, as before; all have filled
 * their slots. */
void slots_pass(const Slots *s, const Comm *comm, size_t bytes);
/* Local. The seats' backends are still open. */
void slots_close(Slots *s);

#endif
