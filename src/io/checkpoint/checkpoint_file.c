/* See checkpoint_file.h. */
#include "checkpoint_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "c_locale.h"
#include "checkpoint.h"
#include "io/bytes.h"
#include "io/output.h"
#include "io/path.h"
#include "status.h"

/* ---- digest ---- */

/* XXH3-64 (Collet, xxHash) of each 16 MiB segment after the user block, then XXH3-64 of (schema, file size, segment
 * digests in order). So the ranks share the reading, and the digest does not depend on their number. */

static const uint64_t segment_bytes = 16u << 20;
enum { PIECE_BYTES = 1 << 20 }; /* of a segment, in memory at a time */

/* Reads exactly `bytes`. `failure`: the status if it cannot. */
static Status checkpoint_read(int fd, const char *path, uint64_t offset, void *out, size_t bytes,
                              Status failure) {
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

/* ---- file ---- */

#define MAGIC "cordee checkpoint "
enum { CLAIM_TRIES = 50 }; /* a tenth of a second each */

static void block_format(char block[FILE_BLOCK_BYTES], Stamp stamp) {
  memset(block, 0, FILE_BLOCK_BYTES);
  c_snprintf(block, FILE_BLOCK_BYTES, MAGIC "%u bytes %" PRIu64 " digest %016" PRIx64 "\n", stamp.schema,
             stamp.bytes, stamp.digest);
}

/* Parses the user block of a file of `found` bytes. Every byte of it must be as block_format writes it. */
static Status block_parse(const char *path, const char *block, uint64_t found, Stamp *stamp) {
  char expected[FILE_BLOCK_BYTES];
  if (strncmp(block, MAGIC, sizeof MAGIC - 1) != 0) FAIL(ERR_FORMAT, "%s: not a checkpoint", path);
  int words = c_sscanf(block, MAGIC "%u bytes %" SCNu64 " digest %" SCNx64, &stamp->schema, &stamp->bytes,
                       &stamp->digest);
  if (words >= 1 && stamp->schema > CHECKPOINT_SCHEMA)
    FAIL(ERR_FORMAT, "%s: a checkpoint of schema %u; this program reads up to %d", path, stamp->schema,
         CHECKPOINT_SCHEMA);
  if (words == 3 && found < stamp->bytes)
    FAIL(ERR_FORMAT, "%s: truncated: expected %" PRIu64 " bytes, found %" PRIu64, path, stamp->bytes, found);
  if (words == 3 && found > stamp->bytes)
    FAIL(ERR_FORMAT, "%s: damaged: expected %" PRIu64 " bytes, found %" PRIu64, path, stamp->bytes, found);
  block_format(expected, *stamp);
  if (words != 3 || stamp->schema < 1 || found < sizeof expected ||
      memcmp(block, expected, sizeof expected) != 0)
    FAIL(ERR_FORMAT, "%s: damaged: its first %d bytes are not as written", path, FILE_BLOCK_BYTES);
  return OK;
}

Status checkpoint_open(const char *path, int *out, Stamp *stamp) {
  char block[FILE_BLOCK_BYTES + 1] = "";
  struct stat info = {0};
  Status status = OK;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* does not wait for a pipe */
  if (fd < 0 || fstat(fd, &info) != 0) FAIL_GOTO(cleanup, ERR_NO_INPUT, "%s: %s", path, strerror(errno));
  if (!S_ISREG(info.st_mode)) FAIL_GOTO(cleanup, ERR_FORMAT, "%s: not a checkpoint (not a plain file)", path);
  uint64_t found = (uint64_t)info.st_size;
  size_t head = found < FILE_BLOCK_BYTES ? (size_t)found : FILE_BLOCK_BYTES;
  TRY_GOTO(checkpoint_read(fd, path, 0, block, head, ERR_NO_INPUT), cleanup);
  TRY_GOTO(block_parse(path, block, found, stamp), cleanup);
  *out = fd;
  return OK;
cleanup:
  if (fd >= 0) close(fd);
  return status;
}

/* The line of a file that is being written: neither a stamp nor another file's claim. */
static void claim_format(char block[FILE_BLOCK_BYTES], uint64_t token) {
  memset(block, 0, FILE_BLOCK_BYTES);
  c_snprintf(block, FILE_BLOCK_BYTES, MAGIC "not complete, token %016" PRIx64 "\n", token);
}

Status checkpoint_claim(int fd, const char *path, uint64_t token) {
  char block[FILE_BLOCK_BYTES];
  claim_format(block, token);
  TRY(bytes_pwrite(fd, path, 0, block, sizeof block));
  return bytes_sync(fd, path);
}

/* 1 if the file behind fd has the token. */
static int claim_found(int fd, uint64_t token) {
  char block[FILE_BLOCK_BYTES], expected[FILE_BLOCK_BYTES];
  claim_format(expected, token);
  return pread(fd, block, sizeof block, 0) == (ssize_t)sizeof block &&
         memcmp(block, expected, sizeof block) == 0;
}

Status checkpoint_claimed(const char *path, uint64_t token, int *out) {
  const struct timespec moment = {0, 100000000};
  int failed = 0;
  for (int tries = 0; tries < CLAIM_TRIES; tries++) {
    int fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    failed = fd < 0 ? errno : 0;
    if (fd >= 0 && claim_found(fd, token)) {
      *out = fd;
      return OK;
    }
    if (fd >= 0) close(fd);
    nanosleep(&moment, NULL);
  }
  FAIL(ERR_IO, "%s: %s", path,
       failed ? strerror(failed) : "is not the file that rank 0 writes: is its folder shared?");
}

Status checkpoint_stamp(int fd, const char *path, uint64_t bytes, uint64_t *sums) {
  char block[FILE_BLOCK_BYTES];
  struct stat info;
  block_format(block,
               (Stamp){CHECKPOINT_SCHEMA, bytes, checkpoint_sums_digest(CHECKPOINT_SCHEMA, bytes, sums)});
  if (fstat(fd, &info) != 0) FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  if ((uint64_t)info.st_size != bytes)
    FAIL(ERR_IO, "%s: expected %" PRIu64 " bytes, found %" PRIu64, path, bytes, (uint64_t)info.st_size);
  TRY(bytes_pwrite(fd, path, 0, block, sizeof block));
  return bytes_sync(fd, path);
}

/* Whether user block and size are right; the digest is not computed, which would take long. */
static int looks_complete(const char *path) {
  int fd;
  Stamp stamp;
  if (checkpoint_open(path, &fd, &stamp) != OK) {
    status_clear();
    return 0;
  }
  close(fd);
  return 1;
}

/* Gives the file at `path` the name PATH.prev too, by a second name that is moved over the old PATH.prev. */
static Status previous_keep(const char *path, const char *previous) {
  char second[PATH_MAX];
  struct stat info = {0};
  if (stat(path, &info) != 0 && errno == ENOENT)
    return OK; /* the first of its name, or somebody deleted it */
  if (!S_ISREG(info.st_mode)) FAIL(ERR_IO, "%s: is there, and is not a plain file", path);
  if (!looks_complete(path) && looks_complete(previous))
    return OK; /* a sound PATH.prev is not replaced by a damaged file */
  if (temporary_second(path, second) != 0) {
    if (rename(path, previous) == 0 || errno == ENOENT)
      return OK; /* no hard links here, or deleted just now */
    FAIL(ERR_IO, "%s: %s", previous, strerror(errno));
  }
  int failed = rename(second, previous) ? errno : 0;
  unlink(second); /* rename leaves it when both already name the same file */
  if (failed) FAIL(ERR_IO, "%s: %s", previous, strerror(failed));
  return OK;
}

Status checkpoint_publish(const char *temporary, const char *path) {
  char previous[PATH_MAX];
  TRY(path_append(path, ".prev", previous));
  TRY(previous_keep(path, previous));
  if (rename(temporary, path) != 0) {
    int failed = errno;
    if (access(path, F_OK) != 0) rename(previous, path); /* without hard links it was moved away */
    FAIL(ERR_IO, "%s: %s", path, strerror(failed));
  }
  folder_sync(path);
  return OK;
}
