/* See input.h. */
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "clock.h"
#include "encoding.h"
#include "gzip.h"
#include "halt.h"

enum { FIRST_BYTES = 1 << 16, POLL_MS = 100 };

typedef struct Input {
  const char *name; /* for messages */
  int fd;
  bool stream;
  bool fifo, begun; /* opened by its name, so that a writer may still come; a writer has come */
} Input;

static bool is_standard(const char *path) { return strcmp(path, "-") == 0; }

bool input_is_stream(const char *path) {
  struct stat info;
  return is_standard(path) || (stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode));
}

/* A user at a terminal can end the text. */
static bool is_terminal(const struct stat *info) {
  struct stat standard;
  return isatty(STDIN_FILENO) && fstat(STDIN_FILENO, &standard) == 0 && standard.st_rdev == info->st_rdev;
}

static Status input_open(const char *path, Input *in) {
  struct stat info;
  *in = (Input){.name = is_standard(path) ? "standard input" : path, .stream = input_is_stream(path)};
  if ((is_standard(path) ? fstat(STDIN_FILENO, &info) : stat(path, &info)) != 0)
    FAIL(ERR_NO_INPUT, "cannot open %s: %s", in->name, strerror(errno));
  const bool device = S_ISBLK(info.st_mode) || (S_ISCHR(info.st_mode) && !is_terminal(&info));
  if (device) FAIL(ERR_FORMAT, "%s: expected a file or a pipe, found a device", in->name);
  in->fifo = S_ISFIFO(info.st_mode) && !is_standard(path);
  in->fd = is_standard(path) ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                             : open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (in->fd < 0) FAIL(ERR_NO_INPUT, "cannot open %s: %s", in->name, strerror(errno));
  return OK;
}

/* Whether to go on waiting. Halting is checked for pipes only: a file ends soon. */
static Status input_patience(const Input *in, double start) {
  if (in->stream) TRY(halt_check("the reading of a pipe"));
  if (in->fifo && !in->begun && clock_s() - start > INPUT_WAIT_S)
    FAIL(ERR_NO_INPUT, "%s: no process writes to this pipe (waited %d s)", in->name, INPUT_WAIT_S);
  return OK;
}

/* *got 0: the end. A FIFO without a writer reads as if it were at its end; one whose writer is busy returns EAGAIN. */
static Status input_take(Input *in, char *to, size_t capacity, size_t *got) {
  const double start = clock_s();
  for (;;) {
    TRY(input_patience(in, start));
    struct pollfd one = {in->fd, POLLIN, 0};
    const int ready = poll(&one, 1, POLL_MS);
    if (ready > 0 || in->fifo) {
      const ssize_t some = read(in->fd, to, capacity);
      if (some > 0 || (some == 0 && (in->begun || ready > 0)))
        return in->begun = true, *got = (size_t)some, OK;
      if (some < 0 && errno == EAGAIN) in->begun = true;
      if (some < 0 && errno != EINTR && errno != EAGAIN)
        FAIL(ERR_NO_INPUT, "cannot read %s: %s", in->name, strerror(errno));
    }
  }
}

static Status input_read(Input *in, char **text, size_t *bytes) {
  size_t capacity = FIRST_BYTES, used = 0, got = 1;
  char *buffer = malloc(capacity);
  Status status = buffer ? OK : status_fail(ERR_MEMORY, "no memory to read %s", in->name);
  while (status == OK && got > 0) {
    if (used == capacity) {
      char *larger = realloc(buffer, 2 * capacity);
      if (!larger) FAIL_GOTO(failed, ERR_MEMORY, "no memory to read %s", in->name);
      buffer = larger, capacity *= 2;
    }
    status = input_take(in, buffer + used, capacity - used, &got);
    if (status == OK) used += got;
    if (in->stream && used > INPUT_STREAM_MAX)
      status = status_fail(ERR_FORMAT, "%s: expected at most %zu bytes from a pipe, found more: use a file",
                           in->name, INPUT_STREAM_MAX);
  }
  if (status == OK) return *text = buffer, *bytes = used, OK;
failed:
  free(buffer);
  return status;
}

/* What gzip has compressed is unpacked. */
static Status input_unpack(const Input *in, char **text, size_t *bytes) {
  char *packed = *text;
  const size_t most = in->stream ? INPUT_STREAM_MAX : INPUT_UNPACKED_MAX;
  if (!gzip_is(packed, *bytes)) return OK;
  const Status status = gzip_inflate(in->name, packed, *bytes, most, text, bytes);
  free(packed);
  return status;
}

Status text_read(const char *path, char **text, size_t *bytes) {
  Input in;
  char *found;
  size_t count;
  TRY(input_open(path, &in));
  Status status = input_read(&in, &found, &count);
  close(in.fd);
  if (status != OK) return status;
  status = input_unpack(&in, &found, &count);
  if (status != OK) return status;
  status = encoding_settle(in.name, found, &count);
  if (status != OK) return free(found), status;
  *text = found, *bytes = count;
  return OK;
}

static size_t head_read(const char *path, char *head, size_t size) {
  char packed[8192];
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return 0;
  FILE *in = fopen(path, "rb");
  if (!in) return 0;
  const size_t bytes = fread(packed, 1, sizeof packed, in), least = bytes < size ? bytes : size;
  fclose(in);
  if (gzip_is(packed, bytes)) return gzip_head(packed, bytes, head, size);
  memcpy(head, packed, least);
  return least;
}

size_t text_head(const char *path, char *head, size_t size) {
  const size_t bytes = head_read(path, head, size), mark = encoding_mark(head, bytes);
  if (mark) memmove(head, head + mark, bytes - mark);
  return bytes - mark;
}
