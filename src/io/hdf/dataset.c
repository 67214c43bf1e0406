/* See dataset.h. */
#include "dataset.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "hdf.h"
#include "io/bytes.h"

/* ---- rows ---- */

/* A dataset.
 *
 * Contiguous data at a known place of the file is plain HDF5 for every reader, and lets every rank of a checkpoint
 * write its rows without HDF5 (io/checkpoint/checkpoint_writer.c). Filters, Fletcher-32 among them, are for chunks
 * only; our files have digests of their own. */

enum { HEADER_BYTES = 1024 }; /* more than a dataset's header and its part of the group's */

uint64_t dataset_bytes(Shape shape) {
  return HEADER_BYTES + shape.rows * shape.columns * dtype_bytes(shape.dtype);
}

/* Space is taken at once, where there is any to take: the offset is known, and nothing but rows is ever put there. */
static hid_t dataset_create(hid_t group, const char *name, hid_t type, uint64_t rows, uint64_t columns) {
  hsize_t size[2] = {rows, columns};
  hid_t space = H5Screate_simple(columns == 1 ? 1 : 2, size, NULL), how = H5Pcreate(H5P_DATASET_CREATE);
  herr_t rc = H5Pset_layout(how, H5D_CONTIGUOUS);
  if (rc >= 0) rc = H5Pset_fill_time(how, H5D_FILL_TIME_NEVER);
  if (rc >= 0) rc = H5Pset_obj_track_times(how, 0); /* the same state, the same file */
  if (rc >= 0 && rows) rc = H5Pset_alloc_time(how, H5D_ALLOC_TIME_EARLY);
  hid_t set = rc < 0 ? H5I_INVALID_HID : H5Dcreate2(group, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
  H5Pclose(how);
  H5Sclose(space);
  return set;
}

/* Closes the dataset; *offset: the place of its first row. */
static herr_t place_close(hid_t set, uint64_t rows, uint64_t *offset) {
  if (set < 0) return -1;
  haddr_t at = rows ? H5Dget_offset(set) : 0;
  *offset = at;
  return H5Dclose(set) < 0 || at == HADDR_UNDEF ? -1 : 0;
}

herr_t dataset_place(hid_t group, const char *name, Shape shape, uint64_t *offset) {
  return place_close(dataset_create(group, name, hdf5_file_type(shape.dtype), shape.rows, shape.columns),
                     shape.rows, offset);
}

herr_t dataset_place_type(hid_t group, const char *name, hid_t type, uint64_t rows, uint64_t *offset) {
  return place_close(dataset_create(group, name, type, rows, 1), rows, offset);
}

static herr_t rows_write(hid_t set, hid_t memory_type, uint64_t rows, const void *data) {
  if (set < 0) return -1;
  herr_t rc = rows ? H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) : 0;
  return H5Dclose(set) < 0 ? -1 : rc;
}

herr_t dataset_write(hid_t group, const char *name, Shape shape, const void *data) {
  hid_t set = dataset_create(group, name, hdf5_file_type(shape.dtype), shape.rows, shape.columns);
  return rows_write(set, hdf5_memory_type(shape.dtype), shape.rows, data);
}

herr_t words_write(hid_t group, const char *name, size_t bytes, uint64_t rows, const char *data) {
  hid_t type = hdf5_word_type(bytes);
  herr_t rc = rows_write(dataset_create(group, name, type, rows, 1), type, rows, data);
  H5Tclose(type);
  return rc;
}

/* Where the values are. Files of schema 1 have chunks, with checksums; HDF5 compares these. */
static herr_t storage_check(hid_t set) {
  herr_t rc = 0;
  unsigned flags, settings;
  size_t parameters = 0;
  hid_t how = H5Dget_create_plist(set);
  const H5D_layout_t layout = H5Pget_layout(how);
  if (layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED) rc = -1;
  if (H5Pget_external_count(how) != 0) rc = -1;
  for (int f = 0; f < H5Pget_nfilters(how); f++)
    if (H5Pget_filter2(how, (unsigned)f, &flags, &parameters, NULL, 0, NULL, &settings) !=
        H5Z_FILTER_FLETCHER32)
      rc = -1;
  H5Pclose(how);
  return rc;
}

Status dataset_open(const char *path, hid_t group, const char *name, hid_t *out) {
  TRY(link_check(path, group, name));
  hid_t set = H5Dopen2(group, name, H5P_DEFAULT);
  if (set < 0) FAIL(ERR_FORMAT, "%s: %s: expected a dataset, found something else", path, name);
  if (storage_check(set) < 0) {
    H5Dclose(set);
    FAIL(ERR_FORMAT, "%s: %s: expected values in the file itself, found them filtered, or in another place",
         path, name);
  }
  *out = set;
  return OK;
}

/* Bytes of a chunk; 0: the values are not in chunks. */
static uint64_t chunk_bytes(hid_t set, size_t bytes) {
  hsize_t size[2] = {0, 1};
  hid_t how = H5Dget_create_plist(set);
  const int rank = H5Pget_layout(how) == H5D_CHUNKED ? H5Pget_chunk(how, 2, size) : 0;
  H5Pclose(how);
  return rank > 0 ? size[0] * size[1] * bytes : 0;
}

bool dataset_values_there(hid_t set, uint64_t rows, uint64_t columns, size_t bytes) {
  hsize_t there = 0;
  hid_t file = H5Iget_file_id(set);
  const uint64_t stored = H5Dget_storage_size(set);
  const bool known = H5Fget_filesize(file, &there) >= 0;
  H5Fclose(file);
  if (!known || stored > there || chunk_bytes(set, bytes) > there) return false;
  return columns == 0 || rows <= stored / bytes / columns;
}

static int dataset_size(hid_t set, uint64_t *rows, uint64_t *columns) {
  hsize_t size[2] = {0, 1};
  hid_t space = H5Dget_space(set);
  int rank = H5Sget_simple_extent_ndims(space);
  if (rank == 1 || rank == 2) H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  *rows = size[0];
  *columns = size[1];
  return rank;
}

Status dataset_shape(const char *path, const char *name, hid_t set, Shape *out) {
  hid_t type = H5Dget_type(set);
  int rank = dataset_size(set, &out->rows, &out->columns);
  out->dtype = hdf5_dtype(type);
  H5Tclose(type);
  if (rank < 1 || rank > 2)
    FAIL(ERR_FORMAT, "%s: %s: expected 1 or 2 dimensions, found %d", path, name, rank);
  if (out->dtype == DTYPE_COUNT)
    FAIL(ERR_FORMAT, "%s: %s: expected a type of i32 ... f64, found another", path, name);
  if (!dataset_values_there(set, out->rows, out->columns, dtype_bytes(out->dtype)))
    FAIL(ERR_FORMAT, "%s: %s: expected %" PRIu64 " x %" PRIu64 " values, found fewer in the file", path, name,
         out->rows, out->columns);
  return OK;
}

Status dataset_read(const char *path, const char *name, hid_t set, Shape shape, uint64_t first,
                    uint64_t count, void *to) {
  if (count == 0) return OK;
  hsize_t start[2] = {first, 0}, size[2] = {count, shape.columns};
  hid_t file_space = H5Dget_space(set),
        memory_space = H5Screate_simple(H5Sget_simple_extent_ndims(file_space), size, NULL);
  herr_t rc = H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, NULL, size, NULL);
  if (rc >= 0) rc = H5Dread(set, hdf5_memory_type(shape.dtype), memory_space, file_space, H5P_DEFAULT, to);
  Status status = rc < 0 ? hdf5_fail(ERR_FORMAT, path, name) : OK;
  H5Sclose(memory_space);
  H5Sclose(file_space);
  return status;
}

static Status values_alloc(const char *path, const char *name, uint64_t values, size_t bytes, void **data) {
  *data = calloc(values + 1, bytes);
  if (!*data) FAIL(ERR_MEMORY, "%s: %s: no memory for %" PRIu64 " values", path, name, values);
  return OK;
}

Status matrix_read(const char *path, hid_t group, const char *name, Dtype dtype, uint64_t columns, void **out,
                   uint64_t *rows) {
  Shape shape;
  void *data = NULL;
  Status status = OK;
  hid_t set;
  TRY(dataset_open(path, group, name, &set));
  TRY_GOTO(dataset_shape(path, name, set, &shape), cleanup);
  if (shape.dtype != dtype || shape.columns != columns)
    FAIL_GOTO(cleanup, ERR_FORMAT, "%s: %s: expected %s with %" PRIu64 " columns, found %s with %" PRIu64,
              path, name, dtype_name(dtype), columns, dtype_name(shape.dtype), shape.columns);
  TRY_GOTO(values_alloc(path, name, shape.rows * columns, dtype_bytes(dtype), &data), cleanup);
  TRY_GOTO(dataset_read(path, name, set, shape, 0, shape.rows, data), cleanup);
  *out = data;
  *rows = shape.rows;
  data = NULL;
cleanup:
  free(data);
  H5Dclose(set);
  return status;
}

Status words_read(const char *path, hid_t group, const char *name, size_t bytes, void **out, uint64_t *rows) {
  void *data = NULL;
  uint64_t columns;
  hid_t set;
  TRY(dataset_open(path, group, name, &set));
  Status status = OK;
  hid_t type = hdf5_word_type(bytes), found = H5Dget_type(set);
  if (dataset_size(set, rows, &columns) != 1 || H5Tequal(type, found) <= 0)
    FAIL_GOTO(cleanup, ERR_FORMAT, "%s: %s: expected a vector of texts of %zu bytes, found something else",
              path, name, bytes);
  if (!dataset_values_there(set, *rows, 1, bytes))
    FAIL_GOTO(cleanup, ERR_FORMAT, "%s: %s: expected %" PRIu64 " texts, found fewer in the file", path, name,
              *rows);
  TRY_GOTO(values_alloc(path, name, *rows, bytes, &data), cleanup);
  if (*rows && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
    TRY_GOTO(hdf5_fail(ERR_FORMAT, path, name), cleanup);
  *out = data;
  data = NULL;
cleanup:
  free(data);
  H5Tclose(found);
  H5Tclose(type);
  H5Dclose(set);
  return status;
}

/* ---- files whose rows are written in place ---- */

Status placed_file_create(int fd, const char *path, herr_t (*fill)(hid_t file, void *what), void *what) {
  hdf5_quiet();
  hid_t file = hdf5_file_create(fd, path);
  herr_t rc = file < 0 ? -1 : fill(file, what);
  if (file >= 0) rc |= H5Fclose(file);
  return rc < 0 ? hdf5_fail(ERR_IO, path, "cannot create") : OK;
}

Status placed_file_finish(int fd, const char *path, uint64_t bytes, const char block[FILE_BLOCK_BYTES]) {
  TRY(bytes_reserve(fd, path, bytes));
  return bytes_pwrite(fd, path, 0, block, FILE_BLOCK_BYTES);
}

Status placed_file_block(int fd, const char *path, const char *kind, const char *magic,
                         char block[FILE_BLOCK_BYTES + 1], uint64_t *bytes) {
  struct stat info;
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
    FAIL(ERR_FORMAT, "%s: not %s (not a plain file)", path, kind);
  *bytes = (uint64_t)info.st_size;
  block[FILE_BLOCK_BYTES] = 0;
  TRY(bytes_pread(fd, path, 0, block, FILE_BLOCK_BYTES));
  if (strncmp(block, magic, strlen(magic)) != 0) FAIL(ERR_FORMAT, "%s: not %s", path, kind);
  return OK;
}

Status placed_file_damaged(const char *path) {
  FAIL(ERR_FORMAT, "%s: damaged: its first %d bytes are not as written", path, FILE_BLOCK_BYTES);
}
