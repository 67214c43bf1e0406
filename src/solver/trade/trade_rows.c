/* Options of the "trade" solver. */
#include "trade_plan.h"

static const char *const parts[] = {
    [TRADE_PARTS_BOTH] = "both", [TRADE_PARTS_MACHINES] = "machines", [TRADE_PARTS_CHAINS] = "chains", NULL};
static const char *const origins[] = {"lists", "fcfs", "min-min", "max-min", "sufferage", NULL};

enum { TRADE_PLACE = 75 };
#define FIELD(member) OPTION_FIELD(TradePlan, member)
const OptionRow trade_option_rows[] = {
    {"network", KIND_CHOICE, FIELD(parts), "both", parts, .argument = "NAME", .place = TRADE_PLACE,
     .help =
         "what a round does. machines: tasks move along a maximum flow between machines; chains: tasks take "
         "one another's places; both: the first, then the second"},
    {"depth", KIND_COUNT, FIELD(depth), "4", .argument = "N", .least = "1", .most = "16",
     .place = TRADE_PLACE, .help = "tasks of a chain, at most"},
    {"kick", KIND_COUNT, FIELD(kick), "16", .argument = "N", .least = "1", .most = "1000000",
     .place = TRADE_PLACE, .help = "tasks that move at random when rounds gain nothing any more"},
    {"origin", KIND_CHOICE, FIELD(origin), "lists", origins, .argument = "NAME", .place = TRADE_PLACE,
     .help = "list heuristic whose assignment is the start; lists: the best of the four"},
    {"rounds", KIND_COUNT, FIELD(rounds), "0", .amount = true, .argument = "N", .least = "0", .most = "4e9",
     .place = TRADE_PLACE,
     .help = "rounds of each island; 0: 2,000, or with --time as many as the time allows"},
    {NULL}};
