/* See compute.h. */
#include "compute.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "evaluator/lookback/book.h"
#include "handle.h"
#include "io/hdf/hdf.h"
#include "mpi/bind.h"
#include "mpi/collect.h"
#include "mpi/stop.h"
#include "sweep/evaluate.h"

/* ---- records ---- */

/* Records of computations, as the caller reads them, and books of options. See cordee.h. */

#define SAME(type, dtype) _Static_assert((int)(type) == (int)(dtype), "cordee.h and field.h agree")
SAME(CORDEE_I32, DTYPE_I32);
SAME(CORDEE_U32, DTYPE_U32);
SAME(CORDEE_I64, DTYPE_I64);
SAME(CORDEE_U64, DTYPE_U64);
SAME(CORDEE_F32, DTYPE_F32);
SAME(CORDEE_F64, DTYPE_F64);
SAME(CORDEE_TEXT, DTYPE_COUNT);
_Static_assert(EVALUATE_PENDING == -1, "as cordee_records_codes says");

void cordee_records_free(cordee_records *records) {
  if (!records) return;
  evaluate_table_free(&records->table);
  free(records);
}

size_t cordee_records_count(const cordee_records *records) { return records->table.count; }
const int32_t *cordee_records_codes(const cordee_records *records) { return records->table.code; }
cordee_end cordee_records_end(const cordee_records *records) { return records->end; }

const char *cordee_records_message(const cordee_records *records, size_t item) {
  return evaluate_table_message(&records->table, item);
}

const char *cordee_records_name(const cordee_records *records, size_t k) {
  size_t columns = 0;
  while (records->table.evaluator->columns[columns].name) columns++;
  return k < columns ? records->table.evaluator->columns[k].name : NULL;
}

const void *cordee_records_column(const cordee_records *records, const char *name, cordee_type *type) {
  const Column *const columns = records->table.evaluator->columns;
  for (int c = 0; name && columns[c].name; c++) {
    if (strcmp(columns[c].name, name) != 0) continue;
    if (type) *type = (cordee_type)columns[c].dtype;
    return records->table.column[c];
  }
  return NULL;
}

void cordee_records_counts(const cordee_records *records, cordee_counts *counts) {
  struct_give(&records->counts, sizeof records->counts, counts);
}

/* ---- books ---- */

typedef struct Book {
  size_t rows, count;
  const cordee_column *columns;
} Book;

static Status column_take(const cordee_column *from, size_t rows, TableColumn *to) {
  const bool text = from->type == CORDEE_TEXT;
  if (!from->name || !from->name[0] || strlen(from->name) >= TABLE_NAME_MAX)
    FAIL(ERR_FORMAT, "columns: expected a name of 1 to %d bytes, found %s", TABLE_NAME_MAX - 1,
         from->name ? "another" : "NULL");
  if ((unsigned)from->type > CORDEE_TEXT || (text && !from->bytes))
    FAIL(ERR_FORMAT, "%s: expected one of the types of cordee.h, and texts of 1 byte or more", from->name);
  if (rows && !from->values) FAIL(ERR_FORMAT, "%s: expected %zu values, found NULL", from->name, rows);
  *to = (TableColumn){.dtype = (Dtype)from->type,
                      .bytes = text ? from->bytes : dtype_bytes((Dtype)from->type),
                      .values = from->values};
  snprintf(to->name, sizeof to->name, "%s", from->name);
  return OK;
}

static Status table_make(const Book *book, TableFile *table) {
  if (book->count > TABLE_COLUMNS_MAX || (book->count && !book->columns))
    FAIL(ERR_FORMAT, "columns: expected 4 to %d, found %zu", TABLE_COLUMNS_MAX,
         book->columns ? book->count : 0);
  table->rows = book->rows;
  table->count = (int)book->count;
  for (size_t k = 0; k < book->count; k++) TRY(column_take(&book->columns[k], book->rows, &table->column[k]));
  return OK;
}

static Status book_make(const void *self, const void *settings, Items *out) {
  TableFile *table = calloc(1, sizeof *table);
  if (!table) FAIL(ERR_MEMORY, "no memory for a book");
  Status status = table_make(self, table);
  if (status == OK) status = book_of_columns("book", table, settings, out);
  free(table);
  return status;
}

int cordee_price(cordee *c, size_t rows, size_t count, const cordee_column *columns,
                 const char *const *options, const cordee_computing *how, cordee_records **out) {
  const Book book = {rows, count, columns};
  const EvaluateSource source = {.items = book_make, .self = &book};
  return records_call(c, &(Computation){"price", NULL, &source, options, how, 0}, out);
}

/* ---- computations ---- */

/* Computations: The queue of items is that of the commands (sweep/evaluate.h). */

/* What a command shows or writes. */
static const char *const of_command[] = {"out", "csv", "quiet", NULL};

/* ---- options ---- */

typedef struct Setup {
  const Evaluator *evaluator;
  Options options;
  void *settings; /* owned */
} Setup;

static Status evaluator_named(const char *name, const Evaluator **out) {
  *out = name ? evaluator_find(name) : NULL;
  if (*out && (*out)->command) return OK;
  FAIL(ERR_USAGE, "name: expected price, bfs or flow, found %s", name ? name : "NULL");
}

static Status setup_make(const char *name, const char *const *words, Setup *out) {
  TRY(evaluator_named(name, &out->evaluator));
  TRY(words_parse(name, options_evaluator_mask(out->evaluator), words, &out->options));
  TRY(words_refuse(&out->options, of_command, "belongs to the command line: drop it"));
  out->settings = calloc(1, out->evaluator->settings_bytes + 1);
  if (!out->settings) FAIL(ERR_MEMORY, "no memory for settings");
  options_evaluator(&out->options, out->evaluator, out->settings);
  if (!options_given(&out->options, "stop-before")) out->options.stop_before_s = 0;
  return OK;
}

static Status setup_bind(const Comm *comm, const Setup *setup, Backend *be) {
  const Options *o = &setup->options;
  TRY(rank_bind(comm, option_backends[o->backend], (int)o->threads, be));
  const Status status = backend_require(be->ops, setup->evaluator->kernels, setup->evaluator->name);
  if (status != OK) be->ops->close(be);
  return status;
}

/* Work on a processor, with options, under the errors of HDF5 that are the library's. */
typedef Status SetupWork(const Comm *comm, Backend *be, const Setup *setup, void *self);

static Status setup_do(const Comm *comm, const char *name, const char *const *words, SetupWork *work,
                       void *self) {
  Backend be = {.ops = NULL};
  Hdf5Errors errors;
  Setup *setup = calloc(1, sizeof *setup);
  Status status = setup ? setup_make(name, words, setup) : status_fail(ERR_MEMORY, "no memory for options");
  status = comm_agree(comm, status);
  if (status == OK) status = setup_bind(comm, setup, &be);
  if (status == OK) {
    stop_note(0); /* a signal ends the work that it meets */
    hdf5_errors_keep(&errors);
    status = work(comm, &be, setup, self);
    hdf5_errors_restore(&errors);
    be.ops->close(&be);
  }
  if (setup) free(setup->settings);
  free(setup);
  return status;
}

typedef struct Bound {
  BoundWork *work;
  void *self;
} Bound;

static Status bound_do(const Comm *comm, Backend *be, const Setup *setup, void *self) {
  const Bound *bound = self;
  return bound->work(comm, be, setup->settings, bound->self);
}

Status bound_call(const Comm *comm, const char *name, const char *const *words, uint64_t digest,
                  BoundWork *work, void *self) {
  Bound bound = {work, self};
  char call[64];
  snprintf(call, sizeof call, "one %s", name);
  TRY(words_same(comm, call, words, digest));
  return setup_do(comm, name, words, bound_do, &bound);
}

/* ---- records ---- */

static cordee_counts counts_of(const EvaluateView *view) {
  return (cordee_counts){.bytes = sizeof(cordee_counts),
                         .items = view->items,
                         .done = view->done,
                         .failed = view->failed,
                         .elapsed_s = view->elapsed_s,
                         .work = view->work};
}

static bool on_progress(void *self, const EvaluateView *view) {
  const cordee_computing *how = self;
  const cordee_counts counts = counts_of(view);
  return how->watch && how->watch(how->self, &counts) != 0;
}

static const cordee_end ends[] = {
    [EVALUATE_GOING] = CORDEE_END_FAILED,  [EVALUATE_FINISHED] = CORDEE_END_FINISHED,
    [EVALUATE_TIME] = CORDEE_END_TIME,     [EVALUATE_LIMIT] = CORDEE_END_LIMIT,
    [EVALUATE_SIGNAL] = CORDEE_END_SIGNAL, [EVALUATE_ASKED] = CORDEE_END_ASKED,
    [EVALUATE_ERROR] = CORDEE_END_FAILED};

typedef struct Run {
  const Computation *what;
  cordee_computing how;
  cordee_records *records;
} Run;

/* Floating-point numbers of records that are not valid. Local. */
static void absent_mark(EvaluateTable *table) {
  const Column *column = table->evaluator->columns;
  for (int c = 0; column[c].name; c++) {
    double *const values = table->column[c];
    if (column[c].dtype != DTYPE_F64) continue;
    for (uint64_t i = 0; i < table->count; i++)
      if (table->code[i] != 0) values[i] = NAN;
  }
}

static Status records_make(const Comm *comm, const EvaluateView *view, cordee_records *records) {
  records->counts = counts_of(view);
  records->end = ends[view->end];
  bytes_bcast(comm, &records->counts, sizeof records->counts, 0);
  bytes_bcast(comm, &records->end, sizeof records->end, 0);
  TRY(evaluate_table_share(comm, &records->table));
  absent_mark(&records->table);
  return OK;
}

static Status run_do(const Comm *comm, Backend *be, const Setup *setup, void *self) {
  Run *run = self;
  const Options *o = &setup->options;
  EvaluateView view = {.end = EVALUATE_GOING};
  const EvaluatePlan plan = {.evaluator = setup->evaluator,
                             .spec = run->what->spec ? run->what->spec : "",
                             .source = run->what->source,
                             .settings = setup->settings,
                             .settings_text = "",
                             .table = &run->records->table,
                             .time_s = o->time_s,
                             .stop_before_s = o->stop_before_s,
                             .check_every = o->check_every,
                             .progress = on_progress,
                             .self = &run->how};
  run->records->table.evaluator = setup->evaluator;
  if (!plan.source && !plan.spec[0] && !setup->evaluator->single)
    FAIL(ERR_USAGE, "spec: expected a file or a generator's words, found none");
  if (!plan.source && !plan.spec[0]) TRY(options_needed(o, setup->evaluator));
  TRY(evaluate_run(comm, be, &plan, &view));
  return records_make(comm, &view, run->records);
}

static Status run_prepare(const Computation *what, Run *run) {
  *run = (Run){.what = what};
  const size_t bytes = sizeof run->how;
  if (what->how) TRY(struct_copy("cordee_computing", what->how, sizeof what->how->bytes, bytes, &run->how));
  run->records = calloc(1, sizeof *run->records);
  if (!run->records) FAIL(ERR_MEMORY, "no memory for records");
  return OK;
}

static Status records_compute(const Comm *comm, const Computation *what, cordee_records **out) {
  Run run;
  Status status = comm_agree(comm, run_prepare(what, &run));
  if (status == OK) status = setup_do(comm, what->name, what->words, run_do, &run);
  if (status == OK)
    *out = run.records;
  else
    cordee_records_free(run.records);
  return status;
}

int records_call(cordee *c, const Computation *what, cordee_records **out) {
  Status status = call_begin(c);
  if (status != OK) return (int)status;
  if (out) *out = NULL;
  status = words_same(&c->comm, what->name ? what->name : "NULL", what->words, what->digest);
  if (status != OK) return call_end(c, status);
  if (!out) status = status_fail(ERR_USAGE, "out: expected a place for the records, found NULL");
  status = comm_agree(&c->comm, status);
  if (status == OK) status = records_compute(&c->comm, what, out);
  return call_end(c, status);
}

int cordee_compute(cordee *c, const char *name, const char *spec, const char *const *options,
                   const cordee_computing *how, cordee_records **out) {
  return records_call(c, &(Computation){.name = name, .spec = spec, .words = options, .how = how}, out);
}
