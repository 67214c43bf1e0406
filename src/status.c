/* Errors: see status.h. */
#include "status.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

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
    vsnprintf(message, STATUS_MESSAGE_MAX, format, args);
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

const char *status_message(void) { return message_kept(); }
void status_clear(void) { message_kept()[0] = 0; }
void status_divert(char *own) { diverted = own; }

int status_exit_code(Status status) {
  static const int codes[STATUS_COUNT] = {[OK] = EX_OK,
                                          [ERR_STOPPED] = EX_OK, /* the commands know better */
                                          [ERR_USAGE] = EX_USAGE,
                                          [ERR_FORMAT] = EX_DATAERR,
                                          [ERR_NO_INPUT] = EX_NOINPUT,
                                          [ERR_MEMORY] = EX_OSERR,
                                          [ERR_DEVICE] = EX_UNAVAILABLE,
                                          [ERR_IO] = EX_IOERR,
                                          [ERR_LAUNCHER] = EX_UNAVAILABLE,
                                          [ERR_START] = EX_PROTOCOL,
                                          [ERR_INTERNAL] = EX_SOFTWARE};
  return codes[status];
}
