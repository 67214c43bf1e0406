/* See table_file.h. */
#include "table_file.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "dataset.h"
#include "heap_texts.h"

typedef struct Reader { /* of one column */
  const char *path, *name;
  hid_t set, type;
  TableColumn *out;
} Reader;

bool table_file_is(const char *path) {
  static const char signature[] = "\211HDF\r\n\032\n";
  char found[sizeof signature] = "";
  bool is = false;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  for (off_t at = 0; at < 1 << 20 && !is; at = at ? 2 * at : 512) /* where HDF5 may begin */
    is = pread(fd, found, 8, at) == 8 && memcmp(found, signature, 8) == 0;
  close(fd);
  return is;
}

/* ---- values ---- */

/* Ours that holds every value of an HDF5 type. DTYPE_COUNT: none does. */
static Dtype dtype_for(hid_t type) {
  const size_t bytes = H5Tget_size(type);
  if (bytes > 8) return DTYPE_COUNT;
  if (H5Tget_class(type) == H5T_FLOAT) return bytes <= 4 ? DTYPE_F32 : DTYPE_F64;
  if (H5Tget_class(type) != H5T_INTEGER) return DTYPE_COUNT;
  const bool is_signed = H5Tget_sign(type) != H5T_SGN_NONE;
  if (bytes <= 4) return is_signed ? DTYPE_I32 : DTYPE_U32;
  return is_signed ? DTYPE_I64 : DTYPE_U64;
}

static Status values_read(const Reader *r, hid_t memory_type, uint64_t rows, size_t bytes, void **out) {
  *out = calloc(rows + 1, bytes);
  if (!*out) FAIL(ERR_MEMORY, "%s: %s: no memory for %" PRIu64 " values", r->path, r->name, rows);
  if (!rows || H5Dread(r->set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, *out) >= 0) return OK;
  free(*out);
  *out = NULL;
  return hdf5_fail(ERR_FORMAT, r->path, r->name);
}

static Status numbers_read(const Reader *r, uint64_t rows) {
  r->out->bytes = dtype_bytes(r->out->dtype);
  return values_read(r, hdf5_memory_type(r->out->dtype), rows, r->out->bytes, &r->out->owned);
}

/* The file's own text type, padded with zeros: HDF5 converts no character sets. */
static Status words_take(const Reader *r, uint64_t rows) {
  hid_t type = H5Tcopy(r->type);
  r->out->bytes = H5Tget_size(type);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  const Status status = values_read(r, type, rows, r->out->bytes, &r->out->owned);
  H5Tclose(type);
  return status;
}

/* ---- columns ---- */

/* Rows of the dataset, which the file has the bytes of. */
static Status rows_count(const Reader *r, uint64_t *rows) {
  hsize_t size[H5S_MAX_RANK] = {0};
  hid_t space = H5Dget_space(r->set);
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank > 0) H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  if (rank != 1) FAIL(ERR_FORMAT, "%s: %s: expected 1 dimension, found %d", r->path, r->name, rank);
  *rows = size[0];
  if (dataset_values_there(r->set, *rows, 1, H5Tget_size(r->type))) return OK;
  FAIL(ERR_FORMAT, "%s: %s: expected %" PRIu64 " values, found fewer in the file", r->path, r->name, *rows);
}

static Status column_take(const Reader *r, uint64_t *rows) {
  r->out->dtype = dtype_for(r->type);
  const bool texts = H5Tget_class(r->type) == H5T_STRING;
  if (r->out->dtype == DTYPE_COUNT && !texts)
    FAIL(ERR_FORMAT, "%s: %s: expected numbers of up to 8 bytes or texts, found another type", r->path,
         r->name);
  TRY(rows_count(r, rows));
  if (!texts) return numbers_read(r, *rows);
  if (H5Tis_variable_str(r->type) > 0) return heap_texts_read(r->path, r->name, r->set, *rows, r->out);
  return words_take(r, *rows);
}

static Status column_read(const char *path, hid_t file, const char *name, TableColumn *out, uint64_t *rows) {
  Reader r = {.path = path, .name = name, .out = out};
  TRY(dataset_open(path, file, name, &r.set));
  r.type = H5Dget_type(r.set);
  const Status status = column_take(&r, rows);
  H5Tclose(r.type);
  H5Dclose(r.set);
  snprintf(out->name, sizeof out->name, "%s", name);
  out->values = out->owned;
  return status;
}

static Status column_add(const char *path, hid_t file, const char *name, TableFile *out) {
  uint64_t rows = 0;
  if (out->count == TABLE_COLUMNS_MAX)
    FAIL(ERR_FORMAT, "%s: expected at most %d datasets, found more", path, TABLE_COLUMNS_MAX);
  if (strlen(name) >= TABLE_NAME_MAX)
    FAIL(ERR_FORMAT, "%s: %.60s...: expected a name of at most %d bytes, found %zu", path, name,
         TABLE_NAME_MAX - 1, strlen(name));
  TRY(column_read(path, file, name, &out->column[out->count], &rows));
  if (out->count++ && rows != out->rows)
    FAIL(ERR_FORMAT, "%s: %s: expected %" PRIu64 " rows as in %s, found %" PRIu64, path, name, out->rows,
         out->column[0].name, rows);
  out->rows = rows;
  return OK;
}

/* ---- the file ---- */

typedef struct Walk {
  const char *path;
  TableFile *out;
  Status status;
} Walk;

static bool is_group(hid_t file, const char *name) {
  hid_t object = H5Oopen(file, name, H5P_DEFAULT);
  const bool group = object >= 0 && H5Iget_type(object) == H5I_GROUP;
  if (object >= 0) H5Oclose(object);
  return group;
}

static herr_t link_take(hid_t file, const char *name, const H5L_info_t *info, void *self) {
  Walk *walk = self;
  if (info->type == H5L_TYPE_HARD && is_group(file, name)) return 0;
  walk->status = column_add(walk->path, file, name, walk->out);
  return walk->status == OK ? 0 : -1;
}

Status table_file_read(const char *path, TableFile *out) {
  hid_t file;
  Walk walk = {path, out, OK};
  *out = (TableFile){.count = 0};
  TRY(hdf5_file_open(path, &file));
  const herr_t rc = H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, NULL, link_take, &walk);
  if (rc < 0 && walk.status == OK) walk.status = hdf5_fail(ERR_FORMAT, path, "its datasets");
  H5Fclose(file);
  if (walk.status != OK) table_file_free(out);
  return walk.status;
}

void table_file_free(TableFile *file) {
  for (int c = 0; c < TABLE_COLUMNS_MAX; c++) free(file->column[c].owned);
  *file = (TableFile){.count = 0};
}
