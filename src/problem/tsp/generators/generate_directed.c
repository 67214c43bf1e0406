/* Seeded directed instances: classes whose arcs follow from two cities alone, shortest paths (tmat), pay phones (coin). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "problem/tsp/tsp.h"
#include "rng.h"
#include "tsp_generate.h"

/* ---- classes of two cities ---- */

enum { MACHINES = 50, TASK_MOST = 1000, STRING_BITS = 20, LOCALITY = 10, SEEK_RATE = 10 };

/* For these: an instance of that kind whose matrix is undefined; and its end: the diagonal, symmetry, the digest. */
static Status directed_alloc(const char *kind, int32_t n, uint64_t seed, Instance **out) {
  if (n < 1) FAIL(ERR_USAGE, "an instance has at least 1 city, not %d", n);
  TRY(tsp_alloc(METRIC_DIRECTED, n, out));
  snprintf((*out)->name, sizeof(*out)->name, "%s-%d-%llu", kind, n, (unsigned long long)seed);
  snprintf((*out)->comment, sizeof(*out)->comment, "%s, %d cities, seed %llu (cordee generate)", kind, n,
           (unsigned long long)seed);
  return OK;
}

/* For these: an instance of that kind whose matrix is undefined; and its end: the diagonal, symmetry, the digest. */
static Status directed_end(Instance *inst, Instance **out) {
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

/* ---- shortest paths ---- */

/* Tmat, the lengths of shortest paths among the arcs of amat, by Dijkstra's algorithm from every city.
 *
 * Shortest paths among random arcs are short: about 3 ln n / n of the longest arc (Janson 1999). So arcs beyond a
 * limit are left out. If no path that is found is longer than the limit, none with a longer arc is shorter; else the
 * limit doubles. */

typedef struct Near { /* arcs of at most `limit`, city after city */
  int32_t n, limit;
  size_t *first; /* (n + 1) */
  int32_t *city, *length;
} Near;

static void near_free(Near *w) {
  free(w->first);
  free(w->city);
  free(w->length);
}

static Status near_make(const int32_t *matrix, int32_t n, int32_t limit, Near *w) {
  size_t arcs = 0;
  for (size_t k = 0; k < (size_t)n * (size_t)n; k++) arcs += matrix[k] <= limit;
  *w = (Near){.n = n, .limit = limit, .first = malloc(((size_t)n + 1) * sizeof *w->first)};
  w->city = malloc((arcs + 1) * sizeof *w->city);
  w->length = malloc((arcs + 1) * sizeof *w->length);
  if (!w->first || !w->city || !w->length) {
    near_free(w);
    FAIL(ERR_MEMORY, "no memory for the arcs of %d cities", n);
  }
  size_t count = 0;
  for (int32_t a = 0; a < n; a++) {
    w->first[a] = count;
    for (int32_t b = 0; b < n; b++) {
      const int32_t d = matrix[(size_t)a * (size_t)n + (size_t)b];
      if (d <= limit) {
        w->city[count] = b;
        w->length[count++] = d;
      }
    }
  }
  w->first[n] = count;
  return OK;
}

/* A heap of cities by distance. */
typedef struct Heap {
  int32_t count;
  int32_t *city, *place; /* (n) each; place -1: not in the heap */
  int32_t *distance;     /* (n) of each city */
} Heap;

static void heap_put(Heap *h, int32_t at, int32_t city) {
  h->city[at] = city;
  h->place[city] = at;
}

static void heap_rise(Heap *h, int32_t at, int32_t city) {
  for (int32_t up; at > 0 && h->distance[h->city[up = (at - 1) / 2]] > h->distance[city]; at = up)
    heap_put(h, at, h->city[up]);
  heap_put(h, at, city);
}

static int32_t heap_take(Heap *h) {
  const int32_t top = h->city[0], last = h->city[--h->count];
  int32_t at = 0;
  for (int32_t down; (down = 2 * at + 1) < h->count; at = down) {
    if (down + 1 < h->count && h->distance[h->city[down + 1]] < h->distance[h->city[down]]) down++;
    if (h->distance[h->city[down]] >= h->distance[last]) break;
    heap_put(h, at, h->city[down]);
  }
  if (h->count) heap_put(h, at, last);
  h->place[top] = -1;
  return top;
}

/* h->distance is the row of city a in the closure. Returns its largest entry; INT32_MAX: not all were reached. */
static int32_t row_find(const Near *w, Heap *h, int32_t a) {
  int32_t most = 0, reached = 0;
  for (int32_t c = 0; c < w->n; c++) {
    h->distance[c] = INT32_MAX;
    h->place[c] = -1;
  }
  h->distance[a] = 0;
  h->count = 1;
  heap_put(h, 0, a);
  while (h->count) {
    const int32_t from = heap_take(h);
    most = h->distance[from];
    reached++;
    for (size_t k = w->first[from]; k < w->first[from + 1]; k++) {
      const int32_t to = w->city[k], d = most + w->length[k];
      if (d >= h->distance[to]) continue;
      h->distance[to] = d;
      heap_rise(h, h->place[to] < 0 ? h->count++ : h->place[to], to);
    }
  }
  return reached == w->n ? most : INT32_MAX;
}

static Status closure_rows(const Near *w, int32_t *matrix, int32_t *most) {
  const size_t n = (size_t)w->n;
  Status status = OK;
  int32_t longest = 0;
#pragma omp parallel reduction(max : longest)
  {
    Heap h = {.city = malloc(n * sizeof(int32_t)), .place = malloc(n * sizeof(int32_t))};
#pragma omp for schedule(dynamic, 4)
    for (int32_t a = 0; a < w->n; a++) {
      if (!h.city || !h.place || halt_due()) continue;
      h.distance = matrix + (size_t)a * n;
      const int32_t row = row_find(w, &h, a);
      longest = row > longest ? row : longest;
    }
    if (!h.city || !h.place) {
#pragma omp atomic write
      status = ERR_MEMORY;
    }
    free(h.city);
    free(h.place);
  }
  *most = longest;
  return status == OK ? halt_after("shortest paths")
                      : status_fail(status, "no memory for paths of %d cities", w->n);
}

/* Arcs up to the limit, and the closure by them. */
static Status closure_try(const int32_t *arcs, int32_t n, int32_t limit, int32_t *matrix, int32_t *most) {
  Near w;
  TRY(near_make(arcs, n, limit, &w));
  const Status status = closure_rows(&w, matrix, most);
  near_free(&w);
  return status;
}

Status generate_tmat(int32_t n, uint64_t seed, Instance **out) {
  Instance *arcs, *inst;
  TRY(generate_amat(n, seed, &arcs));
  Status status = directed_alloc("tmat", n, seed, &inst);
  if (status != OK) {
    instance_free(arcs);
    return status;
  }
  int32_t most = INT32_MAX, whole = 0;
  for (double limit = 4.0 * GENERATE_SIDE * (log(n) + 2) / n; status == OK && most > whole; limit *= 2) {
    whole = limit < GENERATE_SIDE ? (int32_t)limit : GENERATE_SIDE; /* with all arcs no path is longer */
    status = closure_try(tsp_of(arcs)->matrix, n, whole, tsp_of(inst)->matrix, &most);
  }
  instance_free(arcs);
  if (status != OK) {
    instance_free(inst);
    return status;
  }
  return directed_end(inst, out);
}

/* ---- pay phones ---- */

/* Coin, the collection of money from pay phones in a city of k x k blocks.
 *
 * Cars keep to the right, so a phone is reached in one direction only, and they may turn left or right or go straight
 * on at every corner, but never back. The distance of two phones is the shortest such drive. Streets go on beyond the
 * last blocks. */

enum { BLOCK = 1000, REACH = 4, SPAN = 2 * REACH + 1, BLOCKS_ROOT = 10 };

/* The side of a street: from corner (x, y) one block in direction `way` (0: east, 1: south, 2: west, 3: north; clockwise, y grows to
 * the south). */
typedef struct Phone {
  int32_t x, y, way, at; /* at: from the corner, below BLOCK */
} Phone;

static const int32_t step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};

/* Blocks from a corner, arrived at in direction `in`, to another one, left in direction `out`: by the offset of the corners. */
typedef struct Drives {
  int32_t blocks[4][SPAN][SPAN][4];
} Drives;

/* Blocks to every corner near by and direction of arrival there: relaxed until nothing changes. */
static void drives_spread(int32_t in, int32_t (*arrived)[SPAN][4]) {
  for (int32_t k = 0; k < SPAN * SPAN * 4; k++) (&arrived[0][0][0])[k] = INT32_MAX / 2;
  arrived[REACH][REACH][in] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (int32_t k = 0; k < SPAN * SPAN * 16; k++) {
      const int32_t y = k / 16 / SPAN, x = k / 16 % SPAN, from = k / 4 % 4, to = k % 4;
      const int32_t next_x = x + step_x[to], next_y = y + step_y[to];
      if (to == (from + 2) % 4 || next_x < 0 || next_y < 0 || next_x >= SPAN || next_y >= SPAN) continue;
      const int32_t d = arrived[y][x][from] + 1;
      if (d < arrived[next_y][next_x][to]) {
        arrived[next_y][next_x][to] = d;
        changed = true;
      }
    }
  }
}

static void drives_make(Drives *t) {
  int32_t arrived[SPAN][SPAN][4];
  for (int32_t in = 0; in < 4; in++) {
    drives_spread(in, arrived);
    for (int32_t k = 0; k < SPAN * SPAN * 4; k++) {
      const int32_t y = k / 4 / SPAN, x = k / 4 % SPAN, out = k % 4;
      int32_t least = INT32_MAX / 2;
      for (int32_t way = 0; way < 4; way++)
        if (way != (out + 2) % 4 && arrived[y][x][way] < least) least = arrived[y][x][way];
      t->blocks[in][y][x][out] = least;
    }
  }
}

static int32_t clip(int32_t d) {
  if (d > 2) return 2;
  if (d < -2) return -2;
  return d;
}

/* Of corners farther apart, the rest is straight on. */
static int32_t drive_blocks(const Drives *t, int32_t in, int32_t dx, int32_t dy, int32_t out) {
  const int32_t near_x = clip(dx), near_y = clip(dy);
  return t->blocks[in][REACH + near_y][REACH + near_x][out] + abs(dx - near_x) + abs(dy - near_y);
}

static int32_t phone_arc(const Drives *t, const Phone *a, const Phone *b) {
  if (a->x == b->x && a->y == b->y && a->way == b->way && a->at <= b->at) return b->at - a->at;
  const int32_t x = a->x + step_x[a->way], y = a->y + step_y[a->way];
  return BLOCK - a->at + BLOCK * drive_blocks(t, a->way, b->x - x, b->y - y, b->way) + b->at;
}

/* On side `way` of a block, which is driven along clockwise. */
static Phone phone_draw(int32_t n, uint64_t seed, int32_t c) {
  const uint32_t k = (uint32_t)lround(BLOCKS_ROOT * sqrt(n));
  const RngStream s = {.seed = seed, .individual = (uint32_t)c, .purpose = RNG_CITY};
  const int32_t way = (int32_t)rng_below(s, 2, 4);
  return (Phone){.x = (int32_t)rng_below(s, 0, k) + (way == 1 || way == 2),
                 .y = (int32_t)rng_below(s, 1, k) + (way == 2 || way == 3),
                 .way = way,
                 .at = (int32_t)rng_below(s, 3, BLOCK)};
}

Status generate_coin(int32_t n, uint64_t seed, Instance **out) {
  Instance *inst;
  Drives drives;
  TRY(directed_alloc("coin", n, seed, &inst));
  Phone *phone = malloc((size_t)n * sizeof *phone);
  if (!phone) {
    instance_free(inst);
    FAIL(ERR_MEMORY, "no memory for %d cities", n);
  }
  drives_make(&drives);
  for (int32_t c = 0; c < n; c++) phone[c] = phone_draw(n, seed, c);
#pragma omp parallel for schedule(dynamic, 16)
  for (int32_t a = 0; a < n; a++)
    for (int32_t b = 0; b < n && !halt_poll(); b++)
      tsp_of(inst)->matrix[(size_t)a * (size_t)n + (size_t)b] = phone_arc(&drives, &phone[a], &phone[b]);
  free(phone);
  return directed_end(inst, out);
}
