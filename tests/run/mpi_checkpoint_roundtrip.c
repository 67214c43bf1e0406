/* Checkpoints read back as they were written, whatever the ranks and spans of writer and reader. */
#include "fixtures/checkpointing.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void round_trip(void) {
  enum { ISLANDS = 7, COLUMNS = 11 };
  const char *path = checkpointing_path("round.h5");
  CU_ASSERT(sample_save(&comm, path, ISLANDS, COLUMNS, 5) == OK);
  CU_ASSERT(checkpoint_check(&comm, path) == OK);
  int equal = 1;
  for (uint32_t first = 0; first <= ISLANDS; first++)
    for (uint32_t count = 0; first + count <= ISLANDS; count++)
      equal &= sample_found(path, (Span){first, count}, COLUMNS, 5);
  CU_ASSERT(equal);
  FieldSet none = {0};
  CU_ASSERT(checkpoint_read_fields(path, (Span){ISLANDS, 1}, NULL, &none) == ERR_FORMAT && none.count == 0);
  status_clear();
}

/* Member by member: the padding between them is not stored. */
static int meta_equal(const CheckpointMeta *a, const CheckpointMeta *b) {
#define TEXT(member)   (strcmp(a->member, b->member) == 0)
#define NUMBER(member) (a->member == b->member)
  return TEXT(instance_path) && TEXT(instance_name) && TEXT(instance_size) && NUMBER(decimals) && NUMBER(n) &&
         NUMBER(instance_digest) && TEXT(solver) && TEXT(options) && NUMBER(islands) && NUMBER(epoch) &&
         NUMBER(epochs) && NUMBER(finished) && NUMBER(searches) && NUMBER(moves) && NUMBER(elapsed_s) &&
         NUMBER(best) && NUMBER(best_island) && NUMBER(best_known) && NUMBER(best_known_given) &&
         NUMBER(time_s) && NUMBER(stop_before_s) && NUMBER(inputs) && TEXT(version) && TEXT(host) &&
         TEXT(backend) && TEXT(device) && TEXT(created) && NUMBER(ranks);
#undef TEXT
#undef NUMBER
}

static void meta_round_trip(void) {
  const char *path = checkpointing_path("meta.h5");
  Checkpoint c = {0};
  CheckpointMeta expected = sample_meta(3);
  expected.best = SAMPLE_BEST;
  CU_ASSERT(sample_save(&comm, path, 3, 2, 5) == OK);
  CU_ASSERT(checkpoint_read_meta(path, &c) == OK);
  CU_ASSERT(meta_equal(&c.meta, &expected));
  CU_ASSERT(c.best_gene && memcmp(c.best_gene, checkpointing_tour, sizeof checkpointing_tour) == 0);
  CU_ASSERT(c.history_rows == SAMPLE_HISTORY &&
            memcmp(c.history, checkpointing_history, sizeof checkpointing_history) == 0);
  CU_ASSERT(c.champion &&
            memcmp(c.champion, checkpointing_champion, SAMPLE_HISTORY * 3 * sizeof *c.champion) == 0);
  CU_ASSERT(c.champion_origin && memcmp(c.champion_origin, checkpointing_origin,
                                        SAMPLE_HISTORY * 3 * sizeof *c.champion_origin) == 0);
  CU_ASSERT(c.leg_rows == SAMPLE_LEGS && memcmp(c.legs, checkpointing_legs, sizeof checkpointing_legs) == 0);
  CU_ASSERT(c.throughput_rows == SAMPLE_LEGS &&
            memcmp(c.throughput, checkpointing_throughput, sizeof checkpointing_throughput) == 0);
  CU_ASSERT(c.trace_rows == SAMPLE_LEGS &&
            memcmp(c.trace, checkpointing_trace, sizeof checkpointing_trace) == 0);
  CU_ASSERT(c.fields.count == 0);
  checkpoint_free(&c);
}

static void meta_extremes(void) {
  const char *path = checkpointing_path("bare.h5");
  Checkpoint c = {.meta = sample_meta(1)}, found = {0};
  uint64_t bytes;
  memset(c.meta.options, 'x', sizeof c.meta.options - 1);
  CU_ASSERT(checkpoint_save(&comm, path, &c, (Span){0, 0}, &bytes) == OK);
  CU_ASSERT(checkpoint_check(&comm, path) == OK);
  CU_ASSERT(checkpoint_read_meta(path, &found) == OK && strcmp(found.meta.options, c.meta.options) == 0);
  CU_ASSERT(!found.best_gene && found.history_rows == 0);
  checkpoint_free(&found);
}

/* Rows on one rank only, and none at all. */
static void empty_ranks(void) {
  const char *path = checkpointing_path("empty.h5");
  for (int owner = 0; owner < comm.size; owner++) {
    Span span = {comm.rank > owner ? 4 : 0, comm.rank == owner ? 4 : 0};
    Checkpoint c = {.meta = sample_meta(4), .fields = sample_fields(span, 3, 9)};
    uint64_t bytes;
    CU_ASSERT(checkpoint_save(&comm, path, &c, span, &bytes) == OK);
    CU_ASSERT(checkpoint_check(&comm, path) == OK);
    CU_ASSERT(sample_found(path, (Span){0, 4}, 3, 9) && sample_found(path, (Span){1, 2}, 3, 9));
    fieldset_free(&c.fields);
  }
  CU_ASSERT(sample_save(&comm, path, 0, 3, 9) == OK);
  CU_ASSERT(checkpoint_check(&comm, path) == OK && sample_found(path, (Span){0, 0}, 3, 9));
}

/* Rows of more than one piece of what is written at once, between other ranks' rows. */
static void large_fields(void) {
  const char *path = checkpointing_path("large.h5");
  for (int wide = 0; wide < 2; wide++) {
    size_t columns = wide ? 300001 : 30011;
    CU_ASSERT(sample_save(&comm, path, 5, columns, 2) == OK);
    CU_ASSERT(checkpoint_check(&comm, path) == OK);
    CU_ASSERT(sample_found(path, ring_span(5, comm.rank, comm.size), columns, 2));
    CU_ASSERT(sample_found(path, ring_span(5, comm.size - 1 - comm.rank, comm.size), columns, 2));
  }
}

/* The file is the same whoever writes it: but for how many did, when, and on what. */
static void ranks_do_not_show(void) {
  const char *path = checkpointing_path("all.h5"), *alone = checkpointing_path("alone.h5");
  Checkpoint c = {.meta = sample_meta(8), .fields = sample_fields((Span){0, 8}, 30011, 4)};
  FieldSet share = sample_fields(ring_span(8, comm.rank, comm.size), 30011, 4);
  const Comm self = {.all = MPI_COMM_SELF, .size = 1};
  uint64_t bytes;
  CU_ASSERT(comm.rank != 0 || checkpoint_save(&self, alone, &c, (Span){0, 8}, &bytes) == OK);
  sleep(comm.rank == 0); /* nor the second in which it was written */
  fieldset_free(&c.fields);
  c.fields = share;
  CU_ASSERT(checkpoint_save(&comm, path, &c, ring_span(8, comm.rank, comm.size), &bytes) == OK);
  size_t wrote;
  char *data = file_slurp(alone, &wrote);
  CU_ASSERT(wrote > 100000 && file_holds(path, data, wrote));
  free(data);
  fieldset_free(&c.fields);
}

/* Between two phases the ranks do what they like; a writer that is given up leaves nothing. */
static void step_by_step(void) {
  const char *path = checkpointing_path("steps.h5");
  Span span = ring_span(5, comm.rank, comm.size);
  Checkpoint c = {.meta = sample_meta(5), .fields = sample_fields(span, 30011, 4)};
  for (int given_up = 0; given_up < 6; given_up++) {
    CheckpointWriter *w = NULL;
    bool done = false;
    uint64_t bytes = 0;
    int steps = 0;
    CU_ASSERT_FATAL(checkpoint_begin(&comm, path, &c, span, &w) == OK);
    for (; !done && steps < given_up; steps++) {
      while (checkpoint_busy(w)) sched_yield();
      CU_ASSERT(checkpoint_step(&comm, w, &done, &bytes) == OK);
    }
    MPI_Barrier(comm.all);
    checkpoint_end(w);
    MPI_Barrier(comm.all);
    CU_ASSERT(harness_temporaries(checkpointing_path("steps.h5")) == 0 &&
              (given_up >= 3 || file_absent(path)));
    CU_ASSERT(done == (given_up >= 4) && steps == (done ? 4 : given_up));
  }
  CU_ASSERT(checkpoint_check(&comm, path) == OK && sample_found(path, (Span){0, 5}, 30011, 4));
  fieldset_free(&c.fields);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(round_trip),   TEST(meta_round_trip), TEST(meta_extremes),
                                      TEST(empty_ranks),  TEST(large_fields),    TEST(ranks_do_not_show),
                                      TEST(step_by_step), {NULL, NULL}};
  return checkpointing_run(&argc, &argv, "checkpoint_roundtrip", tests);
}
