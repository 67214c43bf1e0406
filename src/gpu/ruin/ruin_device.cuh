/* What a block of ruin and recreate for fleets works with: a chain's solution, the base, and for every warp what its proposal changes in that.
 * Contract: solver/ruin/ruin_kernels.h.
 *
 * A warp copies routes and customers that its proposal touches into memory of its own, and bits tell which: all else is read in the base, which
 * no warp writes while others propose. */
#ifndef CORDEE_GPU_RUIN_DEVICE_CUH
#define CORDEE_GPU_RUIN_DEVICE_CUH

#include "ruin_known.h"
#include "solver/ruin/ruin_balance.h"
#include "solver/ruin/ruin_breaks.h"
#include "solver/ruin/ruin_draw.h"
#include "solver/ruin/ruin_time.h"

namespace ruin {

static const uint32_t KNOWN = RUIN_KNOWN;
static const bool TRIPS = (KNOWN & RUIN_TRIPPED) != 0;
static const bool BREAKS = (KNOWN & RUIN_BREAKS) != 0;
static const bool BALANCE = (KNOWN & RUIN_BALANCE) != 0; /* and so have all its instances */

enum {
  WARP = 32,
  ABSENT = -1, /* Node.slot */
  TOUCHED_MAX = RUIN_STRINGS_MAX + RUIN_OUT_MAX,
  LIST = TOUCHED_MAX + RUIN_OUT_MAX /* touched slots; room to sort customers who are out */
};
static const unsigned ALL = 0xffffffffu;
static const int64_t NO_COST = INT64_MAX;

/* A customer's place in its route; 0 stands for the end of a route. */
struct __align__(16) Node {
  int32_t next, prev, slot;
  int32_t before; /* distance from prev */
};

/* From the departure to a customer; from it to the return. */
struct Times {
  RuinTime pre, suf;
};

/* RUIN_BREAKS: when the vehicle leaves a customer, and the latest begins of service there, in place of them. */
struct Clocks {
  RuinClock early, late;
};

struct __align__(16) Route {
  int32_t first, last, size, type; /* size 0: the slot is empty */
  int32_t home, duration;          /* home: distance from the last customer to the end */
  int64_t distance, cost;
  uint64_t may; /* bit t: all its customers may be served by type t < RUIN_GROUPED */
};

/* A customer's place in a trip. A reload is between two customers: the second one has it, and begins a trip. */
struct TripNode {
  int32_t reload; /* 1 + the reload depot before the customer; 0: none */
  int32_t trip;   /* as of the last update of its route: the first customer of the trip, who names it */
  RuinTime time;  /* RUIN_RELEASES: from the departure of the trip, at any time, to the customer */
};

/* Of the customer who names it. */
struct Trip {
  int32_t size, last; /* customers, and the last of them */
  int32_t release;    /* the latest of its customers */
  int32_t before;     /* distance from the trip before to the reload depot */
  int32_t count;      /* of a route's first trip: trips of the route */
  RuinTime pre,
      suf; /* from the departure of the route to the end of loading; from loading, at the release or later, to the return */
};

struct Solution {
  Node *node;                   /* (customers + 1) */
  Times *time;                  /* (customers + 1) RUIN_TIMED */
  Clocks *clock;                /* (customers + 1) RUIN_BREAKS */
  Route *route;                 /* (customers) */
  TripNode *trip_node;          /* (customers + 1) RUIN_TRIPPED */
  Trip *trip;                   /* (customers + 1) likewise */
  int32_t *sum;                 /* (customers, sums) of routes; of trips: row c - 1 of that named by c */
  int32_t *pre_peak, *suf_peak; /* (customers + 1, loads) RUIN_MIXED, as are */
  int32_t *load;                /* (customers + 1, loads) RUIN_PAIRS: just after a customer; and */
  int32_t *depart, *peak;       /* (customers, loads) of routes */
};

/* ---- memory ---- */

enum Array {
  /* of the base, and of every warp */
  NODE,
  TIME,
  CLOCK,
  ROUTE,
  TRIP_NODE,
  TRIP,
  SUM,
  PRE_PEAK,
  SUF_PEAK,
  LOAD,
  DEPART,
  PEAK,
  SOLUTION_ARRAYS,
  /* of the base alone */
  AT = SOLUTION_ARRAYS, /* (customers + 1) places */
  USED,                 /* (types) vehicles in use */
  MISSING,              /* bit c: customer c must be served, and is absent */
  ORDER,                /* (2 customers) for genes */
  BASE_ARRAYS,
  /* of a warp alone */
  NODES = SOLUTION_ARRAYS, /* bit c: the warp has customer c */
  SLOTS,                   /* bit k: it has the route of slot k */
  TYPES,                   /* bit t: routes with vehicles of type t become fewer or more */
  TOUCHED,                 /* (LIST) */
  USE,                     /* (types) vehicles in use beyond those of the base */
  WARP_ARRAYS
};

struct Piece {
  uint64_t at : 63, shared : 1;
};

/* Where arrays of a block lie, in shared memory or in the block's part of the global one. A warp's are at the same distance from one another. */
struct Memory {
  Piece base[BASE_ARRAYS], warp[WARP_ARRAYS];
  uint64_t shared, global;           /* bytes of a block */
  uint64_t warp_shared, warp_global; /* of them, those of a warp; the last warps' are the last */
};

/* By value; arrays are on the device. */
struct Place {
  RuinData data;
  uint64_t seed;
  int64_t price_step;
  int32_t width, masks; /* words of bits of customers */
  int32_t type_masks;
  int32_t fewest;
  bool fewer;                   /* RuinTurn.fewer */
  uint64_t block_bytes;         /* of global memory */
  char *memory;                 /* (chains, block_bytes) */
  const int32_t *from_distance; /* transposed matrices; the same as the others if these are symmetric */
  const int32_t *from_duration; /* likewise */
  const int64_t *alone; /* (customers + 1, types) cost of a route of a customer or pair alone, or NO_COST */
  const int32_t *alone_time; /* (customers + 1, types) its duration */
  const int4 *window;        /* (customers + 1) ready, due, service, setup */
  const uint64_t *alike;     /* (types) types below RUIN_GROUPED of the same group, as bits */
  const float *temperature;  /* (chains) */
  Memory where;
};

/* What proposals of a round end with, twice: a warp may be a round ahead of another. In shared memory. */
struct Outcome {
  int64_t delta[2][WARP]; /* of the chain's cost */
  int32_t routes[2][WARP], served[2][WARP], missings[2][WARP], slots[2][WARP], trips[2][WARP];
  uint32_t accepted[2][WARP]; /* 0; 1; 3: it opens a route */
  unsigned long long cost;    /* of the solution that is loaded */
  int32_t count[4];           /* its routes, served customers, missing ones, trips */
};

/* ---- what a warp sees ---- */

struct View {
  __device__ explicit View(const Place &p) : place(p), data(p.data) {}
  const Place &place;
  const RuinData &data;
  Solution base, own;
  const int32_t *at;
  int32_t *used;
  uint32_t *missing;
  int32_t *order;
  uint32_t *nodes, *slots, *types;
  int32_t *touched, *use;
  int64_t *price;
  RuinLevel level; /* RUIN_BALANCE: of the base at the round's begin, as is */
  int32_t longest; /* the duration of its longest route */
  int lane;
  uint32_t chain;
  int32_t routes_most; /* that a proposal may open up to: RUIN_VEHICLES */
  bool seeks;          /* a solution of fewer routes than the kept one, which is complete */
};

__device__ static inline bool bit_of(const uint32_t *mask, int k) { return mask[k / 32] >> k % 32 & 1; }
__device__ static inline void bit_set(uint32_t *mask, int k) { atomicOr(&mask[k / 32], 1u << k % 32); }
__device__ static inline unsigned lanes_below(int lane) { return (1u << lane) - 1; }
__device__ static inline Node node_of(const View &v, int c) {
  return (bit_of(v.nodes, c) ? v.own.node : v.base.node)[c];
}

/* ---- units: a pair is named by its pickup, a cluster by its least customer ---- */

__device__ static inline bool has_pairs(const RuinData &data) {
  return (KNOWN & RUIN_PAIRS) && data.partner != NULL;
}
__device__ static inline bool has_clusters(const RuinData &data) {
  return (KNOWN & RUIN_CLUSTERS) && data.leader != NULL;
}
/* The delivery of a pickup; 0: c is no pickup of a pair. */
__device__ static inline int delivery_of(const RuinData &data, int c) {
  return has_pairs(data) ? max(data.partner[c], 0) : 0;
}
__device__ static inline bool is_delivery(const RuinData &data, int c) {
  return has_pairs(data) && data.partner[c] < 0;
}
/* Have chains a limit on their number of routes? */
__device__ static inline bool has_limit(const RuinData &data) {
  return data.features & KNOWN & RUIN_VEHICLES;
}
/* Who names the pair or the cluster, or the customer himself. */
__device__ static inline int unit_of(const View &v, int c) {
  if (is_delivery(v.data, c)) return -v.data.partner[c];
  return has_clusters(v.data) ? v.data.leader[c] : c;
}
/* Of a customer's cluster the one who is in a route; the customer, if there is none. */
__device__ static inline int cluster_stop(const View &v, int c) {
  for (int u = v.data.leader[c]; u; u = v.data.fellow[u])
    if (node_of(v, u).slot != ABSENT) return u;
  return c;
}
/* Who stands for the unit of customer c: those in routes before others. */
__device__ static inline int stop_of(const View &v, int c) {
  return has_clusters(v.data) ? cluster_stop(v, c) : c;
}

template <class T> __device__ static inline T *piece(const Piece &where, char *shared, char *global) {
  return (T *)((where.shared ? shared : global) + where.at);
}

__device__ static inline void solution_at(const Piece *where, char *shared, char *global, Solution *out) {
  out->node = piece<Node>(where[NODE], shared, global);
  out->time = piece<Times>(where[TIME], shared, global);
  if (BREAKS) out->clock = piece<Clocks>(where[CLOCK], shared, global);
  out->route = piece<Route>(where[ROUTE], shared, global);
  out->trip_node = piece<TripNode>(where[TRIP_NODE], shared, global);
  out->trip = piece<Trip>(where[TRIP], shared, global);
  out->sum = piece<int32_t>(where[SUM], shared, global);
  out->pre_peak = piece<int32_t>(where[PRE_PEAK], shared, global);
  out->suf_peak = piece<int32_t>(where[SUF_PEAK], shared, global);
  out->load = piece<int32_t>(where[LOAD], shared, global);
  out->depart = piece<int32_t>(where[DEPART], shared, global);
  out->peak = piece<int32_t>(where[PEAK], shared, global);
}

/* chain: its number among those of the task. */
__device__ static inline void view_set(View *v, char *shared, size_t chain, int warp) {
  const Memory &m = v->place.where;
  char *const global = v->place.memory + chain * v->place.block_bytes;
  char *const own_shared = shared + m.shared - (uint64_t)(v->place.width - warp) * m.warp_shared,
              *const own_global = global + m.global - (uint64_t)(v->place.width - warp) * m.warp_global;
  solution_at(m.base, shared, global, &v->base);
  solution_at(m.warp, own_shared, own_global, &v->own);
  v->at = piece<int32_t>(m.base[AT], shared, global);
  v->used = piece<int32_t>(m.base[USED], shared, global);
  v->missing = piece<uint32_t>(m.base[MISSING], shared, global);
  v->order = piece<int32_t>(m.base[ORDER], shared, global);
  v->nodes = piece<uint32_t>(m.warp[NODES], own_shared, own_global);
  v->slots = piece<uint32_t>(m.warp[SLOTS], own_shared, own_global);
  v->types = piece<uint32_t>(m.warp[TYPES], own_shared, own_global);
  v->touched = piece<int32_t>(m.warp[TOUCHED], own_shared, own_global);
  v->use = piece<int32_t>(m.warp[USE], own_shared, own_global);
}

/* A sum over the lanes. */
__device__ static inline int64_t warp_sum(int64_t x) {
  for (int away = WARP / 2; away; away /= 2) x += __shfl_xor_sync(ALL, x, away);
  return x;
}

/* ---- where a customer who is out may go ---- */

enum Kind { IN_ROUTE, IN_NEW_TRIP, IN_NEW_ROUTE, STAYS_ABSENT, TOO_DEAR };

struct Best {
  int64_t cost;
  int32_t kind, prev, next; /* next to a reload: customers + 1 + its depot */
  int32_t
      behind; /* of a pair in a route: the stop before its delivery; of a new trip: 2 * its reload depot, + 1 if the customer is before the reload; else
                     0 */
  int32_t type, slot;
};

/* The order of equal costs: solver/ruin/ruin_kernels.h. */
__device__ static inline bool before_best(const Best &a, const Best &b) {
  if (a.cost != b.cost) return a.cost < b.cost;
  if (a.kind != b.kind) return a.kind < b.kind;
  if (a.prev != b.prev) return a.prev < b.prev;
  if (a.next != b.next) return a.next < b.next;
  if (a.behind != b.behind) return a.behind < b.behind;
  return a.type < b.type;
}

/* ---- a proposal under way: the same in all lanes, but for `out` and `was_absent` ---- */

struct Proposal {
  int64_t delta; /* with the chain's prices of absence */
  int64_t limit; /* the greatest delta that is accepted */
  uint64_t left; /* types below RUIN_GROUPED that have a vehicle left */
  uint32_t blink;
  int32_t outs, touched, routes, slots;
  int32_t out;     /* this lane's customer who is out, or was */
  bool was_absent; /* he was before */
  bool opens;      /* it has opened a route */
  bool opening;    /* its first customer, and some others, take new vehicles */
  bool strict;     /* it fails as soon as delta is above the limit after an insertion */
  bool uses;       /* View.use has other numbers than 0 */
};

/* ---- distances and times; 0: the end of a route of that type ---- */

__device__ static inline size_t matrix_of(const View &v, const VehicleType &type) {
  return (size_t)type.profile * (size_t)v.data.places * (size_t)v.data.places;
}
__device__ static inline int place_before(const View &v, const VehicleType &type, int a) {
  return a ? v.at[a] : type.place[0];
}
__device__ static inline int place_after(const View &v, const VehicleType &type, int b) {
  return b ? v.at[b] : type.place[1];
}
__device__ static inline int distance_of(const View &v, const VehicleType &type, int a, int b) {
  const int from = place_before(v, type, a), to = place_after(v, type, b);
  if (from < 0 || to < 0) return 0;
  return v.data.distance[matrix_of(v, type) + (size_t)from * (size_t)v.data.places + (size_t)to];
}
/* Of service at b; 0: of the return. */
__device__ static inline int setup_of(const View &v, int from, int b) {
  if (!(v.data.features & RUIN_SETUPS) || !b || from == v.at[b]) return 0;
  return v.place.window[b].w;
}
__device__ static inline int travel_of(const View &v, const VehicleType &type, int a, int b) {
  const int from = place_before(v, type, a), to = place_after(v, type, b), setup = setup_of(v, from, b);
  if (from < 0 || to < 0) return setup;
  return setup + v.data.duration[matrix_of(v, type) + (size_t)from * (size_t)v.data.places + (size_t)to];
}
__device__ static inline RuinTime stop_time(int4 window) {
  const RuinTime time = {window.z, window.x, window.y};
  return time;
}

/* ---- prices and vehicles ---- */

__device__ static inline int64_t absence_price(const View &v, int c) { return v.price[c]; }
__device__ static inline int64_t absence_cost(const View &v, int c) {
  const int64_t prize = v.data.stop[c].prize;
  return prize == ROUTES_REQUIRED ? v.data.absent_cost : prize;
}
/* Without route_cost: how many routes there are, a limit decides. */
__device__ static inline int64_t type_cost(const VehicleType &type, int64_t distance, int duration) {
  return type.fixed + type.per_distance * distance + type.per_duration * duration;
}
/* Where the longest route counts, what a duration costs a route, by the solution of the round's begin. */
__device__ static inline int64_t balance_price(const View &v, int duration) {
  return BALANCE ? ruin_balance_price(v.level, duration) : 0;
}
/* What a route costs in a proposal. */
__device__ static inline int64_t route_price(const View &v, const Route &route) {
  return route.cost + (BALANCE && route.size ? balance_price(v, route.duration) : 0);
}
/* What customer c, or the pair of pickup c, costs alone in a vehicle of type t; NO_COST: not possible. */
__device__ static inline int64_t alone_price(const View &v, int c, int t) {
  const size_t at = (size_t)c * (size_t)v.data.types + (size_t)t;
  const int64_t cost = v.place.alone[at];
  return BALANCE && cost != NO_COST ? cost + balance_price(v, v.place.alone_time[at]) : cost;
}
__device__ static inline bool customer_may(const RuinData &data, int c, int t) {
  return !data.allowed || (data.allowed[(size_t)c * (size_t)data.words + (size_t)t / 32] >> t % 32 & 1);
}
/* Bit t: a vehicle of type t < RUIN_GROUPED may serve the customer. */
__device__ static inline uint64_t types_may(const RuinData &data, int c) {
  if (!data.allowed) return UINT64_MAX;
  const uint32_t *row = data.allowed + (size_t)c * (size_t)data.words;
  return row[0] | (data.words > 1 ? (uint64_t)row[1] << 32 : 0);
}
__device__ static inline bool type_left(const View &v, int t) {
  return v.used[t] + v.use[t] < v.data.type[t].count;
}

/* May a route of type t be opened? */
__device__ static inline bool vehicle_left(const View &v, const Proposal &p, int t) {
  return type_left(v, t) && (!has_limit(v.data) || p.routes < v.routes_most);
}

/* One vehicle of type t more, or less (by -1). */
__device__ static inline void vehicle_take(const View &v, Proposal *p, int t, int by) {
  const int now = v.use[t] + by;
  __syncwarp();
  if (v.lane == 0) v.use[t] = now;
  p->uses = true;
  if (t < RUIN_GROUPED) {
    const uint64_t bit = (uint64_t)1 << t;
    p->left = v.used[t] + now < v.data.type[t].count ? p->left | bit : p->left & ~bit;
  }
  __syncwarp();
}

/* Types that have a vehicle left in the base. */
__device__ static inline uint64_t types_left(const View &v) {
  uint64_t left = 0;
  const int most = v.data.types < RUIN_GROUPED ? v.data.types : RUIN_GROUPED;
  for (int first = 0; first < most; first += WARP) {
    const int t = first + v.lane;
    left |= (uint64_t)__ballot_sync(ALL, t < most && v.used[t] < v.data.type[t].count) << first;
  }
  return left;
}

} // namespace ruin

#endif
