/* Room for the stack, where the system or the user gives little (ulimit -s, OMP_STACKSIZE). */
#ifndef CORDEE_STACK_H
#define CORDEE_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include "status.h"

#define STACK_BYTES ((size_t)8 << 20)
/* What a thread of OpenMP must have. The deepest ones, the rounds of sisr, have a frame of 165 KiB. */
#define STACK_LEAST ((size_t)1 << 20)

/* Whether the limit of this process is below STACK_BYTES. */
bool stack_is_small(void);
/* Calls `run` with `what` and returns what it returns, on a thread with STACK_BYTES of stack. Threads that are made afterwards get as much, too,
 * unless OMP_STACKSIZE says otherwise. For main() where the stack is small, before MPI and OpenMP; signals go to that thread. Without memory
 * for a thread it is called directly. */
int stack_call(int (*run)(void *what), void *what);

/* Takes OMP_STACKSIZE, OMP_STACKSIZE_ALL and GOMP_STACKSIZE out of `environment` where they ask for less than STACK_LEAST, or for more than the
 * host's memory, which the system refuses and OpenMP ends the process for. libgomp reads them when it is loaded: for the time before that. */
void stack_settle(char **environment);

/* Checks what libgomp took from the environment, for those that are too late for stack_settle, as a library is. Local. ERR_USAGE. */
Status stack_check(void);

#endif
