/* A results file as bytes: see results_file.h. Step 8 of the flow, below results.c and results_read.c.
 *
 * HDF5 makes the structure, contiguous datasets with their place allotted at once; from then on rows are plain bytes in C's
 * own layout, which is the compound's. */
#include "results_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "version.h"
#include "io/checkpoint/checkpoint_file.h"
#include "io/checkpoint/checkpoint_hdf5.h"
#include "result_members.h"

enum { BLOCK_BYTES = 4096, DECIMALS_MAX = 18 };
static const uint64_t PLACE_MAX = (uint64_t)1 << 60;
#define MAGIC "cordee results "

/* HDF5's type of a member; the caller closes it. */
static hid_t member_type(const ResultMember *m) {
  const hid_t numbers[] = {
      [MEMBER_I32] = H5T_NATIVE_INT32,  [MEMBER_STATE] = H5T_NATIVE_INT32, [MEMBER_U32] = H5T_NATIVE_UINT32,
      [MEMBER_COST] = H5T_NATIVE_INT64, [MEMBER_U64] = H5T_NATIVE_UINT64,  [MEMBER_KEY] = H5T_NATIVE_UINT64,
      [MEMBER_F64] = H5T_NATIVE_DOUBLE};
  const hsize_t count = m->count;
  if (m->kind != MEMBER_TEXT)
    return m->count > 1 ? H5Tarray_create2(numbers[m->kind], 1, &count) : H5Tcopy(numbers[m->kind]);
  hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, m->bytes), H5Tset_strpad(text, H5T_STR_NULLPAD), H5Tset_cset(text, H5T_CSET_UTF8);
  return text;
}

static hid_t row_type(void) {
  hid_t row = H5Tcreate(H5T_COMPOUND, sizeof(ResultRow));
  for (const ResultMember *m = result_members; m->name; m++) {
    hid_t type = member_type(m);
    H5Tinsert(row, m->name, m->offset, type);
    H5Tclose(type);
  }
  return row;
}

/* A dataset whose bytes have their place in the file from now on; *at: which. The type is closed. */
static herr_t dataset_place(hid_t file, const char *name, hid_t type, hsize_t count, uint64_t *at) {
  hid_t how = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &count, NULL);
  herr_t rc = H5Pset_layout(how, H5D_CONTIGUOUS);
  rc |= H5Pset_alloc_time(how, H5D_ALLOC_TIME_EARLY), rc |= H5Pset_fill_time(how, H5D_FILL_TIME_NEVER);
  hid_t set = rc < 0 ? H5I_INVALID_HID : H5Dcreate2(file, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
  haddr_t place = set < 0 ? HADDR_UNDEF : H5Dget_offset(set);
  *at = place;
  if (set >= 0) H5Dclose(set);
  H5Sclose(space), H5Pclose(how), H5Tclose(type);
  return place == HADDR_UNDEF ? -1 : 0;
}

static herr_t text_attribute(hid_t file, const char *name, const char *value) {
  hid_t type = hdf5_text_type(), space = H5Screate(H5S_SCALAR);
  hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  herr_t rc = attribute < 0 ? -1 : H5Awrite(attribute, type, &value);
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space), H5Tclose(type);
  return rc;
}

static herr_t attributes_write(hid_t file, const char *job_path) {
  char host[256] = "", created[32];
  const int32_t schema = RESULTS_SCHEMA;
  time_t now = time(NULL);
  struct tm utc;
  gethostname(host, sizeof host - 1);
  strftime(created, sizeof created, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
  herr_t rc = text_attribute(file, "job", job_path);
  rc |= text_attribute(file, "version", cordee_version), rc |= text_attribute(file, "host", host);
  rc |= text_attribute(file, "created", created);
  hid_t space = H5Screate(H5S_SCALAR),
        attribute = H5Acreate2(file, "schema", H5T_NATIVE_INT32, space, H5P_DEFAULT, H5P_DEFAULT);
  rc |= attribute < 0 ? -1 : H5Awrite(attribute, H5T_NATIVE_INT32, &schema);
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space);
  return rc;
}

static herr_t structure_write(const char *path, const char *job_path, ResultsLayout *at) {
  hid_t how = H5Pcreate(H5P_FILE_CREATE), access = H5Pcreate(H5P_FILE_ACCESS);
  herr_t rc = H5Pset_userblock(how, BLOCK_BYTES);
  rc |= H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST),
      rc |= H5Pset_file_locking(access, 0, 1);
  hid_t file = rc < 0 ? H5I_INVALID_HID : H5Fcreate(path, H5F_ACC_TRUNC, how, access);
  rc = file < 0 ? -1 : attributes_write(file, job_path);
  if (file >= 0) {
    rc |= dataset_place(file, "task", row_type(), at->rows, &at->task_at);
    rc |= dataset_place(file, "solution", H5Tcopy(H5T_NATIVE_INT32), at->genes, &at->solution_at);
    rc |= H5Fclose(file);
  }
  H5Pclose(access), H5Pclose(how);
  return rc;
}

/* The text before HDF5: where rows and genes are, and a digest of that, for a row looked for in the wrong place is lost. */
static void block_format(char block[BLOCK_BYTES], const ResultsLayout *at) {
  memset(block, 0, BLOCK_BYTES);
  int length = snprintf(block, BLOCK_BYTES,
                        MAGIC "%d\nrows %" PRIu64 " of %zu bytes from %" PRIu64 ", genes %" PRIu64
                              " from %" PRIu64 "\n",
                        RESULTS_SCHEMA, at->rows, sizeof(ResultRow), at->task_at, at->genes, at->solution_at);
  snprintf(block + length, BLOCK_BYTES - (size_t)length, "digest %016" PRIx64 "\n",
           XXH3_64bits(block, (size_t)length));
}

static Status block_write(const char *path, const ResultsLayout *at) {
  char block[BLOCK_BYTES];
  block_format(block, at);
  int fd = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  Status status = bytes_pwrite(fd, path, 0, block, sizeof block);
  close(fd);
  return status;
}

Status results_file_create(const char *path, const char *job_path, uint64_t rows, uint64_t genes,
                           ResultsLayout *out) {
  *out =
      (ResultsLayout){.rows = rows, .genes = genes ? genes : 1}; /* HDF5 gives nothing a place of its own */
  hdf5_quiet();
  if (structure_write(path, job_path, out) < 0) return hdf5_fail(ERR_IO, path, "cannot create");
  const uint64_t rows_end = out->task_at + rows * sizeof(ResultRow),
                 genes_end = out->solution_at + out->genes * sizeof(int32_t);
  TRY(checkpoint_reserve(path, rows_end > genes_end ? rows_end : genes_end));
  return block_write(path, out);
}

Status results_file_layout(int fd, const char *path, ResultsLayout *out) {
  char block[BLOCK_BYTES + 1] = "", expected[BLOCK_BYTES];
  unsigned schema = 0;
  uint64_t row_bytes = 0;
  struct stat info;
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
    FAIL(ERR_FORMAT, "%s: not a results file (not a plain file)", path);
  *out = (ResultsLayout){0};
  TRY(bytes_pread(fd, path, 0, block, BLOCK_BYTES));
  int words = sscanf(block,
                     MAGIC "%u rows %" SCNu64 " of %" SCNu64 " bytes from %" SCNu64 ", genes %" SCNu64
                           " from %" SCNu64,
                     &schema, &out->rows, &row_bytes, &out->task_at, &out->genes, &out->solution_at);
  if (words < 1) FAIL(ERR_FORMAT, "%s: not a results file", path);
  if (schema > RESULTS_SCHEMA)
    FAIL(ERR_FORMAT, "%s: results of schema %u; this program reads up to %d", path, schema, RESULTS_SCHEMA);
  block_format(expected, out);
  if (words < 6 || memcmp(block, expected, sizeof expected) != 0)
    FAIL(ERR_FORMAT, "%s: damaged: its first %d bytes are not as written", path, BLOCK_BYTES);
  if (out->task_at > PLACE_MAX || out->solution_at > PLACE_MAX)
    FAIL(ERR_FORMAT, "%s: expected rows and genes at places in the file, found them beyond any", path);
  const uint64_t there = (uint64_t)info.st_size / sizeof(ResultRow) + 1,
                 genes = (uint64_t)info.st_size / sizeof(int32_t);
  if (out->rows > there) out->rows = there; /* of a file cut short: what is not there takes no memory */
  if (out->genes > genes) out->genes = genes;
  return OK;
}

uint64_t results_row_digest(const ResultRow *row, const int32_t *gene) {
  ResultRow bare;
  memcpy(&bare, row, sizeof bare); /* not an assignment: that may leave the gaps between members out */
  bare.digest = 0, bare.done = 0;
  uint64_t digest = XXH3_64bits(&bare, sizeof bare);
  return row->state == RESULT_VERIFIED ? XXH3_64bits_withSeed(gene, (size_t)row->n * sizeof *gene, digest)
                                       : digest;
}

static bool texts_end(const ResultRow *row) {
  for (const ResultMember *m = result_members; m->name; m++)
    if (m->kind == MEMBER_TEXT && !memchr((const char *)row + m->offset, 0, m->bytes)) return false;
  return true;
}

static bool seconds_sound(double value) { return value >= 0 && value <= 1e12; }

/* A whole row whose members say what cannot be is of somebody who has made the digest anew: nobody is to index, to loop or to print
 * with it. */
static Status row_check(const char *path, uint64_t k, const ResultRow *row) {
  const unsigned long long number = k + 1;
  if (!texts_end(row))
    FAIL(ERR_FORMAT, "%s: row %llu: expected texts that end, found one that does not", path, number);
  if (row->decimals < 0 || row->decimals > DECIMALS_MAX)
    FAIL(ERR_FORMAT, "%s: row %llu: expected 0 to %d decimals, found %d", path, number, DECIMALS_MAX,
         row->decimals);
  if (row->trace_rows < 0 || row->trace_rows > RESULT_TRACE)
    FAIL(ERR_FORMAT, "%s: row %llu: expected 0 to %d rows of trace, found %d", path, number, RESULT_TRACE,
         row->trace_rows);
  bool sound = seconds_sound(row->elapsed_s) && seconds_sound(row->finished_unix_s);
  for (int32_t t = 0; t < row->trace_rows; t++) sound = sound && seconds_sound(row->trace_s[t]);
  if (!sound)
    FAIL(ERR_FORMAT, "%s: row %llu: expected times of 0 to 1e12 seconds, found another", path, number);
  return OK;
}

Status results_file_row(int fd, const char *path, const ResultsLayout *at, uint64_t k, ResultRow *row,
                        int32_t **gene, bool *whole) {
  TRY(bytes_pread(fd, path, at->task_at + k * sizeof *row, row, sizeof *row));
  *whole = row->done == 1 && (row->state == RESULT_VERIFIED || row->state == RESULT_FAILED);
  if (!*whole) return OK;
  if (row->state == RESULT_FAILED) {
    *whole = row->digest == results_row_digest(row, NULL);
    return *whole ? row_check(path, k, row) : OK;
  }
  *whole =
      row->n > 0 && row->solution_first <= at->genes && (uint64_t)row->n <= at->genes - row->solution_first;
  if (!*whole) return OK;
  int32_t *larger = realloc(*gene, (size_t)row->n * sizeof *larger);
  if (!larger) FAIL(ERR_MEMORY, "%s: no memory for a solution of %d genes", path, row->n);
  *gene = larger;
  TRY(bytes_pread(fd, path, at->solution_at + row->solution_first * sizeof *larger, larger,
                  (size_t)row->n * sizeof *larger));
  *whole = row->digest == results_row_digest(row, larger);
  return *whole ? row_check(path, k, row) : OK;
}

Status bytes_pread(int fd, const char *path, uint64_t at, void *to, size_t bytes) {
  while (bytes) {
    ssize_t got = pread(fd, to, bytes, (off_t)at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) FAIL(ERR_NO_INPUT, "%s: %s", path, strerror(errno));
    if (got == 0) return memset(to, 0, bytes), OK;
    to = (char *)to + got, at += (uint64_t)got, bytes -= (size_t)got;
  }
  return OK;
}

Status bytes_pwrite(int fd, const char *path, uint64_t at, const void *from, size_t bytes) {
  while (bytes) {
    ssize_t put = pwrite(fd, from, bytes, (off_t)at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) FAIL(ERR_IO, "%s: %s", path, put < 0 ? strerror(errno) : "nothing could be written");
    from = (const char *)from + put, at += (uint64_t)put, bytes -= (size_t)put;
  }
  return OK;
}
