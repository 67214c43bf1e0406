/* The texts of the swap ladder: designs, published figures, columns. See swap_table.h. */
#include "swap_table.h"

/* Of the tutorial: version 1 and the sequential program with 1,000 cities, version 8 with 10,000. Rates are derived from its times. */
#define GTX "GTX 480", "2013"
static const LadderFigure base[] = {{"to the minimum", "1000", "just over 2", GTX},
                                    {"moves", "1000", "680", GTX},
                                    {"evaluate", "1000", "459.7", GTX},
                                    {"apply", "1000", "274.8", GTX},
                                    {.value = NULL}};
static const LadderFigure folded[] = {
    {"500 iterations", "10000", "about 22.5", GTX}, {"moves", "10000", "1100", GTX}, {.value = NULL}};
static const LadderFigure cpu[] = {{"to the minimum", "1000", "over 175", "CPU", "2013"},
                                   {"moves", "1000", "about 7", "CPU", "2013"},
                                   {.value = NULL}};

const LadderDesign swap_designs[] = {
    {"cpu-numbers", SWAP_TUTORIAL, "the CPU, one loop over numbers of moves, as the GPU has them", cpu,
     LADDER_CPU},
    {"cpu-loops", SWAP_TUTORIAL, "the CPU, two plain loops over positions", cpu, LADDER_CPU},
    {"base", SWAP_TUTORIAL, "64 blocks of 128 threads, consecutive moves a thread; one block applies", base,
     LADDER_GPU},
    {"occupancy", SWAP_TUTORIAL, "105 blocks of 192 threads", NULL, LADDER_GPU},
    {"large-l1", SWAP_TUTORIAL, "as much L1 as there is", NULL, LADDER_GPU},
    {"strided-moves", SWAP_TUTORIAL, "neighbouring threads have neighbouring moves", NULL, LADDER_GPU},
    {"strided-bests", SWAP_TUTORIAL, "and neighbouring bests when one is chosen", NULL, LADDER_GPU},
    {"unrolled", SWAP_TUTORIAL, "the choice's last warp without a loop", NULL, LADDER_GPU},
    {"rearranged", SWAP_TUTORIAL, "Goldberg's form of the root", NULL, LADDER_GPU},
    {"folded", SWAP_TUTORIAL, "positions by integers: the triangle of moves folded into a rectangle", folded,
     LADDER_GPU},
    {"fitted", "",
     "one kernel, two blocks of 256 an SM, the last block applies; no copy but every 32 iterations", NULL,
     LADDER_GPU},
    {"ours-block", "", "the kernel of --method climb --move swap by one block, as with many climbers", NULL,
     LADDER_GPU},
    {"ours", "", "the same with one climber: from 1,000 cities on the whole GPU has it", NULL, LADDER_CPU},
    {.name = NULL}};

const LadderColumn swap_columns[] = {{"iterations", "iterations", 10},
                                     {"minimum", "minimum", 8},
                                     {"evaluate_ms", "evaluate ms", 11},
                                     {"apply_ms", "apply ms", 9},
                                     {"other_ms", "other ms", 9},
                                     {"seconds", "seconds", 9},
                                     {.key = NULL}};

static double positive(double value) { return value > 0 ? value : NAN; }

void swap_row(const LadderTable *table, const LadderDesign *design, int32_t n, const SwapRun *run) {
  const double each = run->seconds / run->iterations, moves = (double)swap_count(n);
  const LadderCell cells[] = {
      LADDER_NUMBER(run->iterations),
      LADDER_TEXT(run->minimum ? "yes" : "no"),
      LADDER_NUMBER(1e3 * positive(run->evaluate_s)),
      LADDER_NUMBER(1e3 * positive(run->apply_s)),
      LADDER_NUMBER(run->apply_s > 0 ? 1e3 * (each - run->evaluate_s - run->apply_s) : NAN),
      LADDER_NUMBER(run->seconds)};
  char capped[32];
  snprintf(capped, sizeof capped, "%u iterations", run->iterations);
  const LadderMeasure measures[] = {{"moves", "Mmoves/s", 1e-6 * moves / each},
                                    {run->minimum ? "to the minimum" : capped, "s", run->seconds},
                                    {run->apply_s > 0 ? "evaluate" : NULL, "us", 1e6 * run->evaluate_s},
                                    {"apply", "us", 1e6 * run->apply_s},
                                    {.name = NULL}};
  ladder_table_row(table, design, n, cells, measures);
}
