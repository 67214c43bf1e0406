/* Checkpoints to test with: see checkpointing.h. */
#include "checkpointing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MESSAGE_MAX = 8192, FILE_MAX = 1 << 22 };

static char folder[64]; /* "" until somebody asks for a place in it */

char *checkpointing_path(const char *name) {
  static char paths[16][256];
  static int next;
  char *path = paths[next++ % 16];
  if (!folder[0]) {
    snprintf(folder, sizeof folder, "/tmp/cordee-checkpoint-XXXXXX");
    if (comm.rank == 0 && !mkdtemp(folder)) comm_abort(&comm, EXIT_FAILURE);
    MPI_Bcast(folder, sizeof folder, MPI_CHAR, 0, comm.all);
  }
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

int checkpointing_run(int *argc, char ***argv, const char *suite, const HarnessTest *tests) {
  char command[128];
  int rc = ranks_harness_run(argc, argv, suite, tests);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return comm.rank == 0 && folder[0] && system(command) != 0 ? EXIT_FAILURE : rc;
}

int message_says(const char *part) {
  char first[MESSAGE_MAX];
  snprintf(first, sizeof first, "%s", status_message());
  MPI_Bcast(first, sizeof first, MPI_CHAR, 0, comm.all);
  int same = strcmp(first, status_message()) == 0 && strstr(first, part) != NULL;
  if (!same) fprintf(stderr, "rank %d: expected '%s' in '%s'\n", comm.rank, part, status_message());
  status_clear();
  return same;
}

/* ---- samples ---- */

/* Rows of an island: climbers are ragged, none for every third. */
static uint32_t rows_of(FieldGroup group, uint32_t island) {
  return group == FIELD_ISLAND ? 1 : island * 7 % 3;
}

static void value_put(Dtype dtype, void *data, size_t at, uint64_t value) {
  switch (dtype) {
  case DTYPE_I32:
    ((int32_t *)data)[at] = -(int32_t)(value % 1000003);
    break;
  case DTYPE_U32:
    ((uint32_t *)data)[at] = (uint32_t)(value * 2654435761u);
    break;
  case DTYPE_I64:
    ((int64_t *)data)[at] = INT64_MIN + (int64_t)value;
    break;
  case DTYPE_U64:
    ((uint64_t *)data)[at] = UINT64_MAX - value;
    break;
  case DTYPE_F32:
    ((float *)data)[at] = (float)value / 3.0f;
    break;
  default:
    ((double *)data)[at] = (double)value / -7.0;
  }
}

static void *field_add(FieldSet *set, FieldGroup group, const char *name, Dtype dtype, Span span,
                       size_t columns) {
  size_t rows = 0;
  void *data;
  for (uint32_t i = span.first; i < span.first + span.count; i++) rows += rows_of(group, i);
  if (fieldset_add(set, group, name, dtype, rows, columns, &data) != OK) abort();
  return data;
}

static void values_add(FieldSet *set, FieldGroup group, Dtype dtype, Span span, size_t columns,
                       uint64_t salt) {
  char name[FIELD_NAME_MAX];
  size_t at = 0;
  snprintf(name, sizeof name, "%s_%zu", dtype_name(dtype), columns);
  void *data = field_add(set, group, name, dtype, span, columns);
  for (uint32_t i = span.first; i < span.first + span.count; i++)
    for (uint32_t row = 0; row < rows_of(group, i); row++)
      for (size_t c = 0; c < columns; c++)
        value_put(dtype, data, at++, salt + i * 1000003u + row * 101 + c * 7);
}

static void owners_add(FieldSet *set, Span span) {
  uint32_t *owner = field_add(set, FIELD_CLIMBER, "island", DTYPE_U32, span, 1);
  for (uint32_t i = span.first; i < span.first + span.count; i++)
    for (uint32_t row = 0; row < rows_of(FIELD_CLIMBER, i); row++) *owner++ = i;
}

FieldSet sample_fields(Span span, size_t columns, uint64_t salt) {
  FieldSet set = {0};
  owners_add(&set, span);
  for (FieldGroup group = 0; group < FIELD_GROUP_COUNT; group++)
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++)
      values_add(&set, group, dtype, span, (dtype + group) % 2 ? 1 : columns, salt);
  return set;
}

static int fields_equal(const FieldSet *a, const FieldSet *b) {
  int equal = a->count == b->count;
  for (int i = 0; i < a->count && equal; i++) {
    const Field *f = &a->field[i], *g;
    equal = fieldset_get(b, f->group, f->name, f->dtype, f->columns, &g) == OK && f->rows == g->rows &&
            (!f->rows || memcmp(f->data, g->data, f->rows * f->columns * dtype_bytes(f->dtype)) == 0);
  }
  return equal;
}

int32_t checkpointing_tour[SAMPLE_CITIES] = {3, 1, 4, 0, 2};
HistoryRow checkpointing_history[SAMPLE_HISTORY] = {{1, 2, 30, 4000000000000, 0.5, COST_NONE},
                                                    {2, 1, 60, UINT64_MAX, 1.25, -7542}};

int64_t checkpointing_champion[SAMPLE_HISTORY * SAMPLE_ISLANDS] = {COST_NONE, 1, -2, INT64_MAX - 1, 5, 6, 7, 8, 9};
uint32_t checkpointing_origin[SAMPLE_HISTORY * SAMPLE_ISLANDS] = {2, 1, 0, 0, 2, 1, 2, 1, 0};
LegRow checkpointing_legs[SAMPLE_LEGS] = {
    {0, 0, 0, "node7", "cpu", "Intel", "0.1.0", "2024-02-29T12:00:00Z"},
    {0, 1, 0, "node8", "cuda", "NVIDIA H200", "0.1.0", "2024-02-29T12:00:00Z"},
    {1, 0, 0.75, "Br\303\274cke", "cpu", "", "0.2.0", "2024-02-29T12:30:00Z"}};
ThroughputRow checkpointing_throughput[SAMPLE_LEGS] = {{0.5, 0, 0, 0.5, 1ull << 63}, {0.5, 0, 1, 0.5, 7}, {1.25, 1, 0, 0.5, 0}};

CheckpointMeta sample_meta(uint32_t islands) {
  return (CheckpointMeta){.instance_path = "/data/Br\303\274cke.tsp",
                          .instance_name = "Br\303\274cke",
                          .instance_size = "52 cities, EUC_2D",
                          .n = SAMPLE_CITIES,
                          .instance_digest = UINT64_MAX - 1,
                          .solver = "climb",
                          .options = "seed = 1\nclimbers = 1000\n",
                          .islands = islands,
                          .epoch = 2,
                          .epochs = 9,
                          .finished = 1,
                          .climbers = 60,
                          .moves = 1ull << 63,
                          .elapsed_s = 0.1,
                          .best = COST_NONE,
                          .best_island = 0,
                          .version = "0.1.0",
                          .host = "node7",
                          .backend = "cpu",
                          .device = "",
                          .created = "2024-02-29T12:00:00Z",
                          .ranks = comm.size};
}

Status sample_save(MPI_Comm group, const char *path, uint32_t islands, size_t columns, uint64_t salt) {
  Checkpoint c = {0};
  int part, parts;
  uint64_t bytes = 0;
  MPI_Comm_rank(group, &part), MPI_Comm_size(group, &parts);
  Span span = ring_span(islands, part, parts);
  if (part == 0)
    c = (Checkpoint){.meta = sample_meta(islands),
                     .best_gene = checkpointing_tour,
                     .history = checkpointing_history,
                     .history_rows = SAMPLE_HISTORY,
                     .champion = checkpointing_champion,
                     .champion_origin = checkpointing_origin,
                     .legs = checkpointing_legs,
                     .leg_rows = SAMPLE_LEGS,
                     .throughput = checkpointing_throughput,
                     .throughput_rows = SAMPLE_LEGS};
  if (part == 0) c.meta.best = SAMPLE_BEST;
  c.fields = sample_fields(span, columns, salt);
  Status status = checkpoint_save(group, path, &c, span, &bytes);
  struct stat info;
  if (status == OK && (stat(path, &info) != 0 || (uint64_t)info.st_size != bytes)) status = ERR_INTERNAL;
  fieldset_free(&c.fields);
  return status;
}

int sample_found(const char *path, Span span, size_t columns, uint64_t salt) {
  FieldSet expected = sample_fields(span, columns, salt), found = {0};
  int equal = checkpoint_read_fields(path, span, &found) == OK && fields_equal(&expected, &found);
  fieldset_free(&expected), fieldset_free(&found);
  return equal;
}

/* ---- files ---- */

char *file_slurp(const char *path, size_t *bytes) {
  FILE *in = fopen(path, "rb");
  char *data = calloc(1, FILE_MAX);
  *bytes = in ? fread(data, 1, FILE_MAX, in) : 0;
  if (in) fclose(in);
  return data;
}

void file_put(const char *path, const char *data, size_t bytes) {
  MPI_Barrier(comm.all); /* some rank may be reading it still */
  FILE *out = comm.rank == 0 ? fopen(path, "wb") : NULL;
  if (out) fwrite(data, 1, bytes, out), fclose(out);
  MPI_Barrier(comm.all);
}

int file_holds(const char *path, const char *data, size_t bytes) {
  size_t found;
  char *now = file_slurp(path, &found);
  int equal = found == bytes && memcmp(now, data, bytes) == 0;
  free(now);
  return equal;
}

int file_absent(const char *path) { return access(path, F_OK) != 0; }

int file_refused(const char *path, Status expected, const char *part) {
  Status status = checkpoint_check(comm.all, path);
  return message_says(part) && status == expected;
}
