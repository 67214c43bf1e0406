/* See generate_directed.h: tmat, the lengths of shortest paths among the arcs of amat, by Dijkstra's algorithm from every city.
 *
 * Shortest paths among random arcs are short: about 3 ln n / n of the longest arc (Janson 1999). So arcs beyond a limit are left out. If
 * no path that is found is longer than the limit, none with a longer arc is shorter; else the limit doubles. */
#include "generate_directed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "generate_cities.h"
#include "halt.h"
#include "tsp.h"

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
