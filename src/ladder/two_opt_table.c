/* See two_opt_table.h. */
#include "two_opt_table.h"

#include <stddef.h>

/* Published rates: O'Neil and Burtscher's talk of 2015, on a K40. */
#define K40(VALUE) ((const LadderFigure[]){{"moves", "", VALUE, "K40", "2015"}, {.value = NULL}})

#define SLIDES "O'Neil, Burtscher 2015"

const LadderDesign two_opt_designs[] = {
    {"matr_s", SLIDES ", from 2011",
     "a thread a climber, the matrix in shared memory, the tour's order in local memory", K40("26, n <= 110"),
     LADDER_GPU},
    {"matr_g", SLIDES, "the matrix in global memory, for more cities", K40("under 3.5"), LADDER_GPU},
    {"matr_g_ro", SLIDES,
     "the matrix through the read-only cache; said to be near matr_s until that is exceeded", NULL,
     LADDER_GPU},
    {"calc", SLIDES, "no matrix: a thread a climber, coordinates in the tour's order", K40("over 20"),
     LADDER_GPU},
    {"intra", SLIDES,
     "a block a climber, a thread a row; edges of the tour computed before each scan; said to be a little "
     "below calc",
     NULL, LADDER_GPU},
    {"tile", SLIDES, "coordinates and edges by tiles in shared memory, columns downwards", NULL, LADDER_GPU},
    {"tuned", SLIDES, "the same, block size computed", K40("up to 60"), LADDER_GPU},
    {"matrix-shared", SLIDES, "matr_s with a block a climber", NULL, LADDER_GPU},
    {"matrix-global", SLIDES, "matr_g with a block a climber", NULL, LADDER_GPU},
    {"matrix-readonly", SLIDES, "matr_g_ro with a block a climber", NULL, LADDER_GPU},
    {"thread-per-climber", "Rocki, Suda 2012", "a thread a climber, coordinates looked up by city", NULL,
     LADDER_GPU},
    {"block-per-climber", "O'Neil, Burtscher 2015; Rocki, Suda 2012", "a block a climber, a thread a row",
     NULL, LADDER_GPU},
    {"flattened-index", "Rocki, Suda 2013", "moves by number", NULL, LADDER_GPU},
    {"shared-tiles", SLIDES, "tile with columns upwards", NULL, LADDER_GPU},
    {"tuned-block", SLIDES, "the same, block size by measurement", NULL, LADDER_GPU},
    {"ours", "", "src/gpu/climb/climb.cu", NULL, LADDER_GPU},
    {"ours-alone", "", "one climber: by the whole device from 1,000 cities on", NULL, LADDER_GPU},
    {"ours-block", "", "one climber by a block", NULL, LADDER_GPU},
    {"swap", "", "as in tutorials: two cities change places, not 2-opt", NULL, LADDER_GPU},
    {.name = NULL}};

const LadderColumn two_opt_columns[] = {
    {"moves_per_s", NULL, 0},   {"low", "low", 10},         {"high", "high", 10}, {"climbers", "climbers", 9},
    {"steps", NULL, 0},         {"threads", "threads", 7},  {"best", "best", 5},  {"loss", "loss", 8},
    {"first_s", "first_s", 10}, {"alone_s", "alone_s", 10}, {.key = NULL}};
