/* The rows of `cordee-ladder swarms`: texts of its designs, columns, measures. */
#ifndef CORDEE_LADDER_SWARM_TABLE_H
#define CORDEE_LADDER_SWARM_TABLE_H

#include "published.h"
#include "swarm_own.h"

extern const LadderDesign swarm_designs[];
extern const LadderColumn swarm_columns[];

/* What a series goes through, which is n of its rows and the first word of its measures. Waves are swarms, as many as a device has at once. */
typedef enum SwarmSeries {
  SERIES_SWARMS,
  SERIES_MACHINES,
  SERIES_TASKS,
  SERIES_WAVES,
  SERIES_SHARES /* by machines: shares of the kernels */
} SwarmSeries;

typedef struct SwarmFigure {
  SwarmSeries series;
  SwarmSize size;
  double seconds;          /* of all iterations */
  double core_s, cores_s;  /* of the library's on one core and on all; 0: not measured */
  const SwarmTimes *times; /* of a design of several kernels; NULL */
  double dimension_s;      /* update and fitness by dimension, in a row by particle; 0: none */
} SwarmFigure;

/* Seconds of update and fitness. */
double swarm_moved_s(const SwarmTimes *times);

void swarm_row(const LadderTable *table, const LadderDesign *design, const SwarmFigure *figure);
/* Where the machines are so many that the published loads no longer fit into shared memory: gains in % of the time from the one to the
 * other. */
void swarm_jump_row(const LadderTable *table, const SwarmSize *size, const SwarmTimes *shared,
                    const SwarmTimes *global);

#endif
