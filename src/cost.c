/* Costs as people write them: see cost.h. */
#include "cost.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *cost_text(int64_t cost, int32_t decimals, char *text) {
  int64_t unit = 1;
  for (int32_t k = 0; k < decimals; k++) unit *= 10;
  uint64_t size = cost < 0 ? -(uint64_t)cost : (uint64_t)cost;
  int length = snprintf(text, COST_TEXT_MAX, "%s%" PRIu64, cost < 0 ? "-" : "", size / (uint64_t)unit);
  if (decimals == 0) return text;
  length += snprintf(text + length, (size_t)(COST_TEXT_MAX - length), ".%0*" PRIu64, (int)decimals,
                     size % (uint64_t)unit);
  while (text[length - 1] == '0') text[--length] = 0;
  if (text[length - 1] == '.') text[--length] = 0;
  return text;
}

/* Appends a digit; false if the number no longer fits. */
static bool digit_append(int64_t *value, int digit) {
  return !__builtin_mul_overflow(*value, 10, value) && !__builtin_add_overflow(*value, digit, value);
}

bool cost_parse(const char *text, size_t length, int32_t decimals, bool down, int64_t *cost) {
  int64_t value = 0;
  int32_t after = -1; /* decimals read; -1: no point yet */
  size_t at = length > 0 && (text[0] == '-' || text[0] == '+'), digits = 0;
  for (; at < length; at++) {
    if (text[at] == '.' && after < 0) {
      after = 0;
      continue;
    }
    if (text[at] < '0' || text[at] > '9') return false;
    digits++;
    if (after >= decimals) {
      if (text[at] != '0' && !down) return false;
    } else if (!digit_append(&value, text[at] - '0')) {
      return false;
    }
    after += after >= 0;
  }
  for (int32_t k = after < 0 ? 0 : after; k < decimals; k++)
    if (!digit_append(&value, 0)) return false;
  *cost = text[0] == '-' ? -value : value;
  return digits > 0;
}
