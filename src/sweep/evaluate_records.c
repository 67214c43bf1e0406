/* Records on their way from the rank that computed them to where they are kept. */
#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "evaluate.h"
#include "evaluate_state.h"
#include "io/columns/columns.h"
#include "mpi/collect.h"
#include "mpi/comm.h"
#include "mpi/message.h"

/* ---- where records go ---- */

enum { CHUNK_MAX = 1024, CHUNKS_LEAST = 256 };

/* A few hundred chunks at least where there are so many items. */
static uint32_t chunk_choose(const Evaluator *evaluator, uint64_t items) {
  if (evaluator->chunk) return evaluator->chunk;
  const uint64_t chunk = items / CHUNKS_LEAST;
  if (chunk < 1) return 1;
  if (chunk > CHUNK_MAX) return CHUNK_MAX;
  return (uint32_t)chunk;
}

/* ---- a file ---- */

/* Whether a chunk that has records is computed again. */
static bool chunk_again(const Evaluation *e, const Records *r) {
  const Evaluator *const evaluator = e->plan->evaluator;
  for (uint32_t k = 0; evaluator->again && k < r->count; k++)
    if (evaluator->again(e->plan->settings, &e->items, r->first + k)) return true;
  return false;
}

/* Records of earlier runs: how many, and how many failed. */
static Status earlier_count(Evaluation *e) {
  ColumnsFile file;
  Records records;
  uint64_t again = 0;
  bool whole;
  TRY(columns_read_open(e->plan->path, &file));
  Status status = records_alloc(e->plan->evaluator, file.chunk, &records);
  for (uint64_t k = 0; k < file.chunks && status == OK && file.done; k++) {
    status = columns_read_chunk(&file, k, &records, &whole);
    e->again[k] = status == OK && chunk_again(e, &records);
    if (e->again[k]) again += records.count;
    for (uint32_t r = 0; status == OK && r < records.count && !e->again[k]; r++)
      e->view->failed += records.code[r] != 0;
  }
  e->view->done = e->view->earlier = file.done - again;
  records_free(&records);
  columns_read_close(&file);
  return status;
}

static Status file_open(Evaluation *e) {
  const EvaluatePlan *plan = e->plan;
  const ColumnsSource source = {plan->evaluator, plan->spec, plan->settings_text, &e->items};
  TRY(columns_open(plan->path, &source, chunk_choose(plan->evaluator, e->items.count), &e->columns));
  e->chunk = columns_chunk(e->columns);
  e->all = columns_chunks(e->columns);
  e->again = calloc(e->all + 1, 1);
  if (!e->again) FAIL(ERR_MEMORY, "no memory for %llu chunks", (unsigned long long)e->all);
  return earlier_count(e);
}

static bool file_done(const Evaluation *e, uint64_t chunk) {
  return columns_done(e->columns, chunk) && !e->again[chunk];
}
static Status file_write(Evaluation *e, const Records *chunk) { return columns_write(e->columns, chunk); }
static Status file_settle(Evaluation *e) { return columns_settle(e->columns); }

/* ---- memory ---- */

static Status memory_open(Evaluation *e) {
  e->chunk = chunk_choose(e->plan->evaluator, e->items.count);
  e->all = (e->items.count + e->chunk - 1) / e->chunk;
  return evaluate_table_alloc(e->plan->evaluator, e->items.count, e->plan->table);
}

static bool memory_done(const Evaluation *e, uint64_t chunk) {
  (void)e;
  (void)chunk;
  return false;
}
static Status memory_write(Evaluation *e, const Records *chunk) {
  return evaluate_table_put(e->plan->table, chunk);
}
static Status memory_settle(Evaluation *e) {
  (void)e;
  return OK;
}

const EvaluateStore *evaluate_store(const EvaluatePlan *plan) {
  static const EvaluateStore file = {file_open, file_done, file_write, file_settle},
                             memory = {memory_open, memory_done, memory_write, memory_settle};
  return plan->path ? &file : &memory;
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

static uint64_t failed_count(const Records *r) {
  uint64_t failed = 0;
  for (uint32_t k = 0; k < r->count; k++) failed += r->code[k] != 0;
  return failed;
}

/* ---- at rank 0 ---- */

/* What has been written counts: so many records, work that they say, and those that failed. */
static Status records_count(Evaluation *e, const Records *told, uint64_t count, double work) {
  e->view->done += count;
  e->view->work += work;
  e->view->failed += failed_count(told);
  e->view->elapsed_s = clock_s() - e->began;
  if (e->plan->written) e->plan->written(e->plan->self, e->view, told);
  return e->store->settle(e);
}

/* Work that the records tell; 0 where the items told it before. */
static double records_work(const Evaluator *evaluator, const Records *r) {
  double work = 0;
  for (uint32_t k = 0; evaluator->worked && k < r->count; k++)
    if (!r->code[k]) work += evaluator->worked(r, k);
  return work;
}

static double chunk_work(const Evaluation *e, uint64_t chunk) {
  return e->plan->evaluator->worked ? 0 : e->work[chunk];
}

/* Records of chunk k = 0, 1, ... of whole chunks; false behind the last. */
static bool chunk_of(const Evaluation *e, const Records *r, uint32_t k, Records *part) {
  const uint64_t from = (uint64_t)k * e->chunk;
  if (from >= r->count) return false;
  const uint32_t left = r->count - (uint32_t)from;
  *part = records_part(e->plan->evaluator, r, (uint32_t)from, left < e->chunk ? left : e->chunk);
  return true;
}

static Status records_commit(Evaluation *e, const Records *r) {
  double work = records_work(e->plan->evaluator, r);
  Records part;
  for (uint32_t k = 0; chunk_of(e, r, k, &part); k++) {
    TRY(e->store->write(e, &part));
    work += chunk_work(e, part.first / e->chunk);
  }
  return records_count(e, r, r->count, work);
}

/* ---- written by the rank that computed them ---- */

/* A message: the head, marks of the chunks, items that failed, their codes, their messages. */
typedef struct Written {
  uint64_t first, count, chunks, failed;
  double work;
} Written;

typedef struct WrittenParts {
  Written *head;
  uint64_t *mark, *item;
  int32_t *code;
  char (*message)[ITEM_MESSAGE_MAX];
} WrittenParts;

static size_t written_bytes(uint64_t chunks, uint64_t failed) {
  return sizeof(Written) + chunks * sizeof(uint64_t) +
         failed * (sizeof(uint64_t) + sizeof(int32_t) + ITEM_MESSAGE_MAX);
}

static WrittenParts written_parts(void *data, uint64_t chunks, uint64_t failed) {
  WrittenParts p = {.head = data};
  p.mark = (uint64_t *)(p.head + 1);
  p.item = p.mark + chunks;
  p.code = (int32_t *)(p.item + failed);
  p.message = (char(*)[ITEM_MESSAGE_MAX])(p.code + failed);
  return p;
}

static void failed_put(const Records *r, WrittenParts *p) {
  for (uint32_t k = 0, f = 0; k < r->count; k++) {
    if (!r->code[k]) continue;
    p->item[f] = r->first + k;
    p->code[f] = r->code[k];
    memcpy(p->message[f++], r->message[k], ITEM_MESSAGE_MAX);
  }
}

/* Writes the batch and makes the message. */
static Status written_message(Evaluation *e, Message **out) {
  const Records *r = &e->records;
  const uint64_t chunks = (r->count + (uint64_t)e->chunk - 1) / e->chunk, failed = failed_count(r);
  Message *message = message_new(written_bytes(chunks, failed));
  Records part;
  if (!message) FAIL(ERR_MEMORY, "no memory to send records");
  *out = message;
  WrittenParts p = written_parts(message->data, chunks, failed);
  *p.head = (Written){r->first, r->count, chunks, failed, records_work(e->plan->evaluator, r)};
  failed_put(r, &p);
  for (uint32_t k = 0; chunk_of(e, r, k, &part); k++) TRY(columns_put(e->columns, &part, &p.mark[k]));
  return OK;
}

static Status written_commit(Evaluation *e, void *data) {
  const Written head = *(const Written *)data;
  const WrittenParts p = written_parts(data, head.chunks, head.failed);
  double work = head.work;
  for (uint64_t f = 0; f < head.failed; f++) TRY(columns_failure(e->columns, p.item[f], p.message[f]));
  for (uint64_t k = 0; k < head.chunks; k++) {
    const uint64_t chunk = head.first / e->chunk + k;
    TRY(columns_mark(e->columns, chunk, p.mark[k]));
    work += chunk_work(e, chunk);
  }
  const Records told = {
      .first = head.first, .count = (uint32_t)head.failed, .code = p.code, .message = p.message};
  return records_count(e, &told, head.count, work);
}

Status records_join(Evaluation *e) {
  ColumnsPlace place = {.path = ""};
  if (!e->plan->path) return OK;
  TRY(comm_agree(e->comm, e->comm->rank == 0 ? columns_place(e->columns, &place) : OK));
  node_bcast(e->comm, &place, sizeof place); /* empty on the other hosts */
  if (e->comm->rank == 0 || !place.path[0]) return OK;
  if (columns_join(&place, e->plan->evaluator, &e->columns) != OK) status_clear(); /* sends them whole */
  return OK;
}

/* ---- from rank to rank ---- */

static Status whole_message(Evaluation *e, Message **out) {
  const Evaluator *evaluator = e->plan->evaluator;
  Message *message = message_new(records_bytes(evaluator, e->records.count));
  if (!message) FAIL(ERR_MEMORY, "no memory to send records");
  *out = message;
  memcpy(message->data, (uint64_t[]){e->records.first, e->records.count}, 2 * sizeof(uint64_t));
  message->bytes = records_pack(evaluator, &e->records, message->data, true);
  return OK;
}

/* Ranks of the writer's host write and digest their own records, so that rank 0 does this for those of other hosts only. */
Status records_send(Evaluation *e) {
  Message *message = NULL;
  if (e->comm->rank == 0) return records_commit(e, &e->records);
  const Status status = e->columns ? written_message(e, &message) : whole_message(e, &message);
  if (status != OK) {
    message_free(message);
    return status;
  }
  message_send(&e->outbox, e->comm, message, e->columns ? TAG_WRITTEN : TAG_RECORDS);
  return OK;
}

static Status whole_commit(Evaluation *e, const Arrival *arrival) {
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

Status messages_commit(Evaluation *e) {
  Arrival arrival;
  Status status = OK;
  while (status == OK && message_receive(e->comm, &arrival)) {
    if (arrival.tag == TAG_LEAVE)
      e->leaving--;
    else
      status = arrival.tag == TAG_WRITTEN ? written_commit(e, arrival.data) : whole_commit(e, &arrival);
    free(arrival.data);
  }
  return status;
}
