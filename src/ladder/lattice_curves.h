/* Times of the published lookback lattice by steps, thresholds between GPU and CPU, block sizes: tables of `cordee-ladder lookback`. */
#ifndef CORDEE_LADDER_LATTICE_CURVES_H
#define CORDEE_LADDER_LATTICE_CURVES_H

#include "ladders.h"

enum { LATTICE_LEFT = 256 /* layers that the published hybrid leaves to the host */ };

/* The columns of `cordee-ladder lookback`: of prices and vanilla calls, then of times. A table has the titles of one part, --csv all. */
#define LATTICE_TITLE(TEXT)    TEXT
#define LATTICE_NO_TITLE(TEXT) NULL
#define LATTICE_COLUMNS(PRICES, TIMES)                                                                       \
  {"options", PRICES("options"), 8}, {"seconds", PRICES("seconds"), 10},                                     \
      {"nodes_per_s", PRICES("nodes/s"), 10}, {"limit_percent", PRICES("limit %"), 8},                       \
      {"error", PRICES("error"), 9}, {"copy_percent", TIMES("copy %"), 8}, {"core_ms", TIMES("core ms"), 9}, \
      {"trimmed_ms", TIMES("trimmed ms"), 10}, {"cores_ms", TIMES("cores ms"), 9},                           \
      {"over_trimmed", TIMES("x trimmed"), 9}, {                                                             \
    .key = NULL                                                                                              \
  }
enum { LATTICE_CELLS_PRICES = 5, LATTICE_CELLS = 10 };

/* All tables of times, for the steps of --sizes. ERR_INTERNAL: a design has another price than it should. */
Status lattice_curves(const LadderRun *run);

#endif
