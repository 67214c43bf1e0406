/* The oracle of start solutions by savings: plain C from the prose of src/search/routes/route_start.h, without its code. All pairs are
 * sorted, routes are arrays that are copied when they are joined, and limits are looked at by adding up whole routes. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_SAVINGS_H
#define CORDEE_TESTS_ORACLE_ORACLE_SAVINGS_H

#include <stdbool.h>
#include <stdint.h>
#include "instance.h"

/* (n + 1, n + 1), row a, column b: whether customer b is among the `width` nearest of customer a. Release with free. */
bool *oracle_near(const Instance *inst, int32_t width);
/* gene (n) of Clarke and Wright's routes, for a free fleet. */
void oracle_savings(const Instance *inst, int32_t width, int32_t *gene);

#endif
