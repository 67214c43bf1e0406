/* The monotonic clock that all limits, pauses and slices are measured by. */
#ifndef CORDEE_CLOCK_H
#define CORDEE_CLOCK_H

#include <time.h>

/* Seconds since an arbitrary moment of this host, about 30 ns a call. Local, thread-safe. */
static inline double clock_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
