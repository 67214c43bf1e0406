/* Rows on their way to rank 0, which alone writes: see sweep_state.h.
 *
 * Rows are packed, with their genes, and sent together without waiting; rank 0 takes what has come between its own slices of work. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "answers.h"
#include "sweep_state.h"

enum { TAG_ROWS = 1, TAG_LEAVE, IDLE_US = 500, TOGETHER = 1 << 16 /* bytes, about */ };

void view_refresh(Sweep *s) {
  const double now = clock_s();
  s->view.elapsed_s = now - s->started;
  const double planned = s->view.estimate_s - (now - s->planned), left = s->row_left_s - (now - s->row_at);
  if (s->row_at > 0 && s->row_left_s >= 0)
    s->view.left_s = left > 0 ? left : 0;
  else
    s->view.left_s = planned > 0 ? planned : -1;
}

/* Tasks that cannot be run have their rows from the start. */
static size_t tasks_running(Sweep *s) {
  const size_t begun = (size_t)tasks_begun(&s->tasks) + s->rejections;
  return begun > s->view.ran ? begun - s->view.ran : 0;
}

static void progress_show(Sweep *s) {
  view_refresh(s);
  s->view.running = tasks_running(s);
  s->observer->progress(s->observer->self, &s->view);
}

static void row_other(ResultRow *row, const char *message) {
  row->state = RESULT_FAILED;
  row->exit_code = status_exit_code(ERR_FORMAT);
  row->best = COST_NONE;
  snprintf(row->message, sizeof row->message, "the instance has changed while the sweep ran: %s", message);
}

/* The row of another instance than was planned for is none of the task; nor would its solution fit. */
static void row_fit(const SweepTask *task, ResultRow *row) {
  char sizes[64];
  if (row->state == RESULT_VERIFIED && row->n != task->n) {
    snprintf(sizes, sizeof sizes, "expected n = %d, found %d", task->n, row->n);
    row_other(row, sizes);
  } else if (row->state == RESULT_VERIFIED && row->inputs != task->instance_digest)
    row_other(row, "expected the data that it was planned with, found others");
  row->inputs = task->inputs;
  row->answers = ANSWERS_REVISION;
}

/* Results that cannot be written end the sweep. The message is kept until then: tasks have messages of their own. */
static void write_note(Sweep *s, Status status) {
  s->write_status = status;
  if (status == OK) return;
  snprintf(s->write_message, sizeof s->write_message, "%s", status_message());
  status_clear();
  queue_stop(&s->tasks.queue, SWEEP_ERROR);
}

/* A row of a task that was planned; those that cannot be run have no estimate. */
static void row_count(Sweep *s, const SweepTask *task, const ResultRow *row) {
  if (task->estimate_s <= 0) return;
  const double took = row->state == RESULT_VERIFIED ? row->elapsed_s : 0;
  kind_row(&s->kind[task->kind], task->estimate_s, took);
  s->row_at = clock_s();
  s->row_left_s = kinds_left(s->kind, KINDS, s->view.groups, s->row_at - s->planned);
}

void row_commit(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene) {
  if (s->write_status != OK) return; /* the sweep is ending */
  row_fit(task, row);
  Status status = results_write_row(s->results, task->row, row, gene);
  if (status == OK && task->lasting) status = results_sync(s->results);
  write_note(s, status);
  if (status != OK) return;
  if (task->lasting) task_checkpoint_remove(s, task);
  s->view.ran++;
  s->view.verified += row->state == RESULT_VERIFIED;
  s->view.failed += row->state == RESULT_FAILED;
  row_count(s, task, row);
  view_refresh(s);
  s->observer->row(s->observer->self, &s->view, row);
}

static void rows_flush(Sweep *s) {
  if (s->rows) message_send(&s->outbox, s->comm, s->rows, TAG_ROWS);
  s->rows = NULL;
}

/* Makes room for a row of so many bytes in s->rows. */
static Status rows_reserve(Sweep *s, size_t bytes) {
  if (s->rows && s->rows->bytes + bytes > s->rows_room) rows_flush(s);
  if (s->rows) return OK;
  s->rows_room = bytes > TOGETHER ? bytes : TOGETHER;
  s->rows = message_new(s->rows_room);
  if (!s->rows) FAIL(ERR_MEMORY, "no memory to send a row");
  s->rows->bytes = 0;
  return OK;
}

Status row_send(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene) {
  if (s->comm->rank == 0) {
    row_commit(s, task, row, gene);
    return OK;
  }
  TRY(rows_reserve(s, row_packed_most(row)));
  s->rows->bytes += row_pack((uint64_t)(task - s->work.task), row, gene, s->rows->data + s->rows->bytes);
  return OK;
}

static void rows_commit(Sweep *s, const Arrival *a) {
  int32_t *const genes = malloc(a->bytes + 1);
  if (!genes) return write_note(s, status_fail(ERR_MEMORY, "no memory for rows that came"));
  for (size_t at = 0; at < a->bytes;) {
    uint64_t task;
    ResultRow row;
    const char *gene;
    at += row_unpack((const char *)a->data + at, &task, &row, &gene);
    memcpy(genes, gene, (size_t)((const char *)a->data + at - gene));
    row_commit(s, &s->work.task[task], &row, genes);
  }
  free(genes);
}

static void rows_receive(Sweep *s) {
  for (Arrival a; message_receive(s->comm, &a); free(a.data)) {
    if (a.tag == TAG_LEAVE)
      s->senders_left--;
    else
      rows_commit(s, &a);
  }
  if (s->write_status == OK) write_note(s, results_settle(s->results));
}

void rows_poll(void *self) {
  Sweep *s = self;
  rows_flush(s);
  messages_move(&s->outbox, s->comm);
  if (s->comm->rank != 0) return;
  rows_receive(s);
  progress_show(s);
}

Status rows_finish(void *self) {
  Sweep *s = self;
  rows_flush(s);
  messages_drain(&s->outbox, s->comm);
  if (s->comm->rank != 0) {
    message_signal(s->comm, TAG_LEAVE);
    return OK;
  }
  while (rows_receive(s), s->senders_left > 0) {
    tasks_stopping(&s->tasks);
    progress_show(s);
    usleep(IDLE_US);
  }
  return s->write_status == OK ? OK : status_fail(s->write_status, "%s", s->write_message);
}
