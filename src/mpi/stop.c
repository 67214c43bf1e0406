/* See stop.h. */
#include "stop.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>
#include "start.h"

static const int stopping[] = {SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGXCPU, SIGHUP};
enum { STOPPING = sizeof stopping / sizeof *stopping };

static volatile sig_atomic_t noted, interrupted;
static bool listening, hangup_known, hangup_ignored;

static void note(int signal_number) {
  if (signal_number == SIGINT && interrupted) {
    start_over();
    _exit(128 + SIGINT);
  }
  if (signal_number == SIGINT) interrupted = 1;
  noted = signal_number;
}

/* As of the start: a library may change it. */
static bool hangup_is_ignored(void) {
  struct sigaction found;
  if (!hangup_known && sigaction(SIGHUP, NULL, &found) == 0) hangup_ignored = found.sa_handler == SIG_IGN;
  hangup_known = true;
  return hangup_ignored;
}

static void signal_ignore(int signal_number) {
  const struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(signal_number, &ignore, NULL);
}

void stop_listen(void) {
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int k = 0; k < STOPPING; k++)
    if (stopping[k] != SIGHUP || !hangup_is_ignored()) sigaction(stopping[k], &action, NULL);
  signal_ignore(SIGPIPE);
  signal_ignore(SIGXFSZ);
}

static void stopping_mask(int how, int but) {
  sigset_t some;
  sigemptyset(&some);
  for (int k = 0; k < STOPPING; k++)
    if (stopping[k] != but) sigaddset(&some, stopping[k]);
  sigprocmask(how, &some, NULL);
}

void stop_hold(int but) { stopping_mask(SIG_BLOCK, but); }

void stop_begin(bool listen) {
  listening = listen;
  stop_again();
}

void stop_again(void) {
  if (listening) stop_listen();
  signal_ignore(SIGXFSZ);
  stopping_mask(SIG_UNBLOCK, 0);
}

int stop_signal(void) { return noted; }

void stop_note(int signal_number) { noted = signal_number; }
