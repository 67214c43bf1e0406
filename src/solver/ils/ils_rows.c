/* Options of the "ils" solver. */
#include "ils_plan.h"

static const char *const recombinations[] = {[RECOMBINATION_AUTO] = "auto",
                                             [RECOMBINATION_EAX] = "eax",
                                             [RECOMBINATION_NONE] = "none",
                                             [RECOMBINATION_ISOLATED] = "apart",
                                             NULL};
static const char *const recombinations_shown[] = {[RECOMBINATION_AUTO] = "auto",
                                                   [RECOMBINATION_EAX] = "eax",
                                                   [RECOMBINATION_NONE] = "none",
                                                   [RECOMBINATION_ISOLATED] = "isolated",
                                                   NULL};

enum { ILS_PLACE = 30 };
#define FIELD(member) OPTION_FIELD(IlsPlan, member)
/* Counts, and one more word: so files from before it keep their meaning. */
static const char *const quadrants[] = {"0",  "1",  "2",  "3",  "4",  "5",
                                        "6",  "7",  "8",  "9",  "10", "11",
                                        "12", "13", "14", "15", "16", [ILS_QUADRANT_AUTO] = "auto",
                                        NULL};

const OptionRow ils_option_rows[] = {
    {"recombine", KIND_CHOICE, FIELD(recombination), "auto", recombinations, recombinations_shown, "HOW",
     .place = ILS_PLACE,
     .help =
         "crossover of tours. eax: edge assembly crossover (EAX), tours migrate between islands; "
         "isolated: EAX within each island only; none: no crossover; auto: eax for 8 to 50,000 cities "
         "(20,000,000 on a GPU), and for more if --time is the only limit and its seconds times the CPU "
         "threads (at most 16 count) are at least 50 (n / 100,000)^2; none for others, and if --tours is 1; "
         "with --time and without --kicks, --populations and --tours isolated up to 50,000 cities, if one "
         "population does not fill the GPUs"},
    {"tours", KIND_COUNT, FIELD(tours), "0", .argument = "N", .least = "0", .most = "1e9", .place = ILS_PLACE,
     .help =
         "tours of all islands together, rounded up to a multiple of the islands. 0: 30 + n / 8 for n "
         "cities (n / 4 if they are directed and --time is not the only limit), at most 300, above 20,000 "
         "cities 6,000,000 / n, above 50,000 cities 30,000,000 / n but at least 12; with --time as the only "
         "limit at most 6,000 and 600,000,000 / n or what a third of the free memory holds, of which as many "
         "start as there is time for; that many per island with several ranks, and if auto selects isolated; "
         "without crossover 1 on the CPU, and on a GPU as many as keep it busy, at most 256"},
    {"kicks", KIND_REAL, FIELD(kicks), "0", .amount = true, .argument = "X", .least = "0", .most = "1e9",
     .place = ILS_PLACE,
     .help = "random double bridges per city of a tour, each repaired by local search, before the first "
             "crossover; twice as many in each later population. 0: 1. Without crossover: in the whole run; "
             "0: 100, or with --time as many as the time allows"},
    {"populations", KIND_COUNT, FIELD(populations), "0", .argument = "N", .least = "0", .most = "10000",
     .place = ILS_PLACE,
     .help = "populations, one after the other. 0: 1, or with --time and without --kicks as many as the time "
             "allows"},
    {"generations", KIND_COUNT, FIELD(generations), "0", .argument = "N", .least = "0", .most = "100000",
     .place = ILS_PLACE,
     .help = "maximum generations of a population before, and again after, the best tours of earlier "
             "populations join it; a population that stops improving ends sooner. 0: 200, above 50,000 "
             "cities 2,000"},
    {"kick-temperature", KIND_REAL, FIELD(temperature), "0", .argument = "X", .least = "0", .most = "100",
     .place = ILS_PLACE,
     .help =
         "initial temperature at which kicks that lengthen a tour are accepted (Metropolis), in mean edge "
         "lengths; falls linearly to 0. 0: with crossover none are accepted; without crossover 0.5, above "
         "20,000 cities 0.5 (20,000 / n)^(1/4), with --initial a fifth of it; use 1e-9 to accept none"},
    {"candidates", KIND_COUNT, FIELD(candidates), "7", .argument = "N", .least = "1", .most = "8",
     .place = ILS_PLACE, .help = "nearest neighbours of a city to which a move may connect it"},
    {"quadrant", KIND_CHOICE, FIELD(quadrant), "auto", .choices = quadrants, .argument = "N",
     .place = ILS_PLACE,
     .help =
         "candidates taken from each quadrant around a city, for clustered instances: 0 to 16, at most a "
         "quarter of --candidates; 0: none; ignored without coordinates. auto: 1 with at least 7 candidates, "
         "else 0"},
    {NULL}};
