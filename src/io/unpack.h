/* Texts that are compressed: by gzip, xz, bzip2 or zstd, as their first bytes say, whatever their name; members may
 * follow each other. Local, host only. */
#ifndef CORDEE_IO_UNPACK_H
#define CORDEE_IO_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include "status.h"

/* ---- archives of tar ---- */

/* Archives of tar in memory: POSIX's, GNU's long names, pax's paths. */

enum { TAR_NAME_MAX = 512 };

typedef struct TarMember {
  char name[TAR_NAME_MAX];
  const char *data; /* within the archive */
  size_t bytes;
} TarMember;

bool tar_is(const char *bytes, size_t count);

/* The file that is meant by an archive at `path`: its only one; else the one that has its name, c-62/c-62.mtx of c-62.tar.gz, of several such the
 * only matrix (.mtx). ERR_FORMAT: there is none, or no single one: lists the members; or the archive is cut short. */
Status tar_find(const char *path, const char *bytes, size_t count, TarMember *out);

/* ---- compressed texts ---- */

/* Do these bytes begin as those of such a format do? */
bool unpack_is(const char *bytes, size_t count);

/* What `bytes` bytes, which are so, stand for, into *text, owned by the caller (free); at most `most` bytes. `path` is for messages. ERR_FORMAT: more,
 * data that are damaged or cut short, "path:line: expected ..., found ..." by the lines unpacked so far, or a format whose library the program was
 * built without; ERR_MEMORY; ERR_STOPPED: halting is due. */
Status unpack(const char *path, const char *from, size_t bytes, size_t most, char **text, size_t *out);

/* The same of the beginning alone, up to `size` bytes; how many. Damage ends it, and is no error. */
size_t unpack_head(const char *from, size_t bytes, char *head, size_t size);

/* ERR_FORMAT if these bytes are an archive or compressed data of a format that is known, but not read: zip, 7z, lz4, ... */
Status unpack_refuse(const char *path, const char *bytes, size_t count);

#endif
