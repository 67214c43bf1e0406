/* See bytes.h. */
#include "bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include "c_locale.h"
#include "status.h"

/* ---- reads and writes at a place ---- */

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

Status bytes_reserve(int fd, const char *path, uint64_t bytes) {
  int failed = posix_fallocate(fd, 0, (off_t)bytes);
  if (!failed && fsync(fd) != 0) failed = errno;
  if (failed) FAIL(ERR_IO, "%s: %s (%" PRIu64 " bytes needed)", path, strerror(failed), bytes);
  return OK;
}

Status bytes_sync(int fd, const char *path) {
  if (fsync(fd) != 0) FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  return OK;
}

/* ---- bytes in memory that have a path ---- */

Status memory_file_make(const void *bytes, size_t count, MemoryFile *out) {
  *out = (MemoryFile){.fd = memfd_create("cordee", MFD_CLOEXEC)};
  if (out->fd < 0) FAIL(ERR_MEMORY, "no memory for a file of %zu bytes: %s", count, strerror(errno));
  c_snprintf(out->path, sizeof out->path, MEMORY_FILE_FOLDER "%d", out->fd);
  if (bytes_pwrite(out->fd, out->path, 0, bytes, count) == OK) return OK;
  memory_file_close(out);
  status_clear();
  FAIL(ERR_MEMORY, "no memory for a file of %zu bytes", count);
}

void memory_file_close(MemoryFile *file) {
  if (file->path[0]) close(file->fd);
  *file = (MemoryFile){.fd = -1};
}

bool memory_file_is(const char *path) {
  return strncmp(path, MEMORY_FILE_FOLDER, strlen(MEMORY_FILE_FOLDER)) == 0;
}

static Status descriptor_read(int fd, const char *path, void **bytes, size_t *count) {
  struct stat info;
  if (fstat(fd, &info) != 0) FAIL(ERR_NO_INPUT, "%s: %s", path, strerror(errno));
  void *data = malloc((size_t)info.st_size + 1);
  if (!data) FAIL(ERR_MEMORY, "%s: no memory for its %lld bytes", path, (long long)info.st_size);
  const Status status = bytes_pread(fd, path, 0, data, (size_t)info.st_size);
  if (status != OK) {
    free(data);
    return status;
  }
  *bytes = data;
  *count = (size_t)info.st_size;
  return OK;
}

Status memory_file_read(const char *path, void **bytes, size_t *count) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) FAIL(ERR_NO_INPUT, "%s: %s", path, strerror(errno));
  const Status status = descriptor_read(fd, path, bytes, count);
  close(fd);
  return status;
}

Status memory_path_make(char path[MEMORY_PATH_MAX], int *fd) {
  static const char *const folders[] = {"/dev/shm", P_tmpdir, NULL};
  for (int k = 0; folders[k]; k++) {
    snprintf(path, MEMORY_PATH_MAX, "%s/cordee-XXXXXX", folders[k]);
    *fd = mkostemp(path, O_CLOEXEC);
    if (*fd >= 0) return OK;
  }
  FAIL(ERR_IO, "%s: %s", path, strerror(errno));
}
