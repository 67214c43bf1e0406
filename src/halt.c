/* See halt.h. */
#include "halt.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include "clock.h"

enum { POLL_CALLS = 16 };

static int (*signal_source)(void);
static double until = INFINITY;
static _Atomic int64_t signal_us; /* clock reading when a signal was first seen; 0: none */
static _Atomic bool requested;
static _Thread_local bool (*own_due)(const void *self);
static _Thread_local const void *own_self;

void halt_watch(int (*signal_number)(void), double at_s) {
  signal_source = signal_number;
  signal_us = 0;
  halt_until(at_s);
}

void halt_until(double at_s) {
  until = at_s;
  requested = false;
}

void halt_rest(void) { halt_watch(NULL, INFINITY); }

void halt_own(bool (*due)(const void *self), const void *self) {
  own_due = due;
  own_self = self;
}

bool halt_requested(void) { return own_due ? own_due(own_self) : requested; }

/* If two threads see the signal at once, either may note it. */
static bool signal_old(double now) {
  if (!signal_source || !signal_source()) return false;
  if (!signal_us) signal_us = (int64_t)(1e6 * now) + 1;
  return now - 1e-6 * (double)signal_us >= HALT_GRACE_S;
}

bool halt_due(void) {
  if (own_due) return own_due(own_self);
  if (requested) return true;
  const double now = clock_s();
  if (now >= until || signal_old(now)) requested = true;
  return requested;
}

bool halt_poll(void) {
  static _Thread_local unsigned turn;
  if (own_due) return own_due(own_self);
  return requested || (++turn % POLL_CALLS == 0 && halt_due());
}

Status halt_check(const char *what) { return halt_due() ? halt_after(what) : OK; }

Status halt_after(const char *what) {
  if (!halt_requested()) return OK;
  if (own_due) FAIL(ERR_STOPPED, "given up during %s", what);
  FAIL(ERR_STOPPED, "%s during %s",
       signal_source && signal_source() ? "stopped by a signal" : "the time was over", what);
}
