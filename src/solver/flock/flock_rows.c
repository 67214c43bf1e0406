/* Options of the "flock" solver. */
#include "flock_plan.h"

static const char *const searches[] = {[FLOCK_SEARCH_NONE] = "none", [FLOCK_SEARCH_TWO_OPT] = "2opt", NULL};

enum { FLOCK_PLACE = 120 };
#define FIELD(member) OPTION_FIELD(FlockPlan, member)
const OptionRow flock_option_rows[] = {
    {"particles", KIND_COUNT, FIELD(particles), "64", .argument = "N", .least = "1", .most = "1e6",
     .place = FLOCK_PLACE, .help = "particles of a swarm; each has a tour"},
    {"iterations", KIND_COUNT, FIELD(iterations), "0", .amount = true, .argument = "N", .least = "0",
     .most = "4e9", .place = FLOCK_PLACE,
     .help = "iterations of every particle; 0: 1000, or with --time as many as there is time for"},
    {"migrants", KIND_COUNT, FIELD(migrants), "2", .argument = "N", .least = "0", .most = "1e6",
     .place = FLOCK_PLACE, .help = "so many of a swarm's best replace the next swarm's worst every epoch"},
    {"local-search", KIND_CHOICE, FIELD(search), "2opt", searches, .argument = "HOW", .place = FLOCK_PLACE,
     .help = "on the tour of every particle; 2opt: 2-opt on candidates"},
    {"w", KIND_REAL, FIELD(w), "0.3", .argument = "X", .least = "0", .most = "1", .place = FLOCK_PLACE,
     .help = "inertia: the share of the last velocity's swaps that a particle makes again"},
    {"c1", KIND_REAL, FIELD(c1), "0.5", .argument = "X", .least = "0", .most = "100", .place = FLOCK_PLACE,
     .help = "pull of a particle's own best: times a draw below 1 the share of the swaps towards it"},
    {"c2", KIND_REAL, FIELD(c2), "0.5", .argument = "X", .least = "0", .most = "100", .place = FLOCK_PLACE,
     .help = "pull of its swarm's best, likewise"},
    {NULL}};
