/* A checkpoint as bytes on a disk: the user block, the digest of the whole file, and the renames that put a new file
 * in the old one's place. Knows no HDF5. */
#ifndef CORDEE_IO_CHECKPOINT_CHECKPOINT_FILE_H
#define CORDEE_IO_CHECKPOINT_CHECKPOINT_FILE_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include "io/bytes.h"
#include "status.h"

/* ---- digest ---- */

/* The digest of a checkpoint, without its user block: of segments, which the ranks share, then of these digests. */

typedef struct DigestJob {
  const char *path; /* for messages */
  uint64_t bytes;   /* of the file, at least FILE_BLOCK_BYTES */
  int part, parts;  /* segments part, part + parts, ... */
  Status failure;   /* the status of a file that cannot be read */
} DigestJob;

uint64_t checkpoint_segments(uint64_t bytes);
/* Zeroed memory for two values and one a segment, which the caller frees. NULL: ERR_MEMORY has been recorded. */
uint64_t *checkpoint_sums_alloc(const char *path, uint64_t bytes);
/* The digest of all the file but its user block. Overwrites the first two values. */
uint64_t checkpoint_sums_digest(uint64_t schema, uint64_t bytes, uint64_t *sums);
/* Computes the digests of the job's segments into digest[]; the others are not changed. ERR_MEMORY, `failure`. Local. */
Status checkpoint_digest_part(const DigestJob *job, int fd, uint64_t *digest);

/* ---- file ---- */

/* Gives the file that is being written at `path` a line of text with `token`, for checkpoint_claimed, and flushes it. ERR_IO. Local:
 * call on one rank. */
Status checkpoint_claim(int fd, const char *path, uint64_t token);

/* Opens the file at `path` that has the token, for reading and writing: on network file systems a name may for a while mean the file
 * that had it before, the last complete checkpoint. Tries for some seconds. ERR_IO. Local. */
Status checkpoint_claimed(const char *path, uint64_t token, int *fd);

/* Writes the user block of a file whose segments' digests are sums[2...], and flushes it. ERR_IO. Local: on one
 * rank. */
Status checkpoint_stamp(int fd, const char *path, uint64_t bytes, uint64_t *sums);

/* What the user block says of its file. */
typedef struct Stamp {
  unsigned schema;
  uint64_t bytes, digest;
} Stamp;

/* Opens a checkpoint to read, and checks everything but the digest: user block, schema and size. The caller closes *fd.
 * ERR_NO_INPUT, ERR_FORMAT. Local. */
Status checkpoint_open(const char *path, int *fd, Stamp *stamp);

/* The file at `path` becomes PATH.prev, the one at `temporary` becomes `path`. `path` exists at every instant, if
 * it did before and the file system has hard links. ERR_IO: path is as it was. Local: call on one rank. */
Status checkpoint_publish(const char *temporary, const char *path);

#endif
