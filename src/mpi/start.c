/* See start.h. */
#include "start.h"

#include <fcntl.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>
#include "c_locale.h"
#include "launcher.h"
#include "status.h"

/* ---- standard output and error ---- */

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

/* The mpirun above this process on its host, the outermost one if there are several; 0: there is none. Local. */
static pid_t streams_launcher(void) {
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

/* ---- the environment ---- */

typedef struct Setting {
  const char *name, *value;
} Setting;

/* Variables that the user has set are kept. */
static void settings_make(const Setting *settings) {
  for (; settings->name; settings++) setenv(settings->name, settings->value, 0);
}

/* Without mpirun or srun Open MPI starts a helper process (orted), which takes longer than the rest of the start and fails where
 * there is no ssh. Without the helper, all single processes of a user share one session folder, which each of them would make and
 * remove: it is not needed, so none is made. Nor is shared memory tried out, in a file that a killed process leaves behind. */
static const Setting singleton[] = {{"OMPI_MCA_ess_singleton_isolated", "1"},
                                    {"OMPI_MCA_plm", "isolated"},
                                    {"OMPI_MCA_orte_create_session_dirs", "0"},
                                    {"OMPI_MCA_shmem", "mmap"},
                                    {NULL, NULL}};

/* A single process needs no network: its libraries are not even loaded (that of Omni-Path alone measures its clock for 0.12 s, on
 * every machine). */
static const Setting alone[] = {{"OMPI_MCA_pml", "ob1"}, {"OMPI_MCA_btl", "self"}, {NULL, NULL}};

/* Ranks of one host need shared memory only. Open MPI 4 would load the libraries of every network all the same: 0.2 s of a start.
 * mpirun sets the number of ranks on this host, the same on all. */
static const Setting one_host[] = {{"OMPI_MCA_pml", "ob1"}, {"OMPI_MCA_btl", "self,vader"}, {NULL, NULL}};

static bool is_one_host(const char *library, const char *size) {
  const char *here = getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  return strstr(library, "Open MPI v4.") && size && here && strcmp(size, here) == 0;
}

/* Open MPI reads the machine's topology with hwloc, which would ask X servers, OpenCL and CUDA about every device. Ranks take their
 * GPUs by number (bind.h), so that is switched off. */
static const Setting always[] = {
    {"HWLOC_COMPONENTS", "-gl,-opencl,-cuda,-nvml,-rsmi,-levelzero"},
    {"HWLOC_PLUGINS_BLACKLIST", "hwloc_gl.so,hwloc_opencl.so,hwloc_cuda.so,hwloc_nvml.so"},
    {NULL, NULL}};

static void environment_prepare(const char *library) {
  const char *size = getenv("OMPI_COMM_WORLD_SIZE");
  launcher_tidy();
  settings_make(always);
  if (!launcher_there()) settings_make(singleton);
  if (!launcher_there() || (size && strcmp(size, "1") == 0)) settings_make(alone);
  if (is_one_host(library, size)) settings_make(one_host);
}

/* Of Open MPI 4's components for windows (the queue of a sweep), "rdma" fails over shared memory when two ranks change one word by
 * different operations, and it and "ucx" make no window where the network is plain TCP. The others work on any network; a queue
 * needs no speed. */
static void windows_choose(const char *library) {
  if (strstr(library, "Open MPI v4.")) setenv("OMPI_MCA_osc", "^rdma,ucx", 0);
}

/* ---- MPI_Init that ends the process ---- */

/* An error inside MPI_Init is fatal, for error handlers are set later: MPI prints its reasons and ends the process, by exit (MPICH)
 * or _exit (Open MPI). Both are intercepted during MPI_Init. */
static struct {
  volatile pid_t pid; /* 0: MPI_Init is not running; a forked child has another pid */
  int exit_code;
  char line[STATUS_MESSAGE_MAX];
} starting;

static Status start_failure(const char *library, int *rank) {
  char host[256] = "?", name[64];
  TRY(launcher_blame(library, rank));
  gethostname(host, sizeof host - 1);
  library_name(library, name, sizeof name);
  FAIL(ERR_START, "MPI does not start on %s: %s has said why, above", host, name);
}

/* Replaces the C library's _exit, to print the line first: for MPI's libraries, too, so it is visible to them. Not in libcordee, which keeps
 * the name to itself. Safe in a signal handler: Open MPI and stop.c call it there. */
__attribute__((visibility("default"))) void _exit(int exit_code) {
  if (starting.pid && starting.pid == getpid()) {
    const ssize_t written = write(STDERR_FILENO, starting.line, strlen(starting.line));
    (void)written; /* there is no other place to report a failure */
    exit_code = starting.exit_code;
  }
  for (;;) syscall(SYS_exit_group, exit_code);
}

static void exit_during_start(void) {
  if (starting.pid && starting.pid == getpid()) _exit(starting.exit_code);
}

/* The message is made now: at the failure nothing can be relied on. */
static void start_watch(const char *library) {
  static bool registered;
  int rank = 0;
  starting.exit_code = status_exit_code(start_failure(library, &rank));
  c_snprintf(starting.line, sizeof starting.line, rank == 0 ? "cordee: %s\n" : "", status_message());
  status_clear();
  if (!registered) registered = atexit(exit_during_start) == 0;
  starting.pid = getpid();
}

void start_over(void) { starting.pid = 0; }

Status start_mpi(int *argc, char ***argv, const char *library, int *rank) {
  int provided;
  environment_prepare(library);
  windows_choose(library);
  start_watch(library);
  const int failed = MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  start_over();
  return failed ? start_failure(library, rank) : OK;
}

Status start_mpi_within(const char *library) {
  int provided, rank = 0;
  environment_prepare(library);
  windows_choose(library);
  return MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) ? start_failure(library, &rank) : OK;
}
