/* Inside the oracle of recombination (oracle_recombine.h): a tour with exchanged edges is a table: nb[c][0] and
 * nb[c][1], the cities before and after c. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_RECOMBINE_INSIDE_H
#define CORDEE_TESTS_ORACLE_ORACLE_RECOMBINE_INSIDE_H

#include "oracle_recombine.h"

#include "problem/judge.h"

typedef int32_t Pair2[2];

typedef struct Cycle {
  int32_t size;   /* edges of A */
  int32_t *entry; /* (size) */
} Cycle;

/* One cycle, or several that are tested together. */
typedef struct Set {
  int32_t size, cycle[RECOMBINE_SET];
  int64_t gain; /* on parent A */
  double loss;  /* of entropy; whole numbers */
} Set;

typedef struct Oracle {
  const Instance *inst;
  const RecombineTask *task;
  RecombinePair pair;
  int32_t n, d, cycles;
  Pair2 *a, *b;          /* (n) neighbours in parents A and B, before and after */
  Pair2 *entry;          /* (d) cities of each edge of A that B lacks */
  int32_t *partner;      /* (2 d) */
  Cycle *cycle;          /* (cycles) */
  int32_t *tour, *where; /* (n) the child so far, its inverse */
  Pair2 *nb;             /* (n) with a cycle exchanged */
  int32_t *part;         /* (n) sub-tour of each city */
  int32_t *size;         /* (n) of each sub-tour */
  char *cut;             /* (n) the edge after this position is replaced */
  int32_t parts;         /* sub-tours before joins */
  uint32_t *count;       /* (2^bits) tours of the group with an edge of the bucket */
  int32_t bits;
  OracleSeen *seen;
} Oracle;

static inline int64_t far(const Oracle *o, int32_t a, int32_t b) { return judge_distance(o->inst, a, b); }
static inline int has(const Pair2 p, int32_t c) { return p[0] == c || p[1] == c; }

/* ---- oracle_recombine_walk.c ---- */

void oracle_neighbours(int32_t n, const int32_t *tour, Pair2 *nb);
/* Exchanges the edges of the set's cycles in nb, and sums the change of cost; numbers the sub-tours. False: an
 * edge is not in the tour, there are too many, or the change is not below the limit. */
int oracle_exchange(Oracle *o, const Set *s, int64_t limit, int64_t *delta);
/* Joins the sub-tours. cities: those that are left, or NULL. False: the test fails. */
int oracle_join(Oracle *o, int64_t limit, int32_t *cities, int64_t *delta);
/* Turns nb into the tour. */
void oracle_settle(Oracle *o);

/* ---- oracle_recombine_choice.c ---- */

/* Tests cycles and sets, and applies those that are chosen. */
void oracle_choose(Oracle *o, int large, RecombineResult *r);
/* Tests a set on the tour as it is; its gain, 0: it fails. Leaves its edges in nb, its cuts in cut. */
int64_t oracle_gain(Oracle *o, Set *s);

/* ---- oracle_recombine_large.c ---- */

/* Applies those of the sets, which gain on parent A, that do not cross. */
void oracle_apply_at_once(Oracle *o, Set *set, int32_t count, RecombineResult *r);

#endif
