/* Ranks write into the file that rank 0 has begun and into no other of its name (checkpoint_claimed of
 * src/io/checkpoint/checkpoint_file.c): on a network file system a name may mean the old file for a while. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "io/checkpoint/checkpoint_file.h"

enum { OLD = 11, NEW = 12 };
static char folder[] = "/tmp/cordee-claim-XXXXXX", path[64], fresh[64];

static void file_make(const char *name, uint64_t token) {
  FILE *out = fopen(name, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  CU_ASSERT_EQUAL(ftruncate(fileno(out), 10000), 0);
  CU_ASSERT_EQUAL(checkpoint_claim(fileno(out), name, token), OK);
  fclose(out);
}

static ino_t inode_of(int fd) {
  struct stat info = {0};
  CU_ASSERT_EQUAL(fstat(fd, &info), 0);
  return info.st_ino;
}

static void own_file_at_once(void) {
  int fd = -1;
  file_make(path, OLD);
  CU_ASSERT_EQUAL_FATAL(checkpoint_claimed(path, OLD, &fd), OK);
  CU_ASSERT_EQUAL(pwrite(fd, "x", 1, 5000), 1); /* for writing, too */
  close(fd);
}

static void *replace_later(void *unused) {
  usleep(300000);
  rename(fresh, path);
  return unused;
}

/* The name means the file before it for 0.3 s; the right one is waited for. */
static void old_file_is_waited_out(void) {
  pthread_t later;
  int fd = -1, old;
  file_make(path, OLD);
  file_make(fresh, NEW);
  old = open(path, O_RDONLY);
  const ino_t before = inode_of(old);
  CU_ASSERT_EQUAL_FATAL(pthread_create(&later, NULL, replace_later, NULL), 0);
  CU_ASSERT_EQUAL_FATAL(checkpoint_claimed(path, NEW, &fd), OK);
  CU_ASSERT_NOT_EQUAL(inode_of(fd), before);
  pthread_join(later, NULL);
  close(fd);
  close(old);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(own_file_at_once), TEST(old_file_is_waited_out), {NULL, NULL}};
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  snprintf(path, sizeof path, "%s/run.h5.tmp", folder);
  snprintf(fresh, sizeof fresh, "%s/fresh", folder);
  const int result = harness_run("claim", tests);
  unlink(path);
  unlink(fresh);
  rmdir(folder);
  return result;
}
