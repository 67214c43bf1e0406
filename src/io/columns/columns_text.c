/* See columns_text.h. */
#include "columns_text.h"

#include <inttypes.h>

double column_value(const Column *column, const void *values, uint32_t k) {
  switch (column->dtype) {
  case DTYPE_I32:
    return ((const int32_t *)values)[k];
  case DTYPE_U32:
    return ((const uint32_t *)values)[k];
  case DTYPE_I64:
    return (double)((const int64_t *)values)[k];
  case DTYPE_U64:
    return (double)((const uint64_t *)values)[k];
  case DTYPE_F32:
    return (double)((const float *)values)[k];
  default:
    return ((const double *)values)[k];
  }
}

void column_print(FILE *out, const Column *column, const void *values, uint32_t k) {
  switch (column->dtype) {
  case DTYPE_I64:
    fprintf(out, "%" PRId64, ((const int64_t *)values)[k]);
    break;
  case DTYPE_U64:
    fprintf(out, "%" PRIu64, ((const uint64_t *)values)[k]);
    break;
  case DTYPE_F32:
    fprintf(out, "%.9g", column_value(column, values, k));
    break;
  case DTYPE_F64:
    fprintf(out, "%.17g", column_value(column, values, k));
    break;
  default:
    fprintf(out, "%.0f", column_value(column, values, k));
  }
}
