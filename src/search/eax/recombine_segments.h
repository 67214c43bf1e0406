/* A tour without some of its edges, as a list of segments, for both backends. Segment s ends at the s-th cut,
 * the position before a removed edge. Cut c has two sides, 2 c (its city) and 2 c + 1 (the next city). A link
 * from side to side is an added edge. So a move is described and evaluated without a change of the tour. */
#ifndef CORDEE_SEARCH_EAX_RECOMBINE_SEGMENTS_H
#define CORDEE_SEARCH_EAX_RECOMBINE_SEGMENTS_H

#include "recombine_kernels.h"
#include "thread_group.h"

/* The child that cycles are tested on, and its cycles. A move that is applied changes tour and position. */
typedef struct RecombineChild {
  TourProblem problem;        /* the pair's instance */
  int32_t width, join, alone; /* as RecombineTask has them */
  const int32_t *list;
  int32_t *tour, *position; /* (n) the child so far, its inverse */
  const int32_t *city;      /* (2 d) city of each end */
  const int32_t *partner;   /* (2 d) the other end of its edge of parent B */
  const int32_t
      *reach; /* (n, 2) by position: the lowest and the highest one of the city's candidates; or NULL */
} RecombineChild;

GROUP_FN RecombineChild recombine_child(const RecombineTask *t, RecombinePair pair, int32_t *child,
                                        int32_t *position, const int32_t *city, const int32_t *partner) {
  const uint32_t instance = t->task[pair.task].instance;
  const RecombineChild v = {tour_problem_of(&t->problem, instance),
                            t->width,
                            t->join,
                            t->alone,
                            t->list + (size_t)instance * (size_t)t->problem.n * (size_t)t->width,
                            child,
                            position,
                            city,
                            partner,
                            NULL};
  return v;
}

/* tour_distance, which has code for every metric: once in a kernel. */
GROUP_CALLED int32_t distance_called(const int32_t *matrix, const double *xy, Metric metric, int32_t n,
                                     int32_t a, int32_t b) {
  const TourProblem p = {.n = n, .metric = metric, .xy = xy, .matrix = matrix};
  return tour_distance(&p, a, b);
}

GROUP_FN int32_t cities_distance(const RecombineChild *v, int32_t a, int32_t b) {
  return distance_called(v->problem.matrix, v->problem.xy, v->problem.metric, v->problem.n, a, b);
}

/* The position of candidate k of the city at position p. */
GROUP_FN int32_t candidate_position(const RecombineChild *v, int32_t p, int32_t k) {
  return v->position[v->list[(size_t)v->tour[p] * (size_t)v->width + (size_t)k]];
}

/* Entry p of reach, of the tour as it is. */
GROUP_FN void reach_find(const RecombineChild *v, int32_t p, int32_t *reach) {
  int32_t low = v->problem.n, high = -1;
  for (int32_t k = 0; k < v->width; k++) {
    const int32_t q = candidate_position(v, p, k);
    low = q < low ? q : low;
    high = q > high ? q : high;
  }
  reach[2 * (size_t)p] = low;
  reach[2 * (size_t)p + 1] = high;
}

enum { RECOMBINE_BATCH = 128 /* cities that a warp looks at together */ };

/* Scratch of a warp that searches for joins (recombine_join.h): positions to look at, with their segments, and places
 * that wait. */
typedef struct RecombinePlaces {
  uint32_t row[RECOMBINE_BATCH], segment[RECOMBINE_BATCH], place[RECOMBINE_BATCH + 32];
} RecombinePlaces;

/* Cycles under test, of one thread group. A block has one for each of its warps, in a row. */
typedef struct RecombineMove {
  int32_t cuts, tours;
  int32_t cut[RECOMBINE_CUTS];      /* positions, ascending */
  int32_t size[RECOMBINE_CUTS];     /* of each sub-tour, 0: joined; scratch before and after that */
  int16_t link[2 * RECOMBINE_CUTS]; /* of each side: the side it is linked to */
  int16_t mark[RECOMBINE_CUTS];     /* of each segment: number of its sub-tour */
  RecombinePlaces places;
} RecombineMove;

GROUP_FN int32_t position_next(const RecombineChild *v, int32_t p) {
  return p + 1 < v->problem.n ? p + 1 : 0;
}
GROUP_FN int32_t position_previous(const RecombineChild *v, int32_t p) {
  return p ? p - 1 : v->problem.n - 1;
}

/* How many of the ascending numbers are below x, which is the index of the first at or above it. */
GROUP_FN int32_t numbers_below(const int32_t *ascending, int32_t count, int32_t x) {
  int32_t low = 0, high = count;
  while (low < high) {
    const int32_t middle = (low + high) / 2;
    if (ascending[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The number of cuts before position p. */
GROUP_FN int32_t cut_rank(const RecombineMove *m, int32_t p) { return numbers_below(m->cut, m->cuts, p); }

GROUP_FN int32_t segment_of(const RecombineMove *m, int32_t p) {
  const int32_t r = cut_rank(m, p);
  return r < m->cuts ? r : 0;
}

GROUP_FN int32_t segment_before(const RecombineMove *m, int32_t s) { return s ? s - 1 : m->cuts - 1; }

GROUP_FN int32_t segment_start(const RecombineChild *v, const RecombineMove *m, int32_t s) {
  return position_next(v, m->cut[segment_before(m, s)]);
}

GROUP_FN int32_t segment_size(const RecombineChild *v, const RecombineMove *m, int32_t s) {
  const int32_t offset = m->cut[s] - segment_start(v, m, s);
  return (offset < 0 ? offset + v->problem.n : offset) + 1;
}

/* The segment after s, walked forward or backward; *forward becomes the direction of that one. */
GROUP_FN int32_t segment_after(const RecombineMove *m, int32_t s, int32_t *forward) {
  const int32_t to = m->link[*forward ? 2 * s : 2 * segment_before(m, s) + 1];
  *forward = to & 1;
  if (!*forward) return to / 2;
  return to / 2 + 1 < m->cuts ? to / 2 + 1 : 0;
}

/* Lists the segments that follow the one that stays, in the order of the new tour: mark has 2 s + forward,
 * size the place at which each begins. Returns the segment that stays; *rows is the number of the others. */
GROUP_FN int32_t segments_row(const RecombineChild *v, RecombineMove *m, int32_t *rows) {
  int32_t stays = 0, forward = 1, begin = 0;
  for (int32_t s = 1; s < m->cuts; s++)
    if (segment_size(v, m, s) > segment_size(v, m, stays)) stays = s;
  *rows = 0;
  for (int32_t s = segment_after(m, stays, &forward); s != stays; s = segment_after(m, s, &forward)) {
    m->mark[*rows] = (int16_t)(2 * s + forward);
    m->size[*rows] = begin;
    begin += segment_size(v, m, s);
    ++*rows;
  }
  return stays;
}

/* Position in the tour of the city that moves to place i after the segment that stays. *row: list index of an
 * earlier place, 0 at first. */
GROUP_FN int32_t place_source(const RecombineChild *v, const RecombineMove *m, int32_t rows, int32_t i,
                              int32_t *row) {
  while (*row + 1 < rows && m->size[*row + 1] <= i) ++*row;
  const int32_t s = m->mark[*row] / 2, n = v->problem.n;
  const int32_t p =
      m->mark[*row] & 1 ? segment_start(v, m, s) + (i - m->size[*row]) : m->cut[s] - (i - m->size[*row]);
  if (p < 0) return p + n;
  if (p < n) return p;
  return p - n;
}

#endif
