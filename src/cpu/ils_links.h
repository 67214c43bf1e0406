/* The neighbours of cities on a tour, without the order of the tour, on the CPU: enough to see that a move cannot pay, in a
 * fraction of the time that a view of the tour (ils_view.h) takes. Links of a tour are shared by all kicks of a round; each
 * thread has what its kick has changed on top of them. Inside the CPU's iterated local search. */
#ifndef CORDEE_CPU_ILS_LINKS_H
#define CORDEE_CPU_ILS_LINKS_H

#include <stdbool.h>
#include "../solver/ils_kernels.h"

typedef float IlsFloats __attribute__((vector_size(16), may_alias));
typedef int32_t IlsInts __attribute__((vector_size(16), may_alias));

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

/* What a thread sees. */
typedef struct IlsLinks {
  const IlsFrame *frame;
  const IlsLink *tour; /* (n) of the snapshot */
  IlsLink *own;        /* (n) where changed */
  uint64_t *mark;      /* (n / 64 + 1) changed or not, a bit each */
  int32_t *changed;    /* (n) the cities, and their number */
  int32_t count;
} IlsLinks;

IlsFrame ils_frame(const TourProblem *problem);

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
  const bool changed = links->mark[(uint32_t)city / 64] >> city % 64 & 1;
  return (changed ? links->own : links->tour) + city;
}

/* From a city to its neighbour. */
static inline int32_t ils_link_length(const IlsLink *link, int32_t neighbour) {
  return link->length[link->city[0] != neighbour];
}

/* ---- can a move pay? ---- */

/* Where t1 is: distances from it, compared as squares, which spares their roots. */
typedef struct IlsAim {
  IlsFloats place; /* x x y y in the frame */
  float slack;
  int32_t t1;
  const int32_t *row; /* of the matrix; or NULL */
} IlsAim;

IlsAim ils_aim(const IlsFrame *frame, int32_t t1);

/* Can a move pay that ends with t5 and either neighbour as t6? over: its gain without d(t5,t6) - d(t6,t1), less what it has to
 * be above. No is certain. */
static inline bool ils_hopes(const IlsAim *aim, const IlsLink *t5, int32_t over) {
  if (aim->row)
    return ((t5->city[0] != aim->t1) & (aim->row[t5->city[0]] < over + t5->length[0])) |
           ((t5->city[1] != aim->t1) & (aim->row[t5->city[1]] < over + t5->length[1]));
  const IlsInts *edges = (const IlsInts *)t5->length;
  const IlsFloats gap = *(const IlsFloats *)t5->x - aim->place, squares = gap * gap;
  const IlsFloats square = squares + __builtin_shuffle(squares, (IlsInts){2, 3, 2, 3});
  const IlsFloats most = __builtin_convertvector(*edges + over, IlsFloats) + aim->slack;
  const IlsInts other = __builtin_shuffle(*edges, (IlsInts){2, 3, 2, 3}) != aim->t1;
  typedef int64_t Pair __attribute__((vector_size(16), may_alias));
  return ((Pair)((square < most * most) & (most > 0) & other))[0] != 0;
}

#endif
