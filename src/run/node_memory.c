/* See node_memory.h. */
#include "node_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "c_locale.h"
#include "mpi/collect.h"

typedef struct Share { /* what a rank needs */
  uint64_t host;
  struct {
    uint64_t bytes;
    char id[sizeof((Backend *)0)->device_id];
  } device[SEATS_MAX];
} Share;

static Share share_make(const Memory *need, const Seat *seat, int seats) {
  Share share = {0};
  for (int k = 0; k < seats; k++) {
    share.host = bytes_plus(share.host, memory_host(&need[k], &seat[k].backend));
    share.device[k].bytes = memory_device(&need[k], &seat[k].backend);
    snprintf(share.device[k].id, sizeof share.device[k].id, "%s", seat[k].backend.device_id);
  }
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
    for (int k = 0; k < SEATS_MAX; k++)
      if (strcmp(all[r].device[k].id, id) == 0) sum = bytes_plus(sum, all[r].device[k].bytes);
  return sum;
}

static Status device_check(const Memory *need, Backend *be, uint64_t bytes) {
  uint64_t available;
  if (!be->ops->room) return OK;
  TRY(be->ops->room(be, &available));
  return bytes > available ? memory_refuse(need, bytes, available, "device memory", be->device_name) : OK;
}

static Status host_check(const Comm *comm, const Memory *need, uint64_t own, uint64_t sum,
                         uint64_t available) {
  const uint64_t allowed = memory_allowed();
  char node[256] = "", where[320];
  gethostname(node, sizeof node - 1);
  c_snprintf(where, sizeof where, comm->local_size > 1 ? "%s for %d ranks" : "%s", node, comm->local_size);
  if (sum > available) return memory_refuse(need, sum, available, "memory", where);
  return own > allowed ? memory_refuse(need, own, allowed, "memory", "this rank (ulimit -v)") : OK;
}

Status node_memory_room(const Comm *comm, Seat *seat, int seats, uint64_t *room) {
  const uint64_t part = memory_free() / (uint64_t)comm->local_size, allowed = memory_allowed();
  int64_t least = INT64_MAX;
  Status status = OK;
  for (int k = 0; k < seats && status == OK; k++) {
    Backend *be = &seat[k].backend;
    uint64_t own = part < allowed ? part : allowed;
    if (be->ops->room) status = be->ops->room(be, &own);
    if (own < (uint64_t)least) least = (int64_t)own;
  }
  comm_least(comm, &least, 1);
  *room = (uint64_t)least;
  return comm_agree(comm, status);
}

/* The first rank of a node reads what is free, before any rank takes some. */
Status node_memory_check(const Comm *comm, const Memory *need, Seat *seat, int seats) {
  const Share mine = share_make(need, seat, seats);
  uint64_t available = memory_free();
  Share *all = malloc((size_t)comm->local_size * sizeof *all);
  Status status = all ? OK : status_fail(ERR_MEMORY, "no memory for the needs of %d ranks", comm->local_size);
  status = comm_agree(comm, status);
  if (status != OK) {
    free(all);
    return status;
  }
  node_gather_all(comm, &mine, sizeof mine, all);
  node_bcast(comm, &available, sizeof available);
  status = host_check(comm, need, mine.host, host_sum(all, comm->local_size), available);
  for (int k = 0; k < seats && status == OK; k++)
    status = device_check(&need[k], &seat[k].backend,
                          device_sum(all, comm->local_size, seat[k].backend.device_id));
  free(all);
  return comm_agree(comm, status);
}
