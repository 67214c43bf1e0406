/* How much memory the ranks of a node have, and whether that is enough for what they are about to take: see islands.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "c_locale.h"
#include "islands.h"
#include "mpi/collect.h"

typedef struct Share { /* what a rank needs */
  uint64_t host, device;
  char device_id[sizeof((Backend *)0)->device_id];
} Share;

static Share share_make(const Memory *need, const Backend *be) {
  Share share = {.host = memory_host(need, be), .device = memory_device(need, be)};
  snprintf(share.device_id, sizeof share.device_id, "%s", be->device_id);
  return share;
}

static uint64_t host_sum(const Share *all, int count) {
  uint64_t sum = 0;
  for (int r = 0; r < count; r++) sum = bytes_plus(sum, all[r].host);
  return sum;
}

static uint64_t device_sum(const Share *all, int count, const char *id) {
  uint64_t sum = 0;
  for (int r = 0; r < count; r++)
    if (strcmp(all[r].device_id, id) == 0) sum = bytes_plus(sum, all[r].device);
  return sum;
}

static Status device_check(const Memory *need, Backend *be, uint64_t bytes) {
  uint64_t available;
  if (!be->ops->room) return OK;
  TRY(be->ops->room(be, &available));
  return bytes > available ? memory_refuse(need, bytes, available, "device memory", be->device_name) : OK;
}

static Status host_check(const Comm *comm, const Memory *need, uint64_t share, uint64_t sum,
                         uint64_t available) {
  const uint64_t allowed = memory_allowed();
  char node[256] = "", where[320];
  gethostname(node, sizeof node - 1);
  c_snprintf(where, sizeof where, comm->local_size > 1 ? "%s for %d ranks" : "%s", node, comm->local_size);
  if (sum > available) return memory_refuse(need, sum, available, "memory", where);
  return share > allowed ? memory_refuse(need, share, allowed, "memory", "this rank (ulimit -v)") : OK;
}

Status node_memory_room(const Comm *comm, Backend *be, uint64_t *room) {
  const uint64_t part = memory_free() / (uint64_t)comm->local_size, allowed = memory_allowed();
  uint64_t available = part < allowed ? part : allowed;
  const Status status = be->ops->room ? be->ops->room(be, &available) : OK;
  int64_t least = available < INT64_MAX ? (int64_t)available : INT64_MAX;
  comm_least(comm, &least, 1);
  *room = (uint64_t)least;
  return comm_agree(comm, status);
}

/* The first rank of a node reads what is free, before any rank takes some. */
Status node_memory_check(const Comm *comm, const Memory *need, Backend *be) {
  const int ranks = comm->local_size;
  const Share share = share_make(need, be);
  uint64_t available = memory_free();
  Share *all = malloc((size_t)ranks * sizeof *all);
  Status status = all ? OK : status_fail(ERR_MEMORY, "no memory for the needs of %d ranks", ranks);
  TRY_GOTO(comm_agree(comm, status), cleanup);
  node_gather_all(comm, &share, sizeof share, all);
  node_bcast(comm, &available, sizeof available);
  status = host_check(comm, need, share.host, host_sum(all, ranks), available);
  if (status == OK) status = device_check(need, be, device_sum(all, ranks, be->device_id));
  status = comm_agree(comm, status);
cleanup:
  free(all);
  return status;
}
