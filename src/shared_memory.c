/* See shared_memory.h: a nameless file in memory, which others open through the maker's table of files. */
#include "shared_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static Status memory_map(int file, uint64_t bytes, int access, SharedMemory *out) {
  void *at = mmap(NULL, bytes, access, MAP_SHARED, file, 0);
  *out = (SharedMemory){.at = NULL};
  if (at == MAP_FAILED)
    FAIL(ERR_MEMORY, "no memory for %llu bytes that ranks share: %s", (unsigned long long)bytes,
         strerror(errno));
  *out = (SharedMemory){at, bytes};
  return OK;
}

Status shared_memory_make(uint64_t bytes, SharedMemory *out, int *handle, char name[SHARED_NAME_MAX]) {
  const int file = memfd_create("cordee", MFD_CLOEXEC);
  *out = (SharedMemory){.at = NULL};
  *handle = file;
  name[0] = 0;
  if (file < 0 || ftruncate(file, (off_t)bytes) != 0)
    FAIL(ERR_MEMORY, "no memory for %llu bytes that ranks share: %s", (unsigned long long)bytes,
         strerror(errno));
  snprintf(name, SHARED_NAME_MAX, "/proc/%d/fd/%d", (int)getpid(), file);
  return memory_map(file, bytes, PROT_READ | PROT_WRITE, out);
}

/* Where processes have numbers of their own, as in containers, the name may stand for another file. */
static bool file_holds(int file, uint64_t bytes) {
  struct stat about;
  return fstat(file, &about) == 0 && S_ISREG(about.st_mode) && (uint64_t)about.st_size >= bytes;
}

Status shared_memory_find(const char *name, uint64_t bytes, bool writable, SharedMemory *out) {
  const int file = open(name, (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK);
  *out = (SharedMemory){.at = NULL};
  if (file < 0) FAIL(ERR_MEMORY, "%s: memory that ranks share is not found: %s", name, strerror(errno));
  const Status status =
      file_holds(file, bytes)
          ? memory_map(file, bytes, writable ? PROT_READ | PROT_WRITE : PROT_READ, out)
          : status_fail(ERR_MEMORY, "%s: expected memory that ranks share, found another file", name);
  close(file);
  return status;
}

void shared_memory_named(int handle) {
  if (handle >= 0) close(handle);
}

void shared_memory_free(SharedMemory *memory) {
  if (memory->at) munmap(memory->at, memory->bytes);
  memory->at = NULL;
}
