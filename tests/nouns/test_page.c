/* Pages of the help: what is wrapped where, and what roff must not take for its own. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "page.h"

static char made[8192];

/* The page that `make` makes. */
static const char *page_make(PageForm form, void (*make)(const Page *)) {
  memset(made, 0, sizeof made);
  FILE *out = fmemopen(made, sizeof made, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  make(&(Page){out, form});
  fclose(out);
  return made;
}

static size_t longest(const char *text) {
  size_t most = 0;
  for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
    most = strcspn(text, "\n") > most ? strcspn(text, "\n") : most;
  return most;
}

#define TEN     "one three "
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

static void prose(const Page *page) {
  page_prose(page, HUNDRED "x\n  an example  stays\n\n" HUNDRED HUNDRED "\n");
}
static void items(const Page *page) {
  page_item(page, "--a N", HUNDRED);
  page_item(page, "--a-very-long-name-of-an-option N", "text");
  page_item(page, "--exactly-at-the-limit", "text");
}
static void special(const Page *page) {
  page_begin(page, "cordee-x", "1", "what-ever");
  page_heading(page, "more options");
  page_prose(page, ".TH a\\b\n  'x -y\n");
  page_item(page, "--a-b", ".c");
}

static void wraps(void) {
  const char *text = page_make(PAGE_TEXT, prose);
  CU_ASSERT(strncmp(text, HUNDRED, 99) == 0 && strncmp(text + 99, "\nx\n  an example  stays\n\n", 24) == 0);
  CU_ASSERT_EQUAL(longest(text), 99);
  text = page_make(PAGE_TEXT, items);
  CU_ASSERT(strncmp(text, "  --a N                   one three one", 39) == 0);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\n                          "));
  CU_ASSERT_PTR_NOT_NULL(
      strstr(text, "\n  --a-very-long-name-of-an-option N\n                          text\n"));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\n  --exactly-at-the-limit  text\n"));
  CU_ASSERT(longest(text) <= PAGE_COLUMNS);
}

static void manual(void) {
  CU_ASSERT_STRING_EQUAL(page_make(PAGE_MANUAL, special),
                         ".TH CORDEE-X 1 \"\" \"cordee 1\" \"cordee\"\n.SH NAME\ncordee-x \\- what\\-ever\n"
                         ".SH \"MORE OPTIONS\"\n.PP\n\\&.TH a\\eb\n.nf\n  'x \\-y\n.fi\n"
                         ".TP\n.B \\-\\-a\\-b\n\\&.c\n");
  CU_ASSERT_STRING_EQUAL(page_make(PAGE_TEXT, special),
                         "\nmore options:\n.TH a\\b\n  'x -y\n  --a-b                   .c\n");
}

int main(void) {
  static const HarnessTest tests[] = {TEST(wraps), TEST(manual), {NULL, NULL}};
  return harness_run("page", tests);
}
