/* What is longer than a message of MPI may be goes in parts (src/mpi/collect.h, collect.h): every byte to its place. Here messages are short. */
#include <stdlib.h>
#include "fixtures/ranks_harness.h"
#include "mpi/collect.h"

enum { MOST = 100 };
static const size_t lengths[] = {0, 1, MOST - 1, MOST, MOST + 1, 2 * MOST, 7 * MOST + 13};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* Byte `at` of what a rank sends to another: parts differ, and so do pairs. */
static char byte_of(int from, int to, size_t at) { return (char)(from * 53 + to * 17 + (int)(at % 251)); }

static char *bytes_make(int from, int to, size_t bytes) {
  char *const data = malloc(bytes + 1);
  CU_ASSERT_PTR_NOT_NULL_FATAL(data);
  for (size_t at = 0; at < bytes; at++) data[at] = byte_of(from, to, at);
  return data;
}

static size_t bytes_wrong(const char *data, int from, int to, size_t bytes) {
  size_t wrong = 0;
  for (size_t at = 0; at < bytes; at++) wrong += data[at] != byte_of(from, to, at);
  return wrong;
}

static void broadcasts(void) {
  for (int root = 0; root < comm.size; root++)
    for (int k = 0; k < LENGTHS; k++) {
      char *const data = bytes_make(comm.rank, 0, lengths[k]);
      bytes_bcast_parts(&comm, MOST, data, lengths[k], root);
      CU_ASSERT_EQUAL(bytes_wrong(data, root, 0, lengths[k]), 0);
      free(data);
    }
}

/* Parcels of all lengths at once; nothing for a rank is none. */
static size_t length_of(int from, int to, int shift) { return lengths[(from * 3 + to + shift) % LENGTHS]; }

static void exchanges(void) {
  for (int shift = 0; shift < LENGTHS; shift++) {
    Parcels out, in;
    CU_ASSERT_EQUAL_FATAL(parcels_make(comm.size, &out), OK);
    for (int to = 0; to < comm.size; to++) {
      out.bytes[to] = length_of(comm.rank, to, shift);
      out.data[to] = bytes_make(comm.rank, to, out.bytes[to]);
    }
    CU_ASSERT_EQUAL_FATAL(comm_exchange_parts(&comm, MOST, &out, &in), OK);
    for (int from = 0; from < comm.size; from++) {
      CU_ASSERT_EQUAL_FATAL(in.bytes[from], length_of(from, comm.rank, shift));
      CU_ASSERT_EQUAL(bytes_wrong(in.data[from], from, comm.rank, in.bytes[from]), 0);
    }
    parcels_free(&out, comm.size);
    parcels_free(&in, comm.size);
  }
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(broadcasts), TEST(exchanges), {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "parts", tests);
}
