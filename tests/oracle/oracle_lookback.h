/* Lookback options with floating strike in long double: the whole lattice in its textbook form (Hull, Technical Note 13), and the closed
 * form of european ones. Shares nothing with src. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_LOOKBACK_H
#define CORDEE_TESTS_ORACLE_ORACLE_LOOKBACK_H

#include <stdbool.h>

typedef struct OracleLookback {
  double spot, extreme, years, sigma, r, q; /* extreme: used by the closed form alone */
  bool call, european;
} OracleLookback;

/* Prices in units of the stock at the valuation date, of options whose extreme is 0..last nodes away: row (last + 1). */
void oracle_lookback_row(const OracleLookback *option, int steps, int last, long double *row);

/* Goldman, Sosin, Gatto (J. of Finance 34, 1979), with a yield; r and q differ. */
double oracle_lookback_closed(const OracleLookback *option);

/* By finite differences on so many nodes, a multiple of 4, and half as many, extrapolated (oracle_lookback_grid.c): american ones, and european ones
 * with any r and q. `within`: what was extrapolated. About 1e-5 of the price with 800, where sigma sqrt(years) is 3 at most. */
double oracle_lookback_grid(const OracleLookback *option, int nodes, double *within);

#endif
