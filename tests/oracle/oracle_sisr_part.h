/* Inside the oracle of slack induction by string removals: solutions as arrays of routes (oracle_sisr_part.c), proposals (oracle_sisr.c). */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_SISR_PART_H
#define CORDEE_TESTS_ORACLE_ORACLE_SISR_PART_H

#include "oracle_sisr.h"
#include "problem/cvrp/cvrp.h"

enum { ORACLE_NEAR = 32 };

/* Customers have numbers 1..m within the part, in the order of their numbers; 0: the depot. */
typedef struct OraclePart {
  const OracleSisr *head;
  const CvrpInstance *cvrp;
  int32_t m, slots;
  int32_t *id;       /* (m + 1) their numbers in the instance */
  int64_t *distance; /* (m + 1, m + 1) */
  int32_t *near;     /* (m + 1, ORACLE_NEAR) neighbours, the best first; 0: no more */
} OraclePart;

typedef struct OracleRoutes {
  int32_t *size; /* (slots) 0: empty */
  int32_t *stop; /* (slots, m) */
} OracleRoutes;

void oracle_part_make(const OracleSisr *head, const int32_t *gene, OraclePart *out);
void oracle_part_free(OraclePart *part);
static inline int64_t oracle_part_distance(const OraclePart *part, int32_t a, int32_t b) {
  return part->distance[(size_t)a * (size_t)(part->m + 1) + (size_t)b];
}

void oracle_routes_make(const OraclePart *part, OracleRoutes *out);
void oracle_routes_free(OracleRoutes *routes);
void oracle_routes_copy(const OraclePart *part, const OracleRoutes *from, OracleRoutes *to);
static inline int32_t *oracle_route(const OraclePart *part, const OracleRoutes *routes, int32_t slot) {
  return routes->stop + (size_t)slot * (size_t)part->m;
}
/* From genes, and back; routes in the order of their least customers. */
void oracle_routes_read(const OraclePart *part, const int32_t *gene, OracleRoutes *out);
void oracle_routes_write(const OraclePart *part, const OracleRoutes *routes, int32_t *gene);
int32_t oracle_routes_count(const OraclePart *part, const OracleRoutes *routes);
int64_t oracle_routes_cost(const OraclePart *part, const OracleRoutes *routes);
/* Has any customer another one before or after it? */
bool oracle_routes_differ(const OraclePart *part, const OracleRoutes *a, const OracleRoutes *b);
/* Whether a route keeps its limits: load, and duration or windows. */
bool oracle_route_keeps(const OraclePart *part, const int32_t *stop, int32_t size);

#endif
