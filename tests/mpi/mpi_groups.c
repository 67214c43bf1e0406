/* Groups that accompany migrants, from backend to backend or through the host: they arrive whole, whatever their size. The backend of these
 * tests is host memory that other processes find (shared_memory.h). */
#include <stdlib.h>
#include <string.h>
#include "fixtures/ranks_harness.h"
#include "mpi/ring.h"

enum { EXPORTS_MOST = 32 };

static size_t size;     /* of a group */
static unsigned round_; /* what it consists of depends on it */
static int arrived;     /* groups that were as expected */
static int direct;      /* of these: from backend to backend */

static enum { REFUSE_NOTHING, REFUSE_MAKE, REFUSE_IMPORT } refused; /* what this rank's backend cannot do */

/* ---- a backend ---- */

static struct {
  SharedMemory memory;
  int handle; /* -1: imported */
} exported[EXPORTS_MOST];

static int export_slot(const void *dev) {
  int k = 0;
  while (k < EXPORTS_MOST && exported[k].memory.at != dev) k++;
  return k;
}

static int exports_open(void) {
  int open = 0;
  for (int k = 0; k < EXPORTS_MOST; k++) open += exported[k].memory.at != NULL;
  return open;
}

static Status export_make(Backend *be, size_t bytes, void **dev, ExportName *name) {
  const int k = export_slot(NULL);
  (void)be;
  if (refused == REFUSE_MAKE) return status_fail(ERR_MEMORY, "no memory");
  TRY(shared_memory_make(bytes, &exported[k].memory, &exported[k].handle, name->bytes));
  *dev = exported[k].memory.at;
  return OK;
}

static Status export_import(Backend *be, const ExportName *name, void **dev) {
  const int k = export_slot(NULL);
  (void)be;
  if (refused == REFUSE_IMPORT) return status_fail(ERR_DEVICE, "out of reach");
  TRY(shared_memory_find(name->bytes, size, false, &exported[k].memory));
  exported[k].handle = -1;
  *dev = exported[k].memory.at;
  return OK;
}

static void import_leave(Backend *be, void *dev) {
  const int k = export_slot(dev);
  (void)be;
  CU_ASSERT_FATAL(k < EXPORTS_MOST && exported[k].handle == -1);
  shared_memory_free(&exported[k].memory);
}

static void export_free(Backend *be, void *dev) {
  const int k = export_slot(dev);
  (void)be;
  CU_ASSERT_FATAL(k < EXPORTS_MOST && exported[k].handle >= 0);
  shared_memory_named(exported[k].handle);
  shared_memory_free(&exported[k].memory);
}

static Status copy(Backend *be, void *to, const void *from, size_t bytes) {
  (void)be;
  memcpy(to, from, bytes);
  return OK;
}
static Status through(Backend *be, void *to, const void *from, size_t bytes) {
  return copy(be, to, from, bytes);
}

/* ---- a solver ---- */

static unsigned char byte_of(int rank, size_t at) {
  return (unsigned char)(31 * (unsigned)rank + round_ + at % 251);
}

static size_t migrant_bytes(const Archipelago *a) {
  (void)a;
  return 13;
}
static Status emigrate(Archipelago *a, void *migrant) {
  (void)a;
  memset(migrant, comm.rank, 13);
  return OK;
}
static Status immigrate(Archipelago *a, const void *migrant) {
  const char *in = migrant;
  (void)a;
  CU_ASSERT(in[0] == in[12]);
  return OK;
}

static size_t group_bytes(const Archipelago *a) {
  (void)a;
  return size;
}

static Status group_emigrate(Archipelago *a, BackendCopy put, void *group) {
  unsigned char *own = malloc(size);
  (void)a;
  CU_ASSERT((uintptr_t)group % 16 == 0);
  for (size_t at = 0; at < size; at++) own[at] = byte_of(comm.rank, at);
  const Status status = put(NULL, group, own, size);
  free(own);
  return status;
}

/* The rank before this one that has islands. */
static int previous;

static Status group_immigrate(Archipelago *a, BackendCopy get, const void *group) {
  unsigned char *in = malloc(size);
  size_t good = 0;
  (void)a;
  CU_ASSERT((uintptr_t)group % 16 == 0);
  const Status status = get(NULL, in, group, size);
  while (good < size && in[good] == byte_of(previous, good)) good++;
  arrived += good == size;
  direct += get == copy;
  free(in);
  return status;
}

static const SolverGroups groups = {group_bytes, group_emigrate, group_immigrate};
static const Solver carrier = {
    .migrant_bytes = migrant_bytes, .emigrate = emigrate, .immigrate = immigrate, .groups = &groups};

/* ---- exchanges ---- */

/* Exchanges of groups that grow, shrink and are missing. expected: from backend to backend. */
static void exchanges_run(const Comm *hosts, uint32_t islands, bool expected) {
  static const size_t sizes[] = {0, 5, 100000, 0, 7, 3000000, 3000000, 1};
  enum { EXCHANGES = sizeof sizes / sizeof *sizes, WITH_GROUP = EXCHANGES - 2 };
  static const BackendExports exports = {export_make, export_free, export_import, import_leave};
  const BackendOps ops = {.upload = through, .download = through, .copy = copy, .exports = &exports};
  Ring ring;
  CU_ASSERT_EQUAL_FATAL(ring_open(hosts, islands, 1, &ring), OK);
  RankIslands local = {.backend = {.ops = &ops}, .span = ring.span[comm.rank]};
  const bool here = ring.span[comm.rank].count > 0;
  previous = comm.rank;
  do previous = (previous + comm.size - 1) % comm.size;
  while (!ring.span[previous].count);
  arrived = direct = 0;
  for (round_ = 0; round_ < EXCHANGES; round_++) {
    size = sizes[round_];
    CU_ASSERT_EQUAL(ring_exchange(hosts, &ring, &carrier, &local), OK);
  }
  CU_ASSERT_EQUAL(arrived, here ? WITH_GROUP : 0);
  CU_ASSERT_EQUAL(direct, here && expected ? WITH_GROUP : 0);
  ring_close(&ring);
  CU_ASSERT_EQUAL(exports_open(), 0);
}

static void one_host(void) { exchanges_run(&comm, 2 * (uint32_t)comm.size, true); }

/* The ranks without islands know nothing of groups. */
static void ranks_without_islands(void) { exchanges_run(&comm, 2, true); }

static void several_hosts(void) {
  Comm hosts = ranks_hosts(1);
  exchanges_run(&hosts, (uint32_t)comm.size + 1, comm.size == 1);
  MPI_Comm_free(&hosts.node);
}

/* One rank without a slot, or without that of its neighbour: all groups go through the host. */
static void one_rank_refuses(void) {
  for (int what = REFUSE_MAKE; what <= REFUSE_IMPORT; what++) {
    if (comm.rank == comm.size - 1) refused = what;
    exchanges_run(&comm, (uint32_t)comm.size + 1, comm.size == 1 && what == REFUSE_IMPORT);
  }
  refused = REFUSE_NOTHING;
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(one_host), TEST(ranks_without_islands), TEST(several_hosts), TEST(one_rank_refuses), {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "groups", tests);
}
