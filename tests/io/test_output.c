/* Outputs and temporary files: what is there survives, what is no file is written to as it is, nothing is left behind. */
#include "fixtures/harness.h"
#include "io/output.h"
#include "io/path.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static char folder[] = "/tmp/cordee-output-XXXXXX";

static const char *place(const char *name) {
  static char paths[8][400];
  static int next;
  char *path = paths[next++ % 8];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

static void put(const char *path, const char *text) {
  FILE *out = fopen(path, "w");
  if (!out || fputs(text, out) < 0 || fclose(out) != 0) abort();
}

static int holds(const char *path, const char *text) {
  char found[256] = "";
  FILE *in = fopen(path, "r");
  if (!in) return 0;
  found[fread(found, 1, sizeof found - 1, in)] = 0;
  fclose(in);
  return strcmp(found, text) == 0;
}

static void text_print(FILE *out, const void *what) { fputs(what, out); }

static void much_print(FILE *out, const void *what) {
  for (int k = 0; k < 100000; k++) fputs(what, out);
}

/* All of the folder, with what it is told to ignore taken away. */
static int files(void) {
  char command[128];
  snprintf(command, sizeof command, "ls -A %s | wc -l", folder);
  FILE *in = popen(command, "r");
  int count = -1;
  if (fscanf(in, "%d", &count) != 1) count = -1;
  pclose(in);
  return count;
}

static void replaced_whole(void) {
  struct stat info;
  const char *path = place("a.txt");
  umask(027);
  CU_ASSERT(output_write(path, text_print, "one\n") == OK && holds(path, "one\n"));
  CU_ASSERT(stat(path, &info) == 0 && (info.st_mode & 0777) == 0640);
  umask(022);
  chmod(path, 0604);
  const ino_t before = info.st_ino;
  CU_ASSERT(output_write(path, text_print, "two\n") == OK && holds(path, "two\n"));
  CU_ASSERT(stat(path, &info) == 0 && (info.st_mode & 0777) == 0604 && info.st_ino != before);
  CU_ASSERT(files() == 1);
  unlink(path);
}

/* A disk without room: the limit of a file's size stands for it. */
static void old_one_survives(void) {
  struct rlimit usual, tight;
  const char *path = place("b.txt");
  put(path, "precious\n");
  getrlimit(RLIMIT_FSIZE, &usual);
  signal(SIGXFSZ, SIG_IGN);
  tight = usual;
  tight.rlim_cur = 5000;
  setrlimit(RLIMIT_FSIZE, &tight);
  const Status status = output_write(path, much_print, "much\n");
  setrlimit(RLIMIT_FSIZE, &usual);
  CU_ASSERT(status == ERR_IO && strstr(status_message(), "b.txt: File too large"));
  CU_ASSERT(holds(path, "precious\n") && files() == 1);
  status_clear();
  unlink(path);
}

static void links_lead_on(void) {
  struct stat info;
  const char *path = place("c.txt"), *link = place("link.txt"), *chain = place("chain.txt");
  CU_ASSERT(symlink("c.txt", link) == 0 && symlink(link, chain) == 0);
  CU_ASSERT(output_write(chain, text_print, "through\n") == OK && holds(path, "through\n"));
  CU_ASSERT(lstat(link, &info) == 0 && S_ISLNK(info.st_mode) && lstat(chain, &info) == 0 &&
            S_ISLNK(info.st_mode));
  unlink(path);
  unlink(link);
  unlink(chain);
}

/* A device like /dev/null that may be lost: a faulty program, run by root, would replace the real one. NULL: none. */
static const char *null_device(void) {
  if (geteuid() != 0) return "/dev/null";
  return mknod(place("null"), S_IFCHR | 0666, makedev(1, 3)) == 0 ? place("null") : NULL;
}

static void devices_stay(void) {
  struct stat before, after;
  const char *null = null_device();
  if (!null) {
    harness_skip("no device can be made here");
    return;
  }
  CU_ASSERT(stat(null, &before) == 0 && S_ISCHR(before.st_mode));
  CU_ASSERT(output_write(null, text_print, "nothing\n") == OK);
  CU_ASSERT(stat(null, &after) == 0 && S_ISCHR(after.st_mode) && after.st_ino == before.st_ino);
  if (geteuid() == 0) unlink(null);
}

static void pipes_stay(void) {
  struct stat after;
  char text[8] = "";
  const char *pipe = place("pipe");
  CU_ASSERT_FATAL(mkfifo(pipe, 0600) == 0);
  CU_ASSERT(output_reserve(pipe) == ERR_IO && strstr(status_message(), "no process reads this pipe"));
  status_clear();
  int reader = open(pipe, O_RDONLY | O_NONBLOCK);
  CU_ASSERT(output_reserve(pipe) == OK && output_write(pipe, text_print, "here\n") == OK);
  CU_ASSERT(read(reader, text, sizeof text - 1) == 5 && strcmp(text, "here\n") == 0);
  CU_ASSERT(read(reader, text, 1) == -1); /* not at its end: it is reserved */
  CU_ASSERT(stat(pipe, &after) == 0 && S_ISFIFO(after.st_mode));
  close(reader);
  unlink(pipe);
}

/* An open file of this process, by its number or as standard output: what it has stays. */
static void open_files(void) {
  char name[64];
  const char *path = place("open.txt"),
             *link = place("stdout"); /* as /dev/stdout, which a fault is not to meet */
  int fd = open(path, O_RDWR | O_CREAT, 0600), standard = dup(STDOUT_FILENO);
  CU_ASSERT(write(fd, "1\n", 2) == 2);
  snprintf(name, sizeof name, "/dev/fd/%d", fd);
  CU_ASSERT(path_descriptor(name) == fd && path_descriptor(path) == -1 && path_descriptor("/dev/null") == -1);
  CU_ASSERT(output_write(name, text_print, "2\n") == OK);
  CU_ASSERT(symlink("/proc/self/fd/1", link) == 0);
  fflush(stdout);
  dup2(fd, STDOUT_FILENO);
  const Status dash = output_write("-", text_print, "3\n"), device = output_write(link, text_print, "4\n");
  dup2(standard, STDOUT_FILENO);
  CU_ASSERT(dash == OK && device == OK && holds(path, "1\n2\n3\n4\n") && files() == 2);
  close(fd);
  close(standard);
  unlink(path);
  unlink(link);
}

static void refused_at_the_start(void) {
  char longest[NAME_MAX + 1] = "", inside[32];
  status_clear();
  CU_ASSERT(output_reserve("/nonexistent/x") == ERR_IO &&
            strstr(status_message(), "cannot write /nonexistent/x: No such"));
  status_clear();
  CU_ASSERT(output_reserve(folder) == ERR_IO && strstr(status_message(), "Is a directory"));
  status_clear();
  memset(longest, 'n', NAME_MAX - TEMPORARY_SUFFIX);
  CU_ASSERT(output_reserve(place(longest)) == OK && output_write(place(longest), text_print, "x") == OK);
  unlink(place(longest));
  strcat(longest, "n");
  CU_ASSERT(output_reserve(place(longest)) == ERR_USAGE && strstr(status_message(), "at most 242 bytes"));
  status_clear();
  snprintf(inside, sizeof inside, "%s", "new.txt");
  CU_ASSERT(output_reserve(place(inside)) == OK && files() == 0);
}

static void logs_grow(void) {
  FILE *out = NULL;
  const char *path = place("log");
  put(path, "old\n");
  CU_ASSERT_FATAL(output_append(path, &out) == OK);
  fputs("new\n", out);
  fclose(out);
  CU_ASSERT(holds(path, "old\nnew\n"));
  CU_ASSERT(output_append(folder, &out) == ERR_IO);
  status_clear();
  unlink(path);
}

/* ---- temporaries ---- */

/* This program's getrandom stands before the C library's: it draws the same number so many times. */
static int repeats;
ssize_t getrandom(void *to, size_t bytes, unsigned flags) {
  static uint32_t next = 7;
  (void)flags;
  if (repeats > 0)
    repeats--;
  else
    next++;
  memcpy(to, &next, bytes < sizeof next ? bytes : sizeof next);
  return (ssize_t)bytes;
}

static void nothing_is_opened_twice(void) {
  char first[PATH_MAX], second[PATH_MAX];
  repeats = 3;
  int a = temporary_create(place("t.h5"), first), b = temporary_create(place("t.h5"), second);
  CU_ASSERT(a >= 0 && b >= 0 && strcmp(first, second) != 0 && files() == 2);
  CU_ASSERT(strlen(first) == strlen(place("t.h5")) + TEMPORARY_SUFFIX);
  CU_ASSERT(temporary_place(a, first, place("taken")) == 0 &&
            temporary_place(b, second, place("taken")) == -1);
  close(a);
  close(b);
  unlink(second);
  unlink(place("taken"));
  CU_ASSERT(files() == 0);
}

/* A named file is placed as one without a name is: both ways of a file system. */
static void both_ways_replace(void) {
  char name[PATH_MAX] = "";
  const char *path = place("r.txt");
  for (int named = 0; named < 2; named++) {
    put(path, "old");
    int fd = (named ? temporary_create : temporary_open)(path, name);
    CU_ASSERT(fd >= 0 && write(fd, "new", 3) == 3 && holds(path, "old"));
    CU_ASSERT(temporary_replace(fd, name, path) == 0 && holds(path, "new") && files() == 1);
    close(fd);
  }
  unlink(path);
}

/* What a killed run has left goes; what a user calls by a name alike, and what another run writes now, stays. */
static void left_ones_go(void) {
  const char *ours[] = {"k.h5.tmp.0123abcd", "k.h5.tmp.ffffffff", "k.h5.tmp.00000000"};
  const char *theirs[] = {"k.h5.tmp",          "k.h5.tmp.0123abc",  "k.h5.tmp.0123abcde",
                          "k.h5.tmp.0123ABCD", "k.h5.tmp.11111111", "other.h5.tmp.0123abcd",
                          "xk.h5.tmp.0123abcd"};
  put(place(ours[0]), "cordee checkpoint not complete");
  put(place(ours[1]), "");
  put(place(ours[2]), "");
  if (truncate(place(ours[2]), 9000) != 0) abort();
  for (size_t k = 0; k < sizeof theirs / sizeof *theirs; k++) put(place(theirs[k]), "my notes");
  if (symlink("k.h5.tmp", place("k.h5.tmp.22222222")) != 0 || mkdir(place("k.h5.tmp.33333333"), 0700) != 0)
    abort();
  temporary_tidy(place("k.h5"), 0);
  for (size_t k = 0; k < sizeof ours / sizeof *ours; k++) CU_ASSERT(access(place(ours[k]), F_OK) != 0);
  CU_ASSERT(files() == (int)(sizeof theirs / sizeof *theirs) + 2);
  temporary_tidy(place("k.h5"), 3600); /* not old enough */
  CU_ASSERT(access(place("k.h5.tmp.11111111"), F_OK) == 0);
  const struct timespec old[2] = {{1000, 0}, {1000, 0}};
  utimensat(AT_FDCWD, place("k.h5.tmp.11111111"), old, 0);
  utimensat(AT_FDCWD, place("k.h5.tmp"), old, 0);
  temporary_tidy(place("k.h5"), 3600);
  CU_ASSERT(access(place("k.h5.tmp.11111111"), F_OK) != 0 && access(place("k.h5.tmp"), F_OK) == 0);
  for (size_t k = 0; k < sizeof theirs / sizeof *theirs; k++) unlink(place(theirs[k]));
  unlink(place("k.h5.tmp.22222222"));
  rmdir(place("k.h5.tmp.33333333"));
}

static const HarnessTest tests[] = {
    TEST(replaced_whole),       TEST(old_one_survives), TEST(links_lead_on),
    TEST(devices_stay),         TEST(pipes_stay),       TEST(open_files),
    TEST(refused_at_the_start), TEST(logs_grow),        TEST(nothing_is_opened_twice),
    TEST(both_ways_replace),    TEST(left_ones_go),     {NULL, NULL}};

int main(void) {
  char command[64];
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  int rc = harness_run("output", tests);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) == 0 ? rc : EXIT_FAILURE;
}
