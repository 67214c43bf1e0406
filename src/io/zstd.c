/* Zstandard (RFC 8878), by libzstd: see codec.h. */
#include "codec.h"

#define MAGIC .name = "zstd", .magic = "\x28\xb5\x2f\xfd", .magic_bytes = 4

#ifdef CORDEE_ZSTD

#include <stdlib.h>
#include <zstd.h>

typedef struct Zstd {
  ZSTD_DStream *z;
  size_t last;
} Zstd;

static void *zstd_open(void) {
  Zstd *const s = calloc(1, sizeof *s);
  if (s) s->z = ZSTD_createDStream();
  if (s && s->z && !ZSTD_isError(ZSTD_initDStream(s->z))) return s;
  if (s) ZSTD_freeDStream(s->z);
  free(s);
  return NULL;
}

static CodecEnd zstd_step(void *self, CodecPart *part) {
  Zstd *const s = self;
  ZSTD_inBuffer in = {part->from, part->left, 0};
  ZSTD_outBuffer out = {part->to, part->room, 0};
  s->last = ZSTD_decompressStream(s->z, &out, &in);
  part->from += in.pos, part->left -= in.pos;
  part->to += out.pos, part->room -= out.pos;
  if (ZSTD_isError(s->last)) return CODEC_DAMAGED;
  return s->last == 0 ? CODEC_END : CODEC_MORE;
}

static const char *zstd_why(const void *self) { return ZSTD_getErrorName(((const Zstd *)self)->last); }

static void zstd_close(void *self) {
  Zstd *const s = self;
  ZSTD_freeDStream(s->z);
  free(s);
}

const Codec codec_zstd = {MAGIC, .open = zstd_open, .step = zstd_step, .why = zstd_why, .close = zstd_close};

#else
const Codec codec_zstd = {MAGIC, .library = "libzstd"};
#endif
