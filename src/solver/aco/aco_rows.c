/* Options of the "aco" solver. */
#include "aco_plan.h"

static const char *const variants[] = {
    [ACO_AUTO] = "auto", [ACO_MMAS] = "mmas", [ACO_RANK] = "rank", [ACO_FOCUSED] = "focused", NULL};
static const char *const searches[] = {
    [ACO_SEARCH_NONE] = "none", [ACO_SEARCH_TWO_OPT] = "2opt", [ACO_SEARCH_ILS] = "ils", NULL};

enum { ACO_PLACE = 100 };
#define FIELD(member) OPTION_FIELD(AcoPlan, member)
const OptionRow aco_option_rows[] = {
    {"variant", KIND_CHOICE, FIELD(variant), "auto", variants, .argument = "HOW", .place = ACO_PLACE,
     .help = "mmas: MAX-MIN ant system; rank: rank-based ant system; focused: ants change the best tour in "
             "few places; auto: mmas up to 5000 cities, focused above"},
    {"local-search", KIND_CHOICE, FIELD(search), "2opt", searches, .argument = "HOW", .place = ACO_PLACE,
     .help = "on the tour of every ant; 2opt: 2-opt and Or-opt on the candidates (of focused ants: "
             "around what changed); ils: the local search of --method ils, not for focused ants"},
    {"ants", KIND_COUNT, FIELD(ants), "0", .argument = "N", .least = "0", .most = "1e6", .place = ACO_PLACE,
     .help = "of every island; 0: one for every city, with local search 32, focused 4 times the root of the "
             "cities, rounded up to a multiple of 64, on a GPU at least 2048"},
    {"iterations", KIND_COUNT, FIELD(iterations), "0", .amount = true, .argument = "N", .least = "0",
     .most = "4e9", .place = ACO_PLACE,
     .help = "iterations of every island, in which each ant makes a tour; 0: 1000, or with --time as many as "
             "there is time for"},
    {"alpha", KIND_COUNT, FIELD(alpha), "1", .argument = "N", .least = "0", .most = "4", .place = ACO_PLACE,
     .help = "power of the trail in a candidate's weight"},
    {"beta", KIND_REAL, FIELD(beta), "0", .argument = "X", .least = "0", .most = "20", .place = ACO_PLACE,
     .help = "power of the inverse distance in a candidate's weight; 0: 2, rank 5, focused 1"},
    {"rho", KIND_REAL, FIELD(rho), "0", .argument = "X", .least = "0", .most = "1", .place = ACO_PLACE,
     .help = "share of the trails that evaporates in an iteration; 0: 0.02, with local search 0.2, rank 0.1, "
             "focused 0.5"},
    {"p-best", KIND_REAL, FIELD(p_best), "0", .argument = "X", .least = "0", .most = "0.999",
     .place = ACO_PLACE,
     .help = "sets the least trail of mmas and focused: the probability that an ant of a colony that has "
             "converged makes the best tour; 0: 0.05, focused 0.1"},
    {"elite", KIND_COUNT, FIELD(elite), "6", .argument = "N", .least = "2", .most = "32", .place = ACO_PLACE,
     .help = "rank: the weight of the best tour; the ants of the ranks below leave trails, too"},
    {"new-edges", KIND_COUNT, FIELD(changes), "4", .argument = "N", .least = "1", .most = "64",
     .place = ACO_PLACE, .help = "focused: an ant stops when its tour has so many new edges"},
    {"candidates", KIND_COUNT, FIELD(candidates), "16", .argument = "N", .least = "1", .most = "16",
     .place = ACO_PLACE, .help = "nearest cities of each, of which an ant chooses while one is unvisited"},
    {"quadrant", KIND_COUNT, FIELD(quadrant), "2", .argument = "N", .least = "0", .most = "16",
     .place = ACO_PLACE,
     .help = "so many of the candidates from each quadrant around a city, so that ants find the ways between "
             "clusters; at most a quarter of them; 0 without coordinates"},
    {NULL}};
