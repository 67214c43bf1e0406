/* Signals that end a run in good order: see stop.h. */
#include "stop.h"

#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t noted;

static void note(int signal_number) {
  if (signal_number == SIGINT && noted == SIGINT) _exit(128 + SIGINT);
  noted = signal_number;
}

void stop_listen(void) {
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGUSR1, &action, NULL);
}

int stop_signal(void) { return noted; }

void stop_note(int signal_number) { noted = signal_number; }
