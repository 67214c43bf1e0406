/* What ranks take at once: see evaluate_state.h. Guided self-scheduling (Polychronopoulos and Kuck 1987) by work: a share of what is left, so
 * that the first batches fill a processor and the last ones end together. */
#include <stdlib.h>
#include "evaluate_state.h"

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
