/* Errors: see status.h. */
#include "status.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include "c_locale.h"

enum { EXIT_NO_SOLUTION = 3 }; /* sysexits.h has none for it */

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static char shared[STATUS_MESSAGE_MAX];
static _Thread_local char *diverted;

static char *message_kept(void) { return diverted ? diverted : shared; }

Status status_fail(Status status, const char *format, ...) {
  char *message = message_kept();
  pthread_mutex_lock(&guard);
  if (!message[0]) {
    va_list args;
    va_start(args, format);
    c_vsnprintf(message, STATUS_MESSAGE_MAX, format, args);
    va_end(args);
  }
  pthread_mutex_unlock(&guard);
  return status;
}

Status status_at(const char *place, Status status) {
  char *message = message_kept(), before[STATUS_MESSAGE_MAX];
  if (status == OK) return OK;
  pthread_mutex_lock(&guard);
  if (strncmp(message, place, strlen(place)) != 0) {
    memcpy(before, message, sizeof before);
    snprintf(message, STATUS_MESSAGE_MAX, "%s: %.*s", place, STATUS_MESSAGE_MAX / 2, before);
  }
  pthread_mutex_unlock(&guard);
  return status;
}

void status_edit(void (*edit)(char *message)) {
  pthread_mutex_lock(&guard);
  edit(message_kept());
  pthread_mutex_unlock(&guard);
}

const char *status_message(void) { return message_kept(); }
void status_clear(void) { message_kept()[0] = 0; }
void status_divert(char *own) { diverted = own; }

static const struct {
  int code;
  const char *meaning;
} table[STATUS_COUNT] = {
    [OK] = {EX_OK, "finished, or the time limit or the target was reached"},
    [ERR_STOPPED] = {EX_OK, "stopped"}, /* the commands know better */
    [ERR_USAGE] = {EX_USAGE, "the command line is wrong"},
    [ERR_FORMAT] = {EX_DATAERR, "an input file is malformed, damaged or of a kind that is not supported"},
    [ERR_NO_INPUT] = {EX_NOINPUT, "an input file does not exist or cannot be read"},
    [ERR_MEMORY] = {EX_OSERR, "out of memory, or more would be needed than is free"},
    [ERR_DEVICE] = {EX_UNAVAILABLE, "no device, or the device failed"},
    [ERR_IO] = {EX_IOERR, "a file or standard output cannot be written"},
    [ERR_LAUNCHER] = {EX_UNAVAILABLE, "the launcher belongs to another MPI"},
    [ERR_START] = {EX_PROTOCOL, "MPI does not start"},
    [ERR_INTERNAL] = {EX_SOFTWARE, "a result did not verify: a bug, please report it"},
    [ERR_NO_SOLUTION] = {EXIT_NO_SOLUTION, "the instance has no solution, or the search found none"}};

int status_exit_code(Status status) { return table[status].code; }

const char *status_meaning(Status status) { return table[status].meaning; }
