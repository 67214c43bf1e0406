/* Seeded instances of vehicle routing: `cordee generate`. What people read of them is in cvrp_problem.c. Local,
 * host only. */
#ifndef CORDEE_PROBLEM_CVRP_GENERATORS_CVRP_GENERATE_H
#define CORDEE_PROBLEM_CVRP_GENERATORS_CVRP_GENERATE_H

#include <stdint.h>
#include "generator.h"

/* ---- rules of the X set ---- */

/* What seeded instances of vehicle routing are made by: the rules of the X set.
 *
 * E. Uchoa, D. Pecin, A. Pessoa, M. Poggi, T. Vidal, A. Subramanian: New benchmark instances for the capacitated
 * vehicle routing problem. European Journal of Operational Research 257(3) (2017) 845-858. */

/* Nodes lie on the whole numbers 0 .. CVRP_GRID - 1, no two on one point; a cluster ends softly, exp(-d / CVRP_DECAY). */
enum { CVRP_GRID = 1001, CVRP_CENTRE = 500, CVRP_DECAY = 40, CVRP_SEEDS_LEAST = 3, CVRP_SEEDS_MOST = 8 };
enum { CVRP_GENERATED_MOST = 100000 }; /* customers */
enum { CVRP_MILLI = 1000 };            /* route lengths are in thousandths */

/* Of each the first is open: it is drawn, see cvrp_recipe_draw. */
typedef enum DepotPlace { DEPOT_AUTO, DEPOT_CENTRAL, DEPOT_ECCENTRIC, DEPOT_RANDOM, DEPOT_PLACES } DepotPlace;
typedef enum Placement {
  PLACEMENT_AUTO,
  PLACEMENT_RANDOM,
  PLACEMENT_CLUSTERED,
  PLACEMENT_RANDOM_CLUSTERED, /* the first half at random, seeds included */
  PLACEMENTS
} Placement;
typedef enum DemandClass {
  DEMAND_AUTO,
  DEMAND_UNITARY,
  DEMAND_1_10,
  DEMAND_5_10,
  DEMAND_1_100,
  DEMAND_50_100,
  DEMAND_QUADRANT,   /* 51 to 100 where x and y are both below or both not below the centre's, else 1 to 50 */
  DEMAND_MANY_SMALL, /* 1 to 10, and 50 to 100 for 5% to 30% of the customers: the share is drawn */
  DEMAND_CLASSES
} DemandClass;

/* The words for them, by enum; ended by NULL. */
extern const char *const depot_place_names[], *const placement_names[], *const demand_class_names[];

/* Time windows as Solomon (1987) made them, in whole units of length: a share of the customers, drawn one by one, have a window around a
 * time at which a route to them alone may be there, drawn from all of these. */
typedef struct WindowRecipe {
  int32_t
      share; /* of the customers, 0..100 per cent; the others may be served whenever a route to them alone can */
  int32_t
      width; /* on average; each is drawn from half to one and a half of it. Windows are cut where no route can be there */
  int32_t horizon; /* when routes have to be back; 0: there are no windows */
  int32_t service; /* time at each customer */
} WindowRecipe;

typedef struct CvrpRecipe {
  int32_t customers; /* 1 .. CVRP_GENERATED_MOST */
  DepotPlace depot;
  Placement placement;
  DemandClass demand;
  int32_t route_length; /* average customers of a full route, in thousandths; 0: open */
  uint64_t seed;
  WindowRecipe windows;
} CvrpRecipe;

/* Draws what is open, by the seed: each class with the same probability, the route length from the triangular distribution from 3 to 25
 * with mode 6. What one draw gives does not depend on what else is open. */
void cvrp_recipe_draw(CvrpRecipe *recipe);

/* ---- instances ---- */

/* The instance of a recipe with nothing open. Capacity: the smallest for routes of the wanted length, and for the largest demand. *out is
 * owned by the caller. ERR_MEMORY. */
Status cvrp_generate(const CvrpRecipe *recipe, Instance **out);

extern const Generators cvrp_generators; /* Problem.generators */

#endif
