/* See generate_directed.h: the classes whose arcs follow from two cities alone. generate_closure.c has tmat, generate_coin.c has coin. */
#include "generate_directed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "generate_cities.h"
#include "halt.h"
#include "rng.h"
#include "tsp.h"

enum { MACHINES = 50, TASK_MOST = 1000, STRING_BITS = 20, LOCALITY = 10, SEEK_RATE = 10 };

Status directed_alloc(const char *kind, int32_t n, uint64_t seed, Instance **out) {
  if (n < 1) FAIL(ERR_USAGE, "an instance has at least 1 city, not %d", n);
  TRY(tsp_alloc(METRIC_DIRECTED, n, out));
  snprintf((*out)->name, sizeof(*out)->name, "%s-%d-%llu", kind, n, (unsigned long long)seed);
  snprintf((*out)->comment, sizeof(*out)->comment, "%s, %d cities, seed %llu (cordee generate)", kind, n,
           (unsigned long long)seed);
  return OK;
}

Status directed_end(Instance *inst, Instance **out) {
  TspInstance *tsp = (TspInstance *)inst;
  const size_t n = (size_t)inst->n;
  const Status status = halt_after("the making of arcs");
  if (status != OK) {
    instance_free(inst);
    return status;
  }
  for (size_t a = 0; a < n; a++) tsp->matrix[a * n + a] = DISTANCE_MAX;
  tsp_matrix_settle(tsp);
  inst->digest = instance_digest(inst);
  *out = inst;
  return OK;
}

/* A city's numbers: places, lengths, bits. */
typedef struct Site {
  double x, y, to_x, to_y;      /* where it is entered and left */
  uint32_t bits;                /* a string */
  int32_t before[MACHINES + 1]; /* the time of a task on all machines before the m-th */
} Site;

static RngStream city_stream(uint64_t seed, int32_t city) {
  return (RngStream){.seed = seed, .individual = (uint32_t)city, .purpose = RNG_CITY};
}

typedef void SiteMake(RngStream s, int32_t n, Site *site);
typedef int32_t Arc(const Site *from, const Site *to);

static Status sites_make(SiteMake *make, int32_t n, uint64_t seed, Site **out) {
  Site *site = malloc((size_t)n * sizeof *site);
  if (!site) FAIL(ERR_MEMORY, "no memory for %d cities", n);
  for (int32_t c = 0; c < n && !halt_poll(); c++) make(city_stream(seed, c), n, &site[c]);
  *out = site;
  return OK;
}

static Status make_by_sites(const char *kind, SiteMake *make, Arc *arc, int32_t n, uint64_t seed,
                            Instance **out) {
  Instance *inst;
  Site *site = NULL;
  TRY(directed_alloc(kind, n, seed, &inst));
  const Status status = sites_make(make, n, seed, &site);
  if (status != OK) {
    instance_free(inst);
    return status;
  }
#pragma omp parallel for schedule(dynamic, 16)
  for (int32_t a = 0; a < n; a++)
    for (int32_t b = 0; b < n && !halt_poll(); b++)
      tsp_of(inst)->matrix[(size_t)a * (size_t)n + (size_t)b] = arc(&site[a], &site[b]);
  free(site);
  return directed_end(inst, out);
}

Status generate_amat(int32_t n, uint64_t seed, Instance **out) {
  Instance *inst;
  TRY(directed_alloc("amat", n, seed, &inst));
#pragma omp parallel for schedule(dynamic, 16)
  for (int32_t a = 0; a < n; a++)
    for (int32_t b = 0; b < n && !halt_poll(); b++) {
      RngStream s = city_stream(seed, a);
      s.island = (uint32_t)b;
      tsp_of(inst)->matrix[(size_t)a * (size_t)n + (size_t)b] = (int32_t)rng_below(s, 0, GENERATE_SIDE + 1);
    }
  return directed_end(inst, out);
}

/* ---- no-wait flow shops ---- */

static void shop_site(RngStream s, int32_t n, Site *site) {
  (void)n;
  site->before[0] = 0;
  for (uint32_t m = 0; m < MACHINES; m++)
    site->before[m + 1] = site->before[m] + (int32_t)rng_below(s, m, TASK_MOST + 1);
}

/* How much later than its predecessor a task ends at least: on no machine it may begin before that has ended. */
static int32_t shop_arc(const Site *from, const Site *to) {
  int32_t late = 0;
  for (int m = 0; m < MACHINES; m++) {
    const int32_t start = from->before[m + 1] - to->before[m];
    late = start > late ? start : late;
  }
  return late + to->before[MACHINES] - from->before[MACHINES];
}

Status generate_shop(int32_t n, uint64_t seed, Instance **out) {
  return make_by_sites("shop", shop_site, shop_arc, n, seed, out);
}

/* ---- superstrings ---- */

static void super_site(RngStream s, int32_t n, Site *site) {
  (void)n;
  site->bits = rng_below(s, 0, 1u << STRING_BITS);
}

/* The letters of `to` that are behind the longest end of `from` that it begins with. */
static int32_t super_arc(const Site *from, const Site *to) {
  int32_t more = 0;
  while ((from->bits & ((1u << (STRING_BITS - more)) - 1)) != to->bits >> more) more++;
  return more;
}

Status generate_super(int32_t n, uint64_t seed, Instance **out) {
  return make_by_sites("super", super_site, super_arc, n, seed, out);
}

/* ---- stacker cranes, disks ---- */

static void place_draw(RngStream s, Site *site) {
  site->x = rng_below(s, 0, GENERATE_SIDE);
  site->y = rng_below(s, 1, GENERATE_SIDE);
}

/* Loads are left near where they are taken up, as near as about LOCALITY other ones. */
static void crane_site(RngStream s, int32_t n, Site *site) {
  const uint32_t reach = (uint32_t)(GENERATE_SIDE * sqrt((double)LOCALITY / n));
  place_draw(s, site);
  site->to_x = site->x + rng_below(s, 2, 2 * reach + 1) - reach;
  site->to_y = site->y + rng_below(s, 3, 2 * reach + 1) - reach;
}

static int32_t crane_arc(const Site *from, const Site *to) {
  const double dx = from->to_x - to->x, dy = from->to_y - to->y;
  return (int32_t)(sqrt(dx * dx + dy * dy) + 0.5);
}

Status generate_crane(int32_t n, uint64_t seed, Instance **out) {
  return make_by_sites("crane", crane_site, crane_arc, n, seed, out);
}

/* A file on track y, from x on, around the disk. */
static void disk_site(RngStream s, int32_t n, Site *site) {
  place_draw(s, site);
  site->to_x =
      fmod(site->x + rng_below(s, 2, (uint32_t)((double)LOCALITY * GENERATE_SIDE / n) + 1), GENERATE_SIDE);
  site->to_y = site->y;
}

/* The head moves to the track while the disk turns, then waits for the file's beginning. */
static int32_t disk_arc(const Site *from, const Site *to) {
  const double seek = SEEK_RATE * fabs(from->to_y - to->y);
  const double wait = fmod(to->x - fmod(from->to_x + seek, GENERATE_SIDE) + GENERATE_SIDE, GENERATE_SIDE);
  return (int32_t)(seek + wait);
}

Status generate_disk(int32_t n, uint64_t seed, Instance **out) {
  return make_by_sites("disk", disk_site, disk_arc, n, seed, out);
}

/* ---- drills on a tilted plane ---- */

static void plane_site(RngStream s, int32_t n, Site *site) {
  (void)n;
  place_draw(s, site);
}

/* Both motors at once; upwards is slower. */
static int32_t stilt_arc(const Site *from, const Site *to) {
  const double across = 2 * fabs(from->x - to->x), up = to->y - from->y, along = up > 0 ? 4 * up : -up;
  return (int32_t)fmax(across, along);
}

/* One motor after the other; downwards is for nothing. */
static int32_t rtilt_arc(const Site *from, const Site *to) {
  const double up = to->y - from->y;
  return (int32_t)(fabs(from->x - to->x) + (up > 0 ? 2 * up : 0));
}

Status generate_stilt(int32_t n, uint64_t seed, Instance **out) {
  return make_by_sites("stilt", plane_site, stilt_arc, n, seed, out);
}

Status generate_rtilt(int32_t n, uint64_t seed, Instance **out) {
  return make_by_sites("rtilt", plane_site, rtilt_arc, n, seed, out);
}

/* The same plane without a tilt: a symmetric instance, by coordinates. */
Status generate_rect(int32_t n, uint64_t seed, Instance **out) {
  char name[64], comment[160];
  snprintf(name, sizeof name, "rect-%d-%llu", n, (unsigned long long)seed);
  snprintf(comment, sizeof comment, "rect, %d cities, seed %llu (cordee generate)", n,
           (unsigned long long)seed);
  TRY(cities_alloc(n, name, comment, out));
  TspInstance *tsp = (TspInstance *)*out;
  tsp->metric = METRIC_MAN_2D;
  for (int32_t c = 0; c < n && !halt_poll(); c++) {
    Site site;
    place_draw(city_stream(seed, c), &site);
    tsp->x[c] = site.x;
    tsp->y[c] = site.y;
  }
  tsp->head.digest = instance_digest(&tsp->head);
  return OK;
}
