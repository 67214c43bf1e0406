/* Lists of solutions (src/evaluator/verify/verify.c): what a line may say, and every line that is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "evaluator/verify/verify.h"
#include "fixtures/harness.h"

static Status parse(const char *path, const char *text, Items *out) {
  status_clear();
  return verify_list_parse(path, text, strlen(text), out);
}

static void expect_pair(const Items *items, uint64_t item, const char *instance, const char *solution,
                        int line) {
  const VerifyPair pair = verify_list_pair(items, item);
  CU_ASSERT_STRING_EQUAL(pair.instance, instance);
  CU_ASSERT_STRING_EQUAL(pair.solution, solution);
  CU_ASSERT_EQUAL(pair.line, line);
}

static void names_are_relative_to_the_list(void) {
  Items items;
  CU_ASSERT_EQUAL_FATAL(
      parse("some/l.list", "# two\n\n a.tsp \t a b.tour\r\n  /x/b.etc   ../c.sol  \nsphere:3\tp", &items),
      OK);
  CU_ASSERT_EQUAL_FATAL(items.count, 3);
  expect_pair(&items, 0, "some/ a.tsp ", "some/ a b.tour", 3);
  expect_pair(&items, 1, "/x/b.etc", "some/../c.sol", 4);
  expect_pair(&items, 2, "sphere:3", "some/p", 5);
  free(items.data);
  CU_ASSERT_EQUAL_FATAL(parse("l", "a b", &items), OK);
  expect_pair(&items, 0, "a", "b", 1);
  free(items.data);
}

static void refuses(const char *text, const char *message) {
  Items items;
  CU_ASSERT_EQUAL(parse("l", text, &items), ERR_FORMAT);
  CU_ASSERT_PTR_NULL(items.data);
  if (strcmp(status_message(), message) != 0) fprintf(stderr, "# found: %s\n", status_message());
  CU_ASSERT_STRING_EQUAL(status_message(), message);
  status_clear();
}

static void refuses_each_defect(void) {
  refuses("", "l: expected lines of an instance and a solution, found none");
  refuses("# a b\n\n", "l: expected lines of an instance and a solution, found none");
  refuses("a b\nc\n", "l:2: expected an instance and a solution, found 'c'");
  refuses("a b c", "l:1: expected an instance and a solution, found 'a b c'");
  refuses("a b\tc\td", "l:1: expected an instance and a solution, found 'a b\tc\td'");
  char *longest = malloc(10001);
  memset(longest, 'x', 10000);
  longest[10000] = 0;
  longest[5000] = ' ';
  Items items;
  CU_ASSERT_EQUAL(parse("l", longest, &items), ERR_FORMAT);
  status_clear();
  free(longest);
  CU_ASSERT_EQUAL(verify_list_parse("l", "a b\0", 4, &items), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "l:1: expected text, found a zero byte");
  status_clear();
}

static void file_put(const char *folder, const char *name, const char *text) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *out = fopen(path, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  fputs(text, out);
  fclose(out);
}

/* The digest of the list with this text, in that folder. */
static uint64_t digest_read(const char *folder, const char *text) {
  char path[128];
  Items items;
  file_put(folder, "l.list", text);
  snprintf(path, sizeof path, "%s/l.list", folder);
  CU_ASSERT_EQUAL_FATAL(verify_list_read(path, NULL, &items), OK);
  const uint64_t digest = items.digest;
  free(items.data);
  return digest;
}

/* What files hold counts, not their names; a file that is gone counts, too. */
static void the_digest_tells_lists_apart(void) {
  char folder[] = "/tmp/cordee-list-XXXXXX", command[64];
  CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
  file_put(folder, "a.tsp", "a");
  file_put(folder, "b.tour", "b");
  file_put(folder, "c.tour", "b");
  file_put(folder, "d.tour", "d");
  const uint64_t first = digest_read(folder, "a.tsp b.tour\n");
  CU_ASSERT_EQUAL(digest_read(folder, "a.tsp b.tour"), first);
  CU_ASSERT_EQUAL(digest_read(folder, "a.tsp c.tour\n"), first);
  CU_ASSERT_NOT_EQUAL(digest_read(folder, "a.tsp d.tour\n"), first);
  CU_ASSERT_NOT_EQUAL(digest_read(folder, "a.tsp gone.tour\n"), first);
  CU_ASSERT_NOT_EQUAL(digest_read(folder, "a.tsp b.tour\na.tsp b.tour\n"), first);
  file_put(folder, "optima.tsv", "a\t1\n");
  CU_ASSERT_NOT_EQUAL(digest_read(folder, "a.tsp b.tour\n"), first);
  snprintf(command, sizeof command, "rm -r %s", folder);
  CU_ASSERT_EQUAL(system(command), 0);
}

int main(void) {
  const HarnessTest tests[] = {TEST(names_are_relative_to_the_list),
                               TEST(refuses_each_defect),
                               TEST(the_digest_tells_lists_apart),
                               {NULL, NULL}};
  return harness_run("verify list", tests);
}
