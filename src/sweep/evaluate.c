/* See evaluate.h. */
#include "evaluate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "clock.h"
#include "evaluate_state.h"
#include "evaluate_table.h"
#include "evaluator.h"
#include "halt.h"
#include "mpi/collect.h"
#include "mpi/comm.h"
#include "mpi/stop.h"

/* ---- batches ---- */

/* What ranks take at once: see evaluate_state.h. Guided self-scheduling (Polychronopoulos and Kuck 1987) by work: a
 * share of what is left, so that the first batches fill a processor and the last ones end together. */

enum { BATCH_ITEMS = 1 << 18, SHARE = 2, SHARE_LEAST = 64 };

static uint32_t chunk_items(const Evaluation *e, uint64_t chunk) {
  const uint64_t left = e->items.count - chunk * e->chunk;
  return left < e->chunk ? (uint32_t)left : e->chunk;
}

/* The work of every chunk that is to do. Returns the sum. */
static double work_sum(Evaluation *e) {
  const Evaluator *evaluator = e->plan->evaluator;
  double total = 0;
#pragma omp parallel for num_threads(e->be->threads)
  for (uint64_t k = 0; k < e->chunks; k++) {
    const uint64_t chunk = e->todo[k], first = chunk * e->chunk;
    for (uint32_t i = 0; i < chunk_items(e, chunk); i++)
      e->work[chunk] += evaluator->work(&e->items, first + i);
  }
  for (uint64_t k = 0; k < e->chunks; k++) total += e->work[e->todo[k]];
  return total;
}

/* Where the batch that begins at `first` of todo ends. */
static uint64_t batch_end(const Evaluation *e, uint64_t first, double share) {
  double work = 0;
  uint64_t end = first, items = 0;
  do {
    work += e->work[e->todo[end]];
    items += chunk_items(e, e->todo[end]);
    end++;
  } while (end < e->chunks && e->todo[end] == e->todo[end - 1] + 1 && work + e->work[e->todo[end]] <= share &&
           items + e->chunk <= BATCH_ITEMS);
  return end;
}

/* A rank's most at once; the backend is rank 0's, whose kind is that of all. */
static double work_most(const Evaluation *e) {
  const Evaluator *evaluator = e->plan->evaluator;
  return e->be->ops != &backend_cpu && evaluator->device_work_most > 0 ? evaluator->device_work_most
                                                                       : evaluator->work_most;
}

Status batches_cut(Evaluation *e) {
  e->batch = malloc((e->chunks + 1) * sizeof *e->batch);
  e->work = calloc(e->all + 1, sizeof *e->work);
  if (!e->batch || !e->work) FAIL(ERR_MEMORY, "no memory for %llu chunks", (unsigned long long)e->chunks);
  const double total = work_sum(e), most = work_most(e), ranks = e->comm->size;
  double left = total;
  for (uint64_t at = 0, end; at < e->chunks; at = end) {
    double share = left / (SHARE * ranks);
    if (share < total / (SHARE_LEAST * ranks)) share = total / (SHARE_LEAST * ranks);
    if (most > 0 && share > most) share = most;
    end = batch_end(e, at, share);
    for (uint64_t k = at; k < end; k++) left -= e->work[e->todo[k]];
    e->batch[e->batches++] = end;
  }
  return OK;
}

uint32_t batches_most(const Evaluation *e) {
  uint64_t most = 0;
  for (uint64_t b = 0, from = 0; b < e->batches; from = e->batch[b++])
    if (e->batch[b] - from > most) most = e->batch[b] - from;
  return (uint32_t)(most * e->chunk);
}

/* ---- run ---- */

/* The story of a computed run. Items are read on rank 0 and copied; chunks come from a counter that all ranks share;
 * records go to rank 0 as messages, sent without waiting. */

enum { WORD_NEXT, WORD_STOP, WORDS };
enum { IDLE_US = 500 };

/* ---- before ---- */

static Status todo_list(Evaluation *e) {
  e->todo = malloc((e->all + 1) * sizeof *e->todo);
  if (!e->todo) FAIL(ERR_MEMORY, "no memory for %llu chunks", (unsigned long long)e->all);
  for (uint64_t k = 0; k < e->all; k++)
    if (!e->store->done(e, k)) e->todo[e->chunks++] = k;
  return OK;
}

/* Collective over the node. */
static Status asset_open(Evaluation *e) {
  const EvaluatePlan *plan = e->plan;
  const EvaluateSource *source = plan->source;
  const Node node = node_ranks(e->comm);
  if (!source)
    return evaluator_open(plan->evaluator, e->be, plan->spec, plan->settings, &node, &e->items.asset);
  e->items.asset = source->asset;
  return source->open ? source->open(source->self, e->be, plan->settings, &e->items.asset) : OK;
}

/* Every rank has opened the same words, perhaps in another folder. Collective. */
static Status assets_agree(const Evaluation *e) {
  const Evaluator *const evaluator = e->plan->evaluator;
  char text[SAME_TEXT_MAX];
  if (!evaluator->asset_digest || e->plan->source) return OK;
  const uint64_t digest = evaluator->asset_digest(e->items.asset);
  snprintf(text, sizeof text, "%.1000s of digest %016llx", e->plan->spec, (unsigned long long)digest);
  return comm_same(e->comm, "content of the file", digest, text);
}

static Status items_open(Evaluation *e) {
  const EvaluatePlan *plan = e->plan;
  void *const asset = e->items.asset;
  if (!plan->source) return evaluator_items(plan->evaluator, plan->spec, plan->settings, asset, &e->items);
  const Status status = plan->source->items(plan->source->self, plan->settings, &e->items);
  e->items.asset = asset;
  return status;
}

static Status work_open(Evaluation *e) {
  TRY(items_open(e));
  *e->view = (EvaluateView){.evaluator = e->plan->evaluator, .items = e->items.count};
  TRY(e->store->open(e));
  TRY(todo_list(e));
  return batches_cut(e);
}

/* Memory for what rank 0 has read, on another rank. */
static Status work_alloc(Evaluation *e, const uint64_t head[]) {
  e->items = (Items){.count = head[0], .digest = head[1], .bytes = head[2], .asset = e->items.asset};
  e->items.data = malloc(e->items.bytes);
  e->chunks = head[3];
  e->batches = head[4];
  e->chunk = (uint32_t)head[5];
  e->todo = malloc((e->chunks + 1) * sizeof *e->todo);
  e->batch = malloc((e->batches + 1) * sizeof *e->batch);
  if (e->items.data && e->todo && e->batch) return OK;
  FAIL(ERR_MEMORY, "no memory for %zu bytes of items", e->items.bytes);
}

/* What rank 0 has read, on every rank. Collective. */
static Status work_share(Evaluation *e) {
  uint64_t head[] = {e->items.count, e->items.digest, e->items.bytes, e->chunks, e->batches, e->chunk};
  bytes_bcast(e->comm, head, sizeof head, 0);
  TRY(comm_agree(e->comm, e->comm->rank != 0 ? work_alloc(e, head) : OK));
  bytes_bcast(e->comm, e->items.data, e->items.bytes, 0);
  bytes_bcast(e->comm, e->todo, e->chunks * sizeof *e->todo, 0);
  bytes_bcast(e->comm, e->batch, e->batches * sizeof *e->batch, 0);
  return comm_agree(e->comm, records_alloc(e->plan->evaluator, batches_most(e), &e->records));
}

/* ---- the batches ---- */

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
  e->shown = now;
  e->view->elapsed_s = now - e->began;
  if (e->plan->progress(e->plan->self, e->view)) shared_word_set(&e->words, WORD_STOP, EVALUATE_ASKED);
}

/* One of check_every records, whatever batch it is in. */
static Status records_check(const Evaluation *e) {
  const uint64_t every = e->plan->check_every;
  for (uint32_t k = 0; every && k < e->records.count; k++)
    if ((e->records.first + k) % every == 0) TRY(e->plan->evaluator->check(&e->items, &e->records, k));
  return OK;
}

static Status batch_run(Evaluation *e, uint64_t batch) {
  const Evaluator *evaluator = e->plan->evaluator;
  const uint64_t from = batch ? e->batch[batch - 1] : 0, first = e->todo[from] * e->chunk;
  const uint64_t left = e->items.count - first, items = (e->batch[batch] - from) * e->chunk;
  records_clear(evaluator, &e->records, first, (uint32_t)(left < items ? left : items));
  TRY(evaluator->run(e->be, &e->items, &e->records));
  TRY(records_check(e));
  return records_send(e);
}

static Status batches_run(Evaluation *e) {
  while (!stopping(e)) {
    if (e->comm->rank == 0) {
      TRY(messages_commit(e));
      show(e);
    }
    const uint64_t next = (uint64_t)shared_word_add(&e->words, WORD_NEXT, 1);
    if (next >= e->batches) break;
    TRY(batch_run(e, next));
  }
  return OK;
}

/* All records are at rank 0. A rank that failed leaves too; then the others stop. */
static Status ranks_leave(Evaluation *e, Status status) {
  if (status == ERR_STOPPED)
    stopping(e); /* amid a batch: says why */
  else if (status != OK)
    shared_word_set(&e->words, WORD_STOP, EVALUATE_ERROR);
  messages_drain(&e->outbox, e->comm);
  if (e->comm->rank != 0) {
    message_signal(e->comm, TAG_LEAVE);
    return status;
  }
  while (e->leaving > 0) {
    const Status written = messages_commit(e);
    if (status == OK && written != OK) {
      status = written;
      shared_word_set(&e->words, WORD_STOP, EVALUATE_ERROR);
    }
    stopping(e);
    show(e);
    if (e->leaving > 0) usleep(IDLE_US);
  }
  return status;
}

static Status batches_share(Evaluation *e) {
  TRY(work_share(e));
  TRY(records_join(e));
  TRY(shared_words_open(e->comm, WORDS, &e->words));
  e->leaving = e->comm->size - 1;
  Status status = ranks_leave(e, batches_run(e));
  status = comm_agree(e->comm, status == ERR_STOPPED ? OK : status);
  if (e->comm->rank == 0) {
    e->view->end = e->view->done == e->view->items ? EVALUATE_FINISHED
                                                   : (EvaluateEnd)shared_word_get(&e->words, WORD_STOP);
    e->view->elapsed_s = clock_s() - e->began;
  }
  shared_words_close(&e->words);
  return status;
}

/* ---- sums beside the records ---- */

enum { SUM_PART = 1 << 24 }; /* numbers that are added up at once */

/* On rank 0. */
static Status sums_finish(const Evaluation *e, const uint64_t *sums) {
  char text[EVALUATOR_TEXT_MAX];
  if (e->view->end != EVALUATE_FINISHED) return OK;
  TRY(e->plan->evaluator->finish(&e->items, sums, text));
  if (e->plan->summed) e->plan->summed(e->plan->self, text);
  return OK;
}

/* Collective. */
static Status sums_join(const Evaluation *e) {
  const Evaluator *const evaluator = e->plan->evaluator;
  uint64_t *sums = NULL, count = 0;
  if (!evaluator->sums) return OK;
  Status status = comm_agree(e->comm, evaluator->sums(e->be, &e->items, &sums, &count));
  for (uint64_t at = 0; status == OK && sums && at < count; at += SUM_PART)
    comm_sum(e->comm, sums + at, (int)(count - at < SUM_PART ? count - at : SUM_PART));
  if (status == OK && sums) status = comm_agree(e->comm, e->comm->rank == 0 ? sums_finish(e, sums) : OK);
  free(sums);
  return status;
}

Status evaluate_run(const Comm *comm, Backend *be, const EvaluatePlan *plan, EvaluateView *view) {
  Evaluation e = {.comm = comm, .be = be, .plan = plan, .began = clock_s(), .view = view};
  e.store = evaluate_store(plan);
  halt_watch(stop_signal, plan->time_s > 0 ? e.began + plan->time_s : INFINITY);
  if (plan->stop_before_s > 0) limit_learn(comm);
  Status status = comm_agree(comm, asset_open(&e));
  if (status == OK) status = assets_agree(&e);
  if (status == OK) status = comm_agree(comm, comm->rank == 0 ? work_open(&e) : OK);
  if (status == OK && comm->rank == 0 && plan->opened) plan->opened(plan->self, &e.items);
  if (status == OK) status = batches_share(&e);
  if (status == OK) status = sums_join(&e);
  halt_rest();
  if (status == OK && comm->rank == 0 && plan->finished && view->end == EVALUATE_FINISHED)
    status = plan->finished(plan->self, &e.items);
  const Status closed = columns_close(e.columns);
  records_free(&e.records);
  evaluator_close(plan->evaluator, be, e.items.asset);
  free(e.todo);
  free(e.batch);
  free(e.work);
  free(e.again);
  free(e.items.data);
  return comm_agree(comm, status != OK ? status : closed);
}
