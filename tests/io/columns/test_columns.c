/* Records as a file (src/io/columns): what was written is read back, a torn chunk is pending and no other, a file goes on for the
 * same items only. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "io/columns/columns_file.h"
#include "io/hdf/dataset.h"

enum { ITEMS = 10, CHUNK = 4, CHUNKS = 3 };

static char path[64];
static const Items items = {.count = ITEMS, .digest = 0x1234};
static const Evaluator *evaluator;

/* Item k of chunk c: cost 100 + item; every third fails. */
static void chunk_make(uint64_t chunk, Records *out) {
  const uint64_t first = chunk * CHUNK;
  CU_ASSERT_EQUAL_FATAL(records_alloc(evaluator, CHUNK, out), OK);
  Records r = *out;
  records_clear(evaluator, &r, first, first + CHUNK <= ITEMS ? CHUNK : ITEMS - first);
  for (uint32_t k = 0; k < r.count; k++) {
    const uint64_t item = first + k;
    if (item % 3 == 2)
      record_fail(&r, k, status_fail(ERR_FORMAT, "item %llu is none", (unsigned long long)item));
    else
      ((int64_t *)r.column[3])[k] = 100 + (int64_t)item;
  }
  *out = r;
}

static void chunk_write(Columns *columns, uint64_t chunk) {
  Records r;
  chunk_make(chunk, &r);
  CU_ASSERT_EQUAL(columns_write(columns, &r), OK);
  records_free(&r);
}

static Status records_open(const Items *of, Columns **out) {
  const ColumnsSource source = {evaluator, "a list", "steps = 7\n", of};
  return columns_open(path, &source, CHUNK, out);
}

static Columns *file_open(void) {
  Columns *columns = NULL;
  status_clear();
  CU_ASSERT_EQUAL_FATAL(records_open(&items, &columns), OK);
  return columns;
}

static void file_make(void) {
  unlink(path);
  Columns *columns = file_open();
  CU_ASSERT(columns_chunk(columns) == CHUNK && columns_chunks(columns) == CHUNKS);
  for (uint64_t c = 0; c < CHUNKS; c++) {
    CU_ASSERT(!columns_done(columns, c));
    chunk_write(columns, c);
  }
  CU_ASSERT_EQUAL(columns_close(columns), OK);
}

/* Finished chunks, each as it was written; -1: the file is refused. */
static int chunks_found(void) {
  ColumnsFile file;
  Records r;
  bool whole;
  int found = 0;
  status_clear();
  if (columns_read_open(path, &file) != OK) {
    status_clear();
    return -1;
  }
  CU_ASSERT_EQUAL_FATAL(records_alloc(file.evaluator, file.chunk, &r), OK);
  for (uint64_t c = 0; c < file.chunks; c++) {
    CU_ASSERT_EQUAL(columns_read_chunk(&file, c, &r, &whole), OK);
    found += whole;
    for (uint32_t k = 0; k < r.count; k++) {
      const uint64_t item = r.first + k;
      char message[64];
      snprintf(message, sizeof message, item % 3 == 2 ? "item %llu is none" : "", (unsigned long long)item);
      CU_ASSERT_EQUAL(r.code[k], item % 3 == 2 ? 65 : 0);
      CU_ASSERT_EQUAL(((const int64_t *)r.column[3])[k], item % 3 == 2 ? 0 : 100 + (int64_t)item);
      CU_ASSERT_STRING_EQUAL(r.message[k], message);
    }
  }
  records_free(&r);
  columns_read_close(&file);
  return found;
}

static void records_come_back(void) {
  file_make();
  CU_ASSERT_EQUAL(chunks_found(), CHUNKS);
  Columns *columns = file_open();
  for (uint64_t c = 0; c < CHUNKS; c++) CU_ASSERT(columns_done(columns, c));
  CU_ASSERT_EQUAL(columns_close(columns), OK);
  CU_ASSERT(columns_are(path));
  CU_ASSERT_EQUAL(harness_temporaries(path), 0);
}

static void byte_flip(uint64_t at) {
  unsigned char byte;
  const int fd = open(path, O_RDWR);
  CU_ASSERT(pread(fd, &byte, 1, (off_t)at) == 1);
  byte ^= 0x20;
  CU_ASSERT(pwrite(fd, &byte, 1, (off_t)at) == 1);
  close(fd);
}

static ColumnsLayout layout_of(void) {
  ColumnsLayout at;
  const int fd = open(path, O_RDONLY);
  CU_ASSERT_EQUAL_FATAL(columns_file_layout(fd, path, &at), OK);
  close(fd);
  return at;
}

/* Each byte of codes, costs and marks belongs to one chunk. */
static void a_torn_chunk_is_pending(void) {
  file_make();
  const ColumnsLayout at = layout_of();
  for (uint64_t b = 0; b < ITEMS * sizeof(int32_t); b++) {
    byte_flip(at.code_at + b);
    CU_ASSERT_EQUAL(chunks_found(), CHUNKS - 1);
    byte_flip(at.code_at + b);
  }
  for (uint64_t b = 0; b < ITEMS * sizeof(int64_t); b += 3) {
    byte_flip(at.column_at[3] + b);
    CU_ASSERT_EQUAL(chunks_found(), CHUNKS - 1);
    byte_flip(at.column_at[3] + b);
  }
  for (uint64_t b = 0; b < CHUNKS * sizeof(uint64_t); b++) {
    byte_flip(at.mark_at + b);
    CU_ASSERT_EQUAL(chunks_found(), CHUNKS - 1);
    byte_flip(at.mark_at + b);
  }
  CU_ASSERT_EQUAL(chunks_found(), CHUNKS);
}

/* A pending chunk that runs again leaves no failure twice. */
static void a_pending_chunk_runs_again(void) {
  file_make();
  const ColumnsLayout at = layout_of();
  byte_flip(at.code_at + 5 * sizeof(int32_t)); /* of chunk 1 */
  Columns *columns = file_open();
  CU_ASSERT(columns_done(columns, 0) && !columns_done(columns, 1) && columns_done(columns, 2));
  chunk_write(columns, 1);
  CU_ASSERT_EQUAL(columns_close(columns), OK);
  CU_ASSERT_EQUAL(chunks_found(), CHUNKS);
  FailureRow row[5];
  const int fd = open(path, O_RDONLY);
  CU_ASSERT(pread(fd, row, sizeof row, (off_t)at.failure_at) == sizeof row);
  close(fd);
  CU_ASSERT(row[0].item == 3 && row[1].item == 9 && row[2].item == 6 && row[3].item == 0 && row[4].item == 0);
}

/* ---- what records were made from ---- */

static Status two_kept(const Items *of, int k, TableColumn *out) {
  static const int64_t numbers[ITEMS] = {5, 4, 3};
  static const char words[ITEMS][3] = {"abc", "d"};
  (void)of;
  *out = (TableColumn){.bytes = 0};
  if (k == 0) *out = (TableColumn){"a/b", DTYPE_I64, 8, numbers, NULL};
  if (k == 1) *out = (TableColumn){"a_b", DTYPE_COUNT, 3, words, NULL};
  return OK;
}

static void keeps_what_it_was_made_from(void) {
  Evaluator keeping = *evaluator;
  const ColumnsSource source = {&keeping, "a list", "steps = 7\n", &items};
  char spec[COLUMNS_SPEC_MAX], settings[COLUMNS_SETTINGS_MAX];
  Columns *columns = NULL;
  void *numbers, *words;
  uint64_t rows;
  hid_t file, group;
  keeping.kept = two_kept;
  unlink(path);
  CU_ASSERT_EQUAL_FATAL(columns_open(path, &source, CHUNK, &columns), OK);
  for (uint64_t c = 0; c < CHUNKS; c++) chunk_write(columns, c);
  CU_ASSERT_EQUAL(columns_close(columns), OK);
  CU_ASSERT_EQUAL(chunks_found(), CHUNKS);
  CU_ASSERT_EQUAL(columns_read_source(path, spec, settings), OK);
  CU_ASSERT_STRING_EQUAL(spec, "a list");
  CU_ASSERT_STRING_EQUAL(settings, "steps = 7\n");
  CU_ASSERT_EQUAL_FATAL(hdf5_file_open(path, &file), OK);
  CU_ASSERT_EQUAL_FATAL(hdf5_group_open(path, file, "items", &group), OK);
  CU_ASSERT_EQUAL_FATAL(matrix_read(path, group, "a_b", DTYPE_I64, 1, &numbers, &rows), OK);
  CU_ASSERT(rows == ITEMS && ((const int64_t *)numbers)[2] == 3);
  CU_ASSERT_EQUAL_FATAL(words_read(path, group, "a_b 2", 3, &words, &rows), OK);
  CU_ASSERT(rows == ITEMS && memcmp(words, "abcd\0", 6) == 0);
  free(numbers);
  free(words);
  H5Gclose(group);
  H5Fclose(file);
}

static void refuses_other_items(void) {
  Columns *columns = NULL;
  const Items more = {.count = ITEMS + 1, .digest = 0x1234}, other = {.count = ITEMS, .digest = 0x1235};
  file_make();
  CU_ASSERT_EQUAL(records_open(&more, &columns), ERR_USAGE);
  status_clear();
  CU_ASSERT_EQUAL(records_open(&other, &columns), ERR_USAGE);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "made for another list of 10 solutions"));
  status_clear();
  CU_ASSERT_EQUAL(chunks_found(), CHUNKS);
}

/* The text before HDF5 says where records lie: none of its bytes may be wrong. */
static void refuses_a_damaged_head(void) {
  int refused = 0;
  file_make();
  for (uint64_t b = 0; b < 4096; b++) {
    byte_flip(b);
    refused += chunks_found() == -1;
    byte_flip(b);
  }
  CU_ASSERT_EQUAL(refused, 4096);
  CU_ASSERT_EQUAL(truncate(path, 100), 0);
  CU_ASSERT_EQUAL(chunks_found(), -1);
  CU_ASSERT(!columns_are(path));
  Columns *columns = NULL;
  CU_ASSERT_EQUAL(records_open(&items, &columns), ERR_FORMAT);
  status_clear();
}

/* A chunk whose bytes another process writes is pending until the one that has the lock marks it. */
static void another_process_writes(void) {
  ColumnsPlace place;
  Columns *joined = NULL;
  Records r;
  uint64_t mark;
  unlink(path);
  Columns *columns = file_open();
  CU_ASSERT_EQUAL(columns_place(columns, &place), OK);
  CU_ASSERT_EQUAL_FATAL(columns_join(&place, evaluator, &joined), OK);
  chunk_make(1, &r);
  CU_ASSERT_EQUAL(columns_put(joined, &r, &mark), OK);
  CU_ASSERT_EQUAL(chunks_found(), 0);
  CU_ASSERT_EQUAL(columns_failure(columns, 5, r.message[1]), OK);
  CU_ASSERT_EQUAL(columns_mark(columns, 1, mark), OK);
  CU_ASSERT(columns_done(columns, 1) && !columns_done(columns, 0));
  CU_ASSERT_EQUAL(columns_close(joined), OK);
  CU_ASSERT_EQUAL(columns_close(columns), OK);
  CU_ASSERT_EQUAL(chunks_found(), 1);
  records_free(&r);
}

/* The name has another file meanwhile, or none. */
static void joins_no_other_file(void) {
  ColumnsPlace place;
  Columns *joined = NULL;
  file_make();
  Columns *columns = file_open();
  CU_ASSERT_EQUAL(columns_place(columns, &place), OK);
  char aside[sizeof path + 8];
  snprintf(aside, sizeof aside, "%s.aside", path);
  CU_ASSERT_EQUAL(rename(path, aside), 0);
  CU_ASSERT(columns_join(&place, evaluator, &joined) == ERR_IO && !joined);
  columns_close(columns);
  file_make();
  CU_ASSERT(columns_join(&place, evaluator, &joined) == ERR_IO && !joined);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "another file"));
  status_clear();
  unlink(aside);
}

int main(void) {
  const HarnessTest tests[] = {
      TEST(records_come_back),      TEST(a_torn_chunk_is_pending), TEST(a_pending_chunk_runs_again),
      TEST(refuses_other_items),    TEST(refuses_a_damaged_head),  TEST(keeps_what_it_was_made_from),
      TEST(another_process_writes), TEST(joins_no_other_file),     {NULL, NULL}};
  char folder[] = "/tmp/cordee-columns-XXXXXX";
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/r.h5", folder);
  evaluator = evaluator_find("verify");
  const int result = harness_run("columns", tests);
  unlink(path);
  rmdir(folder);
  return result;
}
