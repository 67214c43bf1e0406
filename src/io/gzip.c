/* See gzip.h. */
#include "gzip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include "halt.h"

enum { WITH_HEADER = 15 + 16, STEP = 1 << 20 };

typedef struct Inflated {
  const char *path;
  char *text;
  size_t bytes, room, most;
} Inflated;

bool gzip_is(const char *bytes, size_t count) {
  return count >= 2 && (unsigned char)bytes[0] == 0x1f && (unsigned char)bytes[1] == 0x8b;
}

/* Of the text unpacked so far, for messages. */
static long lines_count(const Inflated *to) {
  long lines = 1;
  const char *end = to->text + to->bytes;
  for (const char *at = to->text; to->bytes && (at = memchr(at, '\n', (size_t)(end - at))); at++) lines++;
  return lines;
}

static Status data_fail(const Inflated *to, const z_stream *z, int rc) {
  if (rc == Z_MEM_ERROR) FAIL(ERR_MEMORY, "%s: no memory for zlib", to->path);
  if (rc == Z_BUF_ERROR || rc == Z_OK)
    FAIL(ERR_FORMAT, "%s:%ld: expected gzip data to their end, found the end of the file", to->path,
         lines_count(to));
  FAIL(ERR_FORMAT, "%s:%ld: expected gzip data, found them damaged (%s)", to->path, lines_count(to),
       z->msg ? z->msg : "unknown");
}

static Status room_make(Inflated *to) {
  if (to->bytes > to->most)
    FAIL(ERR_FORMAT, "%s:%ld: expected at most %zu unpacked bytes, found more", to->path, lines_count(to),
         to->most);
  if (to->room - to->bytes >= STEP) return OK;
  const size_t room = 2 * to->room + STEP;
  char *more = realloc(to->text, room);
  if (!more) FAIL(ERR_MEMORY, "%s: no memory for %zu unpacked bytes", to->path, room);
  to->text = more, to->room = room;
  return OK;
}

static Status stream_run(z_stream *z, size_t left, Inflated *to) {
  for (int rc = Z_OK; rc != Z_STREAM_END || left + z->avail_in > 0;) {
    if (rc == Z_STREAM_END && inflateReset(z) != Z_OK) return data_fail(to, z, Z_DATA_ERROR);
    if (!z->avail_in) z->avail_in = (uInt)(left < STEP ? left : STEP), left -= z->avail_in;
    TRY(room_make(to));
    z->next_out = (Bytef *)to->text + to->bytes, z->avail_out = STEP;
    rc = inflate(z, Z_NO_FLUSH);
    to->bytes += STEP - z->avail_out;
    if (rc != Z_OK && rc != Z_STREAM_END) return data_fail(to, z, rc);
    TRY(halt_check("the unpacking of a file"));
  }
  return to->bytes > to->most ? room_make(to) : OK;
}

Status gzip_inflate(const char *path, const char *from, size_t bytes, size_t most, char **text, size_t *out) {
  Inflated to = {.path = path, .most = most};
  z_stream z = {.next_in = (Bytef *)from};
  if (inflateInit2(&z, WITH_HEADER) != Z_OK) FAIL(ERR_MEMORY, "%s: no memory for zlib", path);
  const Status status = stream_run(&z, bytes, &to);
  inflateEnd(&z);
  if (status == OK)
    *text = to.text, *out = to.bytes;
  else
    free(to.text);
  return status;
}

size_t gzip_head(const char *from, size_t bytes, char *head, size_t size) {
  z_stream z = {.next_in = (Bytef *)from, .avail_in = (uInt)(bytes < STEP ? bytes : STEP)};
  z.next_out = (Bytef *)head, z.avail_out = (uInt)size;
  if (inflateInit2(&z, WITH_HEADER) != Z_OK) return 0;
  (void)inflate(&z, Z_SYNC_FLUSH);
  inflateEnd(&z);
  return size - z.avail_out;
}
