/* Zstandard (RFC 8878), by libzstd: see codec.h. */
#include "codec.h"

#define MAGIC .name = "zstd", .magic = "\x28\xb5\x2f\xfd", .magic_bytes = 4

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
    MAGIC, .bytes = sizeof(Zstd), .begin = zstd_begin, .step = zstd_step, .why = zstd_why, .end = zstd_end,
};

#else
const Codec codec_zstd = {MAGIC, .library = "libzstd"};
#endif
