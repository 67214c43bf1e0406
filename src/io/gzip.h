/* Text that is compressed by gzip (RFC 1952), by zlib. Members may follow each other. Local, host only. */
#ifndef CORDEE_IO_GZIP_H
#define CORDEE_IO_GZIP_H

#include <stdbool.h>
#include <stddef.h>
#include "status.h"

/* Do these bytes begin as gzip's do? */
bool gzip_is(const char *bytes, size_t count);

/* What `bytes` bytes stand for, into *text, owned by the caller (free); at most `most` bytes. `path` is for messages. ERR_FORMAT: more, or
 * data that are damaged or cut short, "path:line: expected ..., found ..." by the lines unpacked so far; ERR_MEMORY; ERR_STOPPED: halting is due. */
Status gzip_inflate(const char *path, const char *from, size_t bytes, size_t most, char **text, size_t *out);

/* The same of the beginning alone, up to `size` bytes; how many. Damage ends it, and is no error. */
size_t gzip_head(const char *from, size_t bytes, char *head, size_t size);

#endif
