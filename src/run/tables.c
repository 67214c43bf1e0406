/* The tables of a run: see tables.h. */
#include "tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/collect.h"
#include "provenance.h"
#include "run_state.h"

enum { HISTORY_EPOCHS = 8192 }; /* the history has one row more at most */

/* ---- the trace ---- */

static const double LOOK_FIRST_S = 0.02; /* the shortest interval; */
static const double LOOK_GROWTH = 0.05;  /* later ones are that share of the running time, */
static const double LOOK_LONGEST_S = 10; /* as often as a line shows the best so far, */
static const double LOOK_PAUSE = 50;     /* but not more often than that many looks take */

/* Drops neither the first row nor the last one. */
static void row_drop(Trace *t) {
  const TraceRow *r = t->row;
  size_t out = 1;
  for (size_t k = 2; k + 1 < t->rows; k++)
    if (r[k + 1].elapsed_s * r[out - 1].elapsed_s < r[out + 1].elapsed_s * r[k - 1].elapsed_s) out = k;
  memmove(t->row + out, t->row + out + 1, (t->rows - out - 1) * sizeof *t->row);
  t->rows--;
}

Status trace_add(Trace *t, TraceRow row) {
  if (t->rows && t->row[t->rows - 1].best <= row.best) return OK;
  if (t->rows == t->capacity) {
    const size_t capacity = 2 * t->capacity + 64;
    TraceRow *more = realloc(t->row, capacity * sizeof *more);
    if (!more) FAIL(ERR_MEMORY, "no memory for %zu rows of the trace", capacity);
    t->row = more;
    t->capacity = capacity;
  }
  t->row[t->rows++] = row;
  while (t->rows > TRACE_ROWS) row_drop(t);
  return OK;
}

void trace_settle(Trace *t, int64_t best) {
  while (t->rows && t->row[t->rows - 1].best < best) t->rows--;
}

double trace_interval(double elapsed_s, double took_s) {
  const double next = fmin(LOOK_LONGEST_S, fmax(LOOK_FIRST_S, LOOK_GROWTH * elapsed_s));
  return fmax(next, LOOK_PAUSE * took_s);
}

/* ---- the throughput ---- */

static const double FIRST_EVERY_S = 5;

/* The end of the interval that begins at row `at`. */
static size_t interval_end(const Throughput *t, size_t at) {
  size_t end = at;
  while (end < t->rows && t->row[end].leg == t->row[at].leg && t->row[end].elapsed_s == t->row[at].elapsed_s)
    end++;
  return end;
}

static size_t intervals_count(const Throughput *t) {
  size_t count = 0;
  for (size_t at = 0; at < t->rows; at = interval_end(t, at)) count++;
  return count;
}

/* Ranks lie in the same order in all intervals of a leg. */
static void intervals_merge(Throughput *t) {
  size_t kept = 0;
  for (size_t at = 0, middle, end; at < t->rows; at = end) {
    middle = end = interval_end(t, at);
    if (middle < t->rows && t->row[middle].leg == t->row[at].leg) end = interval_end(t, middle);
    const bool pair = end - middle == middle - at;
    for (size_t r = 0; r < middle - at; r++) {
      ThroughputRow merged = t->row[at + r];
      if (pair) {
        merged.elapsed_s = t->row[middle + r].elapsed_s;
        merged.seconds += t->row[middle + r].seconds;
        merged.moves += t->row[middle + r].moves;
      }
      t->row[kept++] = merged;
    }
    if (!pair) end = middle;
  }
  t->rows = kept;
}

void throughput_start(Throughput *t, ThroughputRow *row, size_t rows, double elapsed_s) {
  *t = (Throughput){row, rows, rows, FIRST_EVERY_S, elapsed_s, 0};
  while (elapsed_s > t->every_s * THROUGHPUT_INTERVALS) t->every_s *= 2;
}

Status throughput_add(Throughput *t, const ThroughputRow *row, size_t rows) {
  if (t->rows + rows > t->capacity) {
    const size_t capacity = 2 * (t->rows + rows);
    ThroughputRow *more = realloc(t->row, capacity * sizeof *more);
    if (!more) FAIL(ERR_MEMORY, "no memory for %zu rows of throughput", capacity);
    t->row = more;
    t->capacity = capacity;
  }
  memcpy(t->row + t->rows, row, rows * sizeof *row);
  t->rows += rows;
  if (intervals_count(t) <= THROUGHPUT_INTERVALS) return OK;
  intervals_merge(t);
  t->every_s *= 2;
  return OK;
}

/* ---- the history ---- */

typedef struct Champion { /* a champion, as its rank sends it */
  int64_t cost;
  uint64_t origin;
} Champion;

/* The number of a rank's islands whose champions are in the history. */
static int share_of(const Run *run, int rank) {
  const Span span = run->islands.ring.span[rank];
  const uint32_t most = checkpoint_champions(run->plan.islands);
  const uint32_t rest = span.first >= most ? 0 : most - span.first;
  return (int)(span.count < rest ? span.count : rest);
}

/* Gathers the champions of the first islands on rank 0, in the order of islands. all (C), counts, places (ranks): scratch. */
static void champions_gather(const Run *run, Champion *local, Champion *all, int *counts, int *places) {
  const int count = share_of(run, run->comm->rank);
  for (int i = 0; i < count; i++) local[i] = (Champion){run->best.judged[i], run->best.origin[i]};
  for (int r = 0, at = 0; r < run->comm->size; at += counts[r++]) {
    counts[r] = share_of(run, r) * (int)sizeof *local;
    places[r] = at;
  }
  comm_gather_parts(run->comm, local, all, counts, places);
}

/* Enlarges *array. False: there is no memory, and it is as it was. */
static bool array_grow(void *array, size_t bytes) {
  void *old, *more;
  memcpy(&old, array, sizeof old);
  more = realloc(old, bytes + 1);
  if (more) memcpy(array, &more, sizeof more);
  /* cppcheck-suppress memleak ; the array has it */
  return more != NULL;
}

static Status history_grow(History *h, size_t columns) {
  if (h->rows < h->capacity) return OK;
  const size_t capacity = 2 * h->capacity + 64;
  if (!array_grow(&h->row, capacity * sizeof *h->row) ||
      !array_grow(&h->champion, capacity * columns * sizeof *h->champion) ||
      !array_grow(&h->origin, capacity * columns * sizeof *h->origin))
    FAIL(ERR_MEMORY, "no memory for %zu rows of history", capacity);
  h->capacity = capacity;
  return OK;
}

/* Epochs between two rows of the history; the last row may be of any epoch. */
static uint32_t history_stride(uint32_t epoch) {
  uint32_t stride = 1;
  while (epoch / stride > HISTORY_EPOCHS) stride *= 2;
  return stride;
}

static void history_move(History *h, size_t columns, size_t to, size_t from) {
  h->row[to] = h->row[from];
  memmove(h->champion + to * columns, h->champion + from * columns, columns * sizeof *h->champion);
  memmove(h->origin + to * columns, h->origin + from * columns, columns * sizeof *h->origin);
}

/* Drops rows so that the row of `epoch` fits in. Rows come one by one, so only a larger stride asks for all rows. */
static void history_thin(History *h, size_t columns, uint32_t epoch) {
  const uint32_t stride = history_stride(epoch);
  const size_t rows = h->rows;
  size_t at = stride == history_stride(epoch - 1) && rows ? rows - 1 : 0;
  h->rows = at;
  for (; at < rows; at++)
    if (h->row[at].epoch % stride == 0) history_move(h, columns, h->rows++, at);
}

static Status history_append(Run *run, const Champion *champions) {
  const size_t columns = checkpoint_champions(run->plan.islands);
  History *h = &run->tables.history;
  RunView *view = &run->view;
  if (run->comm->rank != 0) return OK;
  history_thin(h, columns, view->epoch);
  TRY(history_grow(h, columns));
  for (size_t i = 0, at = h->rows * columns; i < columns; i++, at++) {
    h->champion[at] = champions[i].cost;
    h->origin[at] = (uint32_t)champions[i].origin;
  }
  view->champion = h->champion + h->rows * columns;
  view->champions = (uint32_t)columns;
  h->row[h->rows++] = (HistoryRow){.epoch = view->epoch,
                                   .island = run->best.found.island,
                                   .searches = view->outcome.finished,
                                   .moves = view->outcome.moves,
                                   .elapsed_s = view->outcome.elapsed_s,
                                   .best = run->best.found.cost};
  view->history = h->row;
  view->history_rows = h->rows;
  return OK;
}

Status run_history(Run *run) {
  const size_t most = checkpoint_champions(run->plan.islands), ranks = (size_t)run->comm->size;
  Champion *champions = calloc(2 * most + 1, sizeof *champions);
  int *places = calloc(2 * ranks, sizeof *places);
  Status status = champions && places ? OK : status_fail(ERR_MEMORY, "no memory for the history");
  status = comm_agree(run->comm, status);
  if (status == OK) {
    champions_gather(run, champions, champions + most, places, places + ranks);
    status = comm_agree(run->comm, history_append(run, champions + most));
  }
  free(champions);
  free(places);
  return status;
}

/* ---- legs ---- */

static LegRow leg_row(const Run *run) {
  LegRow row = {
      .leg = run->tables.legs.number, .rank = (uint32_t)run->comm->rank, .started_s = run->earlier.elapsed_s};
  const Provenance here = provenance_make(&run->islands.local.backend);
  TEXT_COPY(row.host, here.host);
  TEXT_COPY(row.backend, here.backend);
  TEXT_COPY(row.device, here.device);
  TEXT_COPY(row.version, here.version);
  TEXT_COPY(row.started, here.date);
  return row;
}

/* The tables of earlier legs are the same on every rank, so the number of this leg is. */
Status run_leg(Run *run) {
  Legs *legs = &run->tables.legs;
  const size_t before = legs->rows, ranks = (size_t)run->comm->size;
  legs->number = before ? legs->row[before - 1].leg + 1 : 0;
  const bool grown = array_grow(&legs->row, (before + ranks) * sizeof *legs->row);
  TRY(comm_agree(run->comm, grown ? OK : status_fail(ERR_MEMORY, "no memory for the table of legs")));
  const LegRow row = leg_row(run);
  comm_gather(run->comm, &row, sizeof row, legs->row + before);
  if (run->comm->rank == 0) legs->rows += ranks;
  return OK;
}

/* ---- samples of the throughput ---- */

bool run_sample_due(const Run *run) {
  const Throughput *t = &run->tables.throughput;
  return run->options.checkpoint[0] && run->view.outcome.elapsed_s - t->sampled_s >= t->every_s;
}

static Status sample_append(Run *run, ThroughputRow *row, const uint64_t *moves) {
  Throughput *t = &run->tables.throughput;
  const double now = run->view.outcome.elapsed_s;
  if (run->comm->rank != 0 || now <= t->sampled_s) return OK; /* this round has taken it already */
  for (int r = 0; r < run->comm->size; r++)
    row[r] = (ThroughputRow){now, run->tables.legs.number, (uint32_t)r, now - t->sampled_s, moves[r]};
  return throughput_add(t, row, (size_t)run->comm->size);
}

Status run_sample(Run *run) {
  Throughput *t = &run->tables.throughput;
  const size_t ranks = (size_t)run->comm->size;
  const uint64_t moves = islands_progress(&run->islands).moves, since = moves - t->sampled_moves;
  if (!run->options.checkpoint[0]) return OK;
  uint64_t *all = calloc(ranks, sizeof *all);
  ThroughputRow *row = calloc(ranks, sizeof *row);
  Status status = all && row ? OK : status_fail(ERR_MEMORY, "no memory for the throughput");
  status = comm_agree(run->comm, status);
  if (status == OK) {
    comm_gather(run->comm, &since, sizeof since, all);
    status = comm_agree(run->comm, sample_append(run, row, all));
  }
  t->sampled_s = run->view.outcome.elapsed_s;
  t->sampled_moves = moves;
  free(all);
  free(row);
  return status;
}

/* ---- all tables: from a checkpoint, and into one ---- */

void run_tables_start(RunTables *t, Checkpoint *c) {
  throughput_start(&t->throughput, c->throughput, c->throughput_rows, c->meta.elapsed_s);
  t->trace = (Trace){c->trace, c->trace_rows, c->trace_rows};
  t->history = (History){c->history, c->history_rows, c->history_rows, c->champion, c->champion_origin};
  t->legs = (Legs){.row = c->legs, .rows = c->leg_rows};
  c->throughput = NULL;
  c->trace = NULL;
  c->history = NULL;
  c->champion = NULL;
  c->champion_origin = NULL;
  c->legs = NULL;
}

void run_tables_free(RunTables *t) {
  free(t->throughput.row);
  free(t->trace.row);
  free(t->history.row);
  free(t->history.champion);
  free(t->history.origin);
  free(t->legs.row);
}

/* Copies `bytes` into new memory, *out, owned by the caller. */
static Status bytes_copy(const void *from, size_t bytes, void *out) {
  void *copy = malloc(bytes + 1);
  if (!copy) FAIL(ERR_MEMORY, "no memory for a copy of the history");
  if (bytes) memcpy(copy, from, bytes);
  memcpy(out, &copy, sizeof copy);
  /* cppcheck-suppress memleak ; the caller has it */
  return OK;
}

Status run_tables_copy(const RunTables *t, uint32_t islands, Checkpoint *c) {
  const size_t rows = t->history.rows, values = rows * checkpoint_champions(islands);
  TRY(bytes_copy(t->history.row, rows * sizeof *t->history.row, &c->history));
  TRY(bytes_copy(t->history.champion, values * sizeof *t->history.champion, &c->champion));
  TRY(bytes_copy(t->history.origin, values * sizeof *t->history.origin, &c->champion_origin));
  TRY(bytes_copy(t->legs.row, t->legs.rows * sizeof *t->legs.row, &c->legs));
  TRY(bytes_copy(t->throughput.row, t->throughput.rows * sizeof *t->throughput.row, &c->throughput));
  TRY(bytes_copy(t->trace.row, t->trace.rows * sizeof *t->trace.row, &c->trace));
  c->history_rows = rows;
  c->leg_rows = t->legs.rows;
  c->throughput_rows = t->throughput.rows;
  c->trace_rows = t->trace.rows;
  return OK;
}
