/* Files that appear whole: see replace.h. */
#include "replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { PATH_TEXT_MAX = 4096, LINKS_MAX = 40 };

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

/* What the link at `path` says, from the folder that it is in. False: it is none. */
static bool link_read(const char *path, char *to, size_t size) {
  char target[PATH_TEXT_MAX];
  const ssize_t length = readlink(path, target, sizeof target - 1);
  if (length <= 0) return false;
  target[length] = 0;
  const char *slash = target[0] == '/' ? NULL : strrchr(path, '/');
  return snprintf(to, size, "%.*s%s", slash ? (int)(slash - path + 1) : 0, path, target) < (int)size;
}

void path_follow(char *path, size_t size) {
  char next[2 * PATH_TEXT_MAX];
  for (int links = 0; links < LINKS_MAX && link_read(path, next, sizeof next) && strlen(next) < size; links++)
    memcpy(path, next, strlen(next) + 1);
}

void folder_sync(const char *path) {
  char folder[PATH_TEXT_MAX];
  const char *slash = strrchr(path, '/');
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path + 1) : 1, slash ? path : ".");
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}
