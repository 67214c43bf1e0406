/* See evaluate_table.h. */
#include "evaluate_table.h"

#include <stdlib.h>
#include <string.h>
#include "mpi/collect.h"

Status evaluate_table_alloc(const Evaluator *evaluator, uint64_t count, EvaluateTable *out) {
  *out = (EvaluateTable){.evaluator = evaluator, .count = count};
  bool all = (out->code = malloc((count + 1) * sizeof *out->code)) != NULL;
  for (int c = 0; evaluator->columns[c].name; c++)
    all &= (out->column[c] = calloc(count + 1, dtype_bytes(evaluator->columns[c].dtype))) != NULL;
  if (!all) {
    evaluate_table_free(out);
    FAIL(ERR_MEMORY, "no memory for %llu records", (unsigned long long)count);
  }
  for (uint64_t k = 0; k < count; k++) out->code[k] = EVALUATE_PENDING;
  return OK;
}

void evaluate_table_free(EvaluateTable *table) {
  free(table->code);
  free(table->failure);
  for (int c = 0; c < EVALUATOR_COLUMNS; c++) free(table->column[c]);
  *table = (EvaluateTable){.count = 0};
}

static Status failure_add(EvaluateTable *t, uint64_t item, const char *message) {
  if (t->failures == t->room) {
    const uint64_t room = t->room ? 2 * t->room : 16;
    EvaluateFailure *more = realloc(t->failure, room * sizeof *more);
    if (!more) FAIL(ERR_MEMORY, "no memory for the messages of %llu items", (unsigned long long)room);
    t->failure = more;
    t->room = room;
  }
  EvaluateFailure *const f = &t->failure[t->failures++];
  f->item = item;
  memcpy(f->message, message, sizeof f->message);
  return OK;
}

Status evaluate_table_put(EvaluateTable *t, const Records *r) {
  memcpy(t->code + r->first, r->code, r->count * sizeof *r->code);
  for (int c = 0; t->evaluator->columns[c].name; c++) {
    const size_t bytes = dtype_bytes(t->evaluator->columns[c].dtype);
    memcpy((char *)t->column[c] + r->first * bytes, r->column[c], r->count * bytes);
  }
  for (uint32_t k = 0; k < r->count; k++)
    if (r->code[k]) TRY(failure_add(t, r->first + k, r->message[k]));
  return OK;
}

static int by_item(const void *a, const void *b) {
  const uint64_t x = ((const EvaluateFailure *)a)->item, y = ((const EvaluateFailure *)b)->item;
  return (x > y) - (x < y);
}

static Status copy_alloc(const uint64_t head[2], EvaluateTable *t) {
  TRY(evaluate_table_alloc(t->evaluator, head[0], t));
  t->failure = calloc(head[1] + 1, sizeof *t->failure);
  t->failures = t->room = head[1];
  if (t->failure) return OK;
  evaluate_table_free(t);
  FAIL(ERR_MEMORY, "no memory for the messages of %llu items", (unsigned long long)head[1]);
}

Status evaluate_table_share(const Comm *comm, EvaluateTable *t) {
  const Evaluator *const evaluator = t->evaluator;
  uint64_t head[] = {t->count, t->failures};
  if (comm->rank == 0 && t->failures) qsort(t->failure, t->failures, sizeof *t->failure, by_item);
  bytes_bcast(comm, head, sizeof head, 0);
  const Status status = comm_agree(comm, comm->rank == 0 ? OK : copy_alloc(head, t));
  if (status != OK && comm->rank != 0) evaluate_table_free(t);
  TRY(status);
  bytes_bcast(comm, t->code, t->count * sizeof *t->code, 0);
  for (int c = 0; evaluator->columns[c].name; c++)
    bytes_bcast(comm, t->column[c], t->count * dtype_bytes(evaluator->columns[c].dtype), 0);
  bytes_bcast(comm, t->failure, t->failures * sizeof *t->failure, 0);
  return OK;
}

const char *evaluate_table_message(const EvaluateTable *t, uint64_t item) {
  const EvaluateFailure key = {.item = item};
  const EvaluateFailure *found =
      t->failures ? bsearch(&key, t->failure, t->failures, sizeof key, by_item) : NULL;
  return found ? found->message : "";
}
