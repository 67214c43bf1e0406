/* bzip2, by libbz2: see codec.h. */
#include "codec.h"

#define MAGIC .name = "bzip2", .magic = "BZh", .magic_bytes = 3

#ifdef CORDEE_BZIP2

#include <bzlib.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct Bzip2 {
  bz_stream z;
  bool ended; /* a member */
} Bzip2;

static void *bzip2_open(void) {
  Bzip2 *const b = calloc(1, sizeof *b);
  if (b && BZ2_bzDecompressInit(&b->z, 0, 0) == BZ_OK) return b;
  free(b);
  return NULL;
}

static bool bzip2_again(Bzip2 *b) {
  BZ2_bzDecompressEnd(&b->z);
  b->z = (bz_stream){.next_in = NULL}, b->ended = false;
  return BZ2_bzDecompressInit(&b->z, 0, 0) == BZ_OK;
}

static unsigned part_size(size_t bytes) { return (unsigned)(bytes < INT_MAX ? bytes : INT_MAX); }

static CodecEnd bzip2_step(void *self, CodecPart *part) {
  Bzip2 *const b = self;
  if (b->ended && !bzip2_again(b)) return CODEC_NO_MEMORY;
  const unsigned from = part_size(part->left), room = part_size(part->room);
  b->z.next_in = (char *)part->from, b->z.avail_in = from;
  b->z.next_out = part->to, b->z.avail_out = room;
  const int rc = BZ2_bzDecompress(&b->z);
  part->from += from - b->z.avail_in, part->left -= from - b->z.avail_in;
  part->to += room - b->z.avail_out, part->room -= room - b->z.avail_out;
  b->ended = rc == BZ_STREAM_END;
  if (b->ended) return CODEC_END;
  if (rc == BZ_MEM_ERROR) return CODEC_NO_MEMORY;
  return rc == BZ_OK ? CODEC_MORE : CODEC_DAMAGED;
}

static const char *bzip2_why(const void *self) {
  (void)self;
  return "wrong data";
}

static void bzip2_close(void *self) {
  Bzip2 *const b = self;
  BZ2_bzDecompressEnd(&b->z);
  free(b);
}

const Codec codec_bzip2 = {MAGIC, .open = bzip2_open, .step = bzip2_step, .why = bzip2_why,
                           .close = bzip2_close};

#else
const Codec codec_bzip2 = {MAGIC, .library = "libbz2"};
#endif
