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
const OptionRow ils_option_rows[] = {
    {"recombine", KIND_CHOICE, FIELD(recombination), "auto", recombinations, recombinations_shown, "HOW",
     .place = ILS_PLACE,
     .help = "crossover of tours; eax: edge assembly crossover; isolated: the same, but within each island "
             "only; none: no crossover; auto: eax for 8 to 50,000 cities, 200,000 on a GPU, unless --tours "
             "is 1, and none for the others; isolated with --time and without --kicks, --populations and "
             "--tours, if one population does not fill the GPUs"},
    {"tours", KIND_COUNT, FIELD(tours), "0", .argument = "N", .least = "0", .most = "1e6", .place = ILS_PLACE,
     .help =
         "tours on all islands together, rounded up to as many on each; 0: 30 and one for 8 cities, at most "
         "300, for more than 20,000 cities 6,000,000 over the cities, and so many on each island if auto "
         "isolates them; without crossover 1 on the CPU, and on a GPU as many as keep it busy, at most 256"},
    {"kicks", KIND_REAL, FIELD(kicks), "0", .amount = true, .argument = "X", .least = "0", .most = "1e9",
     .place = ILS_PLACE,
     .help =
         "kicks for every city of a tour before its first crossover, twice as many in every later "
         "population; 0: 1. Without crossover, in all; 0: 100, or with --time as many as there is time for"},
    {"populations", KIND_COUNT, FIELD(populations), "0", .argument = "N", .least = "0", .most = "10000",
     .place = ILS_PLACE,
     .help = "populations, one after the other; 0: 1, or with --time and without --kicks as many as there is "
             "time for"},
    {"generations", KIND_COUNT, FIELD(generations), "0", .argument = "N", .least = "0", .most = "100000",
     .place = ILS_PLACE,
     .help = "generations of a population at most, and as many again when the best tours of earlier ones "
             "have joined; it ends sooner when hardly a tour improves; 0: 200"},
    {"kick-temperature", KIND_REAL, FIELD(temperature), "0", .argument = "X", .least = "0", .most = "100",
     .place = ILS_PLACE,
     .help = "how much longer a kick may make a tour and be kept, at the start, in edges of mean length; "
             "falls to 0. 0: not at all; without crossover 0.5, for more than 20,000 cities that times the "
             "fourth root of 20,000 / n, with --initial a fifth of it, and for none say 1e-9"},
    {"candidates", KIND_COUNT, FIELD(candidates), "7", .argument = "N", .least = "1", .most = "8",
     .place = ILS_PLACE, .help = "nearest cities of each that a move may join it to"},
    {"quadrant", KIND_COUNT, FIELD(quadrant), "0", .argument = "N", .least = "0", .most = "16",
     .place = ILS_PLACE,
     .help = "so many of the candidates from each quadrant around a city, for clustered instances; at most a "
             "quarter of them; 0 without coordinates"},
    {NULL}};
