/* Files that appear whole: a reader never sees half of one, and a failure leaves the old one. Local, host only. */
#ifndef CORDEE_IO_REPLACE_H
#define CORDEE_IO_REPLACE_H

#include <stdio.h>
#include "../status.h"

/* `write` prints `what` to a temporary file beside `path`, which is synced and renamed to it. ERR_IO. */
Status file_replace(const char *path, void (*write)(FILE *out, const void *what), const void *what);

#endif
