/* A part of a chain on the CPU: what it reads, its solution, and the files that change it. */
#ifndef CORDEE_CPU_SISR_SISR_PART_H
#define CORDEE_CPU_SISR_SISR_PART_H

#include <stdbool.h>
#include "solver/sisr/sisr_draw.h"

enum {
  NO_ROUTE = 0xffff,
  LOG_NODES = SISR_REMOVED_MAX + 4 * SISR_STRINGS_MAX + 3 * SISR_REMOVED_MAX,
  LOG_ROUTES = SISR_STRINGS_MAX + SISR_REMOVED_MAX
};

/* A customer's place. */
typedef struct Link {
  uint16_t next, prev, route; /* 0: the depot; NO_ROUTE: removed */
} Link;

typedef struct Route {
  int32_t load, duration, size;
  uint16_t first, last; /* customers next to the depot */
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

typedef struct Part {
  SisrPart head;
  const RouteData *data;
  uint32_t chain; /* over the whole ring */
  int64_t route_cost;
  int32_t m; /* customers */
  int32_t slots;
  const int32_t *id; /* (m + 1) the instance's number of each */
  uint32_t *packed;  /* (m + 1) scratch: links as solver/sisr/sisr_numbers.h has them */
  int32_t *demand;   /* (m + 1) */
  uint16_t *near;    /* (m + 1, SISR_NEAR) nearest first; 0: no more */
  int32_t *distance; /* (m + 1, m + 1) */
  /* The solution. */
  Link *link;        /* (m + 1) that of the depot means nothing */
  int32_t *before;   /* (m + 1) distance of the link to prev */
  int32_t *after;    /* (m + 1) and to next */
  Route *route;      /* (slots) size 0: empty */
  int32_t routes;    /* that are not empty */
  Visit *visit;      /* (m + 1) NULL: no time windows */
  VisitChange *past; /* (m + 1) what the proposal changed there */
  int32_t visits;    /* so many of them */
  uint64_t stamp;    /* of the proposal */
  int64_t cost, kept_cost;
  Link *kept; /* (m + 1) */
  bool kept_is_now;
} Part;

typedef struct NodeChange {
  uint16_t node;
  Link link;
  int32_t before, after;
} NodeChange;
typedef struct RouteChange {
  uint16_t slot;
  Route route;
} RouteChange;

/* What a proposal writes, and what was there. */
typedef struct Proposal {
  int64_t delta;
  int32_t removed, nodes, slots, routes; /* routes: of the part, after it */
  bool opens;                            /* a new route */
  uint16_t customer[SISR_REMOVED_MAX];
  NodeChange node[LOG_NODES];
  RouteChange slot[LOG_ROUTES];
} Proposal;

/* The words of a proposal's lanes, x, y, z, w. */
typedef struct Words {
  uint32_t of[4][SISR_NEAR];
} Words;

static inline int32_t part_distance(const Part *part, int32_t a, int32_t b) {
  return part->distance[(size_t)a * (size_t)(part->m + 1) + (size_t)b];
}

void words_draw(uint64_t seed, uint32_t purpose, const Part *part, uint64_t p, Words *out);
/* Links a to b in the route of a slot; 0: the depot. */
void part_link(Part *part, Route *route, uint16_t a, uint16_t b);
void proposal_note(const Part *part, Proposal *p, uint16_t node);
void proposal_note_route(const Part *part, Proposal *p, uint16_t slot);

/* ruin.c: removes strings as the words say. False: a route is late, or lasts too long. */
bool part_ruin(Part *part, const Words *round, const Words *words, Proposal *p);
/* recreate.c: inserts what is removed. False: one has no place. */
bool part_recreate(Part *part, const Words *words, Proposal *p);

/* schedule.c: only where there are time windows. Is there time for c between prev and next? row: distances from c. */
bool schedule_keeps(const Part *part, const int32_t *row, uint16_t prev, uint16_t c, uint16_t next);
/* Times of a slot's route from its links. False: it is late. */
bool schedule_route(Part *part, uint16_t slot);
/* The same of all routes that a proposal has noted. */
bool schedule_routes(Part *part, const Proposal *p);
/* After c was linked, where it keeps windows. */
void schedule_insert(Part *part, uint16_t c);
/* Times as they were before the proposal. */
void schedule_undo(Part *part);
/* Windows, and times of all routes. */
void schedule_set(Part *part);

/* Proposals of rounds first..first + rounds - 1. */
void part_rounds(Part *part, uint64_t seed, int32_t width, float temperature, uint64_t first,
                 uint32_t rounds);
/* Slots, loads and lengths of links whose `next` and `prev` are set; the routes in the order of their least customers. */
void part_number(Part *part);

#endif
