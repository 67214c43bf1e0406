/* The judge: see tsp.h. TSPLIB 95 (Reinelt), section 2, as in the text and for one pair at a time. It is slow,
 * and deliberately has no line in common with metric.h, whose errors it has to find. */
#include "tsp.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct City {
  double x, y, z; /* z: 0 in the plane */
} City;

static int64_t nearest(double value) { return (int64_t)(value + 0.5); }

static double euclid(City a, City b) {
  double xd = a.x - b.x, yd = a.y - b.y;
  return sqrt(xd * xd + yd * yd);
}

static int64_t distance_euc_2d(City a, City b) { return nearest(euclid(a, b)); }
static int64_t distance_ceil_2d(City a, City b) { return (int64_t)ceil(euclid(a, b)); }
static int64_t distance_man_2d(City a, City b) { return nearest(fabs(a.x - b.x) + fabs(a.y - b.y)); }

static int64_t distance_max_2d(City a, City b) {
  int64_t xd = nearest(fabs(a.x - b.x)), yd = nearest(fabs(a.y - b.y));
  return xd > yd ? xd : yd;
}

/* The pseudo-Euclidean distance of att48 and att532. */
static int64_t distance_att(City a, City b) {
  double xd = a.x - b.x, yd = a.y - b.y, rij = sqrt((xd * xd + yd * yd) / 10.0);
  int64_t tij = nearest(rij);
  return (double)tij < rij ? tij + 1 : tij;
}

/* Converts degrees.minutes to radians. PI is TSPLIB's, and so is the truncation (its text says nint, but its
 * optima need truncation). */
static double radians(double coordinate) {
  const double PI = 3.141592;
  double degrees = (double)(int)coordinate, minutes = coordinate - degrees;
  return PI * (degrees + 5.0 * minutes / 3.0) / 180.0;
}

static int64_t distance_geo(City a, City b) {
  const double RRR = 6378.388;
  double q1 = cos(radians(a.y) - radians(b.y));
  double q2 = cos(radians(a.x) - radians(b.x));
  double q3 = cos(radians(a.x) + radians(b.x));
  return (int64_t)(RRR * acos(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)) + 1.0);
}

static double euclid_3d(City a, City b) {
  double xd = a.x - b.x, yd = a.y - b.y, zd = a.z - b.z;
  return sqrt(xd * xd + yd * yd + zd * zd);
}

static int64_t distance_euc_3d(City a, City b) { return nearest(euclid_3d(a, b)); }
static int64_t distance_ceil_3d(City a, City b) { return (int64_t)ceil(euclid_3d(a, b)); }

static int64_t distance_man_3d(City a, City b) {
  double xd = fabs(a.x - b.x), yd = fabs(a.y - b.y), zd = fabs(a.z - b.z);
  return nearest(xd + yd + zd);
}

static int64_t distance_max_3d(City a, City b) {
  int64_t zd = nearest(fabs(a.z - b.z)), flat = distance_max_2d(a, b);
  return zd > flat ? zd : flat;
}

/* Not in TSPLIB: the distance of Concorde's GEOM, on a sphere of RRR metres, of the city that is first in the file to the other. */
static int64_t distance_geom(City a, City b) {
  const double RRR = 6378388.0, degrees = 180.0;
  double lati = M_PI * a.x / degrees, latj = M_PI * b.x / degrees;
  double longi = M_PI * a.y / degrees, longj = M_PI * b.y / degrees;
  double q1 = cos(latj) * sin(longi - longj);
  double q3 = sin((longi - longj) / 2.0), q4 = cos((longi - longj) / 2.0);
  double q2 = sin(lati + latj) * q3 * q3 - sin(lati - latj) * q4 * q4;
  double q5 = cos(lati - latj) * q4 * q4 - cos(lati + latj) * q3 * q3;
  return (int64_t)(RRR * atan2(sqrt(q1 * q1 + q2 * q2), q5) + 1.0);
}

static City city_of(const Instance *inst, int32_t c) {
  const TspInstance *tsp = tsp_of(inst);
  return (City){tsp->x[c], tsp->y[c], tsp->z ? tsp->z[c] : 0};
}

int64_t judge_distance(const Instance *inst, int32_t a, int32_t b) {
  static int64_t (*const distance[METRIC_COUNT])(City, City) = {
      [METRIC_EUC_2D] = distance_euc_2d, [METRIC_CEIL_2D] = distance_ceil_2d,
      [METRIC_ATT] = distance_att,       [METRIC_MAN_2D] = distance_man_2d,
      [METRIC_MAX_2D] = distance_max_2d, [METRIC_GEO] = distance_geo,
      [METRIC_EUC_3D] = distance_euc_3d, [METRIC_CEIL_3D] = distance_ceil_3d,
      [METRIC_MAN_3D] = distance_man_3d, [METRIC_MAX_3D] = distance_max_3d,
      [METRIC_GEOM] = distance_geom};
  if (a == b) return 0;
  if (tsp_of(inst)->matrix) return tsp_of(inst)->matrix[(size_t)a * (size_t)inst->n + (size_t)b];
  return distance[tsp_of(inst)->metric](city_of(inst, a < b ? a : b), city_of(inst, a < b ? b : a));
}

/* A bit a city in visits[]: for a million cities the bits fit in the caches, bytes would not. */
static Status check_visits(int32_t n, const int32_t *tour, uint8_t *visits) {
  for (int32_t p = 0; p < n; p++) {
    const int32_t city = tour[p];
    if (city < 0 || city >= n)
      FAIL(ERR_FORMAT, "the tour has city %lld at position %d, expected one from 1 to %d", city + 1LL, p + 1,
           n);
    if (visits[city / 8] >> city % 8 & 1)
      FAIL(ERR_FORMAT, "the tour visits city %d again at position %d", city + 1, p + 1);
    visits[city / 8] |= (uint8_t)(1 << city % 8);
  }
  return OK;
}

/* The ends of a path. */
static Status check_ends(const TspInstance *tsp, const int32_t *tour) {
  const int32_t first = tour[0], last = tour[tsp->head.n - 1];
  if (tsp->path && tsp->from >= 0 && first != tsp->from)
    FAIL(ERR_FORMAT, "the path begins at city %d, expected %d", first + 1, tsp->from + 1);
  if (tsp->path && tsp->to >= 0 && last != tsp->to)
    FAIL(ERR_FORMAT, "the path ends at city %d, expected %d", last + 1, tsp->to + 1);
  return OK;
}

/* Every fixed edge joins two cities that follow each other; in a directed tour the second the first. */
static Status check_fixed(const TspInstance *tsp, const int32_t *tour) {
  const int32_t n = tsp->head.n;
  if (!tsp->fixed_count) return OK;
  int32_t *place = malloc(sizeof *place * (size_t)n);
  if (!place) FAIL(ERR_MEMORY, "no memory to judge a tour of %d cities", n);
  for (int32_t p = 0; p < n; p++) place[tour[p]] = p;
  int32_t broken = -1;
  for (int32_t k = 0; k < tsp->fixed_count && broken < 0; k++) {
    const int32_t a = place[tsp->fixed[2 * k]], b = place[tsp->fixed[2 * k + 1]];
    const bool follows = a + 1 == b || (!tsp->path && a == n - 1 && b == 0);
    const bool precedes = b + 1 == a || (!tsp->path && b == n - 1 && a == 0);
    if (!follows && (tsp->metric == METRIC_DIRECTED || !precedes)) broken = k;
  }
  free(place);
  if (broken < 0) return OK;
  FAIL(ERR_FORMAT, "the tour lacks the fixed edge %d %d", tsp->fixed[2 * broken] + 1,
       tsp->fixed[2 * broken + 1] + 1);
}

Status judge_tour(const Instance *inst, const int32_t *tour, int64_t *cost) {
  const int32_t n = inst->n;
  uint8_t *visits = calloc((size_t)n / 8 + 1, 1);
  if (!visits) FAIL(ERR_MEMORY, "no memory to judge a tour of %d cities", n);
  Status status = check_visits(n, tour, visits);
  free(visits);
  TRY(status); /* n visits in range, none twice, so none is missing */
  TRY(check_ends(tsp_of(inst), tour));
  TRY(check_fixed(tsp_of(inst), tour));
  const int32_t edges = tsp_of(inst)->path ? n - 1 : n;
  int64_t sum = 0;
#pragma omp parallel for reduction(+ : sum) if (n > 100000) /* consecutive cities are far from each other in memory */
  for (int32_t p = 0; p < edges; p++) sum += judge_distance(inst, tour[p], tour[p + 1 < n ? p + 1 : 0]);
  *cost = sum;
  return OK;
}
