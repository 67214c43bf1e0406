/* A checkpoint as bytes on a disk: the user block, the digest of the whole file, and the renames that put a new file in the old
 * one's place. Knows no HDF5. */
#ifndef CORDEE_IO_CHECKPOINT_CHECKPOINT_FILE_H
#define CORDEE_IO_CHECKPOINT_CHECKPOINT_FILE_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include "checkpoint_digest.h"
#include "status.h"

/* Gives the file that is being written at `path` a line of text with `token`, for checkpoint_claimed, and flushes it. ERR_IO. Local:
 * call on one rank. */
Status checkpoint_claim(const char *path, uint64_t token);

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
