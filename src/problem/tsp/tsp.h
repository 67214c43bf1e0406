/* The travelling salesman problem, as TSPLIB has it. A solution is a tour: gene[p] is the city at position p; its
 * cost is the sum of the exact integer distances of the edges, the closing one included. A directed instance's
 * distance from a to b may differ from that from b to a; the tour goes from gene[p] to gene[p + 1]. A path is a tour
 * without its closing edge. */
#ifndef CORDEE_PROBLEM_TSP_TSP_H
#define CORDEE_PROBLEM_TSP_TSP_H

#include <stdbool.h>
#include <stdio.h>
#include "instance.h"
#include "io/lexer.h"
#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- instance ---- */

/* TSPLIB's EDGE_WEIGHT_TYPE; distances are TSPLIB's exact integers in each. */
typedef enum Metric {
  METRIC_EUC_2D,
  METRIC_CEIL_2D,
  METRIC_ATT,
  METRIC_MAN_2D,
  METRIC_MAX_2D,
  METRIC_GEO,
  METRIC_EXPLICIT,
  METRIC_DIRECTED, /* a matrix that is not symmetric: EXPLICIT of TYPE ATSP */
  METRIC_EUC_3D,
  METRIC_CEIL_3D,
  METRIC_MAN_3D,
  METRIC_MAX_3D,
  METRIC_GEOM, /* metres on a sphere, of decimal degrees: not TSPLIB's, but of the national and world instances */
  METRIC_COUNT
} Metric;

/* No distance may be larger: so any 2-opt delta (four distances) fits an int32. Readers refuse larger ones. */
#define DISTANCE_MAX 536870911
/* The same of directed instances: several of them are added where they are made symmetric. */
#define DIRECTED_MAX 67108863

typedef struct TspInstance {
  Instance head; /* n: cities; decimals: 0, but of a matrix that has some */
  Metric metric;
  double *x, *y; /* (n) coordinates as written in the file (GEO: degrees.minutes); NULL with a matrix */
  double *z;     /* (n) of three dimensions; else NULL */
  int32_t *
      matrix; /* (n, n) row-major: EXPLICIT: symmetric, zero diagonal; DIRECTED: DISTANCE_MAX on the diagonal; else NULL */
  int32_t missing;     /* 0; or entries of the matrix that are no edges, MISSING_COST */
  int32_t path;        /* 1: the closing edge is not part of it */
  int32_t from, to;    /* of a path: its first and last city; -1: any */
  int32_t fixed_count; /* edges that every tour has, */
  int32_t *fixed;      /* (fixed_count, 2), directed ones from the first city to the second; NULL: none */
  double scale; /* by which the coordinates were multiplied; 0: by nothing. Of the same kind as names: */
  char *names;  /* of the cities, each ended by a NUL, where the file was read and has them; else NULL */
  struct TspBound *bound; /* what tsp_assignment has found; filled in at its first call */
} TspInstance;

extern const Problem problem_tsp;

/* The instance of this problem that begins at `inst`. */
static inline const TspInstance *tsp_of(const Instance *inst) { return (const TspInstance *)inst; }

/* An instance of that metric and size, the contents of its arrays undefined. *out is owned by the caller (instance_free).
 * ERR_MEMORY. */
Status tsp_alloc(Metric metric, int32_t n, Instance **out);

const char *metric_name(Metric metric); /* "EUC_2D", ... */
static inline bool metric_has_matrix(Metric metric) {
  return metric == METRIC_EXPLICIT || metric == METRIC_DIRECTED;
}
static inline bool metric_on_sphere(Metric metric) { /* of latitudes and longitudes */
  return metric == METRIC_GEO || metric == METRIC_GEOM;
}
static inline bool metric_has_depth(Metric metric) { /* three coordinates */
  return metric >= METRIC_EUC_3D && metric <= METRIC_MAX_3D;
}

/* Is it more than the search for a tour of all cities? */
static inline bool tsp_is_constrained(const TspInstance *tsp) { return tsp->path || tsp->fixed_count; }

/* The cities, and of a path one more, which is between its end and its beginning. */
int32_t tsp_fixed_nodes(const TspInstance *tsp);
/* Edges of these that every tour has: the fixed ones, and those of given ends. edge (fixed_count + 2, 2). How many. */
int32_t tsp_fixed_edges(const TspInstance *tsp, int32_t *edge);
/* Whether a tour can have them all; what every tour has is forgotten. ERR_FORMAT, ERR_USAGE (the ends of a path), ERR_MEMORY. */
Status tsp_fixed_check(const char *place, TspInstance *tsp);

/* A directed matrix that is symmetric becomes one of METRIC_EXPLICIT. */
void tsp_matrix_settle(TspInstance *tsp);

/* Whether distances of a directed matrix are small enough; of others they are. place: for the message, which counts cities from 1. ERR_FORMAT. */
Status tsp_directed_check(const char *place, const TspInstance *tsp);

/* The judge's distance of cities a and b (0-based, < n) by TSPLIB 95, section 2. d(a, a) is 0. */
int64_t judge_distance(const Instance *inst, int32_t a, int32_t b);

/* Problem.judge: tour (n) is a permutation of 0..n-1; the sum of its n edges (n = 1: 0). ERR_FORMAT naming the first city that
 * is repeated or out of range. ERR_MEMORY. Local. */
Status judge_tour(const Instance *inst, const int32_t *tour, int64_t *cost);

/* ---- missing edges ---- */

/* Graphs that lack edges: EDGE_DATA_SECTION, and matrices with entries that are none (--missing).
 *
 * A missing edge has the distance MISSING_COST, more than all edges of a tour together. So a tour's cost is
 * MISSING_COST times the number of missing edges in it, plus the length of the others, and any tour without one costs
 * less than any with one. */

#define MISSING_COST 33554432

/* Pairs of cities, which grow by powers of two. */
typedef struct CityPairs {
  int32_t *city; /* (count, 2) 0-based; free() */
  int32_t count;
} CityPairs;

/* Pairs "a b" of cities to a -1. `what`: "a fixed edge". ERR_FORMAT (place), ERR_MEMORY. */
Status tsplib_read_pairs(Lexer *lx, int32_t n, const char *what, CityPairs *pairs);
/* Lists "a b c ... -1": the neighbours of a; ended by another -1. */
Status tsplib_read_lists(Lexer *lx, int32_t n, CityPairs *pairs);

/* All edges but these are missing: the instance becomes one of a matrix. ERR_MEMORY. */
Status tsp_edges_keep(TspInstance *tsp, const CityPairs *edges);
/* Entries of `least` and more, and negative ones, are missing. Then checks that all others together are less than MISSING_COST. Neither is
 * done of an instance that lacks no edge. ERR_FORMAT: place. */
Status tsp_edges_check(const char *place, TspInstance *tsp);

/* ---- fixed edges ---- */

/* Edges that every tour has: FIXED_EDGES_SECTION, and the ends of a path. */

/* Writes FIXED_EDGES_SECTION, if there are any. */
void tsplib_write_fixed(FILE *out, const TspInstance *tsp);

/* ---- what rounding loses ---- */

/* Instances whose distances lose nearly everything when they are rounded to whole numbers. */

/* What rounding does to the distances of some pairs of places, always the same ones: places k and k + step, for steps that grow. */
typedef struct RoundingSample {
  int32_t pairs, small; /* of different places; of these, with a rounded distance of 0 or 1 */
  double sum;           /* of their distances before rounding */
} RoundingSample;
/* A distance before it is rounded; *rounded: as costs have it. */
typedef double PairLength(const void *places, int64_t a, int64_t b, int64_t *rounded);
RoundingSample rounding_sample(const void *places, int64_t count, PairLength *length);
/* Whether most of them are 0 or 1. */
bool rounding_loses(const RoundingSample *sample);
/* The power of ten, at most `most`, with which three digits of their mean are kept. */
double rounding_scale(const RoundingSample *sample, double most);

/* Problem.advice: if most distances between different places are 0 or 1, says so, and a --scale that helps, a power of ten. A sample of
 * pairs of cities is looked at, always the same. */
void tsp_advice(const Instance *inst, char *text, size_t size);

/* Problem.unrounded and Problem.scattered. Metrics that round up by their definition, or know no fractions (GEO, GEOM), may differ by 1%. */
double tsp_unrounded(const Instance *inst, const int32_t *tour, double *most, const char **help);
bool tsp_scattered(const Instance *inst);

#ifdef __cplusplus
}
#endif
#endif
