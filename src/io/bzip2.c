/* bzip2, by libbz2: see codec.h. */
#include "codec.h"

#define MAGIC .name = "bzip2", .magic = "BZh", .magic_bytes = 3

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
    MAGIC,
    .bytes = sizeof(Bzip2),
    .begin = bzip2_begin,
    .step = bzip2_step,
    .why = bzip2_why,
    .end = bzip2_end,
};

#else
const Codec codec_bzip2 = {MAGIC, .library = "libbz2"};
#endif
