/* Values of records as numbers and as text. */
#ifndef CORDEE_IO_COLUMNS_COLUMNS_TEXT_H
#define CORDEE_IO_COLUMNS_COLUMNS_TEXT_H

#include <stdio.h>
#include "evaluator.h"

/* Value k of a column. */
double column_value(const Column *column, const void *values, uint32_t k);

/* All digits: floats so that they read back alike. */
void column_print(FILE *out, const Column *column, const void *values, uint32_t k);

#endif
