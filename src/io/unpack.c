/* See unpack.h. */
#include "unpack.h"

#include <stdlib.h>
#include <string.h>
#include "codec.h"
#include "halt.h"
#include "memory.h"

enum { STEP = 1 << 20, GROWTH = 1 << 28 };

static const Codec *const codecs[] = {&codec_gzip, &codec_xz, &codec_bzip2, &codec_zstd, NULL};

typedef struct Unpacked {
  const char *path;
  const Codec *codec;
  void *self; /* the codec's */
  CodecPart part;
  char *text;
  size_t bytes, room, most;
} Unpacked;

static bool begins(const char *bytes, size_t count, const char *magic, size_t length) {
  return count >= length && memcmp(bytes, magic, length) == 0;
}

static const Codec *codec_of(const char *bytes, size_t count) {
  for (const Codec *const *codec = codecs; *codec; codec++)
    if (begins(bytes, count, (*codec)->magic, (*codec)->magic_bytes)) return *codec;
  return NULL;
}

/* "BZh" may begin a text: a digit and the first block's mark, or the end's, follow it in data. */
static bool is_block(const char *bytes, size_t count) {
  static const char block[] = "\x31\x41\x59\x26\x53\x59", end[] = "\x17\x72\x45\x38\x50\x90";
  if (count < 4 || bytes[3] < '1' || bytes[3] > '9') return false;
  const size_t more = count - 4 < 6 ? count - 4 : 6;
  return memcmp(bytes + 4, block, more) == 0 || memcmp(bytes + 4, end, more) == 0;
}

bool unpack_is(const char *bytes, size_t count) {
  const Codec *const codec = codec_of(bytes, count);
  return codec && (codec != &codec_bzip2 || is_block(bytes, count));
}

/* The state of a codec that this program has; NULL: no memory. */
static void *codec_open(const Codec *codec) {
  void *const self = calloc(1, codec->bytes);
  if (self && codec->begin(self)) return self;
  free(self);
  return NULL;
}

static void codec_close(const Codec *codec, void *self) {
  codec->end(self);
  free(self);
}

/* ---- failures ---- */

/* Of the text unpacked so far, for messages. */
static long lines_count(const Unpacked *to) {
  long lines = 1;
  const char *end = to->text + to->bytes;
  for (const char *at = to->text; to->bytes && (at = memchr(at, '\n', (size_t)(end - at))); at++) lines++;
  return lines;
}

static Status cut_fail(const Unpacked *to) {
  FAIL(ERR_FORMAT, "%s:%ld: expected %s data to their end, found the end of the file", to->path,
       lines_count(to), to->codec->name);
}

static Status data_fail(const Unpacked *to, CodecEnd end) {
  if (end == CODEC_NO_MEMORY) FAIL(ERR_MEMORY, "%s: no memory for %s", to->path, to->codec->name);
  FAIL(ERR_FORMAT, "%s:%ld: expected %s data, found them damaged (%s)", to->path, lines_count(to),
       to->codec->name, to->codec->why(to->self));
}

/* ---- all of it ---- */

static Status room_make(Unpacked *to) {
  if (to->bytes > to->most)
    FAIL(ERR_FORMAT, "%s:%ld: expected at most %zu unpacked bytes, found more", to->path, lines_count(to),
         to->most);
  if (to->room - to->bytes >= STEP) return OK;
  const size_t room = to->room + (to->room < GROWTH ? to->room : GROWTH) + STEP;
  TRY(memory_claim(to->path, room - to->room, "unpacking more than %zu bytes", to->bytes));
  char *more = realloc(to->text, room);
  if (!more) FAIL(ERR_MEMORY, "%s: no memory for %zu unpacked bytes", to->path, room);
  to->text = more;
  to->room = room;
  return OK;
}

static Status members_unpack(Unpacked *to) {
  for (CodecEnd end = CODEC_MORE; end != CODEC_END || to->part.left;) {
    TRY(room_make(to));
    to->part.to = to->text + to->bytes;
    to->part.room = STEP;
    end = to->codec->step(to->self, &to->part);
    to->bytes += STEP - to->part.room;
    if (end == CODEC_DAMAGED || end == CODEC_NO_MEMORY) return data_fail(to, end);
    if (end == CODEC_MORE && !to->part.left && to->part.room) return cut_fail(to);
    TRY(halt_check("the unpacking of a file"));
  }
  return to->bytes > to->most ? room_make(to) : OK;
}

Status unpack(const char *path, const char *from, size_t bytes, size_t most, char **text, size_t *out) {
  Unpacked to = {.path = path, .codec = codec_of(from, bytes), .part = {.from = from, .left = bytes}};
  to.most = most;
  if (!to.codec) FAIL(ERR_FORMAT, "%s: expected compressed data, found others", path);
  if (to.codec->library)
    FAIL(ERR_FORMAT,
         "%s: expected text, found %s data, for which this program was built without %s: unpack them first",
         path, to.codec->name, to.codec->library);
  to.self = codec_open(to.codec);
  if (!to.self) FAIL(ERR_MEMORY, "%s: no memory for %s", path, to.codec->name);
  const Status status = members_unpack(&to);
  codec_close(to.codec, to.self);
  if (status == OK) {
    *text = to.text;
    *out = to.bytes;
  } else
    free(to.text);
  return status;
}

/* ---- the beginning ---- */

size_t unpack_head(const char *from, size_t bytes, char *head, size_t size) {
  const Codec *const codec = codec_of(from, bytes);
  CodecPart part = {from, bytes, head, size};
  void *const self = codec && !codec->library ? codec_open(codec) : NULL;
  if (!self) return 0;
  CodecEnd end = CODEC_MORE;
  for (size_t room = size + 1; part.room && part.room < room && end == CODEC_MORE;) {
    room = part.room;
    end = codec->step(self, &part);
  }
  codec_close(codec, self);
  return size - part.room;
}

/* ---- others ---- */

Status unpack_refuse(const char *path, const char *bytes, size_t count) {
  static const struct {
    const char *name, *magic;
    size_t length;
  } others[] = {{"a zip archive", "PK\x03\x04", 4},    {"a 7z archive", "7z\xbc\xaf\x27\x1c", 6},
                {"an rar archive", "Rar!\x1a\x07", 6}, {"lz4 data", "\x04\x22\x4d\x18", 4},
                {"lzip data", "LZIP\x01", 5},          {"compress data (.Z)", "\x1f\x9d", 2}};
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (begins(bytes, count, others[k].magic, others[k].length))
      FAIL(ERR_FORMAT, "%s: expected text, or gzip, xz, bzip2, zstd or tar data, found %s: unpack it first",
           path, others[k].name);
  return OK;
}
