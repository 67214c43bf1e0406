/* Books as texts, fields with commas between: where lines and fields are. Inside this folder. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_BOOK_TEXT_H
#define CORDEE_EVALUATOR_LOOKBACK_BOOK_TEXT_H

#include "book.h"
#include "io/csv.h"

static inline CsvText book_row_text(const Items *items, uint64_t i) {
  const BookRow *row = &book_rows(items)[i];
  return (CsvText){(const char *)items->data + row->at, row->bytes};
}
static inline CsvText book_header_text(const Items *items) {
  return (CsvText){items->data, book_head(items)->header_bytes};
}

#endif
