/* Room for the stack, where the system gives little (ulimit -s). */
#ifndef CORDEE_STACK_H
#define CORDEE_STACK_H

#include <stddef.h>

#define STACK_BYTES ((size_t)8 << 20)

/* Calls `run` with `what` and returns what it returns: on a thread with STACK_BYTES of stack if the limit of this process is lower, else
 * directly. Threads that are made afterwards get as much, too, unless OMP_STACKSIZE says otherwise. For main(), before MPI and OpenMP; signals
 * go to that thread. Without memory for a thread it is called directly. */
int stack_call(int (*run)(void *what), void *what);

#endif
