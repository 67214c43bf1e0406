/* A processor that is slower than it is: with LD_PRELOAD every parallel region takes SLOW times as long. It sleeps, so that others
 * may have the core. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags);

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags) {
  static void (*real)(void (*)(void *), void *, unsigned, unsigned);
  const char *slow = getenv("SLOW");
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "GOMP_parallel");
  const double start = now();
  real(body, data, threads, flags);
  const double wait_s = (now() - start) * ((slow ? atof(slow) : 1) - 1);
  const struct timespec pause = {(time_t)wait_s, (long)(1e9 * (wait_s - (double)(time_t)wait_s))};
  nanosleep(&pause, NULL);
}
