/* Records of computations, as the caller reads them, and books of options. See cordee.h. */
#include <stdlib.h>
#include <string.h>
#include "compute.h"
#include "evaluator/lookback/book.h"

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
