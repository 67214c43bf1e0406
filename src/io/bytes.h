/* Files as bytes: exact reads and writes at a place, reserved disk. Local. */
#ifndef CORDEE_IO_BYTES_H
#define CORDEE_IO_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include "status.h"

enum { FILE_BLOCK_BYTES = 4096 }; /* of our HDF5 files: text before HDF5's part */

/* pread and pwrite of exactly so many bytes; bytes beyond the file's end are read as zeros. ERR_NO_INPUT; ERR_IO. */
Status bytes_pread(int fd, const char *path, uint64_t at, void *to, size_t bytes);
Status bytes_pwrite(int fd, const char *path, uint64_t at, const void *from, size_t bytes);

/* Writes the first bytes of the file at `path`, which is there, and no link. ERR_IO. */
Status bytes_head(const char *path, const void *from, size_t bytes);

/* Makes the file at `path` `bytes` long on reserved disk, so that a full disk shows before the work begins (with fsync: file systems
 * that allocate late report it then). Copy-on-write file systems guarantee less. ERR_IO. */
Status bytes_reserve(const char *path, uint64_t bytes);

Status bytes_sync(int fd, const char *path); /* ERR_IO */

#endif
