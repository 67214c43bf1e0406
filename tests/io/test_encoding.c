/* Marks of encodings (src/io/input.c), through text_read and text_head. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include "fixtures/harness.h"
#include "io/input.h"

static char path[] = "/tmp/cordee-encoding-XXXXXX";

static void file_write(const char *text, size_t bytes, int packed) {
  gzFile out = gzopen(path, packed ? "wb" : "wbT");
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  CU_ASSERT_EQUAL(gzwrite(out, text, (unsigned)bytes), (int)bytes);
  gzclose(out);
}

/* A file of these bytes is read as `expected`, whole and by its head. */
static void check_read(const char *bytes, size_t count, const char *expected, size_t length) {
  char *text = NULL, head[64];
  size_t found = 0;
  for (int packed = 0; packed < 2; packed++) {
    file_write(bytes, count, packed);
    CU_ASSERT_EQUAL_FATAL(text_read(path, &text, &found), OK);
    CU_ASSERT(found == length && memcmp(text, expected, length) == 0);
    free(text);
    CU_ASSERT(text_head(path, head, sizeof head) == length && memcmp(head, expected, length) == 0);
  }
}

#define CHECK_READ(bytes, expected) check_read(bytes, sizeof bytes - 1, expected, sizeof expected - 1)

static void marks_are_left_out(void) {
  CHECK_READ("\xef\xbb\xbf"
             "NAME: a\n",
             "NAME: a\n");
  CHECK_READ("\xef\xbb\xbf", "");
  CHECK_READ("\xef\xbb", "\xef\xbb");
  CHECK_READ("a\xef\xbb\xbf", "a\xef\xbb\xbf");
  CHECK_READ("\xef\xbb\xbf\xef\xbb\xbf", "\xef\xbb\xbf");
  CHECK_READ("abcd", "abcd");
}

static void check_refused(const char *bytes, size_t count) {
  char *text = NULL, message[128];
  size_t found = 0;
  snprintf(message, sizeof message, "%s:1: expected text in UTF-8, found UTF-16: save it as UTF-8", path);
  for (int packed = 0; packed < 2; packed++) {
    file_write(bytes, count, packed);
    status_clear();
    CU_ASSERT_EQUAL(text_read(path, &text, &found), ERR_FORMAT);
    CU_ASSERT_STRING_EQUAL(status_message(), message);
  }
}

static void wide_texts_are_refused(void) {
  check_refused("\xff\xfeN\0A\0", 6);
  check_refused("\xfe\xff\0N\0A", 6);
  check_refused("N\0A\0", 4);
  check_refused("\0N\0A", 4);
  check_refused("\xff\xfe\0\0N\0\0\0", 8);
}

static const HarnessTest tests[] = {TEST(marks_are_left_out), TEST(wide_texts_are_refused), {NULL, NULL}};

int main(void) {
  const int file = mkstemp(path);
  if (file < 0) return 1;
  close(file);
  const int failed = harness_run("encodings of texts", tests);
  unlink(path);
  return failed;
}
