/* Rows on their way to rank 0, which alone writes: see sweep_state.h.
 *
 * A row and its genes are one message, sent without waiting; rank 0 takes what has come between its own slices of work. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "sweep_state.h"

enum { TAG_ROW = 1, TAG_LEAVE, IDLE_US = 5000 };

typedef struct RowMessage {
  uint64_t task; /* of the work list */
  ResultRow row;
  int32_t gene[];
} RowMessage;

void view_refresh(Sweep *s) {
  const double now = clock_s(), done = s->done_estimate_s;
  s->view.elapsed_s = now - s->started;
  const double took = now - s->planned, left = s->view.estimate_s - took;
  s->view.left_s = done > 0 ? took / done * (s->estimate_s - done) : left > 0 ? left : -1;
}

static void progress_show(Sweep *s) {
  view_refresh(s);
  s->observer->progress(s->observer->self, &s->view);
}

/* A solution of another length than was planned for does not fit its row. */
static void row_fit(const SweepTask *task, ResultRow *row) {
  if (row->state != RESULT_VERIFIED || row->n == task->n) return;
  row->state = RESULT_FAILED, row->exit_code = status_exit_code(ERR_FORMAT), row->best = COST_NONE;
  snprintf(row->message, sizeof row->message,
           "the instance has changed while the sweep ran: expected n = %d, found %d", task->n, row->n);
}

/* Results that cannot be written end the sweep. The message is kept until then: tasks have messages of their own. */
static void write_note(Sweep *s, Status status) {
  s->write_status = status;
  if (status == OK) return;
  snprintf(s->write_message, sizeof s->write_message, "%s", status_message());
  status_clear();
  queue_stop(&s->queue, SWEEP_ERROR);
}

void row_commit(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene) {
  if (s->write_status != OK) return; /* the sweep is ending */
  row_fit(task, row);
  Status status = results_write_row(s->results, task->row, row, gene);
  if (status == OK && task->lasting) status = results_sync(s->results);
  write_note(s, status);
  if (status != OK) return;
  if (task->lasting) task_checkpoint_remove(s, task);
  s->view.ran++, s->view.verified += row->state == RESULT_VERIFIED,
      s->view.failed += row->state == RESULT_FAILED;
  s->done_estimate_s += task->estimate_s;
  view_refresh(s);
  s->observer->row(s->observer->self, &s->view, row);
}

Status row_send(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene) {
  if (s->comm->rank == 0) return row_commit(s, task, row, gene), OK;
  const size_t genes = row->state == RESULT_VERIFIED ? (size_t)row->n * sizeof *gene : 0;
  Message *message = message_new(sizeof(RowMessage) + genes);
  if (!message) FAIL(ERR_MEMORY, "no memory to send a row");
  RowMessage *content = (RowMessage *)message->data;
  content->task = (uint64_t)(task - s->work.task);
  memcpy(&content->row, row, sizeof *row);
  if (genes) memcpy(content->gene, gene, genes);
  message_send(s->comm, message, TAG_ROW, &s->pending);
  return OK;
}

static void rows_receive(Sweep *s) {
  for (Arrival a; message_receive(s->comm, &a); free(a.data)) {
    RowMessage *content = a.data;
    if (a.tag == TAG_LEAVE)
      s->senders_left--;
    else
      row_commit(s, &s->work.task[content->task], &content->row, content->gene);
  }
  if (s->write_status == OK) write_note(s, results_settle(s->results));
}

void rows_poll(Sweep *s) {
  messages_test(&s->pending);
  if (s->comm->rank != 0) return;
  rows_receive(s);
  progress_show(s);
}

Status rows_finish(Sweep *s) {
  while (messages_test(&s->pending), s->pending) usleep(IDLE_US);
  if (s->comm->rank != 0) return message_signal(s->comm, TAG_LEAVE), OK;
  while (rows_receive(s), s->senders_left > 0) {
    sweep_stopping(s);
    progress_show(s);
    usleep(IDLE_US);
  }
  return s->write_status == OK ? OK : status_fail(s->write_status, "%s", s->write_message);
}
