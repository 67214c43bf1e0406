/* Bytes in memory that have a path, for readers and writers that open files. Local. */
#ifndef CORDEE_IO_MEMORY_FILE_H
#define CORDEE_IO_MEMORY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include "status.h"

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
