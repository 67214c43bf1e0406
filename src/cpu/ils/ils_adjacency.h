/* The neighbours of cities on a tour, without the order of the tour, on the CPU: enough to see that a move cannot pay
 * (ils_gain_bounds.h), in a fraction of the time that a view of the tour (ils_segments.h) takes. Links of a tour are shared by all
 * kicks of a round; each thread has what its kick has changed on top of them. */
#ifndef CORDEE_CPU_ILS_ILS_ADJACENCY_H
#define CORDEE_CPU_ILS_ILS_ADJACENCY_H

#include <stdbool.h>
#include "solver/ils/ils_kernels.h"

/* Coordinates for comparisons: of float, from a city of the instance, a little shorter than they are. */
typedef struct IlsFrame {
  const TourProblem *problem;
  double x, y, scale;
  float slack; /* d(a,b) >= r, an integer, if the straight line between them here is r + slack or more */
} IlsFrame;

/* A city's two neighbours, in no order. */
typedef struct IlsNeighbours {
  float x[2], y[2]; /* of the neighbours, in the frame; 0 where there is a matrix */
  int32_t length[2], city[2];
} IlsNeighbours;

/* What a thread sees, and room for its search. */
typedef struct IlsAdjacency {
  const IlsFrame *frame;
  const IlsNeighbours *tour; /* (n) of the snapshot */
  IlsNeighbours *own;        /* (n) where changed */
  bool *changed;             /* (n) */
  int32_t *list;             /* (n) changed cities */
  int32_t count;             /* of them */
  bool *waiting;             /* (n) for the search's queue */
} IlsAdjacency;

IlsFrame ils_frame(const TourProblem *problem);
float ils_frame_x(const IlsFrame *frame, int32_t city);
float ils_frame_y(const IlsFrame *frame, int32_t city);

/* Room for n cities, nothing changed. ERR_MEMORY. What it holds is freed by ils_adjacency_free, after failure, too. */
Status ils_adjacency_make(IlsAdjacency *adjacency, const IlsFrame *frame, int32_t n);
void ils_adjacency_free(IlsAdjacency *adjacency);

/* The link of the city at position p into link (n). */
void ils_neighbours_set(const IlsFrame *frame, const int32_t *tour, int32_t p, IlsNeighbours *neighbours);

/* For this thread, a city has another neighbour in place of `lost`. */
void ils_adjacency_change(IlsAdjacency *adjacency, int32_t city, int32_t lost, int32_t gained,
                          int32_t length);
/* All is as in the snapshot again. */
void ils_adjacency_restore(IlsAdjacency *adjacency);

static inline const IlsNeighbours *ils_adjacency_at(const IlsAdjacency *adjacency, int32_t city) {
  return (adjacency->changed[city] ? adjacency->own : adjacency->tour) + city;
}

/* From a city to its neighbour. */
static inline int32_t ils_neighbours_length(const IlsNeighbours *neighbours, int32_t neighbour) {
  return neighbours->length[neighbours->city[0] != neighbour];
}

#endif
