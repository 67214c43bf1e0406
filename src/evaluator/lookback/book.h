/* Books of options as items: rows of a table, rows of a generator, or one option of the command line. Items.data is a BookHead, and of a
 * table a place for each row and the text. Rows are read when they are priced, so that one that is malformed fails alone. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_BOOK_H
#define CORDEE_EVALUATOR_LOOKBACK_BOOK_H

#include "evaluator.h"
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
                         BOOK_STRIKE,
                         BOOK_N,
                         BOOK_FIELDS
} BookField;

typedef enum BookKind { BOOK_TABLE, BOOK_GENERATED, BOOK_SINGLE } BookKind;

typedef struct BookHead {
  PriceSettings settings;
  BookKind kind;
  uint64_t seed; /* of a generator */
  /* of a table */
  int32_t column[BOOK_FIELDS]; /* -1: there is none */
  uint32_t columns;
  uint64_t header_bytes;
  uint64_t text_at;         /* in Items.data: the header's line, without its end, and what follows it */
  char path[BOOK_PATH_MAX]; /* for messages */
} BookHead;

typedef struct BookPlace { /* of a row */
  uint64_t at;             /* in Items.data */
  uint32_t bytes, line;
} BookPlace;

/* Evaluator.items: a file, "book:n=1e6,N=1000,seed=1", or "". */
Status book_items(const char *spec, const void *settings, Items *out);

/* A table from memory. ERR_FORMAT: its header. `text` need not end in a NUL. */
Status book_table_parse(const char *path, const char *text, size_t bytes, const PriceSettings *settings,
                        Items *out);

/* Row i. `tell`: a failure gets its message; several threads may ask without. ERR_FORMAT. */
Status book_option(const Items *items, uint64_t i, bool tell, LookbackOption *out);
/* The line of the table it stands in; 0: none. */
uint32_t book_line(const Items *items, uint64_t i);
/* "BOOK.csv:7" */
void book_name(const Items *items, uint64_t i, char *text, size_t size);

/* Evaluator.print. */
void book_print(FILE *out, const Items *items, uint64_t item);

/* Inside this folder. */
Status book_table_read(const char *path, const PriceSettings *settings, Items *out);
Status book_table_option(const Items *items, uint64_t i, bool tell, LookbackOption *out);
void book_table_print(FILE *out, const Items *items, uint64_t item);
Status book_generate(const char *spec, const PriceSettings *settings, Items *out);
void book_generated_option(const Items *items, uint64_t i, LookbackOption *out);

static inline const BookHead *book_head(const Items *items) { return (const BookHead *)items->data; }

#endif
