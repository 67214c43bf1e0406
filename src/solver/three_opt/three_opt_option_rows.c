/* Options of the "3opt" solver. */
#include "three_opt_plan.h"

enum { THREE_OPT_PLACE = 80 };
#define FIELD(member) OPTION_FIELD(ThreeOptPlan, member)

static const char *const starts[] = {"savings", "star", NULL};
static const char *const evaluators[] = {"tables", "packed", "hierarchy", "auto", NULL};
static const char *const selections[] = {"auto", "best", "disjoint", NULL};

const OptionRow three_opt_option_rows[] = {
    {"start", KIND_CHOICE, FIELD(start), "savings", .choices = starts, .argument = "NAME",
     .place = THREE_OPT_PLACE,
     .help = "start solution. savings: Clarke and Wright's savings; star: one route per customer"},
    {"evaluator", KIND_CHOICE, FIELD(evaluator), "auto", .choices = evaluators, .argument = "NAME",
     .certify = true, .place = THREE_OPT_PLACE,
     .help = "evaluation of moves, with the same result. tables: tables of 32-bit values; packed: tables of "
             "16-bit values; hierarchy: each move by a segment hierarchy, which keeps time windows; auto: "
             "hierarchy with "
             "time windows, else packed"},
    {"levels", KIND_COUNT, FIELD(levels), "0", .argument = "N", .least = "0", .most = "4", .certify = true,
     .place = THREE_OPT_PLACE, .help = "levels of the segment hierarchy; 0: chosen by the number of nodes"},
    {"selection", KIND_CHOICE, FIELD(selection), "auto", .choices = selections, .argument = "NAME",
     .place = THREE_OPT_PLACE,
     .help = "moves made after a scan. best: the best one; disjoint: many, which change different routes; "
             "auto: disjoint from 5,000 nodes unless the evaluator is hierarchy, else best"},
    {"moves", KIND_COUNT, FIELD(moves), "0", .argument = "N", .least = "0", .most = "1e12",
     .place = THREE_OPT_PLACE, .help = "maximum improving moves; 0: until no move improves"},
    {NULL}};
