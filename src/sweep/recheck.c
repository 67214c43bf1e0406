/* See recheck.h. Rank 0 reads the file, a chunk at a time; every rank checks its share of the chunk's sample. */
#include "recheck.h"

#include <stdlib.h>
#include <string.h>
#include "io/columns/columns.h"
#include "mpi/collect.h"

enum { SAMPLE = 100 };

typedef struct Checker {
  const Comm *comm;
  const RecheckPlan *plan;
  Recheck *out;
  Items items;
  ColumnsFile file; /* on rank 0 */
  Records records;  /* of a chunk */
  uint64_t every, first_wrong;
} Checker;

/* ---- before, on rank 0 ---- */

static Status file_open(Checker *c) {
  const RecheckPlan *plan = c->plan;
  TRY(columns_read_open(plan->path, &c->file));
  TRY(status_at(plan->path,
                evaluator_items(plan->evaluator, plan->spec, plan->settings, c->items.asset, &c->items)));
  if (c->file.items == c->items.count && c->file.digest == c->items.digest) return OK;
  if (c->file.items == c->items.count && plan->evaluator->inputs)
    return OK; /* the end says what has changed */
  FAIL(ERR_FORMAT, "%s: made for another list of %llu %s than %s is: name that one with --items", plan->path,
       (unsigned long long)c->file.items, plan->evaluator->items_word, plan->spec);
}

static Status memory_alloc(Checker *c, const uint64_t head[]) {
  if (c->comm->rank != 0) {
    c->items.count = head[0];
    c->items.digest = head[1];
    c->items.bytes = head[2];
    c->items.data = malloc(c->items.bytes + 1);
    if (!c->items.data) FAIL(ERR_MEMORY, "no memory for %zu bytes of items", c->items.bytes);
  }
  return records_alloc(c->plan->evaluator, (uint32_t)head[3], &c->records);
}

/* What rank 0 has read, on every rank. Collective. */
static Status items_share(Checker *c) {
  uint64_t head[] = {c->items.count, c->items.digest, c->items.bytes, c->file.chunk, c->file.done};
  bytes_bcast(c->comm, head, sizeof head, 0);
  TRY(comm_agree(c->comm, memory_alloc(c, head)));
  bytes_bcast(c->comm, c->items.data, c->items.bytes, 0);
  c->file.chunk = (uint32_t)head[3];
  c->out->items = head[0];
  c->out->pending = head[0] - head[4];
  c->every = c->plan->every ? c->plan->every : head[0] / SAMPLE + 1;
  return OK;
}

/* ---- chunks ---- */

/* The chunk on every rank; without records if it is pending. Collective. */
static Status chunk_share(Checker *c, uint64_t chunk) {
  const Evaluator *evaluator = c->plan->evaluator;
  bool whole;
  Status status = c->comm->rank == 0 ? columns_read_chunk(&c->file, chunk, &c->records, &whole) : OK;
  TRY(comm_agree(c->comm, status));
  uint64_t head[] = {c->records.first, c->records.count};
  bytes_bcast(c->comm, head, sizeof head, 0);
  c->records.first = head[0];
  c->records.count = (uint32_t)head[1];
  bytes_bcast(c->comm, c->records.code, c->records.count * sizeof *c->records.code, 0);
  for (int k = 0; evaluator->columns[k].name; k++)
    bytes_bcast(c->comm, c->records.column[k], c->records.count * dtype_bytes(evaluator->columns[k].dtype),
                0);
  return OK;
}

/* A record that is wrong is counted; another failure ends it all. */
static Status record_check(Checker *c, uint32_t k) {
  const Status status = c->plan->evaluator->check(&c->items, &c->records, k);
  c->out->checked++;
  if (status != ERR_INTERNAL) return status;
  if (!c->out->wrong++) {
    snprintf(c->out->message, sizeof c->out->message, "%s", status_message());
    c->first_wrong = c->records.first + k;
  }
  status_clear();
  return OK;
}

static Status chunk_check(Checker *c) {
  const uint64_t ranks = (uint64_t)c->comm->size, mine = (uint64_t)c->comm->rank;
  for (uint32_t k = 0; k < c->records.count; k++) {
    const uint64_t item = c->records.first + k;
    if (item % c->every == 0 && item / c->every % ranks == mine) TRY(record_check(c, k));
  }
  return OK;
}

/* Has the chunk one that is to be checked? */
static bool chunk_sampled(const Checker *c, uint64_t chunk) {
  const uint64_t first = chunk * c->file.chunk, next = (first + c->every - 1) / c->every * c->every;
  return next < first + c->file.chunk;
}

static Status chunks_check(Checker *c) {
  const uint64_t chunks = (c->items.count + c->file.chunk - 1) / c->file.chunk;
  for (uint64_t chunk = 0; chunk < chunks; chunk++) {
    if (!chunk_sampled(c, chunk)) continue;
    TRY(chunk_share(c, chunk));
    TRY(comm_agree(c->comm, chunk_check(c)));
  }
  return OK;
}

/* ---- after ---- */

typedef struct Finding { /* a rank's first that is wrong */
  uint64_t item;
  char message[ITEM_MESSAGE_MAX];
} Finding;

/* The first of all ranks', on rank 0. */
static void findings_gather(Checker *c, Finding *all) {
  Finding mine = {.item = c->out->wrong ? c->first_wrong : UINT64_MAX};
  memcpy(mine.message, c->out->message, sizeof mine.message);
  comm_gather(c->comm, &mine, sizeof mine, all);
  for (int r = 1; all && r < c->comm->size; r++)
    if (all[r].item < all[0].item) all[0] = all[r];
  if (all) memcpy(c->out->message, all[0].message, sizeof c->out->message);
}

static Status findings_join(Checker *c) {
  uint64_t sums[] = {c->out->checked, c->out->wrong};
  Finding *all = c->comm->rank == 0 ? malloc((size_t)c->comm->size * sizeof *all) : NULL;
  const bool failed = c->comm->rank == 0 && !all;
  const Status status = comm_agree(c->comm, failed ? status_fail(ERR_MEMORY, "no memory") : OK);
  if (status == OK) findings_gather(c, all);
  free(all);
  comm_sum(c->comm, sums, 2);
  c->out->checked = sums[0];
  c->out->wrong = sums[1];
  return status;
}

/* Of files that have changed: records that are not in the sample may be wrong, too. */
static Status inputs_check(const Checker *c) {
  if (c->comm->rank != 0 || c->out->wrong || c->file.digest == c->items.digest) return OK;
  return columns_inputs_same(c->plan->path, c->plan->evaluator, &c->items);
}

Status records_recheck(const Comm *comm, Backend *be, const RecheckPlan *plan, Recheck *out) {
  Checker c = {.comm = comm, .plan = plan, .out = out};
  *out = (Recheck){.items = 0};
  const Node node = node_ranks(comm);
  Status status = comm_agree(
      comm, evaluator_open(plan->evaluator, be, plan->spec, plan->settings, &node, &c.items.asset));
  if (status == OK) status = comm_agree(comm, comm->rank == 0 ? file_open(&c) : OK);
  if (status == OK) status = items_share(&c);
  if (status == OK) status = chunks_check(&c);
  if (status == OK) status = findings_join(&c);
  if (status == OK) status = comm_agree(comm, inputs_check(&c));
  records_free(&c.records);
  if (c.file.file) columns_read_close(&c.file);
  evaluator_close(plan->evaluator, be, c.items.asset);
  free(c.items.data);
  return status;
}
