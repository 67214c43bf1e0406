/* Costs as people write them: an int64 counts units of 10^-decimals (Instance.decimals). */
#ifndef CORDEE_COST_H
#define CORDEE_COST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COST_TEXT_MAX = 32 };

/* "7358942.8", "7542", without trailing zeros, into text[COST_TEXT_MAX]; returns text. */
const char *cost_text(int64_t cost, int32_t decimals, char *text);

/* The inverse: digits with at most one point, a sign allowed; more decimals than `decimals` must be zeros, unless
 * `down`, which cuts them off. False if it is not that, or too large. `text` need not end in a NUL. */
bool cost_parse(const char *text, size_t length, int32_t decimals, bool down, int64_t *cost);

#endif
