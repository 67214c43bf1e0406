/* Files that are compressed by gzip: see graph_text.h. */
#include <stdlib.h>
#include <zlib.h>
#include "graph_text.h"
#include "halt.h"
#include "io/input.h"

enum { WITH_HEADER = 15 + 16, STEP = 1 << 20 };

typedef struct Inflated {
  char *text;
  size_t bytes, room;
} Inflated;

static Status room_make(const char *path, Inflated *to) {
  if (to->room - to->bytes >= STEP) return OK;
  const size_t room = 2 * to->room + STEP;
  char *more = realloc(to->text, room);
  if (!more) FAIL(ERR_MEMORY, "%s: no memory for %zu bytes", path, room);
  to->text = more, to->room = room;
  return OK;
}

static Status stream_run(const char *path, z_stream *z, size_t left, Inflated *to) {
  for (int rc = Z_OK; rc != Z_STREAM_END || left + z->avail_in > 0;) {
    if (rc == Z_STREAM_END && inflateReset(z) != Z_OK)
      FAIL(ERR_FORMAT, "%s: gzip: %s", path, "a part that does not begin");
    if (!z->avail_in) z->avail_in = (uInt)(left < STEP ? left : STEP), left -= z->avail_in;
    TRY(room_make(path, to));
    z->next_out = (Bytef *)to->text + to->bytes, z->avail_out = STEP;
    rc = inflate(z, Z_NO_FLUSH);
    to->bytes += STEP - z->avail_out;
    if (rc != Z_OK && rc != Z_STREAM_END)
      FAIL(ERR_FORMAT, "%s: expected gzip's data to its end, found %s", path, z->msg ? z->msg : "less");
    TRY(halt_check("the reading of a graph"));
  }
  return OK;
}

Status gzip_inflate(const char *path, const char *from, size_t bytes, char **text, size_t *out) {
  Inflated to = {.text = NULL};
  z_stream z = {.next_in = (Bytef *)from};
  if (inflateInit2(&z, WITH_HEADER) != Z_OK) FAIL(ERR_MEMORY, "%s: no memory for zlib", path);
  const Status status = stream_run(path, &z, bytes, &to);
  inflateEnd(&z);
  if (status == OK)
    *text = to.text, *out = to.bytes;
  else
    free(to.text);
  return status;
}

Status graph_text_read(const char *path, char **text, size_t *bytes) {
  char *raw;
  size_t size;
  TRY(text_read(path, &raw, &size));
  if (size < 2 || (unsigned char)raw[0] != 0x1f || (unsigned char)raw[1] != 0x8b)
    return *text = raw, *bytes = size, OK;
  const Status status = gzip_inflate(path, raw, size, text, bytes);
  free(raw);
  return status;
}
