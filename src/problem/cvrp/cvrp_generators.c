/* What `cordee generate` can make of vehicle routing: kinds and settings. See cvrp_generate.h. */
#include <string.h>
#include "option_row.h"
#include "cvrp_generate.h"

typedef struct Settings {
  uint32_t customers;
  DepotPlace depot;
  Placement placement;
  DemandClass demand;
  double route_length;
  uint32_t share, width, horizon, service;
} Settings;

static const GeneratorName kinds[] = {
    {"cvrp-uniform", "customers anywhere on a grid of 1001 x 1001 points"},
    {"cvrp-clustered", "customers in 3 to 8 clusters on the same grid"},
    {"cvrp-x", "as the X instances of Uchoa et al. 2017; what is auto is drawn from the seed"},
    {"cvrp-windows",
     "with time windows as Solomon 1987, on the same grid; distances truncated to one decimal"},
    {.name = NULL},
};

#define FIELD(member) OPTION_FIELD(Settings, member)
static const OptionRow rows[] = {
    {"customers", KIND_COUNT, FIELD(customers), "100", .argument = "N", .least = "1", .most = "100000",
     .help = "number of customers"},
    {"depot", KIND_CHOICE, FIELD(depot), "auto", depot_place_names, .argument = "WHERE",
     .help = "place of the depot. central: in the centre; eccentric: in a corner; random: anywhere; auto: "
             "central, for cvrp-x drawn from the seed"},
    {"placement", KIND_CHOICE, FIELD(placement), "auto", placement_names, .argument = "HOW",
     .of = "cvrp-x cvrp-windows",
     .help = "places of the customers. random: anywhere; clustered: in clusters; random-clustered: half of "
             "them each; auto: random, for cvrp-x drawn from the seed"},
    {"demand", KIND_CHOICE, FIELD(demand), "auto", demand_class_names, .argument = "CLASS",
     .help = "minimum and maximum demand. unitary: 1; quadrant: 51-100 in two opposite quadrants, 1-50 in "
             "the others; many-small: 1-10, and 50-100 for 5% to 30% of the customers; auto: 1-100, for "
             "cvrp-x drawn from the seed"},
    {"route-length", KIND_REAL, FIELD(route_length), "0", .argument = "X", .least = "0", .most = "100000",
     .help = "mean number of customers of a full route, with up to three decimals, which sets the capacity; "
             "0: 10, for cvrp-x drawn from 3 to 25"},
    {"window-share", KIND_COUNT, FIELD(share), "100", .argument = "N", .least = "0", .most = "100",
     .of = "cvrp-windows", .help = "customers that have a time window, in per cent"},
    {"window-width", KIND_COUNT, FIELD(width), "300", .argument = "N", .least = "0", .most = "1000000",
     .of = "cvrp-windows", .help = "mean width of a time window; each is drawn from 0.5 to 1.5 times this"},
    {"horizon", KIND_COUNT, FIELD(horizon), "3000", .argument = "N", .least = "1", .most = "1000000",
     .of = "cvrp-windows",
     .help = "end of the depot's time window; later if the farthest customer requires it"},
    {"service", KIND_COUNT, FIELD(service), "100", .argument = "N", .least = "0", .most = "1000000",
     .of = "cvrp-windows", .help = "service time of each customer"},
    {.name = NULL}};

static int32_t thousandths(double length) { return (int32_t)(length * CVRP_MILLI + 0.5); }

/* What kinds but cvrp-x leave open is standard. */
static void standards_fill(const char *kind, CvrpRecipe *recipe) {
  if (strcmp(kind, "cvrp-clustered") == 0) recipe->placement = PLACEMENT_CLUSTERED;
  if (!recipe->placement) recipe->placement = PLACEMENT_RANDOM;
  if (!recipe->depot) recipe->depot = DEPOT_CENTRAL;
  if (!recipe->demand) recipe->demand = DEMAND_1_100;
  if (!recipe->route_length) recipe->route_length = thousandths(10);
}

static Status make(const void *settings, uint64_t seed, const char *kind, Instance **out) {
  const Settings *own = settings;
  CvrpRecipe recipe = {.customers = (int32_t)own->customers,
                       .depot = own->depot,
                       .placement = own->placement,
                       .demand = own->demand,
                       .route_length = thousandths(own->route_length),
                       .seed = seed};
  if (strcmp(kind, "cvrp-windows") == 0)
    recipe.windows = (WindowRecipe){(int32_t)own->share, (int32_t)own->width, (int32_t)own->horizon,
                                    (int32_t)own->service};
  if (strcmp(kind, "cvrp-x") != 0) standards_fill(kind, &recipe);
  cvrp_recipe_draw(&recipe);
  return cvrp_generate(&recipe, out);
}

const Generators cvrp_generators = {.kinds = kinds, .options = rows, .bytes = sizeof(Settings), .make = make};
