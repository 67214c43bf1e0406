/* See bind.h. */
#include "bind.h"

#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "loss.h"
#include "stack.h"
#include "text.h"

typedef struct Cores { /* of a rank */
  cpu_set_t may;
  int on_device; /* it works on a device, and needs one core */
} Cores;

/* The cores that this rank may run on, and how many ranks of its host have the same; of these `devices` work on a device. Collective. */
static Status cores_share(const Comm *comm, bool on_device, cpu_set_t *cores, int *sharers, int *devices) {
  Cores mine, *all = malloc(comm->local_size * sizeof *all);
  Status status = OK;
  memset(&mine, 0, sizeof mine);
  CPU_ZERO(&mine.may);
  sched_getaffinity(0, sizeof mine.may, &mine.may);
  mine.on_device = on_device;
  TRY_GOTO(
      comm_agree(comm, all ? OK : status_fail(ERR_MEMORY, "no memory for %d core masks", comm->local_size)),
      cleanup);
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, comm->node);
  TRY_GOTO(comm_alive(), cleanup);
  *cores = mine.may;
  *sharers = *devices = 0;
  for (int r = 0; r < comm->local_size; r++)
    if (CPU_EQUAL(cores, &all[r].may)) {
      ++*sharers;
      *devices += all[r].on_device;
    }
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
  return stack_check();
}

/* Host threads for this rank: as asked, else OMP_NUM_THREADS, else its share of the cores it may run on. Beside ranks that work on
 * devices: of the cores that these leave. Collective. */
static Status threads_share(const Comm *comm, bool on_device, int asked, int *threads) {
  const int wanted = threads_wanted();
  int sharers, devices;
  cpu_set_t cores;
  TRY(cores_share(comm, on_device, &cores, &sharers, &devices));
  const int beside = on_device ? 0 : devices, count = (CPU_COUNT(&cores) - beside) / (sharers - beside);
  if (asked > 0)
    *threads = asked;
  else if (getenv("OMP_NUM_THREADS"))
    *threads = wanted;
  else if (count > 0)
    *threads = count;
  else
    *threads = 1;
  return OK;
}

/* Devices of a backend that this process can use; 0 if the backend is not there. */
static int devices_of(const char *name) {
  const BackendOps *ops = backend_find(name);
  return ops ? ops->devices() : 0;
}

/* Why this rank, which may work on a device, does not, if that is worth a warning. */
static const char *missed = "";

/* What this rank asks for and has: the greatest of all ranks counts. */
enum { WISH_DEVICE, WISH_SPARE, WISH_COUNT };

static Status device_missing(const Comm *comm, bool any) {
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  FAIL(ERR_DEVICE, "rank %d on %s sees no CUDA device%s (--backend cpu uses none)", comm->rank, host,
       any ? ", but other ranks do" : "");
}

/* *spare: some rank asks for --hybrid, so those that find no device take the CPU. Collective. */
static Status backend_choose(const Comm *comm, const char *asked, bool *spare, const char **name) {
  const bool cpu = strcmp(asked, "cpu") == 0, device = strcmp(asked, "cuda") == 0;
  const bool mine = !cpu && devices_of("cuda") > 0;
  int wish[WISH_COUNT] = {[WISH_DEVICE] = mine, [WISH_SPARE] = *spare};
  MPI_Allreduce(MPI_IN_PLACE, wish, WISH_COUNT, MPI_INT, MPI_MAX, comm->all);
  const bool any = wish[WISH_DEVICE];
  missed = cpu || mine ? "" : backend_warning("cuda");
  *spare = wish[WISH_SPARE];
  *name = mine ? "cuda" : "cpu";
  Status status = OK;
  if (device && !backend_find("cuda"))
    status = status_fail(ERR_DEVICE, "--backend cuda: %s", backend_absence("cuda"));
  else if (!cpu && !mine && (any ? !*spare : device))
    status = device_missing(comm, any);
  return comm_agree(comm, status);
}

static Status device_open(const Comm *comm, const char *name, int threads, Backend *be) {
  *be = (Backend){.ops = backend_find(name)};
  const int devices = be->ops->devices();
  int share;
  TRY(threads_share(comm, strcmp(name, "cpu") != 0, threads, &share));
  omp_set_num_threads(share); /* for host work outside the backend, such as the judge's */
  return be->ops->open(be, comm->local_rank % devices, share);
}

/* Whether another rank of this host has this one's device: one before it the same, or, if this one could not open its own (`opened`), any other:
 * a device may be for one process alone. Collective. */
static Status device_taken(const Comm *comm, const Backend *be, bool opened, bool *taken) {
  const size_t bytes = sizeof be->device_id;
  char mine[sizeof be->device_id] = "",
                   (*id)[sizeof be->device_id] = malloc((size_t)comm->local_size * bytes);
  Status status = id ? OK : status_fail(ERR_MEMORY, "no memory for %d devices", comm->local_size);
  status = comm_agree(comm, status);
  int rank;
  MPI_Comm_rank(comm->node, &rank);
  if (opened) memcpy(mine, be->device_id, bytes);
  *taken = false;
  if (status == OK) {
    MPI_Allgather(mine, (int)bytes, MPI_BYTE, id, (int)bytes, MPI_BYTE, comm->node);
    status = comm_alive();
  }
  if (status == OK) {
    for (int r = 0; r < comm->local_size; r++)
      *taken = *taken || (id[r][0] && (opened ? r < rank && strcmp(id[r], mine) == 0 : true));
  }
  free(id);
  return status;
}

static void device_close(Backend *be) {
  if (be->ops) be->ops->close(be);
  *be = (Backend){.ops = NULL};
}

/* Opens a device or the CPU. spare: the CPU instead of a device that another rank has. *name: of what it is, which has been closed again
 * if that is the CPU for that reason. Collective. */
static Status device_find(const Comm *comm, bool spare, int threads, Backend *be, const char **name) {
  Status status = device_open(comm, *name, threads, be);
  bool taken = false;
  if (!spare) return comm_agree(comm, status);
  TRY(device_taken(comm, be, status == OK, &taken));
  if (taken) {
    status_clear();
    device_close(be);
    *name = "cpu";
    status = OK;
  }
  return comm_agree(comm, status);
}

/* The kinds of all ranks. */
static void kinds_agree(const Comm *comm, const Backend *be, BindKinds *out) {
  const bool device = strcmp(be->ops->name, "cpu") != 0;
  int devices = device;
  MPI_Allreduce(MPI_IN_PLACE, &devices, 1, MPI_INT, MPI_SUM, comm->all);
  out->mixed = devices > 0 && devices < comm->size;
  out->leaders = out->mixed ? devices : comm->size;
  out->leader = out->mixed ? backend_find("cuda") : be->ops;
}

Status rank_bind_mixed(const Comm *comm, const char *asked, bool spare, int threads, Backend *be,
                       BindKinds *kinds) {
  const char *name = NULL;
  *kinds = (BindKinds){0};
  TRY(backend_choose(comm, asked, &spare, &name));
  TRY(device_find(comm, spare, threads, be, &name));
  kinds_agree(comm, &(Backend){.ops = backend_find(name)}, kinds);
  kinds->spare = spare;
  if (!kinds->mixed) return OK;
  /* The threads of ranks on the CPU depend on those beside them. */
  const bool reopen = strcmp(name, "cpu") == 0;
  if (reopen) device_close(be);
  int share;
  TRY(threads_share(comm, !reopen, threads, &share));
  if (reopen) {
    omp_set_num_threads(share);
    *be = (Backend){.ops = backend_find(name)};
  }
  Status status = reopen ? be->ops->open(be, 0, share) : OK;
  if (status == OK && !kinds->leader)
    status = status_fail(ERR_DEVICE, "rank %d: %s, but other ranks have it: expected the same program",
                         comm->rank, backend_absence("cuda"));
  return comm_agree(comm, status);
}

Status rank_bind(const Comm *comm, const char *asked, int threads, Backend *be) {
  BindKinds kinds;
  TRY(rank_bind_mixed(comm, asked, false, threads, be, &kinds));
  if (kinds.mixed)
    FAIL(ERR_USAGE, "--backend: expected the same on all ranks of this command, found cpu and cuda");
  return OK;
}

typedef struct Binding {
  char host[128], backend[16], device_name[96], device_id[40];
  int device, threads, cores; /* cores: of the host */
} Binding;

/* One warning a host whose ranks have more threads than it has cores. */
static void threads_warn(FILE *out, const Binding *all, int size) {
  for (int r = 0; r < size; r++) {
    int ranks = 0, threads = 0, before = 0;
    for (int q = 0; q < size; q++) {
      const bool here = strcmp(all[q].host, all[r].host) == 0;
      ranks += here;
      threads += here ? all[q].threads : 0;
      before += here && q < r;
    }
    if (before || threads <= all[r].cores) continue;
    fprintf(out,
            "warning: %d threads of %d rank%s on %s, which has %d core%s: fewer of --threads (or "
            "OMP_NUM_THREADS)%s are faster\n",
            threads, ranks, ranks == 1 ? "" : "s", text_line(all[r].host), all[r].cores,
            all[r].cores == 1 ? "" : "s", ranks == 1 ? "" : " or ranks");
  }
}

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
  Binding mine = {.device = be->device, .threads = be->threads, .cores = (int)sysconf(_SC_NPROCESSORS_ONLN)},
          *all = NULL;
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
  if (out && missed[0]) fprintf(out, "warning: no GPU is used: %s\n", missed);
  if (out) threads_warn(out, all, comm->size);
  if (out) fclose(out);
cleanup:
  free(all);
  return status;
}
