/* See oracle_route_parts.h. */
#include "oracle_route_parts.h"

#include <stdlib.h>
#include "problem/cvrp/cvrp.h"

enum { NODES_MOST = 1024 };

typedef struct Sums { /* of the nodes before each position, and the depots around it */
  const Instance *inst;
  int32_t *distance; /* (nodes, nodes) */
  const int32_t *tour;
  int64_t load[NODES_MOST],
      time[NODES_MOST]; /* time: distances to here, and the service of the nodes before */
  int32_t next[NODES_MOST], last[NODES_MOST]; /* the first depot from a position on, the last one up to it */
} Sums;

/* x[a..b], or reversed. */
typedef struct Part {
  int32_t a, b;
  bool back;
} Part;

/* The route that is open after what was joined. */
typedef struct Open {
  int32_t node;
  int64_t cost, load, time;
  bool feasible;
} Open;

static int64_t between(const Sums *s, int32_t a, int32_t b) { return s->distance[a * (s->inst->n + 1) + b]; }

static void distances_fill(Sums *s) {
  const int32_t nodes = s->inst->n + 1;
  s->distance = malloc(sizeof *s->distance * (size_t)nodes * (size_t)nodes);
  for (int32_t a = 0; a < nodes; a++)
    for (int32_t b = 0; b < nodes; b++)
      s->distance[a * nodes + b] = (int32_t)oracle_route_distance(s->inst, a, b);
}

static void sums_fill(Sums *s, const Instance *inst, const int32_t *tour, int32_t n) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  s->inst = inst;
  s->tour = tour;
  s->load[0] = s->time[0] = 0;
  distances_fill(s);
  for (int32_t p = 0; p < n; p++) {
    s->load[p + 1] = s->load[p] + cvrp->demand[tour[p]];
    s->last[p] = tour[p] ? s->last[p - 1] : p;
    if (p + 1 < n)
      s->time[p + 1] = s->time[p] + (tour[p] ? cvrp->service : 0) + between(s, tour[p], tour[p + 1]);
  }
  for (int32_t p = n - 1; p >= 0; p--) s->next[p] = tour[p] ? s->next[p + 1] : p;
}

static int64_t load_of(const Sums *s, int32_t a, int32_t b) { return s->load[b + 1] - s->load[a]; }
/* From x[a] to x[b], the service of both included. */
static int64_t time_of(const Sums *s, int32_t a, int32_t b) {
  return s->time[b] - s->time[a] + (s->tour[b] ? cvrp_of(s->inst)->service : 0);
}

/* Closes a route with so much more. */
static void spend(const Sums *s, Open *open, int64_t load, int64_t time) {
  const CvrpInstance *cvrp = cvrp_of(s->inst);
  open->load += load;
  open->time += time;
  if (open->load > cvrp->capacity) open->feasible = false;
  if (cvrp->max_duration != INT32_MAX && open->time > cvrp->max_duration) open->feasible = false;
}

static void join(const Sums *s, Open *open, Part part) {
  const int32_t from = part.back ? part.b : part.a, to = part.back ? part.a : part.b;
  const int64_t edge = between(s, open->node, s->tour[from]);
  if (cvrp_of(s->inst)->fleet == FLEET_EXACTLY && !open->node && !s->tour[from]) open->feasible = false;
  open->cost += edge;
  open->time += edge;
  open->node = s->tour[to];
  const int32_t depot = s->next[part.a];
  if (depot > part.b) {
    spend(s, open, load_of(s, part.a, part.b), time_of(s, part.a, part.b));
    return;
  }
  const int32_t far = s->last[part.b];
  const int64_t near_load = load_of(s, part.a, depot), far_load = load_of(s, far, part.b);
  const int64_t near_time = time_of(s, part.a, depot), far_time = time_of(s, far, part.b);
  spend(s, open, part.back ? far_load : near_load, part.back ? far_time : near_time);
  open->load = part.back ? near_load : far_load;
  open->time = part.back ? near_time : far_time;
}

static void try_move(const Sums *s, int32_t n, OracleMove move, OracleMove *best) {
  const Part one = {move.i + 1, move.j, move.way == 1 || move.way == 3 || move.way == 5 || move.way == 7};
  const Part two = {move.j + 1, move.k, move.way == 2 || move.way == 3 || move.way == 5 || move.way == 6};
  const bool swapped = move.way == 3 || move.way == 4 || move.way >= 6;
  const int32_t start = s->last[move.i];
  Open open = {s->tour[move.i], 0, load_of(s, start, move.i), time_of(s, start, move.i), true};
  join(s, &open, swapped ? two : one);
  join(s, &open, swapped ? one : two);
  join(s, &open, (Part){move.k + 1, n - 1, false});
  const int32_t cuts[] = {move.i, move.j, move.k};
  for (int c = 0; c < 3; c++) open.cost -= between(s, s->tour[cuts[c]], s->tour[cuts[c] + 1]);
  move.delta = open.cost;
  if (open.feasible && move.delta < best->delta) *best = move;
}

OracleMove oracle_three_opt_parts(const Instance *inst, const int32_t *tour, int32_t n, OracleMove *rows) {
  Sums *s = malloc(sizeof *s);
  OracleMove best = {0};
  if (!s || n > NODES_MOST) abort();
  sums_fill(s, inst, tour, n);
  for (int32_t i = 0; i < n - 1; i++) rows[i] = (OracleMove){0};
  for (int32_t j = 1; j < n - 1; j++) /* 2-opt moves of j and k: way 2 with i = 0 is their smallest label */
    for (int32_t k = j + 1; k < n - 1; k++) try_move(s, n, (OracleMove){0, 0, j, k, 2}, &rows[j]);
#pragma omp parallel for schedule(dynamic)
  for (int32_t i = 0; i < n - 1; i++)
    for (int32_t j = i + 1; j < n - 1; j++)
      for (int32_t k = j + 1; k < n - 1; k++)
        for (int32_t way = i ? 4 : 1; way <= 7; way++)
          if (way != 2) try_move(s, n, (OracleMove){0, i, j, k, way}, &rows[i]);
  for (int32_t i = 0; i < n - 1; i++)
    if (rows[i].delta < best.delta || (rows[i].delta && rows[i].delta == best.delta && rows[i].i < best.i))
      best = rows[i];
  free(s->distance);
  free(s);
  return best;
}
