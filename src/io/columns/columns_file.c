/* A file of records as bytes: see columns_file.h. HDF5 makes the structure, contiguous datasets whose place is allotted at once;
 * from then on records are plain bytes. */
#include "columns_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "version.h"
#include "io/checkpoint/checkpoint_file.h"
#include "io/checkpoint/checkpoint_hdf5.h"
#include "io/results/results_file.h"

enum { BLOCK_BYTES = 4096 };
#define MAGIC "cordee records 1"
static const uint64_t PLACE_MAX = (uint64_t)1 << 60;

/* A dataset whose bytes have their place in the file from now on; *at: which. */
static herr_t dataset_place(hid_t file, const char *name, hid_t type, hsize_t count, uint64_t *at) {
  hid_t how = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &count, NULL);
  herr_t rc = H5Pset_layout(how, H5D_CONTIGUOUS);
  rc |= H5Pset_alloc_time(how, H5D_ALLOC_TIME_EARLY), rc |= H5Pset_fill_time(how, H5D_FILL_TIME_NEVER);
  hid_t set = rc < 0 ? H5I_INVALID_HID : H5Dcreate2(file, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
  const haddr_t place = set < 0 ? HADDR_UNDEF : H5Dget_offset(set);
  *at = place;
  if (set >= 0) H5Dclose(set);
  H5Sclose(space), H5Pclose(how);
  return place == HADDR_UNDEF ? -1 : 0;
}

static hid_t failure_type(void) {
  hid_t row = H5Tcreate(H5T_COMPOUND, sizeof(FailureRow)), text = hdf5_word_type(ITEM_MESSAGE_MAX);
  H5Tinsert(row, "item", offsetof(FailureRow, item), H5T_STD_U64LE);
  H5Tinsert(row, "message", offsetof(FailureRow, message), text);
  H5Tclose(text);
  return row;
}

static uint64_t chunks_of(const ColumnsLayout *at) { return (at->items + at->chunk - 1) / at->chunk; }

static herr_t datasets_place(hid_t file, const Evaluator *evaluator, ColumnsLayout *at) {
  herr_t rc = dataset_place(file, "code", hdf5_file_type(DTYPE_I32), at->items, &at->code_at);
  for (int c = 0; evaluator->columns[c].name; c++)
    rc |= dataset_place(file, evaluator->columns[c].name, hdf5_file_type(evaluator->columns[c].dtype),
                        at->items, &at->column_at[c]);
  rc |= dataset_place(file, "mark", hdf5_file_type(DTYPE_U64), chunks_of(at), &at->mark_at);
  hid_t row = failure_type();
  rc |= dataset_place(file, "failure", row, COLUMNS_FAILURES, &at->failure_at);
  H5Tclose(row);
  return rc;
}

static herr_t text_attribute(hid_t file, const char *name, const char *value) {
  hid_t type = hdf5_text_type(), space = H5Screate(H5S_SCALAR);
  hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  herr_t rc = attribute < 0 ? -1 : H5Awrite(attribute, type, &value);
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space), H5Tclose(type);
  return rc;
}

static herr_t structure_write(const char *path, const Evaluator *evaluator, const char *spec,
                              ColumnsLayout *at) {
  hid_t how = H5Pcreate(H5P_FILE_CREATE), access = H5Pcreate(H5P_FILE_ACCESS);
  herr_t rc = H5Pset_userblock(how, BLOCK_BYTES);
  rc |= H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST),
      rc |= H5Pset_file_locking(access, 0, 1);
  hid_t file = rc < 0 ? H5I_INVALID_HID : H5Fcreate(path, H5F_ACC_TRUNC, how, access);
  rc = file < 0 ? -1 : datasets_place(file, evaluator, at);
  if (file >= 0) {
    rc |= text_attribute(file, "evaluator", evaluator->name), rc |= text_attribute(file, "items", spec);
    rc |= text_attribute(file, "version", cordee_version);
    rc |= H5Fclose(file);
  }
  H5Pclose(access), H5Pclose(how);
  return rc;
}

/* The text before HDF5, and a digest of it: a record looked for in the wrong place would be lost. */
static void block_format(char block[BLOCK_BYTES], const ColumnsLayout *at) {
  memset(block, 0, BLOCK_BYTES);
  int length =
      snprintf(block, BLOCK_BYTES,
               MAGIC "\nevaluator %s\nitems %" PRIu64 " digest %016" PRIx64 " chunk %" PRIu32
                     "\ncode %" PRIu64 " mark %" PRIu64 " failure %" PRIu64 "\ncolumns",
               at->evaluator, at->items, at->digest, at->chunk, at->code_at, at->mark_at, at->failure_at);
  for (int c = 0; c < EVALUATOR_COLUMNS; c++)
    length += snprintf(block + length, BLOCK_BYTES - (size_t)length, " %" PRIu64, at->column_at[c]);
  snprintf(block + length, BLOCK_BYTES - (size_t)length, "\nxxh3 %016" PRIx64 "\n",
           XXH3_64bits(block, (size_t)length));
}

static Status block_write(const char *path, const ColumnsLayout *at) {
  char block[BLOCK_BYTES];
  block_format(block, at);
  int fd = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  const Status status = bytes_pwrite(fd, path, 0, block, sizeof block);
  close(fd);
  return status;
}

/* Bytes up to the end of the last dataset. */
static uint64_t end_of(const Evaluator *evaluator, const ColumnsLayout *at) {
  uint64_t end = at->failure_at + COLUMNS_FAILURES * sizeof(FailureRow);
  const uint64_t marks = at->mark_at + chunks_of(at) * sizeof(uint64_t),
                 codes = at->code_at + at->items * sizeof(int32_t);
  if (marks > end) end = marks;
  if (codes > end) end = codes;
  for (int c = 0; evaluator->columns[c].name; c++) {
    const uint64_t column = at->column_at[c] + at->items * dtype_bytes(evaluator->columns[c].dtype);
    if (column > end) end = column;
  }
  return end;
}

Status columns_file_create(const char *path, const Evaluator *evaluator, const char *spec,
                           ColumnsLayout *at) {
  hdf5_quiet();
  if (structure_write(path, evaluator, spec, at) < 0) return hdf5_fail(ERR_IO, path, "cannot create");
  TRY(checkpoint_reserve(path, end_of(evaluator, at)));
  return block_write(path, at);
}

static bool block_parse(const char *block, ColumnsLayout *out) {
  int read = 0;
  *out = (ColumnsLayout){.items = 0};
  if (sscanf(block,
             MAGIC " evaluator %31s items %" SCNu64 " digest %" SCNx64 " chunk %" SCNu32 " code %" SCNu64
                   " mark %" SCNu64 " failure %" SCNu64 " columns%n",
             out->evaluator, &out->items, &out->digest, &out->chunk, &out->code_at, &out->mark_at,
             &out->failure_at, &read) != 7)
    return false;
  for (int c = 0, step = 0; c < EVALUATOR_COLUMNS; c++, read += step)
    if (sscanf(block + read, " %" SCNu64 "%n", &out->column_at[c], &step) != 1) return false;
  return true;
}

static bool layout_sound(const ColumnsLayout *at) {
  bool sound = at->items && at->chunk && at->items < PLACE_MAX && at->mark_at < PLACE_MAX &&
               at->failure_at < PLACE_MAX && at->code_at < PLACE_MAX;
  for (int c = 0; c < EVALUATOR_COLUMNS; c++) sound = sound && at->column_at[c] < PLACE_MAX;
  return sound;
}

Status columns_file_layout(int fd, const char *path, ColumnsLayout *out) {
  char block[BLOCK_BYTES + 1] = "", expected[BLOCK_BYTES];
  struct stat info;
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
    FAIL(ERR_FORMAT, "%s: not a file of records (not a plain file)", path);
  TRY(bytes_pread(fd, path, 0, block, BLOCK_BYTES));
  if (strncmp(block, MAGIC, sizeof MAGIC - 1) != 0) FAIL(ERR_FORMAT, "%s: not a file of records", path);
  const bool parsed = block_parse(block, out);
  block_format(expected, out);
  if (!parsed || memcmp(block, expected, sizeof expected) != 0 || !layout_sound(out))
    FAIL(ERR_FORMAT, "%s: damaged: its first %d bytes are not as written", path, BLOCK_BYTES);
  /* Every item has at least its code there: what is not there takes no memory. */
  if (out->items > (uint64_t)info.st_size / sizeof(int32_t)) FAIL(ERR_FORMAT, "%s: cut short", path);
  return OK;
}
