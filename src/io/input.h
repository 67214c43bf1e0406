/* Reads text files: instances, job files, solutions, tables. Local, host only.
 *
 * A path names a plain file, standard input ("-"), or a pipe (a FIFO, such as the shell's <(...)), which gives at
 * most INPUT_STREAM_MAX bytes and must have a writer within INPUT_WAIT_S. Devices are refused, because they have no
 * end; a plain file that does not say its size, as those of /proc, gives at most INPUT_UNSIZED_MAX bytes. Memory is
 * asked for before it is taken (memory_claim). What is compressed (unpack.h) is unpacked, whatever its name: to at
 * most INPUT_UNPACKED_MAX bytes, of a pipe INPUT_STREAM_MAX; of an archive one file is read (unpack.h). The mark of
 * UTF-8 at the beginning is left out, and UTF-16 is refused. */
#ifndef CORDEE_IO_INPUT_H
#define CORDEE_IO_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include "status.h"

#define INPUT_UNPACKED_MAX ((size_t)1 << 36)
enum { INPUT_WAIT_S = 10, TEXT_NAME_MAX = 4096 + 600 };

/* Reads all of it into *text, owned by the caller (free), not ended by a NUL. ERR_NO_INPUT: it cannot be read; ERR_STOPPED: halting
 * is due (halt.h) before the end of a pipe; ERR_FORMAT: a device, a pipe that gives too much, damaged or cut data, an archive without the
 * one file; ERR_MEMORY: names the file, what it needs and what is free. */
Status text_read(const char *path, char **text, size_t *bytes);
/* The same, and what the text is called: the path without ".gz" or the like; in an archive "a.tar.gz:a/a.mtx". For readers that know files by their names. A file .sg or .wsg is no text, and its
 * bytes stay as they are. */
Status text_read_named(const char *path, char **text, size_t *bytes, char name[TEXT_NAME_MAX]);

/* Behind the parse of a text, which ends early if halting is due: ERR_STOPPED then, whatever `status` was; else `status`. */
Status text_over(const char *path, Status status);

/* The first bytes of a plain file's text, at most `size`; how many. 0: there is none that can be read. */
size_t text_head(const char *path, char *head, size_t size);

/* Whether it is standard input, or exists and is neither a plain file nor a folder: it can be read once only. */
bool input_is_stream(const char *path);

#endif
