/* The search for candidates of one city, for both backends: each thread has a city of its own.
 *
 * Cities are numbered along a Hilbert curve, so consecutive ones lie close together. Boxes around runs of
 * BOX_CITIES cities are the leaves of a tree, boxes around BOX_FAN of its nodes the next level (a
 * Hilbert-packed R-tree, Kamel and Faloutsos 1993). Only the boxes are stored. A search goes up from the
 * city's own leaf and, under each ancestor, visits those boxes that are nearer than the worst candidate so
 * far. Boxes are exact and rounding is monotone, so the measure of the gap to a box never exceeds that to a
 * city in it: no candidate is missed. In clusters the tree is deeper, but a search is no slower than in the
 * plane.
 *
 * The space searched is all cities, or some of them in the order of their numbers (greedy_step.h): `places`
 * 0..m-1. */
#ifndef CORDEE_SEARCH_CANDIDATES_CANDIDATE_SEARCH_H
#define CORDEE_SEARCH_CANDIDATES_CANDIDATE_SEARCH_H

#include "candidate_kernels.h"

enum {
  LEAF_BITS = 3,
  BOX_CITIES = 1 << LEAF_BITS,
  FAN_BITS = 2,
  BOX_FAN = 1 << FAN_BITS,
  BOX_LEVELS = 15 /* 8 * 4^14 > INT32_MAX */
};

typedef struct CandidateBox {
  double low_x, low_y, high_x, high_y;
} CandidateBox;

/* Arrays are on the backend. */
typedef struct CandidateSpace {
  int32_t m;
  Metric metric;
  const double *xy;      /* (m, 2), or NULL */
  const int32_t *matrix; /* (n, n), without xy */
  int32_t n;
  const int32_t *city; /* (m) number of each place; NULL: they are the same */
  CandidateBox *box; /* with xy: level after level from the root down; all but the leaves at full capacity */
  int32_t levels;    /* of a tree over at least m places; level 0: the leaves */
} CandidateSpace;

/* Boxes of a level; none if m = 0. */
METRIC_FN int32_t space_count(const CandidateSpace *s, int32_t level) {
  return ((s->m - 1) >> (LEAF_BITS + FAN_BITS * level)) + 1;
}

/* Index of a level's first box. The levels above it have 1, 4, 16, ... boxes: their sum has a bit set for
 * each level. */
METRIC_FN int32_t space_first(const CandidateSpace *s, int32_t level) {
  return 0x15555555 >> FAN_BITS * (BOX_LEVELS + 1 - s->levels + level);
}

/* Sets the levels of a tree over m places; returns the boxes it needs. */
static inline int32_t space_levels(CandidateSpace *s, int32_t m) {
  for (s->m = m, s->levels = 1; space_count(s, s->levels - 1) > 1;) s->levels++;
  return space_first(s, 0) + space_count(s, 0);
}

METRIC_FN CandidateBox box_join(CandidateBox a, CandidateBox b) {
  CandidateBox r;
  r.low_x = a.low_x < b.low_x ? a.low_x : b.low_x;
  r.high_x = a.high_x > b.high_x ? a.high_x : b.high_x;
  r.low_y = a.low_y < b.low_y ? a.low_y : b.low_y;
  r.high_y = a.high_y > b.high_y ? a.high_y : b.high_y;
  return r;
}

METRIC_FN CandidateBox box_point(const double *xy, int32_t i) {
  CandidateBox r;
  r.low_x = r.high_x = xy[2 * (size_t)i];
  r.low_y = r.high_y = xy[2 * (size_t)i + 1];
  return r;
}

/* Makes box k of a level, after the level below. */
METRIC_FN void space_box(const CandidateSpace *s, int32_t level, int32_t k) {
  int32_t fan = level ? BOX_FAN : BOX_CITIES, from = k * fan, have = level ? space_count(s, level - 1) : s->m;
  const CandidateBox *below = level ? s->box + space_first(s, level - 1) : NULL;
  CandidateBox r = below ? below[from] : box_point(s->xy, from);
  for (int32_t c = from + 1; c < have && c - from < fan; c++)
    r = box_join(r, below ? below[c] : box_point(s->xy, c));
  s->box[space_first(s, level) + k] = r;
}

METRIC_FN double candidate_measure(Metric metric, double dx, double dy) {
  dx = fabs(dx);
  dy = fabs(dy);
  if (metric == METRIC_MAN_2D) return dx + dy;
  if (metric == METRIC_MAX_2D) return dx > dy ? dx : dy;
  return dx * dx + dy * dy;
}

typedef struct Pick {
  double measure;
  int32_t place; /* -1: none yet, its measure infinite */
} Pick;

/* One city's search. A place that does not fit into its quadrant's list goes to the list of the rest, which
 * is as long as the quadrants' lists leave it. */
typedef struct CandidateSearch {
  const CandidateSpace *space;
  int32_t self, skip;           /* a place to leave out; -1 or self: none */
  int32_t quadrant, rest_width; /* lengths of each quadrant's list and of the rest */
  double x, y;
  double reach;                                      /* no list accepts a larger measure */
  Pick rest[CANDIDATES_MAX], sector[CANDIDATES_MAX]; /* nearest first; sector: quadrant after quadrant */
} CandidateSearch;

METRIC_FN int32_t place_gap(int32_t i, int32_t j) { return i < j ? j - i : i - j; }

/* Is (measure, place) nearer to i than the pick? */
METRIC_FN int candidate_nearer(int32_t i, double measure, int32_t place, Pick than) {
  if (measure < than.measure) return 1;
  if (measure > than.measure) return 0;
  int32_t gap = place_gap(i, place), its = place_gap(i, than.place);
  return gap < its || (gap == its && place < than.place);
}

METRIC_FN void picks_clear(Pick *list, int32_t size) {
  for (int32_t k = 0; k < size; k++) {
    list[k].measure = HUGE_VAL;
    list[k].place = -1;
  }
}

/* Inserts a pick into a sorted list of `size` > 0; returns the one that drops out, which may be itself. */
METRIC_FN Pick picks_insert(int32_t i, Pick *list, int32_t size, Pick own) {
  int32_t at = size - 1;
  Pick last = list[at];
  if (!candidate_nearer(i, own.measure, own.place, last)) return own;
  for (; at > 0 && candidate_nearer(i, own.measure, own.place, list[at - 1]); at--) list[at] = list[at - 1];
  list[at] = own;
  return last;
}

METRIC_FN int32_t quadrant_of(double dx, double dy, int32_t i, int32_t j) {
  if (dx > 0 && dy >= 0) return 0;
  if (dx <= 0 && dy > 0) return 1;
  if (dx < 0 && dy <= 0) return 2;
  if (dx >= 0 && dy < 0) return 3;
  return j > i ? 0 : 2;
}

METRIC_FN Pick search_last(const CandidateSearch *q) {
  Pick none;
  none.measure = -1;
  none.place = q->self;
  return q->rest_width ? q->rest[q->rest_width - 1] : none;
}

METRIC_FN void search_offer(CandidateSearch *q, double dx, double dy, Pick own) {
  if (q->quadrant) {
    own = picks_insert(q->self, q->sector + quadrant_of(dx, dy, q->self, own.place) * q->quadrant,
                       q->quadrant, own);
    if (own.place < 0) q->rest_width--; /* one more for the quadrant, one less for the rest */
  }
  if (own.place >= 0 && q->rest_width) picks_insert(q->self, q->rest, q->rest_width, own);
}

METRIC_FN void search_reach(CandidateSearch *q) {
  q->reach = search_last(q).measure;
  for (int32_t u = 0; q->quadrant && u < 4; u++) {
    double last = q->sector[(u + 1) * q->quadrant - 1].measure;
    q->reach = last > q->reach ? last : q->reach;
  }
}

METRIC_FN void search_leaf(CandidateSearch *q, int32_t leaf) {
  const CandidateSpace *s = q->space;
  int32_t from = leaf * BOX_CITIES, to = s->m - from < BOX_CITIES ? s->m : from + BOX_CITIES;
  for (int32_t j = from; j < to; j++) {
    double dx = s->xy[2 * (size_t)j] - q->x, dy = s->xy[2 * (size_t)j + 1] - q->y;
    Pick own;
    own.measure = candidate_measure(s->metric, dx, dy);
    own.place = j;
    if (own.measure <= q->reach && j != q->self && j != q->skip) search_offer(q, dx, dy, own);
  }
  search_reach(q);
}

/* Box k of a level: the measure of the gap to it, and the smallest difference of numbers. */
typedef struct BoxVisit {
  double measure;
  int32_t gap, level, k;
} BoxVisit;

/* Could a place at least that far still displace the list's last? */
METRIC_FN int picks_want(int32_t i, Pick last, double measure, int32_t gap) {
  return measure < last.measure || (measure == last.measure && gap <= place_gap(i, last.place));
}

METRIC_FN double above(double a) { return a > 0 ? a : 0; }

/* Could any list accept a place in the box? Only those quadrants count that the box intersects. */
METRIC_FN int search_wants(const CandidateSearch *q, BoxVisit *v) {
  const CandidateSpace *s = q->space;
  CandidateBox b = s->box[space_first(s, v->level) + v->k];
  int32_t i = q->self;
  double right = above(b.low_x - q->x), left = above(q->x - b.high_x), up = above(b.low_y - q->y),
         down = above(q->y - b.high_y);
  v->measure = candidate_measure(s->metric, right + left, up + down);
  if (v->measure > q->reach) return 0;
  int64_t span = (int64_t)BOX_CITIES << FAN_BITS * v->level, from = v->k * span, to = from + span - 1;
  v->gap = 0;
  if (i < from)
    v->gap = (int32_t)(from - i);
  else if (i > to)
    v->gap = (int32_t)(i - to);
  if (picks_want(i, search_last(q), v->measure, v->gap)) return 1;
  if (!q->quadrant) return 0;
  int inside = right + left + up + down == 0;
  const Pick *last = q->sector + q->quadrant - 1;
  int32_t next = q->quadrant;
  return (((b.high_x > q->x && b.high_y >= q->y) || inside) &&
          picks_want(i, last[0], candidate_measure(s->metric, right, up), v->gap)) ||
         (b.low_x <= q->x && b.high_y > q->y &&
          picks_want(i, last[next], candidate_measure(s->metric, left, up), v->gap)) ||
         (((b.low_x < q->x && b.low_y <= q->y) || inside) &&
          picks_want(i, last[2 * next], candidate_measure(s->metric, left, down), v->gap)) ||
         (b.high_x >= q->x && b.low_y < q->y &&
          picks_want(i, last[3 * next], candidate_measure(s->metric, right, down), v->gap));
}

/* Pushes the boxes of a level with one parent on the stack, except `without` and those that no list wants;
 * the nearest is on top. */
METRIC_FN int32_t search_open(const CandidateSearch *q, BoxVisit *stack, int32_t bottom, int32_t level,
                              int32_t parent, int32_t without) {
  int32_t top = bottom, from = parent << FAN_BITS, end = space_count(q->space, level);
  if (end > from + BOX_FAN) end = from + BOX_FAN;
  for (int32_t k = from; k < end; k++) {
    BoxVisit own;
    own.level = level;
    own.k = k;
    if (k == without || !search_wants(q, &own)) continue;
    int32_t at = top++;
    for (; at > bottom && (stack[at - 1].measure < own.measure ||
                           (stack[at - 1].measure == own.measure && stack[at - 1].gap < own.gap));
         at--)
      stack[at] = stack[at - 1];
    stack[at] = own;
  }
  return top;
}

/* From the own leaf up: places with near numbers are near in the plane, so bounds are tight early. */
METRIC_FN void search_tree(CandidateSearch *q) {
  BoxVisit stack[BOX_LEVELS * (BOX_FAN - 1)];
  int32_t node = q->self / BOX_CITIES;
  search_leaf(q, node);
  for (int32_t level = 0; level + 1 < q->space->levels; level++, node >>= FAN_BITS) {
    int32_t top = search_open(q, stack, 0, level, node >> FAN_BITS, node);
    while (top) {
      BoxVisit v = stack[--top];
      if (!search_wants(q, &v)) continue;
      if (v.level)
        top = search_open(q, stack, top, v.level - 1, v.k, -1);
      else
        search_leaf(q, v.k);
    }
  }
}

METRIC_FN int32_t space_city(const CandidateSpace *s, int32_t place) {
  return s->city ? s->city[place] : place;
}

/* By the matrix: every place. A column is read as a row (symmetry), as neighbouring threads have neighbouring
 * cities. */
METRIC_FN void search_row(CandidateSearch *q) {
  const CandidateSpace *s = q->space;
  int32_t own = space_city(s, q->self);
  for (int32_t j = 0; j < s->m; j++) {
    Pick pick;
    pick.measure = s->matrix[(size_t)space_city(s, j) * s->n + own];
    pick.place = j;
    if (j != q->self && j != q->skip) picks_insert(q->self, q->rest, q->rest_width, pick);
  }
}

/* Merges the quadrants' picks into the rest, which now has the full width. */
METRIC_FN void search_merge(CandidateSearch *q, int32_t width) {
  for (int32_t k = q->rest_width; k < width; k++) picks_clear(q->rest + k, 1);
  for (int32_t k = 0; k < 4 * q->quadrant; k++)
    if (q->sector[k].place >= 0) picks_insert(q->self, q->rest, width, q->sector[k]);
}

/* The candidates of a place into out (width), nearest first; -1 where there are fewer. */
METRIC_FN void candidates_search(const CandidateSpace *s, int32_t self, int32_t skip, int32_t width,
                                 int32_t quadrant, int32_t *out) {
  CandidateSearch q;
  q.space = s;
  q.self = self;
  q.skip = skip;
  q.rest_width = width;
  q.quadrant = quadrant;
  q.reach = HUGE_VAL;
  picks_clear(q.rest, width);
  picks_clear(q.sector, 4 * quadrant);
  if (s->xy) {
    q.x = s->xy[2 * (size_t)self];
    q.y = s->xy[2 * (size_t)self + 1];
    search_tree(&q);
    search_merge(&q, width);
  } else {
    search_row(&q);
  }
  for (int32_t k = 0; k < width; k++) out[k] = q.rest[k].place;
}

#endif
