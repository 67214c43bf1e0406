/* Files of named arrays: HDF5, a dataset an array, nothing else. Local. */
#ifndef CORDEE_IO_ARRAYS_ARRAYS_H
#define CORDEE_IO_ARRAYS_ARRAYS_H

#include <stdbool.h>
#include <stdint.h>
#include "field.h"
#include "status.h"

typedef struct Array {
  const char *name;
  Dtype dtype;
  uint64_t count;
  const void *values; /* (count) */
  uint64_t bytes;     /* of a text, which ends in zeros if it is shorter; dtype is DTYPE_COUNT */
} Array;

/* Writes them as a new file. When it is complete, it replaces the one at `path`, which has to have all of them. ERR_IO; ERR_USAGE: another
 * file is there. */
Status arrays_write(const char *path, const Array *arrays, int count);

/* Whether the bytes are the beginning of such a file. */
bool arrays_are(const char *bytes, uint64_t count);

/* The array `name`, of whole numbers from 0 to `most` of 32 or 64 bits, as uint32_t (wide: as uint64_t), for the caller to free.
 * ERR_FORMAT: there is none, or other numbers are in it; ERR_MEMORY. */
Status arrays_read(const char *path, const char *name, uint64_t most, bool wide, void **out, uint64_t *count);

#endif
