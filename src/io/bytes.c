/* See bytes.h. */
#include "bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

Status bytes_pread(int fd, const char *path, uint64_t at, void *to, size_t bytes) {
  while (bytes) {
    ssize_t got = pread(fd, to, bytes, (off_t)at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) FAIL(ERR_NO_INPUT, "%s: %s", path, strerror(errno));
    if (got == 0) {
      memset(to, 0, bytes);
      return OK;
    }
    to = (char *)to + got;
    at += (uint64_t)got;
    bytes -= (size_t)got;
  }
  return OK;
}

Status bytes_pwrite(int fd, const char *path, uint64_t at, const void *from, size_t bytes) {
  while (bytes) {
    ssize_t put = pwrite(fd, from, bytes, (off_t)at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) FAIL(ERR_IO, "%s: %s", path, strerror(put < 0 ? errno : ENOSPC));
    from = (const char *)from + put;
    at += (uint64_t)put;
    bytes -= (size_t)put;
  }
  return OK;
}

Status bytes_head(const char *path, const void *from, size_t bytes) {
  int fd = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  const Status status = bytes_pwrite(fd, path, 0, from, bytes);
  close(fd);
  return status;
}

Status bytes_reserve(const char *path, uint64_t bytes) {
  int fd = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  int failed = posix_fallocate(fd, 0, (off_t)bytes);
  if (!failed && fsync(fd) != 0) failed = errno;
  close(fd);
  if (failed) FAIL(ERR_IO, "%s: %s (%" PRIu64 " bytes needed)", path, strerror(failed), bytes);
  return OK;
}

Status bytes_sync(int fd, const char *path) {
  if (fsync(fd) != 0) FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  return OK;
}
