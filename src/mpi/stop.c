/* See stop.h. */
#include "stop.h"

#include <signal.h>
#include <unistd.h>
#include "start.h"

static volatile sig_atomic_t noted, interrupted;

static void note(int signal_number) {
  if (signal_number == SIGINT && interrupted) start_over(), _exit(128 + SIGINT);
  if (signal_number == SIGINT) interrupted = 1;
  noted = signal_number;
}

void stop_listen(void) {
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART}, ignore = {.sa_handler = SIG_IGN};
  sigemptyset(&action.sa_mask);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGPIPE, &ignore, NULL);
}

int stop_signal(void) { return noted; }

void stop_note(int signal_number) { noted = signal_number; }
