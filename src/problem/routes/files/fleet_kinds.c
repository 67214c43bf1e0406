/* Kinds of VRPLIB's files of fleets, and what is refused by name. See fleet_files.h. */
#include <string.h>
#include "fleet_files.h"

static const FleetKind kinds[] = {{"CVRP", KEY_F_NONE, .plain = true},
                                  {"DCVRP", KEY_F_NONE, .plain = true},
                                  {"VRPTW", KEY_F_NONE, .windowed = true, .plain = true},
                                  {"CVRPTW", KEY_F_NONE, .windowed = true, .plain = true},
                                  {"TSP", KEY_F_NONE, .plain = true},
                                  {"ATSP", KEY_F_WEIGHTS, .plain = true},
                                  {"ACVRP", KEY_F_WEIGHTS, .plain = false},
                                  {"ADCVRP", KEY_F_WEIGHTS, .plain = false},
                                  {"MDVRP", KEY_F_DEPOT, .finely = true},
                                  {"MDVRPTW", KEY_F_DEPOT, .windowed = true, .finely = true},
                                  {"HFVRP", KEY_F_VEHICLES, .finely = true},
                                  {"HFVRPTW", KEY_F_VEHICLES, .windowed = true, .finely = true},
                                  {"SDVRP", KEY_F_ALLOWED, .finely = true},
                                  {"SDVRPTW", KEY_F_ALLOWED, .windowed = true, .finely = true},
                                  {"PCVRP", KEY_F_PRIZES, .plain = false},
                                  {"PCVRPTW", KEY_F_PRIZES, .windowed = true},
                                  {"GVRP", KEY_F_SETS, .plain = false},
                                  {"OVRP", KEY_F_NONE, .open = true},
                                  {"OVRPTW", KEY_F_NONE, .windowed = true, .open = true},
                                  {"VRPB", KEY_F_BACKHAULS, .backhauls = BACKHAULS_NOT_ALONE},
                                  {"VRPBTW", KEY_F_BACKHAULS, .windowed = true, .backhauls = BACKHAULS_LAST},
                                  {"VRPSPD", KEY_F_NONE, .amounts = true},
                                  {"VRPSPDTW", KEY_F_NONE, .windowed = true, .amounts = true},
                                  {"VRPMPD", KEY_F_NONE, .amounts = true},
                                  {"VRPMPDTW", KEY_F_NONE, .windowed = true, .amounts = true},
                                  {"PDVRP", KEY_F_AMOUNTS, .pairs = true},
                                  {"PDPTW", KEY_F_AMOUNTS, .windowed = true, .pairs = true},
                                  {"PDTSP", KEY_F_AMOUNTS, .pairs = true, .single = true},
                                  {"MTVRPTW", KEY_F_RELOADS, .windowed = true, .coarse = true},
                                  {"MTVRPTWR", KEY_F_RELOADS, .windowed = true, .coarse = true}};

const FleetKind *fleet_kind_find(const char *name) {
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (strcmp(kinds[k].name, name) == 0) return &kinds[k];
  return NULL;
}

Status fleet_kind_refuse(const Lexer *lx) {
  return lexer_fail(
      lx, "TYPE CVRP, VRPTW, ACVRP, MDVRP, MDVRPTW, HFVRP, HFVRPTW, SDVRP, SDVRPTW, PCVRP, PCVRPTW, "
          "OVRP, OVRPTW, VRPB, VRPBTW, VRPSPD, VRPSPDTW, VRPMPD, VRPMPDTW, PDVRP, PDPTW, PDTSP, MTVRPTW or "
          "MTVRPTWR: "
          "other kinds of routes are not supported");
}

/* Sections that the model has no place for. */
static const struct {
  const char *name, *why;
} foreign[] = {
    {"RELEASE_TIME", "release times are those of nodes: say RELEASE_TIME_SECTION"},
    {"VEHICLES_RELOAD_DEPOT", "reload depots are those of vehicles: say VEHICLES_RELOAD_DEPOT_SECTION"},
    {"EDGE_TIME_SECTION", "a matrix of times beside that of distances is not read from such files"},
    {"CTSP_SET_SECTION", "colours are not supported: say VEHICLES_ALLOWED_CLIENTS_SECTION"},
    {"DRAFT_LIMIT_SECTION", "draft limits are not supported"},
    {"PRECEDENCE_SECTION",
     "an order of stops is not supported: say PICKUP_AND_DELIVERY_SECTION, if they are pairs"},
    {"SAME_VEHICLE_SECTION",
     "stops of one vehicle are not supported: say VEHICLES_ALLOWED_CLIENTS_SECTION, or pairs"},
    {"SAME_VEHICLE_GROUP_SECTION",
     "stops of one vehicle are not supported: say VEHICLES_ALLOWED_CLIENTS_SECTION, or pairs"},
    {"FIXED_EDGES_SECTION", "fixed edges are not supported"},
    {"REQUIRED_NODES_SECTION", "required nodes are not supported: say PRIZE_SECTION, with 0 for them"}};

const char *fleet_foreign(const char *word) {
  for (size_t k = 0; k < sizeof foreign / sizeof *foreign; k++)
    if (strcmp(foreign[k].name, word) == 0) return foreign[k].why;
  return NULL;
}
