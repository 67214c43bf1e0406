/* The neighbours of cities on a tour, without the order of the tour, on the CPU: enough to see that a move cannot pay
 * (ils_hopes.h), in a fraction of the time that a view of the tour (ils_view.h) takes. Links of a tour are shared by all
 * kicks of a round; each thread has what its kick has changed on top of them. */
#ifndef CORDEE_CPU_ILS_ILS_LINKS_H
#define CORDEE_CPU_ILS_ILS_LINKS_H

#include <stdbool.h>
#include "solver/ils/ils_kernels.h"

/* Coordinates for comparisons: of float, from a city of the instance, a little shorter than they are. */
typedef struct IlsFrame {
  const TourProblem *problem;
  double x, y, scale;
  float slack; /* d(a,b) >= r, an integer, if the straight line between them here is r + slack or more */
} IlsFrame;

/* A city's two neighbours, in no order. */
typedef struct IlsLink {
  float x[2], y[2]; /* of the neighbours, in the frame; 0 where there is a matrix */
  int32_t length[2], city[2];
} IlsLink;

/* What a thread sees, and room for its search. */
typedef struct IlsLinks {
  const IlsFrame *frame;
  const IlsLink *tour; /* (n) of the snapshot */
  IlsLink *own;        /* (n) where changed */
  bool *changed;       /* (n) */
  int32_t *list;       /* (n) changed cities */
  int32_t count;       /* of them */
  bool *waiting;       /* (n) for the search's queue */
} IlsLinks;

IlsFrame ils_frame(const TourProblem *problem);
float ils_frame_x(const IlsFrame *frame, int32_t city);
float ils_frame_y(const IlsFrame *frame, int32_t city);

/* Room for n cities, nothing changed. ERR_MEMORY. What it holds is freed by ils_links_free, after failure, too. */
Status ils_links_make(IlsLinks *links, const IlsFrame *frame, int32_t n);
void ils_links_free(IlsLinks *links);

/* The link of the city at position p into link (n). */
void ils_link_measure(const IlsFrame *frame, const int32_t *tour, int32_t p, IlsLink *link);

/* For this thread, a city has another neighbour in place of `lost`. */
void ils_links_change(IlsLinks *links, int32_t city, int32_t lost, int32_t gained, int32_t length);
/* All is as in the snapshot again. */
void ils_links_restore(IlsLinks *links);

static inline const IlsLink *ils_links_at(const IlsLinks *links, int32_t city) {
  return (links->changed[city] ? links->own : links->tour) + city;
}

/* From a city to its neighbour. */
static inline int32_t ils_link_length(const IlsLink *link, int32_t neighbour) {
  return link->length[link->city[0] != neighbour];
}

#endif
