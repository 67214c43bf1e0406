/* Files that appear whole: a reader never sees half of one, and a failure leaves the old one. Local, host only. */
#ifndef CORDEE_IO_REPLACE_H
#define CORDEE_IO_REPLACE_H

#include <stdio.h>
#include "../status.h"

/* `write` prints `what` to a temporary file beside `path`, which is synced and renamed to it. ERR_IO. */
Status file_replace(const char *path, void (*write)(FILE *out, const void *what), const void *what);

/* Follows symbolic links: `path` (in room for `size` bytes) becomes where they lead, be there a file or not. A rename would
 * put a file in the link's place, and two links to one file are to mean one lock. Local. */
void path_follow(char *path, size_t size);

/* Makes a rename of `path` durable. Failing is no failure: what a power cut would undo is the rename, and the file that comes
 * back is whole. */
void folder_sync(const char *path);

#endif
