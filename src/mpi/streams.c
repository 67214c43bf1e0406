/* See streams.h. */
#include "streams.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "c_locale.h"
#include "launcher.h"

enum { PLACE_MAX = 64, COMMAND_MAX = 4096 };

/* As in /proc/PID/comm, of at most 15 characters. Helpers stand between mpirun and its ranks; on other hosts they have streams of their
 * own, which say nothing. */
static const char *const starters[] = {"mpirun",         "mpiexec",        "orterun",       "prterun",
                                       "mpirun.openmpi", "mpiexec.openmp", "mpiexec.hydra", NULL};
static const char *const helpers[] = {"orted", "prted", "prte", "hydra_pmi_proxy", NULL};

static void name_of(pid_t pid, char *name, int size) {
  char path[PLACE_MAX];
  name[0] = 0;
  snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
  FILE *file = fopen(path, "r");
  if (!file) return;
  if (!fgets(name, size, file)) name[0] = 0;
  fclose(file);
  name[strcspn(name, "\n")] = 0;
}

static bool is_one_of(const char *const *names, const char *name) {
  for (; *names; names++)
    if (strcmp(*names, name) == 0) return true;
  return false;
}

pid_t streams_launcher(void) {
  char name[PLACE_MAX];
  pid_t found = 0;
  for (pid_t pid = getppid(); pid > 1; pid = launcher_parent(pid)) {
    name_of(pid, name, sizeof name);
    if (is_one_of(starters, name))
      found = pid;
    else if (!is_one_of(helpers, name))
      break;
  }
  return found;
}

/* Whether the descriptors of the process can be looked at. */
static bool is_visible(pid_t pid) {
  char path[PLACE_MAX];
  snprintf(path, sizeof path, "/proc/%d/fdinfo", (int)pid);
  return pid && access(path, R_OK | X_OK) == 0;
}

/* The flags with which another process has opened a descriptor; -1: it is closed. */
static int flags_of(pid_t pid, int fd) {
  char path[PLACE_MAX], line[PLACE_MAX];
  unsigned flags = 0;
  bool found = false;
  snprintf(path, sizeof path, "/proc/%d/fdinfo/%d", (int)pid, fd);
  FILE *file = fopen(path, "r");
  if (!file) return -1;
  while (!found && fgets(line, sizeof line, file)) found = c_sscanf(line, "flags: %o", &flags) == 1;
  fclose(file);
  return found ? (int)flags : -1;
}

/* One that the process has opened itself is closed at an exec; what it was given by its parent is not. */
static bool is_closed(pid_t launcher, int fd) {
  const int flags = flags_of(launcher, fd);
  return flags < 0 || (flags & O_CLOEXEC) || (flags & O_ACCMODE) == O_RDONLY;
}

static void stream_replace(int fd, const char *path, int mode) {
  const int got = open(path, mode | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (got < 0) return;
  dup2(got, fd);
  close(got);
}

/* A character device that is no terminal. */
static bool is_device(const char *path) {
  struct stat info;
  const int fd =
      stat(path, &info) == 0 && S_ISCHR(info.st_mode) ? open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK) : -1;
  const bool terminal = fd >= 0 && isatty(fd);
  if (fd >= 0) close(fd);
  return fd >= 0 && !terminal;
}

void streams_follow(void) {
  const pid_t launcher = streams_launcher();
  char path[PLACE_MAX];
  if (!is_visible(launcher)) return;
  snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)launcher, STDOUT_FILENO);
  if (is_closed(launcher, STDOUT_FILENO))
    stream_replace(STDOUT_FILENO, "/dev/null", O_RDONLY);
  else if (is_device(path))
    stream_replace(STDOUT_FILENO, path, O_WRONLY);
  if (is_closed(launcher, STDERR_FILENO)) stream_replace(STDERR_FILENO, "/dev/null", O_RDWR);
}

/* ---- the terminal ---- */

/* Options of mpirun after which lines do not come out as they are printed. */
static bool marks_lines(const char *word) {
  static const char *const marks[] = {
      "tag-output", "timestamp-output", "output-filename", "xml", "output", "prepend-rank", "l", NULL};
  if (*word != '-') return false;
  return is_one_of(marks, word + strspn(word, "-"));
}

static bool lines_pass(pid_t launcher) {
  char path[PLACE_MAX], words[COMMAND_MAX];
  snprintf(path, sizeof path, "/proc/%d/cmdline", (int)launcher);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  const size_t bytes = fread(words, 1, sizeof words - 1, file);
  fclose(file);
  words[bytes] = 0;
  for (const char *at = words; at < words + bytes; at += strlen(at) + 1)
    if (marks_lines(at)) return false;
  return true;
}

static int terminal_find(void) {
  const pid_t launcher = streams_launcher();
  char path[PLACE_MAX];
  if (isatty(STDERR_FILENO)) return STDERR_FILENO;
  if (!is_visible(launcher) || !lines_pass(launcher)) return -1;
  snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)launcher, STDERR_FILENO);
  const int fd = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (fd >= 0 && isatty(fd)) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

int streams_terminal(void) {
  static bool known;
  static int terminal;
  if (!known) terminal = terminal_find();
  known = true;
  return terminal;
}
