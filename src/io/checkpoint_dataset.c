/* A dataset of a checkpoint, written by all ranks together and read by each alone: see checkpoint_dataset.h.
 * Step 7 of the flow, below checkpoint_save.c and _load.c. */
#include "checkpoint_dataset.h"

#include <inttypes.h>
#include <stdlib.h>

enum { CHUNK_BYTES = 1 << 20 };

/* Whole rows up to 1 MiB; a piece of one row where a row is longer. */
static void chunk_shape(const Field *f, uint64_t total, hsize_t chunk[2]) {
  uint64_t values = CHUNK_BYTES / dtype_bytes(f->dtype), rows = values / f->columns;
  chunk[0] = rows < 1 ? 1 : rows < total ? rows : total;
  chunk[1] = f->columns < values ? f->columns : values;
}

uint64_t dataset_bytes(const Field *f, uint64_t total) {
  hsize_t chunk[2];
  if (total == 0) return 1024;
  chunk_shape(f, total, chunk);
  uint64_t chunks = (total + chunk[0] - 1) / chunk[0] * ((f->columns + chunk[1] - 1) / chunk[1]);
  return 1024 + chunks * (64 + chunk[0] * chunk[1] * dtype_bytes(f->dtype));
}

/* HDF5 1.10 writes filtered chunks once here, whatever the fill time. */
hid_t dataset_create(hid_t group, const Field *f, uint64_t total) {
  int rank = f->columns == 1 ? 1 : 2;
  hsize_t shape[2] = {total, f->columns}, chunk[2];
  hid_t space = H5Screate_simple(rank, shape, NULL), how = H5Pcreate(H5P_DATASET_CREATE);
  herr_t rc = 0;
  if (total) { /* chunks of nothing are not allowed */
    chunk_shape(f, total, chunk);
    rc = H5Pset_chunk(how, rank, chunk) < 0 || H5Pset_fletcher32(how) < 0 ? -1 : 0;
  }
  hid_t set =
      rc < 0 ? H5I_INVALID_HID
             : H5Dcreate2(group, f->name, hdf5_file_type(f->dtype), space, H5P_DEFAULT, how, H5P_DEFAULT);
  H5Pclose(how), H5Sclose(space);
  return set;
}

/* Ranks without rows take part: where ranks share a filtered chunk HDF5 lets one of them put it together, in
 * collective transfers only. */
herr_t dataset_fill(hid_t set, const Field *f, Rows rows) {
  static const char nothing[8];
  hsize_t start[2] = {rows.first, 0}, count[2] = {rows.count, f->columns};
  hid_t file_space = H5Dget_space(set), memory_space = H5Screate_simple(f->columns == 1 ? 1 : 2, count, NULL),
        how = H5Pcreate(H5P_DATASET_XFER);
  herr_t rc = H5Pset_dxpl_mpio(how, H5FD_MPIO_COLLECTIVE);
  if (rc >= 0 && rows.count) rc = H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, NULL, count, NULL);
  if (rc >= 0 && !rows.count)
    rc = H5Sselect_none(file_space) < 0 || H5Sselect_none(memory_space) < 0 ? -1 : 0;
  if (rc >= 0)
    rc =
        H5Dwrite(set, hdf5_memory_type(f->dtype), memory_space, file_space, how, f->data ? f->data : nothing);
  H5Pclose(how), H5Sclose(memory_space), H5Sclose(file_space);
  return rc;
}

Status dataset_shape(const char *path, const char *name, hid_t set, Shape *out) {
  hsize_t size[2] = {0, 1};
  hid_t type = H5Dget_type(set), space = H5Dget_space(set);
  int rank = H5Sget_simple_extent_ndims(space);
  if (rank == 1 || rank == 2) H5Sget_simple_extent_dims(space, size, NULL);
  *out = (Shape){hdf5_dtype(type), size[0], size[1]};
  H5Sclose(space), H5Tclose(type);
  if (rank < 1 || rank > 2)
    FAIL(ERR_FORMAT, "%s: %s: expected 1 or 2 dimensions, found %d", path, name, rank);
  if (out->dtype == DTYPE_COUNT) FAIL(ERR_FORMAT, "%s: %s: its type is none of i32 ... f64", path, name);
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
  H5Sclose(memory_space), H5Sclose(file_space);
  return status;
}

Status vector_read(const char *path, hid_t group, const char *name, Dtype dtype, void **out, uint64_t *rows) {
  Shape shape;
  void *data = NULL;
  Status status = OK;
  hid_t set = H5Dopen2(group, name, H5P_DEFAULT);
  if (set < 0) return hdf5_fail(ERR_FORMAT, path, name);
  TRY_GOTO(dataset_shape(path, name, set, &shape), cleanup);
  if (shape.dtype != dtype || shape.columns != 1)
    FAIL_GOTO(cleanup, ERR_FORMAT, "%s: %s: expected a vector of %s", path, name, dtype_name(dtype));
  data = calloc(shape.rows + 1, dtype_bytes(dtype));
  if (!data)
    FAIL_GOTO(cleanup, ERR_MEMORY, "%s: %s: no memory for %" PRIu64 " values", path, name, shape.rows);
  TRY_GOTO(dataset_read(path, name, set, shape, 0, shape.rows, data), cleanup);
  *out = data, *rows = shape.rows, data = NULL;
cleanup:
  free(data);
  H5Dclose(set);
  return status;
}
