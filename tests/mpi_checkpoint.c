/* Checkpoints: round trips, damage, failing writes, kills. Runs on any number of ranks (mpirun -n 1..4):
 * every rank runs every test, rank 0 prints, and an assertion holds only if it holds on every rank (ALL).
 *
 * `mpi_checkpoint --sample PATH` writes one checkpoint, for checkpoint_layout.py. */
#include "harness.h"
#include "../src/io/checkpoint.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MESSAGE_MAX 8192
extern char **environ;
static int rank, size;
static char folder[64];

static int everywhere(int holds) {
  MPI_Allreduce(MPI_IN_PLACE, &holds, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
  return holds;
}
#define ALL(condition) CU_ASSERT(everywhere(condition))

/* The file `name` of the test's folder. Static storage: valid until the 16th next call. */
static char *place(const char *name) {
  static char paths[16][256];
  static int next;
  char *path = paths[next++ % 16];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

/* The message is the same on every rank and contains `part`; clears it. Collective. */
static int says(const char *part) {
  char first[MESSAGE_MAX];
  snprintf(first, sizeof first, "%s", status_message());
  MPI_Bcast(first, sizeof first, MPI_CHAR, 0, MPI_COMM_WORLD);
  int same = strcmp(first, status_message()) == 0 && strstr(first, part) != NULL;
  if (!same) fprintf(stderr, "rank %d: expected '%s' in '%s'\n", rank, part, status_message());
  status_clear();
  return same;
}

/* ---- samples ---- */

static Span span_share(uint32_t islands, int part, int parts) {
  uint32_t first = (uint32_t)((uint64_t)islands * part / parts);
  return (Span){first, (uint32_t)((uint64_t)islands * (part + 1) / parts) - first};
}

/* Climbers of an island: ragged, none for every third. */
static uint32_t climbers_of(uint32_t island) { return island * 7 % 3; }

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

static void field_add(FieldSet *set, FieldGroup group, Dtype dtype, Span span, size_t columns,
                      uint64_t salt) {
  char name[FIELD_NAME_MAX];
  size_t rows = 0, at = 0;
  void *data;
  for (uint32_t i = span.first; i < span.first + span.count; i++)
    rows += group == FIELD_ISLAND ? 1 : climbers_of(i);
  snprintf(name, sizeof name, "%s_%zu", dtype_name(dtype), columns);
  if (fieldset_add(set, group, name, dtype, rows, columns, &data) != OK) abort();
  for (uint32_t i = span.first; i < span.first + span.count; i++)
    for (uint32_t row = 0; row < (group == FIELD_ISLAND ? 1 : climbers_of(i)); row++)
      for (size_t c = 0; c < columns; c++)
        value_put(dtype, data, at++, salt + i * 1000003u + row * 101 + c * 7);
}

static void owners_add(FieldSet *set, Span span) {
  size_t rows = 0, at = 0;
  void *data;
  for (uint32_t i = span.first; i < span.first + span.count; i++) rows += climbers_of(i);
  if (fieldset_add(set, FIELD_CLIMBER, "island", DTYPE_U32, rows, 1, &data) != OK) abort();
  for (uint32_t i = span.first; i < span.first + span.count; i++)
    for (uint32_t row = 0; row < climbers_of(i); row++) ((uint32_t *)data)[at++] = i;
}

/* The rows of `span`: every type in both groups; their values depend on island, row, column and salt only. */
static FieldSet fields_make(Span span, size_t columns, uint64_t salt) {
  FieldSet set = {0};
  owners_add(&set, span);
  for (FieldGroup group = 0; group < FIELD_GROUP_COUNT; group++)
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++)
      field_add(&set, group, dtype, span, (dtype + group) % 2 ? 1 : columns, salt);
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

static int32_t tour[] = {3, 1, 4, 0, 2};
static HistoryRow history[] = {{1, 2, 30, 4000000000000, 0.5, COST_NONE},
                               {2, 6, 60, UINT64_MAX, 1.25, -7542}};

static CheckpointMeta meta_make(uint32_t islands) {
  return (CheckpointMeta){.instance_path = "/data/Br\xc3\xbc"
                                           "cke.tsp",
                          .instance_name = "Br\xc3\xbc"
                                           "cke",
                          .metric = "EUC_2D",
                          .n = 5,
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
                          .best_island = 6,
                          .version = "0.1.0",
                          .host = "node7",
                          .backend = "cpu",
                          .device = "",
                          .created = "2024-02-29T12:00:00Z",
                          .ranks = size};
}

/* Member by member: the padding between them is not stored. */
static int meta_equal(const CheckpointMeta *a, const CheckpointMeta *b) {
#define TEXT(member)   (strcmp(a->member, b->member) == 0)
#define NUMBER(member) (a->member == b->member)
  return TEXT(instance_path) && TEXT(instance_name) && TEXT(metric) && NUMBER(n) && NUMBER(instance_digest) &&
         TEXT(solver) && TEXT(options) && NUMBER(islands) && NUMBER(epoch) && NUMBER(epochs) &&
         NUMBER(finished) && NUMBER(climbers) && NUMBER(moves) && NUMBER(elapsed_s) && NUMBER(best) &&
         NUMBER(best_island) && TEXT(version) && TEXT(host) && TEXT(backend) && TEXT(device) &&
         TEXT(created) && NUMBER(ranks);
#undef TEXT
#undef NUMBER
}

/* A checkpoint of `islands`, rank `part` of `parts` holding its share; only rank 0 has what rank 0 is asked
 * for. */
static Status sample_save(MPI_Comm comm, const char *path, uint32_t islands, size_t columns, uint64_t salt) {
  Checkpoint c = {0};
  int part, parts;
  uint64_t bytes = 0;
  MPI_Comm_rank(comm, &part), MPI_Comm_size(comm, &parts);
  Span span = span_share(islands, part, parts);
  if (part == 0)
    c = (Checkpoint){.meta = meta_make(islands), .best_tour = tour, .history = history, .history_rows = 2};
  c.fields = fields_make(span, columns, salt);
  Status status = checkpoint_save(comm, path, &c, span, &bytes);
  struct stat info;
  if (status == OK && (stat(path, &info) != 0 || (uint64_t)info.st_size != bytes)) status = ERR_INTERNAL;
  fieldset_free(&c.fields);
  return status;
}

static int fields_read_equal(const char *path, Span span, size_t columns, uint64_t salt) {
  FieldSet expected = fields_make(span, columns, salt), found = {0};
  int equal = checkpoint_read_fields(path, span, &found) == OK && fields_equal(&expected, &found);
  fieldset_free(&expected), fieldset_free(&found);
  return equal;
}

/* ---- files, by rank 0 ---- */

static char *file_slurp(const char *path, size_t *bytes) {
  FILE *in = fopen(path, "rb");
  char *data = calloc(1, 1 << 22);
  *bytes = in ? fread(data, 1, 1 << 22, in) : 0;
  if (in) fclose(in);
  return data;
}

/* Makes `path` hold exactly these bytes; returns when every rank may look. Collective. */
static void file_put(const char *path, const char *data, size_t bytes) {
  FILE *out = rank == 0 ? fopen(path, "wb") : NULL;
  if (out) fwrite(data, 1, bytes, out), fclose(out);
  MPI_Barrier(MPI_COMM_WORLD);
}

static int file_holds(const char *path, const char *data, size_t bytes) {
  size_t found;
  char *now = file_slurp(path, &found);
  int equal = found == bytes && memcmp(now, data, bytes) == 0;
  free(now);
  return equal;
}

static int absent(const char *path) { return access(path, F_OK) != 0; }

/* Refused on every rank alike, with the same non-empty message. */
static int refused(const char *path, Status expected, const char *part) {
  Status status = checkpoint_check(MPI_COMM_WORLD, path);
  int message = status_message()[0] && says(part);
  return everywhere(status == expected && message);
}

/* ---- tests ---- */

static void round_trip(void) {
  enum { ISLANDS = 7, COLUMNS = 11 };
  const char *path = place("round.h5");
  ALL(sample_save(MPI_COMM_WORLD, path, ISLANDS, COLUMNS, 5) == OK);
  ALL(checkpoint_check(MPI_COMM_WORLD, path) == OK);
  int equal = 1;
  for (uint32_t first = 0; first <= ISLANDS; first++)
    for (uint32_t count = 0; first + count <= ISLANDS; count++)
      equal &= fields_read_equal(path, (Span){first, count}, COLUMNS, 5);
  ALL(equal);
  FieldSet none = {0};
  ALL(checkpoint_read_fields(path, (Span){ISLANDS, 1}, &none) == ERR_FORMAT && none.count == 0);
  status_clear();
}

static void meta_round_trip(void) {
  const char *path = place("meta.h5");
  Checkpoint c = {0};
  CheckpointMeta expected = meta_make(3);
  ALL(sample_save(MPI_COMM_WORLD, path, 3, 2, 5) == OK);
  ALL(checkpoint_read_meta(path, &c) == OK);
  ALL(meta_equal(&c.meta, &expected));
  ALL(c.best_tour && memcmp(c.best_tour, tour, sizeof tour) == 0);
  ALL(c.history_rows == 2 && memcmp(c.history, history, sizeof history) == 0);
  ALL(c.fields.count == 0);
  checkpoint_free(&c);
}

static void meta_extremes(void) {
  const char *path = place("bare.h5");
  Checkpoint c = {.meta = meta_make(0)}, found = {0};
  uint64_t bytes;
  memset(c.meta.options, 'x', sizeof c.meta.options - 1);
  ALL(checkpoint_save(MPI_COMM_WORLD, path, &c, (Span){0, 0}, &bytes) == OK);
  ALL(checkpoint_check(MPI_COMM_WORLD, path) == OK);
  ALL(checkpoint_read_meta(path, &found) == OK && strcmp(found.meta.options, c.meta.options) == 0);
  ALL(!found.best_tour && found.history_rows == 0);
  checkpoint_free(&found);
}

/* Rows on one rank only, and none at all. */
static void empty_ranks(void) {
  const char *path = place("empty.h5");
  for (int owner = 0; owner < size; owner++) {
    Span span = {rank > owner ? 4 : 0, rank == owner ? 4 : 0};
    Checkpoint c = {.meta = meta_make(4), .fields = fields_make(span, 3, 9)};
    uint64_t bytes;
    ALL(checkpoint_save(MPI_COMM_WORLD, path, &c, span, &bytes) == OK);
    ALL(checkpoint_check(MPI_COMM_WORLD, path) == OK);
    ALL(fields_read_equal(path, (Span){0, 4}, 3, 9) && fields_read_equal(path, (Span){1, 2}, 3, 9));
    fieldset_free(&c.fields);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  ALL(sample_save(MPI_COMM_WORLD, path, 0, 3, 9) == OK);
  ALL(checkpoint_check(MPI_COMM_WORLD, path) == OK && fields_read_equal(path, (Span){0, 0}, 3, 9));
}

/* Chunks shared between ranks, and rows longer than a chunk. */
static void large_fields(void) {
  const char *path = place("large.h5");
  for (int wide = 0; wide < 2; wide++) {
    size_t columns = wide ? 300001 : 30011;
    ALL(sample_save(MPI_COMM_WORLD, path, 5, columns, 2) == OK);
    ALL(checkpoint_check(MPI_COMM_WORLD, path) == OK);
    ALL(fields_read_equal(path, span_share(5, rank, size), columns, 2));
    ALL(fields_read_equal(path, span_share(5, size - 1 - rank, size), columns, 2));
  }
}

static void flips_refused(void) {
  const char *path = place("flip.h5");
  size_t bytes, line, missed = 0;
  ALL(sample_save(MPI_COMM_WORLD, path, 1, 1, 1) == OK);
  char *data = file_slurp(path, &bytes);
  MPI_Barrier(MPI_COMM_WORLD); /* before rank 0 spoils it */
  line = (size_t)(strchr(data, '\n') - data) + 1;
  int fd = open(path, O_WRONLY);
  for (size_t at = 0; at < bytes; at += at < line || size == 1 ? 1 : 41)
    for (int bit = at < line ? 0 : (int)(at % 8); bit < (at < line ? 8 : (int)(at % 8) + 1); bit++) {
      char flipped = data[at] ^ (char)(1 << bit);
      if (rank == 0 && pwrite(fd, &flipped, 1, (off_t)at) != 1) abort();
      MPI_Barrier(MPI_COMM_WORLD);
      missed += !(checkpoint_check(MPI_COMM_WORLD, path) == ERR_FORMAT && status_message()[0]);
      status_clear();
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0 && pwrite(fd, &data[at], 1, (off_t)at) != 1) abort();
    }
  MPI_Barrier(MPI_COMM_WORLD);
  ALL(missed == 0 && bytes > 4096);
  ALL(checkpoint_check(MPI_COMM_WORLD, path) == OK);
  close(fd);
  free(data);
}

static void truncations_refused(void) {
  const char *path = place("cut.h5");
  size_t bytes, missed = 0;
  ALL(sample_save(MPI_COMM_WORLD, path, 2, 2, 1) == OK);
  char *data = file_slurp(path, &bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  for (size_t length = bytes; length-- > 0; length -= length < 80 || length > bytes - 20 ? 0 : length % 61) {
    if (rank == 0 && truncate(path, (off_t)length) != 0) abort();
    MPI_Barrier(MPI_COMM_WORLD);
    missed += !(checkpoint_check(MPI_COMM_WORLD, path) == ERR_FORMAT && status_message()[0]);
    status_clear();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  ALL(missed == 0);
  file_put(path, data, bytes - 1);
  char expected[128];
  snprintf(expected, sizeof expected, "cut.h5: truncated: expected %zu bytes, found %zu", bytes, bytes - 1);
  CU_ASSERT(refused(path, ERR_FORMAT, expected));
  file_put(path, data, bytes + 1); /* the data has room, and zeros */
  CU_ASSERT(refused(path, ERR_FORMAT, "damaged"));
  file_put(path, data, bytes);
  ALL(checkpoint_check(MPI_COMM_WORLD, path) == OK);
  free(data);
}

static void strangers_refused(void) {
  static const char later[4096] = "cordee checkpoint 2 bytes 4096 digest 0000000000000000\n";
  file_put(place("later.h5"), later, sizeof later);
  CU_ASSERT(refused(place("later.h5"), ERR_FORMAT, "schema 2; this program reads up to 1"));
  file_put(place("text.h5"), "NAME : berlin52\n", 16);
  CU_ASSERT(refused(place("text.h5"), ERR_FORMAT, "text.h5: not a checkpoint"));
  file_put(place("nothing.h5"), "", 0);
  CU_ASSERT(refused(place("nothing.h5"), ERR_FORMAT, "nothing.h5: not a checkpoint"));
  CU_ASSERT(refused(folder, ERR_FORMAT, "not a checkpoint"));
  CU_ASSERT(refused(place("missing.h5"), ERR_NO_INPUT, "missing.h5: No such file"));
  Checkpoint c = {0};
  FieldSet set = {0};
  ALL(checkpoint_read_meta(place("text.h5"), &c) == ERR_FORMAT &&
      checkpoint_read_fields(folder, (Span){0, 1}, &set) == ERR_FORMAT);
  status_clear();
}

static void previous_is_kept(void) {
  const char *path = place("kept.h5"), *previous = place("kept.h5.prev");
  size_t bytes, fresh_bytes;
  ALL(sample_save(MPI_COMM_WORLD, path, 2, 2, 1) == OK);
  ALL(absent(previous) && absent(place("kept.h5.tmp")));
  char *data = file_slurp(path, &bytes);
  ALL(sample_save(MPI_COMM_WORLD, path, 2, 2, 77) == OK);
  ALL(file_holds(previous, data, bytes) && !file_holds(path, data, bytes));
  ALL(absent(place("kept.h5.tmp")) && absent(place("kept.h5.prev.new")));
  ALL(fields_read_equal(path, (Span){0, 2}, 2, 77) && fields_read_equal(previous, (Span){0, 2}, 2, 1));
  char *fresh = file_slurp(path, &fresh_bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  file_put(path, fresh, fresh_bytes - 1); /* a truncated file does not push a complete one out */
  ALL(sample_save(MPI_COMM_WORLD, path, 2, 2, 99) == OK);
  ALL(file_holds(previous, data, bytes) && fields_read_equal(path, (Span){0, 2}, 2, 99));
  free(data), free(fresh);
}

static void previous_is_named(void) {
  const char *path = place("named.h5");
  char expected[1024], previous[300];
  snprintf(previous, sizeof previous, "%s.prev", path);
  snprintf(expected, sizeof expected,
           "damaged: digest differs; the previous checkpoint %s is complete: cordee resume %s", previous,
           previous);
  ALL(sample_save(MPI_COMM_WORLD, path, 2, 2, 1) == OK && sample_save(MPI_COMM_WORLD, path, 2, 2, 2) == OK);
  size_t bytes;
  char *data = file_slurp(path, &bytes);
  data[bytes / 2 + 2048] ^= 4;
  MPI_Barrier(MPI_COMM_WORLD);
  file_put(path, data, bytes);
  CU_ASSERT(refused(path, ERR_FORMAT, expected));
  file_put(previous, data, bytes);
  ALL(checkpoint_check(MPI_COMM_WORLD, path) == ERR_FORMAT && !strstr(status_message(), "previous"));
  status_clear();
  free(data);
}

/* A save that fails: the same everywhere, the old file untouched, no new one left. */
static void failing_save(const char *path, uint32_t islands, size_t columns, const char *part) {
  char fresh[300];
  size_t bytes;
  snprintf(fresh, sizeof fresh, "%s.tmp", path);
  char *data = file_slurp(path, &bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  ALL(sample_save(MPI_COMM_WORLD, path, islands, columns, 3) == ERR_IO);
  ALL(says(part));
  ALL(absent(fresh) && file_holds(path, data, bytes));
  ALL(bytes == 0 || checkpoint_check(MPI_COMM_WORLD, path) == OK);
  free(data);
}

static void full_disk(void) {
  char mount_point[128], path[200];
  snprintf(mount_point, sizeof mount_point, "%s", place("disk"));
  snprintf(path, sizeof path, "%s/full.h5", mount_point);
  int mounted =
      rank == 0 && mkdir(mount_point, 0700) == 0 && mount("tmpfs", mount_point, "tmpfs", 0, "size=512k") == 0;
  MPI_Bcast(&mounted, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (!mounted) {
    harness_skip("may not mount a tmpfs");
    return;
  }
  ALL(sample_save(MPI_COMM_WORLD, path, 8, 3, 1) == OK);
  for (size_t columns = 100; columns < 100000; columns *= 3)
    if (columns > 2000) failing_save(path, 8, columns, "full.h5.tmp: No space left on device");
  ALL(sample_save(MPI_COMM_WORLD, path, 8, 3, 2) == OK && fields_read_equal(path, (Span){0, 8}, 3, 2));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) umount2(mount_point, MNT_DETACH);
}

/* What anybody can test: the system refuses to let a file grow. */
static void file_size_limit(void) {
  const char *path = place("limit.h5");
  struct rlimit old, tight;
  ALL(sample_save(MPI_COMM_WORLD, path, 3, 3, 1) == OK);
  getrlimit(RLIMIT_FSIZE, &old);
  signal(SIGXFSZ, SIG_IGN);
  for (rlim_t limit = 64; limit <= 65536; limit *= 4) {
    tight = old, tight.rlim_cur = limit;
    setrlimit(RLIMIT_FSIZE, &tight);
    failing_save(path, 3, 3000, "limit.h5.tmp: File too large");
    setrlimit(RLIMIT_FSIZE, &old);
  }
  ALL(sample_save(MPI_COMM_WORLD, path, 3, 3, 2) == OK && fields_read_equal(path, (Span){0, 3}, 3, 2));
}

static void bad_places(void) {
  failing_save(place("no/such/folder.h5"), 2, 2, "no/such/folder.h5.tmp: No such file or directory");
  file_put(place("plain"), "x", 1);
  failing_save(place("plain/under.h5"), 2, 2, "Not a directory");
  if (rank == 0 && mkdir(place("folder.h5"), 0700) != 0) abort();
  failing_save(place("folder.h5"), 2, 2, "not a plain file");
  ALL(!absent(place("folder.h5")) && absent(place("folder.h5.prev")));
}

/* A caller's mistake on one rank is everybody's error, before anything is written. */
static void fields_must_fit(void) {
  const char *path = place("misfit.h5");
  uint64_t bytes;
  Span span = span_share(8, rank, size), shorter = {span.first, span.count - (rank == size - 1)};
  Checkpoint c = {.meta = meta_make(8), .fields = fields_make(shorter, 2, 1)};
  ALL(checkpoint_save(MPI_COMM_WORLD, path, &c, span, &bytes) == ERR_INTERNAL && says("expected"));
  fieldset_free(&c.fields);
  c.fields = fields_make(span, rank == size - 1 ? 3 : 2, 1);
  Status expected = size > 1 ? ERR_INTERNAL : OK;
  ALL(checkpoint_save(MPI_COMM_WORLD, path, &c, span, &bytes) == expected &&
      says(size > 1 ? "different fields" : ""));
  ALL(absent(path) == (size > 1) && absent(place("misfit.h5.tmp")));
  fieldset_free(&c.fields);
}

/* ---- kill -9 ---- */

static int save_forever(const char *path) {
  alarm(60); /* should its killer die first */
  for (uint64_t salt = 0;; salt++)
    if (sample_save(MPI_COMM_WORLD, path, 6, 999, salt) != OK) return EXIT_FAILURE;
}

/* This program once more, as a job of its own: without the variables that tie a rank to its mpirun. */
static pid_t saver_start(const char *path) {
  char *args[] = {"mpi_checkpoint", "--save-forever", (char *)path, NULL}, *kept[1024], scratch[128];
  int count = 0;
  pid_t pid;
  snprintf(scratch, sizeof scratch, "TMPDIR=%s", folder);
  kept[count++] = scratch;
  for (char **e = environ; *e && count < 1023; e++)
    if (strncmp(*e, "OMPI_", 5) && strncmp(*e, "PMIX_", 5) && strncmp(*e, "PMI_", 4) &&
        strncmp(*e, "TMPDIR=", 7))
      kept[count++] = *e;
  kept[count] = NULL;
  return posix_spawn(&pid, "/proc/self/exe", NULL, NULL, args, kept) == 0 ? pid : -1;
}

/* Waits until a save is seen, kills at some moment of a later one. */
static int kill_once(const char *path, int round) {
  struct stat old = {0}, now = {0};
  stat(path, &old);
  pid_t pid = saver_start(path);
  for (int tries = 0; pid > 0 && tries < 20000; tries++, usleep(1000))
    if (stat(path, &now) == 0 && now.st_ino != old.st_ino) break;
  usleep((useconds_t)(round * 7919 % 15000));
  if (pid <= 0 || kill(pid, SIGKILL) != 0) return 0;
  waitpid(pid, NULL, 0);
  return now.st_ino != old.st_ino;
}

static void killed_writer(void) {
  const char *path = place("killed.h5");
  char previous[300];
  int kills = 0, sound = 1;
  snprintf(previous, sizeof previous, "%s.prev", path);
  for (int round = 1; rank == 0 && round <= 8; round++) {
    kills += kill_once(path, round);
    sound &= !absent(path);
    sound &= checkpoint_check(MPI_COMM_SELF, path) == OK || checkpoint_check(MPI_COMM_SELF, previous) == OK;
    status_clear();
  }
  ALL(rank != 0 || (kills == 8 && sound));
}

static const HarnessTest tests[] = {
    TEST(round_trip),       TEST(meta_round_trip),   TEST(meta_extremes),       TEST(empty_ranks),
    TEST(large_fields),     TEST(flips_refused),     TEST(truncations_refused), TEST(strangers_refused),
    TEST(previous_is_kept), TEST(previous_is_named), TEST(full_disk),           TEST(file_size_limit),
    TEST(bad_places),       TEST(fields_must_fit),   TEST(killed_writer),       {NULL, NULL}};

static int tests_run(void) {
  char command[128];
  snprintf(folder, sizeof folder, "/tmp/cordee-checkpoint-XXXXXX");
  if (rank == 0 && !mkdtemp(folder)) return EXIT_FAILURE;
  MPI_Bcast(folder, sizeof folder, MPI_CHAR, 0, MPI_COMM_WORLD);
  if (rank != 0 && !freopen("/dev/null", "w", stdout)) return EXIT_FAILURE;
  int rc = harness_run("checkpoint", tests);
  MPI_Barrier(MPI_COMM_WORLD);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return rank == 0 && system(command) != 0 ? EXIT_FAILURE : rc;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  int rc;
  if (argc == 3 && strcmp(argv[1], "--save-forever") == 0)
    rc = save_forever(argv[2]);
  else if (argc == 3 && strcmp(argv[1], "--sample") == 0)
    rc = sample_save(MPI_COMM_WORLD, argv[2], 7, 5, 1) != OK;
  else
    rc = tests_run();
  MPI_Finalize();
  return rc;
}
