/* xz, by liblzma: see codec.h. */
#include "codec.h"

#define MAGIC .name = "xz", .magic = "\xfd\x37zXZ\0", .magic_bytes = 6

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
    MAGIC, .bytes = sizeof(Xz), .begin = xz_begin, .step = xz_step, .why = xz_why, .end = xz_end,
};

#else
const Codec codec_xz = {MAGIC, .library = "liblzma"};
#endif
