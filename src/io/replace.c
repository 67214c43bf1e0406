/* Files that appear whole: see replace.h. */
#include "replace.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { PATH_TEXT_MAX = 4096 };

static bool file_settle(FILE *out) { return fflush(out) == 0 && !ferror(out) && fsync(fileno(out)) == 0; }

Status file_replace(const char *path, void (*write)(FILE *out, const void *what), const void *what) {
  char temporary[PATH_TEXT_MAX];
  if (snprintf(temporary, sizeof temporary, "%s.tmp", path) >= (int)sizeof temporary)
    FAIL(ERR_IO, "cannot write %s: its name is too long", path);
  FILE *out = fopen(temporary, "wb");
  if (!out) FAIL(ERR_IO, "cannot write %s: %s", temporary, strerror(errno));
  write(out, what);
  bool written = file_settle(out);
  int error = errno;
  if (fclose(out) != 0 && written) written = false, error = errno;
  if (written && rename(temporary, path) == 0) return OK;
  if (written) error = errno;
  unlink(temporary);
  FAIL(ERR_IO, "cannot write %s: %s", path, strerror(error));
}
