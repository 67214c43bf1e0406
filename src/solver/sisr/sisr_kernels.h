/* The contract of the twins of slack induction by string removals (Christiaens and Vanden Berghe, "Slack Induction by String Removals for
 * Vehicle Routing Problems", Transportation Science 54, 2020): src/cpu/sisr, src/gpu/sisr. Same state, same bits.
 *
 * A chain is a solution that simulated annealing changes. It is cut into parts, sets of whole routes that advance side by side, each
 * by itself; a chain of one part is a whole solution. Within a part customers have local numbers 1..m in the order of their numbers,
 * the depot is 0; links (next, prev) make its routes, which occupy slots.
 * A customer's neighbours are the nearest customers, or, with time windows, those of the least proximity (search/routes/route_proximity.h).
 *
 * A part advances in rounds. All proposals w = 0..width - 1 of a round are made from the same solution, that of the round's begin.
 *   sizes    A round has k strings, string i of at most length_i customers (sisr_draw.h). They are the same for all of its proposals.
 *   ruin     A seed customer s is drawn. Routes are met among s and its first SISR_NEAR - 1 neighbours, in that order. The first k of
 *            them each lose a string: length_i customers in a row, the one that was met among them. Every second string is taken from the
 *            two ends of its route instead, as a split string is that preserves all between them.
 *   recreate The removed customers are inserted in an order that is drawn: random, by falling demand, far or near the depot first. Each goes
 *            to the cheapest of these places where limits hold: before or after one of its SISR_NEAR neighbours; at the ends of
 *            all routes (with more than SISR_ENDS slots in a share of the proposals only); in an empty slot, if the number of routes may
 *            grow. Each place but the last is left out with a probability of 1/128 (a blink). Of equal places the one after the smaller
 *            customer is taken, then the one before the smaller customer; the depot counts as 0, an empty slot comes last. A proposal
 *            fails if a customer has no place.
 *   accept   A proposal is accepted if delta <= T e, e exponentially distributed, and if its links differ from the part's.
 * Then accepted proposals are made in order of w. One is left out if one made before it in this round touches a route that it touches (one
 * that lost or got a customer), or if both open a route. So no proposal of a round sees another's changes, and deltas add up exactly. Width 1 is
 * sequential annealing.
 *
 * Distances may violate the triangle inequality, so a ruin may make a route longer. A proposal fails if a route is over the limit on durations
 * at the end of the ruin.
 *
 * Time windows (cvrp.h): early(v) is the earliest begin of service at v in its route, late(v) the latest that keeps all that follows. Those
 * of the depot, and of both ends of an empty slot, are ready[0] and due[0]. Customer c has room between prev and next if
 *   t = max(ready[c], early(prev) + service(prev) + d(prev, c)) <= due[c], and t + service(c) + d(c, next) <= late(next).
 * A proposal also fails if a route is late at the end of the ruin: early(v) > due[v] for a customer, or the vehicle is back after due[0]. Three more
 * orders are drawn: narrow windows first, early ones first, late ones first.
 *
 * Routes may have a cost (route_cost > 0: the fewest vehicles first). Then a proposal's delta counts it for each route more or less; the price of
 * a place does not. An empty slot is taken only if there is no other place (where limits hold, and that is not left out).
 *
 * Slots: on put and get routes are numbered by their least customers; a new route takes the lowest empty slot. No decision
 * depends on a slot's number. Kept is the cheapest solution of the part as of the ends of rounds since put, the first of equals. */
#ifndef CORDEE_SOLVER_SISR_SISR_KERNELS_H
#define CORDEE_SOLVER_SISR_SISR_KERNELS_H

#include "search/routes/route_data.h"

enum {
  RNG_SISR_CUT = 0x30000200,   /* sisr_draw.h has the others, */
  RNG_SISR_CROSS = 0x30000300, /* but for recombinations */
  SISR_NEAR = 32,              /* neighbours whose places are evaluated; lanes of a warp */
  SISR_WIDTH_MAX = 32,         /* proposals of a round */
  SISR_REMOVED_MAX = 32,       /* customers removed by a proposal */
  SISR_STRINGS_MAX = 19,       /* strings */
  SISR_LENGTH_MAX = 10,        /* customers of a string */
  SISR_MEAN = 10,              /* customers removed on average, about */
  SISR_ENDS = 64,              /* routes whose ends are looked at on average, at most */
  SISR_SLOTS_MAX = 1024,       /* routes of a part */
  SISR_PART_MAX = 8191         /* customers of a part */
};

/* An instance, and the chains that search it. near: neighbours, the best first; without windows bounds of the CPU rely on that. */
typedef struct SisrTask {
  RouteData host, data; /* data: on the backend */
  const int32_t *near;  /* (customers + 1, near_width) on the backend; row 0 is not used */
  int32_t near_width;
  uint64_t seed;
  int64_t route_cost;     /* of each route, beside its distances */
  uint32_t first, chains; /* numbers of chains over the whole ring; here */
  uint32_t parts_most;    /* of all chains here */
  int32_t part_most;      /* customers of a part */
} SisrTask;

/* Tasks that are searched side by side: all of them with time windows, all with a limit on durations, or none with either; all with
 * matrices, or none. No task's chains depend on the others. */
typedef struct SisrShape {
  const SisrTask *task; /* (tasks) */
  uint32_t tasks;
  int32_t width; /* proposals of a round: 1..SISR_WIDTH_MAX */
} SisrShape;

typedef struct SisrPart {
  uint32_t chain;                    /* of its task, 0..chains - 1 */
  uint32_t number;                   /* in its chain, from 0 */
  int32_t first, customers;          /* its routes are gene[chain][first .. first + customers) */
  int32_t routes_least, routes_most; /* of its routes that are not empty; most: to SISR_SLOTS_MAX */
} SisrPart;

/* Solutions of all chains of a task, and costs of all parts. */
typedef struct SisrSolutions {
  int32_t *gene; /* (chains, customers) as in problem/cvrp/cvrp.h; the parts of a chain one after the other */
  int64_t *cost; /* (parts) */
} SisrSolutions;

/* A task's chains in parts, in the order of chains and of SisrPart.first. */
typedef struct SisrChains {
  const SisrPart *part;
  uint32_t count;
  SisrSolutions now, kept;
} SisrChains;

/* Rounds first..first + rounds - 1 of all parts of a task. */
typedef struct SisrTurn {
  const float *temperature; /* (chains) */
  uint64_t first;
  uint32_t rounds;
} SisrTurn;

typedef struct SisrPlace SisrPlace;

typedef struct SisrKernels {
  /* Memory for the chains of all tasks. `shape` and its tasks are copied, their arrays must outlive the place. ERR_MEMORY, ERR_DEVICE. */
  Status (*open)(Backend *be, const SisrShape *shape, SisrPlace **out);
  void (*close)(Backend *be, SisrPlace *place); /* NULL allowed */
  /* Bytes that open takes on the backend. */
  uint64_t (*bytes)(const Backend *be, const SisrShape *shape);
  /* The most customers of a part that the backend has room for with that many proposals a round, and with `slots` routes. */
  int32_t (*part_most)(const Backend *be, const RouteData *data, int32_t width, int32_t slots);
  /* Cuts chains (tasks) into parts and sets their solutions. ERR_MEMORY, ERR_DEVICE. */
  Status (*put)(Backend *be, SisrPlace *place, const SisrChains *chains);
  /* A turn (tasks) of each, reusable at once. May return before it is done: get waits for it. ERR_DEVICE. */
  Status (*advance)(Backend *be, SisrPlace *place, const SisrTurn *turn);
  /* Costs of all parts, and, unless gene is NULL, their solutions, into chains (tasks). ERR_DEVICE. */
  Status (*get)(Backend *be, SisrPlace *place, const SisrChains *chains);
  Status (*describe)(Backend *be, const SisrPlace *place, Description *out);
  /* A default population: islands, and parts of all chains that run at once, of so many customers and proposals a round. */
  uint32_t islands;
  uint32_t (*parts)(int32_t customers, int32_t width);
} SisrKernels;

#endif
