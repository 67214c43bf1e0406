/* Marks and failures of a file of records (src/io/columns) belong to their places: of the first and the last item, at chunks' ends. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "io/columns/columns_file.h"

enum { ITEMS = 10, CHUNK = 4, CHUNKS = 3 };

static char path[64];
static const Items items = {.count = ITEMS, .digest = 0x1234};
static const Evaluator *evaluator;

static Columns *file_open(void) {
  const ColumnsSource source = {evaluator, "a list", "", &items};
  Columns *columns = NULL;
  CU_ASSERT_EQUAL_FATAL(columns_open(path, &source, CHUNK, &columns), OK);
  return columns;
}

/* A new file; the items of the mask fail. */
static void file_make(uint32_t failing) {
  unlink(path);
  Columns *columns = file_open();
  for (uint64_t first = 0; first < ITEMS; first += CHUNK) {
    Records r;
    CU_ASSERT_EQUAL_FATAL(records_alloc(evaluator, CHUNK, &r), OK);
    records_clear(evaluator, &r, first, ITEMS - first < CHUNK ? (uint32_t)(ITEMS - first) : CHUNK);
    for (uint32_t k = 0; k < r.count; k++)
      if (failing >> (first + k) & 1)
        record_fail(&r, k, status_fail(ERR_FORMAT, "item %d", (int)(first + k)));
    CU_ASSERT_EQUAL(columns_write(columns, &r), OK);
    records_free(&r);
  }
  CU_ASSERT_EQUAL(columns_close(columns), OK);
}

static ColumnsLayout layout_of(int fd) {
  ColumnsLayout at;
  CU_ASSERT_EQUAL_FATAL(columns_file_layout(fd, path, &at), OK);
  return at;
}

/* ---- marks ---- */

/* What chunk 0 has in an array of `bytes` a chunk, into chunk 1. */
static void chunk_copy(int fd, uint64_t at, size_t bytes) {
  char chunk[CHUNK * 8];
  CU_ASSERT_FATAL(bytes <= sizeof chunk);
  CU_ASSERT(pread(fd, chunk, bytes, (off_t)at) == (ssize_t)bytes);
  CU_ASSERT(pwrite(fd, chunk, bytes, (off_t)(at + bytes)) == (ssize_t)bytes);
}

static void a_chunk_in_another_place_is_pending(void) {
  file_make(0);
  const int fd = open(path, O_RDWR);
  const ColumnsLayout at = layout_of(fd);
  chunk_copy(fd, at.code_at, CHUNK * sizeof(int32_t));
  for (int k = 0; evaluator->columns[k].name; k++)
    chunk_copy(fd, at.column_at[k], CHUNK * dtype_bytes(evaluator->columns[k].dtype));
  chunk_copy(fd, at.mark_at, sizeof(uint64_t));
  close(fd);
  Columns *columns = file_open();
  CU_ASSERT(columns_done(columns, 0) && !columns_done(columns, 1) && columns_done(columns, 2));
  CU_ASSERT_EQUAL(columns_close(columns), OK);
}

/* Of equal records of different items, and of a chunk's codes and columns, marks differ. */
static void marks_differ(void) {
  uint64_t mark[CHUNKS];
  file_make(0);
  const int fd = open(path, O_RDONLY);
  const ColumnsLayout at = layout_of(fd);
  CU_ASSERT(pread(fd, mark, sizeof mark, (off_t)at.mark_at) == sizeof mark);
  close(fd);
  CU_ASSERT(mark[0] && mark[1] && mark[2] && mark[0] != mark[1] && mark[1] != mark[2] && mark[0] != mark[2]);
}

/* ---- failures ---- */

/* The message of each item as a reader finds it: of those of the mask. */
static void messages_check(uint32_t failing) {
  ColumnsFile file;
  Records r;
  CU_ASSERT_EQUAL_FATAL(columns_read_open(path, &file), OK);
  CU_ASSERT_EQUAL_FATAL(records_alloc(file.evaluator, file.chunk, &r), OK);
  for (uint64_t c = 0; c < CHUNKS; c++) {
    bool whole;
    CU_ASSERT(columns_read_chunk(&file, c, &r, &whole) == OK && whole);
    for (uint32_t k = 0; k < r.count; k++) {
      const uint64_t item = r.first + k;
      char want[16] = "";
      if (failing >> item & 1) snprintf(want, sizeof want, "item %d", (int)item);
      CU_ASSERT_STRING_EQUAL(r.message[k], want);
    }
  }
  records_free(&r);
  columns_read_close(&file);
}

/* Any two that fail, after the file has gone on as well. */
static void failures_stay(void) {
  for (int low = 0; low < ITEMS; low++)
    for (int high = low; high < ITEMS; high++) {
      file_make(1u << low | 1u << high);
      messages_check(1u << low | 1u << high);
      CU_ASSERT_EQUAL(columns_close(file_open()), OK);
      messages_check(1u << low | 1u << high);
    }
}

/* Of a chunk that is pending all failures go, up to its last item; those of its neighbours stay. */
static void failures_go_with_their_chunk(void) {
  const uint64_t none = 0;
  file_make(0x3ff);
  const int fd = open(path, O_RDWR);
  const ColumnsLayout at = layout_of(fd);
  CU_ASSERT(pwrite(fd, &none, sizeof none, (off_t)(at.mark_at + sizeof none)) == sizeof none);
  CU_ASSERT_EQUAL(columns_close(file_open()), OK);
  FailureRow row[ITEMS];
  CU_ASSERT(pread(fd, row, sizeof row, (off_t)at.failure_at) == sizeof row);
  close(fd);
  static const uint64_t stay[ITEMS] = {1, 2, 3, 4, 9, 10};
  for (int k = 0; k < ITEMS; k++) CU_ASSERT_EQUAL(row[k].item, stay[k]);
}

/* A row of an item that there is not is none. */
static void rows_beyond_are_none(void) {
  file_make(1u << 2 | 1u << (ITEMS - 1));
  const int fd = open(path, O_RDWR);
  const uint64_t beyond = ITEMS + 1,
                 at = layout_of(fd).failure_at + sizeof(FailureRow) + offsetof(FailureRow, item);
  CU_ASSERT(pwrite(fd, &beyond, sizeof beyond, (off_t)at) == sizeof beyond);
  close(fd);
  messages_check(1u << 2);
  CU_ASSERT_EQUAL(columns_close(file_open()), OK);
  messages_check(1u << 2);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(a_chunk_in_another_place_is_pending), TEST(marks_differ),         TEST(failures_stay),
      TEST(failures_go_with_their_chunk),        TEST(rows_beyond_are_none), {NULL, NULL}};
  char folder[] = "/tmp/cordee-columns-XXXXXX";
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/r.h5", folder);
  evaluator = evaluator_find("verify");
  const int result = harness_run("columns_order", tests);
  unlink(path);
  rmdir(folder);
  return result;
}
