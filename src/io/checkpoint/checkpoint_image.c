/* See checkpoint_image.h. HDF5 writes a file, as it needs a path: without rows it is small. */
#include "checkpoint_image.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "checkpoint_file.h"
#include "io/memory_file.h"

static const char what[] = "the checkpoint";

Status checkpoint_image_alloc(const CheckpointLayout *layout, char **image) {
  *image = calloc(layout->bytes / sizeof(uint64_t) + 1, sizeof(uint64_t));
  if (!*image)
    FAIL(ERR_MEMORY, "no memory for a checkpoint of %llu bytes", (unsigned long long)layout->bytes);
  return OK;
}

Status checkpoint_image_create(const Checkpoint *c, const uint64_t rows[FIELD_GROUP_COUNT],
                               CheckpointLayout *layout, char **image) {
  char path[MEMORY_PATH_MAX];
  int fd;
  TRY(memory_path_make(path, &fd));
  Status status = checkpoint_place(path, c, rows, layout);
  unlink(path);
  if (status == OK) status = checkpoint_image_alloc(layout, image);
  if (status == OK) status = bytes_pread(fd, what, 0, *image, layout->bytes);
  close(fd);
  return status;
}

void checkpoint_image_rows(const Checkpoint *c, const RowRange rows[FIELD_GROUP_COUNT],
                           const CheckpointLayout *layout, char *image) {
  for (int i = 0; i < c->fields.count; i++) {
    const Field *f = &c->fields.field[i];
    const size_t row = f->columns * dtype_bytes(f->dtype), bytes = f->rows * row;
    if (bytes) memcpy(image + layout->offset[i] + rows[f->group].first * row, f->data, bytes);
  }
}

/* As checkpoint_stamp does it in a file. */
static Status file_stamp(const MemoryFile *file, const CheckpointLayout *layout, uint64_t *sums) {
  const DigestJob job = {what, layout->bytes, 0, 1, ERR_IO};
  TRY(checkpoint_digest_part(&job, file->fd, sums + 2));
  return checkpoint_stamp(file->fd, what, layout->bytes, sums);
}

Status checkpoint_image_stamp(const CheckpointLayout *layout, char *image) {
  MemoryFile file = {.path = ""};
  uint64_t *sums = checkpoint_sums_alloc(what, layout->bytes);
  Status status = sums ? memory_file_make(image, layout->bytes, &file) : ERR_MEMORY;
  if (status == OK) status = file_stamp(&file, layout, sums);
  if (status == OK) status = bytes_pread(file.fd, what, 0, image, FILE_BLOCK_BYTES);
  memory_file_close(&file);
  free(sums);
  return status;
}
