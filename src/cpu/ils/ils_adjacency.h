/* The adjacency cache of the CPU: the neighbours of each city on a tour, their distances and coordinates,
 * without the order of the tour. It suffices to see that a move cannot gain (ils_gain_bounds.h), in a
 * fraction of the time that positions in the segment list (ils_segments.h) take. The cache of a tour is
 * shared by all kicks of a round; each thread keeps the changes of its own kick on top of it. */
#ifndef CORDEE_CPU_ILS_ILS_ADJACENCY_H
#define CORDEE_CPU_ILS_ILS_ADJACENCY_H

#include <stdbool.h>
#include "solver/ils/ils_kernels.h"

/* Coordinates for comparisons, as floats: relative to a city of the instance, scaled down so that no distance
 * is overestimated. */
typedef struct IlsFrame {
  const TourProblem *problem;
  double x, y, scale;
  float
      slack; /* d(a,b) >= r, an integer, if the straight line between them in this frame is at least r + slack */
} IlsFrame;

/* A city's two neighbours, in no order. */
typedef struct IlsNeighbours {
  float x[2], y[2]; /* of the neighbours, in the frame; 0 if distances are in a matrix */
  int32_t length[2], city[2];
} IlsNeighbours;

/* What a thread sees of a tour, and its buffers. */
typedef struct IlsAdjacency {
  const IlsFrame *frame;
  const IlsNeighbours *tour; /* (n) neighbours in the snapshot */
  IlsNeighbours *own;        /* (n) neighbours of changed cities */
  bool *changed;             /* (n) */
  int32_t *list;             /* (n) the changed cities */
  int32_t count;             /* their number */
  bool *waiting;             /* (n) city is in the search's queue */
} IlsAdjacency;

IlsFrame ils_frame(const TourProblem *problem);
float ils_frame_x(const IlsFrame *frame, int32_t city);
float ils_frame_y(const IlsFrame *frame, int32_t city);

/* Allocates for n cities, nothing changed. ERR_MEMORY. ils_adjacency_free frees it, after a failure, too. */
Status ils_adjacency_make(IlsAdjacency *adjacency, const IlsFrame *frame, int32_t n);
void ils_adjacency_free(IlsAdjacency *adjacency);

/* Sets the entry of the city at position p in neighbours (n). */
void ils_neighbours_set(const IlsFrame *frame, const int32_t *tour, int32_t p, IlsNeighbours *neighbours);

/* For this thread, `gained` replaces `lost` as a neighbour of `city`, at distance `length`. */
void ils_adjacency_change(IlsAdjacency *adjacency, int32_t city, int32_t lost, int32_t gained,
                          int32_t length);
/* Reverts to the snapshot. */
void ils_adjacency_restore(IlsAdjacency *adjacency);

static inline const IlsNeighbours *ils_adjacency_at(const IlsAdjacency *adjacency, int32_t city) {
  return (adjacency->changed[city] ? adjacency->own : adjacency->tour) + city;
}

/* The distance from a city to its neighbour. */
static inline int32_t ils_neighbours_length(const IlsNeighbours *neighbours, int32_t neighbour) {
  return neighbours->length[neighbours->city[0] != neighbour];
}

#endif
