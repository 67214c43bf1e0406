/* Where the records of a run go: see evaluate_state.h. */
#include "evaluate_state.h"

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

static Status file_open(Evaluation *e) {
  const EvaluatePlan *plan = e->plan;
  const ColumnsSource source = {plan->evaluator, plan->spec, plan->settings_text, &e->items};
  TRY(columns_open(plan->path, &source, chunk_choose(plan->evaluator, e->items.count), &e->columns));
  e->chunk = columns_chunk(e->columns);
  e->all = columns_chunks(e->columns);
  return earlier_count(e);
}

static bool file_done(const Evaluation *e, uint64_t chunk) { return columns_done(e->columns, chunk); }
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
