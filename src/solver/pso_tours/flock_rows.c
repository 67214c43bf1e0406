/* Options of the "flock" solver. */
#include "flock_plan.h"

static const char *const searches[] = {[FLOCK_SEARCH_NONE] = "none", [FLOCK_SEARCH_TWO_OPT] = "2opt", NULL};

enum { FLOCK_PLACE = 120 };
#define FIELD(member) OPTION_FIELD(FlockPlan, member)
const OptionRow flock_option_rows[] = {
    {"particles", KIND_COUNT, FIELD(particles), "64", .argument = "N", .least = "1", .most = "1e6",
     .place = FLOCK_PLACE, .help = "particles of a swarm; the position of a particle is a tour"},
    {"iterations", KIND_COUNT, FIELD(iterations), "0", .amount = true, .argument = "N", .least = "0",
     .most = "4e9", .place = FLOCK_PLACE,
     .help = "iterations of each swarm; 0: 1,000, or with --time as many as the time allows"},
    {"migrants", KIND_COUNT, FIELD(migrants), "2", .argument = "N", .least = "0", .most = "1e6",
     .place = FLOCK_PLACE,
     .help = "best particles of a swarm that replace the worst of the next swarm after every epoch"},
    {"local-search", KIND_CHOICE, FIELD(search), "2opt", searches, .argument = "HOW", .place = FLOCK_PLACE,
     .help = "local search on the tour of every particle. 2opt: 2-opt on the candidates"},
    {"w", KIND_REAL, FIELD(w), "0.3", .argument = "X", .least = "0", .most = "1", .place = FLOCK_PLACE,
     .help = "inertia: fraction of the swaps of the last velocity that a particle repeats"},
    {"c1", KIND_REAL, FIELD(c1), "0.5", .argument = "X", .least = "0", .most = "100", .place = FLOCK_PLACE,
     .help = "weight of a particle's own best tour: times a random number from 0 to 1, the fraction of the "
             "swaps towards it that are made"},
    {"c2", KIND_REAL, FIELD(c2), "0.5", .argument = "X", .least = "0", .most = "100", .place = FLOCK_PLACE,
     .help = "weight of the best tour of the swarm, likewise"},
    {NULL}};
