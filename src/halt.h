/* Giving up work that takes too long, when a signal has come or the time is over.
 *
 * The rounds of a run are short, and check signals and clocks themselves (src/run/run.c). Work that may take longer asks here every
 * few milliseconds: set-up, and steps too large for a slice. If it is due to halt, it returns ERR_STOPPED as soon as it can, by
 * halt_check. Its data are then incomplete: they are not saved, only destroyed. So there is a grace period: work that ends within
 * it after a signal ends as usual, with a checkpoint. Local to the process; any thread may ask. */
#ifndef CORDEE_HALT_H
#define CORDEE_HALT_H

#include <stdbool.h>
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HALT_GRACE_S 0.5

/* Halting is due HALT_GRACE_S after signal_number() (NULL: signals are ignored) is first seen not to be 0, and from the reading at_s
 * of the monotonic clock on (INFINITY: never). Holds until the next call. Not while other threads ask. */
void halt_watch(int (*signal_number)(void), double at_s);
/* The same signals, another time. */
void halt_until(double at_s);
/* Halting is never due from now on: the end of a run. */
void halt_rest(void);

/* From now on the calling thread halts when `due` says so, not when the watch does, and no other thread is told: for work beside a run
 * that uses no further threads. NULL: by the watch again. */
void halt_own(bool (*due)(const void *self), const void *self);

/* Whether halting is due: reads the clock (30 ns). */
bool halt_due(void);
/* The same for innermost loops: reads the clock at every sixteenth call of a thread. */
bool halt_poll(void);
/* Whether halting was due at any call since halt_watch. */
bool halt_requested(void);

/* OK; or ERR_STOPPED if halting is due: "stopped by a signal during WHAT". */
Status halt_check(const char *what);
/* For the end of a loop that skips its work when halting is due: ERR_STOPPED if that was the case. Reads no clock, so a loop that
 * came to its end is complete. */
Status halt_after(const char *what);

#ifdef __cplusplus
}
#endif
#endif
