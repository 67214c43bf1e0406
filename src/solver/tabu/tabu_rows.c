/* Options of the "tabu" solver. */
#include "tabu_plan.h"

static const char *const moves[] = {[MOVE_TWO_OPT] = "2opt", [MOVE_SWAP] = "swap", NULL};

enum { TABU_PLACE = 110 };
#define FIELD(member) OPTION_FIELD(TabuPlan, member)
const OptionRow tabu_option_rows[] = {
    {"move", KIND_CHOICE, FIELD(move), "2opt", moves, .argument = "MOVE", .place = TABU_PLACE,
     .help = "neighbourhood. 2opt: replace two edges, which reverses a part of the tour; swap: exchange two "
             "cities"},
    {"tenure", KIND_COUNT, FIELD(tenure), "0", .argument = "N", .least = "0", .most = "1000",
     .place = TABU_PLACE,
     .help = "steps during which a removed edge may not return, varied at random by up to a tenth in each "
             "step; 0: 5, at most a quarter of the cities"},
    {"patience", KIND_COUNT, FIELD(patience), "40", .argument = "N", .least = "1", .most = "1e12",
     .place = TABU_PLACE,
     .help = "steps without a new best tour after which a searcher restarts from the island's best tour "
             "after a double bridge"},
    {"searchers", KIND_COUNT, FIELD(searchers), "0", .argument = "N", .least = "0", .most = "65536",
     .place = TABU_PLACE, .help = "searchers of an island; 0: 2, on a GPU 33"},
    {"steps", KIND_COUNT, FIELD(steps), "0", .amount = true, .argument = "N", .least = "0", .most = "4e9",
     .place = TABU_PLACE,
     .help = "steps of each searcher; 0: 10,000, or with --time as many as the time allows"},
    {NULL}};
