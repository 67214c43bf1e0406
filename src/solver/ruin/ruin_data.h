/* An instance as the kernels read it (RuinData): on the host, and on a backend. Host only, local. */
#ifndef CORDEE_SOLVER_RUIN_RUIN_DATA_H
#define CORDEE_SOLVER_RUIN_RUIN_DATA_H

#include "ruin_kernels.h"

/* host: a view of the instance's arrays, and arrays of its own; data: the same on the backend, all owned. Release both with ruin_data_free,
 * in any case. ERR_MEMORY, ERR_DEVICE. */
Status ruin_data_make(const Instance *inst, Backend *be, int threads, RuinTask *out);
void ruin_data_free(Backend *be, RuinTask *task);
/* Its balance_most and balance_least, behind its neighbours. */
void ruin_balance_make(const RoutesInstance *routes, RuinData *data);
/* Bytes that it takes on the backend. */
uint64_t ruin_data_bytes(const Instance *inst);

/* The unit of temperatures (ruin_plan.h), above 0. */
double ruin_unit(const RuinData *host);
/* Of task->host, with task->shift: the distance that a unit of prizes is worth; 1 at least. */
double ruin_weight(const RuinTask *task);
/* The price at first of a required customer's absence: above that of any route of one customer. */
int64_t ruin_price(const RuinData *host);
/* price[0..customers] of a chain at first: that price, and for customers with prizes `factor` times their prizes, at most absent_cost. */
void ruin_prices_begin(const RuinTask *task, double factor, int64_t *price);
/* The same of customers with prizes alone. */
void ruin_prices_set(const RuinTask *task, double factor, int64_t *price);

#endif
