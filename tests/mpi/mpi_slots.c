/* Migrants between ranks that find each other's memory, and between those that do not: they arrive whole, whatever their size. */
#include <string.h>
#include "fixtures/ranks_harness.h"
#include "mpi/ring.h"

static size_t size;     /* of a migrant */
static unsigned round_; /* what it consists of depends on it */
static int arrived;     /* migrants that were as expected */
static int pins;        /* slots that are pinned now */

static unsigned char byte_of(int rank, size_t at) {
  return (unsigned char)(31 * (unsigned)rank + round_ + at % 251);
}

static size_t bytes(const Archipelago *a) {
  (void)a;
  return size;
}

static Status emigrate(Archipelago *a, void *migrant) {
  unsigned char *out = migrant;
  (void)a;
  for (size_t at = 0; at < size; at++) out[at] = byte_of(comm.rank, at);
  return OK;
}

static Status immigrate(Archipelago *a, const void *migrant) {
  const unsigned char *in = migrant;
  const int from = (comm.rank + comm.size - 1) % comm.size;
  size_t good = 0;
  (void)a;
  while (good < size && in[good] == byte_of(from, good)) good++;
  arrived += good == size;
  return OK;
}

static const Solver carrier = {.migrant_bytes = bytes, .emigrate = emigrate, .immigrate = immigrate};

static void count_pin(Backend *be, void *host, size_t room) {
  (void)be;
  pins++;
  memset((char *)host + room - 1, 0, 1); /* it is writable, to its end */
}
static void count_unpin(Backend *be, void *host) {
  (void)be;
  (void)host;
  pins--;
}

/* Exchanges of growing and shrinking migrants between ranks of these hosts, in messages of `part` bytes. */
static void exchanges_run(const Comm *hosts, bool shared, size_t part) {
  static const size_t sizes[] = {13, 13, 100000, 7, 3000000, 3000000, 1};
  enum { EXCHANGES = sizeof sizes / sizeof *sizes };
  const BackendOps ops = {.pin = count_pin, .unpin = count_unpin};
  Ring ring;
  CU_ASSERT_EQUAL_FATAL(ring_open(hosts, 2 * (uint32_t)comm.size, 1, &ring), OK);
  RankIslands local = {.backend = {.ops = &ops}, .span = ring.span[comm.rank]};
  arrived = pins = 0;
  ring.slots.part = part;
  for (round_ = 0; round_ < EXCHANGES; round_++) {
    size = sizes[round_];
    CU_ASSERT_EQUAL(ring_exchange(hosts, &ring, &carrier, &local), OK);
    CU_ASSERT_EQUAL(pins, 2);
  }
  CU_ASSERT_EQUAL(arrived, EXCHANGES);
  int near;
  MPI_Comm_size(hosts->node, &near);
  const bool all = comm.size == 1 || (shared && near == comm.size), none = !all && (!shared || near == 1);
  if (all) CU_ASSERT(ring.slots.finds && ring.slots.found);
  if (none) CU_ASSERT(!ring.slots.finds && !ring.slots.found);
  ring_close(&ring);
  CU_ASSERT_EQUAL(pins, 0);
}

static void one_host(void) { exchanges_run(&comm, true, 0); }

static void hosts_of_one_and_two(void) {
  for (int ranks = 1; ranks <= 2; ranks++) {
    Comm hosts = ranks_hosts(ranks);
    exchanges_run(&hosts, true, 0);
    MPI_Comm_free(&hosts.node);
  }
}

static void without_shared_memory(void) {
  const struct rlimit before = ranks_unshare();
  exchanges_run(&comm, false, 0);
  exchanges_run(&comm, false, 1000); /* the last part is a short one, a whole one, or all there is */
  setrlimit(RLIMIT_FSIZE, &before);
}

/* One rank has no memory for a shared slot: its neighbour alone gets messages. */
static void one_rank_without(void) {
  struct rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  if (comm.rank == 0) before = ranks_unshare();
  Ring ring;
  CU_ASSERT_EQUAL_FATAL(ring_open(&comm, (uint32_t)comm.size + 1, 1, &ring), OK);
  RankIslands local = {.backend = {.ops = NULL}, .span = ring.span[comm.rank]};
  size = 5000;
  arrived = 0;
  for (round_ = 0; round_ < 3; round_++) CU_ASSERT_EQUAL(ring_exchange(&comm, &ring, &carrier, &local), OK);
  CU_ASSERT_EQUAL(arrived, 3);
  CU_ASSERT_EQUAL(ring.slots.found, comm.size == 1 || comm.rank != 0);
  CU_ASSERT_EQUAL(ring.slots.finds, comm.size == 1 || comm.rank != 1);
  ring_close(&ring);
  setrlimit(RLIMIT_FSIZE, &before);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(one_host),
                                      TEST(hosts_of_one_and_two),
                                      TEST(without_shared_memory),
                                      TEST(one_rank_without),
                                      {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "slots", tests);
}
