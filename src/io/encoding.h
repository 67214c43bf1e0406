/* The encoding of texts that are read: UTF-8, with the mark that some programs begin it with or without it. Local. */
#ifndef CORDEE_IO_ENCODING_H
#define CORDEE_IO_ENCODING_H

#include <stddef.h>
#include "status.h"

/* The bytes of the mark at the beginning of a text: 3 or 0. */
size_t encoding_mark(const char *text, size_t bytes);

/* Removes the mark in place. ERR_FORMAT: the text is UTF-16 or UTF-32, by its mark or its zero bytes. `name` is for the message. */
Status encoding_settle(const char *name, char *text, size_t *bytes);

#endif
