/* Rows on their way to rank 0, which alone writes: see sweep_state.h. Inside a sweep.
 *
 * A row and its genes are one message, sent without waiting; rank 0 takes what has come between its own rounds of work. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "sweep_state.h"

enum { TAG_ROW = 1, TAG_LEAVE, IDLE_US = 5000 };

typedef struct Letter { /* what is sent; genes follow */
  uint64_t task;        /* of the agenda */
  ResultRow row;
  int32_t gene[];
} Letter;

typedef struct Parcel { /* one that may not have arrived yet */
  struct Parcel *next;
  MPI_Request request;
  Letter letter;
} Parcel;

/* A solution for another number of cities than the sweep began with is none for this row. */
static void row_fit(const SweepTask *task, ResultRow *row) {
  if (row->state != RESULT_VERIFIED || row->n == task->n) return;
  row->state = RESULT_FAILED, row->exit_code = status_exit_code(ERR_FORMAT), row->best = COST_NONE;
  snprintf(row->message, sizeof row->message,
           "the instance has changed while the sweep ran: expected n = %d, found %d", task->n, row->n);
}

/* Results that cannot be written end the sweep; it is told at the end, tasks that fail until then have messages of their own. */
static void landing_note(Sweep *s, Status status) {
  s->landing = status;
  if (status == OK) return;
  snprintf(s->landing_message, sizeof s->landing_message, "%s", status_message());
  status_clear();
  queue_stop(&s->queue, SWEEP_ERROR);
}

void row_land(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene) {
  if (s->landing != OK) return; /* the results cannot be written: the sweep is ending */
  row_fit(task, row);
  Status status = results_write_row(s->results, task->row, row, gene);
  if (status == OK && task->lasting) status = results_sync(s->results);
  landing_note(s, status);
  if (status != OK) return;
  if (task->lasting) checkpoint_remove(s, task);
  s->view.ran++, s->view.verified += row->state == RESULT_VERIFIED,
      s->view.failed += row->state == RESULT_FAILED;
  s->done_estimate_s += task->estimate_s;
  view_refresh(s);
  s->observer->row(s->observer->self, &s->view, row);
}

void posts_test(Sweep *s) {
  for (Parcel **at = &s->parcel; *at;) {
    Parcel *p = *at;
    int arrived;
    MPI_Test(&p->request, &arrived, MPI_STATUS_IGNORE);
    if (arrived)
      *at = p->next, free(p);
    else
      at = &p->next;
  }
}

Status row_post(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene) {
  if (s->comm->rank == 0) return row_land(s, task, row, gene), OK;
  const size_t genes = row->state == RESULT_VERIFIED ? (size_t)row->n * sizeof *gene : 0;
  Parcel *p = malloc(sizeof *p + genes);
  if (!p) FAIL(ERR_MEMORY, "no memory to send a row");
  p->letter.task = (uint64_t)(task - s->agenda.task);
  memcpy(&p->letter.row, row, sizeof *row);
  if (genes) memcpy(p->letter.gene, gene, genes);
  MPI_Isend(&p->letter, (int)(sizeof p->letter + genes), MPI_BYTE, 0, TAG_ROW, s->comm->all, &p->request);
  p->next = s->parcel, s->parcel = p;
  posts_test(s);
  return OK;
}

static void letter_receive(Sweep *s, const MPI_Status *what) {
  int bytes;
  MPI_Get_count(what, MPI_BYTE, &bytes);
  Letter *letter = malloc((size_t)bytes + sizeof *letter);
  if (!letter) comm_abort(s->comm, status_exit_code(ERR_MEMORY)); /* every row so far is written */
  MPI_Recv(letter, bytes, MPI_BYTE, what->MPI_SOURCE, what->MPI_TAG, s->comm->all, MPI_STATUS_IGNORE);
  if (what->MPI_TAG == TAG_LEAVE)
    s->leaders_left--;
  else
    row_land(s, &s->agenda.task[letter->task], &letter->row, letter->gene);
  free(letter);
}

void posts_receive(Sweep *s) {
  MPI_Status what;
  int any = 1;
  while (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, s->comm->all, &any, &what), any) letter_receive(s, &what);
  if (s->landing == OK) landing_note(s, results_settle(s->results));
}

Status posts_finish(Sweep *s) {
  while (posts_test(s), s->parcel) usleep(IDLE_US);
  if (s->comm->rank != 0) return MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_LEAVE, s->comm->all), OK;
  while (posts_receive(s), s->leaders_left > 0) {
    sweep_stopping(s);
    sweep_show(s);
    usleep(IDLE_US);
  }
  return s->landing == OK ? OK : status_fail(s->landing, "%s", s->landing_message);
}
