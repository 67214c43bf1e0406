/* Records on their way from the rank that computed them to the file: see evaluate_state.h. */
#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "evaluate_state.h"

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

/* Records of whole chunks. */
static Status records_commit(Evaluation *e, const Records *r) {
  for (uint32_t from = 0; from < r->count; from += e->chunk) {
    const uint32_t left = r->count - from;
    const Records part = records_part(e->plan->evaluator, r, from, left < e->chunk ? left : e->chunk);
    TRY(columns_write(e->columns, &part));
    if (!e->plan->evaluator->worked) e->view->work += e->work[part.first / e->chunk];
  }
  for (uint32_t k = 0; e->plan->evaluator->worked && k < r->count; k++)
    if (!r->code[k]) e->view->work += e->plan->evaluator->worked(r, k);
  e->view->done += r->count;
  for (uint32_t k = 0; k < r->count; k++) e->view->failed += r->code[k] != 0;
  e->view->elapsed_s = clock_s() - e->began;
  if (e->plan->written) e->plan->written(e->plan->self, e->view, r);
  return columns_settle(e->columns);
}

Status records_send(Evaluation *e) {
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

Status messages_commit(Evaluation *e) {
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
