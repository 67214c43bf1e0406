/* See table_file.h. */
#include "table_file.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "dataset.h"
#include "hdf.h"
#include "io/bytes.h"
#include "table.h"

/* ---- texts of variable length ---- */

/* Texts of variable length, as h5py writes them: a place in a heap of the file for each. Read here and not by HDF5,
 * which trusts what a heap says of itself. Format: HDF5 File Format Specification 3.0, III.E (global heap) and
 * IV.A.2.d (variable length). */

enum { PLACE_BYTES = 16, HEAP_HEAD = 16, OBJECT_HEAD = 16, OBJECTS_MAX = 1 << 16 };

typedef struct Heap { /* the file, and the collection of texts that was read last */
  const char *path, *name;
  int fd;
  uint64_t base, file_bytes; /* base: of addresses */
  uint64_t address;          /* of the collection; 0: none was read */
  char *data;                /* (bytes) */
  uint64_t bytes;
  uint32_t *object; /* (OBJECTS_MAX) where each begins in data; 0: there is none */
} Heap;

static uint64_t number(const char *at, size_t bytes) { /* little endian */
  uint64_t value = 0;
  for (size_t k = bytes; k-- > 0;) value = value << 8 | (unsigned char)at[k];
  return value;
}

static Status heap_damaged(const Heap *h) {
  FAIL(ERR_FORMAT, "%s: %s: expected texts, found a damaged heap of them", h->path, h->name);
}

static void objects_find(Heap *h) {
  memset(h->object, 0, OBJECTS_MAX * sizeof *h->object);
  for (uint64_t at = HEAP_HEAD; at + OBJECT_HEAD <= h->bytes;) {
    const uint64_t index = number(h->data + at, 2), bytes = number(h->data + at + 8, 8);
    if (index == 0 || bytes > h->bytes - at - OBJECT_HEAD) return; /* the rest is free */
    h->object[index] = (uint32_t)at;
    at += OBJECT_HEAD + (bytes + 7) / 8 * 8;
  }
}

/* The collection at that address. */
static Status heap_load(Heap *h, uint64_t address) {
  char head[HEAP_HEAD];
  if (address == h->address) return OK;
  if (address > h->file_bytes || h->base + address > h->file_bytes - sizeof head) return heap_damaged(h);
  TRY(bytes_pread(h->fd, h->path, h->base + address, head, sizeof head));
  const uint64_t bytes = number(head + 8, 8);
  const bool sound = memcmp(head, "GCOL\1", 5) == 0 && bytes >= HEAP_HEAD && bytes <= UINT32_MAX;
  if (!sound || bytes > h->file_bytes - h->base - address) return heap_damaged(h);
  char *data = realloc(h->data, bytes);
  if (!data) FAIL(ERR_MEMORY, "%s: %s: no memory for its texts", h->path, h->name);
  h->data = data;
  h->bytes = bytes;
  h->address = address;
  TRY(bytes_pread(h->fd, h->path, h->base + address, h->data, bytes));
  objects_find(h);
  return OK;
}

/* The text that a place says: length, address of a collection, number of the object. */
static Status text_find(Heap *h, const char *place, const char **text, size_t *length) {
  const uint64_t bytes = number(place, 4), address = number(place + 4, 8), index = number(place + 12, 4);
  *text = "";
  *length = 0;
  if (!bytes || !address) return OK;
  TRY(heap_load(h, address));
  const uint32_t at = index < OBJECTS_MAX ? h->object[index] : 0;
  if (!at || bytes > number(h->data + at + 8, 8)) return heap_damaged(h);
  *text = h->data + at + OBJECT_HEAD;
  *length = strnlen(*text, bytes < TABLE_TEXT_MAX ? bytes : TABLE_TEXT_MAX);
  return OK;
}

/* Once for the longest, once to keep them. */
static Status texts_gather(Heap *h, const char *places, uint64_t rows, TableColumn *out) {
  const char *text;
  size_t length;
  out->bytes = 1;
  for (uint64_t k = 0; k < rows; k++) {
    TRY(text_find(h, places + k * PLACE_BYTES, &text, &length));
    if (length > out->bytes) out->bytes = length;
  }
  char *all = calloc(rows + 1, out->bytes);
  if (!all) FAIL(ERR_MEMORY, "%s: %s: no memory for its texts", h->path, h->name);
  Status status = OK;
  for (uint64_t k = 0; k < rows && status == OK; k++) {
    status = text_find(h, places + k * PLACE_BYTES, &text, &length);
    if (status == OK) memcpy(all + k * out->bytes, text, length < out->bytes ? length : out->bytes);
  }
  if (status != OK) {
    free(all);
    return status;
  }
  out->owned = all;
  return OK;
}

static Status heap_open(Heap *h) {
  struct stat info;
  h->object = malloc(OBJECTS_MAX * sizeof *h->object);
  if (!h->object) FAIL(ERR_MEMORY, "%s: no memory to read it", h->path);
  h->fd = open(h->path, O_RDONLY | O_CLOEXEC);
  if (h->fd < 0 || fstat(h->fd, &info) != 0) FAIL(ERR_NO_INPUT, "%s: cannot be read", h->path);
  h->file_bytes = (uint64_t)info.st_size;
  return h->file_bytes < h->base + HEAP_HEAD ? heap_damaged(h) : OK;
}

/* Where addresses begin. False: they have not eight bytes. */
static bool base_find(hid_t set, uint64_t *base) {
  size_t address = 0, size = 0;
  hsize_t block = 0;
  hid_t file = H5Iget_file_id(set), how = H5Fget_create_plist(file);
  const herr_t rc = H5Pget_sizes(how, &address, &size) | H5Pget_userblock(how, &block);
  H5Pclose(how);
  H5Fclose(file);
  *base = block;
  return rc >= 0 && address == 8 && size == 8;
}

/* The texts of a contiguous dataset of `rows` rows, of which TABLE_TEXT_MAX bytes are kept, each padded with zeros to
 * the length of the longest; owned by the caller. ERR_FORMAT, ERR_MEMORY. */
static Status heap_texts_read(const char *path, const char *name, hid_t set, uint64_t rows,
                              TableColumn *out) {
  Heap h = {.path = path, .name = name, .fd = -1};
  const haddr_t at = rows ? H5Dget_offset(set) : 0;
  if (!base_find(set, &h.base) || at == HADDR_UNDEF)
    FAIL(ERR_FORMAT, "%s: %s: expected texts in one piece, found them in chunks", path, name);
  char *places = malloc(rows * PLACE_BYTES + 1);
  Status status = places ? heap_open(&h) : status_fail(ERR_MEMORY, "%s: no memory to read it", path);
  if (status == OK) status = bytes_pread(h.fd, path, at, places, rows * PLACE_BYTES);
  if (status == OK) status = texts_gather(&h, places, rows, out);
  if (h.fd >= 0) close(h.fd);
  free(places);
  free(h.data);
  free(h.object);
  return status;
}

/* ---- tables ---- */

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
