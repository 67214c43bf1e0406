/* Archives of tar in memory: POSIX's, GNU's long names, pax's paths. Local, host only. */
#ifndef CORDEE_IO_TAR_H
#define CORDEE_IO_TAR_H

#include <stdbool.h>
#include <stddef.h>
#include "status.h"

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

#endif
