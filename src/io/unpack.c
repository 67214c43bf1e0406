/* See unpack.h. */
#include "unpack.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "codecs.h"
#include "halt.h"
#include "memory.h"
#include "status.h"

/* ---- archives of tar ---- */

enum {
  BLOCK = 512,
  NAME = 100,
  SIZE_AT = 124,
  SUM_AT = 148,
  TYPE_AT = 156,
  MAGIC_AT = 257,
  PREFIX_AT = 345,
  PREFIX = 155
};

typedef struct Archive {
  const char *path, *at, *end;
  char longer[TAR_NAME_MAX]; /* of the next member; "": its header has its name */
} Archive;

/* Octal digits, or GNU's bytes behind one with the highest bit. */
static uint64_t number_of(const char *field, size_t length) {
  uint64_t value = 0;
  if (*field & 0x80) {
    for (size_t k = 1; k < length; k++) value = value << 8 | (unsigned char)field[k];
    return value;
  }
  for (size_t k = 0; k < length && (field[k] == ' ' || (field[k] >= '0' && field[k] <= '7')); k++)
    if (field[k] != ' ') value = value << 3 | (uint64_t)(field[k] - '0');
  return value;
}

static bool sum_holds(const char *header) {
  uint64_t sum = 8 * ' ';
  for (size_t k = 0; k < BLOCK; k++)
    if (k < SUM_AT || k >= SUM_AT + 8) sum += (unsigned char)header[k];
  return sum == number_of(header + SUM_AT, 8);
}

bool tar_is(const char *bytes, size_t count) {
  return count >= BLOCK && memcmp(bytes + MAGIC_AT, "ustar", 5) == 0 && sum_holds(bytes);
}

static void name_make(Archive *a, const char *header, char name[TAR_NAME_MAX]) {
  const bool prefixed = header[PREFIX_AT] && header[MAGIC_AT + 5] == 0;
  if (a->longer[0])
    snprintf(name, TAR_NAME_MAX, "%s", a->longer);
  else if (prefixed)
    snprintf(name, TAR_NAME_MAX, "%.*s/%.*s", PREFIX, header + PREFIX_AT, NAME, header);
  else
    snprintf(name, TAR_NAME_MAX, "%.*s", NAME, header);
  a->longer[0] = 0;
}

/* "27 path=a/b.mtx\n" among pax's records. */
static void pax_read(Archive *a, const char *data, size_t bytes) {
  static const char key[] = " path=";
  for (const char *end = data + bytes, *next; data < end; data = next) {
    const char *stop = memchr(data, '\n', (size_t)(end - data)),
               *blank = memchr(data, ' ', (size_t)(end - data));
    if (!stop) stop = end;
    next = stop < end ? stop + 1 : end;
    if (!blank || blank + strlen(key) > stop || memcmp(blank, key, strlen(key)) != 0) continue;
    blank += strlen(key);
    snprintf(a->longer, sizeof a->longer, "%.*s",
             (int)(stop - blank < TAR_NAME_MAX ? stop - blank : TAR_NAME_MAX), blank);
  }
}

static bool is_end(const Archive *a) {
  if (a->end - a->at < BLOCK) return true;
  for (size_t k = 0; k < BLOCK; k++)
    if (a->at[k]) return false;
  return true;
}

/* The next plain file; *found false: there is none. */
static Status member_next(Archive *a, TarMember *out, bool *found) {
  for (*found = false; !*found && !is_end(a);) {
    const char *const header = a->at;
    const uint64_t bytes = number_of(header + SIZE_AT, 12), left = (uint64_t)(a->end - a->at) - BLOCK;
    if (!sum_holds(header)) FAIL(ERR_FORMAT, "%s: expected tar data, found them damaged", a->path);
    if (bytes > left)
      FAIL(ERR_FORMAT, "%s: expected tar data to their end, found the end of the file", a->path);
    const char type = header[TYPE_AT], *const data = header + BLOCK;
    const uint64_t padded = (bytes + BLOCK - 1) / BLOCK * BLOCK;
    a->at = padded < left ? data + padded : a->end;
    if (type == 'L')
      snprintf(a->longer, sizeof a->longer, "%.*s", (int)(bytes < TAR_NAME_MAX ? bytes : TAR_NAME_MAX), data);
    if (type == 'x') pax_read(a, data, bytes);
    if (type == 'L' || type == 'x' || type == 'g' || type == 'K') continue;
    name_make(a, header, out->name);
    out->data = data;
    out->bytes = bytes;
    *found = type == 0 || type == '0' || type == '7';
  }
  return OK;
}

static const char *base_of(const char *path) {
  const char *const slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool name_ends(const char *name, const char *end) {
  const size_t length = strlen(name), more = strlen(end);
  return length > more && c_strcasecmp(name + length - more, end) == 0;
}

/* "c-62" of "dir/c-62.tar.gz". */
static size_t stem_of(const char *base) {
  static const char *const ends[] = {".tar", ".tgz", ".txz", ".tbz2", ".tbz", ".tzst", NULL};
  for (const char *const *end = ends; *end; end++) {
    const char *const at = c_strcasestr(base, *end);
    if (at) return (size_t)(at - base);
  }
  return strlen(base);
}

/* "c-62.mtx", "c-62" */
static bool has_stem(const TarMember *m, const char *stem, size_t length) {
  const char *const base = base_of(m->name);
  return length && strncmp(base, stem, length) == 0 && (base[length] == '.' || !base[length]) &&
         !strchr(base + length + (base[length] == '.'), '.');
}

typedef struct Choice {
  int files, named, matrices;
  TarMember only, name, matrix;
  char list[512]; /* of the members, for people */
} Choice;

static void member_look(Choice *c, const TarMember *m, const char *stem, size_t length) {
  const size_t used = strlen(c->list);
  if (strncmp(base_of(m->name), "._", 2) == 0) return; /* of a Mac */
  if (c->files++ == 0) c->only = *m;
  if (has_stem(m, stem, length)) {
    c->named++;
    c->name = *m;
  }
  if (has_stem(m, stem, length) && name_ends(m->name, ".mtx")) {
    c->matrices++;
    c->matrix = *m;
  }
  snprintf(c->list + used, sizeof c->list - used, "%s%s", used ? ", " : "", m->name);
}

Status tar_find(const char *path, const char *bytes, size_t count, TarMember *out) {
  Archive a = {.path = path, .at = bytes, .end = bytes + count};
  Choice c = {.files = 0};
  const char *const stem = base_of(path);
  bool found = true;
  while (found) {
    TarMember m;
    TRY(member_next(&a, &m, &found));
    if (found) member_look(&c, &m, stem, stem_of(stem));
  }
  if (c.files == 1) {
    *out = c.only;
    return OK;
  }
  if (c.named == 1) {
    *out = c.name;
    return OK;
  }
  if (c.matrices == 1) {
    *out = c.matrix;
    return OK;
  }
  FAIL(ERR_FORMAT, "%s: expected an archive with one file, or with one of its own name, found %s%s", path,
       c.files ? c.list : "none", strlen(c.list) + 1 == sizeof c.list ? "..." : "");
}

/* ---- compressed texts ---- */

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
