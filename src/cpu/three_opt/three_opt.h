/* Inside the 3-opt kernels of the CPU: a place as a whole. three_opt.c is the table of kernels. */
#ifndef CORDEE_CPU_THREE_OPT_THREE_OPT_H
#define CORDEE_CPU_THREE_OPT_THREE_OPT_H

#include "three_opt_place.h"

/* Packed values are at least -PACKED_REACH: two infinities, 4 PACKED_REACH, fit 16 bits. */
enum { PACKED_REACH = 8191 };

Status place_open(Backend *be, const RouteData *data, int32_t nodes, ThreeOptEvaluator evaluator, int levels,
                  ThreeOptPlace **out);
void place_close(ThreeOptPlace *place);
uint64_t place_bytes(int threads, const RouteData *data, int32_t nodes, ThreeOptEvaluator evaluator,
                     int levels);
Status place_put(ThreeOptPlace *place, const int32_t *tour, int32_t n);

/* Minima of a share's rows into place->rows and place->pairs. Without all_rows only the best row's are surely exact. */
Status place_minima(ThreeOptPlace *place, ThreeOptShare share, bool all_rows);
/* The best move of row i by these minima. */
ThreeOptMove place_row_move(const ThreeOptPlace *place, Worker *worker, int32_t i);

#endif
