/* Options of the annealing of tours. */
#include "temper_plan.h"

static const char *const moves[] = {[TEMPER_LISTED] = "candidates", [TEMPER_UNIFORM] = "published", NULL};

static const char *const coolings[] = {[TEMPER_EXPONENTIAL] = "exponential",
                                       [TEMPER_LINEAR] = "linear",
                                       [TEMPER_LOGARITHMIC] = "logarithmic",
                                       NULL};

enum { TEMPER_PLACE = 110 };
#define FIELD(member) OPTION_FIELD(TemperPlan, member)
const OptionRow temper_option_rows[] = {
    {"neighbourhood", KIND_CHOICE, FIELD(moves), "candidates", moves, .argument = "HOW",
     .place = TEMPER_PLACE,
     .help = "move proposed in a step. candidates: 2-opt to a candidate, or moving a segment of up to 3 "
             "cities next to one; published: 2-opt of two random positions"},
    {"chains", KIND_COUNT, FIELD(chains), "0", .argument = "N", .least = "0", .most = "64",
     .place = TEMPER_PLACE,
     .help =
         "Markov chains of an island, each at its own temperature (parallel tempering); 0: 8, published 1"},
    {"sweeps", KIND_COUNT, FIELD(sweeps), "0", .amount = true, .argument = "N", .least = "0", .most = "4e9",
     .place = TEMPER_PLACE,
     .help = "sweeps of each chain; a sweep is as many steps as cities, rounded up to a power of two; 0: 16 "
             "million steps, but 1,000 to 10,000 sweeps, or with --time as many as the time allows"},
    {"anneals", KIND_COUNT, FIELD(anneals), "1", .argument = "N", .least = "1", .most = "1e6",
     .place = TEMPER_PLACE, .help = "coolings, one after the other; they share the sweeps or the time"},
    {"hot", KIND_REAL, FIELD(hot), "0", .argument = "X", .least = "0", .most = "0.99", .place = TEMPER_PLACE,
     .help = "initial temperature, as the fraction of lengthening moves of the start tour that it accepts; "
             "0: 0.2, published 0.5; with --initial 0.02, published 0.003"},
    {"cold", KIND_REAL, FIELD(cold), "0", .argument = "X", .least = "0", .most = "0.99",
     .place = TEMPER_PLACE,
     .help = "final temperature, likewise; after it only moves that do not lengthen the tour are accepted; "
             "0: 0.005, published 0.00001"},
    {"spread", KIND_REAL, FIELD(spread), "0", .argument = "X", .least = "0", .most = "1000",
     .place = TEMPER_PLACE,
     .help = "ratio of the highest to the lowest temperature of an island's chains; those between differ by "
             "a constant factor; 0: 2, with one chain 1"},
    {"exchange", KIND_COUNT, FIELD(exchange), "0", .argument = "N", .least = "0", .most = "1e9",
     .place = TEMPER_PLACE,
     .help = "sweeps between two exchanges of temperatures between the chains of an island; 0: 16, at least "
             "16,384 steps"},
    {"candidates", KIND_COUNT, FIELD(candidates), "8", .argument = "N", .least = "1", .most = "16",
     .place = TEMPER_PLACE, .help = "nearest neighbours of a city to which a step may move it"},
    {"quadrant", KIND_COUNT, FIELD(quadrant), "0", .argument = "N", .least = "0", .most = "16",
     .place = TEMPER_PLACE,
     .help = "candidates taken from each quadrant around a city, for clustered instances: at most a quarter "
             "of --candidates; 0: none; ignored without coordinates"},
    {"cooling", KIND_CHOICE, FIELD(cooling), "exponential", coolings, .argument = "HOW",
     .place = TEMPER_PLACE,
     .help = "how the temperature falls. exponential: by equal factors; linear: by equal amounts; "
             "logarithmic: as ln 2 over "
             "ln(steps + 2) of the initial one, which hardly cools"},
    {"t0", KIND_REAL, FIELD(t0), "0", .argument = "X", .least = "0", .most = "1e15", .place = TEMPER_PLACE,
     .help = "initial temperature, in units of the cost; 0: by --hot"},
    {"t-end", KIND_REAL, FIELD(t_end), "0", .argument = "X", .least = "0", .most = "1e15",
     .place = TEMPER_PLACE,
     .help = "final temperature, likewise; 0: by --cold (not with --cooling logarithmic)"},
    {NULL}};
