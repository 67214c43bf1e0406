/* A file of records for other processes of its host: see columns.h. They share its pages, so what they write is there for the one that
 * marks it, and its sync covers all. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "columns_file.h"

Status columns_place(const Columns *c, ColumnsPlace *out) {
  struct stat info;
  memset(out, 0, sizeof *out);
  if (!realpath(c->path, out->path) || fstat(c->fd, &info) != 0)
    FAIL(ERR_IO, "%s: %s", c->path, strerror(errno));
  out->device = info.st_dev;
  out->inode = info.st_ino;
  return OK;
}

static Status place_open(Columns *c, const ColumnsPlace *place) {
  struct stat info;
  snprintf(c->path, sizeof c->path, "%s", place->path);
  c->fd = open(c->path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (c->fd < 0 || fstat(c->fd, &info) != 0) FAIL(ERR_IO, "%s: %s", c->path, strerror(errno));
  if (info.st_dev != place->device || info.st_ino != place->inode)
    FAIL(ERR_IO, "%s: another file than the one that was opened", c->path);
  return columns_file_layout(c->fd, c->path, &c->at);
}

Status columns_join(const ColumnsPlace *place, const Evaluator *evaluator, Columns **out) {
  Columns *c = calloc(1, sizeof *c);
  *out = NULL;
  if (!c) FAIL(ERR_MEMORY, "no memory for the records");
  c->fd = -1;
  c->evaluator = evaluator;
  const Status status = place_open(c, place);
  if (status == OK)
    *out = c;
  else
    columns_close(c);
  return status;
}
