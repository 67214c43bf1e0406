/* See results_file.h. */
#include "results_file.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "c_locale.h"
#include "io/hdf/dataset.h"
#include "io/hdf/hdf.h"
#include "results.h"
#include "version.h"

/* ---- members of a row ---- */

#define ONE(member, kind)                                                                                    \
  { #member, kind, offsetof(ResultRow, member), sizeof(((ResultRow *)0)->member), 1 }
#define MANY(member, kind)                                                                                   \
  { #member, kind, offsetof(ResultRow, member), sizeof(((ResultRow *)0)->member[0]), RESULT_TRACE }

_Static_assert(offsetof(ResultRow, worth) + sizeof(uint32_t) == sizeof(ResultRow),
               "a row is as large as in files of earlier versions");

const ResultMember result_members[] = {ONE(key, MEMBER_KEY),
                                       ONE(section, MEMBER_TEXT),
                                       ONE(instance, MEMBER_TEXT),
                                       ONE(options, MEMBER_TEXT),
                                       ONE(state, MEMBER_STATE),
                                       ONE(exit_code, MEMBER_I32),
                                       ONE(message, MEMBER_TEXT),
                                       ONE(end, MEMBER_TEXT),
                                       ONE(name, MEMBER_TEXT),
                                       ONE(size_text, MEMBER_TEXT),
                                       ONE(problem, MEMBER_TEXT),
                                       ONE(n, MEMBER_I32),
                                       ONE(decimals, MEMBER_I32),
                                       ONE(method, MEMBER_TEXT),
                                       ONE(seed, MEMBER_U64),
                                       ONE(islands, MEMBER_U64),
                                       ONE(searches, MEMBER_U64),
                                       ONE(moves, MEMBER_U64),
                                       ONE(best, MEMBER_COST),
                                       ONE(best_known, MEMBER_COST),
                                       ONE(bound, MEMBER_COST),
                                       ONE(best_island, MEMBER_U32),
                                       ONE(batch, MEMBER_U32),
                                       ONE(elapsed_s, MEMBER_F64),
                                       ONE(finished_unix_s, MEMBER_F64),
                                       ONE(ranks, MEMBER_I32),
                                       ONE(host, MEMBER_TEXT),
                                       ONE(backend, MEMBER_TEXT),
                                       ONE(device, MEMBER_TEXT),
                                       ONE(version, MEMBER_TEXT),
                                       ONE(inputs, MEMBER_KEY),
                                       ONE(answers, MEMBER_U32),
                                       ONE(trace_rows, MEMBER_I32),
                                       MANY(trace_s, MEMBER_F64),
                                       MANY(trace_searches, MEMBER_U64),
                                       MANY(trace_best, MEMBER_COST),
                                       ONE(solution_first, MEMBER_U64),
                                       ONE(digest, MEMBER_KEY),
                                       ONE(done, MEMBER_U32),
                                       ONE(worth, MEMBER_U32),
                                       {NULL, MEMBER_TEXT, 0, 0, 0}};

/* ---- attributes ---- */

static void attribute_read(hid_t file, const char *name, char *to, size_t bytes) {
  if (H5Aexists(file, name) <= 0) return;
  hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  if (attribute < 0) return;
  (void)hdf5_text_read(attribute, to, bytes); /* what is too long is cut */
  H5Aclose(attribute);
}

void results_about_read(const char *path, ResultsAbout *about) {
  *about = (ResultsAbout){.job = ""};
  hid_t file;
  if (hdf5_file_open(path, &file) != OK) {
    status_clear();
    return;
  }
  attribute_read(file, "job", about->job, sizeof about->job);
  attribute_read(file, "version", about->version, sizeof about->version);
  attribute_read(file, "host", about->host, sizeof about->host);
  attribute_read(file, "created", about->created, sizeof about->created);
  H5Fclose(file);
}

/* ---- file ---- */

/* A results file as bytes: see results_file.h and io/hdf/dataset.h. A row's layout in C is the compound's in
 * HDF5. */

enum { DECIMALS_MAX = 18 };
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
  H5Tset_size(text, m->bytes);
  H5Tset_strpad(text, H5T_STR_NULLPAD);
  H5Tset_cset(text, H5T_CSET_UTF8);
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

static herr_t attributes_write(hid_t file, const char *job_path) {
  char host[256] = "", created[32];
  const int32_t schema = RESULTS_SCHEMA;
  time_t now = time(NULL);
  struct tm utc;
  gethostname(host, sizeof host - 1);
  strftime(created, sizeof created, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
  herr_t rc = hdf5_text_write(file, "job", job_path);
  rc |= hdf5_text_write(file, "version", program_version);
  rc |= hdf5_text_write(file, "host", host);
  rc |= hdf5_text_write(file, "created", created);
  hid_t space = H5Screate(H5S_SCALAR),
        attribute = H5Acreate2(file, "schema", H5T_NATIVE_INT32, space, H5P_DEFAULT, H5P_DEFAULT);
  rc |= attribute < 0 ? -1 : H5Awrite(attribute, H5T_NATIVE_INT32, &schema);
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space);
  return rc;
}

typedef struct Structure { /* what is made */
  const char *job_path;
  ResultsLayout *at;
} Structure;

static herr_t structure_fill(hid_t file, void *what) {
  const Structure *s = what;
  hid_t row = row_type();
  herr_t rc = attributes_write(file, s->job_path);
  rc |= dataset_place_type(file, "task", row, s->at->rows, &s->at->task_at);
  rc |= dataset_place(file, "solution", (Shape){DTYPE_I32, s->at->genes, 1}, &s->at->solution_at);
  H5Tclose(row);
  return rc;
}

/* The text before HDF5: where rows and genes are, and a digest of that, for a row looked for in the wrong place is lost. */
static void block_format(char block[FILE_BLOCK_BYTES], const ResultsLayout *at) {
  memset(block, 0, FILE_BLOCK_BYTES);
  int length = c_snprintf(
      block, FILE_BLOCK_BYTES,
      MAGIC "%d\nrows %" PRIu64 " of %zu bytes from %" PRIu64 ", genes %" PRIu64 " from %" PRIu64 "\n",
      RESULTS_SCHEMA, at->rows, sizeof(ResultRow), at->task_at, at->genes, at->solution_at);
  snprintf(block + length, FILE_BLOCK_BYTES - (size_t)length, "digest %016" PRIx64 "\n",
           XXH3_64bits(block, (size_t)length));
}

/* The bytes of a file with these places. */
static uint64_t bytes_of(const ResultsLayout *at) {
  const uint64_t rows_end = at->task_at + at->rows * sizeof(ResultRow);
  const uint64_t genes_end = at->solution_at + at->genes * sizeof(int32_t);
  return rows_end > genes_end ? rows_end : genes_end;
}

Status results_file_create(int fd, const char *path, const char *job_path, uint64_t rows, uint64_t genes,
                           ResultsLayout *out) {
  char block[FILE_BLOCK_BYTES];
  Structure structure = {job_path, out};
  *out =
      (ResultsLayout){.rows = rows, .genes = genes ? genes : 1}; /* HDF5 gives nothing a place of its own */
  TRY(placed_file_create(fd, path, structure_fill, &structure));
  block_format(block, out);
  return placed_file_finish(fd, path, bytes_of(out), block);
}

Status results_file_layout(int fd, const char *path, ResultsLayout *out) {
  char block[FILE_BLOCK_BYTES + 1], expected[FILE_BLOCK_BYTES];
  unsigned schema = 0;
  uint64_t row_bytes = 0, bytes;
  *out = (ResultsLayout){0};
  TRY(placed_file_block(fd, path, "a results file", MAGIC, block, &bytes));
  int words = c_sscanf(block,
                       MAGIC "%u rows %" SCNu64 " of %" SCNu64 " bytes from %" SCNu64 ", genes %" SCNu64
                             " from %" SCNu64,
                       &schema, &out->rows, &row_bytes, &out->task_at, &out->genes, &out->solution_at);
  if (words < 1) FAIL(ERR_FORMAT, "%s: not a results file", path);
  if (schema > RESULTS_SCHEMA)
    FAIL(ERR_FORMAT, "%s: results of schema %u; this program reads up to %d", path, schema, RESULTS_SCHEMA);
  block_format(expected, out);
  if (words < 6 || memcmp(block, expected, sizeof expected) != 0) return placed_file_damaged(path);
  if (out->task_at > PLACE_MAX || out->solution_at > PLACE_MAX)
    FAIL(ERR_FORMAT, "%s: expected rows and genes at places in the file, found them beyond any", path);
  out->bytes = bytes;
  out->bytes_made = bytes_of(out);
  const uint64_t there = bytes / sizeof(ResultRow) + 1, genes = bytes / sizeof(int32_t);
  if (out->rows > there) out->rows = there; /* of a file cut short: what is not there takes no memory */
  if (out->genes > genes) out->genes = genes;
  return OK;
}

uint64_t results_row_digest(const ResultRow *row, const int32_t *gene) {
  ResultRow bare;
  memcpy(&bare, row, sizeof bare); /* not an assignment: that may leave the gaps between members out */
  bare.digest = 0;
  bare.done = 0;
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
