/* How MPI starts: see start.h. */
#include "start.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "launcher.h"

/* ---- the environment ---- */

typedef struct Setting {
  const char *name, *value;
} Setting;

/* What the user has set stays. */
static void settings_make(const Setting *settings) {
  for (; settings->name; settings++) setenv(settings->name, settings->value, 0);
}

/* Without mpirun or srun Open MPI starts a helper (orted) beside a process, so that it could start others: that takes
 * longer than all the rest, and fails where there is no ssh although it is never used. Without it all such processes of a
 * user have one session folder, which each makes and removes: they are told to make none. Nothing would lie in it. Nor do they try
 * whether there is shared memory, in a file that a kill leaves behind. */
static const Setting singleton[] = {{"OMPI_MCA_ess_singleton_isolated", "1"},
                                    {"OMPI_MCA_plm", "isolated"},
                                    {"OMPI_MCA_orte_create_session_dirs", "0"},
                                    {"OMPI_MCA_shmem", "mmap"},
                                    {NULL, NULL}};

/* One process needs no way to others: libraries of networks are not even loaded (that of Omni-Path alone measures its
 * clock for an eighth of a second, on every machine). */
static const Setting alone[] = {{"OMPI_MCA_pml", "ob1"}, {"OMPI_MCA_btl", "self"}, {NULL, NULL}};

/* Ranks of one host need shared memory alone. Open MPI 4 would load and ask the libraries of every network all the same: 0.2 s of a
 * start. mpirun tells how many of the ranks are on this host, the same on all. */
static const Setting one_host[] = {{"OMPI_MCA_pml", "ob1"}, {"OMPI_MCA_btl", "self,vader"}, {NULL, NULL}};

static bool is_one_host(const char *library, const char *size) {
  const char *here = getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  return strstr(library, "Open MPI v4.") && size && here && strcmp(size, here) == 0;
}

/* When Open MPI looks at the machine it lives on, hwloc would ask X servers and OpenCL, and so CUDA, about every
 * device. Nobody wants to know: ranks take their GPUs by number (bind.h). */
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

/* Of Open MPI 4's ways to reach a window (the queue of a sweep) "rdma" breaks down over shared memory when two ranks change one
 * word by different operations, and it and "ucx" refuse to make a window where the network is plain TCP. What is left works on
 * any network; a queue needs no speed. */
static void windows_choose(const char *library) {
  if (strstr(library, "Open MPI v4.")) setenv("OMPI_MCA_osc", "^rdma,ucx", 0);
}

/* ---- an MPI that does not come back ---- */

/* An error inside MPI_Init is fatal whatever the program asks for (error handlers are for later), so MPI prints its reasons and
 * ends the process, by exit (MPICH) or _exit (Open MPI). Both pass through here meanwhile. */
static struct {
  volatile pid_t pid; /* 0: MPI_Init is not at work; children of a fork are somebody else */
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

/* The C library's own _exit, but for the line. Safe in a signal handler: Open MPI and stop.c call it there. */
void _exit(int exit_code) {
  if (starting.pid && starting.pid == getpid()) {
    const ssize_t told = write(STDERR_FILENO, starting.line, strlen(starting.line));
    (void)told; /* nobody could be told that nobody could be told */
    exit_code = starting.exit_code;
  }
  for (;;) syscall(SYS_exit_group, exit_code);
}

static void exit_met(void) {
  if (starting.pid && starting.pid == getpid()) _exit(starting.exit_code);
}

/* What would be said is made up before: nothing can be relied on when it is. */
static void start_watch(const char *library) {
  static bool met;
  int rank = 0;
  starting.exit_code = status_exit_code(start_failure(library, &rank));
  snprintf(starting.line, sizeof starting.line, rank == 0 ? "cordee: %s\n" : "", status_message());
  status_clear();
  if (!met) met = atexit(exit_met) == 0;
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
