/* Inside the 3-opt kernels of the CPU: a tour, its tables, and the units of work.
 *
 * A scan is a list of tasks. A block is the triples whose edges i and j lie in given groups of BLOCK edges, for all k: of the cube (three
 * different routes), or within one route. A strip is two cuts in one route and the third in a range of edges of others. Pairs are the
 * 2-opt moves of some rows. Each task gives minima without indices; three_opt_find.c finds the moves. A share is every parts-th task. */
#ifndef CORDEE_CPU_THREE_OPT_THREE_OPT_PLACE_H
#define CORDEE_CPU_THREE_OPT_THREE_OPT_PLACE_H

#include <stdbool.h>
#include "three_opt_hierarchy.h"
#include "three_opt_ops.h"

/* Edges of a block, a divisor of the columns of panels; rows of a task of pairs. */
enum { BLOCK = 64, PAIR_ROWS = 64 };

/* Distances of all positions and tables of the whole cube are kept up to these sizes; above them each task makes its own. */
#define DISTANCE_BYTES_MAX ((uint64_t)256 << 20)
#define WHOLE_BYTES_MAX    ((uint64_t)512 << 20)

/* Of the longest tour: so many that loops over whole panels stay within arrays. */
static inline uint64_t distance_stride(int32_t nodes) {
  return ((uint64_t)nodes + PANEL_MOST + PAD + 31) / 16 * 16;
}

typedef enum TaskKind { TASK_CUBE, TASK_ROUTE, TASK_STRIP, TASK_PAIRS } TaskKind;

typedef struct Task {
  TaskKind kind;
  int32_t a,
      b; /* blocks: first edges of the two groups; strips: the route's first edge, the first t; pairs: the first row */
} Task;

/* The smallest delta of a row, and where to look for it: the group of j, the route's first edge, or q. */
typedef struct RowBest {
  int32_t delta, where;
} RowBest;

/* Rows are kept apart by what `where` means. */
typedef enum RowKind { ROW_CUBE, ROW_ROUTE, ROW_AFTER, ROW_BEFORE, ROW_KINDS } RowKind;

typedef struct Worker { /* scratch of a thread */
  int32_t *distance[2]; /* (PANEL_MOST + PAD) */
  int32_t *inner[4];    /* (nodes) of a route's positions */
  int32_t *folded;      /* (TABLES, PANEL_PACKED) */
  void *tile[3];        /* (BLOCK, ROW_BYTES) */
  int32_t *strip;       /* see three_opt_strips.c */
} Worker;

/* What is kept is that of the tour. */
typedef enum Prepared { PREPARED_NONE, PREPARED_DISTANCES, PREPARED_CUBE } Prepared;

struct ThreeOptPlace {
  RouteData data;
  ThreeOptEvaluator evaluator;
  const ThreeOptOps *ops;
  int32_t nodes, threads; /* the most */
  int32_t n, edges;       /* of the tour */
  TourView view;
  int32_t *tour, *x, *y;           /* view.node and its coordinates */
  int32_t *length;                 /* (edges) */
  int32_t *route, *route_end;      /* (edges) the first edge of its route, and one past its last */
  EdgeEnds ends[2];                /* those that view.ends shows */
  int32_t *slack, *time_slack;     /* (edges) what an edge's route has left, times without the edge itself */
  int32_t *time_first, *time_next; /* (edges) times of its ends with their shares */
  int32_t shift, infinite;         /* of packed tables: see narrow */
  int32_t *distance;               /* (nodes, distance_stride) of positions, or NULL */
  void *whole;                     /* tables of the cube by panels, or NULL */
  Prepared prepared;
  Worker *workers;          /* (threads) */
  RowBest *rows[ROW_KINDS]; /* (edges) of the running scan */
  int32_t *pairs;           /* (edges) the smallest 2-opt delta of each p */
  Task *tasks;
  int32_t *filter; /* (tasks) smallest packed value of each block of the cube */
  uint32_t tasks_count;
  ThreeOptHierarchy *hierarchy; /* of that evaluator, which reads nothing but the tour; else NULL */
  void *memory;
};

/* A part of the triples with tables of its own. */
typedef struct Frame {
  const ThreeOptPlace *place;
  int32_t from, to; /* its edges */
  bool cube;        /* cuts in different routes; else within the one that is the frame */
  bool packed;      /* tables of 16 bits */
  int32_t panel;    /* columns of a panel */
  const void *whole;
} Frame;

Frame three_opt_cube(const ThreeOptPlace *place, bool packed);
Frame three_opt_route(const ThreeOptPlace *place, int32_t first);

/* Rows row .. row + count - 1 (<= BLOCK) of a panel: (count, ROW_BYTES). Made in the worker's tile `slot` unless they are kept. */
const void *frame_rows(const Frame *frame, Worker *worker, int slot, int32_t row, int32_t count,
                       int32_t panel);
/* Makes what is kept of the tour; cube: its tables, too. */
void place_prepare(ThreeOptPlace *place, bool cube);
/* The bytes before a panel in whole tables, and the columns of a frame's panel that a kernel looks at. */
uint64_t panel_offset(int32_t panel, bool packed);
int32_t panel_width(const Frame *frame, int32_t panel);

/* row[0..ni) = min(itself, smallest delta of each i, over nj edges j in one panel and all k). */
/* Edges of the block that begins with this one. */
int32_t block_edges(const Frame *frame, int32_t edge);
void block_minima(const Frame *frame, Worker *worker, int32_t i, int32_t ni, int32_t j, int32_t nj,
                  int32_t *row);
/* The first (j, k, way) of row i with this delta among nj edges j from j on; false: there is none. */
bool block_find(const Frame *frame, Worker *worker, int32_t i, int32_t j, int32_t nj, ThreeOptMove *move);

/* Edges t of a task of the strips of a route of `edges`, and bytes of Worker.strip for tours of `edges` edges. */
int32_t strip_span(int32_t edges);
uint64_t strip_bytes(int32_t edges);
/* Minima of a strip into rows: ROW_AFTER of the rows p, ROW_BEFORE of the rows t. */
void strip_minima(ThreeOptPlace *place, Worker *worker, int32_t first, int32_t t);
/* The first move with move->i and move->delta among those with t > q; with t < p and p in the route of edge `first`. */
bool strip_find_after(const ThreeOptPlace *place, int32_t q, ThreeOptMove *move);
bool strip_find_before(const ThreeOptPlace *place, Worker *worker, int32_t first, ThreeOptMove *move);

/* 2-opt: place->pairs of PAIR_ROWS rows from p on; the first q of a row with this delta. */
void pair_minima(ThreeOptPlace *place, int32_t p);
int32_t pair_find(const ThreeOptPlace *place, int32_t p, int32_t delta);

/* Keeps the smaller delta, of equals the smaller place. */
static inline void row_keep(RowBest *row, int32_t delta, int32_t where) {
  if (delta < row->delta || (delta < 0 && delta == row->delta && where < row->where))
    *row = (RowBest){delta, where};
}

/* Exact distances of position p to `count` positions from `from` on, up to PAD behind the tour: kept ones, or made in buffer. Those of
 * banned edges are THREE_OPT_BANNED. */
const int32_t *place_distances(const ThreeOptPlace *place, int32_t p, int32_t from, int32_t count,
                               int32_t *buffer);
int32_t place_distance(const ThreeOptPlace *place, int32_t p, int32_t q);

/* The tasks of a tour; what place->tasks must hold for a tour of `edges`. */
void place_tasks(ThreeOptPlace *place);
uint64_t place_tasks_most(int32_t edges);

#endif
