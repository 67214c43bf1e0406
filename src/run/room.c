/* See room.h. */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "mpi/collect.h"

typedef struct Share { /* what a rank tells the others of its node */
  uint64_t host, device;
  char id[sizeof((Backend *)0)->device_id];
} Share;

/* What all ranks of the node need, and those on this rank's device. */
static Share shares_add(const Share *all, int count, const Share *mine) {
  Share sum = *mine;
  sum.host = sum.device = 0;
  for (int r = 0; r < count; r++) {
    sum.host = bytes_plus(sum.host, all[r].host);
    if (strcmp(all[r].id, mine->id) == 0) sum.device = bytes_plus(sum.device, all[r].device);
  }
  return sum;
}

static Status device_check(const Memory *need, Backend *be, uint64_t bytes) {
  uint64_t there;
  if (!be->ops->room) return OK;
  TRY(be->ops->room(be, &there));
  return bytes > there ? memory_refuse(need, bytes, there, "device memory", be->device_name) : OK;
}

static Status share_check(const Comm *comm, const Memory *need, Backend *be, const Share *sum,
                          uint64_t there) {
  const uint64_t own = memory_host(need, be), allowed = memory_allowed();
  char node[256] = "", where[320];
  gethostname(node, sizeof node - 1);
  snprintf(where, sizeof where, comm->local_size > 1 ? "%s for %d ranks" : "%s", node, comm->local_size);
  if (sum->host > there) return memory_refuse(need, sum->host, there, "memory", where);
  if (own > allowed) return memory_refuse(need, own, allowed, "memory", "this rank (ulimit -v)");
  return device_check(need, be, sum->device);
}

/* The first rank of a node looks: later, others may have begun to take theirs. */
Status room_check(const Comm *comm, const Memory *need, Backend *be) {
  Share mine = {memory_host(need, be), memory_device(need, be), ""};
  uint64_t there = memory_free();
  snprintf(mine.id, sizeof mine.id, "%s", be->device_id);
  Share *all = malloc((size_t)comm->local_size * sizeof *all);
  TRY(comm_agree(
      comm, all ? OK : status_fail(ERR_MEMORY, "no memory for the needs of %d ranks", comm->local_size)));
  node_gather_all(comm, &mine, sizeof mine, all);
  node_bcast(comm, &there, sizeof there);
  const Share sum = shares_add(all, comm->local_size, &mine);
  free(all);
  return comm_agree(comm, share_check(comm, need, be, &sum, there));
}
