/* Books of options as items: rows of a text or of an HDF5 file, rows of a generator, or one option of the command line. Items.data are
 * what was read, a BookRow for each row of a file, and at the end a BookHead. Rows that are malformed or cannot be priced fail alone, when
 * it is their turn. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_BOOK_H
#define CORDEE_EVALUATOR_LOOKBACK_BOOK_H

#include "evaluator.h"
#include "io/hdf/table_file.h"
#include "price_settings.h"

enum { BOOK_PATH_MAX = 512 };

typedef enum BookField { /* columns that are known */
                         BOOK_ID,
                         BOOK_S,
                         BOOK_M0,
                         BOOK_T,
                         BOOK_SIGMA,
                         BOOK_R,
                         BOOK_Q,
                         BOOK_TYPE,
                         BOOK_STYLE,
                         BOOK_PAYOFF,
                         BOOK_STRIKE,
                         BOOK_N,
                         BOOK_FIELDS
} BookField;

typedef enum BookKind { BOOK_TEXT, BOOK_COLUMNS, BOOK_GENERATED, BOOK_SINGLE, BOOK_KINDS } BookKind;

typedef struct BookHead {
  PriceSettings settings;
  BookKind kind;
  uint64_t seed; /* of a generator */
  /* of a file */
  int32_t column[BOOK_FIELDS]; /* -1: there is none */
  uint32_t columns;
  uint64_t rows_at;         /* in Items.data */
  uint64_t header_bytes;    /* of a text: its first line, without its end, at 0 of Items.data */
  uint64_t columns_at;      /* of columns: a BookColumn each, in Items.data */
  char path[BOOK_PATH_MAX]; /* for messages */
} BookHead;

typedef struct BookRow {  /* of a file */
  LookbackOption option;  /* steps 0: it cannot be priced */
  uint64_t at;            /* of a text: in Items.data */
  uint32_t bytes, number; /* number: of the line, or of the row from 1 */
} BookRow;

typedef struct BookColumn {
  TableColumn column; /* values are at `at` */
  uint64_t at;        /* in Items.data */
} BookColumn;

/* Evaluator.items: a file, "book:n=1e6,N=1000,seed=1", or "". */
Status book_items(const char *spec, const void *settings, Items *out);

/* A text from memory, which is taken over in any case (release with free); it need not end in a NUL. ERR_FORMAT: its header. */
Status book_parse(const char *path, char *text, size_t bytes, const PriceSettings *settings, Items *out);

/* The same of columns, as a file of them has: name stands in messages. ERR_FORMAT: a column is missing, or of another type. ERR_USAGE: settings
 * of a single option. */
Status book_of_columns(const char *name, const TableFile *table, const PriceSettings *settings, Items *out);

/* Option i, if it can be priced. `tell`: a failure gets its message; several threads may ask without. ERR_FORMAT. */
Status book_option(const Items *items, uint64_t i, bool tell, LookbackOption *out);
/* The line or row of the file that it stands in; 0: none. */
uint32_t book_number(const Items *items, uint64_t i);
/* "BOOK.csv:7", "BOOK.h5: row 6" */
void book_name(const Items *items, uint64_t i, char *text, size_t size);

/* Evaluator.print and kept: id and the columns that are not known. */
void book_print(FILE *out, const Items *items, uint64_t item);
Status book_kept(const Items *items, int k, TableColumn *out);

/* ---- inside this folder ---- */

static inline const BookHead *book_head(const Items *items) {
  return (const BookHead *)((const char *)items->data + items->bytes - sizeof(BookHead));
}
static inline BookRow *book_rows(const Items *items) {
  return (BookRow *)((char *)items->data + book_head(items)->rows_at);
}

/* Their rows have no options yet. */
Status book_text_take(const char *path, char *text, size_t bytes, const PriceSettings *settings, Items *out);
Status book_text_read(const char *path, const PriceSettings *settings, Items *out);
Status book_text_option(const Items *items, uint64_t i, bool tell, LookbackOption *out);
void book_text_print(FILE *out, const Items *items, uint64_t item);
Status book_text_kept(const Items *items, int k, TableColumn *out);

/* Its rows have no options yet. */
Status book_columns_take(const char *path, const TableFile *table, const PriceSettings *settings, Items *out);
Status book_columns_read(const char *path, const PriceSettings *settings, Items *out);
Status book_columns_option(const Items *items, uint64_t i, bool tell, LookbackOption *out);
void book_columns_print(FILE *out, const Items *items, uint64_t item);
Status book_columns_kept(const Items *items, int k, TableColumn *out);

#endif
