/* The digest of a checkpoint, without its user block: of segments, which the ranks share, then of these digests. Local. */
#ifndef CORDEE_IO_CHECKPOINT_CHECKPOINT_DIGEST_H
#define CORDEE_IO_CHECKPOINT_CHECKPOINT_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include "io/bytes.h"

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

/* Reads exactly `bytes`. `failure`: the status if it cannot. */
Status checkpoint_read(int fd, const char *path, uint64_t offset, void *to, size_t bytes, Status failure);

#endif
