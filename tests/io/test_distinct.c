/* Which files of a command are one and the same. */
#include "fixtures/harness.h"
#include "io/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/cordee-distinct-XXXXXX";

static FileRoles two(const char *read, const char *written) {
  FileRoles files = {.count = 0};
  files_add(&files, "the instance", read, "", false, 0);
  files_add(&files, "--out", written, "", true, 0);
  return files;
}

/* 1 if the command is refused, with both roles named. */
static int refused(const FileRoles *files, const char *role, const char *other) {
  status_clear();
  const int same = files_distinct(files) == ERR_USAGE && strncmp(status_message(), role, strlen(role)) == 0 &&
                   strstr(status_message(), other);
  status_clear();
  return same;
}

static int clash(const char *read, const char *written) {
  const FileRoles files = two(read, written);
  return refused(&files, "--out: ", "of the instance (");
}

static void by_name_and_inode(void) {
  CU_ASSERT(clash("a.tsp", "a.tsp") && clash("a.tsp", "./a.tsp") && clash("a.tsp", "in/../a.tsp"));
  CU_ASSERT(clash("a.tsp", "hard.tsp") && clash("a.tsp", "soft.tsp") && clash("soft.tsp", "a.tsp"));
  CU_ASSERT(!clash("a.tsp", "b.tsp") && !clash("a.tsp", "in/a.tsp") && !clash("a.tsp", "new.tsp"));
}

static void not_there_yet(void) {
  CU_ASSERT(clash("new", "new") && clash("in/new", "in/../in/new") && clash("new", "dangling") &&
            clash("dangling", "new"));
  CU_ASSERT(!clash("new", "in/new") && !clash("new", "newer") && !clash("no/where", "no/where"));
}

static void what_has_many_ends(void) {
  CU_ASSERT(!clash("/dev/null", "/dev/null") && !clash("-", "-") && !clash("", "") && !clash("pipe", "pipe"));
}

static void readers_share(void) {
  FileRoles files = {.count = 0};
  files_add(&files, "one", "a.tsp", "", false, 0);
  files_add(&files, "two", "a.tsp", "", false, 0);
  CU_ASSERT(files_distinct(&files) == OK);
  files_add(&files, "--log", "b.tsp", "", true, 0);
  files_add(&files, "--out", "b.tsp", "", true, 0);
  CU_ASSERT(refused(&files, "--out: ", "--log"));
}

static FileRoles kept(const char *resumed, const char *checkpoint, const char *out) {
  FileRoles files = {.count = 0};
  files_add(&files, "the checkpoint to resume", resumed, "", false, 1);
  files_add_checkpoint(&files, "--checkpoint", checkpoint, 1);
  files_add(&files, "--out", out, "", true, 0);
  return files;
}

static void names_beside_a_checkpoint(void) {
  static const char *const taken[] = {"r.h5", "r.h5.prev", "r.h5.lock"};
  for (size_t k = 0; k < sizeof taken / sizeof *taken; k++) {
    FileRoles files = kept("", "r.h5", taken[k]);
    CU_ASSERT(refused(&files, "--out: ", "--checkpoint"));
    files = kept("", "link.h5", taken[k]); /* which leads to r.h5 */
    CU_ASSERT(refused(&files, "--out: ", "--checkpoint"));
  }
  FileRoles files = kept("r.h5", "r.h5", "r.tour");
  CU_ASSERT(files_distinct(&files) == OK);
  files = kept("r.h5.prev", "r.h5", "r.tour");
  CU_ASSERT(files_distinct(&files) == OK);
  files = kept("a.tsp", "r.h5", "a.tsp");
  CU_ASSERT(refused(&files, "--out: ", "the checkpoint to resume"));
}

static void tables_beside_an_instance(void) {
  FileRoles files = {.count = 0};
  files_add_instance(&files, "in/x.tsp");
  files_add(&files, "--out", "in/optima.tsv", "", true, 0);
  CU_ASSERT(refused(&files, "--out: ", "best known"));
  files.count = 0;
  files_add_instance(&files, "in/x.tsp");
  files_add_results(&files, "--out", "optima.tsv");
  CU_ASSERT(refused(&files, "--out: ", "best known"));
}

static const HarnessTest tests[] = {TEST(by_name_and_inode),
                                    TEST(not_there_yet),
                                    TEST(what_has_many_ends),
                                    TEST(readers_share),
                                    TEST(names_beside_a_checkpoint),
                                    TEST(tables_beside_an_instance),
                                    {NULL, NULL}};

int main(void) {
  char command[64];
  if (!mkdtemp(folder) || chdir(folder) != 0) return EXIT_FAILURE;
  const int made =
      system("echo a >a.tsp && echo b >b.tsp && mkdir in && echo c >in/a.tsp && ln a.tsp hard.tsp && "
             "ln -s a.tsp soft.tsp && ln -s new dangling && ln -s r.h5 link.h5 && mkfifo pipe");
  int rc = made == 0 ? harness_run("distinct", tests) : EXIT_FAILURE;
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) == 0 ? rc : EXIT_FAILURE;
}
