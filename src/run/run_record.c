/* The tables of a run for its checkpoints: history, legs, throughput. They are on rank 0. */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include "mpi/collect.h"
#include "provenance.h"
#include "run_state.h"

enum { HISTORY_EPOCHS = 8192 }; /* at most one row more in the history */

typedef struct Champion { /* a champion, as its rank sends it */
  int64_t cost;
  uint64_t origin;
} Champion;

/* The number of a rank's islands whose champions are in the history. */
static int share_of(const Run *run, int rank) {
  const Span span = run->seats.ring.span[rank];
  const uint32_t most = checkpoint_champions(run->plan.islands);
  return (int)(span.first >= most ? 0 : span.count < most - span.first ? span.count : most - span.first);
}

/* Gathers the champions of the first islands on rank 0, in the order of islands. all (C), counts, places (ranks): scratch. */
static void champions_gather(const Run *run, Champion *mine, Champion *all, int *counts, int *places) {
  const int here = share_of(run, run->comm->rank);
  for (int i = 0; i < here; i++) mine[i] = (Champion){run->judged[i], run->origin[i]};
  for (int r = 0, at = 0; r < run->comm->size; at += counts[r++]) {
    counts[r] = share_of(run, r) * (int)sizeof *mine;
    places[r] = at;
  }
  comm_gather_parts(run->comm, mine, all, counts, places);
}

/* Enlarges *array. False: no memory, it is as it was. */
static bool array_grow(void *array, size_t bytes) {
  void *old, *more;
  memcpy(&old, array, sizeof old);
  more = realloc(old, bytes + 1);
  if (more) memcpy(array, &more, sizeof more);
  /* cppcheck-suppress memleak ; the array has it */
  return more != NULL;
}

static Status history_grow(Run *run) {
  const size_t columns = checkpoint_champions(run->plan.islands);
  if (run->history_rows < run->history_capacity) return OK;
  const size_t capacity = 2 * run->history_capacity + 64;
  if (!array_grow(&run->history, capacity * sizeof *run->history) ||
      !array_grow(&run->champion, capacity * columns * sizeof *run->champion) ||
      !array_grow(&run->champion_origin, capacity * columns * sizeof *run->champion_origin))
    FAIL(ERR_MEMORY, "no memory for %zu rows of history", capacity);
  run->history_capacity = capacity;
  return OK;
}

/* Epochs between two rows of the history; the last row may be of any epoch. */
static uint32_t history_stride(uint32_t epoch) {
  uint32_t stride = 1;
  while (epoch / stride > HISTORY_EPOCHS) stride *= 2;
  return stride;
}

static void history_move(Run *run, size_t to, size_t from) {
  const size_t columns = checkpoint_champions(run->plan.islands);
  run->history[to] = run->history[from];
  memmove(run->champion + to * columns, run->champion + from * columns, columns * sizeof *run->champion);
  memmove(run->champion_origin + to * columns, run->champion_origin + from * columns,
          columns * sizeof *run->champion_origin);
}

/* Drops rows so that the row of `epoch` fits in. Rows come one by one, so only a larger stride asks for all rows. */
static void history_thin(Run *run, uint32_t epoch) {
  const uint32_t stride = history_stride(epoch);
  const size_t rows = run->history_rows;
  size_t at = stride == history_stride(epoch - 1) && rows ? rows - 1 : 0;
  run->history_rows = at;
  for (; at < rows; at++)
    if (run->history[at].epoch % stride == 0) history_move(run, run->history_rows++, at);
}

static Status history_append(Run *run, const Champion *champions) {
  const size_t columns = checkpoint_champions(run->plan.islands);
  if (run->comm->rank != 0) return OK;
  history_thin(run, run->view.epoch);
  TRY(history_grow(run));
  for (size_t i = 0, at = run->history_rows * columns; i < columns; i++, at++) {
    run->champion[at] = champions[i].cost;
    run->champion_origin[at] = (uint32_t)champions[i].origin;
  }
  run->view.history = run->history;
  run->view.history_rows = run->history_rows + 1;
  run->view.champion = run->champion + run->history_rows * columns;
  run->view.champions = (uint32_t)columns;
  run->history[run->history_rows++] = (HistoryRow){.epoch = run->view.epoch,
                                                   .island = run->best.island,
                                                   .searches = run->view.outcome.finished,
                                                   .moves = run->view.outcome.moves,
                                                   .elapsed_s = run->view.outcome.elapsed_s,
                                                   .best = run->best.cost};
  return OK;
}

Status run_history(Run *run) {
  const size_t most = checkpoint_champions(run->plan.islands), ranks = (size_t)run->comm->size;
  Champion *found = calloc(2 * most + 1, sizeof *found);
  int *places = calloc(2 * ranks, sizeof *places);
  Status status = found && places ? OK : status_fail(ERR_MEMORY, "no memory for the history");
  status = comm_agree(run->comm, status);
  if (status == OK) {
    champions_gather(run, found, found + most, places, places + ranks);
    status = comm_agree(run->comm, history_append(run, found + most));
  }
  free(found);
  free(places);
  return status;
}

static LegRow leg_row(const Run *run) {
  LegRow row = {.leg = run->leg, .rank = (uint32_t)run->comm->rank, .started_s = run->before_s};
  const Provenance here = provenance_make(&run->seats.seat[0].backend);
  TEXT_COPY(row.host, here.host);
  TEXT_COPY(row.backend, here.backend);
  TEXT_COPY(row.device, here.device);
  TEXT_COPY(row.version, here.version);
  TEXT_COPY(row.started, here.date);
  return row;
}

/* The tables of earlier legs are the same on every rank, so the number of this leg is. */
Status run_leg(Run *run) {
  const size_t before = run->leg_rows, ranks = (size_t)run->comm->size;
  run->leg = before ? run->legs[before - 1].leg + 1 : 0;
  const bool grown = array_grow(&run->legs, (before + ranks) * sizeof *run->legs);
  TRY(comm_agree(run->comm, grown ? OK : status_fail(ERR_MEMORY, "no memory for the table of legs")));
  const LegRow mine = leg_row(run);
  comm_gather(run->comm, &mine, sizeof mine, run->legs + before);
  if (run->comm->rank == 0) run->leg_rows += ranks;
  return OK;
}

bool run_sample_due(const Run *run) {
  return run->options.checkpoint[0] &&
         run->view.outcome.elapsed_s - run->sampled_s >= run->throughput.every_s;
}

static Status sample_append(Run *run, ThroughputRow *row, const uint64_t *moves) {
  if (run->comm->rank != 0 || run->view.outcome.elapsed_s <= run->sampled_s)
    return OK; /* taken in this round already */
  for (int r = 0; r < run->comm->size; r++)
    row[r] = (ThroughputRow){run->view.outcome.elapsed_s, run->leg, (uint32_t)r,
                             run->view.outcome.elapsed_s - run->sampled_s, moves[r]};
  return throughput_add(&run->throughput, row, (size_t)run->comm->size);
}

Status run_sample(Run *run, uint64_t moves) {
  const size_t ranks = (size_t)run->comm->size;
  const uint64_t mine = moves - run->sampled_moves;
  if (!run->options.checkpoint[0]) return OK;
  uint64_t *all = calloc(ranks, sizeof *all);
  ThroughputRow *row = calloc(ranks, sizeof *row);
  Status status =
      comm_agree(run->comm, all && row ? OK : status_fail(ERR_MEMORY, "no memory for the throughput"));
  if (status == OK) {
    comm_gather(run->comm, &mine, sizeof mine, all);
    status = comm_agree(run->comm, sample_append(run, row, all));
  }
  run->sampled_s = run->view.outcome.elapsed_s;
  run->sampled_moves = moves;
  free(all);
  free(row);
  return status;
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

Status run_record(const Run *run, Checkpoint *c) {
  const size_t rows = run->history_rows, values = rows * checkpoint_champions(run->plan.islands);
  if (run->comm->rank != 0) return OK;
  if (run->best.cost != COST_NONE)
    TRY(bytes_copy(run->best.gene, run->genes * sizeof *run->best.gene, &c->best_gene));
  TRY(bytes_copy(run->history, rows * sizeof *run->history, &c->history));
  TRY(bytes_copy(run->champion, values * sizeof *run->champion, &c->champion));
  TRY(bytes_copy(run->champion_origin, values * sizeof *run->champion_origin, &c->champion_origin));
  TRY(bytes_copy(run->legs, run->leg_rows * sizeof *run->legs, &c->legs));
  TRY(bytes_copy(run->throughput.row, run->throughput.rows * sizeof *run->throughput.row, &c->throughput));
  TRY(bytes_copy(run->trace.row, run->trace.rows * sizeof *run->trace.row, &c->trace));
  c->trace_rows = run->trace.rows;
  c->history_rows = rows;
  c->leg_rows = run->leg_rows;
  c->throughput_rows = run->throughput.rows;
  return OK;
}
