/* Reads text files: instances, job files, solutions, tables. Local, host only.
 *
 * A path names a plain file, standard input ("-"), or a pipe (a FIFO, such as the shell's <(...)), which gives at most
 * INPUT_STREAM_MAX bytes and must have a writer within INPUT_WAIT_S. Devices are refused, because they have no end. What is
 * compressed by gzip is unpacked, whatever its name: to at most INPUT_UNPACKED_MAX bytes, of a pipe INPUT_STREAM_MAX. The mark of UTF-8 at the
 * beginning is left out, and UTF-16 is refused (encoding.h). */
#ifndef CORDEE_IO_INPUT_H
#define CORDEE_IO_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include "status.h"

#define INPUT_STREAM_MAX   ((size_t)1 << 30)
#define INPUT_UNPACKED_MAX ((size_t)1 << 36)
enum { INPUT_WAIT_S = 10 };

/* Reads all of it into *text, owned by the caller (free), not ended by a NUL. ERR_NO_INPUT: it cannot be read; ERR_STOPPED: halting
 * is due (halt.h) before the end of a pipe; ERR_FORMAT: a device, a pipe that gives too much, damaged gzip data; ERR_MEMORY. */
Status text_read(const char *path, char **text, size_t *bytes);

/* The first bytes of a plain file's text, at most `size`; how many. 0: there is none that can be read. */
size_t text_head(const char *path, char *head, size_t size);

/* Whether it is standard input, or exists and is neither a plain file nor a folder: it can be read once only. */
bool input_is_stream(const char *path);

#endif
