/* Errors: every fallible function returns a Status; the first failure records one message.
 *
 *   Status f(..., T *out)   *out is set only on success
 *   FAIL(ERR_FORMAT, "%s:%d: expected DIMENSION, found '%s'", path, line, word);
 *   TRY(g());               returns g's failure upward
 *   TRY_GOTO(g(), cleanup); the same where something is owned: needs `Status status = OK` and a label
 *
 * Only src/main.c prints the message and turns the Status into an exit code. */
#ifndef CORDEE_STATUS_H
#define CORDEE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum Status {
  OK = 0,
  ERR_STOPPED, /* given up: a signal came, or the time was over (halt.h); of several statuses any other counts more */
  ERR_USAGE,       /* the command line is wrong */
  ERR_FORMAT,      /* an input file is malformed or of a kind not supported */
  ERR_NO_INPUT,    /* an input file does not exist or cannot be read */
  ERR_MEMORY,      /* host or device memory is exhausted */
  ERR_DEVICE,      /* no device, or the device failed */
  ERR_IO,          /* writing failed */
  ERR_LAUNCHER,    /* what started the processes does not speak to their MPI */
  ERR_START,       /* MPI did not start */
  ERR_INTERNAL,    /* a result did not verify, or a library broke its word: a bug */
  ERR_NO_SOLUTION, /* the instance has none, or none was found */
  STATUS_COUNT
} Status;

enum { STATUS_MESSAGE_MAX = 8192 };

/* Records the message (printf style) unless one is kept already; returns `status`. Thread-safe. */
Status status_fail(Status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The kept message, "" if none. Owned by the module, valid until status_clear. */
const char *status_message(void);
void status_clear(void);

/* Names the file that a failure is about: puts "PLACE: " before the kept message, unless it begins so already. OK: does
 * nothing. Returns `status`. Thread-safe. */
Status status_at(const char *place, Status status);

/* Lets `edit` shorten the kept message in place. */
void status_edit(void (*edit)(char *message));

/* A thread beside the main one keeps its message apart: from now on its failures are recorded in `own` (empty, of
 * STATUS_MESSAGE_MAX bytes, the caller's), for the main thread to pass on. */
void status_divert(char *own);

/* Process exit code of a status, from sysexits.h: 0, 64 usage, 65 format, 66 no input, ... */
int status_exit_code(Status status);
/* Exit code of a run whose best solution leaves out items that have to be served, of `verify` of such a solution, and of a
 * sweep with such a row; it is no error, so no Status has it. */
enum { EXIT_INCOMPLETE = 4 };
/* For the help: "the command line is wrong". */
const char *status_meaning(Status status);

#define FAIL(status, ...) return status_fail(status, __VA_ARGS__)
#define FAIL_GOTO(label, code, ...)                                                                          \
  do {                                                                                                       \
    status = status_fail(code, __VA_ARGS__);                                                                 \
    goto label;                                                                                              \
  } while (0)
#define TRY(call)                                                                                            \
  do {                                                                                                       \
    Status try_status_ = (call);                                                                             \
    if (try_status_ != OK) return try_status_;                                                               \
  } while (0)
#define TRY_GOTO(call, label)                                                                                \
  do {                                                                                                       \
    status = (call);                                                                                         \
    if (status != OK) goto label;                                                                            \
  } while (0)

#ifdef __cplusplus
}
#endif
#endif
