/* Which processor a rank takes, alone and beside ranks of the other kind (src/mpi/bind.c). */
#include "fixtures/pretending.h"

#include <sched.h>
#include <stdlib.h>
#include "fixtures/ranks_harness.h"
#include "memory.h"
#include "mpi/bind.h"
#include "run/islands.h"

static Backend be;
static BindKinds kinds;

/* devices: that this rank sees; place: of them, NULL: the host's. */
static Status bind(int devices, const char *place, const char *asked, bool spare) {
  pretended_devices = devices;
  pretended_place = place ? place : "host";
  be = (Backend){.ops = NULL};
  const Status status = rank_bind_mixed(&comm, asked, spare, 0, &be, &kinds);
  status_clear();
  return status;
}

static bool on(const char *name) { return be.ops && strcmp(be.ops->name, name) == 0; }

/* At most what a rank can have of the host's memory; what is free changes from moment to moment. */
static uint64_t host_part(void) { return (memory_free() + (1ull << 30)) / (uint64_t)comm.local_size; }

/* The free bytes of the rank that has the least. */
static uint64_t least_room(void) {
  uint64_t room = 0;
  CU_ASSERT_EQUAL(node_memory_room(&comm, &be, &room), OK);
  return room;
}

static void all_alike(void) {
  uint64_t room;
  CU_ASSERT(bind(0, NULL, "auto", false) == OK && on("cpu") && !kinds.mixed && !kinds.spare);
  CU_ASSERT(kinds.leaders == comm.size && kinds.leader == backend_find("cpu"));
  room = least_room();
  CU_ASSERT(room > 0 && room <= host_part());
  be.ops->close(&be);
  CU_ASSERT(bind(2, NULL, "auto", false) == OK && on("cuda") && be.device == comm.rank % 2 && !kinds.mixed);
  CU_ASSERT(kinds.leaders == comm.size && kinds.leader == backend_find("cuda"));
  CU_ASSERT_EQUAL(least_room(), pretended_bytes - (comm.size > 1));
  be.ops->close(&be);
  CU_ASSERT(bind(2, NULL, "cpu", false) == OK && on("cpu") && !kinds.mixed);
  be.ops->close(&be);
}

/* Of the ranks of a host the first have its devices, the others the CPU. */
static void beyond_the_devices(void) {
  for (int devices = 1; devices <= 3; devices++) {
    CU_ASSERT_FATAL(bind(devices, NULL, "auto", true) == OK);
    CU_ASSERT(on(comm.rank < devices ? "cuda" : "cpu") && kinds.spare);
    CU_ASSERT_EQUAL(kinds.mixed, comm.size > devices);
    CU_ASSERT_EQUAL(kinds.leaders, kinds.mixed ? devices : comm.size);
    CU_ASSERT_STRING_EQUAL(kinds.leader->name, "cuda");
    const uint64_t room = least_room(),
                   least = pretended_bytes - (uint64_t)(comm.size < devices ? comm.size : devices) + 1;
    CU_ASSERT(kinds.mixed ? room > 0 && room <= host_part() : room == least);
    be.ops->close(&be);
  }
}

/* A batch system may show each rank a device of its own. */
static void devices_of_their_own(void) {
  char place[16];
  snprintf(place, sizeof place, "rank %d", comm.rank);
  CU_ASSERT_FATAL(bind(1, place, "cuda", true) == OK);
  CU_ASSERT(on("cuda") && !kinds.mixed && kinds.leaders == comm.size);
  be.ops->close(&be);
}

/* A device may be for one process alone, whichever comes first. */
static void one_process_a_device(void) {
  const int last = comm.size - 1;
  pretended_failure = comm.rank != last;
  CU_ASSERT_FATAL(bind(1, NULL, "auto", true) == OK);
  CU_ASSERT(on(comm.rank == last ? "cuda" : "cpu") && kinds.leaders == 1);
  be.ops->close(&be);
  if (comm.size > 1) CU_ASSERT_EQUAL(bind(1, NULL, "auto", false), ERR_DEVICE);
  pretended_failure = true;
  CU_ASSERT_EQUAL(bind(1, NULL, "auto", true), ERR_DEVICE);
  pretended_failure = false;
}

static void each_as_it_asks(void) {
  const bool odd = comm.rank % 2;
  CU_ASSERT_FATAL(bind(4, NULL, odd ? "cpu" : "cuda", false) == OK);
  CU_ASSERT(on(odd ? "cpu" : "cuda") && kinds.mixed == (comm.size > 1) && !kinds.spare);
  CU_ASSERT_EQUAL(kinds.leaders, (comm.size + 1) / 2);
  be.ops->close(&be);
  CU_ASSERT_FATAL(bind(4, NULL, odd ? "auto" : "cpu", false) == OK);
  CU_ASSERT(on(odd ? "cuda" : "cpu"));
  be.ops->close(&be);
}

/* A rank without a device is refused where others have one, unless it may take the CPU. */
static void without_a_device(void) {
  const int devices = comm.rank == 0;
  const Status refused = comm.size > 1 ? ERR_DEVICE : OK;
  CU_ASSERT_EQUAL(bind(devices, NULL, "auto", false), refused);
  CU_ASSERT_EQUAL(bind(devices, NULL, "cuda", false), refused);
  CU_ASSERT(bind(devices, NULL, "cuda", true) == OK && on(devices ? "cuda" : "cpu"));
  CU_ASSERT(bind(devices, NULL, "auto", comm.rank == comm.size - 1) == OK && on(devices ? "cuda" : "cpu"));
  CU_ASSERT(bind(0, NULL, "auto", true) == OK && on("cpu") && !kinds.mixed && kinds.spare);
  CU_ASSERT_EQUAL(bind(0, NULL, "cuda", true), ERR_DEVICE);
}

static void one_kind_only(void) {
  pretended_devices = 4;
  pretended_place = "host";
  be = (Backend){.ops = NULL};
  const Status status = rank_bind(&comm, comm.rank % 2 ? "cpu" : "cuda", 0, &be);
  CU_ASSERT_EQUAL(status, comm.size > 1 ? ERR_USAGE : OK);
  CU_ASSERT(status == OK || strstr(status_message(), "found cpu and cuda"));
  status_clear();
}

/* Ranks on devices leave all cores but one each. */
static void threads(void) {
  cpu_set_t cores;
  unsetenv("OMP_NUM_THREADS");
  sched_getaffinity(0, sizeof cores, &cores);
  const int count = CPU_COUNT(&cores), others = comm.size - 1;
  CU_ASSERT_FATAL(bind(1, NULL, "auto", true) == OK);
  const int share = comm.rank == 0 ? count / comm.size : (count - 1) / others;
  CU_ASSERT_EQUAL(be.threads, share > 0 ? share : 1);
  be.ops->close(&be);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(all_alike),       TEST(beyond_the_devices), TEST(devices_of_their_own), TEST(one_process_a_device),
      TEST(each_as_it_asks), TEST(without_a_device),   TEST(one_kind_only),        TEST(threads),
      {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "bind", tests);
}
