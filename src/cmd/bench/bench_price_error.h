/* Options a second at an error: see bench_price_error.c. */
#ifndef CORDEE_CMD_BENCH_BENCH_PRICE_ERROR_H
#define CORDEE_CMD_BENCH_BENCH_PRICE_ERROR_H

#include "backend.h"

/* Prints a row for each method and error; `least_s` is how long a row is measured at least. */
Status bench_price_errors(Backend *be, uint64_t seed, double least_s);

#endif
