/* See start.h. */
#include "start.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "c_locale.h"
#include "launcher.h"

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
