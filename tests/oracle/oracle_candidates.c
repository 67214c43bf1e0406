/* See oracle_candidates.h. */
#include "oracle_candidates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <Random123/philox.h>
#include "problem/judge.h"
#include "problem/tsp/tsp.h"

/* ---- order ---- */

typedef struct Place {
  uint64_t key;
  int32_t city;
} Place;

static int place_order(const void *a, const void *b) {
  const Place *p = a, *q = b;
  if (p->key != q->key) return p->key < q->key ? -1 : 1;
  return p->city - q->city;
}

static int has_matrix(const Instance *inst) {
  return tsp_of(inst)->metric == METRIC_EXPLICIT || tsp_of(inst)->metric == METRIC_GEO;
}

static uint64_t cell(double at, double low, double side) {
  double c = side > 0 ? (at - low) * (4294967295.0 / side) : 0;
  return c >= 4294967295.0 ? 4294967295u : (uint64_t)c;
}

/* From the coarsest square down: the quarters are visited in the order of a U, which is rotated or mirrored
 * in some of them. */
static uint64_t hilbert(uint64_t x, uint64_t y) {
  uint64_t key = 0;
  int swapped = 0, turned = 0;
  for (int level = 31; level >= 0; level--) {
    int bx = (int)(x >> level & 1) ^ turned, by = (int)(y >> level & 1) ^ turned;
    int right = swapped ? by : bx, up = swapped ? bx : by;
    static const int visit[2][2] = {{0, 1}, {3, 2}}; /* [right][up] */
    key = key * 4 + (uint64_t)visit[right][up];
    if (up) continue;
    swapped = !swapped;
    if (right) turned = !turned;
  }
  return key;
}

void oracle_order(const Instance *inst, int32_t *order) {
  int32_t n = inst->n;
  for (int32_t i = 0; i < n; i++) order[i] = i;
  if (has_matrix(inst)) return;
  double lx = INFINITY, ly = INFINITY, hx = -INFINITY, hy = -INFINITY;
  for (int32_t i = 0; i < n; i++) {
    lx = fmin(lx, tsp_of(inst)->x[i]);
    hx = fmax(hx, tsp_of(inst)->x[i]);
    ly = fmin(ly, tsp_of(inst)->y[i]);
    hy = fmax(hy, tsp_of(inst)->y[i]);
  }
  double side = fmax(hx - lx, hy - ly);
  Place *places = malloc(sizeof *places * n);
  for (int32_t i = 0; i < n; i++)
    places[i] = (Place){hilbert(cell(tsp_of(inst)->x[i], lx, side), cell(tsp_of(inst)->y[i], ly, side)), i};
  qsort(places, n, sizeof *places, place_order);
  for (int32_t i = 0; i < n; i++) order[i] = places[i].city;
  free(places);
}

/* ---- lists ---- */

typedef struct Near {
  double measure;
  int32_t gap, j, quadrant;
} Near;

static int near_order(const void *a, const void *b) {
  const Near *p = a, *q = b;
  if (p->measure != q->measure) return p->measure < q->measure ? -1 : 1;
  if (p->gap != q->gap) return p->gap - q->gap;
  return p->j - q->j;
}

static double measure_of(const Instance *inst, int32_t a, int32_t b) {
  if (has_matrix(inst)) return (double)judge_distance(inst, a, b);
  double dx = fabs(tsp_of(inst)->x[a] - tsp_of(inst)->x[b]),
         dy = fabs(tsp_of(inst)->y[a] - tsp_of(inst)->y[b]);
  if (tsp_of(inst)->metric == METRIC_MAN_2D) return dx + dy;
  if (tsp_of(inst)->metric == METRIC_MAX_2D) return fmax(dx, dy);
  return dx * dx + dy * dy;
}

static int quadrant_number(const Instance *inst, int32_t a, int32_t b, int later) {
  double dx = tsp_of(inst)->x[b] - tsp_of(inst)->x[a], dy = tsp_of(inst)->y[b] - tsp_of(inst)->y[a];
  if (dx == 0 && dy == 0) return later ? 0 : 2;
  /* rotated by a quarter until it is in the first quadrant */
  for (int u = 0; u < 4; u++) {
    if (dx > 0 && dy >= 0) return u;
    double was = dx;
    dx = dy;
    dy = -was;
  }
  abort();
}

/* The places 0..m-1 other than i and `without`, nearest first; place k is city order[city[k]]. Returns their
 * number. */
static int32_t neighbours(const Instance *inst, const int32_t *order, const int32_t *city, int32_t m,
                          int32_t i, int32_t without, Near *near) {
  int32_t count = 0;
  for (int32_t j = 0; j < m; j++) {
    int32_t a = order[city ? city[i] : i], b = order[city ? city[j] : j];
    if (j == i || j == without) continue;
    near[count++] = (Near){measure_of(inst, a, b), abs(i - j), j,
                           has_matrix(inst) ? 0 : quadrant_number(inst, a, b, j > i)};
  }
  qsort(near, count, sizeof *near, near_order);
  return count;
}

void oracle_list(const Instance *inst, const int32_t *order, int32_t width, int32_t quadrant, int32_t i,
                 int32_t *row) {
  Near *near = malloc(sizeof *near * inst->n);
  char *in = calloc(1, inst->n);
  int32_t count = neighbours(inst, order, NULL, inst->n, i, -1, near), have = 0, of[4] = {0};
  for (int32_t k = 0; k < count && !has_matrix(inst); k++)
    if (of[near[k].quadrant]++ < quadrant) {
      in[k] = 1;
      have++;
    }
  for (int32_t k = 0; k < count && have < width; k++)
    if (!in[k]) {
      in[k] = 1;
      have++;
    }
  for (int32_t k = 0, at = 0; k < count; k++)
    if (in[k]) row[at++] = near[k].j;
  free(near);
  free(in);
}

/* ---- greedy ---- */

typedef struct Edge {
  uint64_t key;
  int32_t i, j; /* cities, i < j */
} Edge;

static int edge_order(const void *a, const void *b) {
  const Edge *p = a, *q = b;
  if (p->key != q->key) return p->key < q->key ? -1 : 1;
  return p->i != q->i ? p->i - q->i : p->j - q->j;
}

typedef struct Fragments {
  const Instance *inst;
  const int32_t *order;
  uint64_t seed;
  uint32_t member, spread;
  int32_t (*link)[2], *degree, *fragment; /* (n) */
} Fragments;

static uint64_t edge_key(const Fragments *f, int32_t i, int32_t j) {
  philox4x32_ctr_t counter = {{(uint32_t)i, (uint32_t)j, 6, f->member}};
  philox4x32_key_t key = {{(uint32_t)(f->seed % 4294967296u), (uint32_t)(f->seed / 4294967296u)}};
  philox4x32_ctr_t out = philox4x32_R(10, counter, key);
  uint64_t draw = out.v[0] + 4294967296u * out.v[1], s = 1048576 * (uint64_t)f->spread / 100;
  uint64_t w = 1048576 - s + (uint64_t)((unsigned __int128)draw * (2 * s + 1) >> 64);
  return (uint64_t)judge_distance(f->inst, f->order[i], f->order[j]) * w * 16384 + draw % 16384;
}

static void edge_take(Fragments *f, int32_t i, int32_t j) {
  int32_t was = f->fragment[j], now = f->fragment[i];
  f->link[i][f->degree[i]++] = j;
  f->link[j][f->degree[j]++] = i;
  for (int32_t c = 0; c < f->inst->n; c++)
    if (f->fragment[c] == was) f->fragment[c] = now;
}

static int32_t other_end(const Fragments *f, const int32_t *city, int32_t m, int32_t i) {
  for (int32_t j = 0; j < m; j++)
    if (j != i && f->fragment[city[j]] == f->fragment[city[i]]) return j;
  return -1;
}

static int listed(const int32_t *list, int32_t width, int32_t i, int32_t j) {
  for (int32_t k = 0; k < width; k++)
    if (list[i * width + k] == j) return 1;
  return 0;
}

/* Takes every edge that is in both ends' lists, shortest first; returns the edges taken. */
static int32_t phase(Fragments *f, const int32_t *city, int32_t m, int32_t width, const int32_t *list) {
  Edge *edges = malloc(sizeof *edges * ((size_t)m * width + 1));
  int32_t count = 0, taken = 0;
  for (int32_t i = 0; i < m; i++)
    for (int32_t k = 0; k < width; k++) {
      int32_t j = list[i * width + k];
      if (j > i && listed(list, width, j, i))
        edges[count++] = (Edge){edge_key(f, city[i], city[j]), city[i], city[j]};
    }
  qsort(edges, count, sizeof *edges, edge_order);
  for (int32_t k = 0; k < count; k++) {
    int32_t i = edges[k].i, j = edges[k].j;
    if (f->degree[i] > 1 || f->degree[j] > 1 || f->fragment[i] == f->fragment[j]) continue;
    edge_take(f, i, j);
    taken++;
  }
  free(edges);
  return taken;
}

static int32_t ends_of(const Fragments *f, int32_t *city) {
  int32_t m = 0;
  for (int32_t c = 0; c < f->inst->n; c++)
    if (f->degree[c] < 2) city[m++] = c;
  return m;
}

/* Joins the fragments in the order of their lower ends. */
static int32_t string_up(Fragments *f, const int32_t *city, int32_t m) {
  int32_t taken = 0, *far = malloc(sizeof *far * m), tail = -1;
  for (int32_t i = 0; i < m; i++) far[i] = other_end(f, city, m, i);
  for (int32_t i = 0; i < m; i++) {
    if (far[i] >= 0 && far[i] < i) continue; /* the higher end */
    if (tail >= 0) {
      edge_take(f, city[tail], city[i]);
      taken++;
    }
    tail = far[i] < 0 ? i : far[i];
  }
  free(far);
  return taken;
}

static int32_t later_phase(Fragments *f, int32_t fragments) {
  int32_t n = f->inst->n, *city = malloc(sizeof *city * n), m = ends_of(f, city),
          width = m - 1 < 8 ? m - 1 : 8;
  int32_t *list = malloc(sizeof *list * m * width);
  Near *near = malloc(sizeof *near * m);
  for (int32_t i = 0; i < m; i++) {
    int32_t count = neighbours(f->inst, f->order, city, m, i, other_end(f, city, m, i), near);
    for (int32_t k = 0; k < width; k++) list[i * width + k] = k < count ? near[k].j : -1;
  }
  int32_t taken = phase(f, city, m, width, list);
  if (32 * taken < fragments) {
    m = ends_of(f, city);
    taken += string_up(f, city, m);
  }
  free(city);
  free(list);
  free(near);
  return taken;
}

static void walk(Fragments *f, int32_t *tour) {
  int32_t n = f->inst->n, ends[2], m = n > 1 ? ends_of(f, ends) : 0;
  if (m) {
    f->link[ends[0]][1] = ends[1];
    f->link[ends[1]][1] = ends[0];
  }
  tour[0] = 0;
  if (n > 1) tour[1] = f->link[0][0] < f->link[0][1] ? f->link[0][0] : f->link[0][1];
  for (int32_t p = 2; p < n; p++) tour[p] = f->link[tour[p - 1]][f->link[tour[p - 1]][0] == tour[p - 2]];
}

void oracle_greedy(const Instance *inst, const int32_t *order, int32_t width, const int32_t *list,
                   uint64_t seed, uint32_t member, uint32_t spread, int32_t *tour) {
  int32_t n = inst->n, *all = malloc(sizeof *all * n);
  Fragments f = {inst,
                 order,
                 seed,
                 member,
                 member ? spread : 0,
                 malloc(sizeof *f.link * n),
                 calloc(n, sizeof(int32_t)),
                 malloc(sizeof(int32_t) * n)};
  for (int32_t c = 0; c < n; c++) all[c] = f.fragment[c] = c;
  int32_t fragments = n - (n > 1 ? phase(&f, all, n, width, list) : 0);
  while (fragments > 1) fragments -= later_phase(&f, fragments);
  walk(&f, tour);
  free(all);
  free(f.link);
  free(f.degree);
  free(f.fragment);
}
