/* Options of the "aco" solver. */
#include "aco_plan.h"

static const char *const variants[] = {[ACO_AUTO] = "auto",       [ACO_MMAS] = "mmas", [ACO_RANK] = "rank",
                                       [ACO_FOCUSED] = "focused", [ACO_AS] = "as",     NULL};
static const char *const searches[] = {[ACO_SEARCH_NONE] = "none",
                                       [ACO_SEARCH_TWO_OPT] = "2opt",
                                       [ACO_SEARCH_ILS] = "ils",
                                       [ACO_SEARCH_AUTO] = "auto",
                                       NULL};
static const char *const trails[] = {
    [ACO_TRAILS_AUTO] = "auto", [ACO_TRAILS_CANDIDATES] = "candidates", [ACO_TRAILS_ALL] = "all", NULL};

enum { ACO_PLACE = 100 };
#define FIELD(member) OPTION_FIELD(AcoPlan, member)
const OptionRow aco_option_rows[] = {
    {"variant", KIND_CHOICE, FIELD(variant), "auto", variants, .argument = "HOW", .place = ACO_PLACE,
     .help = "mmas: MAX-MIN ant system; rank: rank-based ant system; focused: focused ant colony, in which "
             "an ant changes the best tour in a few places; as: ant system, in which every ant deposits "
             "pheromone, "
             "as it was published first: slower and worse than the others; auto: mmas up to 5,000 cities, "
             "focused above"},
    {"local-search", KIND_CHOICE, FIELD(search), "auto", searches, .argument = "HOW", .place = ACO_PLACE,
     .help =
         "local search on the tour of every ant. 2opt: 2-opt and Or-opt on the candidates (focused: near "
         "the changes only); ils: the local search of --method ils (not with focused); auto: 2opt, as none"},
    {"ants", KIND_COUNT, FIELD(ants), "0", .argument = "N", .least = "0", .most = "1e6", .place = ACO_PLACE,
     .help = "ants per island; 0: without local search the number of cities, with local search 32, focused 4 "
             "sqrt(cities) rounded up to a multiple of 64, on a GPU at least 2,048"},
    {"iterations", KIND_COUNT, FIELD(iterations), "0", .amount = true, .argument = "N", .least = "0",
     .most = "4e9", .place = ACO_PLACE,
     .help = "iterations of each island; each ant builds one tour per iteration; 0: 1,000, or with --time as "
             "many as the time allows"},
    {"alpha", KIND_COUNT, FIELD(alpha), "1", .argument = "N", .least = "0", .most = "4", .place = ACO_PLACE,
     .help = "exponent of the pheromone"},
    {"beta", KIND_REAL, FIELD(beta), "0", .argument = "X", .least = "0", .most = "20", .place = ACO_PLACE,
     .help = "exponent of the inverse distance; 0: 2, rank and as 5, focused 1"},
    {"rho", KIND_REAL, FIELD(rho), "0", .argument = "X", .least = "0", .most = "1", .place = ACO_PLACE,
     .help = "fraction of the pheromone that evaporates per iteration; 0: 0.02, with local search 0.2, rank "
             "0.1, focused and as 0.5"},
    {"p-best", KIND_REAL, FIELD(p_best), "0", .argument = "X", .least = "0", .most = "0.999",
     .place = ACO_PLACE,
     .help = "probability that an ant of a converged colony builds the best tour, from which mmas and "
             "focused derive the minimum pheromone; 0: 0.05, focused 0.1"},
    {"elite", KIND_COUNT, FIELD(elite), "6", .argument = "N", .least = "2", .most = "1e6", .place = ACO_PLACE,
     .help =
         "rank: weight of the best tour, and one more than the number of ranked ants that deposit pheromone"},
    {"new-edges", KIND_COUNT, FIELD(changes), "4", .argument = "N", .least = "1", .most = "64",
     .place = ACO_PLACE, .help = "focused: number of new edges after which an ant stops"},
    {"candidates", KIND_COUNT, FIELD(candidates), "16", .argument = "N", .least = "1", .most = "16",
     .place = ACO_PLACE,
     .help = "nearest neighbours of a city from which an ant chooses while one of them is unvisited"},
    {"quadrant", KIND_COUNT, FIELD(quadrant), "2", .argument = "N", .least = "0", .most = "16",
     .place = ACO_PLACE,
     .help = "candidates taken from each quadrant around a city, for clustered instances: at most a quarter "
             "of --candidates; 0: none; ignored without coordinates"},
    {"trails", KIND_CHOICE, FIELD(trails), "auto", trails, .argument = "HOW", .place = ACO_PLACE,
     .help = "edges that have pheromone. candidates: those to --candidates; all: all pairs of "
             "cities, up to 4,096 cities (not with focused); auto: candidates, as all"},
    {"q", KIND_REAL, FIELD(q), "100", .argument = "X", .least = "1e-6", .most = "1e12", .place = ACO_PLACE,
     .help = "as: an ant deposits Q over the length of its tour on every edge of it; only the ratio to "
             "--trail0 counts"},
    {"trail0", KIND_REAL, FIELD(trail0), "0", .argument = "X", .least = "0", .most = "1e12",
     .place = ACO_PLACE,
     .help = "as: pheromone of every edge at first; 0: Q over (cities times the length of the greedy tour)"},
    {NULL}};
