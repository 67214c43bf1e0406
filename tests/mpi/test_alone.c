/* The functions of MPI for one rank without an MPI. */
#include "mpi/abi/alone.h"

#include <string.h>
#include "fixtures/harness.h"

static void process_alone(void) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  int flag = 0, length = 0, level = 0;
  mpi_alone.Initialized(&flag);
  CU_ASSERT_TRUE(flag);
  CU_ASSERT_EQUAL(mpi_alone.Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level), MPI_SUCCESS);
  CU_ASSERT_EQUAL(level, MPI_THREAD_SERIALIZED);
  mpi_alone.Get_library_version(version, &length);
  CU_ASSERT_EQUAL(strlen(version), (size_t)length);
  CU_ASSERT_PTR_NOT_NULL(strstr(version, "one rank"));
  mpi_alone.Finalized(&flag);
  CU_ASSERT_FALSE(flag);
  mpi_alone.Finalize();
  mpi_alone.Finalized(&flag);
  CU_ASSERT_TRUE(flag);
}

static void communicators_of_one(void) {
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Group group, other;
  int rank = 5, size = 5, found = 5, between = 5;
  mpi_alone.Comm_dup(MPI_COMM_WORLD, &made);
  mpi_alone.Comm_rank(made, &rank);
  mpi_alone.Comm_size(made, &size);
  mpi_alone.Comm_test_inter(made, &between);
  CU_ASSERT_TRUE(rank == 0 && size == 1 && between == 0);
  mpi_alone.Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &made);
  CU_ASSERT_PTR_EQUAL(made, MPI_COMM_NULL);
  mpi_alone.Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made);
  CU_ASSERT_PTR_EQUAL(made, MPI_COMM_SELF);
  mpi_alone.Comm_group(MPI_COMM_WORLD, &group);
  mpi_alone.Comm_group(made, &other);
  mpi_alone.Group_translate_ranks(group, 1, &rank, other, &found);
  CU_ASSERT_EQUAL(found, 0);
  mpi_alone.Group_free(&group);
  mpi_alone.Group_free(&other);
  mpi_alone.Comm_free(&made);
  CU_ASSERT_PTR_EQUAL(made, MPI_COMM_NULL);
}

/* What goes out comes in, and nothing beyond it. */
static void values_pass(void) {
  const int64_t out[3] = {7, 8, 9};
  int64_t in[4] = {0, 0, 0, -1};
  mpi_alone.Allreduce(out, in, 3, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  CU_ASSERT_TRUE(memcmp(in, out, sizeof out) == 0 && in[3] == -1);
  mpi_alone.Allreduce(MPI_IN_PLACE, in, 3, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
  CU_ASSERT_EQUAL(memcmp(in, out, sizeof out), 0);
  mpi_alone.Exscan(out, in + 3, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  CU_ASSERT_EQUAL(in[3], -1);
  const int pair[2] = {3, 4};
  int worst[2] = {0, 0};
  mpi_alone.Allreduce(pair, worst, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
  CU_ASSERT_TRUE(worst[0] == 3 && worst[1] == 4);
}

static void parts_pass(void) {
  char parts[8] = "-------";
  const int bytes = 3, place = 2;
  mpi_alone.Gatherv("abc", 3, MPI_BYTE, parts, &bytes, &place, MPI_BYTE, 0, MPI_COMM_WORLD);
  CU_ASSERT_STRING_EQUAL(parts, "--abc--");
  mpi_alone.Gather("xy", 2, MPI_CHAR, parts, 2, MPI_CHAR, 0, MPI_COMM_WORLD);
  CU_ASSERT_STRING_EQUAL(parts, "xyabc--");
  mpi_alone.Allgather("z", 1, MPI_BYTE, parts, 1, MPI_BYTE, MPI_COMM_WORLD);
  CU_ASSERT_STRING_EQUAL(parts, "zyabc--");
  mpi_alone.Alltoall("w", 1, MPI_BYTE, parts + 1, 1, MPI_BYTE, MPI_COMM_WORLD);
  CU_ASSERT_STRING_EQUAL(parts, "zwabc--");
}

static void rows_pass(void) {
  MPI_Datatype row;
  MPI_Op op;
  int bytes = 0;
  const int64_t out[2] = {5, 6};
  int64_t in[2] = {0, 0};
  mpi_alone.Type_contiguous(2, MPI_INT64_T, &row);
  mpi_alone.Type_commit(&row);
  mpi_alone.Type_size(row, &bytes);
  CU_ASSERT_EQUAL(bytes, 16);
  mpi_alone.Op_create(NULL, 1, &op);
  mpi_alone.Allreduce(out, in, 1, row, op, MPI_COMM_WORLD);
  CU_ASSERT_TRUE(in[0] == 5 && in[1] == 6);
  mpi_alone.Op_free(&op);
  mpi_alone.Type_free(&row);
  CU_ASSERT_PTR_EQUAL(row, MPI_DATATYPE_NULL);
}

static void messages_to_itself(void) {
  char in[4] = "---";
  int there = 1;
  mpi_alone.Sendrecv("abc", 3, MPI_BYTE, 0, 0, in, 3, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CU_ASSERT_STRING_EQUAL(in, "abc");
  mpi_alone.Sendrecv("xyz", 3, MPI_BYTE, MPI_PROC_NULL, 0, in, 3, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
  CU_ASSERT_STRING_EQUAL(in, "abc");
  mpi_alone.Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
  CU_ASSERT_FALSE(there);
}

static void barrier_is_over(void) {
  MPI_Request all = NULL;
  int there = 0;
  mpi_alone.Ibarrier(MPI_COMM_WORLD, &all);
  CU_ASSERT_PTR_EQUAL(all, MPI_REQUEST_NULL);
  mpi_alone.Test(&all, &there, MPI_STATUS_IGNORE);
  CU_ASSERT_TRUE(there);
}

/* Set, added to, read: each says what was there before. */
static void words_change(void) {
  int64_t *words = NULL, before = -1, value = 5;
  MPI_Win window;
  CU_ASSERT_EQUAL(
      mpi_alone.Win_allocate_shared(16, 8, MPI_INFO_NULL, MPI_COMM_WORLD, (void *)&words, &window),
      MPI_SUCCESS);
  mpi_alone.Fetch_and_op(&value, &before, MPI_INT64_T, 0, 1, MPI_REPLACE, window);
  CU_ASSERT_EQUAL(before, 0);
  mpi_alone.Fetch_and_op(&value, &before, MPI_INT64_T, 0, 1, MPI_SUM, window);
  CU_ASSERT_EQUAL(before, 5);
  mpi_alone.Fetch_and_op(&value, &before, MPI_INT64_T, 0, 1, MPI_NO_OP, window);
  CU_ASSERT_EQUAL(before, 10);
  CU_ASSERT_TRUE(words[0] == 0 && words[1] == 10);
  mpi_alone.Win_free(&window);
  CU_ASSERT_PTR_EQUAL(window, MPI_WIN_NULL);
}

static const HarnessTest tests[] = {
    TEST(process_alone), TEST(communicators_of_one), TEST(values_pass),     TEST(parts_pass),
    TEST(rows_pass),     TEST(messages_to_itself),   TEST(barrier_is_over), TEST(words_change),
    {NULL, NULL}};

int main(void) { return harness_run("alone", tests); }
