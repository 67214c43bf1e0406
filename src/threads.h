/* How long threads that wait for each other spin. */
#ifndef CORDEE_THREADS_H
#define CORDEE_THREADS_H

/* The first thing that main() does. libgomp's threads spin for milliseconds where they meet; on a core that another process
 * wants, too, the one that they wait for does not run meanwhile. So GOMP_SPINCOUNT becomes THREADS_SPIN, unless the user has
 * set it or OMP_WAIT_POLICY. libgomp reads its environment before main() begins: the program starts itself once more, with the
 * same process number, arguments and open files. Where it cannot, it goes on as it is. */
void threads_settle(char **argv);

/* Turns of a waiting thread before it sleeps (docs/performance.md has the figures). */
#define THREADS_SPIN "1000"

#endif
