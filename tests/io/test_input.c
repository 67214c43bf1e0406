/* Texts from files, pipes and standard input: limits, ends, signals; devices are refused. */
#include "halt.h"
#include "fixtures/harness.h"
#include "io/input.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>
#include "io/unpack.h"

static char folder[] = "/tmp/cordee-input-XXXXXX", pipe_path[64], file_path[64];

static int reads(const char *path, const char *expected, size_t count) {
  char *text = NULL;
  size_t bytes = 0;
  if (text_read(path, &text, &bytes) != OK) return 0;
  const int same = bytes == count && memcmp(text, expected, count) == 0;
  free(text);
  return same;
}

static int refused(const char *path, Status expected, const char *why) {
  char *text = NULL;
  size_t bytes = 0;
  status_clear();
  const int as_told = text_read(path, &text, &bytes) == expected && strstr(status_message(), why);
  if (!as_told) printf("# expected '%s', found '%s'\n", why, status_message());
  status_clear();
  return as_told;
}

static void plain_files(void) {
  static char text[300001];
  for (size_t k = 0; k < sizeof text; k++) text[k] = (char)(k * 7 + k / 251);
  for (size_t bytes = 0; bytes <= sizeof text; bytes = 2 * bytes + 1) {
    FILE *out = fopen(file_path, "wb");
    fwrite(text, 1, bytes, out);
    fclose(out);
    CU_ASSERT(reads(file_path, text, bytes));
  }
  CU_ASSERT(refused("/nonexistent/x", ERR_NO_INPUT, "cannot open /nonexistent/x: No such file"));
  CU_ASSERT(refused(folder, ERR_NO_INPUT, "Is a directory"));
}

static void devices_are_refused(void) {
  CU_ASSERT(refused("/dev/zero", ERR_FORMAT, "/dev/zero: expected a file or a pipe, found a device"));
  CU_ASSERT(refused("/dev/null", ERR_FORMAT, "found a device"));
  CU_ASSERT(input_is_stream("/dev/zero") && input_is_stream("-") && input_is_stream(pipe_path));
  CU_ASSERT(!input_is_stream(folder) && !input_is_stream("/nonexistent/x") && !input_is_stream(file_path));
}

/* This program's clock stands before the C library's, and may run faster. */
static int speed = 1;
int clock_gettime(clockid_t clock, struct timespec *now) {
  const int rc = (int)syscall(SYS_clock_gettime, clock, now);
  now->tv_sec *= speed;
  now->tv_nsec *= speed;
  now->tv_sec += now->tv_nsec / 1000000000;
  now->tv_nsec %= 1000000000;
  return rc;
}

/* A child that opens the pipe after a while, thinks for longer, writes in pieces. */
static pid_t writer_start(int late_ms, int think_ms) {
  pid_t pid = fork();
  if (pid != 0) return pid;
  usleep((useconds_t)late_ms * 1000);
  int fd = open(pipe_path, O_WRONLY);
  usleep((useconds_t)think_ms * 1000);
  for (int k = 0; k < 3; k++) {
    if (write(fd, "piece\n", 6) != 6) _exit(1);
    usleep(20000);
  }
  _exit(0);
}

static void pipes_have_writers(void) {
  for (int round = 0; round < 3; round++) { /* a writer who is there may take as long as it likes */
    pid_t pid = writer_start(300 * (round == 1), 1000 * (round == 2));
    if (round == 2) {
      usleep(300000);
      speed = 100;
    }
    CU_ASSERT(reads(pipe_path, "piece\npiece\npiece\n", 18));
    speed = 1;
    waitpid(pid, NULL, 0);
  }
}

static int asked;
static int stop_now(void) { return ++asked > 3 ? SIGTERM : 0; }

/* One that nobody opens, and one whose writer is silent. */
static void signals_end_the_wait(void) {
  halt_watch(stop_now, INFINITY);
  CU_ASSERT(refused(pipe_path, ERR_STOPPED, "stopped by a signal during the reading of a pipe") && asked > 3);
  pid_t pid = fork();
  if (pid == 0) {
    open(pipe_path, O_WRONLY);
    pause();
    _exit(0);
  }
  asked = 0;
  halt_watch(stop_now, INFINITY);
  CU_ASSERT(refused(pipe_path, ERR_STOPPED, "stopped by a signal during the reading of a pipe"));
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
  halt_rest();
}

/* One that never stops, and never lets the reader wait. */
static void signals_end_a_flood(void) {
  pid_t pid = fork();
  if (pid == 0)
    for (int fd = open(pipe_path, O_WRONLY);; usleep(1000))
      if (write(fd, "more\n", 5) != 5) _exit(0);
  asked = 0;
  halt_watch(stop_now, INFINITY);
  CU_ASSERT(refused(pipe_path, ERR_STOPPED, "stopped by a signal during the reading of a pipe"));
  halt_rest();
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
}

static void nobody_writes(void) {
  speed = 100;
  CU_ASSERT(refused(pipe_path, ERR_NO_INPUT, "no process writes to this pipe"));
  speed = 1;
}

static void standard_input(void) {
  int usual = dup(STDIN_FILENO), ends[2];
  CU_ASSERT_FATAL(pipe(ends) == 0);
  CU_ASSERT(write(ends[1], "standard", 8) == 8);
  close(ends[1]);
  dup2(ends[0], STDIN_FILENO);
  close(ends[0]);
  CU_ASSERT(reads("-", "standard", 8) && reads("-", "", 0));
  int null = open("/dev/null", O_RDONLY);
  dup2(null, STDIN_FILENO);
  close(null);
  CU_ASSERT(refused("-", ERR_FORMAT, "standard input: expected a file or a pipe, found a device"));
  dup2(usual, STDIN_FILENO);
  close(usual);
}

/* ---- gzip ---- */

static void packed_write(const char *text, size_t bytes) {
  gzFile out = gzopen(file_path, "wb9");
  CU_ASSERT_FATAL(out && gzwrite(out, text, (unsigned)bytes) == (int)bytes && gzclose(out) == Z_OK);
}

/* The file less its last bytes; or with one of its bytes changed. */
static void packed_cut(size_t less) {
  struct stat info;
  CU_ASSERT_FATAL(stat(file_path, &info) == 0 && truncate(file_path, info.st_size - (off_t)less) == 0);
}

static void packed_spoil(long from_end) {
  FILE *file = fopen(file_path, "r+b");
  CU_ASSERT_FATAL(file && fseek(file, from_end, SEEK_END) == 0);
  const int byte = fgetc(file);
  CU_ASSERT(fseek(file, from_end, SEEK_END) == 0 && fputc(byte ^ 0x55, file) != EOF && fclose(file) == 0);
}

static void packed_files(void) {
  static char text[3000001];
  char head[100];
  for (size_t k = 0; k < sizeof text; k++) text[k] = (char)(k * 7 + k / 251);
  for (size_t bytes = 1; bytes <= sizeof text; bytes = 3 * bytes + 1) {
    const size_t least = bytes < sizeof head ? bytes : sizeof head;
    packed_write(text, bytes);
    CU_ASSERT(reads(file_path, text, bytes));
    CU_ASSERT(text_head(file_path, head, sizeof head) == least && memcmp(head, text, least) == 0);
  }
}

static void packed_members(void) {
  packed_write("one\n", 4);
  gzFile more = gzopen(file_path, "ab9");
  CU_ASSERT(more && gzwrite(more, "two\n", 4) == 4 && gzclose(more) == Z_OK);
  CU_ASSERT(reads(file_path, "one\ntwo\n", 8));
}

/* What is cut or damaged is told by the line that is unpacked last. */
static void packed_damage(void) {
  char text[20000];
  for (size_t k = 0; k < sizeof text; k++) text[k] = k % 100 == 99 ? '\n' : (char)(' ' + (k * k / 7) % 90);
  packed_write(text, sizeof text);
  packed_cut(10);
  CU_ASSERT(
      refused(file_path, ERR_FORMAT, ":200: expected gzip data to their end, found the end of the file"));
  packed_write(text, sizeof text);
  packed_spoil(-7);
  CU_ASSERT(
      refused(file_path, ERR_FORMAT, ":201: expected gzip data, found them damaged (incorrect data check)"));
  packed_write(text, sizeof text);
  FILE *out = fopen(file_path, "ab");
  CU_ASSERT(out && fputs("tail", out) >= 0 && fclose(out) == 0);
  CU_ASSERT(refused(file_path, ERR_FORMAT,
                    ":201: expected gzip data, found them damaged (incorrect header check)"));
  packed_write("x", 1);
  packed_cut(19);
  CU_ASSERT(refused(file_path, ERR_FORMAT, ":1: expected gzip data to their end, found the end of the file"));
}

static void packed_limit(void) {
  char packed[1000], *text = NULL;
  static char zeros[50000];
  size_t bytes = 0;
  packed_write(zeros, sizeof zeros);
  FILE *in = fopen(file_path, "rb");
  const size_t count = fread(packed, 1, sizeof packed, in);
  fclose(in);
  CU_ASSERT(unpack("p", packed, count, sizeof zeros, &text, &bytes) == OK && bytes == sizeof zeros);
  free(text);
  CU_ASSERT(unpack("p", packed, count, sizeof zeros - 1, &text, &bytes) == ERR_FORMAT);
  CU_ASSERT(strstr(status_message(), "p:1: expected at most 49999 unpacked bytes, found more") != NULL);
  status_clear();
}

static const HarnessTest tests[] = {
    TEST(plain_files),          TEST(devices_are_refused), TEST(pipes_have_writers),
    TEST(signals_end_the_wait), TEST(signals_end_a_flood), TEST(nobody_writes),
    TEST(standard_input),       TEST(packed_files),        TEST(packed_members),
    TEST(packed_damage),        TEST(packed_limit),        {NULL, NULL}};

int main(void) {
  char command[64];
  alarm(60); /* a wait that nothing ends is a failure, too */
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  snprintf(pipe_path, sizeof pipe_path, "%s/pipe", folder);
  snprintf(file_path, sizeof file_path, "%s/file", folder);
  int rc = mkfifo(pipe_path, 0600) == 0 ? harness_run("input", tests) : EXIT_FAILURE;
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) == 0 ? rc : EXIT_FAILURE;
}
