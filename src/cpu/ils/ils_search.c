/* Local search of one kick on the CPU: sequential 3-opt on candidate lists (Lin 1965; with neighbour lists
 * and a queue of cities: Bentley 1992, Johnson and McGeoch 1997). Twin of src/gpu/ils/ils_search.cuh. */
#include "ils_search.h"

#include "ils_segments.h"

typedef struct Search {
  const IlsProblem *problem;
  const int32_t *tour, *position; /* the snapshot */
  IlsAdjacency *adjacency;
  IlsGainBounds *bounds;
  bool *waiting; /* (n) the city is in the queue */
  IlsSegments segments;
  int64_t delta;
  uint32_t head, tail; /* of the queue, a ring buffer */
  int32_t queue[ILS_QUEUE];
} Search;

/* The flips that make up a move of each kind: pairs of t1 .. t6 (from 0); the path between them in direction
 * d is reversed. */
typedef enum MoveKind { MOVE_NONE, MOVE_TWO, MOVE_THREE, MOVE_CYCLE_NEXT, MOVE_CYCLE_OPPOSITE } MoveKind;
static const struct {
  int cities, flips, flip[3][2];
} kinds[] = {{0},
             {4, 1, {{1, 3}}},
             {6, 2, {{1, 3}, {3, 5}}},
             {6, 3, {{1, 2}, {2, 5}, {4, 1}}},
             {6, 2, {{1, 5}, {4, 2}}}};

typedef struct Move {
  MoveKind kind;
  int d;
  int32_t gain;
  int32_t t[6]; /* positions */
} Move;

static int32_t distance(const Search *s, int32_t p, int32_t q) {
  return tour_distance(&s->problem->tour, s->tour[p], s->tour[q]);
}

static const IlsCandidate *near_of(const Search *s, int32_t city) {
  return s->problem->candidates + (size_t)city * (size_t)s->problem->width;
}

static void search_push(Search *s, int32_t city) {
  if (s->waiting[city] || s->tail - s->head == ILS_QUEUE) return;
  s->queue[s->tail++ % ILS_QUEUE] = city;
  s->waiting[city] = true;
}

/* ---- the best move of t1 ---- */

typedef struct MoveSearch {
  const Search *s;
  IlsReference reference;
  int d;
  int32_t place; /* of t1 */
  int32_t t[6];  /* cities */
  Move best;
} MoveSearch;

/* The number of cities from t1 to this one in direction d: 1 for t2. */
static int32_t ahead(const MoveSearch *m, int32_t city) {
  int32_t place = ils_segments_place(&m->s->segments, m->s->position[city]),
          way = m->d ? m->place - place : place - m->place;
  return way < 0 ? way + m->s->segments.n : way;
}

/* Offers the move that t[last] closes. g: the gain so far, with the edge before t[last]. */
static void move_offer(MoveSearch *m, MoveKind kind, int last, int32_t g) {
  int32_t gain = g - tour_distance(&m->s->problem->tour, m->t[last], m->t[0]);
  if (gain <= m->best.gain) return;
  m->best = (Move){.kind = kind, .d = m->d, .gain = gain};
  for (int i = 0; i <= last; i++) m->best.t[i] = m->s->position[m->t[i]];
}

/* Offers t6: the neighbours of t5 whose bits are set. First comes neighbour `next`, the one farther ahead of
 * t1. */
static void close_all(MoveSearch *m, int side, const IlsNeighbours *t5, uint32_t bits, int next, int32_t g) {
  for (int i = 0, k = next; i < 2; i++, k ^= 1) {
    if (!(bits >> k & 1)) continue;
    m->t[5] = t5->city[k];
    const int cycle = k == next ? MOVE_CYCLE_NEXT : MOVE_CYCLE_OPPOSITE;
    move_offer(m, side ? cycle : MOVE_THREE, 5, g + t5->length[k]);
  }
}

/* t1 .. t4 are chosen: t3 is way3 cities ahead of t1, t4 on side `side`; g: the gain so far with d(t3,t4).
 * Tries all t5 and t6 whose bits in `open` are set. On side 0 only one t6 gives a tour; on side 1 both do if
 * t5 is between t1 and t3. */
static void deepen(MoveSearch *m, int side, int32_t way3, int32_t g, uint32_t open) {
  const IlsCandidate *near4 = near_of(m->s, m->t[3]);
  for (uint32_t k; open; open &= ~((uint32_t)ILS_BOUND_BOTH << k)) {
    k = (uint32_t)__builtin_ctz(open) / ILS_BOUND_BITS * ILS_BOUND_BITS;
    const IlsCandidate t5 = near4[k / ILS_BOUND_BITS];
    const IlsNeighbours *beside = ils_adjacency_at(m->s->adjacency, t5.city);
    int32_t way5 = ahead(m, t5.city), way6 = ahead(m, beside->city[0]);
    int only = way6 != (way5 < way3 ? way5 + 1 : way5 - 1);
    uint32_t may = side ? (way5 < way3) * (uint32_t)ILS_BOUND_BOTH : (uint32_t)(way5 != way3) << only;
    if (way5 == 0 || !(may &= open >> k)) continue;
    m->t[4] = t5.city;
    close_all(m, side, beside, may, way6 != way5 + 1, g - t5.distance);
  }
}

/* The bits of t5 and t6 if neighbour k of t3 is t4. */
static uint32_t t4_bounds(const MoveSearch *m, const IlsNeighbours *t3, int k, int32_t g1) {
  const Search *s = m->s;
  return s->bounds(s->adjacency, &m->reference, near_of(s, t3->city[k]), s->problem->width,
                   g1 + t3->length[k], m->best.gain);
}

/* t1 .. t3 are chosen. Tries both t4, unless the bounds rule out all moves. */
static void widen(MoveSearch *m, int32_t g1) {
  const Search *s = m->s;
  const IlsNeighbours *beside = ils_adjacency_at(s->adjacency, m->t[2]);
  const uint32_t two = ils_gain_bounds(&m->reference, beside, g1 - m->best.gain),
                 open[2] = {t4_bounds(m, beside, 0, g1), t4_bounds(m, beside, 1, g1)};
  if (!(open[0] | open[1] | two)) return;
  int32_t way = ahead(m, m->t[2]), k = ahead(m, beside->city[0]) != way - 1;
  for (int side = way == 2 ? 1 : 0; side < 2; side++) { /* 2: t4 on side 0 would be t2 */
    int j = k ^ side;
    m->t[3] = beside->city[j];
    if (!side && (two >> j & 1)) move_offer(m, MOVE_TWO, 3, g1 + beside->length[j]);
    deepen(m, side, way, g1 + beside->length[j], open[j]);
  }
}

static Move move_find(const Search *s, int32_t city) {
  const IlsNeighbours *beside = ils_adjacency_at(s->adjacency, city);
  MoveSearch m = {.s = s,
                  .reference = ils_reference(s->adjacency->frame, city),
                  .place = ils_segments_place(&s->segments, s->position[city]),
                  .t = {city}};
  int next = ahead(&m, beside->city[0]) != 1;
  for (m.d = 0; m.d < 2; m.d++) {
    const int j = next ^ m.d;
    const IlsCandidate *near2 = near_of(s, m.t[1] = beside->city[j]);
    for (int32_t k = 0; k < s->problem->width && near2[k].distance < beside->length[j]; k++) {
      m.t[2] = near2[k].city;
      widen(&m, beside->length[j] - near2[k].distance);
    }
  }
  return m.best;
}

/* ---- applying it ---- */

/* The cities at positions p and q become neighbours; they lose their neighbours at positions `left` and
 * `joined`. */
static void edge_change(Search *s, int32_t p, int32_t left, int32_t q, int32_t joined) {
  const int32_t a = s->tour[p], b = s->tour[q], length = tour_distance(&s->problem->tour, a, b);
  ils_adjacency_change(s->adjacency, a, s->tour[left], b, length);
  ils_adjacency_change(s->adjacency, b, s->tour[joined], a, length);
}

/* Removes the edges t1 t2, t3 t4, t5 t6 from the adjacency cache, adds those between them. */
static void move_link(Search *s, const Move *move) {
  const int cities = kinds[move->kind].cities;
  for (int i = 1; i < cities; i += 2) {
    const int j = (i + 1) % cities;
    edge_change(s, move->t[i], move->t[i - 1], move->t[j], move->t[j + 1]);
  }
}

static void move_do(Search *s, const Move *move) {
  bool mirrored = false;
  for (int f = 0; f < kinds[move->kind].flips; f++) {
    int32_t from = move->t[kinds[move->kind].flip[f][0]], to = move->t[kinds[move->kind].flip[f][1]];
    int32_t i = ils_segments_place(&s->segments, from), j = ils_segments_place(&s->segments, to);
    bool back = (move->d == 1) != mirrored;
    mirrored ^= ils_segments_flip(&s->segments, back ? j : i, back ? i : j);
  }
  ils_segments_join(&s->segments);
  move_link(s, move);
  s->delta -= move->gain;
  for (int i = 0; i < kinds[move->kind].cities; i++) search_push(s, s->tour[move->t[i]]);
}

static void search_run(Search *s, uint64_t *steps) {
  while (s->head != s->tail) {
    int32_t city = s->queue[s->head++ % ILS_QUEUE];
    s->waiting[city] = false;
    for (;;) {
      Move move = move_find(s, city);
      ++*steps;
      if (!move.kind) break;
      if (s->segments.count > ILS_SEGMENTS - 3) return;
      move_do(s, &move);
    }
  }
}

/* Resets the thread's workspace. */
static void search_end(Search *s) {
  for (; s->head != s->tail; s->head++) s->waiting[s->queue[s->head % ILS_QUEUE]] = false;
  ils_adjacency_restore(s->adjacency);
}

static void search_kick(Search *s, IlsDraw draw) {
  int32_t n = s->problem->tour.n,
          q[4] = {draw.p, draw.p + draw.a, draw.p + draw.a + draw.b, draw.p + draw.a + draw.b + draw.c};
  ils_segments_kick(&s->segments, n, draw);
  for (int i = 0; i < 4; i++) {
    s->delta -= distance(s, q[i], q[i] + 1);
    search_push(s, s->tour[q[i]]);
    search_push(s, s->tour[q[i] + 1]);
  }
  for (int i = 0; i < 4; i++) {
    const int j = (i + 2) % 4;
    s->delta += distance(s, q[i], q[j] + 1);
    edge_change(s, q[i], q[i] + 1, q[j] + 1, q[j]);
  }
}

bool ils_search(const IlsProblem *problem, const IlsState *state, uint32_t t, const IlsRounds *rounds,
                uint32_t kick, IlsAdjacency *adjacency, IlsGainBounds *bounds, IlsProposal *out,
                uint64_t *steps) {
  int32_t n = problem->tour.n;
  Search s = {.problem = problem,
              .tour = state->tour + (size_t)t * n,
              .position = state->position + (size_t)t * n,
              .adjacency = adjacency,
              .bounds = bounds,
              .waiting = adjacency->waiting};
  int64_t threshold = -1;
  if (!problem->width) return false;
  if (rounds->descent) {
    ils_segments_open(&s.segments, n);
    search_push(&s, (int32_t)(kick % (uint32_t)n));
  } else if (ils_kicked(&problem->tour) >= 5) {
    const TourTask *task = state->task + ils_task(state, t);
    const IlsDraw draw = ils_draw(task->seed, ils_island(state, t), ils_member(state, t), task->epoch, kick,
                                  ils_kicked(&problem->tour));
    search_kick(&s, ils_kick(&problem->tour, draw, s.tour[0], s.tour[1]));
    threshold = ils_threshold(state->scale[t], rounds->temperature, problem->quantile[draw.acceptance]);
  } else {
    return false;
  }
  search_run(&s, steps);
  search_end(&s);
  if (s.delta > threshold) return false;
  ils_segments_join(&s.segments);
  ils_segments_propose(&s.segments, s.delta, out);
  return out->cuts > 0;
}
