/* The story of a computed run: see evaluate.h. Items are read on rank 0 and copied; chunks come from a counter that all ranks
 * share; records go to rank 0 as messages, sent without waiting. */
#include "evaluate.h"

#include <math.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "clock.h"
#include "halt.h"
#include "io/columns/columns.h"
#include "mpi/bcast.h"
#include "mpi/limit.h"
#include "mpi/message.h"
#include "mpi/shared_words.h"
#include "mpi/stop.h"

enum { WORD_NEXT, WORD_STOP, WORDS };
enum { TAG_RECORDS = 1, TAG_LEAVE, IDLE_US = 5000, CHUNK_MAX = 1024, CHUNKS_LEAST = 256 };

typedef struct Evaluation {
  const Comm *comm;
  Backend *be;
  const EvaluatePlan *plan;
  Items items;
  uint32_t chunk; /* items of one */
  uint64_t *todo; /* (chunks) those without records, ascending; the same on every rank */
  uint64_t chunks;
  SharedWords words;
  Message *pending; /* records under way to rank 0 */
  Records records;  /* (chunk) of the chunk at hand */
  double began;
  /* rank 0 */
  Columns *columns;
  EvaluateView *view;
  int leaving; /* ranks that may still send */
  double shown;
} Evaluation;

/* Chunks of a file's own size, few hundred at least where there are so many items. */
static uint32_t chunk_choose(uint64_t items) {
  const uint64_t chunk = items / CHUNKS_LEAST;
  return chunk < 1 ? 1 : chunk > CHUNK_MAX ? CHUNK_MAX : (uint32_t)chunk;
}

/* ---- before ---- */

static Status todo_list(Evaluation *e) {
  e->chunk = columns_chunk(e->columns);
  const uint64_t chunks = columns_chunks(e->columns);
  e->todo = malloc(chunks * sizeof *e->todo);
  if (!e->todo) FAIL(ERR_MEMORY, "no memory for %llu chunks", (unsigned long long)chunks);
  for (uint64_t k = 0; k < chunks; k++)
    if (!columns_done(e->columns, k)) e->todo[e->chunks++] = k;
  return OK;
}

/* Records of earlier runs: how many, and how many failed. */
static Status earlier_count(Evaluation *e) {
  ColumnsFile file;
  Records records;
  bool whole;
  TRY(columns_read_open(e->plan->path, &file));
  Status status = records_alloc(e->plan->evaluator, file.chunk, &records);
  for (uint64_t k = 0; k < file.chunks && status == OK && file.done; k++) {
    status = columns_read_chunk(&file, k, &records, &whole);
    for (uint32_t r = 0; status == OK && r < records.count; r++) e->view->failed += records.code[r] != 0;
  }
  e->view->done = e->view->earlier = file.done;
  records_free(&records);
  columns_read_close(&file);
  return status;
}

static Status work_open(Evaluation *e) {
  const EvaluatePlan *plan = e->plan;
  TRY(plan->evaluator->items(plan->spec, &e->items));
  *e->view = (EvaluateView){.evaluator = plan->evaluator, .items = e->items.count};
  TRY(columns_open(plan->path, plan->evaluator, plan->spec, &e->items, chunk_choose(e->items.count),
                   &e->columns));
  TRY(earlier_count(e));
  return todo_list(e);
}

/* What rank 0 has read, on every rank. Collective. */
static Status work_share(Evaluation *e) {
  uint64_t head[] = {e->items.count, e->items.digest, e->items.bytes, e->chunks, e->chunk};
  bytes_bcast(e->comm, head, sizeof head, 0);
  Status status = OK;
  if (e->comm->rank != 0) {
    e->items = (Items){.count = head[0], .digest = head[1], .bytes = head[2], .data = malloc(head[2])};
    e->chunks = head[3], e->chunk = (uint32_t)head[4];
    e->todo = malloc((e->chunks + 1) * sizeof *e->todo);
    if (!e->items.data || !e->todo)
      status = status_fail(ERR_MEMORY, "no memory for %zu bytes of items", e->items.bytes);
  }
  TRY(comm_agree(e->comm, status));
  bytes_bcast(e->comm, e->items.data, e->items.bytes, 0);
  bytes_bcast(e->comm, e->todo, e->chunks * sizeof *e->todo, 0);
  return comm_agree(e->comm, records_alloc(e->plan->evaluator, e->chunk, &e->records));
}

/* ---- records on their way ---- */

static size_t records_bytes(const Evaluator *evaluator, uint32_t count) {
  size_t bytes = 2 * sizeof(uint64_t) + count * (sizeof(int32_t) + ITEM_MESSAGE_MAX);
  for (int c = 0; evaluator->columns[c].name; c++) bytes += count * dtype_bytes(evaluator->columns[c].dtype);
  return bytes;
}

/* Copies records to or from a message. Messages of items come last and only if an item failed. */
static size_t records_pack(const Evaluator *evaluator, Records *r, char *data, bool pack) {
  char *at = data + 2 * sizeof(uint64_t);
  void *const part[] = {r->code};
  for (int c = -1; c < 0 || evaluator->columns[c].name; c++) {
    void *values = c < 0 ? part[0] : r->column[c];
    const size_t bytes = r->count * (c < 0 ? sizeof *r->code : dtype_bytes(evaluator->columns[c].dtype));
    memcpy(pack ? at : values, pack ? values : at, bytes);
    at += bytes;
  }
  for (uint32_t k = 0; k < r->count; k++) {
    if (!r->code[k]) continue;
    memcpy(pack ? at : r->message[k], pack ? r->message[k] : at, ITEM_MESSAGE_MAX);
    at += ITEM_MESSAGE_MAX;
  }
  return (size_t)(at - data);
}

static Status records_commit(Evaluation *e, const Records *r) {
  TRY(columns_write(e->columns, r));
  e->view->done += r->count;
  for (uint32_t k = 0; k < r->count; k++) e->view->failed += r->code[k] != 0;
  e->view->elapsed_s = clock_s() - e->began;
  if (e->plan->written) e->plan->written(e->plan->self, e->view, r);
  return columns_settle(e->columns);
}

static Status records_send(Evaluation *e) {
  const Evaluator *evaluator = e->plan->evaluator;
  if (e->comm->rank == 0) return records_commit(e, &e->records);
  Message *message = message_new(records_bytes(evaluator, e->records.count));
  if (!message) FAIL(ERR_MEMORY, "no memory to send records");
  memcpy(message->data, (uint64_t[]){e->records.first, e->records.count}, 2 * sizeof(uint64_t));
  message->bytes = records_pack(evaluator, &e->records, message->data, true);
  message_send(e->comm, message, TAG_RECORDS, &e->pending);
  messages_test(&e->pending);
  return OK;
}

static Status arrival_commit(Evaluation *e, const Arrival *arrival) {
  Records records;
  uint64_t head[2];
  memcpy(head, arrival->data, sizeof head);
  TRY(records_alloc(e->plan->evaluator, (uint32_t)head[1], &records));
  records.first = head[0];
  records_pack(e->plan->evaluator, &records, arrival->data, false);
  const Status status = records_commit(e, &records);
  records_free(&records);
  return status;
}

/* Rank 0: commits what has come. */
static Status messages_commit(Evaluation *e) {
  Arrival arrival;
  Status status = OK;
  while (status == OK && message_receive(e->comm, &arrival)) {
    if (arrival.tag == TAG_LEAVE)
      e->leaving--;
    else
      status = arrival_commit(e, &arrival);
    free(arrival.data);
  }
  return status;
}

/* ---- the chunks ---- */

static bool stopping(Evaluation *e) {
  EvaluateEnd end = (EvaluateEnd)shared_word_get(&e->words, WORD_STOP);
  if (end != EVALUATE_GOING) return true;
  if (stop_signal())
    end = EVALUATE_SIGNAL;
  else if (e->comm->rank == 0 && e->plan->stop_before_s > 0 && limit_near(e->plan->stop_before_s))
    end = EVALUATE_LIMIT;
  else if (e->plan->time_s > 0 && clock_s() - e->began >= e->plan->time_s)
    end = EVALUATE_TIME;
  if (end != EVALUATE_GOING) shared_word_set(&e->words, WORD_STOP, end);
  return end != EVALUATE_GOING;
}

static void show(Evaluation *e) {
  const double now = clock_s();
  if (!e->plan->progress || now - e->shown < 0.2) return;
  e->shown = now, e->view->elapsed_s = now - e->began;
  e->plan->progress(e->plan->self, e->view);
}

static Status records_check(const Evaluation *e) {
  for (uint32_t k = 0; e->plan->check && k < e->records.count; k++)
    TRY(e->plan->evaluator->check(&e->items, &e->records, k));
  return OK;
}

static Status chunk_run(Evaluation *e, uint64_t chunk) {
  const uint64_t first = chunk * e->chunk, left = e->items.count - first;
  const Evaluator *evaluator = e->plan->evaluator;
  records_clear(evaluator, &e->records, first, left < e->chunk ? (uint32_t)left : e->chunk);
  TRY(evaluator->run(e->be, &e->items, &e->records));
  TRY(records_check(e));
  return records_send(e);
}

static Status chunks_run(Evaluation *e) {
  while (!stopping(e)) {
    if (e->comm->rank == 0) {
      TRY(messages_commit(e));
      show(e);
    }
    const uint64_t next = (uint64_t)shared_word_add(&e->words, WORD_NEXT, 1);
    if (next >= e->chunks) break;
    TRY(chunk_run(e, e->todo[next]));
  }
  return OK;
}

/* All records are at rank 0. A rank that failed leaves too; then the others stop. */
static Status ranks_leave(Evaluation *e, Status status) {
  if (status != OK) shared_word_set(&e->words, WORD_STOP, EVALUATE_ERROR);
  while (messages_test(&e->pending), e->pending) usleep(IDLE_US);
  if (e->comm->rank != 0) return message_signal(e->comm, TAG_LEAVE), status;
  while (e->leaving > 0) {
    const Status written = messages_commit(e);
    if (status == OK && written != OK)
      status = written, shared_word_set(&e->words, WORD_STOP, EVALUATE_ERROR);
    stopping(e), show(e);
    if (e->leaving > 0) usleep(IDLE_US);
  }
  return status;
}

static Status chunks_share(Evaluation *e) {
  TRY(work_share(e));
  TRY(shared_words_open(e->comm, WORDS, &e->words));
  e->leaving = e->comm->size - 1;
  Status status = ranks_leave(e, chunks_run(e));
  status = comm_agree(e->comm, status == ERR_STOPPED ? OK : status);
  if (e->comm->rank == 0) {
    e->view->end = e->view->done == e->view->items ? EVALUATE_FINISHED
                                                   : (EvaluateEnd)shared_word_get(&e->words, WORD_STOP);
    e->view->elapsed_s = clock_s() - e->began;
  }
  shared_words_close(&e->words);
  return status;
}

Status evaluate_run(const Comm *comm, Backend *be, const EvaluatePlan *plan, EvaluateView *view) {
  Evaluation e = {.comm = comm, .be = be, .plan = plan, .began = clock_s(), .view = view};
  stop_listen();
  halt_watch(stop_signal, plan->time_s > 0 ? e.began + plan->time_s : INFINITY);
  if (plan->stop_before_s > 0) limit_learn(comm);
  Status status = comm_agree(comm, comm->rank == 0 ? work_open(&e) : OK);
  if (status == OK) status = chunks_share(&e);
  halt_rest();
  const Status closed = comm->rank == 0 ? columns_close(e.columns) : OK;
  records_free(&e.records);
  free(e.todo), free(e.items.data);
  return comm_agree(comm, status != OK ? status : closed);
}
