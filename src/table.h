/* Tables as columns: what files of items have, and what of it goes into a file of records. */
#ifndef CORDEE_TABLE_H
#define CORDEE_TABLE_H

#include <stdbool.h>
#include <stdio.h>
#include "field.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TABLE_NAME_MAX = 64, TABLE_TEXT_MAX = 1000 }; /* bytes: longer texts are cut where they are gathered */

typedef struct TableColumn {
  char name[TABLE_NAME_MAX];
  Dtype dtype;  /* DTYPE_COUNT: of texts */
  size_t bytes; /* of a value; a text that is shorter is padded with zeros */
  const void *values;
  void *owned; /* release with free; NULL: the values are another's */
} TableColumn;

/* Value `row` of a column of numbers, or of any values of that type. */
double dtype_value(Dtype dtype, const void *values, uint64_t row);
/* All its digits: floats so that they read back alike. */
void dtype_print(FILE *out, Dtype dtype, const void *values, uint64_t row);

/* Value `row` of a column of texts, its length in *bytes; it need not end in a zero. */
const char *table_text(const TableColumn *column, uint64_t row, size_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
