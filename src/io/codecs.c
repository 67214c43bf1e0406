/* See codecs.h. */
#include "codecs.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <zlib.h>

/* ---- table ---- */

/* What a library that counts in int takes at once. */
static inline unsigned part_size(size_t bytes) { return (unsigned)(bytes < INT_MAX ? bytes : INT_MAX); }

/* The library has read and written so many bytes. */
static inline void part_move(CodecPart *part, size_t read, size_t written) {
  part->from += read;
  part->left -= read;
  part->to += written;
  part->room -= written;
}

/* ---- gzip ---- */

enum { WITH_HEADER = 15 + 16 };

typedef struct Gzip {
  z_stream z;
  bool ended; /* a member */
} Gzip;

static bool gzip_begin(void *self) { return inflateInit2(&((Gzip *)self)->z, WITH_HEADER) == Z_OK; }

static CodecEnd gzip_step(void *self, CodecPart *part) {
  Gzip *const g = self;
  if (g->ended && inflateReset(&g->z) != Z_OK) return CODEC_DAMAGED;
  const uInt from = part_size(part->left), room = part_size(part->room);
  g->z.next_in = (Bytef *)part->from;
  g->z.avail_in = from;
  g->z.next_out = (Bytef *)part->to;
  g->z.avail_out = room;
  const int rc = inflate(&g->z, Z_NO_FLUSH);
  part_move(part, from - g->z.avail_in, room - g->z.avail_out);
  g->ended = rc == Z_STREAM_END;
  if (g->ended) return CODEC_END;
  if (rc == Z_MEM_ERROR) return CODEC_NO_MEMORY;
  return rc == Z_OK || rc == Z_BUF_ERROR ? CODEC_MORE : CODEC_DAMAGED;
}

static const char *gzip_why(const void *self) {
  const Gzip *const g = self;
  return g->z.msg ? g->z.msg : "unknown";
}

static void gzip_end(void *self) { inflateEnd(&((Gzip *)self)->z); }

const Codec codec_gzip = {
    .name = "gzip",
    .magic = "\x1f\x8b",
    .magic_bytes = 2,
    .bytes = sizeof(Gzip),
    .begin = gzip_begin,
    .step = gzip_step,
    .why = gzip_why,
    .end = gzip_end,
};

/* ---- bzip2 ---- */

#define BZIP2_MAGIC .name = "bzip2", .magic = "BZh", .magic_bytes = 3

#ifdef CORDEE_BZIP2

#include <bzlib.h>

typedef struct Bzip2 {
  bz_stream z;
  bool ended; /* a member */
} Bzip2;

static bool bzip2_begin(void *self) { return BZ2_bzDecompressInit(&((Bzip2 *)self)->z, 0, 0) == BZ_OK; }

static void bzip2_end(void *self) { BZ2_bzDecompressEnd(&((Bzip2 *)self)->z); }

static bool bzip2_again(Bzip2 *b) {
  bzip2_end(b);
  *b = (Bzip2){.ended = false};
  return bzip2_begin(b);
}

static CodecEnd bzip2_step(void *self, CodecPart *part) {
  Bzip2 *const b = self;
  if (b->ended && !bzip2_again(b)) return CODEC_NO_MEMORY;
  const unsigned from = part_size(part->left), room = part_size(part->room);
  b->z.next_in = (char *)part->from;
  b->z.avail_in = from;
  b->z.next_out = part->to;
  b->z.avail_out = room;
  const int rc = BZ2_bzDecompress(&b->z);
  part_move(part, from - b->z.avail_in, room - b->z.avail_out);
  b->ended = rc == BZ_STREAM_END;
  if (b->ended) return CODEC_END;
  if (rc == BZ_MEM_ERROR) return CODEC_NO_MEMORY;
  return rc == BZ_OK ? CODEC_MORE : CODEC_DAMAGED;
}

static const char *bzip2_why(const void *self) {
  (void)self;
  return "wrong data";
}

const Codec codec_bzip2 = {
    BZIP2_MAGIC,        .bytes = sizeof(Bzip2), .begin = bzip2_begin,
    .step = bzip2_step, .why = bzip2_why,       .end = bzip2_end,
};

#else
const Codec codec_bzip2 = {BZIP2_MAGIC, .library = "libbz2"};
#endif

/* ---- xz ---- */

#define XZ_MAGIC .name = "xz", .magic = "\xfd\x37zXZ\0", .magic_bytes = 6

#ifdef CORDEE_LZMA

#include <lzma.h>
#include "memory.h"

typedef struct Xz {
  lzma_stream z;
  lzma_ret last;
} Xz;

static bool xz_begin(void *self) {
  const uint64_t free_bytes = memory_free(), allowed = memory_allowed();
  const uint64_t most = free_bytes < allowed ? free_bytes : allowed; /* of what a header may claim */
  return lzma_stream_decoder(&((Xz *)self)->z, most, LZMA_CONCATENATED) == LZMA_OK;
}

/* All members are one to liblzma. */
static CodecEnd xz_step(void *self, CodecPart *part) {
  Xz *const x = self;
  x->z.next_in = (const uint8_t *)part->from;
  x->z.avail_in = part->left;
  x->z.next_out = (uint8_t *)part->to;
  x->z.avail_out = part->room;
  x->last = lzma_code(&x->z, LZMA_FINISH);
  part_move(part, part->left - x->z.avail_in, part->room - x->z.avail_out);
  if (x->last == LZMA_STREAM_END) return CODEC_END;
  if (x->last == LZMA_MEM_ERROR || x->last == LZMA_MEMLIMIT_ERROR) return CODEC_NO_MEMORY;
  return x->last == LZMA_OK || x->last == LZMA_BUF_ERROR ? CODEC_MORE : CODEC_DAMAGED;
}

static const char *xz_why(const void *self) {
  const Xz *const x = self;
  if (x->last == LZMA_OPTIONS_ERROR) return "unknown options";
  return x->last == LZMA_FORMAT_ERROR ? "no xz stream" : "wrong data";
}

static void xz_end(void *self) { lzma_end(&((Xz *)self)->z); }

const Codec codec_xz = {
    XZ_MAGIC, .bytes = sizeof(Xz), .begin = xz_begin, .step = xz_step, .why = xz_why, .end = xz_end,
};

#else
const Codec codec_xz = {XZ_MAGIC, .library = "liblzma"};
#endif

/* ---- Zstandard ---- */

#define ZSTD_MAGIC .name = "zstd", .magic = "\x28\xb5\x2f\xfd", .magic_bytes = 4

#ifdef CORDEE_ZSTD

#include <zstd.h>

typedef struct Zstd {
  ZSTD_DStream *z;
  size_t last;
} Zstd;

static bool zstd_begin(void *self) {
  Zstd *const s = self;
  s->z = ZSTD_createDStream();
  if (s->z && !ZSTD_isError(ZSTD_initDStream(s->z))) return true;
  ZSTD_freeDStream(s->z);
  return false;
}

static CodecEnd zstd_step(void *self, CodecPart *part) {
  Zstd *const s = self;
  ZSTD_inBuffer in = {part->from, part->left, 0};
  ZSTD_outBuffer out = {part->to, part->room, 0};
  s->last = ZSTD_decompressStream(s->z, &out, &in);
  part_move(part, in.pos, out.pos);
  if (ZSTD_isError(s->last)) return CODEC_DAMAGED;
  return s->last == 0 ? CODEC_END : CODEC_MORE;
}

static const char *zstd_why(const void *self) { return ZSTD_getErrorName(((const Zstd *)self)->last); }

static void zstd_end(void *self) { ZSTD_freeDStream(((Zstd *)self)->z); }

const Codec codec_zstd = {
    ZSTD_MAGIC,        .bytes = sizeof(Zstd), .begin = zstd_begin,
    .step = zstd_step, .why = zstd_why,       .end = zstd_end,
};

#else
const Codec codec_zstd = {ZSTD_MAGIC, .library = "libzstd"};
#endif
