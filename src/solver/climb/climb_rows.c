/* Options of the "climb" solver. */
#include "climb_plan.h"

static const char *const restarts[] = {
    [RESTART_RANDOM] = "random", [RESTART_KICK] = "kick", [RESTART_AUTO] = "auto", NULL};
static const char *const moves[] = {[MOVE_TWO_OPT] = "2opt", [MOVE_SWAP] = "swap", NULL};

#define FIELD(member) OPTION_FIELD(ClimbPlan, member)
const OptionRow climb_option_rows[] = {
    {"climbers", KIND_COUNT, FIELD(climbers), "1000", .amount = true, .argument = "N", .least = "1",
     .most = "3e15", .place = 10, .help = "local searches in total, divided among the islands"},
    {"restart", KIND_CHOICE, FIELD(restart), "auto", restarts, .argument = "HOW", .place = 40,
     .help = "start of a local search. random: a random tour; kick: the island's best tour after a double "
             "bridge; auto: random, with --initial kick"},
    {"move", KIND_CHOICE, FIELD(move), "2opt", moves, .argument = "MOVE", .bench = true, .place = 40,
     .help = "neighbourhood. 2opt: replace two edges, which reverses a part of the tour; swap: exchange two "
             "cities"},
    {NULL}};
