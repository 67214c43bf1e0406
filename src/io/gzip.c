/* gzip (RFC 1952), by zlib: see codec.h. */
#include <zlib.h>
#include "codec.h"

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
