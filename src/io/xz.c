/* xz, by liblzma: see codec.h. */
#include "codec.h"

#define MAGIC .name = "xz", .magic = "\xfd\x37zXZ\0", .magic_bytes = 6

#ifdef CORDEE_LZMA

#include <lzma.h>
#include <stdlib.h>
#include "memory.h"

typedef struct Xz {
  lzma_stream z;
  lzma_ret last;
} Xz;

static void *xz_open(void) {
  Xz *const x = calloc(1, sizeof *x);
  const uint64_t free_bytes = memory_free(), allowed = memory_allowed();
  const uint64_t most = free_bytes < allowed ? free_bytes : allowed; /* of what a header may claim */
  if (x && lzma_stream_decoder(&x->z, most, LZMA_CONCATENATED) == LZMA_OK) return x;
  free(x);
  return NULL;
}

/* All members are one to liblzma. */
static CodecEnd xz_step(void *self, CodecPart *part) {
  Xz *const x = self;
  x->z.next_in = (const uint8_t *)part->from, x->z.avail_in = part->left;
  x->z.next_out = (uint8_t *)part->to, x->z.avail_out = part->room;
  x->last = lzma_code(&x->z, LZMA_FINISH);
  part->from += part->left - x->z.avail_in, part->left = x->z.avail_in;
  part->to += part->room - x->z.avail_out, part->room = x->z.avail_out;
  if (x->last == LZMA_STREAM_END) return CODEC_END;
  if (x->last == LZMA_MEM_ERROR || x->last == LZMA_MEMLIMIT_ERROR) return CODEC_NO_MEMORY;
  return x->last == LZMA_OK || x->last == LZMA_BUF_ERROR ? CODEC_MORE : CODEC_DAMAGED;
}

static const char *xz_why(const void *self) {
  const Xz *const x = self;
  if (x->last == LZMA_OPTIONS_ERROR) return "unknown options";
  return x->last == LZMA_FORMAT_ERROR ? "no xz stream" : "wrong data";
}

static void xz_close(void *self) {
  Xz *const x = self;
  lzma_end(&x->z);
  free(x);
}

const Codec codec_xz = {MAGIC, .open = xz_open, .step = xz_step, .why = xz_why, .close = xz_close};

#else
const Codec codec_xz = {MAGIC, .library = "liblzma"};
#endif
