/* A processor that is slower than it is, with LD_PRELOAD. Every parallel region takes SLOW times as long; the thread sleeps, so that
 * others may have the core. With CPU_CLOCK set it does not sleep: the monotonic clock of the process is SLOW times its processor time,
 * which other programs on the machine do not lengthen. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static double seconds(const struct timespec *t) { return (double)t->tv_sec + 1e-9 * (double)t->tv_nsec; }

static struct timespec span(double s) {
  return (struct timespec){(time_t)s, (long)(1e9 * (s - (double)(time_t)s))};
}

static double slowness(void) {
  const char *slow = getenv("SLOW");
  return slow ? atof(slow) : 1;
}

int clock_gettime(clockid_t clock, struct timespec *t) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
  if (clock != CLOCK_MONOTONIC || !getenv("CPU_CLOCK")) return real(clock, t);
  const int failed = real(CLOCK_PROCESS_CPUTIME_ID, t);
  *t = span(slowness() * seconds(t));
  return failed;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return seconds(&t);
}

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags);

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags) {
  static void (*real)(void (*)(void *), void *, unsigned, unsigned);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "GOMP_parallel");
  const double start = now();
  real(body, data, threads, flags);
  const struct timespec pause = span((now() - start) * (slowness() - 1));
  if (!getenv("CPU_CLOCK")) nanosleep(&pause, NULL);
}
