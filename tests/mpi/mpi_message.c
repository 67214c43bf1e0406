/* Messages to rank 0 (src/mpi/message.h): whole, in the order in which a rank sent them, and as cheap when thousands are under way. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "fixtures/ranks_harness.h"
#include "mpi/message.h"

enum { TAG = 5, TAG_END, IDLE_US = 1000 };
static const size_t lengths[] = {0, 1, 8, 3959, 3960, 3961, 7928, 100000};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* The bytes of message k of a rank. */
static char byte_of(int rank, int k, size_t at) { return (char)(rank * 31 + k * 7 + (int)(at % 251)); }

static void send_one(int k, size_t bytes, Outbox *box) {
  Message *m = message_new(bytes + sizeof(int32_t[2]));
  CU_ASSERT_PTR_NOT_NULL_FATAL(m);
  memcpy(m->data, (int32_t[2]){comm.rank, k}, sizeof(int32_t[2]));
  for (size_t b = 0; b < bytes; b++) m->data[sizeof(int32_t[2]) + b] = byte_of(comm.rank, k, b);
  message_send(box, &comm, m, TAG);
}

static void send_end(Outbox *box) {
  messages_drain(box, &comm);
  message_signal(&comm, TAG_END);
}

/* Whether it is the next one of its rank, with the bytes that were sent. */
static bool arrival_right(const Arrival *a, int *next, size_t bytes) {
  int32_t head[2];
  memcpy(head, a->data, sizeof head);
  const char *data = (const char *)a->data + sizeof head;
  bool right = a->bytes == bytes + sizeof head && head[1] == next[head[0]]++;
  for (size_t b = 0; right && b < bytes; b++) right = data[b] == byte_of(head[0], head[1], b);
  return right;
}

/* Takes all until each of the others has said that it is done; how many there were. */
static int receive_all(size_t (*bytes)(int)) {
  int *next = calloc((size_t)comm.size, sizeof *next), wrong = 0, all = 0;
  for (int ends = 0; ends < comm.size - 1;) {
    Arrival a;
    if (!message_receive(&comm, &a))
      usleep(IDLE_US);
    else if (a.tag == TAG_END)
      ends++;
    else {
      int32_t head[2];
      memcpy(head, a.data, sizeof head);
      wrong += !arrival_right(&a, next, bytes(head[1]));
      all++;
      free(a.data);
    }
  }
  CU_ASSERT_EQUAL(wrong, 0);
  free(next);
  return all;
}

static size_t bytes_mixed(int k) { return lengths[k % LENGTHS]; }
static size_t bytes_row(int k) {
  (void)k;
  return 2000;
}

/* Every length, while rank 0 listens and while it does not. */
static void whole_and_in_order(void) {
  for (int late = 0; late < 2; late++) {
    Outbox box = {0};
    MPI_Barrier(comm.all);
    if (comm.rank == 0) {
      if (late) usleep(100000);
      CU_ASSERT_EQUAL(receive_all(bytes_mixed), (comm.size - 1) * 5 * LENGTHS);
    } else {
      for (int k = 0; k < 5 * LENGTHS; k++) send_one(k, bytes_mixed(k), &box);
      send_end(&box);
    }
  }
}

/* Seconds of this process's processor to send so many while rank 0 sleeps. */
static double sending_s(int messages) {
  Outbox box = {0};
  MPI_Barrier(comm.all);
  if (comm.rank == 0) {
    usleep(700000);
    receive_all(bytes_row);
    return 0;
  }
  const clock_t begin = clock();
  for (int k = 0; k < messages; k++) send_one(k, bytes_row(k), &box);
  const double took = (double)(clock() - begin) / CLOCKS_PER_SEC;
  send_end(&box);
  return took;
}

/* Eight times as many take about eight times as long; 64 times where each was asked for at each send. */
static void thousands_under_way(void) {
  const double few = sending_s(1000), many = sending_s(8000);
  if (comm.rank) fprintf(stderr, "# rank %d: 1,000 messages %.4f s, 8,000 %.4f s\n", comm.rank, few, many);
  CU_ASSERT(many < 25 * (few + 0.002));
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(whole_and_in_order), TEST(thousands_under_way), {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "message", tests);
}
