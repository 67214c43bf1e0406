/* Options of the "sisr" solver. */
#include "sisr_plan.h"

enum { SISR_PLACE = 90 };
#define FIELD(member) OPTION_FIELD(SisrPlan, member)
const OptionRow sisr_option_rows[] = {
    {"chains", KIND_COUNT, FIELD(chains), "0", .argument = "N", .least = "0", .most = "1e6",
     .place = SISR_PLACE,
     .help = "chains of an island; 0: 2 on the CPU, on a GPU as many as fill it, with all islands"},
    {"proposals", KIND_COUNT, FIELD(width), "0", .argument = "N", .least = "0", .most = "32",
     .place = SISR_PLACE,
     .help = "proposals of a round, made from the same solution; 0: 16, fewer for parts of fewer than 200 "
             "customers"},
    {"part", KIND_COUNT, FIELD(part), "0", .argument = "N", .least = "0", .most = "8000", .place = SISR_PLACE,
     .help = "customers of a part, about: routes near each other that are searched side by side with other "
             "parts; 0: all up to 1,200 customers, else 12 full routes, but 250 to 1,200"},
    {"epochs", KIND_COUNT, FIELD(epochs), "0", .amount = true, .argument = "N", .least = "0", .most = "1e9",
     .place = SISR_PLACE,
     .help = "epochs in all, over which the temperature falls; 0: as many as the time limit allows; "
             "without one 20,000 proposals a customer"},
    {"tournament", KIND_COUNT, FIELD(meet), "16", .argument = "N", .least = "0", .most = "1e6",
     .place = SISR_PLACE,
     .help = "epochs between two tournaments: a chain goes on from the better of its own solution and "
             "another one's; 0: none"},
    {"hot", KIND_REAL, FIELD(hot), "0", .argument = "X", .least = "0", .most = "1000", .place = SISR_PLACE,
     .help =
         "temperature at the beginning; unit: the geometric mean of the start solution's mean edge "
         "between customers and of customers' mean distance from the depot; 0: 0.5, with --initial 0.125"},
    {"hottest", KIND_REAL, FIELD(hottest), "0", .argument = "X", .least = "0", .most = "1000",
     .place = SISR_PLACE,
     .help = "temperature at the beginning on the first island; the others begin at lower ones, by equal "
             "factors down to "
             "--hot on the last; 0: 16, but --hot if that is given, with --initial, and in parts"},
    {"cold", KIND_REAL, FIELD(cold), "0.003", .argument = "X", .least = "1e-6", .most = "1000",
     .place = SISR_PLACE, .help = "temperature at the end"},
    {"vehicles-share", KIND_REAL, FIELD(vehicles_share), "0.2", .argument = "X", .least = "0", .most = "1",
     .place = SISR_PLACE,
     .help = "with --objective vehicles: share of the run, at most, in which fewer vehicles are looked for "
             "before distances count"},
    {NULL}};
