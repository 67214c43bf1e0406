/* See input.h. */
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "c_locale.h"
#include "clock.h"
#include "descriptors.h"
#include "halt.h"
#include "memory.h"
#include "path.h"
#include "status.h"
#include "unpack.h"

/* ---- encoding ---- */

/* The encoding of texts that are read: UTF-8, with the mark that some programs begin it with or without it. */

static bool begins(const char *text, size_t bytes, const char *mark, size_t length) {
  return bytes >= length && memcmp(text, mark, length) == 0;
}

/* The bytes of the mark at the beginning of a text: 3 or 0. */
static size_t encoding_mark(const char *text, size_t bytes) {
  return begins(text, bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
}

/* UTF-16 by its mark, or by zeros in every other byte. UTF-32 with its mark begins as one of them. */
static bool is_wide(const char *text, size_t bytes) {
  if (begins(text, bytes, "\xff\xfe", 2) || begins(text, bytes, "\xfe\xff", 2)) return true;
  if (bytes < 4) return false;
  const bool little = text[0] && !text[1] && text[2] && !text[3];
  const bool big = !text[0] && text[1] && !text[2] && text[3];
  return little || big;
}

/* Removes the mark in place. ERR_FORMAT: the text is UTF-16 or UTF-32, by its mark or its zero bytes. `name` is for
 * the message. */
static Status encoding_settle(const char *name, char *text, size_t *bytes) {
  if (is_wide(text, *bytes))
    FAIL(ERR_FORMAT, "%s:1: expected text in UTF-8, found UTF-16: save it as UTF-8", name);
  const size_t mark = encoding_mark(text, *bytes);
  if (mark) memmove(text, text + mark, *bytes - mark);
  *bytes -= mark;
  return OK;
}

/* ---- input ---- */

#define INPUT_STREAM_MAX  ((size_t)1 << 30)
#define INPUT_UNSIZED_MAX ((size_t)1 << 24)

enum { FIRST_BYTES = 1 << 16, STEP_BYTES = 1 << 26, POLL_MS = 100, DEPTH_MAX = 4 };

typedef struct Input {
  const char *name; /* for messages */
  int fd;
  bool stream;
  size_t size;      /* of a plain file; 0: it does not say */
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
  if (is_standard(path) && descriptors_deaf()) FAIL(ERR_NO_INPUT, "cannot read standard input: it is closed");
  const bool device = S_ISBLK(info.st_mode) || (S_ISCHR(info.st_mode) && !is_terminal(&info));
  if (device) FAIL(ERR_FORMAT, "%s: expected a file or a pipe, found a device", in->name);
  if (S_ISDIR(info.st_mode)) FAIL(ERR_NO_INPUT, "cannot read %s: %s", in->name, strerror(EISDIR));
  in->fifo = S_ISFIFO(info.st_mode) && !is_standard(path);
  in->size = in->stream ? 0 : (size_t)info.st_size;
  in->fd = is_standard(path) ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                             : open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (in->fd < 0) FAIL(ERR_NO_INPUT, "cannot open %s: %s", in->name, strerror(errno));
  return OK;
}

/* Whether to go on waiting. */
static Status input_patience(const Input *in, double start) {
  TRY(halt_check("the reading of a pipe"));
  if (in->fifo && !in->begun && clock_s() - start > INPUT_WAIT_S)
    FAIL(ERR_NO_INPUT, "%s: no process writes to this pipe (waited %d s)", in->name, INPUT_WAIT_S);
  return OK;
}

/* Of a plain file: nothing is waited for. */
static Status input_next(const Input *in, char *to, size_t capacity, size_t *got) {
  TRY(halt_check("the reading of a file"));
  ssize_t some = -1;
  do some = read(in->fd, to, capacity < STEP_BYTES ? capacity : STEP_BYTES);
  while (some < 0 && errno == EINTR);
  if (some < 0) FAIL(ERR_NO_INPUT, "cannot read %s: %s", in->name, strerror(errno));
  *got = (size_t)some;
  return OK;
}

/* *got 0: the end. A FIFO without a writer reads as if it were at its end; one whose writer is busy returns EAGAIN. */
static Status input_take(Input *in, char *to, size_t capacity, size_t *got) {
  const double start = clock_s();
  if (!in->stream) return input_next(in, to, capacity, got);
  for (;;) {
    TRY(input_patience(in, start));
    struct pollfd one = {in->fd, POLLIN, 0};
    const int ready = poll(&one, 1, POLL_MS);
    if (ready > 0 || in->fifo) {
      const ssize_t some = read(in->fd, to, capacity);
      if (some > 0 || (some == 0 && (in->begun || ready > 0))) {
        in->begun = true;
        *got = (size_t)some;
        return OK;
      }
      if (some < 0 && errno == EAGAIN) in->begun = true;
      if (some < 0 && errno != EINTR && errno != EAGAIN)
        FAIL(ERR_NO_INPUT, "cannot read %s: %s", in->name, strerror(errno));
    }
  }
}

/* Room for a byte more at least. What a file says of its size was asked for before; the rest is asked for here. */
static Status input_grow(const Input *in, char **text, size_t *capacity) {
  const size_t room = 2 * *capacity;
  TRY(memory_claim(in->name, room - *capacity, "reading more than %zu bytes", *capacity));
  char *larger = realloc(*text, room);
  if (!larger) FAIL(ERR_MEMORY, "no memory to read %s", in->name);
  *text = larger;
  *capacity = room;
  return OK;
}

/* Pipes, and files of /proc, which say that they are empty, may have no end. */
static Status input_bound(const Input *in, size_t used) {
  if (in->stream && used > INPUT_STREAM_MAX)
    FAIL(ERR_FORMAT, "%s: expected at most %zu bytes from a pipe, found more: use a file", in->name,
         INPUT_STREAM_MAX);
  if (!in->stream && in->size == 0 && used > INPUT_UNSIZED_MAX)
    FAIL(ERR_FORMAT, "%s: expected at most %zu bytes from a file that does not say its size, found more",
         in->name, INPUT_UNSIZED_MAX);
  return OK;
}

static Status input_read(Input *in, char **text, size_t *bytes) {
  size_t capacity = in->size < FIRST_BYTES ? FIRST_BYTES : in->size + 1, used = 0, got = 1;
  TRY(memory_claim(in->name, capacity, "reading it"));
  char *buffer = malloc(capacity);
  Status status = buffer ? OK : status_fail(ERR_MEMORY, "no memory to read %s", in->name);
  while (status == OK && got > 0) {
    if (used == capacity) status = input_grow(in, &buffer, &capacity);
    if (status == OK) status = input_take(in, buffer + used, capacity - used, &got);
    if (status == OK) status = input_bound(in, used += got);
  }
  if (status == OK) {
    *text = buffer;
    *bytes = used;
    return OK;
  }
  free(buffer);
  return status;
}

typedef struct Text {
  char *text; /* owned */
  size_t bytes;
  char *name; /* TEXT_NAME_MAX: what it is called inside; NULL: nobody asks */
} Text;

/* The archive's member takes its place. */
static Status archive_open(const Input *in, Text *t) {
  TarMember member;
  TRY(tar_find(in->name, t->text, t->bytes, &member));
  memmove(t->text, member.data, member.bytes);
  t->bytes = member.bytes;
  if (t->name) snprintf(t->name, TEXT_NAME_MAX, "%s:%s", in->name, member.name);
  return OK;
}

static Status packed_open(const Input *in, Text *t) {
  char *text;
  const size_t most = in->stream ? INPUT_STREAM_MAX : INPUT_UNPACKED_MAX;
  TRY(unpack(in->name, t->text, t->bytes, most, &text, &t->bytes));
  free(t->text);
  t->text = text;
  if (t->name) t->name[path_unpacked(t->name)] = 0;
  return OK;
}

/* Compressed files, archives, and compressed files in compressed archives. */
static Status input_unpack(const Input *in, Text *t) {
  for (int depth = 0; depth < DEPTH_MAX; depth++) {
    if (unpack_is(t->text, t->bytes))
      TRY(packed_open(in, t));
    else if (tar_is(t->text, t->bytes))
      TRY(archive_open(in, t));
    else
      return unpack_refuse(in->name, t->text, t->bytes);
  }
  FAIL(ERR_FORMAT, "%s: expected data that are compressed less than %d times, found more", in->name,
       DEPTH_MAX);
}

/* By its name: GAP's graphs have no mark of their own. */
static bool is_serialized(const char *name) {
  const size_t length = path_unpacked(name);
  const char *const end = name + length;
  return (length > 3 && c_strncasecmp(end - 3, ".sg", 3) == 0) ||
         (length > 4 && c_strncasecmp(end - 4, ".wsg", 4) == 0);
}

Status text_read_named(const char *path, char **text, size_t *bytes, char name[TEXT_NAME_MAX]) {
  Input in;
  Text t = {.name = name};
  TRY(input_open(path, &in));
  if (name) snprintf(name, TEXT_NAME_MAX, "%s", in.name);
  Status status = input_read(&in, &t.text, &t.bytes);
  close(in.fd);
  if (status != OK) return status;
  status = input_unpack(&in, &t);
  if (status == OK && !(name && is_serialized(name))) status = encoding_settle(in.name, t.text, &t.bytes);
  if (status != OK) {
    free(t.text);
    return status;
  }
  *text = t.text;
  *bytes = t.bytes;
  return OK;
}

Status text_read(const char *path, char **text, size_t *bytes) {
  return text_read_named(path, text, bytes, NULL);
}

Status text_over(const char *path, Status status) {
  char what[PATH_MAX + 32];
  if (!halt_requested()) return status;
  status_clear();
  snprintf(what, sizeof what, "the reading of %s", path);
  return halt_after(what);
}

/* Of an archive, which is read as a whole. */
static size_t member_head(const char *path, char *head, size_t size) {
  char *text;
  size_t bytes;
  if (text_read(path, &text, &bytes) != OK) {
    status_clear();
    return 0;
  }
  const size_t least = bytes < size ? bytes : size;
  memcpy(head, text, least);
  free(text);
  return least;
}

static size_t head_read(const char *path, char *head, size_t size) {
  char packed[8192];
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return 0;
  const int in = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC); /* some files of /proc wait, too */
  if (in < 0) return 0;
  const ssize_t got = read(in, packed, sizeof packed);
  const size_t bytes = got > 0 ? (size_t)got : 0, least = bytes < size ? bytes : size;
  close(in);
  if (!unpack_is(packed, bytes)) memcpy(head, packed, least);
  const size_t first = unpack_is(packed, bytes) ? unpack_head(packed, bytes, head, size) : least;
  const bool late = first == 0 && unpack_is(packed, bytes); /* blocks are larger than what was looked at */
  return late || tar_is(head, first) ? member_head(path, head, size) : first;
}

size_t text_head(const char *path, char *head, size_t size) {
  const size_t bytes = head_read(path, head, size), mark = encoding_mark(head, bytes);
  if (mark) memmove(head, head + mark, bytes - mark);
  return bytes - mark;
}
