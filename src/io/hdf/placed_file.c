/* See placed_file.h. */
#include "placed_file.h"

#include <string.h>
#include <sys/stat.h>

Status placed_file_create(const char *path, herr_t (*fill)(hid_t file, void *what), void *what) {
  hdf5_quiet();
  hid_t file = hdf5_file_create(path);
  herr_t rc = file < 0 ? -1 : fill(file, what);
  if (file >= 0) rc |= H5Fclose(file);
  return rc < 0 ? hdf5_fail(ERR_IO, path, "cannot create") : OK;
}

Status placed_file_finish(const char *path, uint64_t bytes, const char block[FILE_BLOCK_BYTES]) {
  TRY(bytes_reserve(path, bytes));
  return bytes_head(path, block, FILE_BLOCK_BYTES);
}

Status placed_file_block(int fd, const char *path, const char *kind, const char *magic,
                         char block[FILE_BLOCK_BYTES + 1], uint64_t *bytes) {
  struct stat info;
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
    FAIL(ERR_FORMAT, "%s: not %s (not a plain file)", path, kind);
  *bytes = (uint64_t)info.st_size;
  block[FILE_BLOCK_BYTES] = 0;
  TRY(bytes_pread(fd, path, 0, block, FILE_BLOCK_BYTES));
  if (strncmp(block, magic, strlen(magic)) != 0) FAIL(ERR_FORMAT, "%s: not %s", path, kind);
  return OK;
}

Status placed_file_damaged(const char *path) {
  FAIL(ERR_FORMAT, "%s: damaged: its first %d bytes are not as written", path, FILE_BLOCK_BYTES);
}
