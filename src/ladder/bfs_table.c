/* The texts of the ladder of breadth-first search: designs, published figures, columns. See bfs_table.h. */
#include "bfs_table.h"

#include <math.h>

#define SOLOMON "Solomon 2012"
/* Of the charts up to about 17, 13 on average. The table of kernel and scan does not name its graph, which has an average degree of 12: it stands
 * beside graphs of 10^6 vertices. */
#define GTX "GTX 260", "2012"
static const LadderFigure basic[] = {{"speed-up", "", "about 13", GTX},
                                     {"kernel", "1000000", "47135.71", GTX},
                                     {"search", "1000000", "47135.71", GTX},
                                     {.value = NULL}};
static const LadderFigure active[] = {{"speed-up", "", "about 12.5", GTX},
                                      {"kernel", "1000000", "40696.96", GTX},
                                      {"scan, lists", "1000000", "6889.21", GTX},
                                      {"search", "1000000", "47586.18", GTX},
                                      {.value = NULL}};

const LadderDesign bfs_designs[BFS_DESIGNS + 1] = {
    [BFS_CORE] = {"core", "", "one queue on one core, to which speed-ups refer", NULL, LADDER_CPU},
    [BFS_CORES] = {"cores", "", "the search of cordee bfs on all cores", NULL, LADDER_CPU},
    {"basic-shared", SOLOMON,
     "a thread a vertex in every level; an offset a thread in shared memory, flags joined by a tree", basic,
     LADDER_GPU},
    {"basic-plain", SOLOMON, "both offsets from global memory, a plain flag", NULL, LADDER_GPU},
    {"active", SOLOMON, "a thread an active vertex; lists by flags, a scan and a kernel that writes indices",
     active, LADDER_GPU},
    {"queue", "", "the same, lists by atomic appends", NULL, LADDER_GPU},
    {"ours", "", "the search of cordee bfs on the GPU", NULL, LADDER_GPU},
    {.name = NULL}};

const LadderColumn bfs_columns[] = {{"graph", NULL, 0},
                                    {"searches", "searches", 8},
                                    {"depth", "depth", 6},
                                    {"over_core", "over core", 9},
                                    {"over_cores", "over cores", 10},
                                    {.key = NULL}};

static double mean_of(const BfsTotal *sum) { return sum->searches ? sum->seconds / sum->searches : NAN; }

void bfs_row(const LadderTable *table, int design, const BfsRow *row) {
  const BfsTotal *const sum = &row->sum[design];
  const double mean = mean_of(sum), core = mean_of(&row->sum[BFS_CORE]) / mean;
  const LadderCell cells[] = {LADDER_TEXT(row->graph), LADDER_NUMBER(sum->searches),
                              LADDER_NUMBER(row->depth), LADDER_NUMBER(core),
                              LADDER_NUMBER(mean_of(&row->sum[BFS_CORES]) / mean)};
  const LadderMeasure measures[] = {
      {"search", "us", 1e6 * mean},
      {design == BFS_CORE || isnan(core) ? NULL : "speed-up", "x", core},
      {sum->splits ? "kernel" : NULL, "us", 1e6 * sum->kernel_s / sum->splits},
      {sum->list_s > 0 ? "scan, lists" : NULL, "us", 1e6 * sum->list_s / sum->splits},
      {.name = NULL}};
  ladder_table_row(table, &bfs_designs[design], row->n, cells, measures);
}
