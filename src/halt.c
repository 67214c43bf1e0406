/* See halt.h. */
#include "halt.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include "clock.h"

enum { GLANCES = 16 };

static int (*asked)(void);
static double until = INFINITY;
static _Atomic int64_t signal_us; /* the clock when a signal was seen first; 0: none */
static _Atomic bool told;

void halt_watch(int (*signal_number)(void), double at_s) {
  asked = signal_number;
  signal_us = 0;
  halt_until(at_s);
}

void halt_until(double at_s) {
  until = at_s;
  told = false;
}

void halt_rest(void) { halt_watch(NULL, INFINITY); }

bool halt_told(void) { return told; }

/* Of two threads that see it at once either may note it. */
static bool signal_old(double now) {
  if (!asked || !asked()) return false;
  if (!signal_us) signal_us = (int64_t)(1e6 * now) + 1;
  return now - 1e-6 * (double)signal_us >= HALT_GRACE_S;
}

bool halt_due(void) {
  if (told) return true;
  const double now = clock_s();
  if (now >= until || signal_old(now)) told = true;
  return told;
}

bool halt_glance(void) {
  static _Thread_local unsigned turn;
  return told || (++turn % GLANCES == 0 && halt_due());
}

Status halt_check(const char *what) { return halt_due() ? halt_after(what) : OK; }

Status halt_after(const char *what) {
  if (!told) return OK;
  FAIL(ERR_STOPPED, "%s during %s", asked && asked() ? "stopped by a signal" : "the time was over", what);
}
