/* Digests of files' contents, by which results know whether their inputs have changed. Local, host only. */
#ifndef CORDEE_IO_FILE_DIGEST_H
#define CORDEE_IO_FILE_DIGEST_H

#include <stdint.h>
#include "status.h"

enum {
  FILE_DIGEST_NONE = 0, /* there is no file, or it cannot be read */
  FILE_DIGEST_STREAM =
      1 /* a pipe, which can be read once only: nobody knows whether the next one says the same */
};

/* XXH3-64 of the bytes of the plain file at `path`, as they are: a compressed file is not unpacked; of one that is larger than the free memory, its size and its first
 * bytes. Neither the name nor a time counts. ERR_STOPPED: halting is due (halt.h). */
Status file_digest(const char *path, uint64_t *digest);

#endif
