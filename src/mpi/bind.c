/* See bind.h. */
#include "bind.h"

#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "text.h"

/* The cores this rank may run on, and how many ranks of its host have the same. Collective. */
static Status cores_share(const Comm *comm, cpu_set_t *cores, int *sharers) {
  CPU_ZERO(cores);
  sched_getaffinity(0, sizeof *cores, cores);
  cpu_set_t *all = malloc(comm->local_size * sizeof *all);
  Status status = OK;
  TRY_GOTO(
      comm_agree(comm, all ? OK : status_fail(ERR_MEMORY, "no memory for %d core masks", comm->local_size)),
      cleanup);
  MPI_Allgather(cores, sizeof *cores, MPI_BYTE, all, sizeof *cores, MPI_BYTE, comm->node);
  *sharers = 0;
  for (int r = 0; r < comm->local_size; r++) *sharers += CPU_EQUAL(cores, &all[r]);
cleanup:
  free(all);
  return status;
}

/* The number of threads before the first task: rank_bind changes what OpenMP returns. */
static int threads_wanted(void) {
  static int wanted;
  if (!wanted) wanted = omp_get_max_threads();
  return wanted;
}

Status threads_check(void) {
  const int wanted = threads_wanted();
  if (getenv("OMP_NUM_THREADS") && wanted > THREADS_MAX)
    FAIL(ERR_USAGE, "OMP_NUM_THREADS: expected 1 to %d, found %d", THREADS_MAX, wanted);
  return OK;
}

/* Host threads for this rank: as asked, else OMP_NUM_THREADS, else its share of the cores it may run on. */
static int threads_share(const cpu_set_t *cores, int sharers, int asked) {
  const int wanted = threads_wanted();
  if (asked > 0) return asked;
  if (getenv("OMP_NUM_THREADS")) return wanted;
  int count = CPU_COUNT(cores) / sharers;
  return count > 0 ? count : 1;
}

/* Devices of a backend that this process can use; 0 if the backend is not built in. */
static int devices_of(const char *name) {
  const BackendOps *ops = backend_find(name);
  return ops ? ops->devices() : 0;
}

static Status backend_choose(const Comm *comm, const char *asked, const char **name) {
  *name = strcmp(asked, "cpu") == 0 ? "cpu" : "cuda";
  if (strcmp(*name, "cpu") == 0) return OK;
  if (strcmp(asked, "cuda") == 0 && !backend_find("cuda"))
    FAIL(ERR_DEVICE, "--backend cuda: this program was built without CUDA (it has: %s)", backend_names());
  int mine = devices_of("cuda") > 0, any;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, comm->all);
  if (!any && strcmp(asked, "auto") == 0) *name = "cpu";
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  Status status = OK;
  if (strcmp(*name, "cuda") == 0 && !mine)
    status = status_fail(ERR_DEVICE, "rank %d on %s sees no CUDA device%s (--backend cpu uses none)",
                         comm->rank, host, any ? ", but other ranks do" : "");
  return comm_agree(comm, status);
}

Status rank_bind(const Comm *comm, const char *asked, int threads, Backend *be) {
  const char *name = NULL;
  TRY(backend_choose(comm, asked, &name));
  *be = (Backend){.ops = backend_find(name)};
  int devices = be->ops->devices(), sharers;
  cpu_set_t cores;
  TRY(cores_share(comm, &cores, &sharers));
  const int share = threads_share(&cores, sharers, threads);
  omp_set_num_threads(share); /* for host work outside the backend, such as the judge's */
  return comm_agree(comm, be->ops->open(be, comm->local_rank % devices, share));
}

typedef struct Binding {
  char host[128], backend[16], device_name[96], device_id[40];
  int device;
} Binding;

static int bindings_shared(const Binding *all, int size) {
  int shared = 0;
  for (int r = 0; r < size; r++) {
    int first = 1;
    for (int q = 0; q < r; q++)
      first &= strcmp(all[q].host, all[r].host) != 0 || strcmp(all[q].device_id, all[r].device_id) != 0;
    shared += all[r].device_id[0] && !first;
  }
  return shared;
}

Status rank_bindings(const Comm *comm, const Backend *be, char **text) {
  Binding mine = {.device = be->device}, *all = NULL;
  gethostname(mine.host, sizeof mine.host - 1);
  snprintf(mine.backend, sizeof mine.backend, "%s", be->ops->name);
  snprintf(mine.device_name, sizeof mine.device_name, "%s", be->device_name);
  snprintf(mine.device_id, sizeof mine.device_id, "%s", be->device_id);
  size_t bytes = 0;
  *text = NULL;
  if (comm->rank == 0) all = malloc(comm->size * sizeof *all);
  Status status =
      comm->rank == 0 && !all ? status_fail(ERR_MEMORY, "no memory for %d bindings", comm->size) : OK;
  TRY_GOTO(comm_agree(comm, status), cleanup);
  MPI_Gather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, 0, comm->all);
  if (!all) return OK; /* rank 0 alone has it */
  FILE *out = open_memstream(text, &bytes);
  for (int r = 0; out && r < comm->size; r++)
    fprintf(out, "rank %d on %s: %s %d, %s\n", r, text_line(all[r].host), all[r].backend, all[r].device,
            text_line(all[r].device_name));
  int shared = bindings_shared(all, comm->size);
  if (out && shared)
    fprintf(out, "warning: %d of %d ranks share a device with another; one rank a device is faster\n", shared,
            comm->size);
  if (out) fclose(out);
cleanup:
  free(all);
  return status;
}
