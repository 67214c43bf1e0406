/* Options of the annealing of tours. */
#include "temper_plan.h"

static const char *const moves[] = {[TEMPER_LISTED] = "candidates", [TEMPER_UNIFORM] = "published", NULL};

enum { TEMPER_PLACE = 110 };
#define FIELD(member) OPTION_FIELD(TemperPlan, member)
const OptionRow temper_option_rows[] = {
    {"neighbourhood", KIND_CHOICE, FIELD(moves), "candidates", moves, .argument = "HOW",
     .place = TEMPER_PLACE,
     .help = "what a step proposes; candidates: a 2-opt move to a candidate, or a segment of up to 3 cities "
             "beside one; published: a 2-opt move of any two positions"},
    {"chains", KIND_COUNT, FIELD(chains), "0", .argument = "N", .least = "0", .most = "64",
     .place = TEMPER_PLACE,
     .help = "chains of an island, each at a temperature of its own; 0: 8, published 1"},
    {"sweeps", KIND_COUNT, FIELD(sweeps), "0", .amount = true, .argument = "N", .least = "0", .most = "4e9",
     .place = TEMPER_PLACE,
     .help = "of every chain, each of as many steps as cities, rounded up to a power of two; 0: 16 million "
             "steps, but 1000 to 10,000 sweeps, or with --time as many as there is time for"},
    {"anneals", KIND_COUNT, FIELD(anneals), "1", .argument = "N", .least = "1", .most = "1e6",
     .place = TEMPER_PLACE, .help = "coolings one after the other, which share the sweeps or the time"},
    {"hot", KIND_REAL, FIELD(hot), "0", .argument = "X", .least = "0", .most = "0.99", .place = TEMPER_PLACE,
     .help = "share of the moves that make the start tour longer which are made at the first temperature; 0: "
             "0.2, published 0.5; with --initial 0.02, published 0.003"},
    {"cold", KIND_REAL, FIELD(cold), "0", .argument = "X", .least = "0", .most = "0.99",
     .place = TEMPER_PLACE,
     .help = "the same at the last temperature before only moves that do not make the tour longer are made; "
             "0: 0.005, published 0.00001"},
    {"spread", KIND_REAL, FIELD(spread), "0", .argument = "X", .least = "0", .most = "1000",
     .place = TEMPER_PLACE,
     .help =
         "the hottest temperature of an island's chains, in coldest ones; the others lie between by equal "
         "factors; 0: 2, for one chain 1"},
    {"exchange", KIND_COUNT, FIELD(exchange), "0", .argument = "N", .least = "0", .most = "1e9",
     .place = TEMPER_PLACE,
     .help =
         "sweeps after which chains of an island may exchange temperatures; 0: 16, but at least 16384 steps"},
    {"candidates", KIND_COUNT, FIELD(candidates), "8", .argument = "N", .least = "1", .most = "16",
     .place = TEMPER_PLACE, .help = "nearest cities of each, beside which a step may put it"},
    {"quadrant", KIND_COUNT, FIELD(quadrant), "0", .argument = "N", .least = "0", .most = "16",
     .place = TEMPER_PLACE,
     .help = "so many of the candidates from each quadrant around a city; at most a quarter of them; 0 "
             "without coordinates"},
    {NULL}};
