/* See arrays.h. */
#include "arrays.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "io/hdf/dataset.h"
#include "io/output.h"

static herr_t arrays_put(hid_t file, const Array *arrays, int count) {
  for (int k = 0; k < count; k++) {
    const Array *const a = &arrays[k];
    const Shape shape = {a->dtype, a->count, 1};
    const herr_t rc = a->dtype == DTYPE_COUNT
                          ? words_write(file, a->name, (size_t)a->bytes, a->count, a->values)
                          : dataset_write(file, a->name, shape, a->values);
    if (rc < 0) return -1;
  }
  return 0;
}

static Status file_write(int fd, const char *path, const Array *arrays, int count) {
  hdf5_quiet();
  const hid_t file = hdf5_file_create(fd, path);
  if (file < 0) return hdf5_fail(ERR_IO, path, "cannot create");
  Status status = arrays_put(file, arrays, count) < 0 ? hdf5_fail(ERR_IO, path, "cannot write") : OK;
  if (H5Fclose(file) < 0 && status == OK) status = hdf5_fail(ERR_IO, path, "cannot close");
  return status;
}

/* A file that has the same arrays alone is replaced. */
static Status replace_check(const char *path, const Array *arrays, int count) {
  hdf5_quiet();
  const hid_t file = access(path, F_OK) == 0 ? H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT) : -1;
  bool own = file >= 0;
  for (int k = 0; k < count && own; k++) own = H5Lexists(file, arrays[k].name, H5P_DEFAULT) > 0;
  if (file >= 0) H5Fclose(file);
  return own ? OK : output_may_replace(path, "such a file of arrays", (const char *const[]){NULL});
}

Status arrays_write(const char *path, const Array *arrays, int count) {
  char name[PATH_MAX];
  TRY(replace_check(path, arrays, count));
  const int fd = temporary_create(path, name);
  if (fd < 0) FAIL(ERR_IO, "cannot write %s: %s", path, strerror(errno));
  Status status = file_write(fd, name, arrays, count);
  if (status == OK && (fsync(fd) < 0 || temporary_replace(fd, name, path) < 0))
    status = status_fail(ERR_IO, "cannot write %s: %s", path, strerror(errno));
  if (status != OK) unlink(name);
  close(fd);
  return temporary_said(status);
}

bool arrays_are(const char *bytes, uint64_t count) {
  static const char signature[] =
      "\x89HDF\r\n\x1a\n"; /* at the beginning, or behind a block of a power of 2 from 512 on */
  for (uint64_t at = 0; at + 8 <= count; at = at ? 2 * at : 512)
    if (memcmp(bytes + at, signature, 8) == 0) return true;
  return false;
}

/* ---- reading ---- */

static bool dtype_whole(Dtype dtype) {
  return dtype == DTYPE_I32 || dtype == DTYPE_U32 || dtype == DTYPE_I64 || dtype == DTYPE_U64;
}

/* Value k; a negative one is larger than any bound. */
static uint64_t value_of(const void *values, Dtype dtype, uint64_t k) {
  if (dtype == DTYPE_U32) return ((const uint32_t *)values)[k];
  if (dtype == DTYPE_I32) return (uint64_t)(int64_t)((const int32_t *)values)[k];
  return ((const uint64_t *)values)[k];
}

/* `values` are of the file's type. */
static Status values_convert(const char *path, const char *name, const void *values, Shape shape,
                             uint64_t most, bool wide, void *out) {
  for (uint64_t k = 0; k < shape.rows; k++) {
    const uint64_t value = value_of(values, shape.dtype, k);
    if (value > most)
      FAIL(ERR_FORMAT, "%s: %s[%llu]: expected a number from 0 to %llu, found %lld", path, name,
           (unsigned long long)k, (unsigned long long)most, (long long)value);
    if (wide)
      ((uint64_t *)out)[k] = value;
    else
      ((uint32_t *)out)[k] = (uint32_t)value;
  }
  return OK;
}

static Status set_read(const char *path, const char *name, hid_t set, uint64_t most, bool wide, void **out,
                       uint64_t *count) {
  Shape shape;
  TRY(dataset_shape(path, name, set, &shape));
  if (!dtype_whole(shape.dtype) || shape.columns != 1)
    FAIL(ERR_FORMAT, "%s: %s: expected a row of whole numbers, found something else", path, name);
  void *values = malloc((shape.rows + 1) * dtype_bytes(shape.dtype));
  void *fresh = malloc((shape.rows + 1) * (wide ? sizeof(uint64_t) : sizeof(uint32_t)));
  Status status = values && fresh ? dataset_read(path, name, set, shape, 0, shape.rows, values)
                                  : status_fail(ERR_MEMORY, "%s: no memory for %s", path, name);
  if (status == OK) status = values_convert(path, name, values, shape, most, wide, fresh);
  free(values);
  if (status == OK) {
    *out = fresh;
    *count = shape.rows;
  } else
    free(fresh);
  return status;
}

Status arrays_read(const char *path, const char *name, uint64_t most, bool wide, void **out,
                   uint64_t *count) {
  hid_t file, set;
  TRY(hdf5_file_open(path, &file));
  Status status = dataset_open(path, file, name, &set);
  if (status == OK) {
    status = set_read(path, name, set, most, wide, out, count);
    H5Dclose(set);
  }
  H5Fclose(file);
  return status;
}
