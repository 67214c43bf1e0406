/* A part of a chain on the CPU: what it reads, its solution, and the files that change it. */
#ifndef CORDEE_CPU_SISR_SISR_PART_H
#define CORDEE_CPU_SISR_SISR_PART_H

#include <stdbool.h>
#include "solver/sisr/sisr_draw.h"

enum {
  NO_ROUTE = 0xffff,
  NO_SPAN = -(1 << 30), /* of no edge: any bound with it is above BOUND_MOST */
  BOUND_MOST = (1 << 30) - 1,
  LOG_NODES = SISR_REMOVED_MAX + 4 * SISR_STRINGS_MAX + 3 * SISR_REMOVED_MAX,
  LOG_ROUTES = SISR_STRINGS_MAX + SISR_REMOVED_MAX
};

/* A customer's place. */
typedef struct Node {
  uint16_t next, prev, route; /* 0: the depot; NO_ROUTE: removed */
  int32_t before, after;      /* distances to prev and next */
} Node;

typedef struct Route {
  int32_t duration, size; /* duration: only where there is a limit */
  uint16_t first, last;   /* customers next to the depot; 0: it is empty */
} Route;

/* A customer's service, or the depot's. */
typedef struct Visit {
  int32_t ready, due, service;
  int32_t early, late; /* solver/sisr/sisr_kernels.h; of a removed customer they mean nothing */
  uint64_t stamp;      /* of the last proposal that changed them */
} Visit;
typedef struct VisitChange {
  uint16_t node;
  int32_t early, late;
} VisitChange;

/* What a part reads of the instance, by its own numbers. */
typedef struct Tables {
  int32_t m;       /* customers; 0: there are no tables */
  int32_t *demand; /* (m + 1) */
  uint16_t *near;  /* (m + 1, SISR_NEAR) neighbours, the best first; 0: no more */
  int32_t *nearby; /* (m + 1, SISR_NEAR) distances of these */
  int32_t
      *outside; /* (m + 1) to the depot, and to the nearest customer who is no neighbour, together at least */
  uint16_t
      *column; /* (m + 1) in `distance`, and row: those near each other are side by side; 0: the depot's */
  int32_t *distance; /* (m + 1, m + 1) */
} Tables;

typedef struct Part {
  SisrPart head;
  const RouteData *data;
  uint32_t chain; /* over the whole ring */
  uint64_t seed;
  int64_t route_cost;
  int32_t m; /* customers */
  int32_t slots;
  const int32_t *id;   /* (m + 1) the instance's number of each */
  uint32_t *packed;    /* (m + 1) scratch: links as solver/sisr/sisr_numbers.h has them */
  const Tables *table; /* its own, or that of all parts that are the whole instance */
  bool timed;          /* there is a limit on durations */
  int32_t shortcut;    /* an insertion shortens a route by so much at most; < 0: not known */
  /* The solution. */
  Node *node;        /* (m + 1) that of the depot means nothing */
  int32_t *reach;    /* (m + 1) the longer of its two edges; NO_SPAN: removed, or the depot */
  Route *route;      /* (slots) size 0: empty */
  int32_t *load;     /* (SISR_SLOTS_MAX) of routes */
  int32_t *span;     /* (SISR_SLOTS_MAX) the longer of its edges at the depot; NO_SPAN: it is empty */
  int32_t routes;    /* that are not empty */
  Visit *visit;      /* (m + 1) NULL: no time windows */
  VisitChange *past; /* (m + 1) what the proposal changed there */
  int32_t visits;    /* so many of them */
  uint64_t stamp;    /* of the proposal */
  int64_t cost, kept_cost;
  Node *kept; /* (m + 1) */
  uint32_t *mark,
      marks; /* (m + 1 + SISR_SLOTS_MAX) of nodes and slots that a proposal has noted, and the last mark */
  bool kept_is_now;
} Part;

typedef struct NodeChange {
  uint16_t id;
  Node node;
} NodeChange;
typedef struct RouteChange {
  uint16_t slot;
  Route route;
  int32_t load;
} RouteChange;

/* What a proposal writes, and what was there. */
typedef struct Proposal {
  int64_t delta;
  int32_t removed, nodes, slots, routes; /* routes: of the part, after it */
  bool opens;                            /* a new route */
  int64_t limit;                         /* the greatest delta that is accepted */
  uint16_t customer[SISR_REMOVED_MAX];
  NodeChange node[LOG_NODES];
  RouteChange slot[LOG_ROUTES];
} Proposal;

struct SearchOps;

/* The words of a proposal's lanes, x, y, z, w. */
typedef struct Words {
  uint32_t of[4][SISR_NEAR];
  int32_t lanes; /* that are drawn: half of them, or all */
  const struct SearchOps *ops;
  const struct Part *part;
  uint64_t seed, number;
  uint32_t purpose;
} Words;

/* search.c: words of half of the lanes, and of the others unless they are drawn. */
void words_begin(const struct SearchOps *ops, const struct Part *part, uint64_t seed, uint32_t purpose,
                 uint64_t number, Words *out);
void words_more(Words *words);

/* Distances of a by columns. */
static inline const int32_t *part_row(const Part *part, int32_t a) {
  return part->table->distance + (size_t)part->table->column[a] * (size_t)(part->m + 1);
}
static inline int32_t part_distance(const Part *part, int32_t a, int32_t b) {
  return part_row(part, a)[part->table->column[b]];
}

/* What an edge, and an emptied slot, change in `reach` and `span`. */
static inline void part_reach(Part *part, uint16_t v) {
  const Node *const node = &part->node[v];
  part->reach[v] = node->before > node->after ? node->before : node->after;
}
static inline void part_span(Part *part, uint16_t slot) {
  const Route *const route = &part->route[slot];
  const int32_t begin = part->node[route->first].before, end = part->node[route->last].after;
  if (!route->size)
    part->span[slot] = NO_SPAN;
  else if (begin > end)
    part->span[slot] = begin;
  else
    part->span[slot] = end;
}

/* Links a to b, at distance d, in a route; 0: the depot. */
void part_link(Part *part, Route *route, uint16_t a, uint16_t b, int32_t d);
void proposal_note(const Part *part, Proposal *p, uint16_t node);
void proposal_note_route(const Part *part, Proposal *p, uint16_t slot);

/* ruin.c: removes strings as the words say. False: a route is late, or lasts too long. */
bool part_ruin(Part *part, const Words *round, Words *words, Proposal *p);
/* recreate.c: inserts what is removed. False: one has no place, or the delta is above the limit. */
bool part_recreate(Part *part, const struct SearchOps *ops, Words *words, Proposal *p);

/* Proposals of rounds first..first + rounds - 1. */
void part_rounds(Part *part, const struct SearchOps *ops, uint64_t seed, int32_t width, float temperature,
                 uint64_t first, uint32_t rounds);
/* Slots, loads and lengths of links whose `next` and `prev` are set; the routes in the order of their least customers. */
void part_number(Part *part);

#endif
