/* Memory that processes of a host have in common: one makes it, the others find it by its name. It belongs to no file, and is gone with the
 * last process that has it, however that ends. Linux only; Local. */
#ifndef CORDEE_SHARED_MEMORY_H
#define CORDEE_SHARED_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SHARED_NAME_MAX = 64 };

typedef struct SharedMemory {
  void *at; /* whole pages; NULL: none */
  uint64_t bytes;
} SharedMemory;

/* Zeroed memory, writable, and what others call it while *handle is open: close it by shared_memory_named. ERR_MEMORY: the system
 * gives none. */
Status shared_memory_make(uint64_t bytes, SharedMemory *out, int *handle, char name[SHARED_NAME_MAX]);
/* The same memory in another process; read-only unless `writable`. ERR_MEMORY: it is not found. */
Status shared_memory_find(const char *name, uint64_t bytes, bool writable, SharedMemory *out);
/* All have found it. */
void shared_memory_named(int handle);
void shared_memory_free(SharedMemory *memory);

#ifdef __cplusplus
}
#endif
#endif
