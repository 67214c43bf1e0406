/* Options of the "sisr" solver. */
#include "sisr_plan.h"

enum { SISR_PLACE = 90 };
#define FIELD(member) OPTION_FIELD(SisrPlan, member)
const OptionRow sisr_option_rows[] = {
    {"chains", KIND_COUNT, FIELD(chains), "0", .argument = "N", .least = "0", .most = "1e6",
     .place = SISR_PLACE,
     .help = "Markov chains of an island; 0: on the CPU 2, or with --time as many as fill its threads; on a "
             "GPU as "
             "many as fill it, with all islands"},
    {"proposals", KIND_COUNT, FIELD(width), "0", .argument = "N", .least = "0", .most = "32",
     .place = SISR_PLACE,
     .help = "moves proposed from the same solution in a round; 0: 16, or fewer if parts have fewer than 200 "
             "customers"},
    {"part", KIND_COUNT, FIELD(part), "0", .argument = "N", .least = "0", .most = "8000", .place = SISR_PLACE,
     .help = "approximate number of customers of a part: a chain is divided into sets of neighbouring routes "
             "that are searched in parallel; 0: no division up to 1,200 customers, above that 12 full "
             "routes, 250 to 1,200 customers"},
    {"epochs", KIND_COUNT, FIELD(epochs), "0", .amount = true, .argument = "N", .least = "0", .most = "1e9",
     .place = SISR_PLACE,
     .help = "epochs of the run, during which the temperature falls; 0: as many as --time allows, or without "
             "it 20,000 proposals per customer"},
    {"tournament", KIND_COUNT, FIELD(meet), "16", .argument = "N", .least = "0", .most = "1e6",
     .place = SISR_PLACE,
     .help = "epochs between two tournaments, in which each chain continues from the cheaper of its own and "
             "another chain's solution; 0: no tournaments"},
    {"hot", KIND_REAL, FIELD(hot), "0", .argument = "X", .least = "0", .most = "1000", .place = SISR_PLACE,
     .help = "initial temperature, on the last island. Unit: geometric mean of the mean edge between "
             "customers in the start solution and the mean distance of a customer from the depot; 0: 0.5, "
             "with --initial 0.125"},
    {"hottest", KIND_REAL, FIELD(hottest), "0", .argument = "X", .least = "0", .most = "1000",
     .place = SISR_PLACE,
     .help = "initial temperature on the first island, in the unit of --hot; the temperatures of the islands "
             "between the first and the last fall by a constant factor; 0: 16, but --hot if that is given, "
             "with --initial, and with parts"},
    {"cold", KIND_REAL, FIELD(cold), "0.003", .argument = "X", .least = "1e-6", .most = "1000",
     .place = SISR_PLACE, .help = "final temperature, in the unit of --hot"},
    {"vehicles-share", KIND_REAL, FIELD(vehicles_share), "0.2", .argument = "X", .least = "0", .most = "1",
     .place = SISR_PLACE,
     .help = "with --objective vehicles: maximum fraction of the run that first reduces the number of "
             "vehicles; the rest reduces the distance"},
    {"generations", KIND_COUNT, FIELD(generations), "0", .argument = "N", .least = "0", .most = "1e6",
     .place = SISR_PLACE,
     .help = "generations of the chains of an island: each after the first begins with recombinations of the "
             "best solutions, two by two, and there are no tournaments; 1: none are made; 0: 21 with 12 "
             "chains on a single thread, if --time is at least 0.15 s per customer; else 1"},
    {"first-share", KIND_REAL, FIELD(first_share), "0.5", .argument = "X", .least = "0.01", .most = "0.99",
     .place = SISR_PLACE, .help = "fraction of the run that the first of several generations takes"},
    {"reheat", KIND_REAL, FIELD(reheat), "0.05", .argument = "X", .least = "1e-6", .most = "1000",
     .place = SISR_PLACE,
     .help = "initial temperature of the generations after the first, in the unit of --hot"},
    {NULL}};
