/* See table.h. */
#include "table.h"

#include <inttypes.h>
#include <string.h>
#include "c_locale.h"

double dtype_value(Dtype dtype, const void *values, uint64_t row) {
  switch (dtype) {
  case DTYPE_I32:
    return ((const int32_t *)values)[row];
  case DTYPE_U32:
    return ((const uint32_t *)values)[row];
  case DTYPE_I64:
    return (double)((const int64_t *)values)[row];
  case DTYPE_U64:
    return (double)((const uint64_t *)values)[row];
  case DTYPE_F32:
    return (double)((const float *)values)[row];
  default:
    return ((const double *)values)[row];
  }
}

void dtype_print(FILE *out, Dtype dtype, const void *values, uint64_t row) {
  switch (dtype) {
  case DTYPE_I64:
    fprintf(out, "%" PRId64, ((const int64_t *)values)[row]);
    break;
  case DTYPE_U64:
    fprintf(out, "%" PRIu64, ((const uint64_t *)values)[row]);
    break;
  case DTYPE_F32:
    c_fprintf(out, "%.9g", dtype_value(dtype, values, row));
    break;
  case DTYPE_F64:
    c_fprintf(out, "%.17g", dtype_value(dtype, values, row));
    break;
  default:
    c_fprintf(out, "%.0f", dtype_value(dtype, values, row));
  }
}

const char *table_text(const TableColumn *column, uint64_t row, size_t *bytes) {
  const char *text = (const char *)column->values + row * column->bytes;
  *bytes = strnlen(text, column->bytes);
  return text;
}
