/* The ranks of a run: see comm.h. */
#include "comm.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double run_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct Setting { /* of the environment */
  const char *name, *value;
} Setting;

/* What the user has set stays. */
static void settings_make(const Setting *settings) {
  for (; settings->name; settings++) setenv(settings->name, settings->value, 0);
}

/* Without mpirun or srun Open MPI starts a helper (orted) beside a process, so that it could start others: that takes
 * longer than all the rest, and fails where there is no ssh although it is never used. */
static const Setting singleton[] = {
    {"OMPI_MCA_ess_singleton_isolated", "1"}, {"OMPI_MCA_plm", "isolated"}, {NULL, NULL}};

/* One process needs no way to others: libraries of networks are not even loaded (that of Omni-Path alone measures its
 * clock for an eighth of a second, on every machine). */
static const Setting alone[] = {{"OMPI_MCA_pml", "ob1"}, {"OMPI_MCA_btl", "self"}, {NULL, NULL}};

/* When Open MPI looks at the machine it lives on, hwloc would ask X servers and OpenCL, and so CUDA, about every
 * device. Nobody wants to know: ranks take their GPUs by number (bind.h). */
static const Setting always[] = {
    {"HWLOC_COMPONENTS", "-gl,-opencl,-cuda,-nvml,-rsmi,-levelzero"},
    {"HWLOC_PLUGINS_BLACKLIST", "hwloc_gl.so,hwloc_opencl.so,hwloc_cuda.so,hwloc_nvml.so"},
    {NULL, NULL}};

static bool launched(void) {
  static const char *const launchers[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_FD", NULL};
  for (int k = 0; launchers[k]; k++)
    if (getenv(launchers[k])) return true;
  return false;
}

static void start_prepare(void) {
  const char *size = getenv("OMPI_COMM_WORLD_SIZE");
  settings_make(always);
  if (!launched()) settings_make(singleton);
  if (!launched() || (size && strcmp(size, "1") == 0)) settings_make(alone);
}

/* Of Open MPI 4's ways to reach a window (the queue of a sweep) "rdma" breaks down over shared memory when two ranks change one
 * word by different operations, and it and "ucx" refuse to make a window where the network is plain TCP. What is left works on
 * any network; a queue needs no speed. */
static void windows_choose(void) {
  char library[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  MPI_Get_library_version(library, &length);
  if (strstr(library, "Open MPI v4.")) setenv("OMPI_MCA_osc", "^rdma,ucx", 0);
}

Status comm_open(int *argc, char ***argv, Comm *comm) {
  int provided;
  comm->began = run_clock();
  start_prepare();
  windows_choose();
  if (MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) FAIL(ERR_INTERNAL, "MPI_Init failed");
  comm->all = MPI_COMM_WORLD;
  MPI_Comm_rank(comm->all, &comm->rank);
  MPI_Comm_size(comm->all, &comm->size);
  MPI_Comm_split_type(comm->all, MPI_COMM_TYPE_SHARED, comm->rank, MPI_INFO_NULL, &comm->node);
  MPI_Comm_rank(comm->node, &comm->local_rank);
  MPI_Comm_size(comm->node, &comm->local_size);
  return OK;
}

void comm_close(Comm *comm) {
  MPI_Comm_free(&comm->node);
  MPI_Finalize();
}

Status status_agree(MPI_Comm comm, Status status) {
  struct {
    int status, rank;
  } mine = {(int)status, 0}, worst;
  MPI_Comm_rank(comm, &mine.rank);
  MPI_Allreduce(&mine, &worst, 1, MPI_2INT, MPI_MAXLOC, comm);
  if (worst.status == OK) return OK;
  char message[8192];
  snprintf(message, sizeof message, "%s", status_message());
  MPI_Bcast(message, sizeof message, MPI_CHAR, worst.rank, comm);
  status_clear();
  return status_fail((Status)worst.status, "%s", message);
}

Status comm_agree(const Comm *comm, Status status) { return status_agree(comm->all, status); }

void comm_abort(const Comm *comm, int exit_code) { MPI_Abort(comm->all, exit_code); }
