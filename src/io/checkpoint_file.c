/* The bytes of a checkpoint: see checkpoint_file.h. Step 7 of the flow, below checkpoint_save.c and _load.c.
 *
 * Digest: XXH3-64 (Collet, xxHash) of each 16 MiB segment after the user block, then XXH3-64 of (schema, file
 * size, segment digests in order): the ranks share the reading, and their number does not show. */
#include "checkpoint_file.h"
#include "checkpoint.h"
#include "../mpi/comm.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define MAGIC "cordee checkpoint "
static const uint64_t segment_bytes = 16u << 20;

Status checkpoint_path(const char *path, const char *suffix, char out[PATH_MAX]) {
  if (snprintf(out, PATH_MAX, "%s%s", path, suffix) >= PATH_MAX) FAIL(ERR_USAGE, "path too long: %s", path);
  return OK;
}

Status checkpoint_reserve(const char *path, uint64_t bytes) {
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  int failed = posix_fallocate(fd, 0, (off_t)bytes);
  if (!failed && fsync(fd) != 0) failed = errno;
  close(fd);
  if (failed) FAIL(ERR_IO, "%s: %s (%" PRIu64 " bytes needed)", path, strerror(failed), bytes);
  return OK;
}

/* Reads exactly `bytes`; `failure` is what the caller calls a file that cannot be read. */
static Status bytes_read(int fd, const char *path, uint64_t offset, char *to, size_t bytes, Status failure) {
  while (bytes) {
    ssize_t got = pread(fd, to, bytes, (off_t)offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) FAIL(failure, "%s: %s", path, got < 0 ? strerror(errno) : "shrinks while it is read");
    to += got, offset += (uint64_t)got, bytes -= (size_t)got;
  }
  return OK;
}

/* Digests of segments rank, rank + size, ... of the `bytes` of the file into digest[]; the others are not
 * touched. */
static Status segments_digest(MPI_Comm comm, int fd, const char *path, uint64_t bytes, uint64_t *digest,
                              Status failure) {
  int rank, size;
  Status status = OK;
  MPI_Comm_rank(comm, &rank), MPI_Comm_size(comm, &size);
  uint64_t body = bytes - CHECKPOINT_BLOCK_BYTES;
  char *buffer = malloc(body < segment_bytes ? body + 1 : segment_bytes);
  if (!buffer) FAIL(ERR_MEMORY, "%s: no memory to compute its digest", path);
  for (uint64_t s = (uint64_t)rank; s * segment_bytes < body && status == OK; s += (uint64_t)size) {
    uint64_t at = s * segment_bytes, length = body - at < segment_bytes ? body - at : segment_bytes;
    status = bytes_read(fd, path, CHECKPOINT_BLOCK_BYTES + at, buffer, length, failure);
    digest[s] = XXH3_64bits(buffer, length);
  }
  free(buffer);
  return status;
}

/* The digest of the file behind every rank's fd. Collective. */
static Status file_digest(MPI_Comm comm, int fd, const char *path, uint64_t bytes, uint64_t *digest,
                          Status failure) {
  size_t segments = (size_t)((bytes - CHECKPOINT_BLOCK_BYTES + segment_bytes - 1) / segment_bytes);
  uint64_t *sums = calloc(2 + segments, sizeof *sums);
  Status status = sums ? OK : status_fail(ERR_MEMORY, "%s: no memory to compute its digest", path);
  if (status == OK) status = segments_digest(comm, fd, path, bytes, sums + 2, failure);
  TRY_GOTO(status_agree(comm, status), cleanup);
  sums[0] = CHECKPOINT_SCHEMA, sums[1] = bytes;
  MPI_Allreduce(MPI_IN_PLACE, sums + 2, (int)segments, MPI_UINT64_T, MPI_BOR, comm);
  *digest = XXH3_64bits(sums, (2 + segments) * sizeof *sums);
cleanup:
  free(sums);
  return status;
}

static void block_format(char block[CHECKPOINT_BLOCK_BYTES], uint64_t bytes, uint64_t digest) {
  memset(block, 0, CHECKPOINT_BLOCK_BYTES);
  snprintf(block, CHECKPOINT_BLOCK_BYTES, MAGIC "%d bytes %" PRIu64 " digest %016" PRIx64 "\n",
           CHECKPOINT_SCHEMA, bytes, digest);
}

/* What the user block of a file of `found` bytes says. Every byte of it counts: it must be as block_format
 * writes. */
static Status block_parse(const char *path, const char *block, uint64_t found, uint64_t *bytes,
                          uint64_t *digest) {
  char expected[CHECKPOINT_BLOCK_BYTES];
  unsigned schema = 0;
  if (strncmp(block, MAGIC, sizeof MAGIC - 1) != 0) FAIL(ERR_FORMAT, "%s: not a checkpoint", path);
  int words = sscanf(block, MAGIC "%u bytes %" SCNu64 " digest %" SCNx64, &schema, bytes, digest);
  if (words >= 1 && schema > CHECKPOINT_SCHEMA)
    FAIL(ERR_FORMAT, "%s: a checkpoint of schema %u; this program reads up to %d", path, schema,
         CHECKPOINT_SCHEMA);
  if (words == 3 && found < *bytes)
    FAIL(ERR_FORMAT, "%s: truncated: expected %" PRIu64 " bytes, found %" PRIu64, path, *bytes, found);
  if (words == 3 && found > *bytes)
    FAIL(ERR_FORMAT, "%s: damaged: expected %" PRIu64 " bytes, found %" PRIu64, path, *bytes, found);
  block_format(expected, *bytes, *digest);
  if (words != 3 || found < sizeof expected || memcmp(block, expected, sizeof expected) != 0)
    FAIL(ERR_FORMAT, "%s: damaged: its first %d bytes are not as written", path, CHECKPOINT_BLOCK_BYTES);
  return OK;
}

/* Opens a checkpoint and checks everything but the digest. Local. */
static Status block_open(const char *path, int *out, uint64_t *bytes, uint64_t *digest) {
  char block[CHECKPOINT_BLOCK_BYTES + 1] = "";
  struct stat info = {0};
  Status status = OK;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe is not waited for */
  if (fd < 0 || fstat(fd, &info) != 0) FAIL_GOTO(cleanup, ERR_NO_INPUT, "%s: %s", path, strerror(errno));
  if (!S_ISREG(info.st_mode)) FAIL_GOTO(cleanup, ERR_FORMAT, "%s: not a checkpoint (not a plain file)", path);
  uint64_t found = (uint64_t)info.st_size;
  size_t head = found < CHECKPOINT_BLOCK_BYTES ? (size_t)found : CHECKPOINT_BLOCK_BYTES;
  TRY_GOTO(bytes_read(fd, path, 0, block, head, ERR_NO_INPUT), cleanup);
  TRY_GOTO(block_parse(path, block, found, bytes, digest), cleanup);
  *out = fd;
  return OK;
cleanup:
  if (fd >= 0) close(fd);
  return status;
}

Status checkpoint_verify(MPI_Comm comm, const char *path) {
  int fd = -1;
  uint64_t bytes = 0, expected = 0, found = 0;
  Status status = OK;
  TRY_GOTO(status_agree(comm, block_open(path, &fd, &bytes, &expected)), cleanup);
  TRY_GOTO(file_digest(comm, fd, path, bytes, &found, ERR_NO_INPUT), cleanup);
  if (found != expected) status = status_fail(ERR_FORMAT, "%s: damaged: digest differs", path);
  TRY_GOTO(status_agree(comm, status), cleanup);
cleanup:
  if (fd >= 0) close(fd);
  return status;
}

/* Opens a finished file and brings this machine's share of it to the disk: other machines hold other shares.
 */
static Status file_sync(const char *path, int *fd, uint64_t *bytes) {
  struct stat info;
  *fd = open(path, O_RDWR | O_CLOEXEC);
  if (*fd < 0 || fsync(*fd) != 0 || fstat(*fd, &info) != 0) FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  *bytes = (uint64_t)info.st_size;
  if (*bytes < CHECKPOINT_BLOCK_BYTES) FAIL(ERR_INTERNAL, "%s: HDF5 left %" PRIu64 " bytes", path, *bytes);
  return OK;
}

static Status block_write(int fd, const char *path, uint64_t bytes, uint64_t digest) {
  char block[CHECKPOINT_BLOCK_BYTES];
  block_format(block, bytes, digest);
  errno = ENOSPC; /* for a write that is merely short */
  if (pwrite(fd, block, sizeof block, 0) != (ssize_t)sizeof block || fsync(fd) != 0)
    FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  return OK;
}

Status checkpoint_stamp(MPI_Comm comm, const char *path, uint64_t *bytes) {
  int fd = -1, rank;
  uint64_t size = 0, digest = 0;
  Status status = OK;
  MPI_Comm_rank(comm, &rank);
  TRY_GOTO(status_agree(comm, file_sync(path, &fd, &size)), cleanup);
  TRY_GOTO(file_digest(comm, fd, path, size, &digest, ERR_IO), cleanup);
  TRY_GOTO(status_agree(comm, rank == 0 ? block_write(fd, path, size, digest) : OK), cleanup);
  *bytes = size;
cleanup:
  if (fd >= 0) close(fd);
  return status;
}

/* Whether the user block and the size are right: cheap, so the digest is left out. */
static int looks_complete(const char *path) {
  int fd;
  uint64_t bytes, digest;
  if (block_open(path, &fd, &bytes, &digest) != OK) {
    status_clear();
    return 0;
  }
  close(fd);
  return 1;
}

/* PATH.prev becomes the file at `path`, which stays: a second name, moved over the old PATH.prev. */
static Status previous_keep(const char *path, const char *previous) {
  char link_path[PATH_MAX];
  struct stat info = {0};
  TRY(checkpoint_path(previous, ".new", link_path));
  if (stat(path, &info) != 0 && errno == ENOENT) return OK; /* the first checkpoint of its name */
  if (!S_ISREG(info.st_mode)) FAIL(ERR_IO, "%s: is there, and is not a plain file", path);
  if (!looks_complete(path) && looks_complete(previous)) return OK; /* never a worse one for a better one */
  unlink(link_path);
  if (link(path, link_path) != 0) {
    if (rename(path, previous) == 0) return OK; /* no hard links here */
    FAIL(ERR_IO, "%s: %s", previous, strerror(errno));
  }
  int failed = rename(link_path, previous) ? errno : 0;
  unlink(link_path); /* rename leaves it when both already name the same file */
  if (failed) FAIL(ERR_IO, "%s: %s", previous, strerror(failed));
  return OK;
}

/* Makes the renames durable. Failing is no failure: what a power cut would undo is the renames, and the files
 * that come back are complete. */
static void directory_sync(const char *path) {
  char folder[PATH_MAX];
  const char *slash = strrchr(path, '/');
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path + 1) : 1, slash ? path : ".");
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

Status checkpoint_publish(const char *fresh, const char *path) {
  char previous[PATH_MAX];
  TRY(checkpoint_path(path, ".prev", previous));
  TRY(previous_keep(path, previous));
  if (rename(fresh, path) != 0) {
    int failed = errno;
    if (access(path, F_OK) != 0) rename(previous, path); /* without hard links it was moved away */
    FAIL(ERR_IO, "%s: %s", path, strerror(failed));
  }
  directory_sync(path);
  return OK;
}
