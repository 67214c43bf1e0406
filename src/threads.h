/* How long threads spin at a barrier. */
#ifndef CORDEE_THREADS_H
#define CORDEE_THREADS_H

/* To be called before main(), with its arguments and the environment. libgomp's threads spin for milliseconds at barriers; on a core
 * that another process uses too, the thread that they wait for does not run meanwhile. So GOMP_SPINCOUNT is set to THREADS_SPIN, unless
 * the user has set it or OMP_WAIT_POLICY. libgomp reads its environment before main() begins, so the program executes itself once more,
 * with the same process number, arguments, open files and blocked signals. If it cannot, it goes on as it is. */
void threads_settle(char **argv, char **environment);

/* Turns of a waiting thread before it sleeps (docs/performance-runs.md has the figures). */
#define THREADS_SPIN "1000"

#endif
