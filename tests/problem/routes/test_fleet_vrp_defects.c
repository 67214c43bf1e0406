/* What the reader of VRPLIB's files of fleets refuses, and what it says. */
#include <stdio.h>
#include <string.h>
#include "fixtures/cvrp_parsing.h"
#include "fixtures/harness.h"
#include "problem/routes/files/fleet_files.h"
#include "problem/routes/routes_options.h"

typedef struct Defect {
  const char *text, *message;
} Defect;

static const Defect specifications[] = {
    {"", "t.vrp:1: expected TYPE, found the end of the file"},
    {"hello\n", "t.vrp:1: expected a keyword of vehicle routing, found 'hello'"},
    {"TYPE OVRP\n", "t.vrp:1: expected ':' after TYPE, found 'OVRP'"},
    {"TYPE : PDTSPL\n",
     "t.vrp:1: expected TYPE CVRP, VRPTW, ACVRP, MDVRP, MDVRPTW, HFVRP, HFVRPTW, SDVRP, SDVRPTW, PCVRP, "
     "PCVRPTW, OVRP, OVRPTW, VRPB, VRPBTW, VRPSPD, VRPSPDTW, VRPMPD, VRPMPDTW, PDVRP, PDPTW, PDTSP, MTVRPTW "
     "or "
     "MTVRPTWR: other kinds of routes are not supported, found 'PDTSPL'"},
    {"TYPE : OVRP\nTYPE : OVRP\n", "t.vrp:2: expected TYPE once, found 'TYPE'"},
    {"NAME : a\001b\n", "t.vrp:1: expected text, found '\\x01b'"},
    {"DIMENSION : 1\n", "t.vrp:1: expected a DIMENSION from 2 to 20000, found '1'"},
    {"DIMENSION : 20001\n", "t.vrp:1: expected a DIMENSION from 2 to 20000, found '20001'"},
    {"DIMENSION : 5 nodes\n", "t.vrp:1: expected the end of the line, found 'nodes'"},
    {"VEHICLES : 0\n", "t.vrp:1: expected VEHICLES from 1 to 2147483646, found '0'"},
    {"CAPACITY : -1\n",
     "t.vrp:1: expected a CAPACITY that is a number of at most 18 digits, and not negative, found '-1'"},
    {"DISTANCE : far\n",
     "t.vrp:1: expected a DISTANCE that is a number of at most 18 digits, and not negative, found 'far'"},
    {"DISTANCE : 7\nVEHICLES_MAX_DURATION : 8\n",
     "t.vrp:2: expected DISTANCE or VEHICLES_MAX_DURATION, which limit the same, found both"},
    {"VEHICLES_MAX_DISTANCE : x\n", "t.vrp:1: expected a VEHICLES_MAX_DISTANCE that is a number of at most "
                                    "18 digits, and not negative, found 'x'"},
    {"VEHICLES_FIXED_COST : -2\n", "t.vrp:1: expected a VEHICLES_FIXED_COST that is a number of at most 18 "
                                   "digits, and not negative, found '-2'"},
    {"VEHICLES_UNIT_DISTANCE_COST : x\n", "t.vrp:1: expected a VEHICLES_UNIT_DISTANCE_COST that is a number "
                                          "of at most 18 digits, and not negative, found 'x'"},
    {"SERVICE_TIME : x\n",
     "t.vrp:1: expected a SERVICE_TIME that is a number of at most 18 digits, and not negative, found 'x'"},
    {"SCALE : 0\n", "t.vrp:1: expected a SCALE from 1 to 2147483647, found '0'"},
    {"EDGE_WEIGHT_TYPE : XRAY1\n",
     "t.vrp:1: expected EDGE_WEIGHT_TYPE EUC_2D, EXACT_2D, FLOOR_2D, CEIL_2D, MAN_2D, MAX_2D, ATT, GEO, "
     "GEOM, EUC_3D, CEIL_3D, MAN_3D, MAX_3D or EXPLICIT, found 'XRAY1'"},
    {"EDGE_WEIGHT_FORMAT : ROWS\n",
     "t.vrp:1: expected an EDGE_WEIGHT_FORMAT such as FULL_MATRIX or LOWER_ROW, found 'ROWS'"},
    {NULL, NULL}};

static const Defect refused[] = {
    {"RELEASE_TIME : 3\n", "t.vrp:1: expected no RELEASE_TIME, as release times are those of nodes: say "
                           "RELEASE_TIME_SECTION"},
    {"VEHICLES_RELOAD_DEPOT : 1\n", "t.vrp:1: expected no VEHICLES_RELOAD_DEPOT, as reload depots are those "
                                    "of vehicles: say VEHICLES_RELOAD_DEPOT_SECTION"},
    {"EDGE_TIME_SECTION\n", "t.vrp:1: expected no EDGE_TIME_SECTION, as a matrix of times beside that of "
                            "distances is not read from such files"},
    {"CTSP_SET_SECTION\n", "t.vrp:1: expected no CTSP_SET_SECTION, as colours are not supported: say "
                           "VEHICLES_ALLOWED_CLIENTS_SECTION"},
    {"DRAFT_LIMIT_SECTION\n", "t.vrp:1: expected no DRAFT_LIMIT_SECTION, as draft limits are not supported"},
    {"PRECEDENCE_SECTION\n",
     "t.vrp:1: expected no PRECEDENCE_SECTION, as an order of stops is not supported: "
     "say PICKUP_AND_DELIVERY_SECTION, if they are pairs"},
    {"SAME_VEHICLE_SECTION\n", "t.vrp:1: expected no SAME_VEHICLE_SECTION, as stops of one vehicle are not "
                               "supported: say VEHICLES_ALLOWED_CLIENTS_SECTION, or pairs"},
    {"SAME_VEHICLE_GROUP_SECTION\n",
     "t.vrp:1: expected no SAME_VEHICLE_GROUP_SECTION, as stops of one vehicle are not supported: say "
     "VEHICLES_ALLOWED_CLIENTS_SECTION, or pairs"},
    {"FIXED_EDGES_SECTION\n", "t.vrp:1: expected no FIXED_EDGES_SECTION, as fixed edges are not supported"},
    {"REQUIRED_NODES_SECTION\n", "t.vrp:1: expected no REQUIRED_NODES_SECTION, as required nodes are not "
                                 "supported: say PRIZE_SECTION, with 0 for them"},
    {NULL, NULL}};

static const Defect sections[] = {
    {"DEMAND_SECTION\n", "t.vrp:1: expected DIMENSION before DEMAND_SECTION, found none"},
    {"DIMENSION : 4\nCAPACITY_SECTION\n", "t.vrp:2: expected VEHICLES before CAPACITY_SECTION, found none"},
    {"NODE_COORD_SECTION : 3\n", "t.vrp:1: expected the end of the line, found '3'"},
    {"TYPE : OVRP\nDIMENSION : 1000\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n",
     "t.vrp:4: expected 1000 nodes, found the end of the file after 7 bytes"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n2 4 0\n4 5 "
     "0\n",
     "t.vrp:7: expected each node once, found node 2 again"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n5 4 0\n4 5 "
     "0\n",
     "t.vrp:7: expected node 3 of 4: a number from 1 to 4, found '5'"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 x 0\n2 3 0\n5 4 0\n4 5 "
     "0\n",
     "t.vrp:5: expected the x coordinate of node 1, found 'x'"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 y\n2 3 0\n5 4 0\n4 5 "
     "0\n",
     "t.vrp:5: expected the y coordinate of node 1, found 'y'"},
    {"TYPE : OVRP\nDIMENSION : 2\nEDGE_WEIGHT_TYPE : EUC_3D\nNODE_COORD_SECTION\n1 0 0\n2 3 0 0\n",
     "t.vrp:5: expected the z coordinate of node 1, found the end of the line"},
    {"DIMENSION : 4\nDEMAND_SECTION\n1 0\n2 -3\n3 5\n4 2\n",
     "t.vrp:4: expected a load of node 2, not negative, found '-3'"},
    {"DIMENSION : 4\nDEMAND_SECTION\n1\n2 3\n3 5\n4 2\n5 5\n",
     "t.vrp:3: expected a load of node 1, found the end of the line"},
    {"DIMENSION : 4\nDEMAND_SECTION\n1 0 0\n2 3\n3 5\n4 2\n",
     "t.vrp:4: expected 2 loads of node 2, as in the lines before, found 1"},
    {"DIMENSION : 4\nDEMAND_SECTION\n1 0 0 0 0 0 0 0 0 0\n2 3\n3 5\n4 2\n",
     "t.vrp:3: expected at most 8 loads of node 1, found '0'"},
    {"DIMENSION : 4\nDEMAND_SECTION\n1 0\n1 3\n3 5\n4 2\n",
     "t.vrp:4: expected each node once, found node 1 again"},
    {"DIMENSION : 4\nBACKHAUL_SECTION\n1 0\n2 x\n3 5\n4 2\n",
     "t.vrp:4: expected a load of node 2, not negative, found 'x'"},
    {"DIMENSION : 4\nBACKHAUL_SECTION\n1 0\n1 3\n3 5\n4 2\n",
     "t.vrp:4: expected each node once, found node 1 again"},
    {"TYPE : OVRP\nDIMENSION : 4\nBACKHAUL_SECTION\n3 -1\n",
     "t.vrp:3: expected TYPE VRPB or VRPBTW with a list of backhauls, found another"},
    {"TYPE : VRPB\nDIMENSION : 4\nBACKHAUL_SECTION\n3 3 -1\n",
     "t.vrp:4: expected each node once, found node 3 again"},
    {"TYPE : VRPB\nDIMENSION : 4\nBACKHAUL_SECTION\n5 -1\n",
     "t.vrp:4: expected a node of backhauls from 1 to 4, or -1, found '5'"},
    {"DIMENSION : 4\nTIME_WINDOW_SECTION\n1 0 200\n1 40 90\n3 20 80\n4 0 150\n",
     "t.vrp:4: expected each node once, found node 1 again"},
    {"DIMENSION : 4\nTIME_WINDOW_SECTION\n1 0 200\n2 40 x\n3 20 80\n4 0 150\n",
     "t.vrp:4: expected the due time of node 2, not negative, found 'x'"},
    {"DIMENSION : 4\nTIME_WINDOW_SECTION\n1 -1 200\n2 40 x\n3 20 80\n4 0 150\n",
     "t.vrp:3: expected the ready time of node 1, not negative, found '-1'"},
    {"DIMENSION : 4\nSERVICE_TIME_SECTION\n1 0\n2 x\n3 5\n4 2\n",
     "t.vrp:4: expected the service time of node 2, not negative, found 'x'"},
    {"DIMENSION : 4\nSERVICE_TIME_SECTION\n1 0\n1 0\n3 5\n4 2\n",
     "t.vrp:4: expected each node once, found node 1 again"},
    {"DIMENSION : 4\nPRIZE_SECTION\n1 0\n2 -7\n3 5\n4 2\n",
     "t.vrp:4: expected the prize of node 2, not negative, found '-7'"},
    {"DIMENSION : 4\nPRIZE_SECTION\n1 0\n1 7\n3 5\n4 2\n",
     "t.vrp:4: expected each node once, found node 1 again"},
    {"TYPE : VRPTW\nDIMENSION : 2\nPICKUP_AND_DELIVERY_SECTION\n1 0 0 0 0 0 0\n2 1 0 9 0 0 3\n",
     "t.vrp:3: expected PICKUP_AND_DELIVERY_SECTION behind TYPE VRPSPD, VRPSPDTW, VRPMPD, VRPMPDTW, "
     "PDVRP, PDPTW or PDTSP alone, found another"},
    {"TYPE : VRPSPD\nDIMENSION : 2\nPICKUP_AND_DELIVERY_SECTION\n1 0 0 0 0 0 0\n2 1 0 9 0 0 3\n",
     "t.vrp:5: expected 0 0 as the window of node 2, as TYPE has no time windows, found others: say VRPSPDTW "
     "or VRPMPDTW"},
    {"TYPE : VRPSPD\nDIMENSION : 2\nPICKUP_AND_DELIVERY_SECTION\n1 0 0 0 0 0 0\n2 1 0 0 0 x 3\n",
     "t.vrp:5: expected the pickup of node 2, not negative, found 'x'"},
    {"TYPE : VRPSPD\nDIMENSION : 2\nPICKUP_AND_DELIVERY_SECTION\n1 0 0 0 0 0 0\n2 1 0 0 0 3\n",
     "t.vrp:5: expected the delivery of node 2, not negative, found the end of the line"},
    {"TYPE : VRPSPD\nDIMENSION : 2\nPICKUP_AND_DELIVERY_SECTION\n1 0 0 0 0 0 0\n1 1 0 0 0 3 4\n",
     "t.vrp:5: expected each node once, found node 1 again"},
    {"TYPE : VRPSPD\nDIMENSION : 2\nVEHICLES : 1\nCAPACITY_SECTION\n1 3 4\nPICKUP_AND_DELIVERY_SECTION\n1 0 "
     "0 0 0 0 0\n2 1 0 0 0 3 4\n",
     "t.vrp:6: expected one load in CAPACITY_SECTION, found 2"},
    {"DIMENSION : 4\nDEPOT_SECTION\nEOF\n", "t.vrp:3: expected a depot, a node from 1 to 4, found 'EOF'"},
    {"DIMENSION : 4\nDEPOT_SECTION\n5\n", "t.vrp:3: expected a depot, a node from 1 to 4, found '5'"},
    {"DIMENSION : 4\nDEPOT_SECTION\n1\n1\n", "t.vrp:4: expected each depot once, found depot 1 again"},
    {"DIMENSION : 4\nDEPOT_SECTION\n1\n-1\n2\n", "t.vrp:5: expected a keyword after -1, found '2'"},
    {"EDGE_WEIGHT_TYPE : EUC_2D\nDIMENSION : 3\nEDGE_WEIGHT_SECTION\n0 1 2\n",
     "t.vrp:3: expected EDGE_WEIGHT_TYPE EXPLICIT before weights, found another"},
    {"TYPE : ACVRP\nDIMENSION : 3\nCAPACITY : 9\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_SECTION\n0 1 2\n",
     "t.vrp:5: expected EDGE_WEIGHT_FORMAT FULL_MATRIX or the like before weights, found none"},
    {"TYPE : ACVRP\nDIMENSION : 3\nCAPACITY : 9\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : "
     "FUNCTION\nEDGE_WEIGHT_SECTION\n0 1 2\n",
     "t.vrp:6: expected EDGE_WEIGHT_FORMAT FULL_MATRIX or the like before weights, found FUNCTION"},
    {"TYPE : ACVRP\nDIMENSION : 3\nCAPACITY : 9\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : "
     "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2\n",
     "t.vrp:8: expected 9 numbers, found 3 and then the end of the file"},
    {"TYPE : ACVRP\nDIMENSION : 3\nCAPACITY : 9\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : "
     "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2 3 0 4 -5 6 0\n",
     "t.vrp:7: expected a whole number from 0 to 268435456 at (3, 1), found '-5'"},
    {NULL, NULL}};

static const Defect vehicles[] = {
    {"DIMENSION : 4\nVEHICLES : 2\nCAPACITY_SECTION\n1 3\n1 3\n",
     "t.vrp:5: expected each vehicle once, found vehicle 1 again"},
    {"DIMENSION : 4\nVEHICLES : 2\nCAPACITY_SECTION\n1 3\n3 3\n",
     "t.vrp:5: expected vehicle 2 of 2: a number from 1 to 2, found '3'"},
    {"DIMENSION : 4\nVEHICLES : 2\nCAPACITY_SECTION\n1 3\n2 x\n",
     "t.vrp:5: expected a load of vehicle 2, not negative, found 'x'"},
    {"DIMENSION : 4\nVEHICLES : 200\nCAPACITY_SECTION\n1 3\n2 x\n",
     "t.vrp:3: expected 200 vehicles, found the end of the file after 9 bytes"},
    {"DIMENSION : 4\nVEHICLES : 2\nVEHICLES_FIXED_COST_SECTION\n1 -3\n2 x\n",
     "t.vrp:4: expected the fixed cost of vehicle 1, not negative, found '-3'"},
    {"DIMENSION : 4\nVEHICLES : 2\nVEHICLES_FIXED_COST_SECTION\n1 3\n1 3\n",
     "t.vrp:5: expected each vehicle once, found vehicle 1 again"},
    {"DIMENSION : 4\nVEHICLES : 2\nVEHICLES_UNIT_DISTANCE_COST_SECTION\n1 3\n2 x\n",
     "t.vrp:5: expected the unit distance cost of vehicle 2, not negative, found 'x'"},
    {"DIMENSION : 4\nVEHICLES : 2\nVEHICLES_MAX_DISTANCE_SECTION\n1 3\n2 x\n",
     "t.vrp:5: expected the longest distance of vehicle 2, not negative, found 'x'"},
    {"DIMENSION : 4\nVEHICLES : 2\nVEHICLES_MAX_DURATION_SECTION\n1 3\n2 x\n",
     "t.vrp:5: expected the longest duration of vehicle 2, not negative, found 'x'"},
    {"DIMENSION : 4\nVEHICLES : 2\nVEHICLES_DEPOT_SECTION\n1 3\n2 5\n",
     "t.vrp:5: expected the depot of vehicle 2, a node from 1 to 4, found '5'"},
    {"DIMENSION : 4\nVEHICLES : 2\nVEHICLES_DEPOT_SECTION\n1 3\n1 3\n",
     "t.vrp:5: expected each vehicle once, found vehicle 1 again"},
    {"DIMENSION : 4\nVEHICLES : 2\nVEHICLES_ALLOWED_CLIENTS_SECTION\n1 3 4\n2 3 5\n",
     "t.vrp:5: expected a client of vehicle 2, a node from 1 to 4, found '5'"},
    {"DIMENSION : 4\nVEHICLES : 2\nVEHICLES_ALLOWED_CLIENTS_SECTION\n1 3 4\n1 3\n",
     "t.vrp:5: expected each vehicle once, found vehicle 1 again"},
    {NULL, NULL}};

static const Defect whole[] = {
    {"TYPE : OVRP\n", "t.vrp:2: expected DIMENSION, found the end of the file"},
    {"TYPE : OVRP\nDIMENSION : 4\n", "t.vrp:3: expected EDGE_WEIGHT_TYPE, found the end of the file"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\n",
     "t.vrp:4: expected NODE_COORD_SECTION, found the end of the file"},
    {"TYPE : ACVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\n",
     "t.vrp:4: expected EDGE_WEIGHT_SECTION, found the end of the file"},
    {"TYPE : HFVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:15: expected CAPACITY_SECTION or sections VEHICLES_..., as TYPE is HFVRP, found the end of the "
     "file"},
    {"TYPE : SDVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:15: expected VEHICLES_ALLOWED_CLIENTS_SECTION, as TYPE SDVRP means sites that some vehicles may "
     "serve: deliveries are not split, found the end of the file"},
    {"TYPE : MDVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:15: expected DEPOT_SECTION, found the end of the file"},
    {"TYPE : PCVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:15: expected PRIZE_SECTION, found the end of the file"},
    {"TYPE : VRPB\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:15: expected BACKHAUL_SECTION, found the end of the file"},
    {"TYPE : VRPSPD\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 "
     "30 0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:15: expected BACKHAUL_SECTION, or PICKUP_AND_DELIVERY_SECTION, found the end of the file"},
    {"TYPE : OVRPTW\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 "
     "30 0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:15: expected TIME_WINDOW_SECTION, found the end of the file"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\n",
     "t.vrp:10: expected DEMAND_SECTION, as there is a CAPACITY, found the end of the file"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 30 0\n3 0 40\n4 -3 "
     "-4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:14: expected CAPACITY or CAPACITY_SECTION, as there are demands, found the end of the file"},
    {"SCALE : 3\nTYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 "
     "0 0\n2 30 0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:1: expected SCALE : 1, or a power of ten with EUC_2D or FLOOR_2D, found 3"},
    {"TYPE : MDVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nVEHICLES : "
     "2\nNODE_COORD_SECTION\n1 0 0\n2 30 0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 "
     "2\nDEPOT_SECTION\n1 2\n",
     "t.vrp:5: expected VEHICLES_DEPOT_SECTION, as there are 2 depots, found none: without VEHICLES every "
     "depot has any number of vehicles"},
    {"TYPE : MDVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nVEHICLES : 2\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\nCAPACITY_SECTION\n1 9\n2 10\nDEPOT_SECTION\n1 "
     "2\n",
     "t.vrp:20: expected VEHICLES_DEPOT_SECTION, as there are 2 depots, found the end of the file"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0 0\n2 3 1\n3 5 1\n4 2 1\n",
     "t.vrp:4: expected CAPACITY_SECTION with 2 columns, as demands have 2, found CAPACITY"},
    {"TYPE : MDVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nVEHICLES : "
     "2\nNODE_COORD_SECTION\n1 0 0\n2 30 0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 0\n3 5\n4 "
     "2\nVEHICLES_DEPOT_SECTION\n1 1\n2 3\nDEPOT_SECTION\n1 2\n",
     "t.vrp:18: expected a depot of DEPOT_SECTION, found node 3"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 4\n2 3\n3 5\n4 2\n",
     "t.vrp:11: expected demand 0 of the depot, node 1, found another"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\nSERVICE_TIME_SECTION\n1 4\n2 3\n3 5\n4 2\n",
     "t.vrp:16: expected service time 0 of the depot, node 1"},
    {"TYPE : PCVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\nPRIZE_SECTION\n1 4\n2 3\n3 5\n4 2\n",
     "t.vrp:16: expected prize 0 of the depot, node 1"},
    {"TYPE : VRPB\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\nBACKHAUL_SECTION\n1 -1\n",
     "t.vrp:16: expected customers as backhauls, found the depot, node 1"},
    {"TYPE : VRPB\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\nBACKHAUL_SECTION\n1 0\n2 0\n3 1\n4 0\n",
     "t.vrp:18: expected a delivery or a pickup at node 3, as TYPE is VRPB or VRPBTW, found both: say "
     "VRPSPD"},
    {"TYPE : OVRPTW\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 "
     "30 0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\nTIME_WINDOW_SECTION\n1 0 200\n2 40 30\n3 20 "
     "80\n4 0 150\n",
     "t.vrp:17: expected a due time of node 2 from its ready time on, found an earlier one"},
    {"TYPE : OVRPTW\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 "
     "30 0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\nTIME_WINDOW_SECTION\n1 0 200\n2 40 1e9\n3 "
     "20 80\n4 0 150\n",
     "t.vrp:17: expected a due time from 0 to 53687091.2 with at most 1 decimals, found 1000000000"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 1e9\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:4: expected a capacity from 0 to 536870912 with at most 0 decimals, found 1000000000"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nVEHICLES_FIXED_COST : "
     "0.0000000001\nNODE_COORD_SECTION\n1 0 0\n2 30 0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp: expected costs of at most 9 decimals, found 10: round fixed costs, unit costs or prizes"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nVEHICLES_FIXED_COST : "
     "1e17\nVEHICLES_UNIT_DISTANCE_COST : 0.00000001\nNODE_COORD_SECTION\n1 0 0\n2 30 0\n3 0 40\n4 -3 "
     "-4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:5: expected a fixed cost with at most 8 decimals and 18 digits, found 100000000000000000"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nSERVICE_TIME : "
     "0.0000001\nNODE_COORD_SECTION\n1 0 0\n2 30 0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:5: expected a SERVICE_TIME from 0 to 536.870912 with at most 6 decimals, found 0.0000001"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nSERVICE_TIME : "
     "0.000001\nNODE_COORD_SECTION\n1 0 0\n2 3000 0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:6: expected distances up to 268.435456, as they or times have 6 decimals, found a longer one"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\nDEPOT_SECTION\n1 3 2 3 4\n",
     "t.vrp:16: expected each depot once, found depot 3 again"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 4\nNODE_COORD_SECTION\n1 0 0\n2 30 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp: no vehicle can serve customer 2, so there is no solution: its load is 5, over 4"},
    {"TYPE : OVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 3e9 "
     "0\n3 0 40\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n",
     "t.vrp:5: expected distances up to 268435456, found coordinates in a box with a longer diagonal"},
    {"TYPE : GVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\nGVRP_SETS : "
     "2\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 0 4\n4 -3 -4\nGVRP_SET_SECTION\n1 2 3 -1\n2 3 4 "
     "-1\nDEMAND_SECTION\n1 4\n2 5\n",
     "t.vrp:13: expected each node in one set, found node 3 in 1 and 2"},
    {"TYPE : GVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\nGVRP_SETS : "
     "2\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 0 4\n4 -3 -4\nGVRP_SET_SECTION\n1 2 -1\n2 4 "
     "-1\nDEMAND_SECTION\n1 4\n2 5\n",
     "t.vrp: expected each customer in a set of GVRP_SET_SECTION, found node 3 in none"},
    {"TYPE : GVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\nGVRP_SETS : "
     "2\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 0 4\n4 -3 -4\nGVRP_SET_SECTION\n1 2 3 -1\n2 4 1 "
     "-1\nDEMAND_SECTION\n1 4\n2 5\n",
     "t.vrp: expected customers in set or group 2, found the depot, node 1"},
    {"TYPE : GVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\nGVRP_SETS : "
     "2\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 0 4\n4 -3 -4\nGVRP_SET_SECTION\n1 2 3 -1\n3 4 "
     "-1\nDEMAND_SECTION\n1 4\n2 5\n",
     "t.vrp:13: expected set 2 of 2: a number from 1 to 2, found '3'"},
    {"TYPE : GVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\nGVRP_SETS : "
     "2\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 0 4\n4 -3 -4\nGVRP_SET_SECTION\n1 2 3 -1\n2 5 "
     "-1\nDEMAND_SECTION\n1 4\n2 5\n",
     "t.vrp:13: expected a node of set 2 from 1 to 4, found '5'"},
    {"TYPE : GVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\nGVRP_SETS : "
     "2\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 0 4\n4 -3 -4\nGVRP_SET_SECTION\n1 2 3 -1\n2 4 "
     "-1\nDEMAND_SECTION\n1 4\n1 5\n",
     "t.vrp:16: expected each set once, found set 1 again"},
    {"TYPE : CVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\nNODE_COORD_SECTION\n1 0 0\n2 3 "
     "0\n3 0 4\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 1\n3 1\n4 1\nMUTUALLY_EXCLUSIVE_GROUP_SECTION\n1 2 3\n2 3 "
     "4\n",
     "t.vrp:17: expected each node in one group, found node 3 in 1 and 2"},
    {"TYPE : CVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\nNODE_COORD_SECTION\n1 0 0\n2 3 "
     "0\n3 0 4\n4 -3 -4\nDEMAND_SECTION\n1 0\n2 1\n3 1\n4 1\nPRIZE_SECTION\n1 0\n2 5\n3 0\n4 "
     "0\nMUTUALLY_EXCLUSIVE_GROUP_SECTION\n1 2 3\n",
     "t.vrp:17: expected prize 0 of node 2, as one of its group must be served, found another"},
    {NULL, NULL}};

static void refuse_all(const Defect *defect) {
  for (; defect->text; defect++) {
    Instance *inst;
    const Status wanted = strstr(defect->message, "there is no solution") ? ERR_NO_SOLUTION : ERR_FORMAT;
    CU_ASSERT_EQUAL(cvrp_parse_exact(fleet_vrp_parse, "t.vrp", defect->text, NULL, &inst), wanted);
    CU_ASSERT_PTR_NULL(inst);
    if (strcmp(status_message(), defect->message) != 0) printf("# found %s\n", status_message());
    CU_ASSERT_STRING_EQUAL(status_message(), defect->message);
    instance_free(inst);
  }
}

static void specifications_are_checked(void) { refuse_all(specifications); }
static void refused_are_checked(void) { refuse_all(refused); }
static void sections_are_checked(void) { refuse_all(sections); }
static void vehicles_are_checked(void) { refuse_all(vehicles); }
static void whole_are_checked(void) { refuse_all(whole); }

/* ---- options ---- */

#define NODES "CAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 0\n3 0 40\nDEMAND_SECTION\n1 0\n2 3\n3 5\n"
#define PLANE "TYPE : OVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\n" NODES
#define GLOBE "TYPE : OVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : GEO\n" NODES
#define HOMES                                                                                                \
  "TYPE : MDVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\n"                                                 \
  "CAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 30 0\n3 0 40\nDEMAND_SECTION\n1 0\n2 0\n3 "                   \
  "5\nDEPOT_SECTION\n1 2\n"
#define MATRIX                                                                                               \
  "TYPE : ACVRP\nDIMENSION : 2\nCAPACITY : 9\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : "            \
  "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1\n2 0\nDEMAND_SECTION\n1 0\n2 3\n"

static void options_are_checked(void) {
  const struct {
    const char *text;
    RoutesSettings settings;
    const char *message;
  } rows[] = {
      {MATRIX,
       {.cvrp.distances = DISTANCES_REAL},
       "t.vrp: expected EUC_2D with --distances real, found a matrix"},
      {MATRIX,
       {.cvrp.distances = DISTANCES_TRUNCATED},
       "t.vrp: expected EUC_2D with --distances truncated, found a matrix"},
      {MATRIX,
       {.cvrp.metric = TSP_METRIC_GEOM},
       "t.vrp: expected coordinates with --metric GEOM, found a matrix: change EDGE_WEIGHT_TYPE in the file"},
      {GLOBE, {.cvrp.distances = DISTANCES_REAL}, "t.vrp: expected EUC_2D with --distances real, found GEO"},
      {GLOBE,
       {.cvrp.scale = 2},
       "t.vrp: expected --scale with coordinates in a plane or in space, or with a matrix, found GEO"},
      {PLANE, {.cvrp.scale = 1e-30}, "--scale: expected at most 18 decimals, found 1e-30"},
      {PLANE,
       {.cvrp.fleet = counted_make(FLEET_WORD_EXACTLY, 2)},
       "t.vrp: expected --fleet free, file or at most so many with vehicles of a fleet, found exactly 2"},
      {HOMES,
       {.cvrp.fleet = counted_make(FLEET_WORD_AT_MOST, 2)},
       "t.vrp: expected one type of vehicles with --vehicles 2, found 2: say in the file how many there are "
       "of each"},
      {PLANE,
       {.matrix = "m.csv"},
       "t.vrp: expected no --matrix with a file of this format, which says such things itself"},
      {PLANE,
       {.capacity = "4"},
       "t.vrp: expected no --capacity with a file of this format, which says such things itself"},
      {PLANE,
       {.speed = 4},
       "t.vrp: expected no --speed with a file of this format, which says such things itself"},
      {PLANE,
       {.unserved = UNSERVED_ALLOWED},
       "t.vrp: expected no --unserved allowed with a file of this format, which says such things itself"}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    Instance *inst = NULL;
    status_clear();
    CU_ASSERT_EQUAL(fleet_parse("t.vrp", rows[k].text, strlen(rows[k].text), &rows[k].settings, &inst),
                    ERR_USAGE);
    if (strcmp(status_message(), rows[k].message) != 0) printf("# found %s\n", status_message());
    CU_ASSERT_STRING_EQUAL(status_message(), rows[k].message);
    instance_free(inst);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(specifications_are_checked),
                                      TEST(refused_are_checked),
                                      TEST(sections_are_checked),
                                      TEST(vehicles_are_checked),
                                      TEST(whole_are_checked),
                                      TEST(options_are_checked),
                                      {NULL, NULL}};
  return harness_run("fleet_vrp_defects", tests);
}
