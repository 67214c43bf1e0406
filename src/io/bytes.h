/* Files as bytes: exact reads and writes at a place, and bytes in memory that have a path. Local. */
#ifndef CORDEE_IO_BYTES_H
#define CORDEE_IO_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "status.h"

/* ---- reads and writes at a place ---- */

/* Files as bytes: exact reads and writes at a place, reserved disk. */

enum { FILE_BLOCK_BYTES = 4096 }; /* of our HDF5 files: text before HDF5's part */

/* pread and pwrite of exactly so many bytes; bytes beyond the file's end are read as zeros. ERR_NO_INPUT; ERR_IO. */
Status bytes_pread(int fd, const char *path, uint64_t at, void *to, size_t bytes);
Status bytes_pwrite(int fd, const char *path, uint64_t at, const void *from, size_t bytes);

/* Makes an open file `bytes` long on reserved disk, so that a full disk shows before the work begins (with fsync: file systems
 * that allocate late report it then). Copy-on-write file systems guarantee less. ERR_IO. */
Status bytes_reserve(int fd, const char *path, uint64_t bytes);

Status bytes_sync(int fd, const char *path); /* ERR_IO */

/* ---- bytes in memory that have a path ---- */

/* Bytes in memory that have a path, for readers and writers that open files. */

#define MEMORY_FILE_FOLDER "/proc/self/fd/"

typedef struct MemoryFile {
  int fd;
  char path[32]; /* of this process alone; "": there is none */
} MemoryFile;

/* A file with a copy of these bytes. ERR_MEMORY. */
Status memory_file_make(const void *bytes, size_t count, MemoryFile *out);
void memory_file_close(MemoryFile *file);

/* Whether a path is that of a file in memory, and its bytes, for the caller to free. ERR_MEMORY, ERR_NO_INPUT. */
bool memory_file_is(const char *path);
Status memory_file_read(const char *path, void **bytes, size_t *count);

/* A file on a disk, in memory where the machine has a folder for that, for programs that need a real path: path[MEMORY_PATH_MAX] is to be unlinked soon.
 * *fd: for the caller to close. ERR_IO. */
enum { MEMORY_PATH_MAX = 64 };
Status memory_path_make(char path[MEMORY_PATH_MAX], int *fd);

#endif
