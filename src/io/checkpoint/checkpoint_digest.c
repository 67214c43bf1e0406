/* See checkpoint_digest.h.
 *
 * XXH3-64 (Collet, xxHash) of each 16 MiB segment after the user block, then XXH3-64 of (schema, file size, segment digests in
 * order). So the ranks share the reading, and the digest does not depend on their number. */
#include "checkpoint_digest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static const uint64_t segment_bytes = 16u << 20;
enum { PIECE_BYTES = 1 << 20 }; /* of a segment, in memory at a time */

Status checkpoint_read(int fd, const char *path, uint64_t offset, void *out, size_t bytes, Status failure) {
  char *to = out;
  while (bytes) {
    ssize_t got = pread(fd, to, bytes, (off_t)offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) FAIL(failure, "%s: %s", path, got < 0 ? strerror(errno) : "shrinks while it is read");
    to += got;
    offset += (uint64_t)got;
    bytes -= (size_t)got;
  }
  return OK;
}

uint64_t checkpoint_segments(uint64_t bytes) {
  return (bytes - FILE_BLOCK_BYTES + segment_bytes - 1) / segment_bytes;
}

/* The digest of a segment, read in small pieces. */
static Status segment_digest(const DigestJob *job, int fd, uint64_t at, uint64_t length, char *piece,
                             XXH3_state_t *state, uint64_t *digest) {
  XXH3_64bits_reset(state);
  for (uint64_t done = 0; done < length; done += PIECE_BYTES) {
    size_t some = length - done < PIECE_BYTES ? (size_t)(length - done) : PIECE_BYTES;
    TRY(checkpoint_read(fd, job->path, at + done, piece, some, job->failure));
    XXH3_64bits_update(state, piece, some);
  }
  *digest = XXH3_64bits_digest(state);
  return OK;
}

Status checkpoint_digest_part(const DigestJob *job, int fd, uint64_t *digest) {
  char *piece = malloc(PIECE_BYTES);
  XXH3_state_t *state = XXH3_createState();
  uint64_t body = job->bytes - FILE_BLOCK_BYTES;
  Status status =
      piece && state ? OK : status_fail(ERR_MEMORY, "%s: no memory to compute its digest", job->path);
  for (uint64_t s = (uint64_t)job->part; s * segment_bytes < body && status == OK;
       s += (uint64_t)job->parts) {
    uint64_t at = s * segment_bytes, length = body - at < segment_bytes ? body - at : segment_bytes;
    status = segment_digest(job, fd, FILE_BLOCK_BYTES + at, length, piece, state, &digest[s]);
  }
  free(piece);
  XXH3_freeState(state);
  return status;
}

uint64_t checkpoint_sums_digest(uint64_t schema, uint64_t bytes, uint64_t *sums) {
  sums[0] = schema;
  sums[1] = bytes;
  return XXH3_64bits(sums, (2 + checkpoint_segments(bytes)) * sizeof *sums);
}

uint64_t *checkpoint_sums_alloc(const char *path, uint64_t bytes) {
  uint64_t *sums = calloc(2 + checkpoint_segments(bytes), sizeof *sums);
  if (!sums) (void)status_fail(ERR_MEMORY, "%s: no memory to compute its digest", path);
  return sums;
}
