/* Large arrays of arrays of JSON texts, of which no tree is made as a whole: a value of jansson takes eight times the memory of its text. Their rows are
 * read one after another. Local, host only. */
#ifndef CORDEE_IO_JSON_ROWS_H
#define CORDEE_IO_JSON_ROWS_H

#include "json_at.h"

/* json_text_read, but for members of these names (ended by NULL), anywhere, that are arrays of arrays, and have neither texts nor objects. In the tree they are
 * empty arrays; whether they are JSON is found when their rows are read. */
Status json_text_read_rows(const char *path, const char *text, size_t bytes, const char *const *names,
                           JsonText *out);

/* The rows of an array, left out of the tree or not. */
typedef struct JsonRows {
  const JsonAt *array;
  const JsonCut *cut; /* NULL: they are in the tree */
  const char *at;     /* of a cut, behind the row before; its line */
  int line;
  size_t count, next;
  json_t *row; /* of a cut: the row that was read last */
} JsonRows;

/* rows->count is set. `array` outlives it. */
void json_rows_begin(const JsonAt *array, JsonRows *rows);
/* The next row, of which there is one; valid until the next call. ERR_FORMAT: it is no JSON; ERR_MEMORY. */
Status json_rows_next(JsonRows *rows, JsonAt *row);
void json_rows_end(JsonRows *rows);

#endif
