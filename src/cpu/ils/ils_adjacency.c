/* See ils_adjacency.h. */
#include "ils_adjacency.h"

#include <stdlib.h>

/* The straight line is at most sqrt(10) times the unrounded distance (ATT), or sqrt(2) times it (max(|dx|,
 * |dy|)), and no longer than |dx| + |dy|. All operations of a distance are monotone, and leave an integer
 * unchanged. */
static double stretch_of(Metric metric) {
  if (metric == METRIC_ATT) return 10;
  if (metric == METRIC_MAX_2D) return 2;
  return 1;
}

float ils_frame_x(const IlsFrame *f, int32_t city) {
  return f->scale > 0 ? (float)((f->problem->xy[2 * (size_t)city] - f->x) * f->scale) : 0;
}

float ils_frame_y(const IlsFrame *f, int32_t city) {
  return f->scale > 0 ? (float)((f->problem->xy[2 * (size_t)city + 1] - f->y) * f->scale) : 0;
}

/* Rounding errors: 2^-24 of the farthest coordinate, for each of four; of each operation well below 2^-18 of
 * it. */
IlsFrame ils_frame(const TourProblem *problem) {
  if (!problem->xy) return (IlsFrame){.problem = problem};
  IlsFrame f = {problem, problem->xy[0], problem->xy[1], (1 - 0x1p-18) / sqrt(stretch_of(problem->metric)),
                0};
  for (int32_t c = 0; c < problem->n; c++)
    f.slack = fmaxf(f.slack, fmaxf(fabsf(ils_frame_x(&f, c)), fabsf(ils_frame_y(&f, c))));
  f.slack *= 0x1p-21f;
  return f;
}

Status ils_adjacency_make(IlsAdjacency *adjacency, const IlsFrame *frame, int32_t n) {
  const size_t cities = (size_t)n;
  *adjacency = (IlsAdjacency){.frame = frame,
                              .own = aligned_alloc(sizeof *adjacency->own, cities * sizeof *adjacency->own),
                              .changed = calloc(cities, sizeof *adjacency->changed),
                              .list = malloc(cities * sizeof *adjacency->list),
                              .waiting = calloc(cities, sizeof *adjacency->waiting)};
  if (!adjacency->own || !adjacency->changed || !adjacency->list || !adjacency->waiting)
    FAIL(ERR_MEMORY, "no memory for links of %d cities", n);
  return OK;
}

void ils_adjacency_free(IlsAdjacency *adjacency) {
  free(adjacency->own);
  free(adjacency->changed);
  free(adjacency->list);
  free(adjacency->waiting);
}

static void neighbour_set(const IlsFrame *f, IlsNeighbours *neighbours, int k, int32_t city, int32_t length) {
  neighbours->x[k] = ils_frame_x(f, city);
  neighbours->y[k] = ils_frame_y(f, city);
  neighbours->length[k] = length;
  neighbours->city[k] = city;
}

void ils_neighbours_set(const IlsFrame *f, const int32_t *tour, int32_t p, IlsNeighbours *neighbours) {
  const int32_t last = f->problem->n - 1, side[2] = {tour[p < last ? p + 1 : 0], tour[p > 0 ? p - 1 : last]};
  for (int k = 0; k < 2; k++)
    neighbour_set(f, neighbours + tour[p], k, side[k], tour_distance(f->problem, tour[p], side[k]));
}

void ils_adjacency_change(IlsAdjacency *adjacency, int32_t city, int32_t lost, int32_t gained,
                          int32_t length) {
  if (!adjacency->changed[city]) {
    adjacency->own[city] = adjacency->tour[city];
    adjacency->changed[city] = true;
    adjacency->list[adjacency->count++] = city;
  }
  neighbour_set(adjacency->frame, adjacency->own + city, adjacency->own[city].city[0] != lost, gained,
                length);
}

void ils_adjacency_restore(IlsAdjacency *adjacency) {
  for (int32_t k = 0; k < adjacency->count; k++) adjacency->changed[adjacency->list[k]] = false;
  adjacency->count = 0;
}
