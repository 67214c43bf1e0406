/* Giving up what takes too long: a signal has come, or the time is over, and a long call is in the way of the run's end.
 *
 * Rounds of a run end soon, and then look at signals and clocks themselves (src/run/run.c). What may take longer asks here, every
 * few milliseconds: set-up, and steps so large that one is no slice. Whoever is told to halt returns ERR_STOPPED as soon as it
 * can, by halt_check. What it was making is then half made: nobody saves it, it can only be destroyed. For that reason there is a
 * grace: what ends within it after a signal ends as usual, with a checkpoint. Local to the process; any thread may ask. */
#ifndef CORDEE_HALT_H
#define CORDEE_HALT_H

#include <stdbool.h>
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HALT_GRACE_S 0.5

/* From now on it is time to halt HALT_GRACE_S after signal_number() (NULL: no signal counts) is seen not to be 0, and from the
 * reading at_s of the monotonic clock (INFINITY: never). Until the next call. Not while other threads ask. */
void halt_watch(int (*signal_number)(void), double at_s);
/* The same signals, another time. */
void halt_until(double at_s);
/* Nothing is given up from now on: the end of a run. */
void halt_rest(void);

/* Whether it is time to halt: reads the clock (30 ns). */
bool halt_due(void);
/* The same for the innermost loops: looks at the clock every sixteenth time that a thread asks. */
bool halt_glance(void);
/* Whether anybody has been told so since halt_watch. */
bool halt_told(void);

/* OK; or ERR_STOPPED, if it is time to halt, or somebody has been told so: "stopped by a signal during WHAT". */
Status halt_check(const char *what);
/* After a loop that left out what was to come when it was told to halt: ERR_STOPPED, if anybody was. Looks at no clock, so a loop
 * that came to its end is not given up. */
Status halt_after(const char *what);

#ifdef __cplusplus
}
#endif
#endif
